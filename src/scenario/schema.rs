//! JSON Schemas of the files that users write, for completion and checks in editors. Also the JSON
//! Schema of the output of `gong watch --json`, for programs that read this output.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value as Json, json};

use super::file::{ScenarioFile, games};
use super::strategy_file::StrategyFile;
use super::validation::fields;
use crate::game::story::Frame;
use crate::games::{Title, titles};

/// Returns the JSON Schema of a game's roster files, indented, with a final newline.
pub fn roster(title: &dyn Title) -> String {
    let mut generator = for_editors().into_generator();
    pretty((title.schemas().roster)(&mut generator))
}

/// Returns the JSON Schema of a game's scenario files, indented, with a final newline.
pub fn scenario(title: &dyn Title) -> String {
    let mut schema = scenario_of(title, &mut for_editors().into_generator());
    if let Some(known) = schema.pointer_mut("/definitions/GameName") {
        *known = games(titles().filter(|other| other.family() == title.family())).to_value();
    }
    // In a scenario, no field of a fighter or thing is required, because a scenario only changes
    // the roster's fighters and things.
    for pointer in changed_definitions(schema.as_value()) {
        let Some(Json::Object(definition)) = schema.pointer_mut(&pointer) else {
            continue;
        };
        definition.remove("required");
        let fields = definition["properties"].as_object_mut().into_iter().flatten();
        for field in fields.filter_map(|(_, field)| field.as_object_mut()) {
            field.remove("default");
            field.remove("minProperties");
        }
    }
    pretty(schema)
}

/// Returns JSON pointers to the definitions of fighters and their things, which a scenario may
/// change.
fn changed_definitions(schema: &Json) -> Vec<String> {
    let reference = |schema: &Json| {
        let named = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str());
        named.map(|name| name.trim_start_matches('#').to_owned())
    };
    let Some(fighter) = reference(&schema["properties"]["fighters"]["additionalProperties"]) else {
        return vec![];
    };
    let things = fields(schema.pointer(&fighter).unwrap_or(&Json::Null));
    let things = things.filter_map(|(_, field)| reference(&field["additionalProperties"]));
    let things: Vec<String> = things.collect();
    [vec![fighter], things].concat()
}

/// Returns the JSON schema of a game's scenario files: the common fields, with the game's own
/// schemas for rules, line-up and fighters.
pub(super) fn scenario_of(title: &dyn Title, generator: &mut SchemaGenerator) -> Schema {
    let parts = title.schemas();
    let [mut rules, line_up, fighter] =
        [parts.rules, parts.line_up, parts.fighter].map(|part| part(generator).to_value());
    let mut schema = generator.root_schema_for::<ScenarioFile>();
    rules["default"] = toml::from_str(&title.rules()).expect("a title's rules are TOML");
    let fighters = json!({ "type": "object", "additionalProperties": fighter });
    for (field, part) in [("rules", rules), ("line-up", line_up), ("fighters", fighters)] {
        let property = schema.pointer_mut(&format!("/properties/{field}"));
        if let (Some(Json::Object(property)), Json::Object(mut part)) = (property, part) {
            // The game's schema replaces these entries of the common schema.
            property.remove("type");
            property.remove("additionalProperties");
            // The description of the field is that of the common schema.
            part.remove("description");
            property.extend(part);
        }
    }
    schema
}

/// Returns the JSON Schema of each line of `gong watch --json`, for all games; indented, with a
/// final newline.
pub fn watch() -> String {
    let settings = SchemaSettings::draft07().for_serialize();
    pretty(settings.into_generator().into_root_schema_for::<Frame>())
}

/// Returns the JSON Schema of a game's strategy files, indented, with a final newline. The schema
/// lists all weights of features, so that editors can complete their names.
pub fn strategy(title: &dyn Title) -> String {
    pretty(strategy_of(title, &mut for_editors().into_generator()))
}

