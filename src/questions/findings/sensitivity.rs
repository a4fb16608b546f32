//! The findings of `gong sensitivity`.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{level, percent, points_plus_minus};

/// Maximum number of steps that a sentence names.
const NAMED: usize = 3;

/// A sentence about the effects of steps (changes of one value).
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The largest significant effect of a step on a win rate. `among` names the kind of steps,
    /// such as "rules"; `None` in the headline, for the values that fighters keep.
    Largest {
        among: Option<&'static str>,
        /// The step with its owner, such as "Baobab’s card 3, melee: 5 instead of 4".
        step: String,
        /// The win rate that changes, such as "Baobab’s win rate".
        subject: String,
        /// The changes and their margins of error, both as shares, each with who plays; the
        /// leading one is first.
        answers: Vec<(f64, f64, String)>,
    },
    NothingMeasured,
    /// No step of a value has a significant effect; all intervals at the level `level` are between
    /// −`at_most` and `at_most`.
    NoEffect {
        at_most: f64,
        level: f64,
    },
    /// Removals without a significant effect, which cost at most `most` of the win rate.
    DeadWeight {
        names: Vec<String>,
        most: f64,
    },
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
            Finding::Largest { among, step, subject, answers } => {
                let by = answers.iter().map(|(change, margin_of_error, with)| {
                    format!("{} points {with}", points_plus_minus(*change, *margin_of_error))
                });
                let by = by.collect::<Vec<_>>().join(", ");
                let most = format!("{step} changes {subject} most, by {by}");
                match among {
                    Some(among) => write!(to, "Of the {among}, {most}."),
                    None => write!(to, "{most}"),
                }
            }
            Finding::NothingMeasured => write!(to, "No step of a value was measured"),
            Finding::NoEffect { at_most, level: at } => write!(
                to,
                "No step of a value changes its owner’s win rate significantly by a point or more; \
                 the {} intervals exclude more than {} points",
                level(*at),
                percent(*at_most, 1)
            ),
            Finding::DeadWeight { names, most } => write!(
                to,
                "Dead weight (the removal costs less than {} points): {}.",
                percent(*most, 0),
                some(names)
            ),
        }
    }
}
