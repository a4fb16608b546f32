//! The findings of all questions: each variant is one plain sentence with typed numbers. Headline,
//! findings and cautions read the same in terminal, page, manifest and studio.

pub mod compare;
pub mod ladder;
mod off;
pub mod pairings;
pub mod players;
pub mod sensitivity;
pub mod shape;
pub mod sweep;
pub mod train;
pub mod tune;

use std::fmt::{self, Display, Formatter};

use super::facts::Fact;
use crate::report::standing::Standing;
use crate::report::words::{capital, counted, list, measured, the_bots, with_sign};

pub use self::off::{Labelled, Off, Subjects, leading, off};

/// Maximum number of names in a headline; if there are more, it gives their number.
const NAMED: usize = 4;

/// The sentences of an answer.
#[derive(Debug)]
pub struct Verdict {
    pub headline: String,
    /// The findings, followed by what a reader must know before believing the results.
    pub findings: Vec<String>,
}

impl Verdict {
    /// Creates the verdict from the most important findings, at most five, and at most two
    /// cautions.
    pub fn new<F: Display>(
        headline: &impl Display,
        findings: impl IntoIterator<Item = F>,
        cautions: impl IntoIterator<Item = String>,
    ) -> Verdict {
        let findings = findings.into_iter().map(|finding| finding.to_string()).take(5);
        let findings = findings.chain(cautions.into_iter().take(2)).collect();
        Verdict { headline: headline.to_string(), findings }
    }
}

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// How often a group wins with each player.
    GroupByPlayer {
        group: String,
        rates: Vec<Rate>,
    },
    NoGames,
    /// A single side plays.
    OnlySide {
        subject: String,
        rate: Rate,
    },
    /// Who is strong and who is weak (or: who gains and who loses), with the same player.
    StrongAndWeak(Vec<Off>),
    /// Nobody is strong or weak. `with` names the players.
    NobodyOff {
        word: String,
        with: String,
    },
    /// Verdicts that the headline does not have.
    Also(Off),
    /// The win rates of these subjects are within noise of the fair share.
    WithinNoise {
        subjects: Subjects,
        fair: f64,
    },
    /// In a cooperative game: the highest and the lowest win rate of a subject.
    BestAndWorst {
        best: String,
        worst: String,
        rates: [Rate; 2],
    },
    /// In a cooperative game: the win rates of these subjects do not differ measurably.
    AllAlike(String),
    /// Different bots play in the same games.
    DifferentBots,
    /// Each subject always plays at the same seat.
    FixedSeats {
        word: String,
    },
    /// What the win rates were measured with.
    MeasuredWith {
        reference: Option<(String, u64)>,
        bots: Vec<String>,
        games: u64,
    },
}

/// A win rate with one player.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    pub player: String,
    pub value: f64,
    pub margin_of_error: f64,
}

impl Rate {
    fn measured(&self) -> String {
        measured(self.value, self.margin_of_error)
    }

    pub fn of(fact: &Fact) -> Rate {
        Rate {
            player: fact.row.player.clone(),
            value: fact.value(),
            margin_of_error: fact.margin_of_error(),
        }
    }
}

/// Returns the word for a verdict, such as "strong" for a win rate above its fair share.
pub fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Above => "strong",
        Standing::Below => "weak",
        Standing::WithinNoise => "fair",
        Standing::Open => "open",
    }
}

impl Finding {
    /// Says what the win rates were measured with: the reference player with its games, if there is
    /// one, and the command's own bots.
    pub fn measured_with(reference: Option<&(String, u64)>, bots: &[String], games: u64) -> String {
        let (reference, bots) = (reference.cloned(), bots.to_vec());
        Finding::MeasuredWith { reference, bots, games }.to_string()
    }
}

/// Says in which variant something is found.
pub fn within(variant: &str, finding: &impl Display) -> String {
    format!("{variant}: {finding}")
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::GroupByPlayer { group, rates } => {
                let told = rates.iter().map(|of| format!("{} with “{}”", of.measured(), of.player));
                write!(to, "{group} wins {}", list(told.collect::<Vec<_>>()))
            }
            Finding::NoGames => write!(to, "No games were played"),
            Finding::OnlySide { subject, rate } => {
                write!(to, "{subject} wins {} of the games", rate.measured())
            }
            Finding::StrongAndWeak(groups) => {
                let told: Vec<String> = groups.iter().map(|of| of.said(NAMED - 1)).collect();
                let with = groups.first().map_or("", |of| &of.with);
                write!(to, "{} {with}", capital(&told.join(" and ")))
            }
            Finding::NobodyOff { word, with } => {
                write!(to, "No {word} is measurably strong or weak {with}")
            }
            Finding::Also(of) => write!(to, "{} {}.", capital(&of.said(12)), of.with),
            Finding::WithinNoise { subjects, fair } => write!(
                to,
                "{} {} within noise of the fair {}.",
                capital(&subjects.named(12)),
                subjects.is(),
                with_sign(*fair, 1)
            ),
            Finding::BestAndWorst { best, worst, rates: [most, least] } => write!(
                to,
                "The games with {best} are won most often ({}), those with {worst} least often \
                 ({}); the others who play in them differ, too.",
                most.measured(),
                least.measured()
            ),
            Finding::AllAlike(all) => write!(to, "The {all} do not differ measurably in win rate."),
            Finding::DifferentBots => write!(
                to,
                "Different bots play in these games: the differences between win rates include the \
                 differences between the bots."
            ),
            Finding::FixedSeats { word } => write!(
                to,
                "Each {word} always plays at the same seat, so the win rates include any advantage \
                 of the seats."
            ),
            Finding::MeasuredWith { reference, bots, games } => {
                let own = format!("{} ({})", the_bots(bots), counted(*games, "game"));
                match reference {
                    Some((reference, played)) => write!(
                        to,
                        "Measured with the reference player “{reference}” ({}) and with {own}.",
                        counted(*played, "game")
                    ),
                    None => write!(to, "Measured with {own}: a stronger player may disagree."),
                }
            }
        }
    }
}
