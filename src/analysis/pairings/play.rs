//! Plays every line-up: a fixed number of games each, or until its fairness is decided.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;
use arrayvec::ArrayVec;

use super::{Budget, Found, LineUp, Question};
use crate::analysis::Audience;
use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate;
use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{Contender, FailedGame, Seated};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch};
use crate::stats::counts::{Counted, Through};
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::sequential;

/// Fighters of a line-up with their bots, team by team.
type Contenders = ArrayVec<Contender, MAX_PLAYERS>;

/// Plays every line-up of a question. Setting `stop` ends it with the complete batches so far.
///
/// Game i of line-up n of N is game n + N·i of the seed. So line-ups share no dice, their results
/// are independent, and each game can be watched. The results depend only on scenario, question and
/// seed.
///
/// # Errors
/// Fails if threads cannot be started or the scenario lacks a fighter or a bot.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    match question.budget {
        Budget::UntilClear { .. } => until_clear(scenario, question, stop, audience),
        Budget::Each(_) => {
            let all = Stretch::of(question.games(), Results::none(question));
            let played = play_stretch(scenario, question, stop, audience, all)?;
            Ok(found(question, played))
        }
    }
}

/// Plays a contiguous range (stretch) of the games of all line-ups, with the same number of games
/// of each line-up.
///
/// # Errors
/// Same as [`play`].
pub fn play_stretch(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
    stretch: Stretch<'_, Results>,
) -> anyhow::Result<Played<Results>> {
    let simulation = scenario.open();
    let line_ups = unplayed(question);
    let seated = seat_all(scenario, question, &simulation, &line_ups)?;
    let batches = Batches::new(question.threads, batches::LARGEST, || {
        let round = Round::first(line_ups.len());
        Player::new(&simulation, question.seed, &seated, round)
    })?;
    audience.planned(stretch.games.end - stretch.games.start);
    let plan = Plan::fixed(question.seed, question.games(), question.threads);
    plan.play(batches, stop, stretch, |results| Tallying {
        results,
        audience,
    })
}

/// Combines the played games into results, if every line-up has the same number of games.
pub fn found(question: &Question, played: Played<Results>) -> Found {
    let mut line_ups = unplayed(question);
    for (line_up, results) in line_ups.iter_mut().zip(&played.tally.0) {
        line_up.add(results);
        line_up.surprise = Surprise::of(&line_up.wins, question.fair());
    }
    judge(&mut line_ups, question);
    Found {
        line_ups,
        partial: played.partial,
        seconds: played.seconds,
    }
}

/// Plays the undecided line-ups until the fairness of each is decided or the maximum number of
/// games is reached.
fn until_clear(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    let simulation = scenario.open();
    let mut line_ups = unplayed(question);
    let seated = seat_all(scenario, question, &simulation, &line_ups)?;
    let mut round = Round::first(line_ups.len());
    let mut batches = Batches::new(question.threads, batches::LARGEST, || {
        Player::new(&simulation, question.seed, &seated, round.clone())
    })?;
    let begin = Instant::now();
    let (mut looks, mut partial) = (0, false);
    while round.games < question.budget.most() && !round.open.is_empty() {
        looks += 1;
        let next = question.budget.games_at(looks);
        let fresh = (next - round.games) * round.open.len() as u64;
        audience.planned(fresh);
        for worker in batches.workers() {
            worker.round = round.clone();
        }
        while batches.played() < round.first + fresh {
            if !batches.play(round.first + fresh, stop, |games| audience.played(games))? {
                // The batch is incomplete: discard it.
                partial = true;
                break;
            }
            for worker in batches.workers() {
                for (line_up, more) in line_ups.iter_mut().zip(&mut worker.results) {
                    line_up.add(more);
                    more.fill(0);
                }
            }
        }
        if partial {
            break;
        }
        round.games = next;
        round.first = batches.played();
        for &i in &round.open {
            let line_up = &mut line_ups[i];
            line_up.looks = looks;
            let seen = Surprise::of(&line_up.wins, question.fair())
                .spent(sequential::share_of_look(looks));
            line_up.surprise = line_up.surprise.or(seen);
        }
        judge(&mut line_ups, question);
        round.open.retain(|&i| line_ups[i].verdict == Verdict::Open);
    }
    Ok(Found {
        line_ups,
        partial,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

fn unplayed(question: &Question) -> Vec<LineUp> {
    let every = question.every().into_iter();
    every.map(LineUp::unplayed).collect()
}

/// Results of one line-up: the wins of each team, then the games without a winner.
type OfLineUp = [u64; MAX_PLAYERS + 1];

/// Results of all line-ups.
#[derive(Debug, Clone)]
pub struct Results(Vec<OfLineUp>);

impl Results {
    /// Creates empty results.
    pub fn none(question: &Question) -> Results {
        Results(vec![[0; MAX_PLAYERS + 1]; question.every().len()])
    }
}

impl Counted for Results {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(self.0.iter_mut().flatten());
        // Each game was won by one team, or by nobody.
        through.of_games(self.0.iter().flatten().sum());
    }
}

impl LineUp {
    fn add(&mut self, results: &OfLineUp) {
        self.nobody += results[NOBODY];
        let wins = self.wins.iter_mut().zip(results);
        wins.for_each(|(wins, more)| *wins += more);
    }
}

/// Collects the results of all line-ups.
struct Tallying<'a, A> {
    results: Results,
    audience: &'a A,
}

impl<'a, A: Audience> Counting<Player<'a>> for Tallying<'_, A> {
    type Tally = Results;

    fn played(&self, games: u64) {
        self.audience.played(games);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<Player<'a>>) -> anyhow::Result<()> {
        for worker in workers.workers() {
            for (results, more) in self.results.0.iter_mut().zip(&mut worker.results) {
                let counters = results.iter_mut().zip(more.iter());
                counters.for_each(|(sum, more)| *sum += more);
                more.fill(0);
            }
        }
        Ok(())
    }

    fn is_precise(&self, _: Precision) -> bool {
        false
    }

    fn tally(&mut self) -> &mut Results {
        &mut self.results
    }

    fn finish(self) -> Results {
        self.results
    }
}

