//! The findings of commands with several players: `gong run` with a list of bots, and `gong skill`.

use std::fmt::{self, Display, Formatter};

use super::{NAMED, Rate, Subjects, word};
use crate::report::shared::part_of;
use crate::report::standing::Standing;
use crate::report::words::{either, list, points_plus_minus, with_sign};

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A single player of several has played.
    OnePlayer,
    /// Whether subjects are strong depends on who plays.
    Depends { subjects: Subjects, on: &'static str },
    /// No two players have different significant verdicts.
    NothingDepends { subjects: Subjects, on: &'static str },
    /// The verdicts of all players on one subject.
    Verdicts { subject: String, by: Vec<(Standing, Vec<Rate>)> },
    /// Subjects with the same verdict wherever it is significant.
    Throughout { standing: Standing, subjects: Subjects },
    /// No player has a significant verdict on these subjects.
    Open { subjects: Subjects },
    /// The largest significant change from one player to the next.
    Change { subject: String, from: String, to: String, change: f64, margin_of_error: f64 },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::OnePlayer => write!(to, "Only one bot has played, so nothing is compared"),
            Finding::Depends { subjects, on } => match subjects.names.len() > NAMED {
                true => {
                    let part = part_of(subjects.names.len(), subjects.all, &subjects.words[1]);
                    write!(to, "Who is strong depends on {on}, for {part}")
                }
                false => {
                    let (names, is) = (list(&subjects.names), subjects.is());
                    write!(to, "Whether {names} {is} strong, fair or weak depends on {on}")
                }
            },
            Finding::NothingDepends { subjects, on } => {
                write!(to, "No verdict on a {} depends significantly on {on}", subjects.words[0])?;
                match subjects.names.len() {
                    0 => write!(to, ": all are the same"),
                    open => {
                        let part = part_of(open, subjects.all, &subjects.words[1]);
                        write!(to, "; {part} {} uncertain with a bot or more", subjects.is())
                    }
                }
            }
            Finding::Verdicts { subject, by } => {
                let told = by.iter().map(|(standing, rates)| {
                    let with = rates.iter().map(|of| match standing {
                        Standing::Open => format!("“{}”", of.player),
                        _ => format!("“{}” ({})", of.player, with_sign(of.value, 1)),
                    });
                    format!("{} with {}", word(*standing), list(with.collect::<Vec<_>>()))
                });
                write!(to, "{subject} is {}.", told.collect::<Vec<_>>().join(", "))
            }
            Finding::Throughout { standing, subjects } => write!(
                to,
                "{} {} {} with every bot whose verdict is significant.",
                subjects.named(12),
                subjects.is(),
                word(*standing)
            ),
            Finding::Open { subjects } => write!(
                to,
                "No bot shows whether {} {} strong, weak or fair; more games may.",
                match subjects.names.len() {
                    0..=NAMED => either(&subjects.names),
                    _ => subjects.named(12),
                },
                subjects.is()
            ),
            Finding::Change { subject, from, to: next, change, margin_of_error } => write!(
                to,
                "The largest change: from “{from}” to “{next}”, the win rate of {subject} changes \
                 by {} points.",
                points_plus_minus(*change, *margin_of_error)
            ),
        }
    }
}
