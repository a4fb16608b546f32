//! Model that predicts the win rates of a scenario with a set of edits.
//!
//! The prediction is the unchanged win rate plus the measured effect of every single edit in the
//! set. Two edits may also interact. Their interaction is estimated from games of sets that contain
//! both, by Bayesian updating with normal distributions. So results of one set also improve the
//! predictions of similar sets.

use std::collections::BTreeMap;

use super::SolutionRate;
use super::moves::TuningEdit;
use super::race::WinSums;
use crate::stats::intervals::share_and_variance;
use crate::stats::matrix::Matrix;

/// Prior standard deviation of the interaction of two edits that belong to different fighters, as a
/// difference of win rates.
const APART: f64 = 0.003;
/// Prior standard deviation of the interaction of two edits that belong to the same fighter, as a
/// difference of win rates.
const OF_ONE: f64 = 0.02;

pub struct Model<'a> {
    moves: &'a [TuningEdit],
    /// Win rates of the unchanged scenario, in one list ordered by bot and fighter.
    before: Vec<f64>,
    /// Target win rate for each win rate in `before`; `None` without a target.
    targets: Vec<Option<f64>>,
    /// For each edit: its measured effect on each win rate.
    measured: Vec<Vec<f64>>,
    /// For each edit: the variance of its measured effect on each win rate.
    variance: Vec<Vec<f64>>,
    /// For each edit: the effect on each win rate, corrected by the results of sets that contain
    /// the edit.
    effect: Vec<Vec<f64>>,
    /// For each adjusted edit: what to add to its effect on each win rate, and the variance of this
    /// addend, averaged over the win rates; see [`Model::adjust`].
    adjustments: BTreeMap<usize, (Vec<f64>, f64)>,
    /// Estimated interactions of each two edits that were played in one set.
    pairs: BTreeMap<(usize, usize), Vec<f64>>,
    /// For each edit: whether it was played in a set with another edit.
    paired: Vec<bool>,
    /// For each edit: the current variance of its effect, averaged over the win rates.
    mean_variance: Vec<f64>,
    played: Vec<Played>,
}

/// Results of a set of edits that was played.
struct Played {
    set: Vec<usize>,
    /// Numbers of wins and games of each win rate.
    sums: Vec<(u64, u64)>,
    /// Observed win rates, each with its variance.
    rates: Vec<(f64, f64)>,
    /// Win rates that the corrected model predicts for the set.
    predicted: Vec<f64>,
}

/// Distance of the win rates with a set of edits from their targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Miss {
    /// Largest distance of a win rate from its target.
    pub largest: f64,
    /// Root of the sum of the squared distances of all win rates from their targets.
    pub all: f64,
}

