//! The linear model: what win rates a set of moves leads to.
//!
//! Each entrant's win rate is thought to be that of the scenario as it is, and for every step of every edit what a step is worth; what was screened is where that begins.
//! How proposals come out corrects that by Bayes' rule, all of it normal: a worth is known to its standard error and to how much one roster differs from the rosters
//! around it, a move may be off by itself, and every two moves may do something together that no worths explain. So what is learnt of a set holds for the most part of the sets that
//! differ from it in one move.

use std::collections::BTreeMap;

use super::Rate;
use super::moves::Move;
use super::race::Sums;
use crate::stats::matrix::Matrix;

/// How far, as a standard deviation, a step in this very roster is from what it is worth on average around it: so much, and a share of the worth.
const OWN: f64 = 0.004;
const OWN_SHARE: f64 = 0.25;
/// How far a move is from the worth of its steps, and what two moves do together, as standard deviations.
const ALONE: f64 = 0.004;
const TOGETHER: f64 = 0.004;

pub struct Model<'a> {
    moves: &'a [Move],
    /// By bot and entrant in one row, as everywhere here: the win rate as it is, and what it is to be.
    before: Vec<f64>,
    targets: Vec<Option<f64>>,
    /// By move, its worth: as screened, the variance of that, and as corrected.
    screened: Vec<Vec<f64>>,
    variance: Vec<Vec<f64>>,
    worth: Vec<Vec<f64>>,
    /// What two moves do together, as it came out; nothing of those that were not played together.
    pairs: BTreeMap<(usize, usize), Vec<f64>>,
    played: Vec<Played>,
}

/// A set of moves that was played.
struct Played {
    set: Vec<usize>,
    /// The win rates that came out, and the variances of them.
    rates: Vec<(f64, f64)>,
    /// What is thought of them since.
    thought: Vec<f64>,
}

/// How far a set of moves is from the targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Miss {
    /// The largest distance.
    pub largest: f64,
    /// The root of the sum of the squares.
    pub all: f64,
}

