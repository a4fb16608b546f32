//! Generates the prelude of a script, i.e. the Luau code that passes decisions to the script. The
//! code is `prelude.luau`, completed with those fields of the game that the script names.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::{Map, Value};

use super::luck::POOL;
use super::page::{Mentioned, NUMBER, header, size, sizes};
use super::source::words;
use super::types::meanings;
use super::walks::OWN;
use crate::game::Scripted;
use crate::game::scripted::{FieldForm, Fields, ScriptField};

const PRELUDE: &str = include_str!("prelude.luau");

/// Number of tables for which the prelude keeps the sorted keys, so that the next loop over the
/// same table sorts nothing. Each seat's script has its own tables.
pub const RECENT: usize = 8;

/// A Luau helper function that a game provides to scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Helper {
    pub name: &'static str,
    pub text: &'static str,
}

/// Returns all Luau helper functions that a game provides to scripts. Each paragraph of the game's
/// helper source defines one.
pub fn all_helpers<G: Scripted>() -> impl Iterator<Item = Helper> {
    G::HELPERS.split("\n\n").filter_map(|text| {
        let (_, rest) = text.split_once("local function ")?;
        let (name, _) = rest.split_once('(')?;
        Some(Helper { name, text })
    })
}

/// Returns the game's helper functions whose names are in `named`, each after the helpers that it
/// calls. Adds the names that these helpers use to `named`.
pub fn helpers<G: Scripted>(named: &mut HashSet<&str>) -> Vec<Helper> {
    let mut called = Vec::new();
    let all: Vec<Helper> = all_helpers::<G>().collect();
    for &helper in all.iter().rev() {
        if named.contains(helper.name) {
            named.extend(words(helper.text));
            called.push(helper);
        }
    }
    called.reverse();
    called
}

/// The generated Luau texts that are loaded together with a script.
pub struct Texts {
    /// The Luau code that passes decisions to the script. It is the same for all scenarios of a
    /// game.
    pub code: String,
    /// The values that differ between scenarios, as one Luau table: names, settings and fixed
    /// entities. The table is a separate text because it runs only once; compiling it to native
    /// code would take longer than everything else.
    pub data: String,
    /// The game's fields and features, with their meanings.
    pub meanings: Vec<(&'static str, &'static str)>,
}

