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

/// Maximum number of entities of a sort whose fields change during a game.
pub const MAX_ENTITIES: usize = 64;

/// Maximum length of the list in a field of the form [`FieldForm::List`].
pub const MAX_LIST: usize = 64;

/// A field that scripts can read. `Read` is the type of the function that reads the field's value.
#[derive(Debug, Clone, Copy)]
pub struct ScriptField<Read> {
    pub name: &'static str,
    pub form: FieldForm,
    /// What the field contains, with its unit; shown in the type definitions for scripts.
    pub meaning: &'static str,
    pub read: Read,
}

/// The type of a field in scripts. It determines the variant of [`FieldCell`] that carries the
/// value. Sorts of entities are given as indices into [`Scripted::ENTITIES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldForm {
    /// The field contains a number.
    Number,
    /// The field contains a number or nil.
    Maybe,
    /// The field contains a boolean.
    Flag,
    /// The field contains one of these words.
    Word(&'static [&'static str]),
    /// The field contains one of these words, or nil.
    MaybeWord(&'static [&'static str]),
    /// The field contains one of the names in [`Scripted::names`].
    Name,
    /// The field contains an entity of this sort. The value may be nil, although the Luau type does
    /// not say so.
    Entity(usize),
    /// The field contains an entity of this sort, or nil.
    MaybeEntity(usize),
    /// The field contains a list of different entities of this sort, in ascending order.
    Set(usize),
    /// The field contains a list of entities of this sort, in any order; entities may repeat. At
    /// most [`MAX_LIST`] entries.
    List(usize),
}

/// The value of a field, in the form in which a game passes it to a script. The [`FieldForm`] of
/// the field determines the variant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldCell {
    /// A number, a boolean (0 or 1) or an index from 0. For nil: NaN instead of a number, -1
    /// instead of an index.
    Number(f64),
    /// A value of the form [`FieldForm::Set`]: bit `i` of `bits` stands for entity `first + i`.
    Set { first: u32, bits: u64 },
    /// A value of the form [`FieldForm::List`]: the number of entries, and the indices of these
    /// entities.
    List(usize, [u16; MAX_LIST]),
}

impl FieldCell {
    /// Creates a cell with a number. The conversion to `f64` is exact for all accepted types.
    #[inline]
    pub fn number(value: impl Into<f64>) -> Self {
        FieldCell::Number(value.into())
    }

    /// Creates a cell with a number or nil. NaN stands for nil, because no game uses NaN as a
    /// number.
    #[inline]
    pub fn maybe(value: Option<impl Into<f64>>) -> Self {
        FieldCell::Number(value.map_or(f64::NAN, Into::into))
    }

    #[inline]
    pub fn flag(value: bool) -> Self {
        FieldCell::Number(if value { 1.0 } else { 0.0 })
    }

    /// Creates a cell with the index of a word, a name or an entity, from 0; `None` is nil.
    #[inline]
    pub fn index(value: Option<usize>) -> Self {
        FieldCell::Number(value.map_or(-1.0, |index| index as f64))
    }

    /// Creates a cell with a set of entities: bit `i` of `bits` stands for entity `i`.
    #[inline]
    pub fn set(bits: impl Into<u64>) -> Self {
        FieldCell::from(0, bits)
    }

    /// Creates a cell with a set of entities: bit `i` of `bits` stands for entity `first + i`. For
    /// sorts with more than 64 entities.
    #[inline]
    pub fn from(first: u32, bits: impl Into<u64>) -> Self {
        let bits = bits.into();
        FieldCell::Set { first, bits }
    }

    /// Creates a cell with a list of entities, given by their indices.
    ///
    /// # Panics
    /// Panics if there are more than [`MAX_LIST`] entities, or if an index is 65,536 or more.
    #[inline]
    pub fn list(indices: impl IntoIterator<Item = usize>) -> Self {
        let (mut count, mut list) = (0, [0; MAX_LIST]);
        for index in indices {
            assert!(count < MAX_LIST, "a list of more than {MAX_LIST}");
            list[count] = u16::try_from(index).expect("an index is below 65,536");
            count += 1;
        }
        FieldCell::List(count, list)
    }
}