/// Returns the JSON schema of a game's strategy files. The schema lists all features that can have
/// a weight.
pub(super) fn strategy_of(title: &dyn Title, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.root_schema_for::<StrategyFile>();
    if let Some(weights) = schema.pointer_mut("/properties/weights").and_then(Json::as_object_mut) {
        let each = weights.remove("additionalProperties").unwrap_or_default();
        let named = title.features().iter().map(|feature| {
            let mut weight = each.clone();
            weight["description"] = feature.meaning.into();
            (feature.name.to_owned(), weight)
        });
        weights.insert("properties".into(), named.collect::<serde_json::Map<_, _>>().into());
        weights.insert("additionalProperties".into(), false.into());
    }
    schema
}

/// Returns settings for JSON Schema draft 7, which TOML editor extensions support best.
fn for_editors() -> SchemaSettings {
    SchemaSettings::draft07().with_transform(RecursiveTransform(without_null))
}

/// Removes null from a schema, because TOML has no null: an optional field is left out instead.
pub(super) fn without_null(schema: &mut Schema) {
    if let Some(Json::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Json::Array(alternatives)) = schema.get_mut("anyOf") {
        alternatives.retain(|alternative| alternative["type"] != "null");
    }
    if schema.get("default") == Some(&Json::Null) {
        schema.remove("default");
    }
}

fn pretty(mut schema: Schema) -> String {
    RecursiveTransform(reference_alone).transform(&mut schema);
    format!("{:#}\n", schema.to_value())
}

/// Moves a `$ref` that has sibling keys into `allOf`, because draft 7 ignores siblings of a
/// reference.
fn reference_alone(schema: &mut Schema) {
    let Some(fields) = schema.as_object_mut() else {
        return;
    };
    if fields.len() > 1
        && let Some(reference) = fields.remove("$ref")
    {
        fields.insert("allOf".into(), json!([{ "$ref": reference }]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the paths and contents of the schema files of all games in this repository.
    fn committed() -> Vec<(String, String)> {
        let of_title = |title: &'static dyn Title| {
            let scenarios = format!("scenarios/{}", title.name());
            let strategies = format!("strategies/{}", title.family());
            [
                (format!("{scenarios}/scenario.schema.json"), scenario(title)),
                (format!("{scenarios}/roster.schema.json"), roster(title)),
                (format!("{strategies}/strategy.schema.json"), strategy(title)),
                (format!("{strategies}/gong.d.luau"), title.script_types()),
            ]
        };
        let of_all = [("docs/watch.schema.json".to_owned(), watch())];
        titles().flat_map(of_title).chain(of_all).collect()
    }

    #[test]
    fn the_committed_schemas_are_current() {
        for (path, current) in committed() {
            if std::env::var_os("GONG_BLESS").is_some() {
                std::fs::write(&path, &current).unwrap();
            }
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text == current, "stale: {path}; cargo run --example bless schemas");
        }
    }

    #[test]
    fn editors_may_leave_out_what_a_scenario_does_not_change() {
        let title = crate::games::title("ultimate-warriorz").unwrap();
        let scenario: Json = serde_json::from_str(&scenario(title)).unwrap();
        assert!(scenario["definitions"]["Card"]["properties"]["defense"].is_object());
        assert_eq!(scenario["definitions"]["Card"]["required"], Json::Null);
        let roster: Json = serde_json::from_str(&roster(title)).unwrap();
        assert_eq!(roster["definitions"]["Card"]["required"], serde_json::json!(["defense"]));
        let strategy: Json = serde_json::from_str(&strategy(title)).unwrap();
        let kills = &strategy["properties"]["weights"]["properties"]["kills"];
        assert_eq!(kills["maximum"].as_f64(), Some(1000.0));
        for text in [scenario, roster, strategy].map(|schema| schema.to_string()) {
            assert!(!text.contains("null"), "TOML has no null");
        }
    }
}
