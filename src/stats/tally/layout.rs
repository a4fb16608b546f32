//! Positions of counters: each measure has one contiguous block of counters.

use arrayvec::ArrayVec;

use crate::stats::{Form, MAX_VALUES, Measure, NEVER};

/// Positions of several measures' counters within the counters of one entrant or of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CounterLayout {
    blocks: ArrayVec<Block, MAX_VALUES>,
    pub size: usize,
}

/// Position of one measure's counters. There is one counter per possible value. A time measure also
/// has one counter per number of rounds, for games without the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    first: usize,
    values: usize,
    /// Number of counters for games without the event, one per number of rounds. 0 for measures
    /// that are not times.
    lengths: usize,
}

impl CounterLayout {
    pub fn new(measures: &[Measure], rounds: usize) -> CounterLayout {
        let mut size = 0;
        let block = |measure: &Measure| {
            let block = Block {
                first: size,
                values: measure.values(),
                lengths: match measure.form {
                    Form::Time => rounds,
                    _ => 0,
                },
            };
            size += block.values + block.lengths;
            block
        };
        CounterLayout {
            blocks: measures.iter().map(block).collect(),
            size,
        }
    }

    /// Counts the values of one entrant, or of the game, in a game of `rounds` rounds.
    pub fn add(&self, counters: &mut [u64], values: &[u32], rounds: usize) {
        for (block, &value) in self.blocks.iter().zip(values) {
            assert!(
                (value as usize) < block.values,
                "a value of {value} exceeds the greatest possible"
            );
            counters[block.first + value as usize] += 1;
            if value == NEVER && block.lengths > 0 {
                counters[block.first + block.values + rounds] += 1;
            }
        }
    }

    /// Returns whether `games` games can have these counters. Each game has one value of each
    /// measure.
    pub fn is_consistent(&self, counters: &[u64], games: u128) -> bool {
        let sum = |counters: &[u64]| counters.iter().copied().map(u128::from).sum::<u128>();
        self.blocks.iter().enumerate().all(|(measure, block)| {
            let (values, lengths) = self.read(counters, measure);
            let never = u128::from(values[NEVER as usize]);
            sum(values) == games && (block.lengths == 0 || sum(lengths) == never)
        })
    }

    /// Returns the counters of one measure. The first list holds the number of games by value. For
    /// a time measure, the second list holds the number of games without the event, by number of
    /// rounds.
    pub fn read<'a>(&self, counters: &'a [u64], measure: usize) -> (&'a [u64], &'a [u64]) {
        let block = self.blocks[measure];
        counters[block.first..][..block.values + block.lengths].split_at(block.values)
    }
}
