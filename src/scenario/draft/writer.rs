//! Writes TOML in which a comment before each field explains it. Fields keep the order of the
//! original file.

use serde_json::Value as Json;

use crate::scenario::document::{DocumentNode, Value};
use crate::scenario::fault::Location;
use crate::scenario::validation::{TypeSchema, names, type_of};
use crate::words::is_key;

/// A TOML file under construction.
pub struct Draft<'a> {
    type_schema: &'a TypeSchema,
    pub out: String,
}

impl<'a> Draft<'a> {
    pub fn new(type_schema: &'a TypeSchema) -> Self {
        let out = String::new();
        Draft { type_schema, out }
    }

    /// Writes the fields of a TOML table below the table's heading: single values with their
    /// comments, then nested tables.
    pub fn table(&mut self, schema: &'a Json, node: &DocumentNode, path: &str) {
        let type_schema = self.type_schema;
        let properties = &form(type_schema, schema)["properties"];
        let (tables, single): (Vec<_>, Vec<_>) = in_order(node)
            .into_iter()
            .partition(|(key, _)| is_table(type_schema, &properties[*key]));
        for (key, node) in &single {
            self.comment("", text(&properties[*key]));
            self.entry(key, node);
        }
        let known = properties.as_object().into_iter().flatten();
        for (key, field) in known.filter(|(key, _)| *key != PRINTED && node.child(key).is_none()) {
            if !is_table(type_schema, field) {
                let allowed = type_schema.allowed(form(type_schema, field));
                self.comment("Not given: ", &format!("`{key}`, {allowed}. {}", text(field)));
            }
        }
        for (key, node) in tables {
            let field = &properties[key];
            let path = match path {
                "" => name(key),
                path => format!("{path}.{}", name(key)),
            };
            self.out.push('\n');
            self.comment("", text(field));
            let thing = form(type_schema, &form(type_schema, field)["additionalProperties"]);
            if thing.get("properties").is_some() {
                self.things(thing, node);
                self.out += &format!("[{path}]\n");
                self.entries(node);
            } else {
                self.out += &format!("[{path}]\n");
                self.table(field, node, &path);
            }
        }
    }

    /// Writes comments for the fields of a fighter's things, one per field: first the fields in
    /// use, then the others.
    fn things(&mut self, thing: &Json, node: &DocumentNode) {
        let mut order: Vec<&str> = vec![];
        let used = in_order(node);
        let used = used.iter().flat_map(|(_, thing)| in_order(thing));
        let known = thing["properties"].as_object().into_iter().flatten();
        let known = known.map(|(key, _)| key.as_str());
        for key in used.map(|(key, _)| key).chain(known) {
            if key != PRINTED && !order.contains(&key) {
                order.push(key);
            }
        }
        for key in order {
            self.comment(&format!("- {key}: "), text(&thing["properties"][key]));
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

/// Returns the JSON schema of a field with references resolved. For an optional field, returns the
/// schema of the value without the alternative null.
fn form<'a>(type_schema: &'a TypeSchema, schema: &'a Json) -> &'a Json {
    let schema = type_schema.resolve(schema);
    match type_schema.alternatives(schema).as_slice() {
        [only] if names(only).is_empty() => form(type_schema, only),
        _ => schema,
    }
}

/// Returns whether a field is a table that is written with a TOML heading of its own.
fn is_table(type_schema: &TypeSchema, schema: &Json) -> bool {
    let form = form(type_schema, schema);
    type_of(form) == "object" && names(form).is_empty()
}

/// Maximum width of a comment in a TOML file, in characters.
const WIDTH: usize = 120;

/// Name of the field that lists which values a rulebook prints.
pub const PRINTED: &str = "printed";

/// Returns the description that a JSON schema gives for a field.
fn text(schema: &Json) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Returns the entries of a TOML table in their original order, without the field `printed`. If the
/// table was merged from several files, the entries of the table's own file come first.
fn in_order(node: &DocumentNode) -> Vec<(&str, &DocumentNode)> {
    let Value::Table(table) = &node.value else {
        return vec![];
    };
    let place = |location: &Location| match location {
        Location::File { path, line, column } => {
            let own = matches!(&node.location, Location::File { path: own, .. } if own == path);
            (!own, *line, *column)
        }
        _ => (true, usize::MAX, 0),
    };
    let mut all: Vec<(&str, &DocumentNode)> = table
        .iter()
        .filter(|(key, _)| *key != PRINTED)
        .map(|(key, node)| (key.as_str(), node))
        .collect();
    all.sort_by_key(|(_, node)| place(&node.location));
    all
}

/// Returns a value written as TOML on one line.
fn inline(node: &DocumentNode) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    match &node.value {
        Value::Text(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Date(date) => date.to_string(),
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
    }
}

/// Returns a key written as TOML, in quotes if necessary.
fn name(key: &str) -> String {
    match is_key(&key.replace('_', "-")) {
        true => key.to_owned(),
        false => toml::Value::String(key.to_owned()).to_string(),
    }
}
