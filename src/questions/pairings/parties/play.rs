//! Plays every party of a cooperative game on the same missions (games).
//!
//! Mission i of every party is game i of the seed: the setup and the random numbers of each seat
//! are the same for all parties. So the value of a fighter is a paired difference between games
//! that differ only in the fighter of one seat. From mission to mission, the members of a party
//! change places, because a place can be an advantage ([`in_order`]).

use std::slice;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::{PartiesPlan, PartiesResults};
use crate::analysis::WorkAudience;
use crate::questions::pairings::seats::{Contenders, SeatedBots, in_order, orders};
use crate::questions::pairings::{PairingsFound, PairingsGames};
use crate::questions::{self, PlanOutcome};
use crate::scenario::Scenario;
use crate::simulate::batches::{self, Batches};
use crate::simulate::{self, FailedGame, Lots, Plan, Played, Stretch};
use crate::stats::counts::Counts;
use crate::stats::together::Together;

/// Numbers of games of a cooperative game that each party played and won.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Missions {
    /// Number of missions that every party played.
    pub games: u64,
    /// The wins of the parties, as stored in the report's folder.
    won: Counts,
}

impl Missions {
    /// Converts the stored numbers of games to the results of the parties.
    ///
    /// # Errors
    /// Fails if the stored numbers do not match the parties of this plan.
    pub fn results(&self, plan: &PartiesPlan) -> Result<PartiesResults> {
        let parties = plan.parties();
        let mut won = Together::new(parties.len());
        ensure!(
            self.won.fill(&mut won, self.games),
            "the stored missions do not belong to these parties"
        );
        Ok(PartiesResults { parties, won })
    }
}

/// Plays every mission with every party. If the work is divided into shards, plays only the
/// missions of this process.
///
/// # Errors
/// Fails if a bot fails.
pub fn play_plan(
    scenario: &Scenario,
    plan: &PartiesPlan,
    player: &mut questions::LotPlayer<'_>,
) -> Result<PlanOutcome<PairingsFound>> {
    let (keeper, stop, bar) = player.split();
    let parties = plan.parties().len();
    let mut played = keeper.play(0, Together::new(parties), |stretch| {
        play_stretch(scenario, plan, stop, &*bar, stretch)
    })?;
    let games = played.games * parties as u64;
    let found = PairingsFound::new(PairingsGames::Parties(Missions {
        games: played.games,
        won: Counts::of(&mut played.tally),
    }));
    Ok(PlanOutcome::new(found, games, played.partial, played.seconds))
}

/// Plays a range of consecutive missions with every party.
///
/// # Errors
/// Fails if threads cannot be started, or if the scenario lacks a fighter or its bot.
fn play_stretch(
    scenario: &Scenario,
    plan: &PartiesPlan,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
    stretch: Stretch<'_, Together>,
) -> Result<Played<Together>> {
    let simulation = scenario.open();
    let seats = SeatedBots::new(scenario, &simulation, &plan.fighters);
    let parties = plan.parties();
    let in_all_orders = |party: &Vec<usize>| {
        let missions = 0..orders(&[plan.size]);
        let seated =
            missions.map(|mission| seats.of(&in_order(slice::from_ref(party), mission), false));
        seated.collect::<Result<Vec<Contenders>>>()
    };
    let seated = parties.iter().map(in_all_orders).collect::<Result<Vec<_>>>()?;
    let each = parties.len() as u64;
    let largest = (batches::LARGEST / each).max(1);
    let batches = Batches::new(plan.threads, largest, || PartiesWorker {
        worker: simulation.worker(),
        seed: plan.seed,
        seated: &seated,
        won: Together::new(parties.len()),
        now: vec![false; parties.len()],
    })?;
    audience.left((stretch.games.end - stretch.played) * each);
    let missions = Plan::fixed(plan.seed, plan.missions, plan.threads);
    let heard = |missions| audience.played(missions * each);
    let take = |won: &mut Together, worker: &mut PartiesWorker<'_>| {
        won.merge(&worker.won);
        worker.won.clear();
    };
    missions.gather(batches, stop, stretch, heard, take)
}

/// Returns the index of the first party for which a bot fails in game `game`.
pub fn failing(scenario: &Scenario, plan: &PartiesPlan, game: u64) -> Option<usize> {
    let simulation = scenario.open();
    let seats = SeatedBots::new(scenario, &simulation, &plan.fighters);
    let mut worker = simulation.worker();
    let parties = plan.parties();
    parties.iter().position(|party| {
        let seated = seats.of(&in_order(slice::from_ref(party), game), false);
        seated.is_ok_and(|party| worker.play_line_up(&party, plan.seed, game).is_err())
    })
}

/// Worker that plays missions with every party, on one thread.
struct PartiesWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    seed: u64,
    /// For each party: its members in all orders in which they sit, see [`in_order`].
    seated: &'a [Vec<Contenders>],
    won: Together,
    /// For each party: true if it won the current mission.
    now: Vec<bool>,
}

impl batches::BatchWorker for PartiesWorker<'_> {
    fn play(&mut self, mission: u64) -> Result<(), Box<FailedGame>> {
        for (won, orders) in self.now.iter_mut().zip(self.seated) {
            let party = &orders[(mission % orders.len() as u64) as usize];
            let places = self.worker.play_line_up(party, self.seed, mission)?;
            *won = places[..party.len()].contains(&1);
        }
        self.won.add(self.worker.member(self.seed, mission), &self.now);
        Ok(())
    }
}