impl<'a> Model<'a> {
    pub fn new(moves: &'a [Move], before: &[Vec<Rate>]) -> Model<'a> {
        let rates = || before.iter().flatten();
        // A move of two steps is worth twice as much, and knows it no better.
        let scaled = |of: &Move, value: fn(&(f64, f64)) -> f64| -> Vec<f64> {
            let worth = of.worth.iter().flatten();
            worth.map(|worth| of.by as f64 * value(worth)).collect()
        };
        let screened: Vec<Vec<f64>> = moves.iter().map(|of| scaled(of, |worth| worth.0)).collect();
        let variance = |(of, worths): (&Move, &Vec<f64>)| -> Vec<f64> {
            let errors = scaled(of, |worth| worth.1);
            let own = |(worth, error): (&f64, f64)| {
                let own = OWN * of.by as f64;
                (OWN_SHARE * worth).powi(2) + error * error + own * own
            };
            worths.iter().zip(errors).map(own).collect()
        };
        Model {
            moves,
            before: rates().map(Rate::rate).collect(),
            targets: rates().map(|rate| rate.target).collect(),
            variance: moves.iter().zip(&screened).map(variance).collect(),
            worth: screened.clone(),
            screened,
            pairs: BTreeMap::new(),
            played: vec![],
        }
    }

    /// The win rates as they are.
    pub fn before(&self) -> &[f64] {
        &self.before
    }

    /// Adds to win rates what one move more does, beside those of a set.
    pub fn add(&self, rates: &mut [f64], set: &[usize], of: usize) {
        let mut add = |worths: &[f64]| {
            for (rate, worth) in rates.iter_mut().zip(worths) {
                *rate += worth;
            }
        };
        add(&self.worth[of]);
        for &other in set {
            if let Some(pair) = self.pairs.get(&(of.min(other), of.max(other))) {
                add(pair);
            }
        }
    }

    /// How far win rates are from the targets.
    pub fn miss(&self, rates: &[f64]) -> Miss {
        let distances = rates.iter().zip(&self.targets);
        let distances = distances.filter_map(|(rate, target)| Some((rate - (*target)?).abs()));
        let (mut largest, mut squares) = (0.0_f64, 0.0);
        for distance in distances {
            largest = largest.max(distance);
            squares += distance * distance;
        }
        Miss {
            largest,
            all: squares.sqrt(),
        }
    }

    /// Takes in how a set of moves came out.
    pub fn learn(&mut self, set: &[usize], sums: &[Vec<Sums>]) {
        let rate = |sums: &Sums| {
            let games = sums.games.max(1) as f64;
            let rate = sums.wins as f64 / games;
            (rate, (rate * (1.0 - rate)).max(1.0 / games) / games)
        };
        let rates: Vec<(f64, f64)> = sums.iter().flatten().map(rate).collect();
        self.played.push(Played {
            set: set.to_owned(),
            thought: rates.iter().map(|rate| rate.0).collect(),
            rates,
        });
    }

    /// Corrects all that is thought by all that was played.
    pub fn correct(&mut self) {
        for of in &self.played {
            for (i, &a) in of.set.iter().enumerate() {
                for &b in &of.set[i + 1..] {
                    let nothing = || vec![0.0; self.before.len()];
                    self.pairs.entry((a, b)).or_insert_with(nothing);
                }
            }
        }
        for entrant in 0..self.before.len() {
            let played = self.played.len();
            let mut matrix = Matrix::zero(played);
            for (i, a) in self.played.iter().enumerate() {
                for (j, b) in self.played.iter().enumerate() {
                    *matrix.cell(i, j) = self.common(&a.set, &b.set, entrant);
                }
                *matrix.cell(i, i) += a.rates[entrant].1;
            }
            let Some(inverse) = matrix.inverse() else {
                continue;
            };
            let off: Vec<f64> = (self.played.iter())
                .map(|of| of.rates[entrant].0 - self.expected(&of.set, entrant))
                .collect();
            let weights = inverse.times(&off);
            let sets = || self.played.iter().map(|of| &of.set).zip(&weights);
            let worths: Vec<f64> = (0..self.moves.len())
                .map(|of| {
                    let more = sets().map(|(set, weight)| {
                        let each = set.iter().map(|&other| self.covariance(of, other, entrant));
                        weight * each.sum::<f64>()
                    });
                    self.screened[of][entrant] + more.sum::<f64>()
                })
                .collect();
            let together = |(a, b): (usize, usize)| -> f64 {
                let with = sets().filter(|(set, _)| set.contains(&a) && set.contains(&b));
                with.map(|(_, weight)| weight * TOGETHER * TOGETHER).sum()
            };
            let pairs: Vec<f64> = self.pairs.keys().map(|&pair| together(pair)).collect();
            for (of, worth) in worths.into_iter().enumerate() {
                self.worth[of][entrant] = worth;
            }
            for (pair, together) in self.pairs.values_mut().zip(pairs) {
                pair[entrant] = together;
            }
        }
        for at in 0..self.played.len() {
            let mut rates = self.before.clone();
            let set = self.played[at].set.clone();
            for (i, &of) in set.iter().enumerate() {
                self.add(&mut rates, &set[..i], of);
            }
            self.played[at].thought = rates;
        }
    }

    /// Of sets of so many moves that were played, those that are thought to come nearest, the nearest first.
    pub fn best_played(&self, count: usize, most: usize) -> Vec<Vec<usize>> {
        let those = self.played.iter().filter(|of| of.set.len() == count);
        let mut those: Vec<&Played> = those.collect();
        those.sort_by(|a, b| {
            let largest = |of: &Played| self.miss(&of.thought).largest;
            largest(a).total_cmp(&largest(b))
        });
        those
            .into_iter()
            .take(most)
            .map(|of| of.set.clone())
            .collect()
    }

    /// What was expected of an entrant's win rate before anything was played.
    fn expected(&self, set: &[usize], entrant: usize) -> f64 {
        let worths: f64 = set.iter().map(|&of| self.screened[of][entrant]).sum();
        self.before[entrant] + worths
    }

    /// What two sets of moves have in common: the covariance of what they do to an entrant's win rate.
    fn common(&self, a: &[usize], b: &[usize], entrant: usize) -> f64 {
        let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
        let moves: f64 = pairs.map(|(a, b)| self.covariance(a, b, entrant)).sum();
        let both = a.iter().filter(|of| b.contains(of)).count();
        moves + TOGETHER * TOGETHER * (both * both.saturating_sub(1) / 2) as f64
    }

    /// What two moves have in common: the worth if they turn the same value, to the same side or to the other, and all if they are the same; else nothing.
    fn covariance(&self, a: usize, b: usize, entrant: usize) -> f64 {
        if self.moves[a].at != self.moves[b].at {
            return 0.0;
        }
        let deviation = |of: usize| {
            let sign = self.moves[of].by.signum() as f64;
            self.variance[of][entrant].sqrt() * sign
        };
        let alone = if a == b { ALONE * ALONE } else { 0.0 };
        deviation(a) * deviation(b) + alone
    }
}
