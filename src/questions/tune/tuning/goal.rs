//! What a tuning has to reach, and the distance of win rates from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::estimates::Correction;
use crate::analysis::points::Point;
use crate::stats::intervals::{Interval, wilson};

/// What a tuning has to reach.
#[derive(Debug, Clone, Default)]
pub struct Goal {
    /// Target win rate of each fighter, by key; fighters without a target may have any win rate.
    pub targets: BTreeMap<String, f64>,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
    /// What to add to the win rates before they are compared with the targets, if anything.
    pub correction: Option<Correction>,
}

/// Numbers of wins and games of one fighter with one bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinSums {
    pub fighter: String,
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
    /// Returns the standard error of the correction; 0 without one.
    pub fn error(&self) -> f64 {
        self.correction.as_ref().map_or(0.0, |correction| correction.error)
    }

    /// Returns the target of a fighter's measured win rate: that of the corrected win rate, less
    /// the correction.
    pub fn target(&self, fighter: &str) -> Option<f64> {
        let correction = self.correction.as_ref().map_or(0.0, |of| of.of(fighter));
        Some(self.targets.get(fighter)? - correction)
    }

    /// Returns the largest distance of a win rate from its target. `level` is the confidence level
    /// of the interval of each win rate.
    pub fn distance(&self, sums: &[WinSums], level: f64) -> Distance {
        let aimed = sums.iter().filter_map(|of| Some((of, self.target(&of.fighter)?)));
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
    pub fn of(point: Point) -> Vec<WinSums> {
        let sums = point.entrants.into_iter().map(|of| WinSums {
            fighter: of.fighter,
            strategy: of.strategy,
            games: of.won.games(),
            wins: of.won.wins(),
        });
        sums.collect()
    }

    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }
}
