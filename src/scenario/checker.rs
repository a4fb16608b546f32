//! Validates a TOML document against a JSON schema, and collects all errors.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::document::{DocumentNode, Value, join};
use super::fault::{Fault, Faults, MOST_SHOWN};
use super::pattern::named;
use super::validation::{allowed, alternatives, bound, entry, fields, names, pattern, type_of};
use crate::words::{counted, invisible_in, is_blank, meant, quoted, suggest, unprintable};

/// Validates a value against a JSON schema.
///
/// # Errors
/// Returns all deviations from the schema, not only the first.
pub fn check(schema: &Json, root: &DocumentNode) -> Result<(), Faults> {
    let mut checker = Checker::default();
    checker.check(schema, root, "");
    checker.0.done()
}

/// Validates a document by walking the document and its JSON schema in parallel.
#[derive(Default)]
struct Checker(Faults);

impl Checker {
    fn fault(&mut self, node: &DocumentNode, field: &str, what: String) {
        self.0.push(Fault { location: node.location.clone(), field: field.into(), what });
    }

    /// Reports a value that the schema does not accept, with the values that it accepts.
    fn wants(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        let form = written(schema).map_or(String::new(), |form| format!(", as in {form}"));
        self.fault(node, field, format!("is {}; wants {}{form}", shown(node), allowed(schema)));
    }

    /// Reports the unknown name `name`, with the probable one of the known names.
    fn unknown(&mut self, node: &DocumentNode, field: &str, name: &str, known: &[&str]) {
        let hint = self.0.hint(|| suggest(name, known.iter().copied()));
        self.fault(node, field, format!("there is no `{name}`{hint}"));
    }

    fn check(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        match alternatives(schema) {
            [] => self.check_single(schema, node, field),
            several => self.check_choice(schema, several, node, field),
        }
    }

    /// Validates a value that has several alternative schemas.
    ///
    /// A named alternative is either its name alone, or a table with the name as the only key and
    /// with details as the value. An alternative without a name is recognised by its type, or by
    /// the fields of its table.
    fn check_choice(&mut self, schema: &Json, all: &[Json], node: &DocumentNode, field: &str) {
        let is_of = |one: &Json| match (&node.value, type_of(one)) {
            (Value::Text(_), "string") | (Value::List(_), "array") => true,
            (Value::Integer(_), "integer") => true,
            (Value::Table(table), "object") => fields(one).any(|(key, _)| table.contains_key(key)),
            _ => false,
        };
        if let Some(one) = all.iter().find(|one| names(one).is_empty() && is_of(one)) {
            return self.check_single(one, node, field);
        }
        let known: Vec<&str> = all.iter().flat_map(names).collect();
        let (name, details) = match &node.value {
            Value::Text(name) if !known.is_empty() => (name, None),
            Value::Table(table) if !known.is_empty() => match table.iter().next() {
                Some((name, details)) if table.len() == 1 => (name, Some(details)),
                _ => {
                    let what = format!("wants exactly one of {}", quoted(&known, "and"));
                    return self.fault(node, field, what);
                }
            },
            _ => return self.wants(schema, node, field),
        };
        let named = all.iter().find(|one| names(one).contains(&name.as_str()));
        let form = named.map(|one| &one["properties"][name]).filter(|form| !form.is_null());
        match (named, form, details) {
            (None, ..) => self.unknown(details.unwrap_or(node), field, name, &known),
            (_, Some(form), Some(details)) => self.check(form, details, &join(field, name, false)),
            (_, Some(form), None) => {
                let what = match written(form) {
                    Some(form) => format!("its details: write {{ {name} = {form} }}"),
                    None => format!("its value: write {{ {name} = … }}, {}", allowed(form)),
                };
                self.fault(node, field, format!("`{name}` needs {what}"));
            }
            (_, None, Some(details)) => {
                let what = format!("`{name}` has no details: write just \"{name}\"");
                self.fault(details, field, what);
            }
            (_, None, None) => {}
        }
    }

    fn check_single(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        match (&node.value, type_of(schema)) {
            (_, "") => return,
            (Value::Boolean(_), "boolean") => {}
            (Value::Integer(_), "integer") | (Value::Integer(_) | Value::Float(_), "number") => {}
            (Value::Text(text), "string") => self.check_text(schema, text, node, field),
            (Value::List(entries), "array") => {
                for (i, entry) in entries.iter().enumerate() {
                    self.check(&schema["items"], entry, &join(field, &i.to_string(), true));
                }
            }
            (Value::Table(table), "object") => self.check_table(schema, table, node, field),
            _ => return self.wants(schema, node, field),
        }
        self.check_size(schema, node, field);
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
        if pattern(schema).is_some_and(|pattern| !(pattern.fits)(text)) {
            self.wants(schema, node, field);
        }
    }