impl<'a> Model<'a> {
    /// Creates a model of win rates in which no effect of an edit is known yet.
    pub fn new(moves: &'a [TuningEdit], before: &[Vec<SolutionRate>]) -> Model<'a> {
        let rates = || before.iter().flatten();
        let nothing = vec![vec![0.0; rates().count()]; moves.len()];
        Model {
            moves,
            before: rates().map(SolutionRate::rate).collect(),
            targets: rates().map(|rate| rate.target).collect(),
            variance: nothing.clone(),
            effect: nothing.clone(),
            measured: nothing,
            adjustments: BTreeMap::new(),
            pairs: BTreeMap::new(),
            paired: vec![false; moves.len()],
            mean_variance: vec![0.0; moves.len()],
            played: vec![],
        }
    }

    /// Sets the addends that correct the effects of one edit, one per win rate, and their mean
    /// variance. The model adds them before it compares win rates with targets.
    pub fn adjust(&mut self, edit: usize, by: Vec<f64>, variance: f64) {
        self.adjustments.insert(edit, (by, variance));
    }

    /// Changes the target of each win rate.
    pub fn aim(&mut self, targets: Vec<Option<f64>>) {
        self.targets = targets;
    }

    /// Returns the estimated effect of an edit on each win rate.
    pub fn effect(&self, edit: usize) -> &[f64] {
        &self.effect[edit]
    }

    /// Stores the measured effect of a single edit: for each fighter's win rate, the effect and its
    /// variance.
    pub fn measure(&mut self, edit: usize, effect: &[(f64, f64)]) {
        self.measured[edit] = effect.iter().map(|of| of.0).collect();
        self.variance[edit] = effect.iter().map(|of| of.1).collect();
    }

    /// Amount by which adding an edit to a set of edits increases the variance of the predicted
    /// win rates.
    pub fn added_variance(&self, set: &[usize], edit: usize) -> f64 {
        let strange = |other: &&usize| self.pair(edit, **other).is_none();
        let together = set.iter().filter(strange);
        let together: f64 = together.map(|&other| self.together(edit, other)).sum();
        let adjusted = self.adjustments.get(&edit).map_or(0.0, |(_, variance)| *variance);
        self.mean_variance[edit] + adjusted + together
    }

    /// Returns the win rates of the unchanged scenario.
    pub fn before(&self) -> &[f64] {
        &self.before
    }

    /// Adds the effect of an edit to the predicted win rates in `rates`, including its
    /// interactions with the edits of `set`.
    pub fn add(&self, rates: &mut [f64], set: &[usize], edit: usize) {
        let mut add = |effects: &[f64]| {
            for (rate, effect) in rates.iter_mut().zip(effects) {
                *rate += effect;
            }
        };
        add(&self.effect[edit]);
        if let Some((adjustment, _)) = self.adjustments.get(&edit) {
            add(adjustment);
        }
        for &other in set {
            if let Some(pair) = self.pair(edit, other) {
                add(pair);
            }
        }
    }

    /// Returns the interaction of two edits; `None` if they were not played in one set.
    fn pair(&self, a: usize, b: usize) -> Option<&Vec<f64>> {
        match self.paired[a] && self.paired[b] {
            true => self.pairs.get(&(a.min(b), a.max(b))),
            false => None,
        }
    }

    /// Computes the distance of the given win rates from the targets.
    pub fn miss(&self, rates: &[f64]) -> Miss {
        let distances = rates.iter().zip(&self.targets);
        let distances = distances.filter_map(|(rate, target)| Some((rate - (*target)?).abs()));
        let (mut largest, mut squares) = (0.0_f64, 0.0);
        for distance in distances {
            largest = largest.max(distance);
            squares += distance * distance;
        }
        Miss { largest, all: squares.sqrt() }
    }

    /// Stores the results of a set of edits that was played. Further results of the same set, from
    /// other games, add up.
    pub fn learn(&mut self, set: &[usize], sums: &[Vec<WinSums>]) {
        let known = self.played.iter().position(|of| of.set == set);
        let mut all = known
            .map_or_else(|| vec![(0, 0); self.before.len()], |at| self.played.swap_remove(at).sums);
        for ((wins, games), more) in all.iter_mut().zip(sums.iter().flatten()) {
            *wins += more.wins;
            *games += more.games;
        }
        let rates: Vec<(f64, f64)> =
            all.iter().map(|&(wins, games)| share_and_variance(wins, games)).collect();
        self.played.push(Played {
            set: set.to_owned(),
            predicted: rates.iter().map(|rate| rate.0).collect(),
            sums: all,
            rates,
        });
    }

    /// Recomputes the effects of edits and their interactions from the results of all played sets.
    pub fn correct(&mut self) {
        for of in &self.played {
            for (i, &a) in of.set.iter().enumerate() {
                self.paired[a] |= of.set.len() > 1;
                for &b in &of.set[i + 1..] {
                    let nothing = || vec![0.0; self.before.len()];
                    self.pairs.entry((a, b)).or_insert_with(nothing);
                }
            }
        }
        let mut variances = vec![0.0; self.moves.len()];
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
            let effects: Vec<f64> = (0..self.moves.len())
                .map(|edit| {
                    let more =
                        sets().map(|(set, weight)| weight * self.common(&[edit], set, entrant));
                    self.measured[edit][entrant] + more.sum::<f64>()
                })
                .collect();
            let together = |(a, b): (usize, usize)| -> f64 {
                let with = sets().filter(|(set, _)| set.contains(&a) && set.contains(&b));
                with.map(|(_, weight)| weight * self.together(a, b)).sum()
            };
            let pairs: Vec<f64> = self.pairs.keys().map(|&pair| together(pair)).collect();
            for (edit, sum) in variances.iter_mut().enumerate() {
                let shared: Vec<f64> = (self.played.iter())
                    .map(|set| self.common(&[edit], &set.set, entrant))
                    .collect();
                *sum += match shared.iter().any(|shared| *shared != 0.0) {
                    true => self.variance[edit][entrant] - inverse.variance(&shared),
                    false => self.variance[edit][entrant],
                };
            }
            for (edit, effect) in effects.into_iter().enumerate() {
                self.effect[edit][entrant] = effect;
            }
            for (pair, together) in self.pairs.values_mut().zip(pairs) {
                pair[entrant] = together;
            }
        }
        let entrants = self.before.len().max(1) as f64;
        self.mean_variance = variances.into_iter().map(|sum| sum.max(0.0) / entrants).collect();
        for at in 0..self.played.len() {
            let mut rates = self.before.clone();
            let set = self.played[at].set.clone();
            for (i, &edit) in set.iter().enumerate() {
                self.add(&mut rates, &set[..i], edit);
            }
            self.played[at].predicted = rates;
        }
    }

    /// Returns the sets of edits that were played, each with the largest distance of a predicted
    /// win rate from its target.
    pub fn played(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let distance = |of: &Played| self.miss(&of.predicted).largest;
        self.played.iter().map(move |of| (of.set.as_slice(), distance(of)))
    }

    /// Predicts the win rate of a fighter from the effects of single edits, without interactions.
    fn expected(&self, set: &[usize], entrant: usize) -> f64 {
        let effects: f64 = set.iter().map(|&edit| self.measured[edit][entrant]).sum();
        self.before[entrant] + effects
    }

    /// Prior covariance of the effects of two sets of edits on a fighter's win rate. The covariance
    /// comes from the edits, and pairs of edits, that both sets contain.
    fn common(&self, a: &[usize], b: &[usize], entrant: usize) -> f64 {
        let both: Vec<usize> = a.iter().copied().filter(|of| b.contains(of)).collect();
        let single: f64 = both.iter().map(|&edit| self.variance[edit][entrant]).sum();
        let pairs = both.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &one)| both[..i].iter().map(move |&other| (one, other)));
        single + pairs.map(|(a, b)| self.together(a, b)).sum::<f64>()
    }

    /// Prior variance of the interaction of two edits, before games of sets that contain both
    /// edits.
    fn together(&self, a: usize, b: usize) -> f64 {
        let fighter = |edit: usize| &self.moves[edit].knob.fighter;
        match fighter(a) == fighter(b) {
            true => OF_ONE * OF_ONE,
            false => APART * APART,
        }
    }
}
