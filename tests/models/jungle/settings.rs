//! The settings of the rules by name, under the names that scenarios use. They are the declared
//! settings, which a test compares with the rules page.

use std::collections::BTreeMap;

use super::words::Name;
use crate::games::jungle::Rules;

/// Values by their names in scenarios, without the prefix `rules.`: for example
/// `tiles.jungle.count`.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings(pub BTreeMap<String, toml::Value>);

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings(BTreeMap::new());
        for (name, value) in toml::Table::try_from(Rules::default()).expect("plain data") {
            settings.puts(&name, value);
        }
        settings
    }
}

impl Settings {
    fn puts(&mut self, name: &str, value: toml::Value) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    self.puts(&format!("{name}.{key}"), value);
                }
            }
            value => {
                self.0.insert(name.to_string(), value);
            }
        }
    }

    /// Replaces the value of an existing setting.
    pub fn sets(&mut self, name: &str, value: impl Into<toml::Value>) {
        let slot = self.0.get_mut(name);
        *slot.unwrap_or_else(|| panic!("no setting {name}")) = value.into();
    }

    fn value(&self, name: &str) -> &toml::Value {
        let value = self.0.get(name);
        value.unwrap_or_else(|| panic!("no setting {name}"))
    }

    pub fn number(&self, name: &str) -> u32 {
        self.value(name).as_integer().expect("a number") as u32
    }

    pub fn is(&self, name: &str) -> bool {
        self.value(name).as_bool().expect("true or false")
    }

    pub fn text(&self, name: &str) -> &str {
        self.value(name).as_str().expect("a word")
    }

    /// Returns a number from the row of a kind of tile or card, such as `of("tiles", "jungle",
    /// "room")`; 0 if it has none.
    pub fn of(&self, table: &str, name: Name, column: &str) -> u32 {
        let value = self.0.get(&format!("{table}.{name}.{column}"));
        value.map_or(0, |value| value.as_integer().expect("a number") as u32)
    }

    /// Returns a number, which may be negative, from the row of a kind of tile or card, as `of`
    /// does.
    pub fn signed(&self, table: &str, name: Name, column: &str) -> i64 {
        let value = self.0.get(&format!("{table}.{name}.{column}"));
        value.map_or(0, |value| value.as_integer().expect("a number"))
    }

    /// Returns the value of a setting that depends on the number of heroes at the start of the
    /// mission.
    pub fn by_heroes(&self, name: &str, heroes: usize) -> u32 {
        let heroes = ["one", "two", "three", "four"][heroes - 1];
        self.number(&format!("{name}.{heroes}"))
    }

    /// Returns the cards of a pile before it is shuffled (rule J-2.4).
    pub fn cards(&self, table: &str, names: &[Name]) -> Vec<Name> {
        let of = |&name: &Name| vec![name; self.of(table, name, "count") as usize];
        names.iter().flat_map(of).collect()
    }

    /// Returns the settings in the form of a scenario's table `rules`.
    pub fn as_toml(&self) -> toml::Table {
        let mut rules = toml::Table::new();
        for (name, value) in &self.0 {
            let mut path: Vec<&str> = name.split('.').collect();
            let last = path.pop().unwrap();
            let mut table = &mut rules;
            for key in path {
                let inner = table.entry(key).or_insert_with(|| toml::Table::new().into());
                table = inner.as_table_mut().expect("a table");
            }
            table.insert(last.to_string(), value.clone());
        }
        rules
    }
}
