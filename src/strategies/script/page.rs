//! The buffer that passes a decision to a script. It contains the game's fields that the script
//! names, one after the other, each with a fixed size.

use std::collections::HashSet;

use super::prelude;
use super::source::words;
use crate::game::scripted::{
    EntityField, FieldCell, FieldForm, Fields, MAX_ENTITIES, MAX_LIST, OptionField, ScriptField,
    ViewField,
};
use crate::game::{FeatureRow, MAX_FEATURES, MAX_OPTIONS, Scripted};
use crate::strategies::Asked;

/// Returns the size in bytes of the header of the buffer that passes a decision to a script. The
/// header holds the kind of decision, the seat at the table, the number of options, a flag for the
/// beginning of a game, and the number of game entities of each sort.
pub const fn header<G: Scripted>() -> usize {
    NUMBER * (4 + G::ENTITIES.len())
}

/// Size of a number in the buffer that passes data to a script, in bytes.
pub const NUMBER: usize = 8;

/// Returns the size, in bytes, of a field of this form in the buffer that passes data to a script.
pub const fn size(form: FieldForm) -> usize {
    match form {
        FieldForm::Set(_) => 2 * NUMBER,
        // A list consists of its length, and of two bytes per element.
        FieldForm::List(_) => NUMBER + 2 * MAX_LIST,
        _ => NUMBER,
    }
}

/// Returns the total size, in bytes, of these fields in the buffer that passes data to a script.
pub fn sizes<Read>(fields: &[ScriptField<Read>]) -> usize {
    fields.iter().map(|field| size(field.form)).sum()
}

/// The game's fields whose names occur in a script. Other fields are not passed to the script.
pub struct Mentioned<G: Scripted> {
    pub view: Vec<ViewField<G>>,
    /// For each sort of game entity (such as cards): the fields that the script names. Empty for a
    /// sort with fixed values.
    pub entities: Vec<Vec<EntityField<G>>>,
    pub options: Vec<OptionField<G>>,
    /// Indices of the features (numbers that describe an option) that the script names.
    pub features: Vec<usize>,
    /// The game's helper functions that the script calls.
    pub helpers: Vec<prelude::Helper>,
}

impl<G: Scripted> Mentioned<G> {
    fn new(text: &str) -> Self {
        let mut named: HashSet<&str> = words(text).collect();
        let helpers = prelude::helpers::<G>(&mut named);
        let all_features = named.contains("features");
        let of_entity = |entity: &crate::game::scripted::Entity<G>| match entity.fields {
            Fields::Fixed(_) => vec![],
            Fields::Changing { fields, .. } => kept(fields, &named),
        };
        Mentioned {
            view: kept(G::VIEW, &named),
            entities: G::ENTITIES.iter().map(of_entity).collect(),
            options: kept(G::OPTIONS, &named),
            features: (0..G::FEATURES.len())
                .filter(|&at| all_features || named.contains(G::FEATURES[at].name))
                .collect(),
            helpers,
        }
    }
}

fn kept<Read: Copy>(fields: &[ScriptField<Read>], named: &HashSet<&str>) -> Vec<ScriptField<Read>> {
    let stands = |field: &&ScriptField<Read>| named.contains(field.name);
    fields.iter().filter(stands).copied().collect()
}

/// The buffer that passes a decision to a script, reused for every decision.
pub struct PageBuffer<G: Scripted> {
    pub mentioned: Mentioned<G>,
    bytes: Vec<u8>,
    rows: Box<[FeatureRow; MAX_OPTIONS]>,
    ranges: Ranges,
}

/// Upper limits of the indices by which fields refer to game entities and names. An index beyond
/// these limits is an error of the game, and must not become a nil in the script.
struct Ranges {
    /// Number of game entities of each sort (such as cards).
    entities: Vec<usize>,
    names: usize,
}

impl<G: Scripted> PageBuffer<G> {
    /// Creates the buffer that passes decisions to a script with this text. If `game` is `None`,
    /// the buffer is never written.
    pub fn new(text: &str, game: Option<&G>) -> Self {
        let of_entity = |entity: usize| match G::ENTITIES[entity].fields {
            Fields::Fixed(_) => game.map_or(0, |game| game.fixed(entity).len()),
            Fields::Changing { .. } => 0,
        };
        let mut page: PageBuffer<G> = PageBuffer {
            mentioned: Mentioned::new(text),
            bytes: Vec::new(),
            rows: Box::new([[0.0; MAX_FEATURES]; MAX_OPTIONS]),
            ranges: Ranges {
                entities: (0..G::ENTITIES.len()).map(of_entity).collect(),
                names: game.map_or(0, |game| game.names().len()),
            },
        };
        page.bytes.reserve_exact(page.capacity());
        page
    }

