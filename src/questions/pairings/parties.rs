//! Plays every party of a cooperative game on the same missions (games).
//!
//! Mission i of every party is game i of the seed: the setup and the random numbers of each seat
//! are the same for all parties. So the value of a fighter is a paired difference between games
//! that differ only in the fighter of one seat. From mission to mission, the members of a party
//! change places, because a place can be an advantage ([`in_order`](super::seats::in_order)).

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::line_ups::LineUpsPlan;
use super::seats::{Contenders, seat_all};
use crate::analysis::WorkAudience;
use crate::report::shared::share;
use crate::scenario::Scenario;
use crate::simulate::batches::{self, Batches};
use crate::simulate::{self, FailedGame, Lots, Plan, Played, Stretch};
use crate::stats::counts::Counts;
use crate::stats::together::{Contrast, Together};

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
    pub fn results(&self, plan: &LineUpsPlan) -> Result<PartiesResults> {
        let parties: Vec<Vec<usize>> = plan.every().into_iter().flatten().collect();
        let mut won = Together::new(parties.len());
        ensure!(
            self.won.fill(&mut won, self.games),
            "the stored missions do not belong to these parties"
        );
        Ok(PartiesResults { parties, won })
    }
}

/// Plays every mission with every party; `lots` determines which missions this process plays.
///
/// # Errors
/// Fails if a bot fails, or if the scenario lacks a fighter or its bot.
pub fn play(
    scenario: &Scenario,
    plan: &LineUpsPlan,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<Played<Missions>> {
    let simulation = scenario.open();
    let seated = seat_all(plan, scenario, &simulation)?;
    let each = seated.len() as u64;
    let played = lots.play(0, Together::new(seated.len()), |stretch: Stretch<'_, Together>| {
        let largest = (batches::LARGEST / each).max(1);
        let batches = Batches::new(plan.threads, largest, || PartiesWorker {
            worker: simulation.worker(),
            seed: plan.seed,
            seated: &seated,
            won: Together::new(seated.len()),
            now: vec![false; seated.len()],
        })?;
        audience.left((stretch.games.end - stretch.played) * each);
        let missions = Plan::fixed(plan.seed, plan.budget.most(), plan.threads);
        let heard = |missions| audience.played(missions * each);
        let take = |won: &mut Together, worker: &mut PartiesWorker<'_>| {
            won.merge(&worker.won);
            worker.won.clear();
        };
        missions.gather(batches, stop, stretch, heard, take)
    })?;
    let Played { tally: mut won, games, partial, reached, seconds } = played;
    let tally = Missions { games, won: Counts::of(&mut won) };
    Ok(Played { tally, games: games * each, partial, reached, seconds })
}

