//! The interface between a game and scripts: the game's data as named fields.
//!
//! A game lists its sorts of entities, such as fighters, cards and tiles ([`Scripted::ENTITIES`]).
//! It also lists the fields of each sort, of the view and of the options; each field has a function
//! that reads it. To add a field, add one entry to such a list.
//!
//! Everything else is generated from these lists: the buffer that carries the values to the script,
//! the Luau prelude that reads the buffer, and the type definitions for editors.

use serde_json::Value;

use super::Game;

/// Maximum number of entities of one sort, such as cards, that scripts can read. Applies to sorts
/// with fields that change during a game.
pub const MAX_ENTITIES: usize = 64;

/// Maximum length of a list of entities, such as cards, in one field that scripts read.
pub const MAX_LIST: usize = 64;

/// A field of a game's data that scripts can read. `Read` is the type of the function that reads
/// the field's value.
#[derive(Debug, Clone, Copy)]
pub struct ScriptField<Read> {
    pub name: &'static str,
    pub form: FieldForm,
    /// Description of the field's content, with its unit, for the type definitions of scripts.
    pub meaning: &'static str,
    pub read: Read,
}

/// The type of a field that scripts can read. It determines the variant of [`FieldCell`] that
/// carries the value. A sort of entities is given as an index into [`Scripted::ENTITIES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldForm {
    /// The field contains a number.
    Number,
    /// The field contains a number or nil.
    Maybe,
    /// The field contains a boolean.
    Flag,
    /// The field contains one of the given words.
    Word(&'static [&'static str]),
    /// The field contains one of the given words, or nil.
    MaybeWord(&'static [&'static str]),
    /// The field contains one of the names in [`Scripted::names`].
    Name,
    /// The field contains an entity, such as a card, of the given sort. The value may be nil,
    /// although the Luau type does not say so.
    Entity(usize),
    /// The field contains an entity, such as a card, of the given sort, or nil.
    MaybeEntity(usize),
    /// The field contains a list of different entities of the given sort, in ascending order.
    Set(usize),
    /// The field contains a list of entities of the given sort, in any order; entities may repeat.
    /// The list has at most [`MAX_LIST`] entries.
    List(usize),
}

/// The value of a field that a script reads, in the form in which the game passes it to the script.
/// The [`FieldForm`] of the field determines the variant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldCell {
    /// A number, a boolean (0 or 1), or the index of an entity or a word, from 0. Nil is stored as
    /// NaN for a number, and as -1 for an index.
    Number(f64),
    /// A set of entities: bit `i` of `bits` stands for entity `first + i`.
    Set { first: u32, bits: u64 },
    /// A list of entities: the number of entries, and the index of each entity.
    List(usize, [u16; MAX_LIST]),
}

impl FieldCell {
    /// Creates the value of a script's field from a number. The conversion to `f64` is exact for
    /// all accepted types.
    #[inline]
    pub fn number(value: impl Into<f64>) -> Self {
        FieldCell::Number(value.into())
    }

    /// Creates the value of a script's field from a number or nil. NaN stands for nil, because no
    /// game uses NaN as a number.
    #[inline]
    pub fn maybe(value: Option<impl Into<f64>>) -> Self {
        FieldCell::Number(value.map_or(f64::NAN, Into::into))
    }

    #[inline]
    pub fn flag(value: bool) -> Self {
        FieldCell::Number(if value { 1.0 } else { 0.0 })
    }

    /// Creates the value of a script's field from the index, from 0, of a word, a name or an
    /// entity; `None` becomes nil.
    #[inline]
    pub fn index(value: Option<usize>) -> Self {
        FieldCell::Number(value.map_or(-1.0, |index| index as f64))
    }

    /// Creates the value of a script's field from a set of entities: bit `i` of `bits` stands for
    /// entity `i`.
    #[inline]
    pub fn set(bits: impl Into<u64>) -> Self {
        FieldCell::from(0, bits)
    }

    /// Creates the value of a script's field from a set of entities: bit `i` of `bits` stands for
    /// entity `first + i`. Used for sorts with more than 64 entities.
    #[inline]
    pub fn from(first: u32, bits: impl Into<u64>) -> Self {
        let bits = bits.into();
        FieldCell::Set { first, bits }
    }

    /// Creates the value of a script's field from a list of entities, given by their indices.
    /// Entities after the first [`MAX_LIST`] are left out.
    ///
    /// # Panics
    /// Panics if an index is 65,536 or more.
    #[inline]
    pub fn list(indices: impl IntoIterator<Item = usize>) -> Self {
        let (mut count, mut list) = (0, [0; MAX_LIST]);
        for (entry, index) in list.iter_mut().zip(indices) {
            *entry = u16::try_from(index).expect("an index is below 65,536");
            count += 1;
        }
        FieldCell::List(count, list)
    }
}

