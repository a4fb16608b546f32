//! Rosters, the fighters that scenarios can use: the format of roster files, the checks of lists
//! `printed`, and the values of fighters as text. All games share this module.

use std::collections::BTreeMap;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::filed::{json, read, sound};
use super::title::{Complaint, FighterValue, Profile, Provenance, Title};
use crate::words::{aligned, capital, shown_width, suggest};

/// A roster file: the fighters that scenarios can use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(rename = "Roster")]
pub struct Roster<F: Fighter> {
    /// Name of the roster in reports.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Source of the values that are marked as printed, such as the title of a rulebook.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Source of all values that no list `printed` names; these lists name the values that a
    /// rulebook prints.
    pub unlisted: Provenance,
    /// The fighters by key. A key consists of lower-case letters, digits and hyphens; scenarios and
    /// tables use it as the fighter's name.
    #[schemars(extend("minProperties" = F::FEWEST, "maxProperties" = F::MOST, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, F>,
}

/// A fighter of a roster file: the table `[fighters.KEY]`.
pub trait Fighter: Debug + Clone + Eq + Serialize + DeserializeOwned + JsonSchema {
    /// Minimum number of fighters in a roster.
    const FEWEST: usize = 2;
    /// Maximum number of fighters in a roster.
    const MOST: usize = 64;
    /// Names of the fields that decide how strong a fighter is, in the order of lists for users.
    const VALUES: &'static [&'static str];
    /// Names of the other fields that a rulebook may print.
    const MARKS: &'static [&'static str] = &["name", "colour"];
    /// Name of the table of a fighter's things, such as its cards, and names of the fields that
    /// decide how strong a thing is.
    const THINGS: (&'static str, &'static [&'static str]) = ("", &[]);
    /// Pairs of a field's name and its different name in lists `printed`.
    const PRINTED_AS: &'static [(&'static str, &'static str)] = &[];

    /// Returns the fighter's name, its colour, and its list `printed`.
    fn identity(&self) -> (&str, &str, &[String]);

    /// Returns the word for the fighters among which lists show this one; `None` if all fighters
    /// are alike.
    fn group(&self) -> Option<&'static str> {
        None
    }

    /// Returns a description of each thing of the fighter, by the thing's name in tables; empty if
    /// the names need no description.
    fn things_in_words(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Appends all errors of the fighter that a JSON Schema cannot express.
    fn check(&self, _key: &str, _roster: &Roster<Self>, _complaints: &mut Vec<Complaint>) {}

    /// Fills in values that are left out, if other values determine them.
    fn complete(&mut self) {}
}

impl<F: Fighter> Roster<F> {
    /// Checks the roster, and fills in values that are left out.
    ///
    /// # Errors
    /// Returns all errors of the roster that a JSON Schema cannot express.
    pub fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        for (key, fighter) in &self.fighters {
            let fields = [F::MARKS, F::VALUES].concat();
            let path = ["fighters", key];
            check_printed::<F>(&path, fighter.identity().2, &fields, &mut complaints);
            for (table, thing, _, printed) in things::<F>(&json(fighter)) {
                let path = ["fighters", key, table, thing];
                check_printed::<F>(&path, &printed, F::THINGS.1, &mut complaints);
            }
            fighter.check(key, self, &mut complaints);
        }
        self.fighters.values_mut().for_each(F::complete);
        sound(complaints)
    }

    /// Returns the positions of fighters, given by their keys, in the order of all keys.
    ///
    /// # Panics
    /// Panics if the roster does not have a fighter.
    pub fn indices<'a>(&self, keys: impl IntoIterator<Item = &'a String>) -> Vec<u8> {
        let index = |key: &String| self.fighters.keys().position(|known| known == key);
        keys.into_iter().map(|key| index(key).expect("a checked line-up") as u8).collect()
    }

    /// Returns all fighters with their values and the source of each value. `thing` is the game's
    /// word for a thing.
    pub fn profiles(&self, thing: &str) -> Vec<Profile> {
        let profile = |(key, fighter): (&String, &F)| {
            let (name, colour, marks) = fighter.identity();
            let table = json(fighter);
            let mut values = self.values(["", ""], &table, marks, F::VALUES);
            for (table, key, fields, printed) in things::<F>(&table) {
                let (path, owner) = (format!("{table}.{key}."), format!("{thing} {key}: "));
                values.extend(self.values([&path, &owner], fields, &printed, F::THINGS.1));
            }
            Profile {
                key: key.clone(),
                name: name.to_owned(),
                colour: colour.to_owned(),
                group: fighter.group(),
                things: things::<F>(&table).len(),
                values,
            }
        };
        self.fighters.iter().map(profile).collect()
    }

    /// Returns the values of a fighter or of one of its things. `owner` has the beginning of their
    /// paths and of their descriptions.
    fn values(
        &self,
        [path, owner]: [&str; 2],
        table: &Json,
        printed: &[String],
        fields: &[&str],
    ) -> Vec<FighterValue> {
        let value = |field: &&str| {
            let value = table.get(*field)?;
            let text = self.text(value);
            let words = text.as_ref().map_or(String::new(), |text| format!(" {text}"));
            let is_printed = printed.iter().any(|name| name == printed_as::<F>(field));
            Some(FighterValue {
                path: format!("{path}{field}"),
                words: format!("{owner}{field}{words}"),
                text: text.unwrap_or_else(|| toml_text(value)),
                provenance: if is_printed { Provenance::Printed } else { self.unlisted },
            })
        };
        fields.iter().filter_map(value).collect()
    }

    /// Returns a value in a few words: a number, a power with its number, or the name of another
    /// fighter. Returns `None` for values of other forms, such as the effects of cards.
    fn text(&self, value: &Json) -> Option<String> {
        match value {
            Json::Number(number) => Some(number.to_string()),
            Json::String(key) => Some(self.fighters.get(key)?.identity().0.to_owned()),
            Json::Object(power) => {
                let (name, number) = power.iter().next()?;
                Some(format!("{name} {}", number.as_u64()?))
            }
            _ => None,
        }
    }
}

