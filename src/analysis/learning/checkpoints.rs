//! Snapshots of a network during its training.
//!
//! Snapshots are tested only after the training, so that tests do not influence it.

use std::sync::Arc;

use super::trial::Trial;
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::trained::{Network, NetworkShape};

/// Maximum number of snapshots of a network in training. When it is reached, every other snapshot
/// is dropped. The selection depends only on the number of games.
const TRIALS: usize = 24;

/// Snapshots of a network in training, at evenly spaced times.
#[derive(PartialEq)]
pub struct Checkpoints {
    /// Approximate number of games between two snapshots.
    every: u64,
    /// For each snapshot: the number of training games before it, and the network.
    kept: Vec<(u64, Arc<Network>)>,
}

impl Checkpoints {
    /// Creates an empty collection of fewer than `TRIALS` snapshots; the first is taken after
    /// `generation` games.
    pub fn new(generation: u64) -> Checkpoints {
        Checkpoints { every: generation, kept: vec![] }
    }

    /// Takes a snapshot of the network after `games` games, if a snapshot is due.
    pub fn hear(&mut self, games: u64, network: &Arc<Network>) {
        let last = self.kept.last().map_or(0, |last| last.0);
        if games / self.every == last / self.every {
            return;
        }
        self.kept.push((games, Arc::clone(network)));
        if self.kept.len() == TRIALS {
            self.every *= 2;
            let mut last = 0;
            self.kept.retain(|(games, _)| {
                let first = games / self.every > last / self.every;
                last = *games;
                first
            });
        }
    }

    /// Tests each snapshot with the function `held`, and finally the finished network `last`. Tests
    /// without a result are left out.
    ///
    /// # Errors
    /// Fails if a test fails.
    pub fn trials(
        &self,
        last: (u64, &Arc<Network>),
        mut held: impl FnMut(&Arc<Network>) -> anyhow::Result<Option<Trial>>,
    ) -> anyhow::Result<Vec<(u64, Trial)>> {
        let before = self.kept.iter().filter(|(games, _)| *games != last.0);
        let before = before.map(|(games, network)| (*games, network));
        let mut trials = vec![];
        for (after, network) in before.chain([last]) {
            trials.extend(held(network)?.map(|trial| (after, trial)));
        }
        Ok(trials)
    }

    /// Number of tests: one for each earlier snapshot, and one for the finished network.
    pub fn count(&self, last: u64) -> u64 {
        let others = self.kept.iter().filter(|(games, _)| *games != last);
        1 + others.count() as u64
    }
}

impl Checkpoints {
    /// Reads or writes the snapshots; `shape` is that of their networks.
    pub fn show(&mut self, shape: &NetworkShape, through: &mut Through<'_>) {
        through.sum(&mut self.every);
        through.holds(self.every > 0);
        let empty = (0, Arc::new(Network::zero(shape)));
        through.entries(&mut self.kept, TRIALS as u64, &empty, |(games, network), through| {
            through.sum(games);
            Arc::make_mut(network).nets.show(through);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_some_twenty_whenever_learning_ends() {
        let network = Arc::new(Network { nets: vec![] });
        let mut checkpoints = Checkpoints::new(1000);
        for generation in 1..=400 {
            checkpoints.hear(generation * 1000, &network);
            let kept = checkpoints.kept.len() as u64;
            assert!(kept < TRIALS as u64);
            assert!(kept >= generation.min(TRIALS as u64 / 2 - 1), "{generation}");
        }
        let games: Vec<u64> = checkpoints.kept.iter().map(|kept| kept.0).collect();
        assert!(games.windows(2).all(|pair| pair[1] - pair[0] == games[0]));
        assert_eq!(checkpoints.count(games[0]), games.len() as u64);
        assert_eq!(checkpoints.count(1), games.len() as u64 + 1);
        // 400,300 games lie between two snapshots.
        checkpoints.hear(400_300, &network);
        assert_eq!(checkpoints.kept.len(), games.len());
    }
}
