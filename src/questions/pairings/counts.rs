//! The counts of line-ups: games and wins of each team.

use super::line_ups::LineUps;
use crate::game::MAX_PLAYERS;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::members::{ByMember, Pooled, Won};

/// For each line-up: the games, and the wins of each team.
#[derive(Debug, Clone)]
pub struct WinCounts(pub Vec<ByMember<MAX_PLAYERS>>);

impl WinCounts {
    /// Creates counts in which no game has been played.
    pub fn none(line_ups: &LineUps) -> WinCounts {
        WinCounts(vec![ByMember::default(); line_ups.count() as usize])
    }

    /// Adds the counts of a worker thread, and resets the worker's counts to 0.
    pub fn take(&mut self, worker: &mut WinCounts) {
        for (counts, more) in self.0.iter_mut().zip(&mut worker.0) {
            counts.merge(more);
            *more = ByMember::default();
        }
    }

    /// Returns the games and wins of each team of each line-up. Games of rivals without a winner
    /// are left out, because they favour no team.
    pub fn teams(&self, line_ups: &LineUps) -> Vec<Vec<Won>> {
        let teams = |counts: &ByMember<MAX_PLAYERS>| -> Vec<Won> {
            let counts = if line_ups.has_parties() { *counts } else { counts.without_draws() };
            (0..line_ups.sizes.len()).map(|team| counts.of(team)).collect()
        };
        let mut all: Vec<Vec<Won>> = self.0.iter().map(teams).collect();
        let pooled = Pooled::wins(all.iter().flatten());
        all.iter_mut().flatten().for_each(|won| won.pool(pooled));
        all
    }
}

impl CountedSums for WinCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        self.0.iter_mut().for_each(|counts| counts.show(through));
        through.of_games(self.0.iter().map(ByMember::games).sum());
    }
}
