//! TOML as a designer reads it: each field below a comment that says what it is for, in the order in which it was written elsewhere.

use serde_json::Value as Json;

use crate::scenario::document::{Node, Value};
use crate::scenario::fault::Location;
use crate::scenario::shape::{Shape, names, type_of};
use crate::words::is_key;

/// A file in the making.
pub struct Draft<'a> {
    shape: &'a Shape,
    pub out: String,
}

impl<'a> Draft<'a> {
    pub fn new(shape: &'a Shape) -> Self {
        let out = String::new();
        Draft { shape, out }
    }

    /// The fields of a table, whose heading is written: first single values, each below its comment, then the tables in it.
    pub fn table(&mut self, schema: &'a Json, node: &Node, path: &str) {
        let shape = self.shape;
        let properties = &form(shape, schema)["properties"];
        let (tables, single): (Vec<_>, Vec<_>) = in_order(node)
            .into_iter()
            .partition(|(key, _)| is_table(shape, &properties[*key]));
        for (key, node) in &single {
            self.comment("", text(&properties[*key]));
            self.entry(key, node);
        }
        let known = properties.as_object().into_iter().flatten();
        for (key, field) in known.filter(|(key, _)| *key != PRINTED && node.child(key).is_none()) {
            if !is_table(shape, field) {
                let allowed = shape.allowed(form(shape, field));
                self.comment(
                    "Not given: ",
                    &format!("`{key}`, {allowed}. {}", text(field)),
                );
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
            let thing = form(shape, &form(shape, field)["additionalProperties"]);
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

    /// What each field is for of the things that a table holds, in their order, then what they leave out.
    fn things(&mut self, thing: &Json, node: &Node) {
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

    /// Every value of a table on a line of its own.
    pub fn entries(&mut self, node: &Node) {
        for (key, node) in in_order(node) {
            self.entry(key, node);
        }
    }

    fn entry(&mut self, key: &str, node: &Node) {
        self.out += &format!("{} = {}\n", name(key), inline(node));
    }

    /// A comment, of no line if there is nothing to say.
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

/// What a field may be, whatever it is called and whether or not it may be left out.
fn form<'a>(shape: &'a Shape, schema: &'a Json) -> &'a Json {
    let schema = shape.resolve(schema);
    match shape.alternatives(schema).as_slice() {
        [only] if names(only).is_empty() => form(shape, only),
        _ => schema,
    }
}

/// Is it a table, which has a heading of its own?
fn is_table(shape: &Shape, schema: &Json) -> bool {
    let form = form(shape, schema);
    type_of(form) == "object" && names(form).is_empty()
}

/// The widest line of a comment, in characters.
const WIDTH: usize = 120;

/// The marks of what a rulebook prints.
pub const PRINTED: &str = "printed";

/// What a field is for.
fn text(schema: &Json) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// The values of a table in the order in which they were written, those of its own file first; marks of what is printed are left out.
fn in_order(node: &Node) -> Vec<(&str, &Node)> {
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
    let mut all: Vec<(&str, &Node)> = table
        .iter()
        .filter(|(key, _)| *key != PRINTED)
        .map(|(key, node)| (key.as_str(), node))
        .collect();
    all.sort_by_key(|(_, node)| place(&node.location));
    all
}

/// A value on one line.
fn inline(node: &Node) -> String {
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

/// A key as TOML writes it.
fn name(key: &str) -> String {
    match is_key(&key.replace('_', "-")) {
        true => key.to_owned(),
        false => toml::Value::String(key.to_owned()).to_string(),
    }
}
