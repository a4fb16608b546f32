//! The form of a field: which values a user can give it. Pages with input elements show forms.

use serde::Serialize;
use serde_json::Value as Json;

use super::validation::{TypeSchema, bound, type_of};

/// The values that a field accepts, in the detail that an input element of a page needs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InputForm {
    /// A number; an absent bound is open.
    Number {
        least: Option<f64>,
        most: Option<f64>,
    },
    Flag,
    /// One of several names. The field may also accept tables, which have no name.
    Name {
        names: Vec<String>,
    },
    /// A list of numbers, with the bounds of each.
    Numbers {
        least: Option<f64>,
        most: Option<f64>,
    },
    /// Any other value, which a user types as TOML.
    Text,
}

/// A field's form and its description.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldNote {
    pub form: InputForm,
    /// Description of the field; may be empty.
    pub meaning: String,
}

impl TypeSchema {
    /// Returns the form of the field at a path. `value` is the field's value; if the field accepts
    /// values of several types, the form is that of this value's type.
    pub fn field(&self, path: &[&str], value: &Json) -> FieldNote {
        let places = self.places(path);
        let mut descriptions = places.iter();
        let meaning = descriptions.find_map(|place| place["description"].as_str());
        let meaning = meaning.unwrap_or_default();
        let branches = places.iter().flat_map(|place| self.branches(place));
        FieldNote {
            form: self.form(branches.collect(), value),
            meaning: meaning.replace('\n', " "),
        }
    }

    /// Returns whether the schema gives a name to the field at a path. Keys such as those of
    /// fighters are not names of fields.
    pub(super) fn names_field(&self, path: &[&str]) -> bool {
        let Some((name, table)) = path.split_last() else {
            return false;
        };
        let places = self.places(table);
        let mut tables = places.iter().flat_map(|place| self.branches(place));
        tables.any(|table| table["properties"].get(name).is_some())
    }

    /// Returns the schemas of the field at a path: several if tables on the path have alternatives.
    fn places(&self, path: &[&str]) -> Vec<&Json> {
        path.iter().fold(vec![self.root()], |places, step| {
            let tables = places.iter().flat_map(|place| self.branches(place));
            tables.filter_map(|table| below(table, step)).collect()
        })
    }

    /// Returns the alternatives of a schema, or the schema itself if it has none.
    pub(super) fn branches<'a>(&'a self, schema: &'a Json) -> Vec<&'a Json> {
        let schema = self.resolve(schema);
        match self.alternatives(schema) {
            all if all.is_empty() => vec![schema],
            all => all,
        }
    }

    fn form(&self, branches: Vec<&Json>, value: &Json) -> InputForm {
        let of_type = |kinds: &[&str]| {
            let mut fitting = branches.iter().filter(|one| kinds.contains(&type_of(one)));
            fitting.next().copied().unwrap_or(&Json::Null)
        };
        match value {
            Json::Bool(_) => InputForm::Flag,
            Json::Number(_) => {
                let schema = of_type(&["integer", "number"]);
                InputForm::Number {
                    least: bound(schema, "minimum"),
                    most: bound(schema, "maximum"),
                }
            }
            Json::String(_) => {
                let names: Vec<String> = branches.iter().flat_map(|one| texts(one)).collect();
                match names.is_empty() {
                    true => InputForm::Text,
                    false => InputForm::Name { names },
                }
            }
            Json::Array(list) if !list.is_empty() && list.iter().all(Json::is_number) => {
                let each = self.resolve(&of_type(&["array"])["items"]);
                InputForm::Numbers { least: bound(each, "minimum"), most: bound(each, "maximum") }
            }
            _ => InputForm::Text,
        }
    }
}

/// Returns the texts that a schema lists.
fn texts(schema: &Json) -> Vec<String> {
    let one = schema["const"].as_str().into_iter();
    let several = schema["enum"].as_array().into_iter().flatten();
    let all = one.chain(several.filter_map(Json::as_str));
    all.map(str::to_owned).collect()
}

/// Returns the schema of the entry `step` of a table or a list.
fn below<'a>(schema: &'a Json, step: &str) -> Option<&'a Json> {
    let named = schema["properties"].get(step);
    let patterns = schema["patternProperties"].as_object();
    let by_pattern = || patterns.and_then(|all| all.values().next());
    let other = || schema.get("additionalProperties").filter(|one| one.is_object());
    named.or_else(by_pattern).or_else(other).or_else(|| schema.get("items"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::titles;
    use crate::scenario::official_roster;
    use serde_json::json;

    #[test]
    fn every_number_of_every_roster_has_bounds() {
        for title in titles() {
            let roster = official_roster(title).unwrap();
            let type_schema = TypeSchema::fighter(title);
            let mut seen = 0;
            for profile in title.fighters(&roster) {
                for value in &profile.values {
                    let path: Vec<&str> = value.path.split('.').collect();
                    let pointer = format!("/fighters/{}/{}", profile.key, path.join("/"));
                    let now = roster.pointer(&pointer).unwrap_or(&Json::Null);
                    let note = type_schema.field(&path, now);
                    if let InputForm::Number { least, most } = note.form {
                        let known = least.is_some() && most.is_some();
                        assert!(known, "{} {pointer}", title.name());
                        seen += 1;
                    }
                }
            }
            assert!(seen > 8, "{}", title.name());
        }
    }

    #[test]
    fn a_field_of_several_types_has_the_form_of_its_value() {
        let type_schema = TypeSchema::from_json(json!({
            "properties": { "dice": { "description": "Two\nlines.", "anyOf": [
                { "type": "integer", "minimum": 1, "maximum": 12 },
                { "type": "array", "items": { "type": "integer", "minimum": 0 } },
                { "const": "rolled", "type": "string" },
            ] } },
        }));
        let form = |value: Json| type_schema.field(&["dice"], &value).form;
        let (least, most) = (Some(1.0), Some(12.0));
        assert_eq!(form(json!(3)), InputForm::Number { least, most });
        let (least, most) = (Some(0.0), None);
        assert_eq!(form(json!([3, 2])), InputForm::Numbers { least, most });
        let names = vec!["rolled".to_owned()];
        assert_eq!(form(json!("rolled")), InputForm::Name { names });
        assert_eq!(form(json!({})), InputForm::Text);
        assert_eq!(type_schema.field(&["dice"], &json!(3)).meaning, "Two lines.");
    }
}
