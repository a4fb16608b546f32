//! `gong run`: plays the games of a scenario. With a list of bots, each bot in turn plays all seats
//! of the games.

mod charts;
mod facts;
mod flags;
mod lists;
mod page;
mod plan;
mod play;
mod row_types;
mod rows;
#[doc(hidden)]
pub mod sample;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::{Result, bail};
use clap::{ArgMatches, Command};
use serde::{Deserialize, Serialize};

use self::facts::{ByReference, RunFacts};
use self::plan::RunPlan;
use self::play::Single;
use self::rows::RunRows;
use super::facts as results;
use super::players::{self, Games};
use super::question::CommandPart;
use super::{Question, Takes, scenario_parts};
use crate::report::{Answer, Manifest, Table};
use crate::session::playing::Playing;

/// Implements the command `gong run`, which plays the games of a scenario.
pub struct Run;

/// The counts of the games that `gong run` has played.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunFound {
    /// Counts of games with one bot in all seats, or with the bots that the scenario assigns to the
    /// seats.
    Single(Single),
    /// Counts of games with each bot of a list in turn; the bot plays all seats.
    Bots(Vec<Games>),
}

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

    fn answer(plan: &RunPlan, found: &RunFound, manifest: &Manifest) -> Result<Answer> {
        match found {
            RunFound::Single(single) if !plan.by_bots() => {
                let (rows, reference) = single.rows(plan, manifest.level)?;
                Ok(answer(rows, reference, plan.commands(), manifest))
            }
            RunFound::Bots(games) if plan.by_bots() => by_bots(plan, games, manifest),
            _ => bail!("the stored games belong to another number of bots"),
        }
    }

    fn tables() -> Vec<Table> {
        [tables::every(), vec![results::table([])]].concat()
    }
}

/// Builds the report of `gong run` with several bots from the games of each.
fn by_bots(plan: &RunPlan, games: &[Games], manifest: &Manifest) -> Result<Answer> {
    let players = plan.players(manifest);
    let judged = players.facts(games, manifest)?;
    let rows = games.iter().zip(&plan.scenarios);
    let rows = rows.map(|(games, scenario)| RunRows::of(games, scenario, manifest.level));
    let mut tables = tables::combined(&rows.collect::<Result<Vec<_>>>()?)?;
    tables.0.push(results::table(&judged));
    Ok(Answer::new(players::page(&players, &judged, manifest), tables))
}

/// Builds the report of `gong run` from the rows of its tables.
fn answer(
    rows: RunRows,
    reference: Option<ByReference>,
    commands: facts::Commands,
    manifest: &Manifest,
) -> Answer {
    let mut tables = rows.tables();
    let facts = RunFacts::new(rows, reference, commands, manifest);
    tables.0.push(results::table(facts.judged()));
    Answer::new(page::page(&facts, manifest), tables)
}
