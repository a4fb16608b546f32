//! Plays the games of a run, and the games of the reference player.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::RunFound;
use super::facts::ByReference;
use super::plan::RunPlan;
use super::rows::RunRows;
use crate::questions::players::{self, Games};
use crate::questions::reference::ReferenceGames;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::report::rows::RowsWriter;
use crate::session::progress_bar::CommandBar;
use crate::simulate::{self, Lots};
use crate::stats::Record;

/// The results of `gong run` with one bot in all seats, or with the bots that the scenario assigns.
#[derive(Debug, Serialize, Deserialize)]
pub struct Single {
    games: Games,
    /// Results of the reference player, which plays the run's first games again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceFound>,
}

/// Results of the reference player in the first games of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReferenceFound {
    /// Name of the bot that is the reference player.
    strategy: String,
    games: Games,
}

impl Single {
    /// Makes the table rows of the run, and those of the reference player's games; `level` is the
    /// confidence level of the intervals.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn rows(&self, plan: &RunPlan, level: f64) -> Result<(RunRows, Option<ByReference>)> {
        let reference = self.reference.as_ref().zip(plan.reference.as_ref());
        let reference = reference.map(|(found, of)| -> Result<ByReference> {
            let rows = RunRows::of(&found.games, &of.variants[0], level)?;
            Ok(ByReference { strategy: found.strategy.clone(), games: found.games.games, rows })
        });
        Ok((RunRows::of(&self.games, &plan.scenarios[0], level)?, reference.transpose()?))
    }
}

/// Plays the games of the plan. A shard plays only its own share.
///
/// # Errors
/// Fails if a bot fails, or the table `games` cannot be written.
pub fn play(plan: &RunPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<RunFound>> {
    match plan.by_bots() {
        true => players::play(&plan.by_player(), player).map(|of| of.map(RunFound::Bots)),
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