/// A script's field of the view (what the deciding player may know), with a function that reads the
/// field from the view.
pub type ViewField<G> = ScriptField<for<'a> fn(<G as Game>::View<'a>) -> FieldCell>;
/// A script's field of an entity, such as a card. The field's function reads the value from the
/// view and the index of the entity among its sort, from 0.
pub type EntityField<G> = ScriptField<for<'a> fn(<G as Game>::View<'a>, u8) -> FieldCell>;
/// A script's field of an option, with a function that reads the field from the view and the
/// option.
pub type OptionField<G> =
    ScriptField<for<'a> fn(<G as Game>::View<'a>, <G as Game>::Choice) -> FieldCell>;

/// A script's field of an entity, such as a card. The value of the field never changes during a
/// game.
/// `luau_type` is the field's type in Luau: number, string or boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedField {
    pub name: &'static str,
    pub luau_type: &'static str,
    pub meaning: &'static str,
}

/// A sort of entities of a game, such as fighters or cards, that scripts can read.
pub struct Entity<G: Game + 'static> {
    /// Name of the sort of entities, in the singular and in the plural: `fighter`, `fighters`. The
    /// name of the Luau type is the capitalised singular: `Fighter`.
    pub name: [&'static str; 2],
    pub fields: Fields<G>,
}

impl<G: Game + 'static> Entity<G> {
    /// Creates a sort of entities, with its name in the singular and in the plural, whose fields
    /// change. `meaning` describes the list of all entities of the sort.
    pub const fn changing(
        name: [&'static str; 2],
        fields: &'static [EntityField<G>],
        meaning: &'static str,
    ) -> Self {
        Entity { name, fields: Fields::Changing { fields, meaning } }
    }
}

/// The fields of a sort of entities that scripts can read.
pub enum Fields<G: Game + 'static> {
    /// Fields whose values never change during a game, for any number of entities; see
    /// [`Scripted::fixed`].
    Fixed(&'static [FixedField]),
    /// Fields whose values are read again at each decision, for at most [`MAX_ENTITIES`] entities;
    /// see [`Scripted::count`]. In scripts, the view has a list of the entities, under the plural
    /// name of the sort. The field `index` of an entity is the entity's position in this list,
    /// which is the same for the whole game.
    Changing {
        fields: &'static [EntityField<G>],
        /// Description of the list of all entities of the sort, for the Luau type definitions.
        meaning: &'static str,
    },
}

/// A kind of decision that scripts can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Name of this kind of decision, as scripts read it in `view.decision`.
    pub name: &'static str,
    /// Name of the callback function with which a script may make decisions of this kind itself.
    pub taken_by: &'static str,
}

/// A game that a script can play.
pub trait Scripted: Game + Sized + 'static {
    /// The sorts of entities, such as fighters and cards, that scripts can read. Other items of
    /// this trait refer to a sort by its index in this list.
    const ENTITIES: &'static [Entity<Self>];
    /// The kinds of decisions that scripts make in this game; [`Scripted::decision`] refers to a
    /// kind by its index in this list.
    const DECISIONS: &'static [Decision];

    /// The fields of the view (what the deciding player may know) that scripts can read.
    const VIEW: &'static [ViewField<Self>];
    /// The fields of an option of a decision that scripts can read, besides the option's features.
    const OPTIONS: &'static [OptionField<Self>];

    /// Source text of Luau helper functions for scripts. Paragraphs are separated by blank lines;
    /// each is a `local function` with a comment that describes the function.
    ///
    /// A helper may read the first `count` entries of the prelude's table `options`, and may call
    /// helpers that are defined above it. A helper must visit the entries of a table by index,
    /// because the order of other traversals is not fixed.
    const HELPERS: &'static str;

    /// Returns the kind of decision that is to be made, as an index into [`Scripted::DECISIONS`].
    fn decision(view: Self::View<'_>) -> usize;

    /// Returns the index of the seat at the table that decides, below
    /// [`MAX_PLAYERS`](super::MAX_PLAYERS). All players of a seat share the memory of their script.
    fn seat(view: Self::View<'_>) -> usize;

    /// Returns the number of entities of a sort with changing fields, at most [`MAX_ENTITIES`]. The
    /// number is the same throughout a game, so it includes entities that have left the game.
    /// `entity` is the index of the sort in [`Scripted::ENTITIES`]. The method is not called for
    /// sorts with fixed fields.
    fn count(view: Self::View<'_>, entity: usize) -> usize;

    /// Returns the names to which script fields of the form [`FieldForm::Name`] refer.
    fn names(&self) -> Vec<String>;

    /// Returns all entities of a sort with fixed fields, as JSON objects with one member per field.
    /// `entity` is the index of the sort in [`Scripted::ENTITIES`]. A null in the list stands for
    /// an index without an entity.
    fn fixed(&self, entity: usize) -> Vec<Value>;

    /// Returns the settings of the game's rules, as a JSON object for scripts.
    fn settings(&self) -> Value;
}