/// A field of the view; the function reads the field from the view.
pub type ViewField<G> = ScriptField<for<'a> fn(<G as Game>::View<'a>) -> FieldCell>;
/// A field of an entity; the function reads the field from the view and the index of the entity
/// among its sort, from 0.
pub type EntityField<G> = ScriptField<for<'a> fn(<G as Game>::View<'a>, u8) -> FieldCell>;
/// A field of an option; the function reads the field from the view and the option.
pub type OptionField<G> =
    ScriptField<for<'a> fn(<G as Game>::View<'a>, <G as Game>::Choice) -> FieldCell>;

/// A field of an entity with a value that is the same during a whole game. `luau_type` is the
/// field's type in Luau: number, string or boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedField {
    pub name: &'static str,
    pub luau_type: &'static str,
    pub meaning: &'static str,
}

/// A sort of entities of a game, such as fighters or cards.
pub struct Entity<G: Game + 'static> {
    /// Name of the sort, in the singular and in the plural: `fighter`, `fighters`. The name of the
    /// Luau type is the capitalised singular: `Fighter`.
    pub name: [&'static str; 2],
    pub fields: Fields<G>,
}

/// The fields of a sort of entities that scripts can read.
pub enum Fields<G: Game + 'static> {
    /// Fields whose values never change during a game, for any number of entities; see
    /// [`Scripted::fixed`].
    Fixed(&'static [FixedField]),
    /// Fields whose values are read again at each decision, for at most [`MAX_ENTITIES`] entities;
    /// see [`Scripted::count`]. The view has a list of the entities, under the plural name of the
    /// sort. The field `index` of an entity is the entity's position in this list, which is the
    /// same for the whole game.
    Changing {
        fields: &'static [EntityField<G>],
        /// Description of the list of all entities of the sort, for the type definitions.
        meaning: &'static str,
    },
}

/// A kind of decision that scripts can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Name of the kind, as scripts read it in `view.decision`.
    pub name: &'static str,
    /// Name of the script function that may make the whole decision.
    pub taken_by: &'static str,
}

/// Creates a field.
pub const fn field<Read>(
    name: &'static str,
    form: FieldForm,
    read: Read,
    meaning: &'static str,
) -> ScriptField<Read> {
    ScriptField {
        name,
        form,
        meaning,
        read,
    }
}

/// Creates a kind of decision.
pub const fn decision(name: &'static str, taken_by: &'static str) -> Decision {
    Decision { name, taken_by }
}

/// A game whose decisions a script can make.
pub trait Scripted: Game + Sized + 'static {
    /// The sorts of entities. Other items refer to a sort by its index in this list.
    const ENTITIES: &'static [Entity<Self>];
    /// The kinds of decisions; [`Scripted::decision`] refers to a kind by its index in this list.
    const DECISIONS: &'static [Decision];

    /// The fields of the view.
    const VIEW: &'static [ViewField<Self>];
    /// The fields of an option, besides its features.
    const OPTIONS: &'static [OptionField<Self>];

    /// Luau helper functions for scripts. Paragraphs are separated by blank lines; each is a `local
    /// function` with a comment that describes the function.
    ///
    /// A helper may read the prelude's `options` up to `count`, and may call helpers that are
    /// defined above it. A helper must visit the entries of a table by index, because the order of
    /// other traversals is not fixed.
    const HELPERS: &'static str;

    /// Returns the kind of the current decision, as an index into [`Scripted::DECISIONS`].
    fn decision(view: Self::View<'_>) -> usize;

    /// Returns the seat that decides, below [`MAX_PLAYERS`](super::MAX_PLAYERS). All players of a
    /// seat share the memory of their script.
    fn seat(view: Self::View<'_>) -> usize;

    /// Returns the number of entities of a sort with changing fields, at most [`MAX_ENTITIES`]. The
    /// number is the same throughout a game, so it includes entities that have left the game.
    /// `entity` is an index into [`Scripted::ENTITIES`]. The method is not called for sorts with
    /// fixed fields.
    fn count(view: Self::View<'_>, entity: usize) -> usize;

    /// Returns the names to which fields of the form [`FieldForm::Name`] refer.
    fn names(&self) -> Vec<String>;

    /// Returns all entities of a sort with fixed fields, as JSON objects with one member per field.
    /// `entity` is an index into [`Scripted::ENTITIES`]. A null in the list stands for an index
    /// without an entity.
    fn fixed(&self, entity: usize) -> Vec<Value>;

    /// Returns the rules in force, as a JSON object.
    fn settings(&self) -> Value;
}
