//! What a file may hold: the JSON Schema generated from its type, as a check that collects every fault.
//!
//! Ranges and names are so said in one place, the types; editors and `gong check` cannot disagree.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value as Json;

use super::document::{Node, Value, join};
use super::fault::{Fault, Faults, list, meant};

/// The patterns that schemas may name, with a check and in words. A pattern that is not here is a mistake in a type.
const PATTERNS: [(&str, fn(&str) -> bool, &str); 3] = [
    (
        KEY,
        is_key,
        "1 to 32 lower-case letters, digits and hyphens",
    ),
    (
        COLOUR,
        is_colour,
        "a colour written `#RRGGBB`, two hexadecimal digits each of red, green and blue",
    ),
    (
        r"^\d+$",
        |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        "a number",
    ),
];

/// Keys of fighters and cards.
pub const KEY: &str = "^[a-z0-9-]{1,32}$";
/// Colours of fighters.
pub const COLOUR: &str = "^#[0-9A-Fa-f]{6}$";

fn is_key(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(letter)
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// The JSON Schema of a type.
#[derive(Debug, Clone)]
pub struct Shape(Json);

impl Shape {
    pub fn of<T: JsonSchema>() -> Shape {
        Shape(schemars::schema_for!(T).to_value())
    }

    /// The names of the fields that stand at the top.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0["properties"]
            .as_object()
            .into_iter()
            .flat_map(|properties| properties.keys().map(String::as_str))
    }

    /// What the field at the top is for, and what it may be, in words.
    pub fn describe(&self, field: &str) -> (String, String) {
        let schema = &self.0["properties"][field];
        let meaning = schema["description"].as_str().unwrap_or_default();
        (meaning.to_owned(), self.allowed(schema))
    }

    /// # Errors
    /// All that differs from the schema.
    pub fn check(&self, root: &Node) -> Result<(), Faults> {
        let mut faults = Faults::default();
        Checker {
            shape: self,
            faults: &mut faults,
        }
        .check(&self.0, root, "");
        faults.done()
    }

    fn resolve<'a>(&'a self, schema: &'a Json) -> &'a Json {
        match schema["$ref"]
            .as_str()
            .and_then(|name| name.strip_prefix('#'))
        {
            Some(pointer) => self
                .0
                .pointer(pointer)
                .map_or(schema, |target| self.resolve(target)),
            None => schema,
        }
    }

    /// The alternatives of a schema; an optional field's `null` is none, since TOML has no such value.
    fn alternatives<'a>(&'a self, schema: &'a Json) -> Vec<&'a Json> {
        let list = schema["oneOf"]
            .as_array()
            .or_else(|| schema["anyOf"].as_array());
        let all = list.into_iter().flatten().map(|one| self.resolve(one));
        let real: Vec<&Json> = all.filter(|one| one["type"] != "null").collect();
        match real.as_slice() {
            [only] if only.get("oneOf").is_some() || only.get("anyOf").is_some() => {
                self.alternatives(only)
            }
            _ => real,
        }
    }

    /// What a value may be, in words: `1 to 20`, `true or false`, "`all` or `all-but-techniques`".
    fn allowed(&self, schema: &Json) -> String {
        let schema = self.resolve(schema);
        let alternatives = self.alternatives(schema);
        if !alternatives.is_empty() {
            let names: Vec<&str> = alternatives.iter().flat_map(|one| names(one)).collect();
            return list(&names, "or");
        }
        let names = names(schema);
        if !names.is_empty() {
            return list(&names, "or");
        }
        let span = |least: &str, most: &str| match (bound(schema, least), bound(schema, most)) {
            (Some(least), Some(most)) => Some(format!("{least} to {most}")),
            (Some(least), None) => Some(format!("{least} or more")),
            (None, Some(most)) => Some(format!("at most {most}")),
            (None, None) => None,
        };
        match kind(schema) {
            "boolean" => "true or false".into(),
            "integer" => span("minimum", "maximum").map_or("a whole number".into(), |span| {
                format!("a whole number, {span}")
            }),
            "number" => span("minimum", "maximum")
                .map_or("a number".into(), |span| format!("a number, {span}")),
            "array" => {
                let each = self.allowed(&schema["items"]);
                let length = span("minItems", "maxItems")
                    .map(|span| format!("{span} entries, "))
                    .unwrap_or_default();
                format!("a list: {length}each {each}")
            }
            "string" => pattern(schema).map_or("a text".into(), |(_, words)| words.into()),
            "object" => "a table".into(),
            _ => "any value".into(),
        }
    }
}

