//! The findings of commands with several players: `gong run` with a list of bots, and `gong skill`.

use std::fmt::{self, Display, Formatter};

use super::{NAMED, Rate, Subjects, word};
use crate::report::standing::Standing;
use crate::report::words::{capital, list, with_sign};

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
    /// Subjects with the same verdict wherever it is significant; open if it is nowhere.
    Throughout { standing: Standing, subjects: Subjects },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::OnePlayer => write!(to, "Only one bot has played, so nothing is compared"),
            Finding::Depends { subjects, on } => write!(
                to,
                "Whether {} {} strong, fair or weak depends on {on}",
                subjects.named(NAMED),
                subjects.is()
            ),
            Finding::NothingDepends { subjects, on } => {
                write!(to, "No verdict on a {} depends significantly on {on}", subjects.words[0])?;
                match subjects.names.as_slice() {
                    [] => write!(to, ": all are the same"),
                    _ => {
                        let (part, are) = (subjects.named(0), subjects.is());
                        write!(to, "; {part} {are} uncertain with at least one bot")
                    }
                }
            }
            Finding::Verdicts { subject, by } => {
                let told = by.iter().map(|(standing, rates)| {
                    let with = |of: &Rate| format!("“{}” ({})", of.player, with_sign(of.value, 1));
                    format!("{} with {}", word(*standing), list(rates.iter().map(with)))
                });
                write!(to, "{subject} is {}.", told.collect::<Vec<_>>().join(", "))
            }
            Finding::Throughout { standing: Standing::Open, subjects } => write!(
                to,
                "{} {} open with every bot; more games may decide.",
                capital(&subjects.named(12)),
                subjects.is()
            ),
            Finding::Throughout { standing, subjects } => write!(
                to,
                "{} {} {} with every bot whose verdict is significant.",
                capital(&subjects.named(12)),
                subjects.is(),
                word(*standing)
            ),
        }
    }
}
