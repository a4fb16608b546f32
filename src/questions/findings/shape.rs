//! The findings of `gong shape`: when games are decided, and by what.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{level, percent, with_sign};
use crate::stats::intervals::Interval;

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// No side won any game.
    NobodyWon,
    /// In which round of how many games are decided (medians), and how often the winner once had a
    /// win probability below a tenth.
    Decided { round: f64, rounds: f64, games: u64, comeback: f64 },
    /// How many games are decided only in the last round, and the mean number of lead changes.
    DecidedLast { share: f64, changes: f64 },
    /// How much the dice explain of who wins.
    Luck(Bounded),
    /// How often a player without a chance could have changed who wins.
    Kingmaking(Bounded),
}

/// A share with its confidence interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounded {
    pub share: f64,
    pub interval: Interval,
    pub level: f64,
}

impl Bounded {
    /// Formats the interval, as in "95 % interval: 3 to 5 %".
    fn range(&self, decimals: usize) -> String {
        let Interval { low, high } = self.interval;
        let (low, high) = (percent(low, decimals), with_sign(high, decimals));
        format!("{} interval: {low} to {high}", level(self.level))
    }
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NobodyWon => {
                write!(to, "No side won any game: the shape cannot be measured")
            }
            Finding::Decided { round, rounds, games, comeback } => {
                let when = match *round {
                    0.0 => format!("before the first of {rounds:.0} rounds"),
                    round if round >= *rounds => format!("by their last round, round {rounds:.0}"),
                    round => format!("in round {round:.0} of {rounds:.0}"),
                };
                if *games == 1 {
                    return write!(to, "Only one game was won: it is decided {when}");
                }
                write!(
                    to,
                    "Games are decided {when} (median); in {} of the games, the winner once had a \
                     win probability below {}",
                    with_sign(*comeback, 1),
                    with_sign(0.1, 0)
                )
            }
            Finding::DecidedLast { share, changes } => {
                let share = with_sign(*share, if *share == 0.0 || *share >= 0.1 { 0 } else { 1 });
                write!(
                    to,
                    "{share} of the games are decided only in the last round. The lead changes \
                     {changes:.1} times per game."
                )
            }
            Finding::Luck(of) if of.interval.low < 0.005 => write!(
                to,
                "Luck: these games do not show how much the dice explain of who wins ({}).",
                of.range(0)
            ),
            Finding::Luck(of) => write!(
                to,
                "Luck: the dice explain at least {} of who wins ({}).",
                with_sign(of.share, 0),
                of.range(0)
            ),
            Finding::Kingmaking(of) => write!(
                to,
                "Kingmaking: in {} of games ({}), a player with hardly a chance could have changed \
                 which of the other sides wins.",
                with_sign(of.share, 1),
                of.range(1)
            ),
        }
    }
}
