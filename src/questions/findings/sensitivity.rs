//! The findings of `gong sensitivity`.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{counted, level, percent, points_plus_minus, the_bots};

/// Maximum number of steps that a sentence names.
const NAMED: usize = 3;

/// A sentence about the effects of steps (changes of one value).
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The largest effect of a step on its owner's win rate.
    Largest(Effect),
    NothingMeasured,
    /// No step of a value has a significant effect; all intervals at the level `level` are between
    /// −`at_most` and `at_most`.
    NoEffect {
        at_most: f64,
        level: f64,
    },
    /// The next largest effects on owners' win rates.
    Next(Vec<Effect>),
    /// The largest effect of a rule.
    Rule(Effect),
    /// No rule has a significant effect.
    NoRule,
    /// The removal that costs most.
    Costliest(Effect),
    /// Removals that raise the owner's win rate.
    BetterWithout(Vec<Effect>),
    /// Removals without a significant effect, which cost at most `most` of the win rate.
    DeadWeight {
        names: Vec<String>,
        most: f64,
    },
    /// Number of measured steps without a significant effect.
    Quiet {
        steps: usize,
        all: usize,
    },
    /// The bots, and the reference player with the number of its games of each of its steps.
    MeasuredWith {
        bots: Vec<String>,
        reference: String,
        games: u64,
    },
}

/// The significant effect of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The step with its owner, such as "Baobab’s card 3, melee: 5 instead of 4".
    pub step: String,
    /// The win rate that changes, such as "Baobab’s win rate".
    pub subject: String,
    /// The changes and their margins of error, both as shares, each with who plays; the leading one
    /// is first.
    pub answers: Vec<(f64, f64, String)>,
}

impl Effect {
    fn by(&self) -> String {
        let answers = self.answers.iter().map(|(change, margin_of_error, with)| {
            format!("{} points {with}", points_plus_minus(*change, *margin_of_error))
        });
        answers.collect::<Vec<_>>().join(", ")
    }

    fn most(&self) -> String {
        format!("{} changes {} most, by {}", self.step, self.subject, self.by())
    }
}

/// Lists some effects, each with its size.
fn sizes(effects: &[Effect]) -> String {
    some(&effects.iter().map(|of| format!("{} ({})", of.step, of.by())).collect::<Vec<_>>())
}

/// Joins at most [`NAMED`] texts, and gives the number of the others.
fn some(texts: &[String]) -> String {
    let named = texts.iter().take(NAMED).cloned();
    let more = texts.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("and {more} more"));
    named.chain(more).collect::<Vec<_>>().join("; ")
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Largest(of) => write!(to, "{}", of.most()),
            Finding::NothingMeasured => write!(to, "No step of a fighter’s value was measured"),
            Finding::NoEffect { at_most, level: at } => write!(
                to,
                "No step of a value changes its owner’s win rate significantly by a point or more; \
                 the {} intervals exclude more than {} points",
                level(*at),
                percent(*at_most, 1)
            ),
            Finding::Next(effects) => write!(to, "The next largest effects: {}.", sizes(effects)),
            Finding::Rule(of) => write!(to, "Of the rules, {}.", of.most()),
            Finding::NoRule => write!(to, "No change of a rule has a significant effect."),
            Finding::Costliest(of) => {
                write!(to, "The most costly removal: {} ({}).", of.step, of.by())
            }
            Finding::BetterWithout(effects) => {
                write!(to, "Removals that raise the owner’s win rate: {}.", sizes(effects))
            }
            Finding::DeadWeight { names, most } => write!(
                to,
                "Dead weight (the removal costs less than {} points): {}.",
                percent(*most, 0),
                some(names)
            ),
            Finding::Quiet { steps, all } => write!(
                to,
                "{} of {} have no significant effect on the owner’s win rate.",
                steps,
                counted(*all as u64, "measured step")
            ),
            Finding::MeasuredWith { bots, reference, games } => write!(
                to,
                "Measured with {}; the reference player “{reference}” repeated the steps with the \
                 largest effects ({} each).",
                the_bots(bots),
                counted(*games, "game")
            ),
        }
    }
}
