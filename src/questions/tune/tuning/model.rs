//! Model that predicts the win rates of a scenario with a set of edits.
//!
//! The prediction is the unchanged win rate plus the measured effect of every single edit in the
//! set. Two edits may also interact. Their interaction is estimated from games of sets that contain
//! both, by Bayesian updating with normal distributions. So results of one set also improve the
//! predictions of similar sets.

use super::Task;
use super::goal::WinSums;
use super::moves::TuningEdit;
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
    /// Win rates of the unchanged scenario.
    pub before: Vec<f64>,
    /// Target win rate for each win rate in `before`; `None` without a target.
    targets: Vec<Option<f64>>,
    /// For each edit: its measured effect on each win rate, and the variance of this effect.
    measured: Vec<Vec<(f64, f64)>>,
    /// For each edit: the effect on each win rate, corrected by the results of sets that contain
    /// the edit.
    effect: Vec<Vec<f64>>,
    /// For each edit: the current variance of its effect, averaged over the win rates.
    variance: Vec<f64>,
    played: Vec<Played>,
    /// For each edit: the indices of the played sets that contain the edit.
    played_with: Vec<Vec<usize>>,
    /// For each win rate: the weight of each played set, by which its difference from the
    /// prediction corrects the predictions of sets with the same edits.
    weights: Vec<Vec<f64>>,
}

