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
    /// The variance of those.
    doubt: f64,
}

/// How proposals are chosen.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// At most so many moves in a set.
    pub edits: usize,
    /// So many sets of the most moves, fewer of fewer.
    pub most: usize,
    /// In so many sets of a number of moves one move may be: what it is worth may be wrong, and then all that rely on it are.
    pub of_one: usize,
    /// So many standard deviations of doubt count as distance.
    pub caution: f64,
}

impl Choice {
    /// Sets of a number of moves: the more moves, the more there is to be learnt.
    pub fn sets(self, moves: usize) -> usize {
        (self.most * moves.pow(3)).div_ceil(self.edits.pow(3))
    }
}

/// The best sets of each number of moves that were not proposed before.
pub fn propose(
    moves: &[Move],
    model: &Model<'_>,
    choice: Choice,
    before: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let nothing = Set {
        moves: vec![],
        rates: model.before().to_vec(),
        steps: 0,
        miss: model.miss(model.before()),
        doubt: 0.0,
    };
    let mut beam = vec![nothing];
    let mut proposals = vec![];
    for count in 1..=choice.edits {
        beam = longer(moves, model, &beam, choice.caution);
        let mut best: Vec<&Set> = beam.iter().collect();
        best.sort_by(|a, b| nearest(a, b, choice.caution));
        proposals.extend(various(&best, choice.sets(count), choice.of_one, before));
    }
    proposals
}

/// The first of some sets that were not proposed before, no move in more than a few of them.
fn various(best: &[&Set], sets: usize, of_one: usize, before: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![];
    for set in best {
        if chosen.len() == sets {
            break;
        }
        let used = |of: &usize| chosen.iter().filter(|set| set.contains(of)).count();
        if !before.contains(&set.moves) && set.moves.iter().all(|of| used(of) < of_one) {
            chosen.push(set.moves.clone());
        }
    }
    chosen
}

/// The best sets with one move more. Their moves are in order, so that the same set, made in several ways, is known again.
fn longer(moves: &[Move], model: &Model<'_>, beam: &[Set], caution: f64) -> Vec<Set> {
    let mut made: Vec<Set> = vec![];
    let mut bar = Bar::default();
    let mut rates = vec![0.0; model.before().len()];
    for set in beam {
        for (of, one) in moves.iter().enumerate() {
            if set.moves.iter().any(|&known| touch(&moves[known], one)) {
                continue;
            }
            rates.copy_from_slice(&set.rates);
            model.add(&mut rates, &set.moves, of);
            let miss = model.miss(&rates);
            let doubt = set.doubt + model.doubt(&set.moves, of);
            let steps = set.steps + one.by.unsigned_abs();
            // A set that is worse than nothing leads nowhere.
            let leads = miss.all < set.miss.all;
            if !leads || bar.is_over(miss, cost(miss, doubt, steps, caution)) {
                continue;
            }
            let mut all = set.moves.clone();
            let at = all.partition_point(|&known| known < of);
            all.insert(at, of);
            made.push(Set {
                moves: all,
                rates: rates.clone(),
                steps,
                miss,
                doubt,
            });
        }
        // Memory for the sets of a few thousand parts is taken in portions.
        if made.len() > 10 * BEAM {
            bar = thin(&mut made, caution);
        }
    }
    thin(&mut made, caution);
    made
}

/// What a set has to come under to be kept, by either order.
struct Bar {
    all: f64,
    cost: f64,
}

impl Default for Bar {
    fn default() -> Bar {
        Bar {
            all: f64::INFINITY,
            cost: f64::INFINITY,
        }
    }
}

impl Bar {
    fn is_over(&self, miss: Miss, cost: f64) -> bool {
        miss.all > self.all && cost > self.cost
    }
}

/// Keeps each set once, and of all those that are nearest by the largest distance and by all of them. Gives what a further one has to come under.
fn thin(sets: &mut Vec<Set>, caution: f64) -> Bar {
    sets.sort_by(|a, b| a.moves.cmp(&b.moves));
    sets.dedup_by(|a, b| a.moves == b.moves);
    let mut bar = Bar::default();
    let mut by_cost: Vec<usize> = (0..sets.len()).collect();
    by_cost.sort_by(|&a, &b| nearest(&sets[a], &sets[b], caution));
    let mut by_all: Vec<usize> = (0..sets.len()).collect();
    by_all.sort_by(|&a, &b| sets[a].miss.all.total_cmp(&sets[b].miss.all));
    if sets.len() > BEAM {
        bar.cost = sets[by_cost[BEAM]].cost(caution);
        bar.all = sets[by_all[BEAM]].miss.all;
    }
    by_cost.truncate(BEAM);
    by_all.truncate(BEAM);
    let mut kept = [by_cost, by_all].concat();
    kept.sort_unstable();
    kept.dedup();
    *sets = kept.into_iter().map(|at| sets[at].clone()).collect();
    bar
}

/// How far a set is from the target, with what speaks against it: doubt, and steps.
fn cost(miss: Miss, doubt: f64, steps: u64, caution: f64) -> f64 {
    miss.largest + caution * doubt.sqrt() + STEP * steps as f64
}

impl Set {
    fn cost(&self, caution: f64) -> f64 {
        cost(self.miss, self.doubt, self.steps, caution)
    }
}

/// Which of two sets is thought to be nearer.
fn nearest(a: &Set, b: &Set, caution: f64) -> Ordering {
    let by_cost = a.cost(caution).total_cmp(&b.cost(caution));
    by_cost.then_with(|| a.moves.cmp(&b.moves))
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
