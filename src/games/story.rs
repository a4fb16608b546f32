//! A game told: the lines of a story, and why a bot decided as it did. What happens is told by each game.

use serde::Serialize;

use super::{Game, Observer};

/// One line of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub style: LineStyle,
    pub text: String,
}

/// What a line is, for those who set it in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    /// The head of the story, of a round, of the ending.
    Heading,
    /// Explains how to read.
    Legend,
    /// A table, or what belongs to no turn.
    Plain,
    /// Somebody's turn begins.
    Turn,
    /// A step of a turn.
    Step,
    /// What a step does to one of several targets, and what answers it.
    Detail,
    /// Somebody is eliminated.
    Fall,
    /// Why a bot decides as it does.
    Why,
    /// Nothing, before a heading.
    Blank,
    /// A JSON object.
    Json,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let indent = match self.style {
            LineStyle::Heading | LineStyle::Legend | LineStyle::Blank | LineStyle::Json => 0,
            LineStyle::Plain | LineStyle::Turn => 2,
            LineStyle::Step | LineStyle::Fall => 6,
            LineStyle::Detail => 8,
            LineStyle::Why => 10,
        };
        write!(f, "{:indent$}{}", "", self.text)
    }
}

/// Which game is told, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playbill {
    /// The scenario's title.
    pub title: String,
    pub seed: u64,
    /// The game's number in a run of that seed, from 0.
    pub game: u64,
    /// As JSON, an object for each event; else as prose.
    pub json: bool,
    /// Who plays each player of the game, by the game's index.
    pub roles: Vec<Role>,
}

/// Who plays a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Role {
    /// From 1.
    pub seat: u8,
    /// From 1; none if everyone is alone.
    pub team: Option<u8>,
    /// The name of the bot.
    pub strategy: String,
}

/// Tells a game as it is played.
pub trait Teller<G: Game>: Observer<G::Event> {
    /// Tells why the player decides as it does, before the decision is played.
    fn explain(&mut self, why: &Why<'_, G::Choice>);

    /// All lines; `end` is the game's last state, if it came to its end.
    fn finish(self, end: Option<&G::State>) -> Vec<Line>;
}

/// A decision, before it is played.
#[derive(Debug, Clone, Copy)]
pub struct Why<'a, C> {
    /// The game's index.
    pub player: usize,
    /// How the bot decides, in a few words.
    pub how: &'a str,
    /// In the order of the options.
    pub options: &'a [C],
    pub worth: &'a [Worth],
    /// An index of them.
    pub chosen: usize,
}

/// What an option was worth to its bot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// The bot has no opinion of it.
    Unknown {},
    Score {
        score: f64,
    },
    /// A sum: what each feature is, and what one of it counts.
    Sum {
        score: f64,
        /// What luck added.
        whim: f64,
        features: Vec<Part>,
    },
    /// What a search found out.
    Search {
        visits: u32,
        /// Mean value, 0 to 1.
        value: f64,
        /// Its part of a mixture, where secret choices are mixed.
        share: f64,
    },
}

/// One feature of an option.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub feature: &'static str,
    pub value: f64,
    pub weight: f64,
}

/// One option of a decision that is explained, as JSON has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighing {
    pub option: String,
    #[serde(flatten)]
    pub worth: Worth,
}

impl Worth {
    /// The more, the rather it is chosen; none if that is not known.
    fn rank(&self) -> Option<f64> {
        match *self {
            Worth::Unknown {} => None,
            Worth::Score { score } | Worth::Sum { score, .. } => Some(score),
            Worth::Search { visits, .. } => Some(visits.into()),
        }
    }

    fn words(&self) -> String {
        match self {
            Worth::Unknown {} => String::new(),
            Worth::Score { score } => format!("{score:.3}"),
            Worth::Sum {
                score,
                whim,
                features,
            } => {
                let mut parts: Vec<&Part> = features.iter().collect();
                let counts = |part: &&Part| (part.value * part.weight).abs();
                parts.sort_by(|a, b| counts(b).total_cmp(&counts(a)));
                let mut terms: Vec<String> = parts
                    .iter()
                    .map(|part| format!("{} {:.2} × {}", part.feature, part.value, part.weight))
                    .collect();
                if *whim != 0.0 {
                    terms.push(format!("whim {whim:.2}"));
                }
                match terms.is_empty() {
                    true => format!("{score:.3}"),
                    false => format!("{score:.3} = {}", terms.join(" + ")),
                }
            }
            Worth::Search {
                visits,
                value,
                share,
            } => {
                let mixed = if *share > 0.0 {
                    format!(", share {share:.3}")
                } else {
                    String::new()
                };
                match visits {
                    0 => "visits 0".into(),
                    _ => format!("visits {visits}, value {value:.3}{mixed}"),
                }
            }
        }
    }
}

impl<C> Why<'_, C> {
    /// The options in words, each with what it was worth: the best first, the chosen one marked.
    pub fn lines(&self, words: impl Fn(&C) -> String) -> Vec<Line> {
        let mut order: Vec<usize> = (0..self.options.len()).collect();
        let rank = |option: &usize| self.worth[*option].rank().unwrap_or(0.0);
        order.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let words: Vec<String> = self.options.iter().map(words).collect();
        let width = words.iter().map(|words| words.chars().count()).max();
        let width = width.unwrap_or(0);
        let line = |option: usize| {
            let mark = if option == self.chosen { '→' } else { ' ' };
            let worth = self.worth[option].words();
            let text = format!("{mark} {:<width$}  {worth}", words[option]);
            Line {
                style: LineStyle::Why,
                text: text.trim_end().to_owned(),
            }
        };
        order.into_iter().map(line).collect()
    }

    /// The options in words, each with what it was worth, in their order.
    pub fn weighings(&self, words: impl Fn(&C) -> String) -> Vec<Weighing> {
        let weighing = |(option, worth): (&C, &Worth)| Weighing {
            option: words(option),
            worth: worth.clone(),
        };
        self.options.iter().zip(self.worth).map(weighing).collect()
    }
}
