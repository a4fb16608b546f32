//! `gong tune`: the fewest, then smallest, edits that bring everybody to a target.
//!
//! What every edit is worth alone is measured, roughly at first. A linear model of that proposes the best sets of one, two, three … edits, and the edits in
//! them are measured better, again and again; then the sets are played, what they come out at corrects the model, and it proposes again. The best of each number of
//! edits race on the same dice, and those that are left are certified on games of seeds that the search never saw.

mod alone;
mod forecast;
mod model;
mod moves;
mod race;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::sweep::Point;
use super::{Audience, knobs};
use crate::scenario::{Edit, Scenario};
use crate::simulate::{Lot, Lots};
use crate::stats::intervals::Interval;

use self::forecast::Stage;
pub use self::forecast::{Forecast, alone_cost};
pub use self::moves::{Move, all as moves, is_of, may_turn};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The win rate that a fighter is to have, by key; others may have any.
    pub targets: BTreeMap<String, f64>,
    /// So far from it is near enough.
    pub within: f64,
    /// At most so many edits.
    pub edits: usize,
    /// Whose values may be edited, by key.
    pub fighters: Vec<String>,
    /// Rules may be edited too.
    pub rules: bool,
    /// Which values may be edited beside that.
    pub allowed: Allowed,
    pub effort: Effort,
    /// With this chance no set is certified that is not near enough.
    pub level: f64,
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// Which values may be edited: patterns of fields, as `fighters.baobab`, `cards.*.defense` or `printed`.
#[derive(Debug, Clone, Default)]
pub struct Allowed {
    /// Only these, if there are any.
    pub only: Vec<String>,
    /// Not these.
    pub not: Vec<String>,
}

/// How many games are played for what.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Of every edit alone, at its first look.
    pub alone: u64,
    /// Of an edit alone that is in a set that looks good, at its first look.
    pub better: u64,
    /// Of a set of edits, at its first look.
    pub proposal: u64,
    /// Of each solution, to certify it.
    pub certified: u64,
}

impl Effort {
    /// What comes of so many games of an edit that looks good.
    pub fn of(games: u64) -> Effort {
        Effort {
            alone: games.div_ceil(4),
            better: games,
            proposal: 4 * games,
            certified: 8 * games,
        }
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The scenario as it is, then the best set of one edit, of two, and so on; sets that are no better than fewer edits are left out.
    pub solutions: Vec<Solution>,
    /// How many sets of edits were played.
    pub tried: usize,
    /// Values that could be edited.
    pub values: usize,
    pub games: u64,
}

/// A set of edits, and what came of it in the games that certify it.
#[derive(Debug, Clone)]
pub struct Solution {
    pub moves: Vec<Move>,
    /// By bot and entrant.
    pub rates: Vec<Vec<Rate>>,
    /// Every interval lies within what is near enough.
    pub certified: bool,
}

/// The win rate of an entrant in the games of a solution.
#[derive(Debug, Clone)]
pub struct Rate {
    pub fighter: String,
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
    /// Of its own win rate, right for all sets and looks.
    pub interval: Interval,
    /// What it is to be, if anything.
    pub target: Option<f64>,
}

impl Rate {
    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    /// How far it is from its target; 0 without one.
    pub fn distance(&self) -> f64 {
        self.target
            .map_or(0.0, |target| (self.rate() - target).abs())
    }
}

impl Solution {
    /// Steps of all edits together.
    pub fn steps(&self) -> u64 {
        self.moves.iter().map(|of| of.by.unsigned_abs()).sum()
    }

    /// The largest distance from a target, of any bot.
    pub fn distance(&self) -> f64 {
        let all = self.rates.iter().flatten();
        all.map(Rate::distance).fold(0.0, f64::max)
    }

