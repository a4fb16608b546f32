//! Plays every party of a cooperative game on the same missions.
//!
//! The results show which party wins most, the value of each fighter for a party, and which
//! fighters work well together. Mission i of every party is game i of the seed: the setup and the
//! random numbers of each seat are the same for all parties. So the value of a fighter is a paired
//! difference: the same missions with another fighter in its seat.

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use arrayvec::ArrayVec;

use super::Audience;
use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate;
use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{Contender, FailedGame, Seated};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch};
use crate::stats::line_ups;
use crate::stats::together::{Contrast, Together};

/// Settings of the analysis of parties.
#[derive(Debug, Clone)]
pub struct Question {
    /// Number of fighters in a party.
    pub size: usize,
    /// Fighters that may be in a party: keys of the roster, without duplicates.
    pub fighters: Vec<String>,
    pub seed: u64,
    /// Number of missions that every party plays.
    pub missions: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Results of the analysis of parties.
#[derive(Debug, Clone)]
pub struct Found {
    /// Members of each party, as indices into [`Question::fighters`].
    pub parties: Vec<Vec<usize>>,
    /// Wins and common wins of the parties.
    pub won: Together,
    /// Whether the analysis was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

/// Maximum number of parties; longer lists are refused because they are unreadable.
pub const MOST_PARTIES: u64 = 1_000;

impl Question {
    /// All parties, as indices into the fighters.
    pub fn parties(&self) -> Vec<Vec<usize>> {
        let everybody: Vec<usize> = (0..self.fighters.len()).collect();
        let one = line_ups::every(&everybody, &[self.size]);
        one.into_iter().flatten().collect()
    }

    /// Keys of a party's members.
    pub fn keys(&self, party: &[usize]) -> Vec<String> {
        let key = |&member: &usize| self.fighters[member].clone();
        party.iter().map(key).collect()
    }
}

impl Found {
    /// Number of games played by all parties together.
    pub fn games(&self) -> u64 {
        self.won.games * self.parties.len() as u64
    }

    /// Mean win rate of the parties with a fighter minus that of the parties without it. `None` if
    /// the fighter is in all parties or in none.
    pub fn lift(&self, fighter: usize) -> Option<Contrast> {
        let with = self.of_those(|party| party.contains(&fighter))?;
        let without = self.of_those(|party| !party.contains(&fighter))?;
        Some(self.weigh([(1.0, with), (-1.0, without)]))
    }

    /// Synergy of two fighters: the difference that one makes in parties with the other, minus the
    /// difference in parties without the other.
    ///
    /// Returns `None` if any of the four groups of parties is empty.
    pub fn synergy(&self, a: usize, b: usize) -> Option<Contrast> {
        let of = |has_a: bool, has_b: bool| {
            self.of_those(|party| party.contains(&a) == has_a && party.contains(&b) == has_b)
        };
        let [both, one, other, neither] = [
            of(true, true)?,
            of(true, false)?,
            of(false, true)?,
            of(false, false)?,
        ];
        Some(self.weigh([(1.0, both), (-1.0, one), (-1.0, other), (1.0, neither)]))
    }

    /// Mean win rate of the parties that `is` selects; `None` if there are none.
    pub fn rate(&self, is: impl Fn(&[usize]) -> bool) -> Option<f64> {
        let those = self.of_those(is)?;
        let rates = those.iter().map(|&party| self.won.wins(party));
        let games = self.won.games * those.len() as u64;
        (games > 0).then(|| rates.sum::<u64>() as f64 / games as f64)
    }

    fn of_those(&self, is: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
        let parties = self.parties.iter().enumerate();
        let those: Vec<usize> = parties
            .filter(|(_, party)| is(party))
            .map(|(i, _)| i)
            .collect();
        (!those.is_empty()).then_some(those)
    }

    /// Weighted sum of the mean win rates of groups of parties.
    fn weigh<const N: usize>(&self, groups: [(f64, Vec<usize>); N]) -> Contrast {
        let mut weights = vec![0.0; self.parties.len()];
        for (weight, group) in groups {
            for &party in &group {
                weights[party] += weight / group.len() as f64;
            }
        }
        self.won.contrast(&weights)
    }
}

/// Fighters of a party with their bots, by seat.
type Contenders = ArrayVec<Contender, MAX_PLAYERS>;

/// Plays every mission with every party. Setting `stop` ends the analysis with the missions that
/// all parties have played.
///
/// # Errors
/// Fails if threads cannot be started, or if the scenario lacks a fighter or its bot.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    let nothing = Together::new(question.parties().len());
    let all = Stretch::of(question.missions, nothing);
    let played = play_stretch(scenario, question, stop, audience, all)?;
    Ok(found(question, played))
}

/// Plays a contiguous range (stretch) of the missions with every party.
///
/// # Errors
/// Same as [`play`].
pub fn play_stretch(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
    stretch: Stretch<'_, Together>,
) -> anyhow::Result<Played<Together>> {
    let simulation = scenario.open();
    let parties = question.parties();
    let seated = parties
        .iter()
        .map(|party| seat(scenario, question, &simulation, party))
        .collect::<anyhow::Result<Vec<Contenders>>>()?;
    let each = parties.len() as u64;
    let largest = (batches::LARGEST / each).max(1);
    let batches = Batches::new(question.threads, largest, || Player {
        player: simulation.player(),
        seed: question.seed,
        seated: &seated,
        won: Together::new(parties.len()),
        now: vec![false; parties.len()],
    })?;
    audience.planned((stretch.games.end - stretch.games.start) * each);
    let plan = Plan::fixed(question.seed, question.missions, question.threads);
    plan.play(batches, stop, stretch, |won| Tallying {
        won,
        each,
        audience,
    })
}

/// Combines the played missions into the results.
pub fn found(question: &Question, played: Played<Together>) -> Found {
    Found {
        parties: question.parties(),
        won: played.tally,
        partial: played.partial,
        seconds: played.seconds,
    }
}

/// Collects the wins of all parties.
struct Tallying<'a, A> {
    won: Together,
    /// Number of games per mission: one for each party.
    each: u64,
    audience: &'a A,
}

