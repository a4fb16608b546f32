//! Validates a TOML document against a JSON schema, and collects all errors.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::document::{DocumentNode, Value, join};
use super::fault::{Fault, Faults, MOST_SHOWN};
use super::pattern::named;
use super::validation::{TypeSchema, bound, names, pattern, type_of};
use crate::words::{invisible_in, is_blank, meant, quoted, suggest, unprintable};

/// Validates a value against a JSON schema. `type_schema` contains the definitions to which the
/// schema refers.
///
/// # Errors
/// Returns all deviations from the schema, not only the first.
pub fn check(type_schema: &TypeSchema, schema: &Json, root: &DocumentNode) -> Result<(), Faults> {
    let mut faults = Faults::default();
    Checker { type_schema, faults: &mut faults }.check(schema, root, "");
    faults.done()
}

/// Validates a document by walking the document and its JSON schema in parallel.
struct Checker<'a> {
    type_schema: &'a TypeSchema,
    faults: &'a mut Faults,
}

impl Checker<'_> {
    fn fault(&mut self, node: &DocumentNode, field: &str, what: String) {
        self.faults.push(Fault { location: node.location.clone(), field: field.into(), what });
    }

    /// Reports the unknown name `name`, with the probable one of the known names.
    fn unknown(&mut self, node: &DocumentNode, field: &str, name: &str, known: &[&str]) {
        let hint = self.faults.hint(|| suggest(name, known.iter().copied()));
        self.fault(node, field, format!("there is no `{name}`{hint}"));
    }

    fn check(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        let schema = self.type_schema.resolve(schema);
        let alternatives = self.type_schema.alternatives(schema);
        match alternatives.as_slice() {
            [] => self.check_single(schema, node, field),
            [only] => self.check(only, node, field),
            several => self.check_named(several, node, field),
        }
    }

    /// Validates a value that has several alternative schemas.
    ///
    /// A named alternative is either its name alone, or a table with the name as the only key and
    /// with details as the value. An alternative without a name is a text, a list, or a table with
    /// fields of its own.
    fn check_named(&mut self, alternatives: &[&Json], node: &DocumentNode, field: &str) {
        let free = |wants| {
            let mut unnamed = alternatives.iter().filter(|one| names(one).is_empty());
            unnamed.find(|one| type_of(one) == wants)
        };
        let found = match &node.value {
            Value::Text(_) => free("string"),
            Value::List(_) => free("array"),
            Value::Table(table) => free("object").filter(|one| {
                let knows = |key: &String| one["properties"].get(key).is_some();
                table.keys().any(knows)
            }),
            _ => None,
        };
        if let Some(one) = found {
            return self.check_single(one, node, field);
        }
        let known: Vec<&str> = alternatives.iter().flat_map(|one| names(one)).collect();
        let find = |name: &str| alternatives.iter().find(|one| names(one).contains(&name));
        match &node.value {
            Value::Text(name) => match find(name) {
                Some(one) if type_of(one) == "object" => {
                    let what = self.without_details(name, &one["properties"][name]);
                    self.fault(node, field, what);
                }
                Some(_) => {}
                None => self.unknown(node, field, name, &known),
            },
            Value::Table(table) if !known.is_empty() => match table.iter().next() {
                Some((name, details)) if table.len() == 1 => match find(name) {
                    Some(one) if type_of(one) == "object" => {
                        self.check(&one["properties"][name], details, &join(field, name, false))
                    }
                    Some(_) => self.fault(
                        details,
                        field,
                        format!("`{name}` has no details: write just \"{name}\""),
                    ),
                    None => self.unknown(details, field, name, &known),
                },
                _ => self.fault(
                    node,
                    field,
                    format!("wants exactly one of {}", quoted(&known, "and")),
                ),
            },
            // An integer is valid if one of the alternatives is an integer.
            Value::Integer(_) if alternatives.iter().any(|one| type_of(one) == "integer") => {
                let number = alternatives.iter().find(|one| type_of(one) == "integer");
                let number = number.expect("there is one");
                if !self.fits(number, node) {
                    let allowed = self.type_schema.allowed_of(alternatives);
                    self.fault(node, field, format!("is {}; wants {allowed}", shown(node)));
                }
            }
            _ => {
                let allowed = self.type_schema.allowed_of(alternatives);
                self.fault(node, field, format!("is {}; wants {allowed}", shown(node)));
            }
        }
    }

    /// Returns the error text for the name of an alternative that is written without its details.
    fn without_details(&self, name: &str, details: &Json) -> String {
        let details = self.type_schema.resolve(details);
        let fields = details["properties"].as_object().into_iter().flatten();
        let fields: Vec<String> = fields.map(|(key, _)| format!("{key} = …")).collect();
        if fields.is_empty() {
            let allowed = self.type_schema.allowed(details);
            return format!("`{name}` needs its value: write {{ {name} = … }}, {allowed}");
        }
        let fields = fields.join(", ");
        format!("`{name}` needs its details: write {{ {name} = {{ {fields} }} }}")
    }

    /// Returns whether a value is valid by this schema, without reporting errors.
    fn fits(&self, schema: &Json, node: &DocumentNode) -> bool {
        let mut faults = Faults::default();
        Checker { type_schema: self.type_schema, faults: &mut faults }
            .check_single(schema, node, "");
        faults.done().is_ok()
    }

    fn check_single(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        let wants = type_of(schema);
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
                let allowed = self.type_schema.allowed(schema);
                let fields = named_fields(schema, field);
                let what = format!("is {}; wants {allowed}{fields}", shown(node));
                self.fault(node, field, what);
            }
        }
    }

    fn check_text(&mut self, schema: &Json, text: &str, node: &DocumentNode, field: &str) {
        let known = names(schema);
        if !known.is_empty() && !known.contains(&text) {
            self.unknown(node, field, text, &known);
        }
        // A text with a maximum length, such as a name, must be a single line.
        let odd = match bound(schema, "maxLength") {
            Some(_) => invisible_in(text),
            None => text.chars().find(|&c| unprintable(c) && !"\n\t".contains(c)),
        };
        if let Some(odd) = odd {
            self.fault(node, field, format!("contains {}", super::read::named(odd)));
        }
        let wanted = bound(schema, "minLength").is_some_and(|least| least > 0.0);
        if wanted && !text.is_empty() && is_blank(text) {
            self.fault(node, field, "is blank; wants a letter or more".into());
        }
        self.check_count(schema, ["minLength", "maxLength"], text.chars().count(), node, field);
        if let Some(pattern) = pattern(schema)
            && !(pattern.fits)(text)
        {
            self.fault(node, field, format!("is {}; wants {}", shown(node), pattern.words));
        }
    }

    fn check_number(&mut self, schema: &Json, number: f64, node: &DocumentNode, field: &str) {
        let below = bound(schema, "minimum").is_some_and(|least| number < least);
        let above = bound(schema, "maximum").is_some_and(|most| number > most);
        if below || above || !number.is_finite() {
            let allowed = self.type_schema.allowed(schema);
            self.fault(node, field, format!("is {}; wants {allowed}", shown(node)));
        }
    }

    /// Checks the number of entries of a list or table, or of characters of a text, against the
    /// schema.
    fn check_count(
        &mut self,
        schema: &Json,
        [least, most]: [&str; 2],
        count: usize,
        node: &DocumentNode,
        field: &str,
    ) {
        let unit = match (least, count) {
            ("minLength", 1) => "letter",
            ("minLength", _) => "letters",
            (_, 1) => "entry",
            _ => "entries",
        };
        if let Some(least) = bound(schema, least)
            && (count as f64) < least
        {
            self.fault(node, field, format!("has {count} {unit}; wants at least {least}"));
        }
        if let Some(most) = bound(schema, most)
            && count as f64 > most
        {
            self.fault(node, field, format!("has {count} {unit}; wants at most {most}"));
        }
    }

    fn check_table(
        &mut self,
        schema: &Json,
        table: &BTreeMap<String, DocumentNode>,
        node: &DocumentNode,
        field: &str,
    ) {
        self.check_count(schema, ["minProperties", "maxProperties"], table.len(), node, field);
        let mut misspelt: Vec<&str> = vec![];
        let mut entries: Vec<(&String, &DocumentNode)> = table.iter().collect();
        if table.len() > MOST_SHOWN {
            // Only the first faults of the file have suggestions.
            entries.sort_by_key(|(_, entry)| &entry.location);
        }
        for (key, entry) in entries {
            let below = join(field, key, false);
            if let Some(pattern) = pattern(&schema["propertyNames"])
                && !(pattern.fits)(key)
            {
                self.fault(entry, &below, format!("is not a valid name; wants {}", pattern.words));
            }
            match entry_schema(schema, key) {
                Some(schema) => self.check(schema, entry, &below),
                None => {
                    let hint = self.faults.hint(|| {
                        let known = schema["properties"].as_object();
                        let known = known.into_iter().flat_map(Map::keys);
                        let known: Vec<&str> = known.map(String::as_str).collect();
                        let patterns = schema["patternProperties"].as_object();
                        let mut patterns = patterns.into_iter().flatten();
                        match patterns.find_map(|(pattern, _)| named(pattern)) {
                            Some(pattern) => format!("; wants {}", pattern.words),
                            None => {
                                misspelt.extend(meant(key, &known));
                                suggest(key, known)
                            }
                        }
                    });
                    self.fault(entry, &below, format!("there is no such field{hint}"));
                }
            }
        }
        for wanted in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !table.contains_key(wanted) && !misspelt.contains(&wanted) {
                let allowed = self.type_schema.allowed(&schema["properties"][wanted]);
                self.fault(
                    node,
                    &join(field, wanted, false),
                    format!("is missing; wants {allowed}"),
                );
            }
        }
    }
}