/// Results of a set of edits that was played.
struct Played {
    set: Vec<usize>,
    /// Observed win rates, each with its variance.
    rates: Vec<(f64, f64)>,
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
    /// Creates a model of the win rates of the unchanged scenario, in which no effect of an edit is
    /// known yet.
    pub fn new(task: Task<'a>, before: &[WinSums]) -> Model<'a> {
        let edits = task.moves.len();
        Model {
            moves: task.moves,
            before: before.iter().map(WinSums::rate).collect(),
            targets: before.iter().map(|of| task.settings.goal.target(&of.fighter)).collect(),
            measured: vec![vec![]; edits],
            effect: vec![vec![0.0; before.len()]; edits],
            variance: vec![0.0; edits],
            played: vec![],
            played_with: vec![vec![]; edits],
            weights: vec![vec![]; before.len()],
        }
    }

    /// Stores the measured effect of a single edit: for each win rate, the effect and its variance.
    pub fn measure(&mut self, edit: usize, effect: Vec<(f64, f64)>) {
        self.measured[edit] = effect;
    }

    /// Stores the results of a set of edits that was played.
    pub fn learn(&mut self, set: Vec<usize>, sums: &[WinSums]) {
        let rates = sums.iter().map(|of| share_and_variance(of.wins, of.games)).collect();
        for &edit in &set {
            self.played_with[edit].push(self.played.len());
        }
        self.played.push(Played { set, rates });
    }

    /// Recomputes the effects of edits and their interactions from all results. Every edit must be
    /// measured.
    pub fn correct(&mut self) {
        let mut variances = vec![0.0; self.moves.len()];
        for rate in 0..self.before.len() {
            let inverse = self.covariance(rate).inverse();
            let inverse = inverse.unwrap_or_else(|| Matrix::zero(self.played.len()));
            let off: Vec<f64> = (self.played.iter())
                .map(|of| of.rates[rate].0 - self.expected(&of.set, rate))
                .collect();
            let weights = inverse.times(&off);
            for (edit, variance) in variances.iter_mut().enumerate() {
                let shared: Vec<f64> =
                    self.played.iter().map(|of| self.common(&[edit], &of.set, rate)).collect();
                let (effect, measured) = self.measured[edit][rate];
                let more = weights.iter().zip(&shared).map(|(weight, shared)| weight * shared);
                self.effect[edit][rate] = effect + more.sum::<f64>();
                *variance += measured - inverse.variance(&shared);
            }
            self.weights[rate] = weights;
        }
        let rates = self.before.len().max(1) as f64;
        self.variance = variances.into_iter().map(|sum| sum.max(0.0) / rates).collect();
    }

    /// Returns the covariance of the observed win rates of the sets that were played, around their
    /// expected values.
    fn covariance(&self, rate: usize) -> Matrix {
        let mut matrix = Matrix::zero(self.played.len());
        for (i, a) in self.played.iter().enumerate() {
            for (j, b) in self.played.iter().enumerate() {
                *matrix.cell(i, j) = self.common(&a.set, &b.set, rate);
            }
            *matrix.cell(i, i) += a.rates[rate].1;
        }
        matrix
    }

    /// Predicts a win rate from the measured effects of single edits, without interactions.
    fn expected(&self, set: &[usize], rate: usize) -> f64 {
        let effects: f64 = set.iter().map(|&edit| self.measured[edit][rate].0).sum();
        self.before[rate] + effects
    }

    /// Prior covariance of the effects of two sets of edits on a win rate. The covariance comes
    /// from the edits, and pairs of edits, that both sets contain.
    fn common(&self, a: &[usize], b: &[usize], rate: usize) -> f64 {
        let both: Vec<usize> = a.iter().copied().filter(|of| b.contains(of)).collect();
        let single: f64 = both.iter().map(|&edit| self.measured[edit][rate].1).sum();
        let pairs = both.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &one)| both[..i].iter().map(move |&other| (one, other)));
        single + pairs.map(|(a, b)| interaction(self.moves, a, b)).sum::<f64>()
    }

    /// Predicts the win rates with a set of edits.
    pub fn predict(&self, set: &[usize]) -> Vec<f64> {
        let mut rates = self.before.clone();
        for (i, &edit) in set.iter().enumerate() {
            self.add(&mut rates, &set[..i], edit);
        }
        rates
    }

    /// Adds the effect of an edit to the predicted win rates in `rates`, including its
    /// interactions with the edits of `set`.
    pub fn add(&self, rates: &mut [f64], set: &[usize], edit: usize) {
        for (rate, effect) in rates.iter_mut().zip(&self.effect[edit]) {
            *rate += effect;
        }
        for &other in set.iter().filter(|other| self.are_paired(edit, **other)) {
            let interaction = interaction(self.moves, edit, other);
            for (rate, weights) in rates.iter_mut().zip(&self.weights) {
                let sets = self.pairs(edit, other);
                *rate += sets.map(|set| weights[set] * interaction).sum::<f64>();
            }
        }
    }

    /// Returns the indices of the played sets that contain both edits.
    fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        let sets = self.played_with[a].iter().copied();
        sets.filter(move |&set| self.played[set].set.contains(&b))
    }

    fn are_paired(&self, a: usize, b: usize) -> bool {
        self.pairs(a, b).next().is_some()
    }

    /// Amount by which adding an edit to a set of edits increases the variance of the predicted
    /// win rates.
    pub fn added_variance(&self, set: &[usize], edit: usize) -> f64 {
        let strange = set.iter().filter(|other| !self.are_paired(edit, **other));
        let together: f64 = strange.map(|&other| interaction(self.moves, edit, other)).sum();
        self.variance[edit] + together
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

    /// Returns the sets of edits that were played, each with the largest distance of a predicted
    /// win rate from its target.
    pub fn played(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let distance = |set: &[usize]| self.miss(&self.predict(set)).largest;
        self.played.iter().map(move |of| (of.set.as_slice(), distance(&of.set)))
    }

    /// Returns whether a set of edits was played.
    pub fn has_played(&self, set: &[usize]) -> bool {
        self.played.iter().any(|of| of.set == set)
    }
}

/// Prior variance of the interaction of two edits, before games of sets that contain both edits.
fn interaction(moves: &[TuningEdit], a: usize, b: usize) -> f64 {
    let is_of_one = moves[a].knob.fighter == moves[b].knob.fighter;
    if is_of_one { OF_ONE * OF_ONE } else { APART * APART }
}
