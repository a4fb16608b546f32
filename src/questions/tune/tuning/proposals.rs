//! Proposes the best sets of edits according to a model of win rates, by a beam search over sets of
//! one, two, three … edits.

use std::cmp::Ordering;

use super::model::{Miss, Model};
use super::moves::TuningEdit;
use super::{Round, Task};

/// Number of sets of edits of each size that the beam search keeps, for each of its two criteria.
const BEAM: usize = 3_000;
/// Cost of one step (smallest change of a game value), as a distance of win rates from their
/// targets. This cost makes the search prefer the smaller of two equally good sets.
const STEP: f64 = 0.0002;

/// A set of edits during the beam search.
#[derive(Clone)]
struct Set {
    /// The edits, sorted, so that equal sets are recognized.
    edits: Vec<usize>,
    /// Predicted win rates with this set of edits.
    rates: Vec<f64>,
    steps: u64,
    miss: Miss,
    /// Variance of the prediction's error: the uncertainty of the win rates in `rates`.
    variance: f64,
    /// The largest distance from a target, plus penalties for uncertainty and for the number of
    /// steps.
    cost: f64,
}

/// Returns the best sets of edits of each size that were not played before.
pub fn propose(task: Task<'_>, model: &Model<'_>, round: &Round) -> Vec<Vec<usize>> {
    let (moves, most) = (task.moves, task.settings.edits);
    let nothing = Set {
        edits: vec![],
        rates: model.before.clone(),
        steps: 0,
        miss: model.miss(&model.before),
        variance: 0.0,
        cost: 0.0,
    };
    let conflicts = |one| moves.iter().map(|other| are_in_conflict(one, other)).collect();
    let conflicts: Vec<Vec<bool>> = moves.iter().map(conflicts).collect();
    let mut beam = vec![nothing];
    let mut proposals = vec![];
    for size in 1..=most {
        beam = extended(&beam, (moves, &conflicts), model, round.caution);
        let mut best: Vec<&Set> = beam.iter().collect();
        best.sort_by(|a, b| nearest(a, b));
        proposals.extend(various(&best, round.sets_of(size, most), round.of_one, model));
    }
    proposals
}

/// Selects the first sets of edits that were not played before. Limits the number of selected sets
/// that contain the same edit.
fn various(best: &[&Set], sets: usize, of_one: usize, model: &Model<'_>) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![];
    for Set { edits, .. } in best {
        if chosen.len() == sets {
            break;
        }
        let used = |of: &usize| chosen.iter().filter(|set| set.contains(of)).count();
        if !model.has_played(edits) && edits.iter().all(|of| used(of) < of_one) {
            chosen.push(edits.clone());
        }
    }
    chosen
}

/// Extends every set of edits by one edit, and keeps the best sets. `conflicts` says for each two
/// edits whether they cannot be in one set; for `caution` see [`Round::caution`].
fn extended(
    beam: &[Set],
    (moves, conflicts): (&[TuningEdit], &[Vec<bool>]),
    model: &Model<'_>,
    caution: f64,
) -> Vec<Set> {
    let mut made: Vec<Set> = vec![];
    // A set is kept unless it exceeds both limits: of `Miss::all`, and of the cost.
    let mut limits = [f64::INFINITY; 2];
    let mut rates = vec![0.0; model.before.len()];
    for set in beam {
        let is_possible = |edit: &usize| set.edits.iter().all(|&known| !conflicts[known][*edit]);
        for edit in (0..moves.len()).filter(is_possible) {
            rates.copy_from_slice(&set.rates);
            model.add(&mut rates, &set.edits, edit);
            let miss = model.miss(&rates);
            let variance = set.variance + model.added_variance(&set.edits, edit);
            let steps = set.steps + moves[edit].by.unsigned_abs();
            let cost = miss.largest + caution * variance.sqrt() + STEP * steps as f64;
            // An extended set that is farther from the targets is dropped.
            if miss.all >= set.miss.all || (miss.all > limits[0] && cost > limits[1]) {
                continue;
            }
            let mut edits = set.edits.clone();
            edits.insert(edits.partition_point(|&known| known < edit), edit);
            made.push(Set { edits, rates: rates.clone(), steps, miss, variance, cost });
        }
        // The list is thinned from time to time to limit memory.
        if made.len() > 10 * BEAM {
            limits = thin(&mut made);
        }
    }
    thin(&mut made);
    made
}

/// Removes duplicate sets of edits, and keeps the sets that are best by distance from the targets
/// or by cost. Returns the new limits for further sets.
fn thin(sets: &mut Vec<Set>) -> [f64; 2] {
    sets.sort_by(|a, b| a.edits.cmp(&b.edits));
    sets.dedup_by(|a, b| a.edits == b.edits);
    if sets.len() <= BEAM {
        return [f64::INFINITY; 2];
    }
    let mut by_all: Vec<usize> = (0..sets.len()).collect();
    let mut by_cost = by_all.clone();
    by_all.sort_by(|&a, &b| sets[a].miss.all.total_cmp(&sets[b].miss.all));
    by_cost.sort_by(|&a, &b| nearest(&sets[a], &sets[b]));
    let limits = [sets[by_all[BEAM]].miss.all, sets[by_cost[BEAM]].cost];
    let mut kept = [&by_all[..BEAM], &by_cost[..BEAM]].concat();
    kept.sort_unstable();
    kept.dedup();
    *sets = kept.into_iter().map(|at| sets[at].clone()).collect();
    limits
}

/// Orders two sets of edits by their cost, the lower cost first.
fn nearest(a: &Set, b: &Set) -> Ordering {
    a.cost.total_cmp(&b.cost).then_with(|| a.edits.cmp(&b.edits))
}

/// Returns whether two edits cannot be in one set: they change the same value or the same field.
fn are_in_conflict(one: &TuningEdit, other: &TuningEdit) -> bool {
    let mut fields = one.edits.iter();
    one.at == other.at || fields.any(|of| other.edits.iter().any(|and| of.field == and.field))
}