/// Returns the things of a fighter: the name of their table, and for each thing its key, its fields
/// and its list `printed`.
fn things<F: Fighter>(fighter: &Json) -> Vec<(&'static str, &String, &Json, Vec<String>)> {
    let things = fighter.get(F::THINGS.0).and_then(Json::as_object).into_iter().flatten();
    let thing = |(key, thing)| {
        let printed = Json::get(thing, "printed").map(read).unwrap_or_default();
        (F::THINGS.0, key, thing, printed)
    };
    things.map(thing).collect()
}

/// Returns the name of a field in lists `printed`.
fn printed_as<F: Fighter>(field: &str) -> &str {
    let renamed = F::PRINTED_AS.iter().find(|(name, _)| *name == field);
    renamed.map_or(field, |(_, printed)| *printed)
}

/// Checks a list `printed`, which names the fields of the table at `path` that a rulebook prints.
fn check_printed<F: Fighter>(
    path: &[&str],
    printed: &[String],
    fields: &[&str],
    complaints: &mut Vec<Complaint>,
) {
    let mut known: Vec<&str> = fields.iter().map(|field| printed_as::<F>(field)).collect();
    known.dedup();
    for (i, name) in printed.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str()))
    {
        let what = format!("there is no value `{name}`{}", suggest(name, known.iter().copied()));
        complaints.push(Complaint::new(&[path, &["printed", &i.to_string()]].concat(), what));
    }
}

/// Returns a value as TOML; a text has no quotation marks.
fn toml_text(value: &Json) -> String {
    let text = toml::Value::try_from(value).expect("plain data").to_string();
    text.trim_matches('"').to_owned()
}

/// Formats the fighters of a complete roster, with their values, as text for users: a table for
/// each group of fighters, or of the things of each fighter. A star marks the values that a
/// rulebook prints.
pub fn sheets(title: &dyn Title, roster: &Json) -> String {
    let name = roster["name"].as_str().unwrap_or_default();
    let mut out = format!("{name}\n* printed in a rulebook\n");
    let profiles = title.fighters(roster);
    let mut tables: BTreeMap<&str, Vec<(String, &[FighterValue])>> = BTreeMap::new();
    for profile in &profiles {
        let name = format!("{} ({})", profile.name, profile.key);
        let same_owner = |a: &FighterValue, b: &FighterValue| a.owner() == b.owner();
        let mut owners = profile.values.chunk_by(same_owner);
        let own = owners.next().unwrap_or_default();
        let number = |values: &[FighterValue]| values[0].text.parse::<u8>().ok();
        let label = |values: &[FighterValue]| values[0].words.split(':').next().map(str::to_owned);
        let mut things: Vec<_> =
            owners.map(|values| (label(values).unwrap_or_default(), values)).collect();
        if things.is_empty() {
            let group = profile.group.unwrap_or(title.words().fighter[1]);
            tables.entry(group).or_default().push((name, own));
            continue;
        }
        things.sort_by_key(|(_, values)| std::cmp::Reverse(number(values)));
        let own = own.iter().map(|value| format!(", {} {}", value.field(), value.marked()));
        out += &format!("\n{name}{}", own.collect::<String>());
        out += &table(title.words().thing[0], &things);
    }
    tables.into_iter().for_each(|(group, rows)| out += &table(&capital(group), &rows));
    out
}

/// Formats values as a table with a column for each number; other values follow at the end of a
/// row.
fn table(heading: &str, rows: &[(String, &[FighterValue])]) -> String {
    let labels = rows.iter().map(|(label, _)| shown_width(label) + 2);
    let width = labels.chain([shown_width(heading)]).max().unwrap_or(0);
    let is_number = |value: &&FighterValue| value.text.parse::<u8>().is_ok();
    let numbers = rows[0].1.iter().filter(is_number).map(FighterValue::field);
    let mut out = format!("\n{}", aligned(heading, width, false));
    numbers.for_each(|field| out += &format!("  {field:>3}"));
    for (label, values) in rows {
        out += &format!("\n{}", aligned(&format!("  {label}"), width, false));
        for value in *values {
            let (field, text) = (value.field(), value.marked());
            out += &match is_number(&value) {
                true => format!("  {text:>0$}", field.len().max(3)),
                false => format!("  {field}: {text}"),
            };
        }
    }
    out + "\n"
}
