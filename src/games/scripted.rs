//! What a script wants of a game besides [`Game`]: its view by names.
//!
//! A game lists the sorts of entities that it is played with ([`Scripted::ENTITIES`]: fighters, cards, tiles), the fields of each, of
//! its view and of its options, each with a function that reads it: a new field is one entry. Everything else about scripts
//! (the page that the values travel on, the prelude that unpacks it, the type file that editors read) is made from these lists.

use serde_json::Value;

use super::Game;

/// The most entities of a sort whose fields change in a game.
pub const MAX_ENTITIES: usize = 64;

/// The most entries of a field of the form [`Form::List`].
pub const MAX_LIST: usize = 64;

/// One field that scripts see.
#[derive(Debug, Clone, Copy)]
pub struct Field<Read> {
    pub name: &'static str,
    pub form: Form,
    /// What it says, with its unit.
    pub meaning: &'static str,
    pub read: Read,
}

/// What a field is to a script, and so which [`Cell`] it wants. A sort is an index of [`Scripted::ENTITIES`].
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
    /// An entity of this sort; nil where there is none, against its type.
    Entity(usize),
    /// An entity of this sort, or nil.
    MaybeEntity(usize),
    /// A list of entities of this sort, each once, in their order.
    Set(usize),
    /// A list of entities of this sort, in any order, each as often as it comes; at most [`MAX_LIST`] entries.
    List(usize),
}

/// A field's value on its way to the script; the field's [`Form`] says which of them it must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    /// A number, a flag (0 or 1) or an index from 0; NaN is the nil among numbers, -1 the nil among indices.
    Number(f64),
    /// Of a [`Form::Set`]: bit `i` is entity `first + i`.
    Set { first: u32, bits: u64 },
    /// Of a [`Form::List`]: how many, and that many indices of entities.
    List(usize, [u16; MAX_LIST]),
}

impl Cell {
    /// A number; the types that fit are exact.
    #[inline]
    pub fn number(value: impl Into<f64>) -> Self {
        Cell::Number(value.into())
    }

    /// Nil is NaN on the way: no game has such a number.
    #[inline]
    pub fn maybe(value: Option<impl Into<f64>>) -> Self {
        Cell::Number(value.map_or(f64::NAN, Into::into))
    }

    #[inline]
    pub fn flag(value: bool) -> Self {
        Cell::Number(if value { 1.0 } else { 0.0 })
    }

    /// An index from 0: of a word, a name or an entity; `None` is nil.
    #[inline]
    pub fn index(value: Option<usize>) -> Self {
        Cell::Number(value.map_or(-1.0, |index| index as f64))
    }

    /// A set of entities, one bit each.
    #[inline]
    pub fn set(bits: impl Into<u64>) -> Self {
        Cell::from(0, bits)
    }

    /// A set of entities, one bit each, counted from entity `first`: where there are more than 64.
    #[inline]
    pub fn from(first: u32, bits: impl Into<u64>) -> Self {
        let bits = bits.into();
        Cell::Set { first, bits }
    }

    /// A list of entities by their indices.
    ///
    /// # Panics
    /// If there are more than [`MAX_LIST`], or an index is 65,536 or more.
    #[inline]
    pub fn list(indices: impl IntoIterator<Item = usize>) -> Self {
        let (mut count, mut list) = (0, [0; MAX_LIST]);
        for index in indices {
            assert!(count < MAX_LIST, "a list of more than {MAX_LIST}");
            list[count] = u16::try_from(index).expect("an index is below 65,536");
            count += 1;
        }
        Cell::List(count, list)
    }
}

pub type ViewField<G> = Field<for<'a> fn(<G as Game>::View<'a>) -> Cell>;
/// Reads a field of an entity: the n-th of its list, from 0.
pub type EntityField<G> = Field<for<'a> fn(<G as Game>::View<'a>, u8) -> Cell>;
pub type OptionField<G> = Field<for<'a> fn(<G as Game>::View<'a>, <G as Game>::Choice) -> Cell>;

/// A field of an entity that never changes: a number, a text, true or false, by this Luau type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedField {
    pub name: &'static str,
    pub luau_type: &'static str,
    pub meaning: &'static str,
}

/// A sort of entity: what a game is played with, or by, as fighters or cards.
pub struct Entity<G: Game + 'static> {
    /// What one and many are called: `fighter`, `fighters`. The capitalised first names the type: `Fighter`.
    pub name: [&'static str; 2],
    pub fields: Fields<G>,
}

/// What scripts see of the entities of a sort.
pub enum Fields<G: Game + 'static> {
    /// What never changes in a game, any number of entities: see [`Scripted::fixed`].
    Fixed(&'static [FixedField]),
    /// What is read anew at each decision, of at most [`MAX_ENTITIES`]: see [`Scripted::count`]. A script finds them all in the
    /// view, by the name of many, and of each its place there as its `index`, which it keeps for the whole game.
    Changing {
        fields: &'static [EntityField<G>],
        /// What the list of all of them is.
        meaning: &'static str,
    },
}

/// A kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// As `view.decision` says it.
    pub name: &'static str,
    /// The script's function that takes it as a whole.
    pub taken_by: &'static str,
}

/// A game whose decisions a script can take.
pub trait Scripted: Game + Sized + 'static {
    const ENTITIES: &'static [Entity<Self>];
    const DECISIONS: &'static [Decision];

    const VIEW: &'static [ViewField<Self>];
    /// The features of options come besides.
    const OPTIONS: &'static [OptionField<Self>];

    /// Functions in Luau that scripts may call: paragraphs of a `local function` each, whose comment and first line say what it does.
    /// They may read the prelude's `options` up to `count`, and call those above them. They must not walk a table but by index.
    const HELPERS: &'static str;

    /// What is decided about, an index of [`Scripted::DECISIONS`].
    fn decision(view: Self::View<'_>) -> usize;

    /// Who decides: players of one number share a script's memory. Below [`MAX_PLAYERS`](super::MAX_PLAYERS).
    fn seat(view: Self::View<'_>) -> usize;

    /// How many entities of a sort that changes there are, including those that are out of the game:
    /// at most [`MAX_ENTITIES`], and the same all through a game. `entity` is an index of
    /// [`Scripted::ENTITIES`]; of fixed ones it is not asked.
    fn count(view: Self::View<'_>, entity: usize) -> usize;

    /// The names of [`Form::Name`].
    fn names(&self) -> Vec<String>;

    /// All entities of a fixed sort, an index of [`Scripted::ENTITIES`], as objects of its fields; a null is an index that nothing has.
    fn fixed(&self, entity: usize) -> Vec<Value>;

    /// The rules in force, as an object.
    fn settings(&self) -> Value;
}
