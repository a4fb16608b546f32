//! The findings of `gong ladder`: which bots are stronger than others.

use std::fmt::{self, Display, Formatter};

use super::NAMED;
use crate::report::words::{capital, counted, either, the_bots, with_sign};

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The games of a ladder are too few for ratings.
    UnratedBots,
    /// Bots in descending order of their ratings; true if the next one is significantly weaker.
    BotsByStrength(Vec<(String, bool)>),
    /// The strongest and the weakest of many bots; `None` if they do not differ.
    BestAndWorstBots { all: usize, ends: Option<[Vec<String>; 2]> },
    /// How much stronger a bot is than the next one, in Elo points, and its share of the games that
    /// one of the two wins.
    StrongerBot { bot: String, next: String, points: f64, margin_of_error: f64, share: f64 },
    /// Number of pairs of bots that differ significantly.
    PairsDiffer { differ: usize, pairs: usize },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::UnratedBots => {
                write!(to, "Too few games to rate the bots: play more (--games)")
            }
            Finding::BotsByStrength(bots) => match bots.as_slice() {
                [(first, true), (second, _)] => {
                    write!(to, "The bot “{first}” is stronger than the bot “{second}”")
                }
                [(first, false), (second, _)] => {
                    let bots = capital(&the_bots([first, second]));
                    write!(to, "{bots} do not differ significantly in strength")
                }
                bots => {
                    let sign = |certain: &bool| if *certain { " > " } else { " ≥ " };
                    let last = bots.len().saturating_sub(1);
                    let told = bots.iter().enumerate().map(|(i, (bot, certain))| {
                        format!("“{bot}”{}", if i < last { sign(certain) } else { "" })
                    });
                    write!(to, "Bots by strength: {}", told.collect::<String>())
                }
            },
            Finding::BestAndWorstBots { all, ends: None } => {
                write!(to, "The strongest and the weakest of {all} bots cannot be determined")
            }
            Finding::BestAndWorstBots { all, ends: Some(ends) } => {
                let [best, worst] = ends.each_ref().map(|names| {
                    let mut names: Vec<String> =
                        names.iter().map(|name| format!("“{name}”")).collect();
                    if names.len() > NAMED {
                        let more = names.len() + 1 - NAMED;
                        names.truncate(NAMED - 1);
                        names.push(format!("one of {more} others"));
                    }
                    either(names)
                });
                write!(to, "Strongest of {all} bots: {best}; weakest: {worst}")
            }
            Finding::StrongerBot { bot, next, points, margin_of_error, share } => write!(
                to,
                "The bot “{bot}” is {points:.0} Elo points (± {margin_of_error:.0}) stronger than \
                 the bot “{next}”: it wins {} of the games that one of the two wins.",
                with_sign(*share, 0)
            ),
            Finding::PairsDiffer { differ, pairs } => write!(
                to,
                "{} differ significantly in strength; the table “Bot against bot” has every pair.",
                match differ {
                    0 => "No two bots".to_owned(),
                    some => format!("{some} of all {} of bots", counted(*pairs as u64, "pair")),
                }
            ),
        }
    }
}
