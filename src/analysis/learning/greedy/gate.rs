//! The final test (gate) of a greedy bot: compares the trained weights with the original weights,
//! in games that were not used for training.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use crate::analysis::learning::trial::{Twice, twice};
use crate::scenario::Scenario;
use crate::stats::Pairs;
use crate::strategies::BotDefinition;

/// Results of the original bot and of the trained bot in the final test games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gate {
    /// Results for each scenario and opponent. The tested bot plays one side against copies of the
    /// opponent.
    pub trials: Vec<Twice>,
}

impl Gate {
    /// Plays test games of two bots against each opponent in `pool`. `games(opponent)` returns the
    /// seed and the number of games.
    ///
    /// Returns `None` if stopped. Calls `told` with the number of games played.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn hold(
        scenarios: &[Scenario],
        bots: [&BotDefinition; 2],
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

    /// Sum of the results over all scenarios and opponents of the final test.
    pub fn all(&self) -> Pairs {
        let mut all = Pairs::default();
        for trial in &self.trials {
            all.merge(&trial.wins);
        }
        all
    }

    /// Returns whether the trained bot won at least as many games as the original; if not, the
    /// trained weights are rejected.
    pub fn passed(&self) -> bool {
        let all = self.all();
        all.b >= all.a
    }
}
