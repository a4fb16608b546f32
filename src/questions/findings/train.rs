//! The findings of `gong train`: whether the trained bot is stronger than its opponents.

use std::fmt::{self, Display, Formatter};

use super::Rate;
use crate::report::standing::Standing;

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A training was interrupted before its first trial.
    NoTrial { bot: String },
    /// Whether a trained bot is stronger than its opponents. `together` is true if parties are
    /// compared; `verdicts` has for each opponent: stronger, weaker, or open.
    Trials { bot: String, together: bool, verdicts: Vec<(String, Standing)> },
    /// Against whom a trained bot wins most and least often.
    BestAndWorstOpponent { bot: String, scenario: Option<String>, opponents: [Rate; 2] },
    /// The strength against other bots or people is unknown.
    OnlyTrials,
    /// The same command resumes a training.
    Resumes,
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NoTrial { bot } => {
                write!(to, "The training of the bot “{bot}” was interrupted before the first trial")
            }
            Finding::Trials { bot, together, verdicts } => {
                let (who, better, worse) = match together {
                    true => (
                        format!("A party of the bot “{bot}”"),
                        "wins more games",
                        "wins fewer games",
                    ),
                    false => (format!("The bot “{bot}”"), "is stronger", "is weaker"),
                };
                let of = |wanted| verdicts.iter().filter(|(_, of)| *of == wanted).count();
                let all = verdicts.len();
                match (verdicts.as_slice(), of(Standing::Above), of(Standing::Below)) {
                    ([(other, Standing::Above)], ..) => write!(to, "{who} {better} than “{other}”"),
                    ([(other, Standing::Below)], ..) => write!(to, "{who} {worse} than “{other}”"),
                    ([(other, _)], ..) => {
                        write!(to, "{who} and “{other}” do not differ significantly")
                    }
                    (_, _, weaker) if weaker == all => {
                        write!(to, "{who} {worse} than its opponent in each of {all} trials")
                    }
                    (_, 0, _) => write!(
                        to,
                        "{who} {better} than its opponent in none of {all} trials, as far as is \
                         significant"
                    ),
                    (_, more, _) => {
                        let more = if more == all { "each".to_owned() } else { more.to_string() };
                        write!(to, "{who} {better} than its opponent in {more} of {all} trials")
                    }
                }
            }
            Finding::BestAndWorstOpponent { bot, scenario, opponents: [best, worst] } => {
                let place =
                    scenario.as_ref().map_or("The".to_owned(), |of| format!("In {of}, the"));
                write!(
                    to,
                    "{place} bot “{bot}” wins most against “{}” ({}) and least against “{}” ({}).",
                    best.player,
                    best.measured(),
                    worst.player,
                    worst.measured()
                )
            }
            Finding::OnlyTrials => write!(
                to,
                "The bot was tested only in the scenarios and against the bots that it trained \
                 with: its strength against others is unknown."
            ),
            Finding::Resumes => {
                write!(to, "The training so far is saved: the same command resumes the training.")
            }
        }
    }
}
