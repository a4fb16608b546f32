//! Snapshots of a bot during its training.
//!
//! Snapshots are tested only after the training, so that tests do not influence it.

use super::course::show_bot;
use super::trial::Trial;
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::BotDefinition;

/// Maximum number of snapshots of a bot in training. When it is reached, every other snapshot is
/// dropped. The selection depends only on the number of games.
pub const TRIALS: usize = 24;

/// Snapshots of a bot in training, at evenly spaced times.
pub struct Checkpoints {
    /// Number of snapshots at which every other snapshot is dropped.
    most: usize,
    /// Approximate number of games between two snapshots.
    every: u64,
    /// For each snapshot: the number of training games before it, and the bot.
    kept: Vec<(u64, BotDefinition)>,
    /// Placeholder bot of the learning kind, for reading snapshots from a file.
    empty: BotDefinition,
}

impl Checkpoints {
    /// Creates an empty collection of fewer than `most` snapshots; the first is taken after
    /// `generation` games.
    pub fn new(generation: u64, most: usize, empty: BotDefinition) -> Checkpoints {
        Checkpoints { most, every: generation, kept: vec![], empty }
    }

    /// Takes a snapshot of the bot after `games` games, if a snapshot is due.
    pub fn hear(&mut self, games: u64, bot: &BotDefinition) {
        let last = self.kept.last().map_or(0, |last| last.0);
        if games / self.every == last / self.every {
            return;
        }
        self.kept.push((games, bot.clone()));
        if self.kept.len() == self.most {
            self.every *= 2;
            let mut last = 0;
            self.kept.retain(|(games, _)| {
                let first = games / self.every > last / self.every;
                last = *games;
                first
            });
        }
    }

    /// Returns bots of the snapshots, the oldest first.
    pub fn bots(&self) -> impl Iterator<Item = &BotDefinition> {
        self.kept.iter().map(|kept| &kept.1)
    }

    /// Tests each snapshot with the function `held`, and finally the finished bot `last`. Tests
    /// without a result are left out.
    ///
    /// # Errors
    /// Fails if a test fails.
    pub fn trials(
        &self,
        last: (u64, &BotDefinition),
        mut held: impl FnMut(&BotDefinition) -> anyhow::Result<Option<Trial>>,
    ) -> anyhow::Result<Vec<(u64, Trial)>> {
        let before = self.kept.iter().filter(|(games, _)| *games != last.0);
        let before = before.map(|(games, bot)| (*games, bot));
        let mut trials = vec![];
        for (after, bot) in before.chain([last]) {
            trials.extend(held(bot)?.map(|trial| (after, trial)));
        }
        Ok(trials)
    }

    /// Number of tests: one for each earlier snapshot of the bot, and one for the finished bot.
    pub fn count(&self, last: u64) -> u64 {
        let others = self.kept.iter().filter(|(games, _)| *games != last);
        1 + others.count() as u64
    }
}

impl CountedSums for Checkpoints {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sum(&mut self.every);
        through.holds(self.every > 0);
        let empty = (0, self.empty.clone());
        through.entries(&mut self.kept, self.most as u64, &empty, |of, through| {
            through.sum(&mut of.0);
            show_bot(&mut of.1, through);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_some_twenty_whenever_learning_ends() {
        let mut checkpoints = Checkpoints::new(1000, TRIALS, BotDefinition::Random);
        for generation in 1..=400 {
            checkpoints.hear(generation * 1000, &BotDefinition::Random);
            let kept = checkpoints.kept.len() as u64;
            assert!(kept < TRIALS as u64);
            assert!(kept >= generation.min(TRIALS as u64 / 2 - 1), "{generation}");
        }
        let games: Vec<u64> = checkpoints.kept.iter().map(|kept| kept.0).collect();
        assert!(games.windows(2).all(|pair| pair[1] - pair[0] == games[0]));
        assert_eq!(checkpoints.count(games[0]), games.len() as u64);
        assert_eq!(checkpoints.count(1), games.len() as u64 + 1);
        // 400,300 games lie between two snapshots.
        checkpoints.hear(400_300, &BotDefinition::Random);
        assert_eq!(checkpoints.kept.len(), games.len());
    }

    #[test]
    fn generations_that_grow_are_kept_as_evenly_as_they_come() {
        let mut checkpoints = Checkpoints::new(1000, 8, BotDefinition::Random);
        let mut games = 0;
        for _ in 0..50 {
            games += 1000 + games / 8;
            checkpoints.hear(games, &BotDefinition::Random);
            assert!(checkpoints.bots().count() < 8);
        }
        assert!(checkpoints.bots().count() >= 3);
    }
}
