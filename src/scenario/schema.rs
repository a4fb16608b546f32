//! JSON Schemas of the files that designers write, for editors that complete and check while typing.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value as Json;

use super::file::ScenarioFile;
use super::strategy_file::StrategyFile;
use crate::games::Game;
use crate::games::arena::{Arena, Roster};

/// The schema of a roster file, as pretty JSON with a line's end.
pub fn roster() -> String {
    pretty(schema_of::<Roster>())
}

/// The schema of a scenario file, as pretty JSON with a line's end.
pub fn scenario() -> String {
    let mut schema = schema_of::<ScenarioFile>();
    // Fighters and cards stand in a scenario only as changes to the roster's: no field of theirs is required.
    for name in ["Fighter", "Card"] {
        if let Some(definition) = schema
            .pointer_mut(&format!("/definitions/{name}"))
            .and_then(Json::as_object_mut)
        {
            definition.remove("required");
            definition["properties"]
                .as_object_mut()
                .into_iter()
                .flat_map(|fields| fields.values_mut())
                .for_each(|field| {
                    field
                        .as_object_mut()
                        .map(|field| ["default", "minProperties"].map(|key| field.remove(key)));
                });
        }
    }
    pretty(schema)
}

/// The types of scripts, as Luau has them.
pub fn script() -> String {
    crate::strategies::script::types::text::<Arena>()
}

/// The schema of a strategy file, as pretty JSON with a line's end: its weights are named, so that editors complete them.
pub fn strategy() -> String {
    let mut schema = schema_of::<StrategyFile>();
    if let Some(weights) = schema
        .pointer_mut("/properties/weights")
        .and_then(Json::as_object_mut)
    {
        let each = weights.remove("additionalProperties").unwrap_or_default();
        let named = Arena::FEATURES.iter().map(|feature| {
            let mut weight = each.clone();
            weight["description"] = feature.meaning.into();
            (feature.name.to_owned(), weight)
        });
        weights.insert(
            "properties".into(),
            named.collect::<serde_json::Map<_, _>>().into(),
        );
        weights.insert("additionalProperties".into(), false.into());
    }
    pretty(schema)
}

/// Draft 7 is what editors' TOML extensions know best.
fn schema_of<T: JsonSchema>() -> Schema {
    let generator = SchemaSettings::draft07()
        .with_transform(RecursiveTransform(without_null))
        .into_generator();
    generator.into_root_schema_for::<T>()
}

/// TOML has no null: an optional field is one that is left out.
fn without_null(schema: &mut Schema) {
    if let Some(Json::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
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
    without_null.transform(&mut schema);
    format!("{:#}\n", schema.to_value())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a change of the types: `cargo run -- schema scenario > scenarios/scenario.schema.json`, the same for `roster`, and for `strategy` in `strategies/`.
    #[test]
    fn the_committed_schemas_are_current() {
        let committed = |path: &str| std::fs::read_to_string(path).unwrap();
        for (folder, name, current) in [
            ("scenarios", "scenario", scenario()),
            ("scenarios", "roster", roster()),
            ("strategies", "strategy", strategy()),
        ] {
            let path = format!("{folder}/{name}.schema.json");
            let hint = format!("cargo run -- schema {name} > {path}");
            assert!(committed(&path) == current, "stale: {hint}");
        }
    }

    #[test]
    fn editors_may_leave_out_what_a_scenario_does_not_change() {
        let scenario: Json = serde_json::from_str(&scenario()).unwrap();
        assert!(scenario["definitions"]["Card"]["properties"]["defense"].is_object());
        assert_eq!(scenario["definitions"]["Card"]["required"], Json::Null);
        let roster: Json = serde_json::from_str(&roster()).unwrap();
        assert_eq!(
            roster["definitions"]["Card"]["required"],
            serde_json::json!(["defense"])
        );
        let strategy: Json = serde_json::from_str(&strategy()).unwrap();
        let kills = &strategy["properties"]["weights"]["properties"]["kills"];
        assert_eq!(kills["maximum"].as_f64(), Some(1000.0));
        for text in [scenario, roster, strategy].map(|schema| schema.to_string()) {
            assert!(!text.contains("null"), "TOML has no null");
        }
    }
}
