//! Validates files against the JSON Schemas that are generated from Rust types.
//!
//! Ranges and names are declared only once, in the types, so that editors and `gong check` always
//! agree.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value as Json;

use super::checker::check;
use super::document::DocumentNode;
use super::fault::Faults;
use super::pattern::{Pattern, named};
use super::schema;
use crate::games::Title;
use crate::words::quoted;

/// A JSON Schema against which files are validated.
#[derive(Debug, Clone)]
pub struct TypeSchema(Json);

impl TypeSchema {
    pub fn of<T: JsonSchema>() -> TypeSchema {
        TypeSchema(schemars::schema_for!(T).to_value())
    }

    #[cfg(test)]
    pub(super) fn from_json(schema: Json) -> TypeSchema {
        TypeSchema(schema)
    }

    /// Returns the JSON schema of a game's scenario files.
    pub fn scenario(title: &dyn Title) -> TypeSchema {
        TypeSchema(schema::scenario_of(title, SchemaSettings::default()).to_value())
    }

    /// Returns the JSON schema of a game's rosters. The schema is cached.
    pub fn roster(title: &dyn Title) -> Arc<TypeSchema> {
        cached("roster", title, || {
            TypeSchema((title.schemas().roster)(&mut SchemaGenerator::default()).to_value())
        })
    }

    /// Returns the JSON schema of a game's rules. The schema is cached.
    pub fn rules(title: &dyn Title) -> Arc<TypeSchema> {
        cached("rules", title, || TypeSchema::part(title.schemas().rules))
    }

    /// Returns the JSON schema of a game's line-ups.
    pub fn line_up(title: &dyn Title) -> TypeSchema {
        TypeSchema::part(title.schemas().line_up)
    }

    /// Returns the JSON schema of a game's fighters. The schema is cached.
    pub fn fighter(title: &dyn Title) -> Arc<TypeSchema> {
        cached("fighter", title, || TypeSchema::part(title.schemas().fighter))
    }

    /// Returns the JSON schema of a game's strategy files. The schema lists all features that can
    /// have a weight.
    pub fn strategy(title: &dyn Title) -> TypeSchema {
        TypeSchema(schema::strategy_of(title, SchemaSettings::default()).to_value())
    }

    /// Returns the JSON schema of one part of a game's files, with all definitions that it refers
    /// to.
    fn part(part: fn(&mut SchemaGenerator) -> Schema) -> TypeSchema {
        let mut generator = SchemaGenerator::default();
        let named = part(&mut generator).to_value();
        let definitions = generator.take_definitions(true);
        let name = named["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let mut part = name.map_or(named.clone(), |name| definitions[name].clone());
        part["$defs"] = Json::Object(definitions);
        TypeSchema(part)
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
        self.0["properties"]
            .as_object()
            .into_iter()
            .flat_map(|properties| properties.keys().map(String::as_str))
    }

    /// Returns the description of the field at a path, and its accepted values as text. If the
    /// field is in a nested table, the table's description comes first.
    pub fn describe(&self, path: &[&str]) -> (String, String) {
        let mut schema = &self.0;
        let mut meanings = vec![];
        for step in path {
            schema = &self.resolve(schema)["properties"][*step];
            meanings.extend(schema["description"].as_str());
        }
        // Only the description of the innermost table is added.
        let first = meanings.len().saturating_sub(2);
        let meaning = meanings[first..].join(" ").replace('\n', " ");
        (meaning, self.allowed(schema))
    }

    /// Returns the names that the field at a path accepts. Returns no names if the field is not a
    /// choice between names.
    pub fn names(&self, path: &[&str]) -> Vec<&str> {
        let field =
            path.iter().fold(&self.0, |schema, step| &self.resolve(schema)["properties"][*step]);
        self.branches(field).into_iter().flat_map(names).collect()
    }

    /// Validates a value against the schema.
    ///
    /// # Errors
    /// Returns all deviations from the schema.
    pub fn check(&self, root: &DocumentNode) -> Result<(), Faults> {
        check(self, &self.0, root)
    }

    pub(super) fn resolve<'a>(&'a self, schema: &'a Json) -> &'a Json {
        match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
            Some(pointer) => self.0.pointer(pointer).map_or(schema, |target| self.resolve(target)),
            None => schema,
        }
    }