/// Generates the Luau texts that are loaded with a script that names these fields. Without a game,
/// the data is empty.
pub fn texts<G: Scripted>(mentioned: &Mentioned<G>, game: Option<&G>) -> Texts {
    let settings = game.map_or_else(|| Value::Object(Default::default()), G::settings);
    let features: Vec<&str> = G::FEATURES.iter().map(|feature| feature.name).collect();
    let named: Vec<&str> = mentioned.features.iter().map(|&at| features[at]).collect();

    let mut parts = Parts::default();
    let mut data = format!(
        "return {{ names = {}, settings = {}, known_settings = {}, ",
        literal(&game.map_or_else(Vec::new, G::names).into()),
        literal(&settings),
        literal(&known(&settings)),
    );
    let (mut sorts, mut fills) = (String::new(), String::new());
    let mut of_view = places(&mentioned.view, "keep");
    let mut knows_view = knows(G::VIEW, &mentioned.view) + "options = true, rules = true, ";
    for (index, (entity, own)) in G::ENTITIES.iter().zip(&mentioned.entities).enumerate() {
        let [one, many] = entity.name;
        let sort = format!("{}, \"{} {one}\"", 1 + index, article(one));
        let _ = match entity.fields {
            Fields::Fixed(fields) => {
                let all = game.map_or_else(Vec::new, |game| game.fixed(index));
                let _ = write!(data, "entity_{index} = {}, ", literal(&all.into()));
                let knows: Vec<String> =
                    fields.iter().map(|field| format!("{} = true", field.name)).collect();
                writeln!(
                    sorts,
                    "local entity_{index} = fixed_sort({sort}, {{ {} }}, data.entity_{index})",
                    knows.join(", ")
                )
            }
            Fields::Changing { fields, .. } => {
                let _ = write!(of_view, "{many} = all_{index}, ");
                let _ = write!(knows_view, "{many} = true, ");
                let _ = writeln!(
                    fills,
                    "sort_{index}.fill = function(at)
\tclear(all_{index})
\tfor i = 1, f64(page, {count}) do
\t\tlocal to = entity_{index}[i]
\t\tall_{index}[i] = to
{}\t\tat += {}
\tend
\treturn at
end",
                    parts.fill("to", "\t\t", own),
                    sizes(own),
                    count = NUMBER * (4 + index),
                );
                writeln!(
                    sorts,
                    "local entity_{index}, all_{index}, sort_{index} = changing_sort({sort}, \
                     {{ {}index = true }}, {}, function(i)
\treturn {{ index = i, {} }}
end)",
                    knows(fields, own),
                    NUMBER * (4 + index),
                    places(own, "keep"),
                )
            }
        };
    }
    let view = parts.fill("view", "\t", &mentioned.view);
    let mut of_option = parts.fill("to", "\t\t", &mentioned.options);
    let mut per_option = sizes(&mentioned.options);
    let mut empty_option = String::new();
    for field in &mentioned.options {
        let _ = match is_list(field.form) {
            true => writeln!(empty_option, "\tclear(to.{})", field.name),
            false => writeln!(empty_option, "\tto.{} = nil", field.name),
        };
    }
    for name in &named {
        let _ = writeln!(of_option, "\t\tto.{name} = f64(page, at + {per_option})");
        let _ = writeln!(empty_option, "\tto.{name} = nil");
        per_option += NUMBER;
    }
    let _ = write!(of_option, "\t\tat += {per_option}");
    let lists = mentioned.options.iter().filter(|field| is_list(field.form)).count();

    let mut helpers = String::new();
    for helper in &mentioned.helpers {
        let _ = writeln!(helpers, "{}\nbase.{1} = {1}\n", helper.text, helper.name);
    }
    let takers: Vec<&str> = G::DECISIONS.iter().map(|one| one.taken_by).collect();
    let mut knows_option = knows(G::OPTIONS, &mentioned.options) + "index = true, ";
    for name in &features {
        let _ = write!(knows_option, "{name} = {}, ", named.contains(name));
    }
    let of_features: String = named.iter().map(|name| format!("{name} = false, ")).collect();
    let option = places(&mentioned.options, "keep_option");
    let mut code = PRELUDE.to_owned();
    for (mark, part) in [
        ("OWN", OWN.to_owned()),
        ("POOL", POOL.to_string()),
        ("RECENT", RECENT.to_string()),
        ("HEADER", header::<G>().to_string()),
        ("TAKERS", literal(&takers.into())),
        ("FEATURES", literal(&features.into())),
        ("ENTITIES", sorts),
        ("VIEW", format!("{{ options = shown, rules = settings, {of_view} }}")),
        ("OPTION", format!("{{ index = i, {option}{of_features} }}")),
        ("VIEW_KNOWS", format!("{{ {knows_view}}}")),
        ("OPTION_KNOWS", format!("{{ {knows_option}}}")),
        ("WORDS", parts.words),
        ("FILL_VIEW", format!("{view}\tat += {}", sizes(&mentioned.view))),
        ("FILL_ENTITIES", fills),
        ("FILL_OPTION", of_option),
        ("EMPTY_OPTION", empty_option),
        ("PER_OPTION", (1 + lists).to_string()),
        ("HELPERS", helpers),
    ] {
        code = code.replace(&format!("{{{{{mark}}}}}"), &part);
    }
    Texts { code, data: data + "}", meanings: meanings::<G>() }
}

fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    }
}

/// Luau tables of words to which the generated code of the fields refers.
#[derive(Default)]
struct Parts {
    words: String,
    count: usize,
}

