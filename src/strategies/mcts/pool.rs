//! Storage of the search trees: a hash table of fixed size with the nodes, and the nodes' edges.
//! The memory is reused for every decision.

use crate::game::MAX_OPTIONS;

/// Index of a search tree node in the storage of all nodes.
pub type NodeIndex = u32;
/// Index of an edge (an option of a search tree node) in the storage of all edges.
pub type EdgeIndex = u32;

/// Index that stands for a missing edge of a search tree.
pub const NONE: u32 = u32::MAX;

/// Number of edges per search tree node for which memory is reserved. The number is low, because
/// most nodes are leaves without edges.
const EDGES_PER_NODE: usize = 4;

/// A node of a search tree: what a player may have observed when the player has to decide.
#[derive(Debug, Clone, Copy)]
pub struct SearchNode {
    key: u64,
    /// Number of the search (one per decision) that created the node. If it is not the number of
    /// the current search, the node is free.
    stamp: u32,
    pub visits: u32,
    /// Sum of the playouts' values over all visits of the node.
    pub value: f32,
    pub first: EdgeIndex,
}

impl SearchNode {
    /// Returns the mean value of all visits of the node; 0 before the first visit.
    #[inline]
    pub fn mean(&self) -> f32 {
        self.value / self.visits.max(1) as f32
    }
}

/// An edge of a search tree: an option that was available at its node at least once.
#[derive(Debug, Clone, Copy)]
pub struct Edge<C> {
    pub choice: C,
    pub next: EdgeIndex,
    pub visits: u32,
    /// Number of visits of the node in which the option was available (Cowling, Powley, Whitehouse
    /// 2012).
    pub available: u32,
    /// Sum of the playouts' values over all visits of the edge (option).
    pub value: f32,
    /// Rating of the option by the guide (the bot that helps the search), relative to the node's
    /// other options and converted to a win value.
    pub prior: f32,
    /// For regret matching: the regret of not having taken the option.
    pub regret: f32,
    /// For regret matching: weight of the option in the average strategy.
    pub share: f64,
}

impl<C> Edge<C> {
    /// Returns the estimated value of the option: the mean value of its playouts and of `weight`
    /// additional ones. Each additional playout has the value `mean` (the mean value of the search
    /// tree's node) plus the option's rating by the guide (the bot that helps the search).
    #[inline]
    pub fn worth(&self, mean: f32, weight: f32) -> f32 {
        let tried = self.visits as f32 + weight;
        if tried > 0.0 { (self.value + weight * (mean + self.prior)) / tried } else { mean }
    }
}

/// Storage of the nodes and edges of all players' search trees.
pub struct Pool<C> {
    nodes: Box<[SearchNode]>,
    used: usize,
    capacity: usize,
    stamp: u32,
    edges: Vec<Edge<C>>,
}

/// Capacity of the search trees' storage: numbers of nodes and edges for which memory is reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub nodes: usize,
    pub edges: usize,
}

impl Room {
    /// Computes the memory to reserve for a search with at most `allowed` tree nodes and `playouts`
    /// playouts. Each playout adds at most one node to each of `trees` trees; the root is an
    /// additional node.
    pub fn new(allowed: u32, playouts: u32, trees: usize) -> Room {
        let added = (playouts as usize).saturating_mul(trees).saturating_add(1);
        let allowed = allowed as usize;
        let nodes = allowed.min(added);
        let edges = (allowed * EDGES_PER_NODE).min(nodes.saturating_mul(MAX_OPTIONS));
        Room { nodes, edges: edges + MAX_OPTIONS }
    }

    /// Returns the number of entries of the hash table of nodes. At most half of the entries are
    /// used, so that lookups are fast.
    fn table(self) -> usize {
        (2 * self.nodes).next_power_of_two()
    }

    /// Returns the approximate memory of the search trees in bytes, if a choice takes at most 24
    /// bytes.
    pub fn bytes(self) -> u64 {
        let edge = size_of::<Edge<[u8; 24]>>();
        (self.table() * size_of::<SearchNode>() + self.edges * edge) as u64
    }
}

impl<C: Copy + Eq> Pool<C> {
    /// Creates empty storage for search trees with this capacity.
    pub fn new(room: Room) -> Self {
        let free = SearchNode { key: 0, stamp: 0, visits: 0, value: 0.0, first: NONE };
        Pool {
            nodes: vec![free; room.table()].into(),
            used: 0,
            capacity: room.nodes,
            stamp: 0,
            edges: Vec::with_capacity(room.edges),
        }
    }

    /// Removes all nodes and edges of the search trees without freeing memory.
    pub fn clear(&mut self) {
        self.used = 0;
        self.edges.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.iter_mut().for_each(|node| node.stamp = 0);
            self.stamp = 1;
        }
    }

    /// Finds or adds the search tree node with this key; `None` if the storage is full.
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
                *node = SearchNode { key, stamp: self.stamp, visits: 0, value: 0.0, first: NONE };
                return Some(at as NodeIndex);
            }
            if node.key == key {
                return Some(at as NodeIndex);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    pub fn node(&self, node: NodeIndex) -> &SearchNode {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: NodeIndex) -> &mut SearchNode {
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

    /// Iterates over the edges of a search tree node, with their indices.
    pub fn edges_of(&self, node: NodeIndex) -> impl Iterator<Item = (EdgeIndex, &Edge<C>)> {
        let mut at = self.node(node).first;
        std::iter::from_fn(move || {
            let index = at;
            let edge = (index != NONE).then(|| self.edge(index))?;
            at = edge.next;
            Some((index, edge))
        })
    }

    /// Adds an edge to a search tree node, behind the edge `last`. If `last` is [`NONE`], the new
    /// edge is the node's first. Returns `None` if the storage is full.
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
        match last {
            NONE => self.node_mut(node).first = new,
            _ => self.edge_mut(last).next = new,
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
