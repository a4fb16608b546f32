//! The gate: what was learnt is held against what was there before, in games that nobody has learnt from.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use crate::analysis::train::trial::{Twice, twice};
use crate::scenario::Scenario;
use crate::stats::Pairs;
use crate::strategies::Character;

/// How both did; first the bot that was there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// In every scenario, alone against several of each bot of the pool.
    pub trials: Vec<Twice>,
}

impl Gate {
    /// Plays games of a seed, so many against each bot of the pool; nothing if it is stopped. `told` hears of them as they are played.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn hold(
        scenarios: &[Scenario],
        bots: [&Character; 2],
        pool: &[String],
        games: impl Fn(&String) -> (u64, u64),
        threads: &ThreadPool,
        stop: &AtomicBool,
        told: impl Fn(u64),
    ) -> anyhow::Result<Option<Gate>> {
        let mut trials = vec![];
        for scenario in scenarios {
            for opponent in pool {
                let games = games(opponent);
                let trial = twice(scenario, bots, opponent, games, threads, stop)?;
                if trial.wins.games < games.1 {
                    return Ok(None);
                }
                told(2 * games.1);
                trials.push(trial);
            }
        }
        Ok(Some(Gate { trials }))
    }

    /// Of all together.
    pub fn all(&self) -> Pairs {
        let mut all = Pairs::default();
        for trial in &self.trials {
            all.merge(&trial.wins);
        }
        all
    }

    /// Does what was learnt win as many games as the parent, at least? Only then it is kept.
    pub fn passed(&self) -> bool {
        let all = self.all();
        all.b >= all.a
    }
}
