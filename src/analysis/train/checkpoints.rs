//! What a bot was on its way: it is kept as it learns, and tried when it is done, so that no trial has a part in what is learnt.

use super::course::show_bot;
use super::trial::Trial;
use crate::stats::counts::{Counted, Through};
use crate::strategies::Character;

/// So many trials are too many: every other one is let go. Which are kept hangs on the games so far alone, as learning does.
pub const TRIALS: usize = 24;

/// The bots of some moments, evenly spaced.
pub struct Checkpoints {
    /// So many are too many.
    most: usize,
    /// Games from one to the next, or a little more.
    every: u64,
    /// After how many games, and what was known then.
    kept: Vec<(u64, Character)>,
    /// A bot of the kind that learns.
    empty: Character,
}

impl Checkpoints {
    /// None yet, and never so many as `most`, of bots of this kind; the first will be after so many games.
    pub fn new(generation: u64, most: usize, empty: Character) -> Checkpoints {
        Checkpoints {
            most,
            every: generation,
            kept: vec![],
            empty,
        }
    }

    /// So many games were played, and this is known.
    pub fn hear(&mut self, games: u64, bot: &Character) {
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

    /// Those that are kept, the oldest first.
    pub fn bots(&self) -> impl Iterator<Item = &Character> {
        self.kept.iter().map(|kept| &kept.1)
    }

    /// Tries each, and at last what was learnt in all games. What comes to nothing is left out.
    ///
    /// # Errors
    /// If a trial fails.
    pub fn trials(
        &self,
        last: (u64, &Character),
        mut held: impl FnMut(&Character) -> anyhow::Result<Option<Trial>>,
    ) -> anyhow::Result<Vec<(u64, Trial)>> {
        let before = self.kept.iter().filter(|(games, _)| *games != last.0);
        let before = before.map(|(games, bot)| (*games, bot));
        let mut trials = vec![];
        for (after, bot) in before.chain([last]) {
            trials.extend(held(bot)?.map(|trial| (after, trial)));
        }
        Ok(trials)
    }

    /// How many trials there will be.
    pub fn count(&self, last: u64) -> u64 {
        let others = self.kept.iter().filter(|(games, _)| *games != last);
        1 + others.count() as u64
    }
}

impl Counted for Checkpoints {
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
        let mut checkpoints = Checkpoints::new(1000, TRIALS, Character::Random);
        for generation in 1..=400 {
            checkpoints.hear(generation * 1000, &Character::Random);
            let kept = checkpoints.kept.len() as u64;
            assert!(kept < TRIALS as u64);
            assert!(
                kept >= generation.min(TRIALS as u64 / 2 - 1),
                "{generation}"
            );
        }
        let games: Vec<u64> = checkpoints.kept.iter().map(|kept| kept.0).collect();
        assert!(games.windows(2).all(|pair| pair[1] - pair[0] == games[0]));
        assert_eq!(checkpoints.count(games[0]), games.len() as u64);
        assert_eq!(checkpoints.count(1), games.len() as u64 + 1);
        // What ends early is between two of them.
        checkpoints.hear(400_300, &Character::Random);
        assert_eq!(checkpoints.kept.len(), games.len());
    }

    #[test]
    fn generations_that_grow_are_kept_as_evenly_as_they_come() {
        let mut checkpoints = Checkpoints::new(1000, 8, Character::Random);
        let mut games = 0;
        for _ in 0..50 {
            games += 1000 + games / 8;
            checkpoints.hear(games, &Character::Random);
            assert!(checkpoints.bots().count() < 8);
        }
        assert!(checkpoints.bots().count() >= 3);
    }
}