/// Walks a document and its schema side by side.
struct Checker<'a> {
    shape: &'a Shape,
    faults: &'a mut Faults,
}

impl Checker<'_> {
    fn fault(&mut self, node: &Node, field: &str, what: String) {
        self.faults.push(Fault {
            place: node.place.clone(),
            field: field.into(),
            what,
        });
    }

    fn check(&mut self, schema: &Json, node: &Node, field: &str) {
        let schema = self.shape.resolve(schema);
        let alternatives = self.shape.alternatives(schema);
        match alternatives.as_slice() {
            [] => self.check_single(schema, node, field),
            [only] => self.check(only, node, field),
            several => self.check_named(several, node, field),
        }
    }

    /// One of several named things: a bare name, or a table whose single key is the name and whose value is the details.
    fn check_named(&mut self, alternatives: &[&Json], node: &Node, field: &str) {
        let known: Vec<&str> = alternatives.iter().flat_map(|one| names(one)).collect();
        let find = |name: &str| alternatives.iter().find(|one| names(one).contains(&name));
        match &node.value {
            Value::Text(name) => match find(name) {
                Some(one) if kind(one) == "object" => {
                    let details: Vec<String> = one["properties"][name]["properties"]
                        .as_object()
                        .into_iter()
                        .flatten()
                        .map(|(key, _)| format!("{key} = …"))
                        .collect();
                    self.fault(
                        node,
                        field,
                        format!(
                            "`{name}` needs its details: write {{ {name} = {{ {} }} }}",
                            details.join(", ")
                        ),
                    );
                }
                Some(_) => {}
                None => self.fault(
                    node,
                    field,
                    format!("there is no `{name}`{}", meant(name, known)),
                ),
            },
            Value::Table(table) => match table.iter().next() {
                Some((name, details)) if table.len() == 1 => match find(name) {
                    Some(one) if kind(one) == "object" => {
                        self.check(&one["properties"][name], details, &join(field, name, false))
                    }
                    Some(_) => self.fault(
                        details,
                        field,
                        format!("`{name}` has no details: write just \"{name}\""),
                    ),
                    None => self.fault(
                        details,
                        field,
                        format!("there is no `{name}`{}", meant(name, known)),
                    ),
                },
                _ => self.fault(
                    node,
                    field,
                    format!("wants exactly one of {}", list(&known, "and")),
                ),
            },
            _ => self.fault(
                node,
                field,
                format!("is {}; wants {}", shown(node), list(&known, "or")),
            ),
        }
    }

    fn check_single(&mut self, schema: &Json, node: &Node, field: &str) {
        let wants = kind(schema);
        match (&node.value, wants) {
            (_, "") => {}
            (Value::Text(text), "string") => self.check_text(schema, text, node, field),
            (Value::Boolean(_), "boolean") => {}
            (Value::Integer(number), "integer" | "number") => {
                self.check_number(schema, *number as f64, node, field)
            }
            (Value::Float(number), "number") => self.check_number(schema, *number, node, field),
            (Value::List(entries), "array") => {
                self.check_count(schema, ["minItems", "maxItems"], entries.len(), node, field);
                for (i, entry) in entries.iter().enumerate() {
                    self.check(&schema["items"], entry, &join(field, &i.to_string(), true));
                }
            }
            (Value::Table(table), "object") => self.check_table(schema, table, node, field),
            _ => {
                let allowed = self.shape.allowed(schema);
                self.fault(node, field, format!("is {}; wants {allowed}", shown(node)));
            }
        }
    }

    fn check_text(&mut self, schema: &Json, text: &str, node: &Node, field: &str) {
        let known = names(schema);
        if !known.is_empty() && !known.contains(&text) {
            self.fault(
                node,
                field,
                format!("there is no `{text}`{}", meant(text, known)),
            );
        }
        self.check_count(
            schema,
            ["minLength", "maxLength"],
            text.chars().count(),
            node,
            field,
        );
        if let Some((fits, words)) = pattern(schema)
            && !fits(text)
        {
            self.fault(node, field, format!("is {}; wants {words}", shown(node)));
        }
    }

    fn check_number(&mut self, schema: &Json, number: f64, node: &Node, field: &str) {
        let below = bound(schema, "minimum").is_some_and(|least| number < least);
        let above = bound(schema, "maximum").is_some_and(|most| number > most);
        if below || above || !number.is_finite() {
            let allowed = self.shape.allowed(schema);
            self.fault(node, field, format!("is {}; wants {allowed}", shown(node)));
        }
    }

    /// Entries of a list or a table, letters of a text.
    fn check_count(
        &mut self,
        schema: &Json,
        [least, most]: [&str; 2],
        count: usize,
        node: &Node,
        field: &str,
    ) {
        let unit = if least == "minLength" {
            "letters"
        } else {
            "entries"
        };
        if let Some(least) = bound(schema, least)
            && (count as f64) < least
        {
            self.fault(
                node,
                field,
                format!("has {count} {unit}; wants at least {least}"),
            );
        }
        if let Some(most) = bound(schema, most)
            && count as f64 > most
        {
            self.fault(
                node,
                field,
                format!("has {count} {unit}; wants at most {most}"),
            );
        }
    }

    fn check_table(
        &mut self,
        schema: &Json,
        table: &BTreeMap<String, Node>,
        node: &Node,
        field: &str,
    ) {
        self.check_count(
            schema,
            ["minProperties", "maxProperties"],
            table.len(),
            node,
            field,
        );
        for (key, entry) in table {
            let below = join(field, key, false);
            if let Some((fits, words)) = pattern(&schema["propertyNames"])
                && !fits(key)
            {
                self.fault(entry, &below, format!("is no possible name; wants {words}"));
            }
            match entry_schema(schema, key) {
                Some(schema) => self.check(schema, entry, &below),
                None => {
                    let known = schema["properties"]
                        .as_object()
                        .into_iter()
                        .flat_map(|known| known.keys().map(String::as_str));
                    let patterns = schema["patternProperties"]
                        .as_object()
                        .into_iter()
                        .flatten();
                    let words = patterns
                        .filter_map(|(pattern, _)| Some(named_pattern(pattern)?.1))
                        .next();
                    let hint =
                        words.map_or_else(|| meant(key, known), |words| format!("; wants {words}"));
                    self.fault(entry, &below, format!("there is no such field{hint}"));
                }
            }
        }
        for wanted in schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
        {
            if !table.contains_key(wanted) {
                let allowed = self.shape.allowed(&schema["properties"][wanted]);
                self.fault(
                    node,
                    &join(field, wanted, false),
                    format!("is missing; wants {allowed}"),
                );
            }
        }
    }
}

