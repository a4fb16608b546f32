//! Where the trees live: a fixed number of nodes in a hash table by key, and their edges, both used again for each decision.

use crate::games::MAX_OPTIONS;

/// A node: an index into the pool.
pub type NodeIndex = u32;
/// An edge: an index into the pool.
pub type EdgeIndex = u32;

/// No edge.
pub const NONE: u32 = u32::MAX;

/// Edges for each node that the pool has room for. Most nodes are leaves and have none.
const EDGES_PER_NODE: usize = 4;

/// What one player could have observed at one of its decisions.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    key: u64,
    /// The decision for which the node was made; another one's is a free node.
    stamp: u32,
    pub visits: u32,
    /// The sum of the values of its visits.
    pub value: f32,
    pub first: EdgeIndex,
}

impl Node {
    /// The mean value of its visits; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f32 {
        self.value / self.visits.max(1) as f32
    }
}

/// An option at a node, as far as it was ever available.
#[derive(Debug, Clone, Copy)]
pub struct Edge<C> {
    pub choice: C,
    pub next: EdgeIndex,
    pub visits: u32,
    /// Visits of the node at which the option was there to choose (Cowling, Powley, Whitehouse 2012).
    pub available: u32,
    /// The sum of the values of its visits.
    pub value: f32,
    /// By how much greedy holds it for better than the node's other options, as a value.
    pub prior: f32,
    /// Regret matching: the regret of not having taken it, and its part of the average strategy.
    pub regret: f32,
    pub share: f64,
}

/// The nodes and edges of all players' trees.
pub struct Pool<C> {
    nodes: Box<[Node]>,
    used: usize,
    capacity: usize,
    stamp: u32,
    edges: Vec<Edge<C>>,
}

/// How much a pool has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub nodes: usize,
    pub edges: usize,
}

impl Room {
    /// What a search may use that is allowed so many nodes and adds so many at most: the root, and in each playout one to each of `trees`.
    pub fn new(allowed: u32, playouts: u32, trees: usize) -> Room {
        let added = (playouts as usize).saturating_mul(trees).saturating_add(1);
        let allowed = allowed as usize;
        let nodes = allowed.min(added);
        let edges = (allowed * EDGES_PER_NODE).min(nodes.saturating_mul(MAX_OPTIONS));
        Room {
            nodes,
            edges: edges + MAX_OPTIONS,
        }
    }

    /// A table that is never more than half full keeps searches short.
    fn table(self) -> usize {
        (2 * self.nodes).next_power_of_two()
    }

    /// Bytes that it takes, about: choices are small.
    pub fn bytes(self) -> u64 {
        let edge = size_of::<Edge<[u8; 24]>>();
        (self.table() * size_of::<Node>() + self.edges * edge) as u64
    }
}

impl<C: Copy + Eq> Pool<C> {
    /// One with so much room.
    pub fn new(room: Room) -> Self {
        let free = Node {
            key: 0,
            stamp: 0,
            visits: 0,
            value: 0.0,
            first: NONE,
        };
        Pool {
            nodes: vec![free; room.table()].into(),
            used: 0,
            capacity: room.nodes,
            stamp: 0,
            edges: Vec::with_capacity(room.edges),
        }
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.used = 0;
        self.edges.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.iter_mut().for_each(|node| node.stamp = 0);
            self.stamp = 1;
        }
    }

    /// The node of this key, a new one if there is none; `None` when the pool is full.
    #[inline]
    pub fn find_or_add(&mut self, key: u64) -> Option<NodeIndex> {
        let mask = self.nodes.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let node = &mut self.nodes[at];
            if node.stamp != self.stamp {
                if self.used == self.capacity {
                    return None;
                }
                self.used += 1;
                *node = Node {
                    key,
                    stamp: self.stamp,
                    visits: 0,
                    value: 0.0,
                    first: NONE,
                };
                return Some(at as NodeIndex);
            }
            if node.key == key {
                return Some(at as NodeIndex);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    pub fn node(&self, node: NodeIndex) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: NodeIndex) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    #[inline]
    pub fn edge(&self, edge: EdgeIndex) -> &Edge<C> {
        &self.edges[edge as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, edge: EdgeIndex) -> &mut Edge<C> {
        &mut self.edges[edge as usize]
    }

    /// A new edge of a node, behind `last`, which is [`NONE`] for the first; `None` when the pool is full.
    pub fn add_edge(&mut self, node: NodeIndex, last: EdgeIndex, choice: C) -> Option<EdgeIndex> {
        if self.edges.len() == self.edges.capacity() {
            return None;
        }
        let new = self.edges.len() as EdgeIndex;
        self.edges.push(Edge {
            choice,
            next: NONE,
            visits: 0,
            available: 0,
            value: 0.0,
            prior: 0.0,
            regret: 0.0,
            share: 0.0,
        });
        if last == NONE {
            self.node_mut(node).first = new;
        } else {
            self.edge_mut(last).next = new;
        }
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_room_for_what_can_be_used_and_no_more() {
        let room = |allowed, playouts, trees| Room::new(allowed, playouts, trees);
        assert_eq!(room(4_000_000, 10, 1).nodes, 11);
        assert_eq!(room(4_000_000, 10, 8).nodes, 81);
        assert_eq!(room(50, 100, 1).nodes, 50);
        assert_eq!(room(50, 100, 1).edges, 200 + MAX_OPTIONS);
        assert!(room(4_000_000, 10, 1).bytes() < 2 << 20);
        assert!(room(4_000_000, 1_000_000, 8).bytes() > 1 << 30);
        let pool: Pool<u8> = Pool::new(room(4_000_000, 10, 1));
        assert_eq!((pool.nodes.len(), pool.capacity), (32, 11));
    }
}
