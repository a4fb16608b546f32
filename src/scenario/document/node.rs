//! The values of a TOML document, and their conversion from and to JSON.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::scenario::fault::Location;

/// One value of a TOML document with its location in the source.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentNode {
    /// Location of the value's key in the source. For an entry of a list, the location of the
    /// value.
    pub location: Location,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    /// A date or time in TOML. No field accepts one; the variant exists so that an error message
    /// can describe the value.
    Date(toml::value::Datetime),
    List(Vec<DocumentNode>),
    Table(BTreeMap<String, DocumentNode>),
}

impl DocumentNode {
    /// Returns the entry with this key in a table, or the entry at this position (from 0) in a
    /// list.
    pub fn child(&self, step: &str) -> Option<&DocumentNode> {
        match &self.value {
            Value::Table(table) => table.get(step),
            Value::List(list) => list.get(step.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Returns the entry with this key in a table.
    pub fn child_mut(&mut self, key: &str) -> Option<&mut DocumentNode> {
        match &mut self.value {
            Value::Table(table) => table.get_mut(key),
            _ => None,
        }
    }

    /// Returns the keys of a TOML table; returns no keys for other values.
    pub fn keys(&self) -> Vec<&str> {
        match &self.value {
            Value::Table(table) => table.keys().map(String::as_str).collect(),
            _ => vec![],
        }
    }

    /// Calls `visit` for this value and for all values inside it.
    pub fn each(&mut self, visit: &mut dyn FnMut(&mut DocumentNode)) {
        visit(self);
        match &mut self.value {
            Value::List(list) => list.iter_mut().for_each(|entry| entry.each(&mut *visit)),
            Value::Table(table) => table.values_mut().for_each(|entry| entry.each(&mut *visit)),
            _ => {}
        }
    }

    /// Creates a TOML value from JSON, as if it were written at `location`. Leaves out null, because
    /// TOML has no null.
    pub fn from_json(json: &Json, location: &Location) -> DocumentNode {
        let each = |one: &Json| DocumentNode::from_json(one, location);
        let value = match json {
            Json::Bool(truth) => Value::Boolean(*truth),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Value::Integer(number),
                None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(list) => Value::List(list.iter().map(each).collect()),
            Json::Null => Value::Table(BTreeMap::new()),
            Json::Object(table) => {
                let given = table.iter().filter(|(_, one)| !one.is_null());
                Value::Table(given.map(|(key, one)| (key.clone(), each(one))).collect())
            }
        };
        DocumentNode { location: location.clone(), value }
    }

    /// Converts the value to JSON, without the locations in the source.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) => Json::from(text.as_str()),
            Value::Integer(number) => Json::from(*number),
            Value::Float(number) => Json::from(*number),
            Value::Boolean(truth) => Json::from(*truth),
            Value::Date(date) => Json::from(date.to_string()),
            Value::List(list) => list.iter().map(DocumentNode::to_json).collect(),
            Value::Table(table) => {
                table.iter().map(|(key, node)| (key.clone(), node.to_json())).collect()
            }
        }
    }
}
