//! Writes TOML in which a comment before each field explains it. Fields keep the order of the
//! original file.

use serde_json::Value as Json;

use crate::scenario::document::{DocumentNode, Value};
use crate::scenario::fault::Location;
use crate::scenario::layers::same_source;
use crate::scenario::validation::{allowed, fields, meaning, names, type_of};
use crate::words::is_key;

/// A TOML file under construction.
#[derive(Default)]
pub struct Draft {
    pub out: String,
}

impl Draft {
    /// Writes the fields of a TOML table below the table's heading: single values with their
    /// comments, then nested tables.
    pub fn table(&mut self, schema: &Json, node: &DocumentNode, path: &str) {
        let properties = &schema["properties"];
        let (tables, single): (Vec<_>, Vec<_>) =
            in_order(node).into_iter().partition(|(key, _)| is_table(&properties[*key]));
        for (key, node) in &single {
            self.comment("", &meaning(&properties[*key]));
            self.entry(key, node);
        }
        for (key, field) in fields(schema) {
            if key != PRINTED && node.child(key).is_none() && !is_table(field) {
                let text = format!("`{key}`, {}. {}", allowed(field), meaning(field));
                self.comment("Not given: ", &text);
            }
        }
        for (key, node) in tables {
            let field = &properties[key];
            let path = match path {
                "" => name(key),
                path => format!("{path}.{}", name(key)),
            };
            self.out.push('\n');
            self.comment("", &meaning(field));
            let thing = &field["additionalProperties"];
            let has_things = thing.get("properties").is_some();
            if has_things {
                self.things(thing, node);
            }
            self.out += &format!("[{path}]\n");
            match has_things {
                true => self.entries(node),
                false => self.table(field, node, &path),
            }
        }
    }

    /// Writes comments for the fields of a fighter's things, one per field: first the fields in
    /// use, then the others.
    fn things(&mut self, thing: &Json, node: &DocumentNode) {
        let mut order: Vec<&str> = vec![];
        let used = in_order(node);
        let used = used.iter().flat_map(|(_, thing)| in_order(thing));
        let known = fields(thing).map(|(key, _)| key);
        for key in used.map(|(key, _)| key).chain(known) {
            if key != PRINTED && !order.contains(&key) {
                order.push(key);
            }
        }
        for key in order {
            self.comment(&format!("- {key}: "), &meaning(&thing["properties"][key]));
        }
    }

    /// Writes every value of a TOML table on a line of its own.
    pub fn entries(&mut self, node: &DocumentNode) {
        for (key, node) in in_order(node) {
            self.entry(key, node);
        }
    }

    fn entry(&mut self, key: &str, node: &DocumentNode) {
        self.out += &format!("{} = {}\n", name(key), inline(node));
    }

    /// Writes a TOML comment, broken into lines of at most `WIDTH` characters. Writes nothing if
    /// the text is empty.
    fn comment(&mut self, head: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut line = format!("# {head}").trim_end().to_owned();
        for word in text.split_whitespace() {
            if line.chars().count() + word.chars().count() >= WIDTH {
                self.out += &format!("{line}\n");
                line = "#  ".to_owned();
            }
            line += &format!(" {word}");
        }
        self.out += &format!("{line}\n");
    }
}

/// Returns whether a field is a table that is written with a TOML heading of its own.
fn is_table(schema: &Json) -> bool {
    type_of(schema) == "object" && names(schema).is_empty()
}

/// Maximum width of a comment in a TOML file, in characters.
const WIDTH: usize = 120;

/// Name of the field that lists which values a rulebook prints.
pub const PRINTED: &str = "printed";

/// Returns the entries of a TOML table in their original order, without the field `printed`. If the
/// table was merged from several files, the entries of the table's own file come first.
fn in_order(node: &DocumentNode) -> Vec<(&str, &DocumentNode)> {
    let Value::Table(table) = &node.value else {
        return vec![];
    };
    let entries = table.iter().filter(|(key, _)| *key != PRINTED);
    let mut all: Vec<(&str, &DocumentNode)> =
        entries.map(|(key, node)| (key.as_str(), node)).collect();
    let is_other = |other: &Location| !same_source(other, &node.location);
    all.sort_by_key(|(_, node)| (is_other(&node.location), &node.location));
    all
}

/// Returns a value written as TOML on one line.
fn inline(node: &DocumentNode) -> String {
    match &node.value {
        Value::List(list) => {
            let entries: Vec<String> = list.iter().map(inline).collect();
            format!("[{}]", entries.join(", "))
        }
        Value::Table(_) => {
            let entries = in_order(node).into_iter();
            let entries = entries.map(|(key, node)| format!("{} = {}", name(key), inline(node)));
            let entries: Vec<String> = entries.collect();
            format!("{{ {} }}", entries.join(", "))
        }
        _ => toml::Value::try_from(node.to_json()).expect("a single value").to_string(),
    }
}

/// Returns a key written as TOML, in quotes if necessary.
fn name(key: &str) -> String {
    match is_key(&key.replace('_', "-")) {
        true => key.to_owned(),
        false => toml::Value::from(key).to_string(),
    }
}