/// The schema of a table's entry; none if the table has no such field.
fn entry_schema<'a>(schema: &'a Json, key: &str) -> Option<&'a Json> {
    if let Some(schema) = schema["properties"].get(key) {
        return Some(schema);
    }
    let mut patterns = schema["patternProperties"]
        .as_object()
        .into_iter()
        .flatten();
    if let Some((_, schema)) =
        patterns.find(|(pattern, _)| named_pattern(pattern).is_some_and(|(fits, _)| fits(key)))
    {
        return Some(schema);
    }
    match &schema["additionalProperties"] {
        Json::Bool(false) => None,
        other => Some(other),
    }
}

/// The names that a schema allows: of an enumeration, or of a table with a single key.
fn names(schema: &Json) -> Vec<&str> {
    if let Some(name) = schema["const"].as_str() {
        return vec![name];
    }
    if let Some(names) = schema["enum"].as_array() {
        return names.iter().filter_map(Json::as_str).collect();
    }
    match (
        schema["required"].as_array().map(Vec::as_slice),
        schema["properties"].as_object(),
    ) {
        (Some([Json::String(name)]), Some(properties)) if properties.len() == 1 => vec![name],
        _ => vec![],
    }
}

/// A schema's type; of an optional field's two the one that is not null.
fn kind(schema: &Json) -> &str {
    match &schema["type"] {
        Json::Array(kinds) => kinds
            .iter()
            .filter_map(Json::as_str)
            .find(|kind| *kind != "null")
            .unwrap_or_default(),
        kind => kind.as_str().unwrap_or_default(),
    }
}

