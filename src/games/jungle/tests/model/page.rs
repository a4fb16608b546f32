//! The settings and defaults from the tables of the rules page, under the names that scenarios use.

use std::collections::BTreeMap;

use super::words::{ALERTS, EQUIPMENT, Name, REBELS, TILES};

const PAGE: &str = include_str!("../../RULES.md");

/// Values by their names on the rules page, without the prefix `rules.`: for example
/// `tiles.jungle.count`.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings(pub BTreeMap<String, toml::Value>);

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings(BTreeMap::new());
        for row in rows("| `rules.") {
            // A row that stands for a whole table of kinds has no default.
            if row[1].starts_with('`') {
                let name = row[0].trim_matches('`').trim_start_matches("rules.");
                let value = format!("value = {}", row[1].trim_matches('`'));
                let mut value: toml::Table = toml::from_str(&value).expect("a default");
                settings.puts(name, value.remove("value").unwrap());
            }
        }
        for (table, letter, names, columns) in [
            ("tiles", 'T', &TILES[..], &["count", "amount", "room"][..]),
            ("equipment", 'E', &EQUIPMENT, &["count", "amount", "attack"]),
            ("alerts", 'L', &ALERTS, &["count", "amount"]),
            ("rebels", 'R', &REBELS, &["count", "life", "defense", "damage", "attack"]),
        ] {
            for row in rows(&format!("| **J-{letter}")) {
                let name = row[1].trim_matches('`');
                assert!(names.contains(&name), "{name}");
                for (column, number) in columns.iter().zip(&row[2..]) {
                    if let Ok(number) = number.parse::<i64>() {
                        settings.puts(&format!("{table}.{name}.{column}"), number.into());
                    }
                }
            }
        }
        // On the page, this default is part of the text "*amount* life and 2 `hours`".
        settings.puts("alerts.gas.hours", 2.into());
        settings
    }
}

/// Returns the cells of the table rows that begin with `begin`.
pub fn rows(begin: &str) -> Vec<Vec<&'static str>> {
    let lines = PAGE.lines().filter(|line| line.starts_with(begin));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect();
    lines.map(cells).collect()
}

impl Settings {
    pub fn puts(&mut self, name: &str, value: toml::Value) {
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
    /// "room")`; 0 if the page has none.
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

#[test]
fn the_page_has_all_that_the_model_names() {
    for (letter, names) in [
        ('A', &super::words::ABILITIES[..]),
        ('T', &TILES),
        ('E', &EQUIPMENT),
        ('L', &ALERTS),
        ('R', &REBELS),
    ] {
        let rows = rows(&format!("| **J-{letter}"));
        let named = rows.iter().map(|row| row[1].trim_matches('`'));
        assert!(named.eq(names.iter().copied()), "J-{letter}");
    }
    let settings = Settings::default();
    assert_eq!(settings.number("boss.life.three"), 48);
    assert_eq!(settings.number("rebels.guard.life"), 4);
    assert_eq!(settings.number("tiles.exfiltration.room"), 4);
    assert_eq!(settings.number("max_rounds"), 60);
    assert_eq!(settings.text("corners"), "opposite");
    assert_eq!(settings.cards("equipment", &EQUIPMENT).len(), 33);
}
