//! The replay of a game: the lines of its story, each with what a drawn board shows at that moment.

use serde::Serialize;

use super::why::MOST_FEATURES;
use super::{EndLine, EventLine, OpeningLine, WeighedOption};
use crate::game::picture::{Backdrop, Picture, PictureChanges};

/// A game as a drawn board replays it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    pub opening: OpeningLine,
    pub backdrop: Backdrop,
    /// The board before the first event.
    pub picture: Picture,
    pub moments: Vec<Moment>,
    /// The board at the end of the game, from the game's final state.
    #[serde(skip)]
    pub last: Option<Picture>,
    /// The result of the game; `None` if a bot failed.
    pub end: Option<EndLine>,
}

/// One event of a replay, or one decision with the bot's reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// The line of the story. It has no values that are specific to one game.
    #[serde(flatten)]
    pub event: EventLine,
    /// The differences between the boards before and after the event.
    pub changes: PictureChanges,
    /// The reasons of a decision; `None` for an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
}

/// The reasons for which a bot chose an option.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Thought {
    /// Short description of the method by which the bot decides.
    pub by: String,
    /// The bot's estimate of the probability, 0 to 1, that its side wins. `None` if the bot gives
    /// no estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f32>,
    /// Description of the chosen option.
    pub chosen: String,
    /// The best options, the best first; always with the chosen option.
    pub options: Vec<ReplayOption>,
    /// Number of further options.
    pub others: usize,
}

/// An option of a decision in a replay.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayOption {
    pub option: String,
    /// The bot's valuation of the option in words.
    pub worth: String,
    /// The number by which options are sorted; `None` if the bot gives no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// Maximum number of options of one decision that a replay shows, besides the chosen option.
const MOST_OPTIONS: usize = 6;

impl Thought {
    /// Creates the reasons of a decision from the valuations of all its options. `chosen` is the
    /// index of the chosen option.
    pub fn new(by: &str, estimate: Option<f32>, options: &[WeighedOption], chosen: usize) -> Self {
        let mut order: Vec<usize> = (0..options.len()).collect();
        let rank = |option: usize| options[option].worth.rank();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|option| rank(option).unwrap_or(f64::NEG_INFINITY));
            b.total_cmp(&a)
        });
        let mut place = 0;
        order.retain(|&option| {
            place += 1;
            place <= MOST_OPTIONS || option == chosen
        });
        let shown = order.into_iter().map(|option| ReplayOption {
            option: options[option].option.clone(),
            worth: options[option].worth.words(MOST_FEATURES),
            rank: rank(option),
            chosen: option == chosen,
        });
        let shown: Vec<ReplayOption> = shown.collect();
        Thought {
            by: by.to_owned(),
            estimate,
            chosen: options[chosen].option.clone(),
            others: options.len() - shown.len(),
            options: shown,
        }
    }
}