fn bound(schema: &Json, name: &str) -> Option<f64> {
    schema[name].as_f64()
}

fn pattern(schema: &Json) -> Option<(fn(&str) -> bool, &'static str)> {
    named_pattern(schema["pattern"].as_str()?)
}

fn named_pattern(pattern: &str) -> Option<(fn(&str) -> bool, &'static str)> {
    PATTERNS
        .iter()
        .find(|(name, ..)| *name == pattern)
        .map(|(_, fits, words)| (*fits, *words))
}

/// A value as a fault quotes it.
fn shown(node: &Node) -> String {
    match &node.value {
        Value::Text(text) if text.chars().count() <= 40 => format!("the text {text:?}"),
        Value::Text(_) => "a long text".into(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Date(_) => "a date".into(),
        Value::List(_) => "a list".into(),
        Value::Table(_) => "a table".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arena::Roster;
    use crate::scenario::ScenarioFile;

    /// A keyword that the check does not know would be a promise of the schema that nobody keeps.
    #[test]
    fn the_check_knows_every_keyword_that_the_schemas_use() {
        const KNOWN: [&str; 26] = [
            "$schema",
            "$ref",
            "$defs",
            "title",
            "description",
            "default",
            "format",
            "type",
            "const",
            "enum",
            "oneOf",
            "anyOf",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "items",
            "minLength",
            "maxLength",
            "pattern",
            "minProperties",
            "maxProperties",
            "properties",
            "patternProperties",
            "propertyNames",
            "required",
        ];
        fn walk(schema: &Json) {
            let Some(schema) = schema.as_object() else {
                return;
            };
            for (key, value) in schema {
                match key.as_str() {
                    "properties" | "patternProperties" | "$defs" => {
                        value.as_object().unwrap().values().for_each(walk)
                    }
                    "items" | "propertyNames" | "additionalProperties" => walk(value),
                    "oneOf" | "anyOf" => value.as_array().unwrap().iter().for_each(walk),
                    "pattern" => {
                        assert!(named_pattern(value.as_str().unwrap()).is_some(), "{value}")
                    }
                    key => assert!(KNOWN.contains(&key), "{key}"),
                }
            }
            let patterns = schema.get("patternProperties").and_then(Json::as_object);
            patterns
                .into_iter()
                .flatten()
                .for_each(|(pattern, _)| assert!(named_pattern(pattern).is_some(), "{pattern}"));
        }
        walk(&Shape::of::<Roster>().0);
        walk(&Shape::of::<ScenarioFile>().0);
    }

    /// A field's sentence tells the range to readers of `gong list rules`; the attribute is what holds.
    #[test]
    fn ranges_in_sentences_are_those_that_hold() {
        fn walk(schema: &Json) {
            if let (Some(text), Some(least), Some(most)) = (
                schema["description"].as_str(),
                bound(schema, "minimum"),
                bound(schema, "maximum"),
            ) {
                let said = [format!("{least} to {most}"), format!("{least} or {most}")];
                let silent =
                    !text.chars().any(|letter| letter.is_ascii_digit()) || text.contains("So many");
                assert!(
                    silent || said.iter().any(|said| text.contains(said)),
                    "{text}: {least} to {most}"
                );
            }
            match schema {
                Json::Object(fields) => fields.values().for_each(walk),
                Json::Array(entries) => entries.iter().for_each(walk),
                _ => {}
            }
        }
        walk(&Shape::of::<Roster>().0);
        walk(&Shape::of::<ScenarioFile>().0);
    }
}
