//! Proposals: the sets of moves that a model thinks best, by a beam search over sets of one, two, three … moves.

use std::cmp::Ordering;

use super::model::{Miss, Model};
use super::moves::Move;

/// Sets that are kept of each number of moves.
const BEAM: usize = 3_000;
/// What a step costs, as a distance from the target: of two sets that are as good the smaller one is better.
const STEP: f64 = 0.0002;

/// A set of moves on its way.
#[derive(Clone)]
struct Set {
    moves: Vec<usize>,
    /// The win rates that it is thought to lead to.
    rates: Vec<f64>,
    steps: u64,
    miss: Miss,
}

/// The best sets of each number of moves, 1 to `edits`: of each number so many (`each`) that were not proposed before. Sets with a move more than is needed to be near enough are sought all
/// the same: they may come nearer.
pub fn propose(
    moves: &[Move],
    model: &Model<'_>,
    edits: usize,
    each: impl Fn(usize) -> usize,
    before: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let nothing = Set {
        moves: vec![],
        rates: model.before().to_vec(),
        steps: 0,
        miss: model.miss(model.before()),
    };
    let mut beam = vec![nothing];
    let mut proposals = vec![];
    for count in 1..=edits {
        beam = longer(moves, model, &beam);
        let mut best: Vec<&Set> = beam.iter().collect();
        best.sort_by(|a, b| nearest(a, b));
        let fresh = best.into_iter().filter(|set| !before.contains(&set.moves));
        proposals.extend(fresh.take(each(count)).map(|set| set.moves.clone()));
        // What is far off in sum can be brought near by one move more only if little is left over.
        beam.sort_by(|a, b| {
            a.miss
                .all
                .total_cmp(&b.miss.all)
                .then_with(|| a.moves.cmp(&b.moves))
        });
        beam.truncate(BEAM);
    }
    proposals
}

/// All sets with one move more. Their moves are in order, so that each set is made once of each of its parts.
fn longer(moves: &[Move], model: &Model<'_>, beam: &[Set]) -> Vec<Set> {
    let mut made: Vec<Set> = vec![];
    for set in beam {
        for (of, one) in moves.iter().enumerate() {
            if set.moves.iter().any(|&known| touch(&moves[known], one)) {
                continue;
            }
            let mut rates = set.rates.clone();
            model.add(&mut rates, &set.moves, of);
            let miss = model.miss(&rates);
            // A set that is worse than nothing leads nowhere.
            if miss.all >= set.miss.all {
                continue;
            }
            let mut all = set.moves.clone();
            let at = all.partition_point(|&known| known < of);
            all.insert(at, of);
            made.push(Set {
                moves: all,
                rates,
                steps: set.steps + one.by.unsigned_abs(),
                miss,
            });
        }
        // Memory for the sets of a few thousand parts is taken in portions.
        if made.len() > 40 * BEAM {
            thin(&mut made);
        }
    }
    thin(&mut made);
    made
}

/// Keeps each set once, and of all those that are nearest by the largest and by the sum of the distances.
fn thin(sets: &mut Vec<Set>) {
    sets.sort_by(|a, b| a.moves.cmp(&b.moves));
    sets.dedup_by(|a, b| a.moves == b.moves);
    let mut by_largest: Vec<usize> = (0..sets.len()).collect();
    by_largest.sort_by(|&a, &b| nearest(&sets[a], &sets[b]));
    by_largest.truncate(BEAM);
    let mut by_all: Vec<usize> = (0..sets.len()).collect();
    by_all.sort_by(|&a, &b| sets[a].miss.all.total_cmp(&sets[b].miss.all));
    by_all.truncate(BEAM);
    let mut kept = [by_largest, by_all].concat();
    kept.sort_unstable();
    kept.dedup();
    *sets = kept.into_iter().map(|at| sets[at].clone()).collect();
}

/// Which of two sets is thought to be nearer, of those as near the smaller one.
fn nearest(a: &Set, b: &Set) -> Ordering {
    let cost = |of: &Set| of.miss.largest + STEP * of.steps as f64;
    cost(a)
        .total_cmp(&cost(b))
        .then_with(|| a.moves.cmp(&b.moves))
}

/// Whether two moves change the same field.
fn touch(a: &Move, b: &Move) -> bool {
    let fields = |of: &Move| {
        of.edits
            .iter()
            .map(|edit| edit.field.clone())
            .collect::<Vec<_>>()
    };
    a.at == b.at || fields(a).iter().any(|field| fields(b).contains(field))
}