impl<'a, A: Audience> Counting<Player<'a>> for Tallying<'_, A> {
    type Tally = Together;

    fn played(&self, missions: u64) {
        self.audience.played(missions * self.each);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<Player<'a>>) -> anyhow::Result<()> {
        for worker in workers.workers() {
            self.won.merge(&worker.won);
            worker.won.clear();
        }
        Ok(())
    }

    fn is_precise(&self, _: Precision) -> bool {
        false
    }

    fn tally(&mut self) -> &mut Together {
        &mut self.won
    }

    fn finish(self) -> Together {
        self.won
    }
}

/// The first party for which the bot fails in game `game`.
pub fn failing(scenario: &Scenario, question: &Question, game: u64) -> Option<usize> {
    let simulation = scenario.open();
    let mut player = simulation.player();
    let parties = question.parties();
    parties.iter().position(|party| {
        let seated = seat(scenario, question, &simulation, party);
        seated.is_ok_and(|party| player.play_line_up(&party, question.seed, game).is_err())
    })
}

/// Worker that plays missions with every party.
struct Player<'a> {
    player: Box<dyn simulate::Worker + 'a>,
    seed: u64,
    seated: &'a [Contenders],
    won: Together,
    /// For each party: whether it won the current mission.
    now: Vec<bool>,
}

impl Worker for Player<'_> {
    fn play(&mut self, mission: u64) -> Result<(), Box<FailedGame>> {
        for (won, party) in self.now.iter_mut().zip(self.seated) {
            let places = self.player.play_line_up(party, self.seed, mission)?;
            *won = places[..party.len()].contains(&1);
        }
        self.won.add(&self.now);
        Ok(())
    }
}

/// Fighters of a party by seat, each with the bot that the scenario assigns.
fn seat(
    scenario: &Scenario,
    question: &Question,
    simulation: &Simulation,
    party: &[usize],
) -> anyhow::Result<Contenders> {
    let fighters = scenario.profiles();
    let mut contenders = Contenders::new();
    for (seat, &member) in (0u8..).zip(party) {
        let key = &question.fighters[member];
        let fighter = fighters.iter().position(|known| known.key == *key);
        let fighter = fighter.with_context(|| format!("the roster has no fighter {key}"))?;
        let name = scenario.strategies.of(key, seat + 1, None);
        contenders.push(Contender {
            seated: Seated {
                fighter: fighter as u8,
                seat,
                team: 0,
            },
            bot: simulation
                .bot(name)
                .with_context(|| format!("the scenario has no bot {name}"))?,
        });
    }
    Ok(contenders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Parties of two out of five. The chance to win is 0.4, plus 0.2 with fighter 0, plus 0.2 if
    /// fighters 1 and 2 are together.
    fn found(missions: u64) -> Found {
        let question = Question {
            size: 2,
            fighters: ["a", "b", "c", "d", "e"].map(str::to_owned).into(),
            seed: 1,
            missions,
            threads: 1,
        };
        let parties = question.parties();
        assert_eq!(parties.len(), 10);
        assert_eq!(question.keys(&parties[9]), ["d", "e"]);
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let mut won = Together::new(parties.len());
        for _ in 0..missions {
            let mission: f64 = luck.random();
            let wins = |party: &Vec<usize>| {
                let more = if party.contains(&0) { 0.2 } else { 0.0 };
                let bond = if *party == [1, 2] { 0.2 } else { 0.0 };
                mission < 0.4 + more + bond
            };
            won.add(&parties.iter().map(wins).collect::<Vec<_>>());
        }
        Found {
            parties,
            won,
            partial: false,
            seconds: 1.0,
        }
    }

    #[test]
    fn lifts_and_synergies_are_what_was_planted() {
        let found = found(40_000);
        assert_eq!(found.games(), 400_000);
        let near = |contrast: Contrast, truth: f64| {
            assert!(
                (contrast.value - truth).abs() < 4.0 * contrast.error,
                "{contrast:?}, not {truth}"
            );
            // Paired: all parties share the luck of a mission.
            assert!(contrast.error < 0.003, "{contrast:?}");
        };
        // One of the six parties without fighter 0 has the bonus of fighters 1 and 2.
        near(found.lift(0).unwrap(), 0.2 - 0.2 / 6.0);
        // One of fighter 3's four parties includes fighter 0, and none has the bonus.
        near(found.lift(3).unwrap(), 0.2 / 4.0 - (3.0 * 0.2 + 0.2) / 6.0);
        // Fighter 0 is in one of three parties with only one of the two, and in two of three with
        // neither.
        near(found.synergy(1, 2).unwrap(), 0.2);
        let rate = found.rate(|party| party.contains(&0)).unwrap();
        assert!((rate - 0.6).abs() < 0.01, "{rate}");
    }

    #[test]
    fn what_no_party_shows_is_not_told() {
        let mut found = found(10);
        found.parties = vec![vec![0, 1]];
        found.won = Together::new(1);
        assert!(found.lift(0).is_none() && found.synergy(0, 1).is_none());
        assert_eq!(found.rate(|_| true), None);
    }
}
