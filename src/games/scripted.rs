//! What a script wants of a game besides [`Game`]: its view by names.
//!
//! A game lists the fields of its view, of its players and of its options, each with a function that reads it: a new field is
//! one entry. Everything else about scripts (the page that the values travel on, the prelude that unpacks it, the type
//! file that editors read) is made from these lists.

use serde_json::Value;

use super::Game;

/// One field that scripts see.
#[derive(Debug, Clone, Copy)]
pub struct Field<Read> {
    pub name: &'static str,
    pub form: Form,
    /// What it says, with its unit.
    pub meaning: &'static str,
    pub read: Read,
}

/// What a field is to a script, and so how its [`Cell`] is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Number,
    /// A number, or nil.
    Maybe,
    /// True or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or nil.
    MaybeWord(&'static [&'static str]),
    /// One of [`Scripted::names`].
    Name,
    Player,
    /// A player, or nil.
    MaybePlayer,
    /// A list of players.
    Players,
    /// One of [`Scripted::things`], or nil.
    MaybeThing,
    /// A list of things.
    Things,
}

/// A field's value on its way to the script: four bytes, whose meaning is the field's [`Form`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell(pub u32);

impl Cell {
    /// A number; exact up to 2^24.
    #[inline]
    pub fn number(value: impl Into<f32>) -> Self {
        Cell(value.into().to_bits())
    }

    /// Nil is NaN on the way: no game has such a number.
    #[inline]
    pub fn maybe(value: Option<impl Into<f32>>) -> Self {
        value.map_or(Cell(f32::NAN.to_bits()), Cell::number)
    }

    #[inline]
    pub fn flag(value: bool) -> Self {
        Cell::number(u8::from(value))
    }

    /// An index from 0: of a word, a name, a player or a thing; `None` is nil.
    #[inline]
    pub fn index(value: Option<usize>) -> Self {
        Cell::number(value.map_or(-1.0, |index| index as f32))
    }

    /// A set of players, one bit each.
    #[inline]
    pub fn players(set: u8) -> Self {
        Cell(set.into())
    }

    /// A set of things, one bit each, counted from thing `first`.
    #[inline]
    pub fn things(first: u16, set: u16) -> Self {
        Cell(u32::from(first) << 16 | u32::from(set))
    }
}

pub type ViewField<G> = Field<for<'a> fn(<G as Game>::View<'a>) -> Cell>;
pub type PlayerField<G> = Field<for<'a> fn(<G as Game>::View<'a>, u8) -> Cell>;
pub type OptionField<G> = Field<for<'a> fn(<G as Game>::View<'a>, <G as Game>::Choice) -> Cell>;

/// A kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// As `view.decision` says it.
    pub name: &'static str,
    /// The script's function that takes it as a whole.
    pub taken_by: &'static str,
}

/// A field of a thing, which never changes: a number, a text, true or false, by this Luau type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThingField {
    pub name: &'static str,
    pub luau_type: &'static str,
    pub meaning: &'static str,
}

/// A game whose decisions a script can take.
pub trait Scripted: Game + 'static {
    /// What players are called, one and many: `fighter`, `fighters`.
    const PLAYER: [&'static str; 2];
    /// What things are called, one and many: `card`, `cards`.
    const THING: [&'static str; 2];
    const DECISIONS: &'static [Decision];

    const VIEW: &'static [ViewField<Self>];
    const PLAYERS: &'static [PlayerField<Self>];
    /// The features of options come besides.
    const OPTIONS: &'static [OptionField<Self>];
    const THINGS: &'static [ThingField];

    /// Functions in Luau that scripts may call: paragraphs of a `local function` each, whose comment and first line say what it does.
    /// They may read the prelude's `options` up to `count`, and call those above them.
    const HELPERS: &'static str;

    /// What is decided about, an index of [`Scripted::DECISIONS`].
    fn decision(view: Self::View<'_>) -> usize;

    /// Who decides: players of one number share a script's memory. Below [`MAX_PLAYERS`](super::MAX_PLAYERS).
    fn seat(view: Self::View<'_>) -> usize;

    /// How many players there are, those included that are out of the game.
    fn players(view: Self::View<'_>) -> u8;

    /// The names of players.
    fn names(&self) -> Vec<String>;

    /// What players play with, as objects of the fields of [`Scripted::THINGS`].
    fn things(&self) -> Vec<Value>;

    /// The rules in force, as an object.
    fn settings(&self) -> Value;
}
