//! The findings of `gong shape`: when games are decided, and by what.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{level, percent, signed, with_sign};
use crate::stats::intervals::Interval;

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// No side won any game.
    NobodyWon,
    /// In which round of how many games are decided (medians), and how often the winner once had a
    /// win probability below a tenth.
    Decided { round: f64, rounds: f64, games: u64, comeback: f64 },
    /// How many games are decided only in the last round, the mean lead before it, and the mean
    /// number of lead changes.
    DecidedLast { share: f64, lead: Option<f64>, changes: Option<f64> },
    /// The seat that waits longest for the end, and its mean share of all rounds.
    Waits { seat: u64, share: f64 },
    /// How much the dice explain of who wins.
    Luck { share: f64, interval: Interval, level: f64 },
    /// How much a stronger bot in one seat wins more.
    BetterPlay { bot: String, change: f64, interval: Interval, level: f64 },
    /// How often a player without a chance could have changed who wins.
    Kingmaking { share: f64, interval: Interval, level: f64 },
}

/// Formats a share for a sentence: without decimals if it is large.
fn rough(share: f64) -> String {
    with_sign(share, if share == 0.0 || share >= 0.1 { 0 } else { 1 })
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
                let often = match *comeback {
                    share if (0.02..0.4).contains(&share) => {
                        format!("one of {:.0} games", 1.0 / share)
                    }
                    share => format!("{} of the games", with_sign(share, 1)),
                };
                write!(
                    to,
                    "Games are decided {when} (median); in {often}, the winner once had a win \
                     probability below {}",
                    with_sign(0.1, 0)
                )
            }
            Finding::DecidedLast { share, lead, changes } => {
                write!(to, "{} of the games are decided only in the last round", rough(*share))?;
                if let Some(lead) = lead {
                    let lead = percent(*lead, 0);
                    write!(to, "; before it, the leader is {lead} points ahead on average")?;
                }
                match changes {
                    Some(changes) => write!(to, ". The lead changes {changes:.1} times per game."),
                    None => write!(to, "."),
                }
            }
            Finding::Waits { seat, share } => write!(
                to,
                "Seat {seat} waits longest: after its last decision, for {} of all rounds on \
                 average.",
                with_sign(*share, 1)
            ),
            Finding::Luck { share, interval: Interval { low, high }, level: at } => {
                let range = format!("{} to {}", percent(*low, 0), with_sign(*high, 0));
                let at = level(*at);
                match *low < 0.005 {
                    true => write!(
                        to,
                        "Luck: these games do not show how much the dice explain of who wins ({at} \
                         interval: {range})."
                    ),
                    false => write!(
                        to,
                        "Luck: the dice explain at least {} of who wins ({at} interval: {range}).",
                        with_sign(*share, 0)
                    ),
                }
            }
            Finding::BetterPlay { bot, change, interval: Interval { low, high }, level: at } => {
                let points = |of: f64| signed(of * 100.0, 1);
                let (what, judged) = match (*low > 0.0, *high < 0.0) {
                    (true, _) => ("Better", "significant"),
                    (_, true) => ("Weaker", "this bot is weaker here"),
                    _ => ("Better", "not significant"),
                };
                write!(
                    to,
                    "{what} play: if the bot “{bot}” plays one seat, this seat’s win rate changes by \
                     {} points ({} interval: {} to {}): {judged}.",
                    points(*change),
                    level(*at),
                    points(*low),
                    points(*high)
                )
            }
            Finding::Kingmaking { share, interval: Interval { low, high }, level: at } => write!(
                to,
                "Kingmaking: in {} of games ({} interval: {} to {}), a player with hardly a chance \
                 could have changed which of the other sides wins.",
                with_sign(*share, 1),
                level(*at),
                percent(*low, 1),
                with_sign(*high, 1)
            ),
        }
    }
}
