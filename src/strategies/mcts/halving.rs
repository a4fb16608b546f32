//! Sequential halving (Karnin, Koren, Somekh 2013): divides the playouts of a search among the
//! options of its decision.
//!
//! The search has rounds with equally many playouts. In a round, every remaining option gets
//! equally many playouts. After a round, the worse half of the options is dropped, until two are
//! left. As in Gumbel AlphaZero (Danihelka et al. 2022), the search begins with the options that
//! its guide rates best, and the guide's ratings also count in the comparison of options; but no
//! random noise is added to the ratings.

use arrayvec::ArrayVec;

use super::Mcts;
use super::pool::EdgeIndex;
use super::select::Edges;
use crate::game::Searchable;
use crate::strategies::Asked;

/// Maximum number of options among which a search divides its playouts.
pub const MAX_CANDIDATES: usize = 64;

/// Divides the playouts of a search among the options of its decision.
pub(super) struct Halving {
    /// The remaining options, as edges of the search tree's root. There is at least one.
    remaining: ArrayVec<EdgeIndex, MAX_CANDIDATES>,
    /// Number of playouts in each round.
    round: u32,
    /// Number of playouts in the current round so far.
    played: u32,
    /// Number of playouts that each remaining option got in earlier rounds.
    before: u32,
}

/// The next playout of a search: its option, and its number among the playouts of the option.
pub(super) struct Planned {
    pub edge: EdgeIndex,
    /// Number of playouts that the option got before this one.
    pub number: u32,
}

impl Halving {
    /// Creates the division of this number of playouts among the options `candidates`, of which
    /// there is at least one.
    pub fn new(candidates: ArrayVec<EdgeIndex, MAX_CANDIDATES>, playouts: u32) -> Halving {
        let rounds = candidates.len().next_power_of_two().ilog2().max(1);
        Halving { remaining: candidates, round: playouts / rounds, played: 0, before: 0 }
    }

    /// Returns the next playout. `rank` sorts options, the best first.
    pub fn next(&mut self, rank: impl FnOnce(&mut [EdgeIndex])) -> Planned {
        if self.played >= self.each() * self.remaining.len() as u32 {
            self.before += self.each();
            self.played = 0;
            if self.remaining.len() > 2 {
                rank(&mut self.remaining);
                self.remaining.truncate(self.remaining.len().div_ceil(2));
            }
        }
        let count = self.remaining.len() as u32;
        let next = Planned {
            edge: self.remaining[(self.played % count) as usize],
            number: self.before + self.played / count,
        };
        self.played += 1;
        next
    }

    /// Returns the number of playouts of each remaining option in the current round.
    fn each(&self) -> u32 {
        (self.round / self.remaining.len() as u32).max(1)
    }

    /// Returns the best option. `rank` sorts options, the best first.
    pub fn best(mut self, rank: impl FnOnce(&mut [EdgeIndex])) -> EdgeIndex {
        rank(&mut self.remaining);
        self.remaining[0]
    }
}

impl<G: Searchable> Mcts<G> {
    /// Adds the options to the search tree's root, and prepares the division of the playouts among
    /// them. Returns `None` if no memory is left for the options.
    pub(super) fn halving(&mut self, asked: Asked<'_, '_, G>) -> Option<Halving> {
        let mut edges = Edges::new();
        self.edges(asked, self.root?, &mut edges)?;
        let most = match self.settings.prior.is_none() {
            true => MAX_CANDIDATES,
            false => self.settings.candidates.into(),
        };
        // Without visits, the values are the ratings by the guide.
        self.rank(&mut edges);
        edges.truncate(most.min(MAX_CANDIDATES));
        let candidates = edges.iter().copied().collect();
        Some(Halving::new(candidates, self.settings.iterations))
    }

    /// Sorts edges of the root (options of the decision) by their estimated values, the best first.
    /// Equally good options keep their order.
    pub(super) fn rank(&self, edges: &mut [EdgeIndex]) {
        let mean = self.root.map_or(0.0, |root| self.pool.node(root).mean());
        let weight = self.settings.prior.visits;
        let worth = |edge: EdgeIndex| self.pool.edge(edge).worth(mean, weight);
        edges.sort_unstable_by(|&one, &other| {
            let better = worth(other).total_cmp(&worth(one));
            better.then(one.cmp(&other))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of playouts of each option, if options with lower numbers are better.
    fn divided(options: u32, playouts: u32) -> Vec<u32> {
        let mut halving = Halving::new((0..options).rev().collect(), playouts);
        let mut counts = vec![0u32; options as usize];
        for _ in 0..playouts {
            let next = halving.next(|edges| edges.sort_unstable());
            let count = &mut counts[next.edge as usize];
            assert_eq!(next.number, *count);
            *count += 1;
        }
        assert_eq!(halving.best(|edges| edges.sort_unstable()), 0);
        counts
    }

    #[test]
    fn the_better_half_of_the_options_stays() {
        assert_eq!(divided(2, 32), [16, 16]);
        assert_eq!(divided(4, 32), [12, 12, 4, 4]);
        assert_eq!(divided(8, 48), [14, 14, 6, 6, 2, 2, 2, 2]);
        assert_eq!(divided(3, 32), [14, 13, 5]);
    }

    #[test]
    fn few_playouts_and_single_options_are_divided_too() {
        assert_eq!(divided(1, 5), [5]);
        // The options that come first in the list get the first playouts.
        assert_eq!(divided(8, 3), [0, 0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(divided(4, 10), [4, 4, 1, 1]);
    }
}
