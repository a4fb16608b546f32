//! The story of a game: prose for people, or JSON Lines for programs.
//!
//! A [`Telling`] writes both forms, for all games. Each game has a [`Teller`], which puts the
//! game's events into words.

mod frame;
mod pages;
mod telling;
mod why;

pub use frame::{
    EndLine, EntrantResult, EventLine, EventObject, FORMAT, Frame, OpeningEntrant, OpeningLine,
    TitleValues, values,
};
pub use pages::Pages;
pub use telling::{Decider, Playbill, Role, Teller, Telling};
pub use why::{Part, WeighedOption, Why, Worth};

/// One line of the story of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryLine {
    pub style: LineStyle,
    pub text: String,
}

/// The role of a line in a story, which determines indentation and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    /// Heading of the story, of a round or of the end.
    Heading,
    /// Explanation of symbols and abbreviations.
    Legend,
    /// A line of a table, or another line outside of turns.
    Plain,
    /// Start of a player's turn.
    Turn,
    /// A step of a turn.
    Step,
    /// Effect of a step on one of several targets, or a target's reaction to the step.
    Detail,
    /// Elimination of a fighter.
    Fall,
    /// Explanation of a bot's decision.
    Why,
    /// Empty line before a heading.
    Blank,
    /// A JSON object.
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
