//! Every party of a cooperative game on the same missions: which wins most, what each fighter is worth to a party, and who work well together.
//!
//! Mission i of every party is game i of the seed: what is dealt, and the chance of each seat, is the same for all. So what a fighter is worth is paired: the
//! same missions with another in its seat.

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use arrayvec::ArrayVec;

use super::Audience;
use crate::games::{self, Contender, FailedGame, MAX_PLAYERS, Seated};
use crate::scenario::Scenario;
use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch};
use crate::stats::line_ups;
use crate::stats::together::{Contrast, Together};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// Fighters in a party.
    pub size: usize,
    /// Who may be in it: keys of the roster, no two alike.
    pub fighters: Vec<String>,
    pub seed: u64,
    /// Missions that every party plays.
    pub missions: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The members of each party: indices into [`Question::fighters`].
    pub parties: Vec<Vec<usize>>,
    /// By party.
    pub won: Together,
    /// It was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

/// More parties than this are a list that nobody reads.
pub const MOST_PARTIES: u64 = 1_000;

impl Question {
    /// Every party, of indices into the fighters.
    pub fn parties(&self) -> Vec<Vec<usize>> {
        let everybody: Vec<usize> = (0..self.fighters.len()).collect();
        let one = line_ups::every(&everybody, &[self.size]);
        one.into_iter().flatten().collect()
    }

    /// The keys of a party.
    pub fn keys(&self, party: &[usize]) -> Vec<String> {
        let key = |&member: &usize| self.fighters[member].clone();
        party.iter().map(key).collect()
    }
}

impl Found {
    /// Games that all parties together have played.
    pub fn games(&self) -> u64 {
        self.won.games * self.parties.len() as u64
    }

    /// How much more often parties win that a fighter is in than parties that it is not in. `None` if it is in all.
    pub fn lift(&self, fighter: usize) -> Option<Contrast> {
        let with = self.of_those(|party| party.contains(&fighter))?;
        let without = self.of_those(|party| !party.contains(&fighter))?;
        Some(self.weigh([(1.0, with), (-1.0, without)]))
    }

    /// What two fighters do for a party beyond what each does: the lift of the one where the other is, less its lift where the other is not. `None`
    /// if there are no parties of each kind.
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

    /// The mean win rate of the parties that are so; `None` if none is.
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

    /// The sum of the mean win rates of groups of parties, each with its weight.
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

/// A party, as it is played.
type Contenders = ArrayVec<Contender, MAX_PLAYERS>;

/// Plays every mission with every party. `stop` may be set at any time, and ends it with the missions that all have played before.
///
/// # Errors
/// If threads cannot be had, or the scenario lacks a fighter or its bot.
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

/// Plays a stretch of the missions with every party.
///
/// # Errors
/// As [`play`].
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

/// What all missions say.
pub fn found(question: &Question, played: Played<Together>) -> Found {
    Found {
        parties: question.parties(),
        won: played.tally,
        partial: played.partial,
        seconds: played.seconds,
    }
}

/// Counts the missions that parties win.
struct Tallying<'a, A> {
    won: Together,
    /// Games of a mission: one of each party.
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

/// The first party in whose hands a game breaks off, as a bot fails.
pub fn failing(scenario: &Scenario, question: &Question, game: u64) -> Option<usize> {
    let simulation = scenario.open();
    let mut player = simulation.player();
    let parties = question.parties();
    parties.iter().position(|party| {
        let seated = seat(scenario, question, &simulation, party);
        seated.is_ok_and(|party| player.play_line_up(&party, question.seed, game).is_err())
    })
}

/// Plays missions with every party.
struct Player<'a> {
    player: Box<dyn games::Worker + 'a>,
    seed: u64,
    seated: &'a [Contenders],
    won: Together,
    /// By party, of the mission under way.
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

/// Who plays in a party, seat by seat, everybody played by whom the scenario says.
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

    /// Parties of two of five, whose chances are sums: 0.4 each, fighter 0 worth 0.2 more, and 0.2 more if 1 and 2 are together.
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
            // Paired: the missions' own luck is in both.
            assert!(contrast.error < 0.003, "{contrast:?}");
        };
        // Of the six parties without the first one has the bond.
        near(found.lift(0).unwrap(), 0.2 - 0.2 / 6.0);
        // The fourth is in one of four with the first, and in none with the bond.
        near(found.lift(3).unwrap(), 0.2 / 4.0 - (3.0 * 0.2 + 0.2) / 6.0);
        // The first is in one of three with each of them alone, and in two of three with neither.
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
