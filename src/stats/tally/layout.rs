//! Positions of counters in a list: each measure has one contiguous block of counters.

use arrayvec::ArrayVec;

use crate::stats::{Form, MAX_VALUES, Measure, NEVER};

/// Positions of several measures' counters within the list of counters of one entrant or of the
/// game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CounterLayout {
    blocks: ArrayVec<Block, MAX_VALUES>,
    pub size: usize,
}

/// Position of the counters of one measure. There is one counter per possible value. For the time
/// of an event, there is also one counter per number of rounds, for games without the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    first: usize,
    values: usize,
    /// For the time of an event: number of counters for games without the event, one per number of
    /// rounds. 0 for other measures.
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
        CounterLayout { blocks: measures.iter().map(block).collect(), size }
    }

    /// Counts the values measured for one entrant, or for the game, in a game of `rounds` rounds.
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

    /// Returns the counters of one measure. The first list holds the number of games by value. For
    /// the time of an event, the second list holds the number of games without the event, by number
    /// of rounds.
    pub fn read<'a>(&self, counters: &'a [u64], measure: usize) -> (&'a [u64], &'a [u64]) {
        let block = self.blocks[measure];
        counters[block.first..][..block.values + block.lengths].split_at(block.values)
    }
}
