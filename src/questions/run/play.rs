//! Plays the games of a run, and the games of the reference player.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::plan::RunPlan;
use super::reference::ReferenceFound;
use super::rows::RunRows;
use super::{RunFound, bots};
use crate::questions::reference::ReferenceGames;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::report::rows::RowsWriter;
use crate::scenario::Scenario;
use crate::session::progress_bar::CommandBar;
use crate::simulate::{self, Lots, Played, Simulation};
use crate::stats::counts::Counts;
use crate::stats::{Record, Tally};

/// The number of games played of one scenario, and their counts.
#[derive(Debug, Serialize, Deserialize)]
pub struct Games {
    games: u64,
    tally: Counts,
}

/// The results of `gong run` with one bot in all seats, or with the bots that the scenario assigns.
#[derive(Debug, Serialize, Deserialize)]
pub struct Single {
    games: Games,
    /// Results of the reference player, which plays the run's first games again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceFound>,
}

impl Games {
    pub fn new(mut played: Played) -> Games {
        Games { games: played.games, tally: Counts::of(&mut played.tally) }
    }

    /// Makes the table rows of these games; `level` is the confidence level of the intervals.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn rows(&self, scenario: &Scenario, level: f64) -> Result<RunRows> {
        let simulation = scenario.open();
        let tally = self.tally(&simulation)?;
        Ok(RunRows::new(simulation.cast(), &tally, level))
    }

    /// Returns the counters of these games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn tally(&self, simulation: &Simulation) -> Result<Tally> {
        let mut tally = simulation.empty_tally();
        ensure!(
            self.tally.fill(&mut tally, self.games),
            "the stored games do not belong to this scenario"
        );
        Ok(tally)
    }
}

impl Single {
    /// Makes the table rows of the run; `level` is the confidence level of the intervals.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn rows(&self, plan: &RunPlan, level: f64) -> Result<RunRows> {
        let reference = self.reference.as_ref().zip(plan.reference.as_ref());
        let reference = reference.map(|(found, of)| found.rows(&of.variants[0], level));
        Ok(RunRows {
            reference: reference.transpose()?,
            ..self.games.rows(&plan.scenarios[0], level)?
        })
    }
}

/// Plays the games of the plan. A shard plays only its own share.
///
/// # Errors
/// Fails if a bot fails, or the table `games` cannot be written.
pub fn play(plan: &RunPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<RunFound>> {
    match plan.by_bots() {
        true => bots::play(plan, player),
        false => single(plan, player),
    }
}

fn single(plan: &RunPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<RunFound>> {
    let scenario = &plan.scenarios[0];
    let simulation = scenario.open();
    let rows = plan.rows.then(|| player.rows(&simulation)).transpose()?;
    let games = player.keeper.games_of(0);
    player.progress(&scenario.title, games);
    let (keeper, stop, bar) = player.split();
    let mut audience = Audience { bar, rows };
    let empty = simulation.empty_tally();
    let played = keeper.play(0, empty, |stretch| {
        simulate::run_stretch(&simulation, &plan.games, stop, &mut audience, stretch)
    })?;
    if let Some(rows) = audience.rows {
        rows.finish()?;
    }
    let reference = plan.reference.as_ref().filter(|_| !played.partial);
    let theirs = match reference {
        Some(of) => {
            player.progress("reference player", player.keeper.games_of(1));
            let theirs = player.tally(1, &of.variants[0].open(), &of.plan)?;
            Some(theirs).filter(|theirs| !theirs.partial)
        }
        None => None,
    };
    // A run is complete only if its games of the reference player are complete.
    let cut = reference.is_some() != theirs.is_some();
    let reached = played.reached && theirs.as_ref().is_none_or(|theirs| theirs.reached);
    let (games, seconds) = (played.games, played.seconds);
    let partial = played.partial || cut;
    let found = RunFound::Single(Single {
        games: Games::new(played),
        reference: reference.zip(theirs).map(|(of, theirs)| ReferenceFound {
            strategy: of.name().to_owned(),
            games: Games::new(theirs),
        }),
    });
    Ok(PlanOutcome {
        reached,
        unplayed_reference: ReferenceGames::unplayed(plan.reference.as_ref(), partial),
        ..PlanOutcome::new(found, games, partial, seconds)
    })
}

/// Receives the games during play: shows the progress, and writes the rows of the table `games`.
struct Audience<'a> {
    bar: &'a CommandBar,
    rows: Option<RowsWriter>,
}

impl simulate::Audience for Audience<'_> {
    fn played(&self, games: u64) {
        self.bar.add(games);
    }

    fn records(&mut self, first: u64, records: &[Record]) -> Result<()> {
        match &mut self.rows {
            Some(rows) => rows.add(first, records),
            None => Ok(()),
        }
    }
}
