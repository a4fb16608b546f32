//! `gong run`: plays the games of a scenario. With a list of bots, each bot in turn plays all seats
//! of the games.

mod charts;
mod facts;
mod flags;
pub(super) mod games;
mod lists;
mod page;
mod plan;
mod play;
mod rows;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::{Context, Result};
use clap::{ArgMatches, Command};

use self::facts::RunFacts;
use self::games::Games;
use self::plan::RunPlan;
use super::experiment::{CellCounts, Player};
use super::facts as results;
use super::question::CommandPart;
use super::{Question, Takes, scenario_parts};
use crate::report::{Answer, Manifest, Table};
use crate::session::playing::Playing;

/// Implements the command `gong run`, which plays the games of a scenario.
pub struct Run;

impl Question for Run {
    type Plan = RunPlan;

    const NAME: &'static str = "run";

    const TAKES: Takes = Takes {
        precision: true,
        ..Takes::games(
            "1m; fewer with bots slower than greedy ones: 100k with a trained bot or a script, \
             100 to 2.5k with a search",
        )
    };

    fn parts(command: &Command, flags: &ArgMatches, playing: &Playing) -> Result<Vec<CommandPart>> {
        scenario_parts::split(command, flags, playing)
    }

    fn kind(plan: &RunPlan) -> &'static str {
        match plan.by_bots() {
            false => Self::NAME,
            true => "bots",
        }
    }

    fn answer(plan: &RunPlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let mut games = Games::restored(found, &plan.experiment.players, manifest.level)?;
        if plan.by_bots() {
            let tables = tables::all(&games, true);
            return Ok(plan.players(manifest).answer(&games, tables, manifest));
        }
        let theirs = games.split_off(games.len().min(1));
        let own = games.pop().context("no games are stored")?;
        let reference = plan.experiment.reference().map(Player::name).zip(theirs.first());
        Ok(answer(own, reference, plan.next(manifest), manifest))
    }

    fn tables() -> Vec<Table> {
        [tables::every(), vec![results::table([])]].concat()
    }
}

/// Builds the report of `gong run` from its games, and from those of the reference player with its
/// name.
fn answer(
    own: Games,
    reference: Option<(&str, &Games)>,
    next: Vec<String>,
    manifest: &Manifest,
) -> Answer {
    let mut tables = tables::all(std::slice::from_ref(&own), false);
    let facts = RunFacts::new(own, reference, manifest);
    tables.0.push(results::table(facts.judged()));
    Answer::new(page::page(&facts, next, manifest), tables)
}