    /// Returns the alternatives that a JSON schema allows. Leaves out `null`, which marks optional
    /// fields, because TOML has no null.
    pub(super) fn alternatives<'a>(&'a self, schema: &'a Json) -> Vec<&'a Json> {
        let list = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
        let all = list.into_iter().flatten().map(|one| self.resolve(one));
        let real: Vec<&Json> = all.filter(|one| one["type"] != "null").collect();
        let branches = |one: &Json| one.get("oneOf").is_some() || one.get("anyOf").is_some();
        real.into_iter()
            .flat_map(|one| match branches(one) {
                true => self.alternatives(one),
                false => vec![one],
            })
            .collect()
    }

    /// Describes as text which values a schema with several alternatives accepts. The accepted
    /// names come last.
    pub(super) fn allowed_of(&self, alternatives: &[&Json]) -> String {
        let others = alternatives.iter().filter(|one| names(one).is_empty());
        let others: Vec<String> = others.map(|one| self.allowed(one)).collect();
        let names: Vec<&str> = alternatives.iter().flat_map(|one| names(one)).collect();
        let names = (!names.is_empty()).then(|| quoted(&names, "or"));
        let all: Vec<String> = others.into_iter().chain(names).collect();
        match all.as_slice() {
            [most @ .., last] if !most.is_empty() => format!("{}, or {last}", most.join(", ")),
            all => all.concat(),
        }
    }

    /// Describes the accepted values of a schema as text: `1 to 20`, `true or false`, "`all` or
    /// `all-but-techniques`".
    pub(super) fn allowed(&self, schema: &Json) -> String {
        let schema = self.resolve(schema);
        let alternatives = self.alternatives(schema);
        if !alternatives.is_empty() {
            return self.allowed_of(&alternatives);
        }
        let names = names(schema);
        if !names.is_empty() {
            return quoted(&names, "or");
        }
        let span = |least: &str, most: &str| match (bound(schema, least), bound(schema, most)) {
            (Some(least), Some(most)) => Some(format!("{least} to {most}")),
            (Some(least), None) => Some(format!("{least} or more")),
            (None, Some(most)) => Some(format!("at most {most}")),
            (None, None) => None,
        };
        match type_of(schema) {
            "boolean" => "true or false".into(),
            "integer" => span("minimum", "maximum")
                .map_or("a whole number".into(), |span| format!("a whole number, {span}")),
            "number" => span("minimum", "maximum")
                .map_or("a number".into(), |span| format!("a number, {span}")),
            "array" => {
                let each = self.allowed(&schema["items"]);
                let length = span("minItems", "maxItems")
                    .map(|span| format!("{span} entries, "))
                    .unwrap_or_default();
                format!("a list: {length}each {each}")
            }
            "string" => pattern(schema).map_or("a text".into(), |pattern| pattern.words.into()),
            "object" => "a table".into(),
            _ => "any value".into(),
        }
    }
}

/// Returns the schema of a part of a game's files from a cache. If the cache does not have it, makes
/// it with `make`. Analyses that vary values check thousands of rosters and rules against the same
/// schema.
fn cached(
    part: &'static str,
    title: &dyn Title,
    make: impl FnOnce() -> TypeSchema,
) -> Arc<TypeSchema> {
    static CACHE: Mutex<BTreeMap<(&str, &str), Arc<TypeSchema>>> = Mutex::new(BTreeMap::new());
    let mut schemas = CACHE.lock().expect("making a schema does not panic");
    let schema = schemas.entry((part, title.name()));
    Arc::clone(schema.or_insert_with(|| make().into()))
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

/// Returns the JSON type that a schema accepts, such as "string". For an optional field, returns
/// the type that is not null.
pub(super) fn type_of(schema: &Json) -> &str {
    match &schema["type"] {
        Json::Array(types) => {
            types.iter().filter_map(Json::as_str).find(|one| *one != "null").unwrap_or_default()
        }
        one => one.as_str().unwrap_or_default(),
    }
}

pub(super) fn bound(schema: &Json, name: &str) -> Option<f64> {
    schema[name].as_f64()
}

/// Returns the regular expression that a schema requires texts to match, if it has one.
pub(super) fn pattern(schema: &Json) -> Option<&'static Pattern> {
    named(schema["pattern"].as_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::titles;
    use crate::scenario::StrategyFile;

    /// Checks that no schema uses a JSON Schema keyword that the validation does not know and would
    /// not enforce.
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
        }
        walk(&TypeSchema::of::<StrategyFile>().0);
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
        }
        walk(&TypeSchema::of::<StrategyFile>().0);
    }
}