/// Next games to play: the undecided line-ups in turn.
#[derive(Debug, Clone, Default)]
struct Round {
    open: Vec<usize>,
    /// Number of games that each undecided line-up has played before this round.
    games: u64,
    /// Number of the first game of this round among all games.
    first: u64,
}

impl Round {
    /// Creates the first round: all line-ups, none of them played.
    fn first(line_ups: usize) -> Round {
        Round {
            open: (0..line_ups).collect(),
            ..Round::default()
        }
    }
}

/// Index of the games without a winner, after the teams.
const NOBODY: usize = MAX_PLAYERS;

/// Worker that plays line-ups.
struct Player<'a> {
    player: Box<dyn simulate::Worker + 'a>,
    seed: u64,
    seated: &'a [Contenders],
    round: Round,
    /// Results of each line-up in the current batch.
    results: Vec<OfLineUp>,
}

impl<'a> Player<'a> {
    fn new(
        simulation: &'a Simulation,
        seed: u64,
        seated: &'a [Contenders],
        round: Round,
    ) -> Player<'a> {
        Player {
            player: simulation.player(),
            seed,
            seated,
            round,
            results: vec![[0; MAX_PLAYERS + 1]; seated.len()],
        }
    }
}

impl Worker for Player<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let (n, open) = (number - self.round.first, self.round.open.len() as u64);
        let line_up = self.round.open[(n % open) as usize];
        let game = self.round.games + n / open;
        let contenders = &self.seated[line_up];
        let number = line_up as u64 + self.seated.len() as u64 * game;
        let places = self.player.play_line_up(contenders, self.seed, number)?;
        self.results[line_up][result(&places, contenders)] += 1;
        Ok(())
    }
}

/// Index of the winning team, or [`NOBODY`], from the place of each fighter.
fn result(places: &[u8], contenders: &Contenders) -> usize {
    let winner = contenders
        .iter()
        .zip(places)
        .find(|(_, place)| **place == 1);
    winner.map_or(NOBODY, |(winner, _)| winner.seated.team.into())
}

/// Updates the verdicts of all line-ups, with Holm's correction for their number.
fn judge(line_ups: &mut [LineUp], question: &Question) {
    let surprises: Vec<Surprise> = line_ups.iter().map(|line_up| line_up.surprise).collect();
    let verdicts = verdicts(&surprises, 1.0 - question.level);
    for (line_up, verdict) in line_ups.iter_mut().zip(verdicts) {
        line_up.verdict = verdict;
    }
}

impl Budget {
    /// Maximum number of games of a line-up.
    pub(super) fn most(self) -> u64 {
        match self {
            Budget::Each(games) | Budget::UntilClear { most: games } => games,
        }
    }

    /// Number of games of each undecided line-up at interim analysis `look`, counted from 1. A
    /// fixed number of games has only one analysis.
    fn games_at(self, look: u32) -> u64 {
        match self {
            Budget::Each(games) => games,
            Budget::UntilClear { most } => sequential::games_at(look).min(most),
        }
    }
}

/// Fighters of all line-ups with their bots.
fn seat_all(
    scenario: &Scenario,
    question: &Question,
    simulation: &Simulation,
    line_ups: &[LineUp],
) -> anyhow::Result<Vec<Contenders>> {
    let seat = |line_up| seat(scenario, question, simulation, line_up);
    line_ups.iter().map(seat).collect()
}

/// Fighters of a line-up, team by team, each with the bot that the scenario assigns.
fn seat(
    scenario: &Scenario,
    question: &Question,
    simulation: &Simulation,
    line_up: &LineUp,
) -> anyhow::Result<Contenders> {
    let fighters = scenario.profiles();
    let mut contenders = Contenders::new();
    for (team, members) in (0u8..).zip(&line_up.teams) {
        for &member in members {
            let key = &question.fighters[member];
            let fighter = fighters.iter().position(|known| known.key == *key);
            let fighter = fighter.with_context(|| format!("the roster has no fighter {key}"))?;
            let seat = match question.per_team {
                false => contenders.len() as u8,
                true => team,
            };
            let name = scenario.strategies.of(key, seat + 1, Some(team + 1));
            contenders.push(Contender {
                seated: Seated {
                    fighter: fighter as u8,
                    seat,
                    team,
                },
                bot: simulation
                    .bot(name)
                    .with_context(|| format!("the scenario has no bot {name}"))?,
            });
        }
    }
    Ok(contenders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_nobody_wins_is_counted_for_no_team() {
        let contender = |seat| Contender {
            seated: Seated {
                fighter: seat,
                seat,
                team: seat % 2,
            },
            bot: 0,
        };
        let contenders: Contenders = (0..4).map(contender).collect();
        assert_eq!(result(&[2, 1, 2, 1], &contenders), 1);
        assert_eq!(result(&[2, 2, 2, 2], &contenders), NOBODY);
        assert_eq!(result(&[0; MAX_PLAYERS], &contenders), NOBODY);
        let mut line_up = LineUp::unplayed(vec![vec![0, 2], vec![1, 3]]);
        (line_up.wins, line_up.nobody) = (vec![3, 4], 5);
        assert_eq!((line_up.games(), line_up.decided()), (12, 7));
    }
}
