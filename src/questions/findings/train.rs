//! The findings of `gong train`: whether the trained bot is stronger than its opponents.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::NAMED;
use crate::report::standing::Standing;
use crate::report::words::list;

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// Whether a trained bot is stronger than its opponents: the opponent and the verdict of each
    /// trial. Without a trial, the training was interrupted before it.
    Trials { bot: String, verdicts: Vec<(String, Standing)> },
    /// The strength against other bots or people is unknown.
    OnlyTrials,
    /// The same command resumes a training.
    Resumes,
    /// The files of the trained bot.
    Written { file: String, weights: String },
    /// A time limit ended the training after this number of games.
    TimeLimit { games: u64 },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Trials { bot, verdicts } if verdicts.is_empty() => {
                write!(to, "The training of the bot “{bot}” was interrupted before the first trial")
            }
            Finding::Trials { bot, verdicts } => {
                let all = verdicts.len();
                let distinct: BTreeSet<&String> = verdicts.iter().map(|(name, _)| name).collect();
                let are_named = distinct.len() == all && all <= NAMED;
                let part = |(verb, wanted): (&str, &[Standing])| {
                    let opponents = verdicts.iter().filter(|(_, of)| wanted.contains(of));
                    let names: Vec<_> = opponents.map(|(name, _)| format!("“{name}”")).collect();
                    let opponents = match names.len() {
                        0 => return None,
                        some if !are_named => format!("the opponent in {some} of {all} trials"),
                        _ => list(names),
                    };
                    Some(format!("{verb} {opponents}"))
                };
                let parts = [
                    ("is stronger than", &[Standing::Above][..]),
                    ("is weaker than", &[Standing::Below]),
                    (
                        "does not differ significantly from",
                        &[Standing::WithinNoise, Standing::Open],
                    ),
                ];
                write!(to, "The bot “{bot}” {}", list(parts.into_iter().filter_map(part)))
            }
            Finding::OnlyTrials => write!(
                to,
                "The bot was tested only in the scenarios and against the bots that it trained \
                 with: its strength against others is unknown."
            ),
            Finding::Resumes => {
                write!(to, "The training so far is saved: the same command resumes the training.")
            }
            Finding::Written { file, weights } => {
                write!(to, "The bot is the file {file}, with its weights in {weights} next to it.")
            }
            Finding::TimeLimit { games } => {
                write!(to, "The time limit was reached: --games {games} makes the same bot.")
            }
        }
    }
}
