//! Proposes the best sets of edits according to a model of win rates, by a beam search over sets of
//! one, two, three … edits.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::Round;
use super::model::{Miss, Model};
use super::moves::TuningEdit;

/// Number of sets of edits of each size that the beam search keeps, for each of its two criteria.
const BEAM: usize = 3_000;
/// Cost of one step (smallest change of a game value), as a distance of win rates from their
/// targets. This cost makes the search prefer the smaller of two equally good sets.
const STEP: f64 = 0.0002;

/// A set of edits during the beam search.
#[derive(Clone)]
struct Set {
    edits: Vec<usize>,
    /// Predicted win rates with this set of edits.
    rates: Vec<f64>,
    steps: u64,
    miss: Miss,
    /// Variance of the prediction's error: the uncertainty of the win rates in `rates`.
    variance: f64,
}

/// Returns the best sets of up to `edits` edits, of each size, that were not proposed before.
pub fn propose(
    moves: &[TuningEdit],
    model: &Model<'_>,
    (round, edits): (&Round, usize),
    before: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let nothing = Set {
        edits: vec![],
        rates: model.before().to_vec(),
        steps: 0,
        miss: model.miss(model.before()),
        variance: 0.0,
    };
    let conflicts = conflicts(moves);
    let mut beam = vec![nothing];
    let mut proposals = vec![];
    for count in 1..=edits {
        beam = extended((moves, &conflicts), model, &beam, round.caution);
        let mut best: Vec<&Set> = beam.iter().collect();
        best.sort_by(|a, b| nearest(a, b, round.caution));
        proposals.extend(various(&best, round.sets_of(count, edits), round.of_one, before));
    }
    proposals
}

/// Selects the first sets of edits that were not proposed before. Limits the number of selected
/// sets that contain the same edit.
fn various(best: &[&Set], sets: usize, of_one: usize, before: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![];
    for set in best {
        if chosen.len() == sets {
            break;
        }
        let used = |of: &usize| chosen.iter().filter(|set| set.contains(of)).count();
        if !before.contains(&set.edits) && set.edits.iter().all(|of| used(of) < of_one) {
            chosen.push(set.edits.clone());
        }
    }
    chosen
}

/// Extends every set of edits by one edit, and keeps the best sets. Edits are sorted, so that equal
/// sets are recognized.
fn extended(
    (moves, conflicts): (&[TuningEdit], &[Vec<usize>]),
    model: &Model<'_>,
    beam: &[Set],
    caution: f64,
) -> Vec<Set> {
    let mut made: Vec<Set> = vec![];
    let mut limits = BeamLimits::default();
    let mut rates = vec![0.0; model.before().len()];
    for set in beam {
        let mut possible = vec![true; moves.len()];
        for &of in set.edits.iter().flat_map(|&known| &conflicts[known]) {
            possible[of] = false;
        }
        for (of, one) in moves.iter().enumerate() {
            if !possible[of] {
                continue;
            }
            rates.copy_from_slice(&set.rates);
            model.add(&mut rates, &set.edits, of);
            let miss = model.miss(&rates);
            // An extended set that is farther from the targets is dropped. The cost is at least the
            // largest distance, which takes less time.
            if miss.all >= set.miss.all || limits.is_over(miss, miss.largest) {
                continue;
            }
            let variance = set.variance + model.added_variance(&set.edits, of);
            let steps = set.steps + one.by.unsigned_abs();
            if limits.is_over(miss, cost(miss, variance, steps, caution)) {
                continue;
            }
            let mut all = set.edits.clone();
            let at = all.partition_point(|&known| known < of);
            all.insert(at, of);
            made.push(Set { edits: all, rates: rates.clone(), steps, miss, variance });
        }
        // The list is thinned from time to time to limit memory.
        if made.len() > 10 * BEAM {
            limits = thin(&mut made, caution);
        }
    }
    thin(&mut made, caution);
    made
}

/// Limits of the beam search by two criteria. A new set of edits is kept unless it exceeds both
/// limits.
struct BeamLimits {
    all: f64,
    cost: f64,
}

impl Default for BeamLimits {
    fn default() -> BeamLimits {
        BeamLimits { all: f64::INFINITY, cost: f64::INFINITY }
    }
}

impl BeamLimits {
    fn is_over(&self, miss: Miss, cost: f64) -> bool {
        miss.all > self.all && cost > self.cost
    }
}

/// Removes duplicate sets of edits, and keeps the sets that are best by cost or by distance from
/// the targets. Returns the new limits for further sets.
fn thin(sets: &mut Vec<Set>, caution: f64) -> BeamLimits {
    sets.sort_by(|a, b| a.edits.cmp(&b.edits));
    sets.dedup_by(|a, b| a.edits == b.edits);
    let mut limits = BeamLimits::default();
    let mut by_cost: Vec<usize> = (0..sets.len()).collect();
    by_cost.sort_by(|&a, &b| nearest(&sets[a], &sets[b], caution));
    let mut by_all: Vec<usize> = (0..sets.len()).collect();
    by_all.sort_by(|&a, &b| sets[a].miss.all.total_cmp(&sets[b].miss.all));
    if sets.len() > BEAM {
        limits.cost = sets[by_cost[BEAM]].cost(caution);
        limits.all = sets[by_all[BEAM]].miss.all;
    }
    by_cost.truncate(BEAM);
    by_all.truncate(BEAM);
    let mut kept = [by_cost, by_all].concat();
    kept.sort_unstable();
    kept.dedup();
    *sets = kept.into_iter().map(|at| sets[at].clone()).collect();
    limits
}

/// Cost of a set of edits: its largest distance from a target, plus penalties for uncertainty and
/// for the number of steps.
fn cost(miss: Miss, variance: f64, steps: u64, caution: f64) -> f64 {
    miss.largest + caution * variance.sqrt() + STEP * steps as f64
}

impl Set {
    fn cost(&self, caution: f64) -> f64 {
        cost(self.miss, self.variance, self.steps, caution)
    }
}

/// Orders two sets of edits by their cost, the lower cost first.
fn nearest(a: &Set, b: &Set, caution: f64) -> Ordering {
    let by_cost = a.cost(caution).total_cmp(&b.cost(caution));
    by_cost.then_with(|| a.edits.cmp(&b.edits))
}

/// Returns for each edit the edits that cannot be in a set with this edit: the edits that change
/// the same value or the same field, including the edit itself.
fn conflicts(moves: &[TuningEdit]) -> Vec<Vec<usize>> {
    let mut by_value: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut by_field: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (of, one) in moves.iter().enumerate() {
        by_value.entry(one.at).or_default().push(of);
        for edit in &one.edits {
            by_field.entry(&edit.field).or_default().push(of);
        }
    }
    let with = |one: &TuningEdit| {
        let of_fields = one.edits.iter().flat_map(|edit| &by_field[edit.field.as_str()]);
        let all: BTreeSet<usize> = by_value[&one.at].iter().chain(of_fields).copied().collect();
        all.into_iter().collect()
    };
    moves.iter().map(with).collect()
}
