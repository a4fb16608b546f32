//! What a tuning has to reach, and the distance of win rates from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::correction::Correction;
use crate::analysis::points::Point;
use crate::stats::intervals::{Interval, wilson};

/// What a tuning has to reach.
#[derive(Debug, Clone, Default)]
pub struct Goal {
    /// Target win rate of each fighter, by key; fighters without a target may have any win rate.
    pub targets: BTreeMap<String, f64>,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
    /// For each bot: what to add to its win rates before they are compared with the targets; empty
    /// if nothing is corrected.
    pub corrections: Vec<Correction>,
}

/// Numbers of wins and games of one fighter with one bot of a tuning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinSums {
    /// Index of the bot; the win rates have to reach their targets with each bot.
    pub bot: usize,
    pub fighter: String,
    /// The bot that plays the fighter: another one if the scenario names it.
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
}

/// The largest distance of a win rate from its target, as a share.
#[derive(Debug, Clone, Copy, Default)]
pub struct Distance {
    /// The lower bound, by the confidence intervals of the win rates.
    pub low: f64,
    pub value: f64,
    /// The upper bound, by the confidence intervals of the win rates.
    pub high: f64,
}

impl Goal {
    /// Returns what to add to a win rate; `None` if nothing is corrected.
    pub fn correction(&self, of: &WinSums) -> Option<f64> {
        self.corrections.get(of.bot).map(|correction| correction.of(&of.fighter))
    }

    /// Returns the standard error of the corrections, the largest of all bots.
    pub fn error(&self) -> f64 {
        self.corrections.iter().map(|correction| correction.error).fold(0.0, f64::max)
    }

    /// Returns the target of a measured win rate: that of the corrected win rate, less the
    /// correction.
    pub fn target(&self, of: &WinSums) -> Option<f64> {
        Some(self.targets.get(&of.fighter)? - self.correction(of).unwrap_or(0.0))
    }

    /// Returns the largest distance of a win rate from its target. `level` is the confidence level
    /// of the interval of each win rate.
    pub fn distance(&self, sums: &[WinSums], level: f64) -> Distance {
        let aimed = sums.iter().filter_map(|of| Some((of, self.target(of)?)));
        aimed.fold(Distance::default(), |all, (of, target)| {
            let Interval { low, high } = wilson(of.wins, of.games, level);
            Distance {
                low: all.low.max(target - high).max(low - target),
                value: all.value.max((of.rate() - target).abs()),
                high: all.high.max(target - low).max(high - target),
            }
        })
    }
}

impl WinSums {
    /// Returns the results of the bot with this index.
    pub fn of(bot: usize, point: Point) -> impl Iterator<Item = WinSums> {
        point.entrants.into_iter().map(move |of| WinSums {
            bot,
            fighter: of.fighter,
            strategy: of.strategy,
            games: of.won.games(),
            wins: of.won.wins(),
        })
    }

    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }
}
