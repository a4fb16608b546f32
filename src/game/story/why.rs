//! Explains a bot's decision: the options and how the bot values them.

use serde::Serialize;

use super::{LineStyle, StoryLine};
use crate::words::{aligned, shown_width};

/// The explanation of a bot's decision, given before the chosen option is played.
#[derive(Debug, Clone, Copy)]
pub struct Why<'a, C> {
    /// Index of the player who decides, from 0.
    pub player: usize,
    /// Short description of the method by which the bot decides, such as a tree search.
    pub how: &'a str,
    /// The options from which the bot chooses.
    pub options: &'a [C],
    /// The bot's valuation of each option, in the order of `options`.
    pub worth: &'a [Worth],
    /// Index of the option that the bot chose, from 0.
    pub chosen: usize,
    /// The bot's estimate of the probability, 0 to 1, that the player's side wins. `None` if the
    /// bot gives no estimates.
    pub estimate: Option<f32>,
}

/// A bot's valuation of one option.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// The bot does not say how it values the option.
    Unknown {},
    Score {
        score: f64,
    },
    /// A weighted sum of the option's features (numbers that describe the option), plus a random
    /// term.
    Sum {
        score: f64,
        /// Random term that the bot added to the weighted sum of the option's features.
        whim: f64,
        features: Vec<Part>,
    },
    /// The result of a tree search for one option.
    Search {
        /// Number of playouts (simulated games) of the search that tried the option.
        visits: u32,
        /// Mean value of the playouts that tried the option, 0 to 1.
        value: f64,
        /// Probability with which the bot's mixed strategy plays the option, 0 to 1; 0 if the bot
        /// does not mix options.
        share: f64,
    },
}

/// One feature (a number that describes an option), with its value for the option and its weight.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub feature: &'static str,
    pub value: f64,
    pub weight: f64,
}

/// Returns the shortest decimal number that rounds to the same single-precision value: 0.1 instead
/// of 0.10000000149.
pub fn exact(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(value.into())
}

/// One option of an explained decision, as the story in JSON shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeighedOption {
    pub option: String,
    #[serde(flatten)]
    pub worth: Worth,
}

/// Maximum number of features of an option that a replay shows.
pub(super) const MOST_FEATURES: usize = 3;

impl Part {
    /// Returns the size of the feature's term in the weighted sum.
    fn share(&self) -> f64 {
        (self.value * self.weight).abs()
    }
}

impl Worth {
    /// Returns the number by which options are sorted (larger is better); `None` if the bot gives
    /// no value for the option.
    pub(super) fn rank(&self) -> Option<f64> {
        match *self {
            Worth::Unknown {} => None,
            Worth::Score { score } | Worth::Sum { score, .. } => Some(score),
            Worth::Search { visits, .. } => Some(visits.into()),
        }
    }

    /// Returns the valuation in words. Shows the `most` features that count most.
    pub(super) fn words(&self, most: usize) -> String {
        match self {
            Worth::Unknown {} => String::new(),
            Worth::Score { score } => format!("{score:.3}"),
            Worth::Sum { score, whim, features } => {
                let mut parts: Vec<&Part> = features.iter().collect();
                parts.sort_by(|a, b| b.share().total_cmp(&a.share()));
                let term =
                    |part: &&Part| format!("{} {:.2} × {}", part.feature, part.value, part.weight);
                let mut terms: Vec<String> = parts.iter().take(most).map(term).collect();
                if parts.len() > most {
                    terms.push("…".to_owned());
                } else if *whim != 0.0 {
                    terms.push(format!("whim {whim:.2}"));
                }
                match terms.is_empty() {
                    true => format!("{score:.3}"),
                    false => format!("{score:.3} = {}", terms.join(" + ")),
                }
            }
            Worth::Search { visits, value, share } => {
                let mixed =
                    if *share > 0.0 { format!(", share {share:.3}") } else { String::new() };
                match visits {
                    0 => "visits 0".into(),
                    _ => format!("visits {visits}, value {value:.3}{mixed}"),
                }
            }
        }
    }
}

impl<C> Why<'_, C> {
    /// Returns one line of text per option, the best option first, with the bot's valuation and
    /// with a mark at the chosen option. `words` describes an option.
    pub fn lines(&self, words: impl Fn(&C) -> String) -> Vec<StoryLine> {
        let mut order: Vec<usize> = (0..self.options.len()).collect();
        let rank = |option: &usize| self.worth[*option].rank().unwrap_or(0.0);
        order.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let words: Vec<String> = self.options.iter().map(words).collect();
        let width = words.iter().map(|words| shown_width(words)).max();
        let width = width.unwrap_or(0);
        let line = |option: usize| {
            let mark = if option == self.chosen { '→' } else { ' ' };
            let worth = self.worth[option].words(usize::MAX);
            let text = format!("{mark} {}  {worth}", aligned(&words[option], width, false));
            StoryLine { style: LineStyle::Why, text: text.trim_end().to_owned() }
        };
        order.into_iter().map(line).collect()
    }

    /// Returns a description and the bot's valuation of each option, in the order of the options.
    /// `words` describes an option.
    pub fn weighings(&self, words: impl Fn(&C) -> String) -> Vec<WeighedOption> {
        let weighing = |(option, worth): (&C, &Worth)| WeighedOption {
            option: words(option),
            worth: worth.clone(),
        };
        self.options.iter().zip(self.worth).map(weighing).collect()
    }
}
