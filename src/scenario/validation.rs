//! The JSON Schemas that are generated from Rust types, in the form in which files are validated
//! against them.
//!
//! Ranges and names are declared only once, in the types, so that editors and `gong check` always
//! agree.

use std::collections::BTreeMap;
use std::slice;
use std::sync::{Arc, Mutex};

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value as Json;

use super::checker::check;
use super::document::DocumentNode;
use super::fault::Faults;
use super::pattern::{Pattern, named};
use super::schema;
use crate::games::Title;
use crate::words::quoted;

/// A JSON Schema against which files are validated. It has no references, and all alternatives of a
/// value are in one list `oneOf`, without null.
#[derive(Debug, Clone)]
pub struct TypeSchema(Json);

impl TypeSchema {
    /// Returns the JSON schema of a game's scenario files.
    pub fn scenario(title: &dyn Title) -> Arc<TypeSchema> {
        cached("scenario", title, |generator| schema::scenario_of(title, generator))
    }

    /// Returns the JSON schema of a game's rosters.
    pub fn roster(title: &dyn Title) -> Arc<TypeSchema> {
        cached("roster", title, title.schemas().roster)
    }

    /// Returns the JSON schema of a game's rules.
    pub fn rules(title: &dyn Title) -> Arc<TypeSchema> {
        cached("rules", title, title.schemas().rules)
    }

    /// Returns the JSON schema of a game's line-ups.
    pub fn line_up(title: &dyn Title) -> Arc<TypeSchema> {
        cached("line-up", title, title.schemas().line_up)
    }

    /// Returns the JSON schema of a game's fighters.
    pub fn fighter(title: &dyn Title) -> Arc<TypeSchema> {
        cached("fighter", title, title.schemas().fighter)
    }

    /// Returns the JSON schema of a game's strategy files. The schema lists all features that can
    /// have a weight.
    pub fn strategy(title: &dyn Title) -> Arc<TypeSchema> {
        cached("strategy", title, |generator| schema::strategy_of(title, generator))
    }

    pub(super) fn made_by(make: impl FnOnce(&mut SchemaGenerator) -> Schema) -> TypeSchema {
        let settings = SchemaSettings::default().with(|with| with.inline_subschemas = true);
        let mut schema = make(&mut settings.into_generator());
        plain(&mut schema);
        TypeSchema(schema.to_value())
    }

    /// Returns the root object of the JSON schema.
    pub(super) fn root(&self) -> &Json {
        &self.0
    }

    /// Returns the names of the fields that the schema requires.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        let required = self.0["required"].as_array();
        required.into_iter().flatten().filter_map(Json::as_str)
    }

    /// Returns the names of the schema's top-level fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        fields(&self.0).map(|(name, _)| name)
    }

    /// Returns the description of the field at a path, and its accepted values as text. If the
    /// field is in a nested table, the table's description comes first.
    pub fn describe(&self, path: &[&str]) -> (String, String) {
        let mut schema = &self.0;
        let mut meanings = vec![];
        for step in path {
            schema = entry(schema, step).unwrap_or(&Json::Null);
            meanings.extend(Some(meaning(schema)).filter(|text| !text.is_empty()));
        }
        // Only the description of the innermost table is added.
        (meanings[meanings.len().saturating_sub(2)..].join(" "), allowed(schema))
    }

    /// Validates a value against the schema.
    ///
    /// # Errors
    /// Returns all deviations from the schema.
    pub fn check(&self, root: &DocumentNode) -> Result<(), Faults> {
        check(&self.0, root)
    }
}

/// Returns the schema of a part of a game's files from a cache. If the cache does not have it, makes
/// it with `make`. Analyses that vary values check thousands of rosters and rules against the same
/// schema.
fn cached(
    part: &'static str,
    title: &dyn Title,
    make: impl FnOnce(&mut SchemaGenerator) -> Schema,
) -> Arc<TypeSchema> {
    static CACHE: Mutex<BTreeMap<(&str, &str), Arc<TypeSchema>>> = Mutex::new(BTreeMap::new());
    let mut schemas = CACHE.lock().expect("making a schema does not panic");
    let schema = schemas.entry((part, title.name()));
    Arc::clone(schema.or_insert_with(|| TypeSchema::made_by(make).into()))
}

/// Brings a schema and all schemas inside it to the form of a [`TypeSchema`].
fn plain(schema: &mut Schema) {
    transform_subschemas(&mut plain, schema);
    schema::without_null(schema);
    let Some(Json::Array(all)) = schema.remove("anyOf").or_else(|| schema.remove("oneOf")) else {
        return;
    };
    let mut all: Vec<Json> = (all.into_iter())
        .flat_map(|one| one["oneOf"].as_array().cloned().unwrap_or_else(|| vec![one]))
        .collect();
    if all.len() > 1 {
        schema.insert("oneOf".into(), all.into());
    } else if let Some(Json::Object(only)) = all.pop() {
        let own = std::mem::take(schema.ensure_object());
        schema.ensure_object().extend(only.into_iter().chain(own));
    }
}

