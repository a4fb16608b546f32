//! The path of a playout through the search trees. The playout's value is added to the statistics
//! of all nodes and edges on the path (back-propagation).

use arrayvec::ArrayVec;

use super::pool::{EdgeIndex, NONE, NodeIndex, Pool};

/// Maximum number of decisions that a playout makes inside the search trees.
const LONGEST: usize = 512;

/// One decision of a playout inside a search tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    pub player: u8,
    pub node: NodeIndex,
    /// The edge (option) taken at the node of the search tree; `NONE` at a new leaf.
    pub edge: EdgeIndex,
    /// Probability with which regret matching took the edge (option); 0 if another rule chose.
    pub chance: f32,
}

impl Stop {
    /// Creates the end of a playout's path in a player's tree: a new leaf.
    pub fn leaf(player: usize, node: NodeIndex) -> Stop {
        Stop { player: player as u8, node, edge: NONE, chance: 0.0 }
    }
}

/// The decisions that a playout made inside the search trees, in order.
pub(super) type Path = ArrayVec<Stop, LONGEST>;

/// Adds the playout's value to the search tree nodes and edges of its path. `values` has a value
/// for each player; each decision gets the value of the player who made it.
pub(super) fn back_up<C: Copy + Eq>(path: &Path, pool: &mut Pool<C>, values: &[f32]) {
    for stop in path {
        let value = values[usize::from(stop.player)];
        if stop.chance > 0.0 {
            regret(pool, stop, value);
        }
        let node = pool.node_mut(stop.node);
        node.visits += 1;
        node.value += value;
        if stop.edge != NONE {
            let edge = pool.edge_mut(stop.edge);
            edge.visits += 1;
            edge.value += value;
        }
    }
}

/// Updates the regrets of a search tree node by outcome sampling (Lanctot, Lisý, Winands 2014).
///
/// The value of the chosen option is estimated by importance sampling, with the option's mean value
/// as a baseline (Schmid et al. 2019). The values of other options are estimated by their means.
/// Regrets are clipped at 0, so that they adapt quickly (Tammelin 2014).
fn regret<C: Copy + Eq>(pool: &mut Pool<C>, stop: &Stop, value: f32) {
    let mean = |visits: u32, sum: f32, otherwise: f32| {
        if visits == 0 { otherwise } else { sum / visits as f32 }
    };
    let node = pool.node(stop.node);
    let (first, middling) = (node.first, mean(node.visits, node.value, value));
    let taken = pool.edge(stop.edge);
    let baseline = mean(taken.visits, taken.value, middling);
    let estimate = baseline + (value - baseline) / stop.chance;
    let estimate_of = |at: EdgeIndex, visits: u32, sum: f32| match at == stop.edge {
        true => estimate,
        false => mean(visits, sum, middling),
    };
    // The value of the current mixture of options, according to these estimates.
    let (mut worth, mut sum, mut count) = (0.0, 0.0, 0.0f32);
    for (at, edge) in pool.edges_of(stop.node) {
        let own = estimate_of(at, edge.visits, edge.value);
        worth += edge.regret * own;
        sum += edge.regret;
        count += 1.0;
    }
    if sum > 0.0 {
        worth /= sum;
    } else {
        for (at, edge) in pool.edges_of(stop.node) {
            worth += estimate_of(at, edge.visits, edge.value) / count;
        }
    }
    let mut at = first;
    while at != NONE {
        let edge = pool.edge_mut(at);
        let own = estimate_of(at, edge.visits, edge.value);
        edge.regret = (edge.regret + own - worth).max(0.0);
        at = edge.next;
    }
}