    /// Returns the maximum size, in bytes, of the buffer that passes a decision to the script.
    pub fn capacity(&self) -> usize {
        let fields = &self.mentioned;
        let entities: usize = fields.entities.iter().map(|of_entity| sizes(of_entity)).sum();
        let of_option = sizes(&fields.options) + NUMBER * fields.features.len();
        header::<G>() + sizes(&fields.view) + MAX_ENTITIES * entities + MAX_OPTIONS * of_option
    }

    /// Writes a decision to the buffer that passes it to the script.
    ///
    /// # Panics
    /// Panics if the game violates the contract of [`Scripted`]: too many entities, or a field
    /// whose value does not have the declared form.
    #[inline]
    pub fn write(&mut self, (game, view, options): Asked<'_, '_, G>, begins: bool) -> &[u8] {
        let fields = &self.mentioned;
        if !fields.features.is_empty() {
            game.features(view, options, &mut self.rows[..]);
        }
        for (entity, count) in self.ranges.entities.iter_mut().enumerate() {
            if let Fields::Changing { .. } = G::ENTITIES[entity].fields {
                *count = G::count(view, entity);
                assert!(
                    *count <= MAX_ENTITIES,
                    "{count} {} in a game",
                    G::ENTITIES[entity].name[1]
                );
            }
        }
        let (bytes, ranges) = (&mut self.bytes, &self.ranges);
        bytes.clear();
        put(bytes, G::decision(view) as f64);
        put(bytes, G::seat(view) as f64);
        put(bytes, options.len() as f64);
        put(bytes, if begins { 1.0 } else { 0.0 });
        for &count in &ranges.entities {
            put(bytes, count as f64);
        }
        for field in &fields.view {
            ranges.put(bytes, field, (field.read)(view));
        }
        for (of_entity, &count) in fields.entities.iter().zip(&ranges.entities) {
            if !of_entity.is_empty() {
                for entity in 0..count as u8 {
                    for field in of_entity {
                        ranges.put(bytes, field, (field.read)(view, entity));
                    }
                }
            }
        }
        for (&choice, row) in options.iter().zip(&self.rows[..]) {
            for field in &fields.options {
                ranges.put(bytes, field, (field.read)(view, choice));
            }
            for &feature in &fields.features {
                put(bytes, row[feature].into());
            }
        }
        &self.bytes
    }
}

#[inline]
fn put(bytes: &mut Vec<u8>, number: f64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

impl Ranges {
    #[inline]
    fn put<Read>(&self, bytes: &mut Vec<u8>, field: &ScriptField<Read>, cell: FieldCell) {
        let (form, name) = (field.form, field.name);
        match (form, cell) {
            (FieldForm::Number | FieldForm::Maybe | FieldForm::Flag, FieldCell::Number(number)) => {
                put(bytes, number)
            }
            (FieldForm::Set(entity), FieldCell::Set { first, bits }) => {
                let end = u64::from(first) + u64::from(u64::BITS - bits.leading_zeros());
                assert!(
                    bits == 0 || end <= self.entities[entity] as u64,
                    "{name} has more than there are"
                );
                put(bytes, first.into());
                bytes.extend_from_slice(&bits.to_le_bytes());
            }
            (FieldForm::List(entity), FieldCell::List(count, indices)) => {
                put(bytes, count as f64);
                for index in indices {
                    bytes.extend_from_slice(&index.to_le_bytes());
                }
                let known = |index: &u16| usize::from(*index) < self.entities[entity];
                assert!(indices[..count].iter().all(known), "{name} has more than there are");
            }
            (_, FieldCell::Number(index)) => {
                let end = match form {
                    FieldForm::Word(words) | FieldForm::MaybeWord(words) => words.len(),
                    FieldForm::Name => self.names,
                    FieldForm::Entity(entity) | FieldForm::MaybeEntity(entity) => {
                        self.entities[entity]
                    }
                    _ => 0,
                };
                assert!(index < end as f64, "{name} is {index} of {end}");
                put(bytes, index);
            }
            _ => panic!("{name} is {cell:?}, and {form:?} to scripts"),
        }
    }
}
