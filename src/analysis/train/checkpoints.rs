//! What a bot was worth on its way: its nets are kept as it learns, and tried when it is done, so that no trial has a part in what is learnt.

use std::sync::Arc;

use super::trial::Trial;
use crate::strategies::trained::Network;

/// So many nets are too many: every other one is let go. Which are kept hangs on the games so far alone, as learning does.
const MOST: usize = 24;

/// The nets of some moments, evenly spaced.
pub struct Checkpoints {
    /// Games from one to the next.
    every: u64,
    /// After how many games, and what was known then.
    kept: Vec<(u64, Arc<Network>)>,
}

impl Checkpoints {
    /// None yet; the first will be after a generation of so many games.
    pub fn new(generation: u64) -> Checkpoints {
        Checkpoints {
            every: generation,
            kept: vec![],
        }
    }

    /// So many games were played, and this is known.
    pub fn hear(&mut self, games: u64, network: &Arc<Network>) {
        if !games.is_multiple_of(self.every) {
            return;
        }
        self.kept.push((games, Arc::clone(network)));
        if self.kept.len() == MOST {
            self.every *= 2;
            self.kept
                .retain(|(games, _)| games.is_multiple_of(self.every));
        }
    }

    /// Tries each, and at last what was learnt in all games. What comes to nothing is left out.
    ///
    /// # Errors
    /// If a trial fails.
    pub fn trials(
        mut self,
        last: (u64, &Arc<Network>),
        mut held: impl FnMut(&Arc<Network>) -> anyhow::Result<Option<Trial>>,
    ) -> anyhow::Result<Vec<(u64, Trial)>> {
        self.kept.retain(|(games, _)| *games != last.0);
        self.kept.push((last.0, Arc::clone(last.1)));
        let mut trials = vec![];
        for (after, network) in &self.kept {
            trials.extend(held(network)?.map(|trial| (*after, trial)));
        }
        Ok(trials)
    }

    /// How many trials there will be.
    pub fn count(&self, last: u64) -> u64 {
        let others = self.kept.iter().filter(|(games, _)| *games != last);
        1 + others.count() as u64
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
            assert!(kept < MOST as u64);
            assert!(kept >= generation.min(MOST as u64 / 2 - 1), "{generation}");
        }
        let games: Vec<u64> = checkpoints.kept.iter().map(|kept| kept.0).collect();
        assert!(games.windows(2).all(|pair| pair[1] - pair[0] == games[0]));
        assert_eq!(checkpoints.count(games[0]), games.len() as u64);
        assert_eq!(checkpoints.count(1), games.len() as u64 + 1);
    }
}