/// Maximum number of fields of a table that an error message lists.
const MOST_FIELDS: usize = 8;

/// Returns the fields of the table at `path`, to be appended to the accepted values in an error
/// message. Empty if the schema is not one of a table with a few fields.
fn named_fields(schema: &Json, path: &str) -> String {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let fields: Vec<&str> = properties.map(|(key, _)| key.as_str()).collect();
    match fields.first() {
        Some(first) if (2..=MOST_FIELDS).contains(&fields.len()) => format!(
            " whose fields are {}, as in {} = …",
            quoted(&fields, "and"),
            join(path, first, false)
        ),
        _ => String::new(),
    }
}

/// Returns the schema of an entry of a table; `None` if the table has no such field.
fn entry_schema<'a>(schema: &'a Json, key: &str) -> Option<&'a Json> {
    if let Some(schema) = schema["properties"].get(key) {
        return Some(schema);
    }
    let mut patterns = schema["patternProperties"].as_object().into_iter().flatten();
    if let Some((_, schema)) =
        patterns.find(|(pattern, _)| named(pattern).is_some_and(|pattern| (pattern.fits)(key)))
    {
        return Some(schema);
    }
    match &schema["additionalProperties"] {
        Json::Bool(false) => None,
        other => Some(other),
    }
}

/// Formats a value for an error message.
fn shown(node: &DocumentNode) -> String {
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
    use std::path::Path;

    use super::*;
    use crate::games::title;
    use crate::scenario::Document;

    #[test]
    fn a_number_in_place_of_a_table_is_told_the_fields() {
        let document = Document::parse(Path::new("f.toml"), "boss.life = 30").unwrap();
        let type_schema = TypeSchema::rules(title("jungle-alert").unwrap());
        let told = type_schema.check(&document.root).unwrap_err().to_string();
        let wanted = "boss.life: is 30; wants a table whose fields are `four`, `one`, `three` and \
                      `two`, as in boss.life.four = …";
        assert!(told.contains(wanted), "{told}");
    }

    #[test]
    fn a_name_without_its_details_is_told_how_it_is_written() {
        for (game, text, wanted) in [
            (
                "jungle-alert",
                "ability = 'punctual'",
                "ability: `punctual` needs its value: write { punctual = … }, a whole number, 1 to \
                 6",
            ),
            (
                "ultimate-warriorz",
                "cards.1.item = 'kamikaze'",
                "item: `kamikaze` needs its details: write { kamikaze = { dice = … } }",
            ),
        ] {
            let document = Document::parse(Path::new("f.toml"), text).unwrap();
            let type_schema = TypeSchema::fighter(title(game).unwrap());
            let told = type_schema.check(&document.root).unwrap_err().to_string();
            assert!(told.contains(wanted), "{told}");
        }
    }
}
