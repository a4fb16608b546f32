//! The findings of `gong ladder`: which bots are stronger than others.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{capital, the_bots, with_sign};

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The games of a ladder are too few for ratings.
    UnratedBots,
    /// The strongest of `all` bots in descending order of their ratings; true if the next one is
    /// significantly weaker.
    BotsByStrength { bots: Vec<(String, bool)>, all: usize },
    /// How much stronger a bot is than the next one, in Elo points, and its share of the games that
    /// one of the two wins.
    StrongerBot { bot: String, next: String, points: f64, margin_of_error: f64, share: f64 },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::UnratedBots => {
                write!(to, "Too few games to rate the bots: play more (--games)")
            }
            Finding::BotsByStrength { bots, all } => match bots.as_slice() {
                [(first, true), (second, _)] => {
                    write!(to, "The bot “{first}” is stronger than the bot “{second}”")
                }
                [(first, false), (second, _)] => {
                    let bots = capital(&the_bots([first, second]));
                    write!(to, "{bots} do not differ significantly in strength")
                }
                bots => {
                    match bots.len() < *all {
                        true => write!(to, "The strongest of {all} bots:")?,
                        false => write!(to, "Bots by strength:")?,
                    }
                    for (i, (bot, is_stronger)) in bots.iter().enumerate() {
                        let sign = match is_stronger {
                            _ if i + 1 == bots.len() => "",
                            true => " >",
                            false => " ≥",
                        };
                        write!(to, " “{bot}”{sign}")?;
                    }
                    Ok(())
                }
            },
            Finding::StrongerBot { bot, next, points, margin_of_error, share } => write!(
                to,
                "The bot “{bot}” is {points:.0} Elo points (± {margin_of_error:.0}) stronger than \
                 the bot “{next}”: it wins {} of the games that one of the two wins.",
                with_sign(*share, 0)
            ),
        }
    }
}