impl Parts {
    /// Returns the lines of Luau code that fill the fields of one table from the buffer of a
    /// decision.
    fn fill<Read>(&mut self, to: &str, indent: &str, fields: &[ScriptField<Read>]) -> String {
        let (mut lines, mut offset) = (String::new(), 0);
        for field in fields {
            let (name, at) = (field.name, format!("at + {offset}"));
            let number = format!("f64(page, {at})");
            // A field that may be nil is set with `rawset`, because a normal assignment would call
            // the guard against unknown names.
            let line = match field.form {
                FieldForm::Number => format!("{to}.{name} = {number}"),
                FieldForm::Flag => format!("{to}.{name} = {number} ~= 0"),
                FieldForm::Maybe => format!(
                    "do local it = {number} rawset({to}, \"{name}\", if it == it then it else \
                     nil) end"
                ),
                FieldForm::Word(words) | FieldForm::MaybeWord(words) => {
                    let table = self.table(&literal(&words.to_vec().into()));
                    format!("rawset({to}, \"{name}\", {table}[{number} + 1])")
                }
                FieldForm::Name => format!("{to}.{name} = names[{number} + 1]"),
                FieldForm::Entity(entity) | FieldForm::MaybeEntity(entity) => {
                    format!("rawset({to}, \"{name}\", entity_{entity}[{number} + 1])")
                }
                FieldForm::Set(entity) => {
                    let [low, high] = [8, 12].map(|k| format!("u32(page, at + {})", offset + k));
                    format!("list_set(entity_{entity}, {number}, {low}, {high}, {to}.{name})")
                }
                FieldForm::List(entity) => {
                    format!("list_places(entity_{entity}, {at}, {to}.{name})")
                }
            };
            let _ = writeln!(lines, "{indent}{line}");
            offset += size(field.form);
        }
        lines
    }

    /// Adds a table to the generated Luau code, and returns the table's name.
    fn table(&mut self, value: &str) -> String {
        self.count += 1;
        let name = format!("table_{}", self.count);
        let _ = writeln!(self.words, "local {name} = {value}");
        name
    }
}

fn is_list(form: FieldForm) -> bool {
    matches!(form, FieldForm::Set(_) | FieldForm::List(_))
}

/// Returns Luau text with placeholders for these fields in a new table. With placeholders, later
/// assignments do not change the memory layout of the table. Lists are created once and reused.
fn places<Read>(fields: &[ScriptField<Read>], keeps: &str) -> String {
    let place = |field: &ScriptField<Read>| match is_list(field.form) {
        true => format!("{} = kept_list({keeps}), ", field.name),
        false => format!("{} = false, ", field.name),
    };
    fields.iter().map(place).collect()
}

/// Returns the names of a table's fields, as text of a Luau table. The value is `true` for fields
/// that the script names, else `false`.
fn knows<Read>(all: &[ScriptField<Read>], named: &[ScriptField<Read>]) -> String {
    let named: HashSet<&str> = named.iter().map(|field| field.name).collect();
    let entry =
        |field: &ScriptField<Read>| format!("{} = {}, ", field.name, named.contains(field.name));
    all.iter().map(entry).collect()
}

/// Returns the names of settings, with those of the tables among them. Unlike [`literal`], includes
/// settings without a value. In a table of tables, such as all kinds of equipment, each table has
/// the names of all others, because some of them may lack a field.
fn known(settings: &Value) -> Value {
    let Value::Object(fields) = settings else {
        return Value::Bool(true);
    };
    let each = fields.iter().map(|(name, value)| (name.clone(), known(value)));
    let mut all: Map<String, Value> = each.collect();
    if fields.values().all(Value::is_object) {
        let tables = fields.values().filter_map(Value::as_object);
        let names: Vec<&String> = tables.flat_map(Map::keys).collect();
        for table in all.values_mut().filter_map(Value::as_object_mut) {
            for &name in &names {
                table.entry(name.clone()).or_insert(Value::Bool(true));
            }
        }
    }
    Value::Object(all)
}

/// Returns a JSON value as a Luau literal. A null in a list becomes `false`.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "false".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        // Luau reads texts in Rust's debug notation.
        Value::String(text) => format!("{text:?}"),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(literal).collect();
            format!("{{ {} }}", items.join(", "))
        }
        Value::Object(fields) => {
            let known = fields.iter().filter(|(_, value)| !value.is_null());
            let items: Vec<String> =
                known.map(|(name, value)| format!("[{name:?}] = {}", literal(value))).collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tables_of_one_sort_know_the_fields_of_each_other() {
        let settings = json!({
            "hours": 24,
            "limit": null,
            "items": { "junk": { "count": 3 }, "sabre": { "count": 2, "amount": 2 } },
        });
        let of_item = json!({ "amount": true, "count": true });
        let wanted = json!({
            "hours": true,
            "limit": true,
            "items": { "junk": of_item, "sabre": of_item },
        });
        assert_eq!(known(&settings), wanted);
    }
}
