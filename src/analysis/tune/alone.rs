//! What single edits are worth: each move alone, held against the scenario as it is, on the same dice.
//!
//! Nothing that is cheaper says it well enough. An average over many rosters around this one, as a screen makes it, misses what a move does in this very roster by 2 points (root mean
//! square; 4 where a value goes two steps), where the moves themselves are worth 4 and 6: see `docs/tune.md`.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::moves::Move;
use super::{Question, Rate};
use crate::analysis::compare::{PairTally, Variant, WON, compare_with};
use crate::analysis::{Audience, paired};
use crate::games::chance::mix;
use crate::scenario::Scenario;
use crate::simulate::{All, Lot, Lots, Plan, Simulation};

/// Games of moves, of the same number of each look.
const ALONE: u64 = 3 << 32;
/// Moves that are played together, beside the scenario as it is: as many as memory has room for.
pub const TOGETHER: usize = 32;

/// The lots of the first look at so many moves: of those that are played together one each bot.
pub fn lots(scenarios: &[Scenario], question: &Question, moves: usize) -> Vec<Lot> {
    let together = (0..moves).step_by(TOGETHER);
    let together = together.map(|first| (moves - first).min(TOGETHER) as u64);
    let of_bots = |many: u64| {
        let lot = move |of: &Scenario| Lot::new(question.effort.alone, many * of.cost());
        scenarios.iter().map(lot)
    };
    together.flat_map(of_bots).collect()
}

/// Every move, and the games that were played of it.
pub struct Alone<'a> {
    scenarios: &'a [Scenario],
    question: &'a Question,
    /// By bot, the scenario as it is.
    as_it_is: Vec<Simulation>,
    /// By move and bot; nothing before it was played.
    pairs: Vec<Vec<PairTally>>,
    /// By move, games of each bot.
    games: Vec<u64>,
    looks: u64,
    played: u64,
}

impl<'a> Alone<'a> {
    pub fn new(scenarios: &'a [Scenario], question: &'a Question, moves: usize) -> Self {
        Alone {
            scenarios,
            question,
            as_it_is: scenarios.iter().map(Scenario::open).collect(),
            pairs: vec![vec![]; moves],
            games: vec![0; moves],
            looks: 0,
            played: 0,
        }
    }

    /// Games that were played here.
    pub fn games(&self) -> u64 {
        self.played
    }

    /// Plays the first look at every move: whatever it is, it is the same games. False if it was interrupted.
    ///
    /// # Errors
    /// If threads cannot be had, or a bot fails.
    pub fn first_look(
        &mut self,
        moves: &[Move],
        lots: &mut impl Lots,
        stop: &AtomicBool,
        audience: &impl Audience,
    ) -> anyhow::Result<bool> {
        self.looks += 1;
        let (games, bots) = (self.question.effort.alone, self.scenarios.len());
        let every: Vec<usize> = (0..moves.len()).collect();
        for (lot, together) in (0..).step_by(bots).zip(every.chunks(TOGETHER)) {
            if !self.play_together(moves, together, games, (lots, lot), stop, audience)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Games of all bots that are missing until each of some moves has so many.
    pub fn missing(&self, which: &[usize], games: u64) -> u64 {
        let missing = |&of: &usize| games.saturating_sub(self.games[of]);
        which.iter().map(missing).sum::<u64>() * self.scenarios.len() as u64
    }

    /// Plays moves until each has so many games, and gives those that had fewer. None if it was interrupted.
    ///
    /// # Errors
    /// If threads cannot be had, or a bot fails.
    pub fn play(
        &mut self,
        moves: &[Move],
        which: &[usize],
        games: u64,
        stop: &AtomicBool,
        audience: &impl Audience,
    ) -> anyhow::Result<Option<Vec<usize>>> {
        let mut fewer = which.to_owned();
        fewer.retain(|&of| self.games[of] < games);
        // Those that had as many before need as many more.
        let mut by_more: Vec<(u64, usize)> = (fewer.iter())
            .map(|&of| (games - self.games[of], of))
            .collect();
        by_more.sort_unstable();
        self.looks += 1;
        for alike in by_more.chunk_by(|a, b| a.0 == b.0) {
            for together in alike.chunks(TOGETHER) {
                let together: Vec<usize> = together.iter().map(|&(_, of)| of).collect();
                let more = alike[0].0;
                let lots = (&mut All(more), 0);
                if !self.play_together(moves, &together, more, lots, stop, audience)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(fewer))
    }

    /// Plays so many games more of some moves, a lot each bot, from lot `lot` on; false if it was interrupted.
    fn play_together(
        &mut self,
        moves: &[Move],
        together: &[usize],
        games: u64,
        (lots, lot): (&mut impl Lots, usize),
        stop: &AtomicBool,
        audience: &impl Audience,
    ) -> anyhow::Result<bool> {
        let seed = mix(self.question.seed ^ mix(ALONE + self.looks));
        let plan = Plan::fixed(seed, games, self.question.threads);
        let each = together.len() as u64;
        for (bot, (scenario, first)) in self.scenarios.iter().zip(&self.as_it_is).enumerate() {
            let variants: Vec<Variant> = (together.par_iter())
                .map(|&of| variant(scenario, &moves[of]))
                .collect();
            let cost = scenario.cost() * paired(first, TOGETHER);
            let heard = |games| audience.played(games * each * cost);
            let done = compare_with(
                first,
                &variants,
                &plan,
                stop,
                heard,
                (&mut *lots, lot + bot),
            )?;
            if done.partial {
                return Ok(false);
            }
            for (&of, pairs) in together.iter().zip(done.tally) {
                match self.pairs[of].get_mut(bot) {
                    Some(before) => before.merge(&pairs),
                    None => self.pairs[of].push(pairs),
                }
            }
        }
        for &of in together {
            self.games[of] += games;
        }
        self.played += games * each * self.scenarios.len() as u64;
        Ok(true)
    }

    /// By bot and entrant in one row, as `rates` have them: what a move adds to its win rate, and the variance of that. An entrant that it cannot concern gets nothing.
    pub fn worth(&self, of: usize, rates: &[Vec<Rate>]) -> Vec<(f64, f64)> {
        let of_bot = |(pairs, rates): (&PairTally, &Vec<Rate>)| -> Vec<(f64, f64)> {
            let of_entrant = |rate: &Rate| {
                let mut subjects = pairs.subjects.iter();
                let at = subjects
                    .position(|of| of.fighter == rate.fighter && of.strategies[0] == rate.strategy);
                at.map_or((0.0, 0.0), |at| {
                    let won = &pairs.measures[at][WON];
                    let games = won.games.max(1) as f64;
                    // Few games that all came out alike are no proof.
                    let variance = won.variances().map_or(1.0, |(_, paired)| paired);
                    let worth = won.difference().unwrap_or(0.0);
                    (worth, variance.max(1.0 / games) / games)
                })
            };
            rates.iter().map(of_entrant).collect()
        };
        self.pairs[of].iter().zip(rates).flat_map(of_bot).collect()
    }
}

/// The scenario with a move.
fn variant(scenario: &Scenario, of: &Move) -> Variant {
    let edited = scenario.with(&of.edits);
    Variant {
        simulation: edited.expect("moves are allowed").open(),
        only: of.knob.fighter.clone(),
    }
}