/// Returns the index of the first party for which a bot fails in game `game`.
pub fn failing(scenario: &Scenario, plan: &LineUpsPlan, game: u64) -> Option<usize> {
    let simulation = scenario.open();
    let mut worker = simulation.worker();
    let order = (game % plan.orders()) as usize;
    let mut seated = seat_all(plan, scenario, &simulation).ok()?.into_iter();
    seated.position(|orders| worker.play_line_up(&orders[order], plan.seed, game).is_err())
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

/// Results of all parties of a cooperative game.
#[derive(Debug, Clone)]
pub struct PartiesResults {
    /// Members of each party, as indices into [`LineUpsPlan::fighters`].
    pub parties: Vec<Vec<usize>>,
    /// Wins of each party, and for each two parties the number of missions that both won.
    pub won: Together,
}

impl PartiesResults {
    /// Strength of a fighter: mean win rate of the parties with the fighter, minus that of the
    /// parties without the fighter. `None` if the fighter is in all parties or in no party.
    pub fn strength(&self, fighter: usize) -> Option<Contrast> {
        let having = |has| self.those(|party| party.contains(&fighter) == has);
        self.contrast([true, false].map(having), [1.0, -1.0])
    }

    /// Synergy of fighters `a` and `b`: the strength of `a` in parties with `b`, minus the strength
    /// of `a` in parties without `b`.
    ///
    /// Returns `None` if there is no party with both fighters, no party with only `a`, no party
    /// with only `b`, or no party without both fighters. Returns `None` also if only one party has
    /// both fighters and only one party has neither fighter: the synergies of the two pairs then
    /// cannot be told apart.
    pub fn synergy(&self, a: usize, b: usize) -> Option<Contrast> {
        let having =
            |has: [bool; 2]| self.those(|party| [a, b].map(|of| party.contains(&of)) == has);
        let groups = [[true, true], [true, false], [false, true], [false, false]].map(having);
        let are_mirrored = groups[0].len() == 1 && groups[3].len() == 1;
        self.contrast(groups, [1.0, -1.0, -1.0, 1.0]).filter(|_| !are_mirrored)
    }

    /// Win rate of a party minus the mean win rate of all parties.
    pub fn off_average(&self, party: usize) -> Option<Contrast> {
        self.contrast([vec![party], self.those(|_| true)], [1.0, -1.0])
    }

    /// Mean win rate of the parties for which `is` returns true; `None` if there are no such
    /// parties, or no games.
    pub fn rate(&self, is: impl Fn(&[usize]) -> bool) -> Option<f64> {
        let those = self.those(is);
        let wins = those.iter().map(|&party| self.won.wins(party)).sum();
        share(wins, self.won.games * those.len() as u64)
    }

    fn those(&self, is: impl Fn(&[usize]) -> bool) -> Vec<usize> {
        (0..self.parties.len()).filter(|&party| is(&self.parties[party])).collect()
    }

    /// Sum of the mean win rates of groups of parties, each with its sign; `None` if a group is
    /// empty.
    fn contrast<const N: usize>(
        &self,
        groups: [Vec<usize>; N],
        signs: [f64; N],
    ) -> Option<Contrast> {
        let mut weights = vec![0.0; self.parties.len()];
        for (group, sign) in groups.iter().zip(signs) {
            group.iter().for_each(|&party| weights[party] += sign / group.len() as f64);
        }
        groups.iter().all(|group| !group.is_empty()).then(|| self.won.contrast(&weights))
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::pairs;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Creates results of all parties of two out of five fighters. The probability to win is 0.4.
    /// Fighter 0 in a party adds 0.2 to this probability, and fighters 1 and 2 together add 0.2.
    fn planted(missions: u64) -> PartiesResults {
        let parties: Vec<Vec<usize>> = pairs(5).map(|(a, b)| vec![a, b]).collect();
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let mut won = Together::new(parties.len());
        for _ in 0..missions {
            let mission: f64 = luck.random();
            let wins = |party: &Vec<usize>| {
                let more = if party.contains(&0) { 0.2 } else { 0.0 };
                let bond = if *party == [1, 2] { 0.2 } else { 0.0 };
                mission < 0.4 + more + bond
            };
            won.add(0, &parties.iter().map(wins).collect::<Vec<_>>());
        }
        PartiesResults { parties, won }
    }

    #[test]
    fn strengths_and_synergies_are_what_was_planted() {
        let found = planted(40_000);
        let near = |contrast: Contrast, truth: f64| {
            assert!(
                (contrast.value - truth).abs() < 4.0 * contrast.error,
                "{contrast:?}, not {truth}"
            );
            // The comparison is paired: all parties share the random numbers of a mission.
            assert!(contrast.error < 0.003, "{contrast:?}");
        };
        // Of the six parties without fighter 0, one has the bonus of fighters 1 and 2.
        near(found.strength(0).unwrap(), 0.2 - 0.2 / 6.0);
        // Of fighter 3's four parties, one includes fighter 0, and none includes both 1 and 2.
        near(found.strength(3).unwrap(), 0.2 / 4.0 - (3.0 * 0.2 + 0.2) / 6.0);
        // Of three parties with only one of fighters 1 and 2, one includes fighter 0. Of three
        // parties with neither, two include fighter 0.
        near(found.synergy(1, 2).unwrap(), 0.2);
        let rate = found.rate(|party| party.contains(&0)).unwrap();
        assert!((rate - 0.6).abs() < 0.01, "{rate}");
    }

    #[test]
    fn what_no_party_shows_is_not_told() {
        let mut found = planted(10);
        found.parties = vec![vec![0, 1]];
        found.won = Together::new(1);
        assert!(found.strength(0).is_none() && found.synergy(0, 1).is_none());
        assert_eq!(found.rate(|_| true), None);
        // The pairs of four fighters: each pair has the same synergy as the other two fighters.
        found.parties = pairs(4).map(|(a, b)| vec![a, b]).collect();
        found.won = Together::new(6);
        assert!(found.strength(0).is_some() && found.synergy(0, 1).is_none());
    }
}
