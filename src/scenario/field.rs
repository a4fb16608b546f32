//! The form of a field: which values a user can give it. Pages with input elements show forms.

use serde::Serialize;
use serde_json::Value as Json;

use super::validation::{TypeSchema, bound, branches, entry, meaning, names, type_of};

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
        let meaning = places.iter().map(|place| meaning(place)).find(|text| !text.is_empty());
        let branches: Vec<&Json> = places.into_iter().flat_map(branches).collect();
        FieldNote { form: form(&branches, value), meaning: meaning.unwrap_or_default() }
    }

    /// Returns the names that the field at a path accepts. Returns no names if the field is not a
    /// choice between names.
    pub fn names(&self, path: &[&str]) -> Vec<&str> {
        self.places(path).into_iter().flat_map(branches).flat_map(names).collect()
    }

    /// Returns whether the schema gives a name to the field at a path. Keys such as those of
    /// fighters are not names of fields.
    pub(super) fn names_field(&self, path: &[&str]) -> bool {
        path.split_last().is_some_and(|(name, table)| {
            let mut tables = self.places(table).into_iter().flat_map(branches);
            tables.any(|table| table["properties"].get(name).is_some())
        })
    }

    /// Returns the schemas of the field at a path: several if tables on the path have alternatives.
    fn places(&self, path: &[&str]) -> Vec<&Json> {
        path.iter().fold(vec![self.root()], |places, step| {
            let tables = places.into_iter().flat_map(branches);
            tables.filter_map(|table| entry(table, step)).collect()
        })
    }
}

fn form(branches: &[&Json], value: &Json) -> InputForm {
    let bounds = |kinds: &[&str], of: fn(&Json) -> &Json| {
        let fitting = branches.iter().find(|one| kinds.contains(&type_of(one)));
        let schema = fitting.map_or(&Json::Null, |one| of(one));
        (bound(schema, "minimum"), bound(schema, "maximum"))
    };
    match value {
        Json::Bool(_) => InputForm::Flag,
        Json::Number(_) => {
            let (least, most) = bounds(&["integer", "number"], |number| number);
            InputForm::Number { least, most }
        }
        Json::String(_) => {
            let texts = branches.iter().filter(|one| type_of(one) == "string");
            let names: Vec<String> = texts.flat_map(|one| names(one)).map(str::to_owned).collect();
            if names.is_empty() { InputForm::Text } else { InputForm::Name { names } }
        }
        Json::Array(list) if !list.is_empty() && list.iter().all(Json::is_number) => {
            let (least, most) = bounds(&["array"], |list| &list["items"]);
            InputForm::Numbers { least, most }
        }
        _ => InputForm::Text,
    }
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
        let schema = schemars::json_schema!({
            "properties": { "dice": { "description": "Two\nlines.", "anyOf": [
                { "type": "integer", "minimum": 1, "maximum": 12 },
                { "type": "array", "items": { "type": "integer", "minimum": 0 } },
                { "const": "rolled", "type": "string" },
            ] } },
        });
        let type_schema = TypeSchema::made_by(|_| schema);
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