/// Returns the alternatives of a schema; none if it accepts values of one form only.
pub(super) fn alternatives(schema: &Json) -> &[Json] {
    schema["oneOf"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the alternatives of a schema, or the schema itself if it has none.
pub(super) fn branches(schema: &Json) -> &[Json] {
    match alternatives(schema) {
        [] => slice::from_ref(schema),
        all => all,
    }
}

/// Returns the named fields of a table, with their schemas.
pub(super) fn fields(schema: &Json) -> impl Iterator<Item = (&str, &Json)> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.map(|(name, field)| (name.as_str(), field))
}

/// Returns the schema of the entry `step` of a table or a list; `None` if the table has no such
/// field.
pub(super) fn entry<'a>(schema: &'a Json, step: &str) -> Option<&'a Json> {
    let fits = |pattern: &str| named(pattern).is_some_and(|pattern| (pattern.fits)(step));
    let mut patterns = schema["patternProperties"].as_object().into_iter().flatten();
    (schema["properties"].get(step))
        .or_else(|| patterns.find(|(pattern, _)| fits(pattern)).map(|(_, schema)| schema))
        .or_else(|| schema.get("items"))
        .or_else(|| Some(&schema["additionalProperties"]).filter(|other| **other != false))
}

/// Returns the description that a schema gives, in one line; empty if there is none.
pub(super) fn meaning(schema: &Json) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// Describes the accepted values of a schema as text: `1 to 20`, `true or false`, "`all` or
/// `all-but-techniques`". Names come last.
pub(super) fn allowed(schema: &Json) -> String {
    let names: Vec<&str> = branches(schema).iter().flat_map(names).collect();
    let others = branches(schema).iter().filter(|one| self::names(one).is_empty());
    let names = (!names.is_empty()).then(|| quoted(&names, "or"));
    let all: Vec<String> = others.map(allowed_unnamed).chain(names).collect();
    match all.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{}, or {last}", most.join(", ")),
        all => all.concat(),
    }
}

fn allowed_unnamed(schema: &Json) -> String {
    let span = |least: &str, most: &str| match (bound(schema, least), bound(schema, most)) {
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("{least} or more")),
        (None, Some(most)) => Some(format!("at most {most}")),
        (None, None) => None,
    };
    let number = |noun: &str| match span("minimum", "maximum") {
        Some(span) => format!("{noun}, {span}"),
        None => noun.to_owned(),
    };
    match type_of(schema) {
        "boolean" => "true or false".into(),
        "integer" => number("a whole number"),
        "number" => number("a number"),
        "array" => {
            let length = span("minItems", "maxItems").map(|span| format!("{span} entries, "));
            format!("a list: {}each {}", length.unwrap_or_default(), allowed(&schema["items"]))
        }
        "string" => pattern(schema).map_or("a text".into(), |pattern| pattern.words.into()),
        "object" => "a table".into(),
        _ => "any value".into(),
    }
}

/// Returns the names that a schema accepts: the names of an enumeration, or the only key of a
/// table.
pub(super) fn names(schema: &Json) -> Vec<&str> {
    if let Some(name) = schema["const"].as_str() {
        return vec![name];
    }
    if let Some(names) = schema["enum"].as_array() {
        return names.iter().filter_map(Json::as_str).collect();
    }
    match (schema["required"].as_array().map(Vec::as_slice), schema["properties"].as_object()) {
        (Some([Json::String(name)]), Some(properties)) if properties.len() == 1 => vec![name],
        _ => vec![],
    }
}

/// Returns the JSON type that a schema accepts, such as "string"; empty if it accepts any.
pub(super) fn type_of(schema: &Json) -> &str {
    schema["type"].as_str().unwrap_or_default()
}

pub(super) fn bound(schema: &Json, name: &str) -> Option<f64> {
    schema[name].as_f64()
}

/// Returns the regular expression that a schema requires texts to match, if it has one.
pub(super) fn pattern(schema: &Json) -> Option<Pattern> {
    named(schema["pattern"].as_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::titles;

    /// Checks that no schema uses a JSON Schema keyword that the validation does not know and would
    /// not enforce.
    #[test]
    fn the_check_knows_every_keyword_that_the_schemas_use() {
        const KNOWN: [&str; 23] = [
            "$schema",
            "title",
            "description",
            "default",
            "format",
            "type",
            "const",
            "enum",
            "oneOf",
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
                    "properties" | "patternProperties" => {
                        value.as_object().unwrap().values().for_each(walk)
                    }
                    "items" | "propertyNames" | "additionalProperties" => walk(value),
                    "oneOf" => value.as_array().unwrap().iter().for_each(walk),
                    "pattern" => {
                        assert!(named(value.as_str().unwrap()).is_some(), "{value}")
                    }
                    key => assert!(KNOWN.contains(&key), "{key}"),
                }
            }
            let patterns = schema.get("patternProperties").and_then(Json::as_object);
            patterns
                .into_iter()
                .flatten()
                .for_each(|(pattern, _)| assert!(named(pattern).is_some(), "{pattern}"));
        }
        for title in titles() {
            walk(&TypeSchema::roster(title).0);
            walk(&TypeSchema::scenario(title).0);
            walk(&TypeSchema::strategy(title).0);
        }
    }

    /// Checks the ranges that descriptions of fields mention and that `gong list rules` prints:
    /// each equals the range that the validation enforces.
    #[test]
    fn ranges_in_sentences_are_those_that_hold() {
        fn walk(schema: &Json) {
            if let (Some(text), Some(least), Some(most)) =
                (schema["description"].as_str(), bound(schema, "minimum"), bound(schema, "maximum"))
            {
                // A description keeps the line breaks of its comment.
                let text = text.replace('\n', " ");
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
        for title in titles() {
            walk(&TypeSchema::roster(title).0);
            walk(&TypeSchema::scenario(title).0);
            // Numbers in the descriptions of features are no ranges of weights.
            let strategy = TypeSchema::strategy(title);
            let others = fields(&strategy.0).filter(|(name, _)| *name != "weights");
            others.for_each(|(_, field)| walk(field));
        }
    }
}