    /// Checks a number, the number of entries of a list or table, or of letters of a text, against
    /// its bounds in the schema.
    fn check_size(&mut self, schema: &Json, node: &DocumentNode, field: &str) {
        let (unit, bounds, size) = match &node.value {
            Value::Integer(number) => ("", ["minimum", "maximum"], *number as f64),
            Value::Float(number) => ("", ["minimum", "maximum"], *number),
            Value::Text(text) => {
                ("letter", ["minLength", "maxLength"], text.chars().count() as f64)
            }
            Value::List(list) => ("entry", ["minItems", "maxItems"], list.len() as f64),
            Value::Table(table) => {
                ("entry", ["minProperties", "maxProperties"], table.len() as f64)
            }
            _ => return,
        };
        let wants = match bounds.map(|name| bound(schema, name)) {
            [Some(least), _] if size < least => format!("at least {least}"),
            [_, Some(most)] if size > most => format!("at most {most}"),
            _ if size.is_finite() => return,
            _ => String::new(),
        };
        match unit {
            "" => self.wants(schema, node, field),
            unit => {
                let what = format!("has {}; wants {wants}", counted(size as u64, unit));
                self.fault(node, field, what);
            }
        }
    }

    fn check_table(
        &mut self,
        schema: &Json,
        table: &BTreeMap<String, DocumentNode>,
        node: &DocumentNode,
        field: &str,
    ) {
        let mut misspelt: Vec<&str> = vec![];
        let mut entries: Vec<(&String, &DocumentNode)> = table.iter().collect();
        if table.len() > MOST_SHOWN {
            // Only the first faults of the file have suggestions.
            entries.sort_by_key(|(_, entry)| &entry.location);
        }
        for (key, node) in entries {
            let below = join(field, key, false);
            if let Some(pattern) = pattern(&schema["propertyNames"])
                && !(pattern.fits)(key)
            {
                self.fault(node, &below, format!("is not a valid name; wants {}", pattern.words));
            }
            match entry(schema, key) {
                Some(schema) => self.check(schema, node, &below),
                None => {
                    let hint = self.0.hint(|| {
                        let known: Vec<&str> = fields(schema).map(|(key, _)| key).collect();
                        misspelt.extend(meant(key, &known));
                        field_hint(schema, field, (key, node), known)
                    });
                    self.fault(node, &below, format!("there is no such field{hint}"));
                }
            }
        }
        for wanted in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !table.contains_key(wanted) && !misspelt.contains(&wanted) {
                let what = format!("is missing; wants {}", allowed(&schema["properties"][wanted]));
                self.fault(node, &join(field, wanted, false), what);
            }
        }
    }
}

/// Returns the suggestion for an unknown field of the table `field`: the form of the table's keys, a
/// known field of a similar name, or the table inside this table that may have such a field.
fn field_hint(
    schema: &Json,
    field: &str,
    (key, node): (&str, &DocumentNode),
    known: Vec<&str>,
) -> String {
    let mut patterns = schema["patternProperties"].as_object().into_iter().flatten();
    if let Some(pattern) = patterns.find_map(|(pattern, _)| named(pattern)) {
        return format!("; wants {}", pattern.words);
    }
    let has = |table: &Json, key: &str| table["properties"].get(key).is_some();
    let mut tables = fields(schema).filter(|(_, table)| {
        let entry = &table["additionalProperties"];
        has(table, key) || node.keys().iter().any(|below| has(entry, below))
    });
    match (meant(key, &known), tables.next()) {
        (None, Some((table, _))) => {
            let path = join(&join(field, table, false), key, false);
            format!("; did you mean `{path}`?")
        }
        _ => suggest(key, known),
    }
}

/// Maximum number of fields of a table that an error message lists.
const MOST_FIELDS: usize = 8;

/// Returns how a table with a few fields is written in a file, with placeholders for its values;
/// `None` if the schema is another one.
fn written(schema: &Json) -> Option<String> {
    let fields: Vec<String> = fields(schema).map(|(key, _)| format!("{key} = …")).collect();
    (1..=MOST_FIELDS).contains(&fields.len()).then(|| format!("{{ {} }}", fields.join(", ")))
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

    use crate::games::title;
    use crate::scenario::{Document, TypeSchema};

    #[test]
    fn a_number_in_place_of_a_table_is_told_the_fields() {
        let document = Document::parse(Path::new("f.toml"), "boss.life = 30").unwrap();
        let type_schema = TypeSchema::rules(title("jungle-alert").unwrap());
        let told = type_schema.check(&document.root).unwrap_err().to_string();
        let wanted = "boss.life: is 30; wants a table, as in { four = …, one = …, three = …, two \
                      = … }";
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
