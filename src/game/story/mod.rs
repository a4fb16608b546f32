//! The story of a game: prose for people, or JSON Lines for programs.
//!
//! A [`Telling`] writes both forms, for all games, and collects the [`Replay`] of a game for a
//! drawn board. Each game implements [`Teller`], which puts the game's events into words and
//! describes the board.

mod frame;
mod pages;
mod replay;
mod telling;
mod why;

pub use frame::{
    EndLine, EntrantResult, EventLine, EventObject, FORMAT, Frame, OpeningEntrant, OpeningLine,
    TitleValues, values,
};
pub use pages::Pages;
pub use replay::{Moment, Replay, ReplayOption, Thought};
pub use telling::{Around, Decider, Finished, Playbill, Role, Teller, Telling};
pub use why::{Part, WeighedOption, Why, Worth, exact};

/// One line of the story of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryLine {
    pub style: LineStyle,
    pub text: String,
}

/// The role of a line in the story of a game, which determines indentation and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    /// Heading of the story, of a round of the game, or of the game's end.
    Heading,
    /// Explanation of the symbols and abbreviations in the story.
    Legend,
    /// A line of a table, or another line that is not part of a player's turn.
    Plain,
    /// Line that reports the start of a player's turn.
    Turn,
    /// Line that reports a step of a player's turn.
    Step,
    /// Effect of an action on one of several targets, or a target's reaction to the action.
    Detail,
    /// Line that reports the elimination of a fighter.
    Fall,
    /// Line that explains a bot's decision.
    Why,
    /// Empty line before a heading.
    Blank,
    /// A JSON object, for a story in the form of JSON Lines.
    Json,
}

impl std::fmt::Display for StoryLine {
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
