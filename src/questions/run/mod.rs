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

use anyhow::{Result, ensure};
use clap::{ArgMatches, Command};

use self::facts::{ByReference, RunFacts};
use self::plan::RunPlan;
use self::rows::RunRows;
use super::experiment::CellCounts;
use super::facts as results;
use super::players;
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
        let players = &plan.experiment.players;
        ensure!(found.len() <= players.len(), "the stored games belong to another number of bots");
        let rows = found.iter().zip(players);
        let rows =
            rows.map(|(counts, player)| RunRows::of(counts, &player.scenarios[0], manifest.level));
        let mut rows = rows.collect::<Result<Vec<_>>>()?;
        if plan.by_bots() {
            return by_bots(plan, found, &rows, manifest);
        }
        let reference = plan.experiment.reference().filter(|_| rows.len() > 1);
        let reference = reference.map(|player| ByReference {
            strategy: player.name().to_owned(),
            games: found[1].games,
            rows: rows.remove(1),
        });
        Ok(answer(rows.remove(0), reference, plan.commands(), manifest))
    }

    fn tables() -> Vec<Table> {
        [tables::every(), vec![results::table([])]].concat()
    }
}

/// Builds the report of `gong run` with several bots from the games of each.
fn by_bots(
    plan: &RunPlan,
    found: &[CellCounts],
    rows: &[RunRows],
    manifest: &Manifest,
) -> Result<Answer> {
    let players = plan.players(manifest);
    let judged = players.facts(found, manifest)?;
    let mut tables = tables::combined(rows)?;
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