    /// All that it changes.
    pub fn edits(&self) -> Vec<Edit> {
        self.moves.iter().flat_map(|of| of.edits.clone()).collect()
    }
}

/// How proposals are played: a scenario, a seed and a number of games to what came of them; none if it was interrupted.
pub type Play<'a> = dyn FnMut(&Scenario, u64, u64) -> anyhow::Result<Option<Point>> + 'a;

/// A round of proposals.
struct Round {
    /// So many sets of the most edits.
    sets: usize,
    /// In so many of them one move may be.
    of_one: usize,
    /// So many standard deviations of doubt count as distance: first one learns, then one relies on what is known.
    caution: f64,
    /// So many times as many games as the first look has.
    times: u64,
}

const fn round(sets: usize, of_one: usize, caution: f64, times: u64) -> Round {
    Round {
        sets,
        of_one,
        caution,
        times,
    }
}

impl Round {
    /// What is proposed, of so many edits at most.
    fn choice(&self, edits: usize) -> search::Choice {
        search::Choice {
            edits,
            most: self.sets,
            of_one: self.of_one,
            caution: self.caution,
        }
    }
}

/// Rounds in which the moves of proposals are measured alone.
const ALONE: [Round; 4] = [
    round(100, 5, 0.0, 1),
    round(60, 5, 0.0, 2),
    round(30, 6, 0.2, 4),
    round(16, 6, 0.4, 8),
];
/// Rounds in which proposals are played.
const TOGETHER: [Round; 4] = [
    round(10, 3, 0.4, 1),
    round(10, 3, 0.5, 1),
    round(10, 4, 0.5, 2),
    round(8, 4, 0.5, 4),
];
/// Of the most edits so many race, of fewer edits fewer.
const RACING: usize = 6;

/// Every move that may be made.
fn candidates(scenarios: &[Scenario], question: &Question) -> Vec<Move> {
    let mut knobs = knobs::of(&scenarios[0], &question.fighters, question.rules);
    knobs.retain(|knob| moves::may_turn(knob, &question.allowed));
    moves::all(scenarios, &knobs)
}

/// The games of the first look at every edit alone, which hangs on nothing that is played before.
pub fn first_lots(scenarios: &[Scenario], question: &Question) -> Vec<Lot> {
    let moves = candidates(scenarios, question).len();
    alone::lots(scenarios, question, moves)
}

/// What is expected to be played, before anything is.
pub fn forecast(scenarios: &[Scenario], question: &Question) -> Forecast {
    Forecast::new(scenarios, question, candidates(scenarios, question).len())
}

/// Plays of that first look what is to be played here, and nothing else; false if it was interrupted.
///
/// # Errors
/// If threads cannot be had, or a bot fails.
pub fn first_look(
    scenarios: &[Scenario],
    question: &Question,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<bool> {
    let moves = candidates(scenarios, question);
    let mut alone = alone::Alone::new(scenarios, question, moves.len());
    alone.first_look(&moves, lots, stop, audience)
}

/// Tunes a scenario, which is given once for each bot that has to be served. `lots` knows the games of the first look, those of [`first_lots`]; `play` plays
/// sets of edits; `stop` may be set at any time, and nothing is found then.
///
/// # Errors
/// If threads cannot be had, or a bot fails.
pub fn find(
    scenarios: &[Scenario],
    question: &Question,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl Audience,
    play: &mut Play<'_>,
) -> anyhow::Result<Option<Found>> {
    let effort = question.effort;
    let all = candidates(scenarios, question);
    let mut forecast = Forecast::new(scenarios, question, all.len());
    forecast.begin(Stage::AsItIs, None, audience);
    let mut table = race::Table::new(scenarios, question, play);
    // Nothing to be done is the first thing to know.
    let Some(mut solutions) = table.certify(&[vec![]])? else {
        return Ok(None);
    };
    let (mut values, mut games) = (0, 0);
    if !solutions[0].certified && question.edits > 0 {
        let rates = solutions[0].rates.clone();
        values = moves::values(&all);
        let mut alone = alone::Alone::new(scenarios, question, all.len());
        let mut model = model::Model::new(&all, &rates);
        forecast.begin(Stage::FirstLook, None, audience);
        if !alone.first_look(&all, lots, stop, audience)? {
            return Ok(None);
        }
        let mut measured: Vec<usize> = (0..all.len()).collect();
        for (number, round) in (0..).zip(ALONE.iter().map(Some).chain([None])) {
            for of in measured {
                model.measure(of, &alone.worth(of, &rates));
            }
            model.correct();
            let Some(round) = round else {
                break;
            };
            let sets = search::propose(&all, &model, round.choice(question.edits), &[]);
            let mut which = sets.concat();
            which.sort_unstable();
            which.dedup();
            let games = round.times * effort.better;
            let missing = alone.missing(&which, games);
            forecast.begin(Stage::Alone(number), Some(missing), audience);
            match alone.play(&all, &which, games, stop, audience)? {
                Some(played) => measured = played,
                None => return Ok(None),
            }
        }
        let mut proposed: Vec<Vec<usize>> = vec![];
        for (number, round) in (1..).zip(&TOGETHER) {
            let sets = search::propose(&all, &model, round.choice(question.edits), &proposed);
            let games = sets.len() as u64 * round.times * effort.proposal * scenarios.len() as u64;
            forecast.begin(Stage::Together(number as usize - 1), Some(games), audience);
            for set in sets {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let Some(edited) = table.edited(&moves::edits(&all, &set)) else {
                    continue;
                };
                match table.look(&edited, number, round.times * effort.proposal)? {
                    Some(rates) => model.learn(&set, &rates),
                    None => return Ok(None),
                }
                proposed.push(set);
            }
            model.correct();
        }
        games = alone.games();
        let mut finalists = vec![];
        forecast.begin(Stage::Race, None, audience);
        for count in 1..=question.edits {
            let most = (RACING * count).div_ceil(question.edits);
            let racing = model.best_played(count, most);
            match table.race(&all, &racing)? {
                Some(Some(winner)) => finalists.push(racing[winner].clone()),
                Some(None) => {}
                None => return Ok(None),
            }
        }
        let sets: Vec<Vec<Move>> = (finalists.iter())
            .map(|set| set.iter().map(|&of| all[of].clone()).collect())
            .collect();
        let games =
            sets.len() as u64 * forecast::CERTIFIED * effort.certified * scenarios.len() as u64;
        forecast.begin(Stage::Certify, Some(games), audience);
        match table.certify(&sets)? {
            Some(certified) => solutions.extend(certified),
            None => return Ok(None),
        }
        solutions = front(solutions);
    }
    Ok(Some(Found {
        solutions,
        tried: table.tried(),
        values,
        games: games + table.games(),
    }))
}

/// Without those that are no nearer to the target than one of fewer edits.
fn front(solutions: Vec<Solution>) -> Vec<Solution> {
    let mut kept: Vec<Solution> = vec![];
    for solution in solutions {
        let better = |before: &Solution| solution.distance() < before.distance();
        if kept.iter().all(better) {
            kept.push(solution);
        }
    }
    kept
}
