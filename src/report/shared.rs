//! Columns that tables of several commands have: who is meant, and how often it wins.

use super::table::{Unit, row};
use crate::stats::{Entrant, intervals};

row! {
    /// An entrant.
    pub struct Who in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
    }
}

row! {
    /// Games and wins.
    pub struct Wins in "" {
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of these; null without games.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

impl Default for Who {
    /// Nobody in particular: the game itself.
    fn default() -> Who {
        Who {
            entrant: String::new(),
            strategy: String::new(),
        }
    }
}

impl From<&Entrant> for Who {
    fn from(entrant: &Entrant) -> Who {
        Who {
            entrant: entrant.fighter.clone(),
            strategy: entrant.strategy.clone(),
        }
    }
}

impl Wins {
    /// So many wins, with their interval of this level.
    pub fn new(games: u64, wins: u64, level: f64) -> Wins {
        let interval = intervals::wilson(wins, games, level);
        Wins {
            games,
            wins,
            win_rate: share(wins, games),
            ci_low: interval.low,
            ci_high: interval.high,
        }
    }

    /// The win rate; 0 without games.
    pub fn rate(&self) -> f64 {
        self.win_rate.unwrap_or(0.0)
    }

    /// Half the width of the interval.
    pub fn half(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }
}

/// `part` of `whole`; of nothing there is none.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Things in descending order of a number.
pub fn descending<T>(things: impl IntoIterator<Item = T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let mut sorted: Vec<T> = things.into_iter().collect();
    sorted.sort_by(|a, b| number(b).total_cmp(&number(a)));
    sorted
}

/// The greatest of some numbers, at least 10⁻⁹: to divide by.
pub fn greatest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(1e-9, f64::max)
}
