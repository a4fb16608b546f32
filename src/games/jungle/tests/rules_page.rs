//! Tests of the rules page RULES.md: every rule id that the code cites is on the page, every rule
//! id on the page has a test, and the page's settings and numbers equal those of [`Rules`].

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::games::jungle::{Ability, Alert, Equipment, Rebel, Rules, Tile};

const PAGE: &str = include_str!("../RULES.md");

type Ids = BTreeSet<String>;

/// Returns the rule id at the start of a text, such as `3.2`, `3.3b`, `T3` or `5`. `between` is the
/// character between the parts of the id.
fn id(text: &str, between: char) -> Option<String> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    if let Some(letter) = text.chars().next().filter(|c| "ATELR".contains(*c)) {
        let number = &text[1..];
        let length = digits(number);
        return (length > 0).then(|| format!("{letter}{}", &number[..length]));
    }
    let length = digits(text);
    if length == 0 {
        return None;
    }
    let (chapter, rest) = text.split_at(length);
    let rule = rest.strip_prefix(between).unwrap_or("");
    match digits(rule) {
        0 => Some(chapter.to_owned()),
        length => {
            let part = rule[length..].chars().next();
            let part = part.filter(|part| "abc".contains(*part));
            let part = part.map_or(String::new(), String::from);
            Some(format!("{chapter}.{}{part}", &rule[..length]))
        }
    }
}

fn cited(text: &str) -> Ids {
    let cites = text.match_indices("J-");
    let cites = cites.filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
    cites.filter_map(|(at, _)| id(&text[at + 2..], '.')).collect()
}

/// Returns the rule ids in the names of a text's tests, such as `j_2_1_j_2_2_…` and `j_t3_…`.
fn tested(text: &str) -> Ids {
    let with_letters = |at: usize| {
        let rest = &text[at + 2..];
        let mut letters = rest.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let rest: String = first.into_iter().chain(letters.take(6)).collect();
        id(&rest, '_')
    };
    text.match_indices("j_").filter_map(|(at, _)| with_letters(at)).collect()
}

/// Returns the rule ids that the page defines in its headings, its rules and its tables.
fn defined() -> Ids {
    let starts = PAGE.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("## J-")
            .or_else(|| line.strip_prefix("- **J-"))
            .or_else(|| line.strip_prefix("| **J-"))
    });
    starts.filter_map(|start| id(start, '.')).collect()
}

fn sources(folder: &Path, found: &mut Vec<(bool, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let test = path.components().any(|part| part.as_os_str() == "tests");
            if !path.ends_with("rules_page.rs") {
                found.push((test, fs::read_to_string(&path).unwrap()));
            }
        }
    }
}

#[test]
fn every_rule_is_on_the_page_and_has_a_test() {
    let mut found = vec![];
    for folder in ["src/games/jungle", "tests/models/jungle"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let defined = defined();
    assert!(defined.len() > 90, "{defined:?}");
    let mut by_tests = Ids::new();
    for (test, text) in &found {
        // The code may cite a whole table, without the number of a row.
        let unknown: Vec<String> = cited(text).difference(&defined).cloned().collect();
        assert!(unknown.is_empty(), "J-{unknown:?}");
        if *test {
            by_tests.extend(tested(text));
        }
    }
    let unknown: Vec<String> = cited(PAGE).difference(&defined).cloned().collect();
    assert!(unknown.is_empty(), "the page itself: J-{unknown:?}");
    let has_rules = |id: &str| {
        let begins = |rule: &String| rule.starts_with(&format!("{id}."));
        defined.iter().any(begins)
    };
    // The rules on rosters and on recording are tested in their own modules.
    let elsewhere = ["9", "10"];
    let untested: Vec<&String> = defined
        .difference(&by_tests)
        .filter(|id| !has_rules(id) && !elsewhere.contains(&id.as_str()))
        .collect();
    assert!(untested.is_empty(), "no test of J-{untested:?}");
}

/// Returns a default value on the page as JSON. Numbers, words and booleans are equal in TOML and
/// JSON.
fn default_of(cell: &str) -> Value {
    let line = format!("value = {}", cell.trim().trim_matches('`'));
    let table: toml::Table = toml::from_str(&line).unwrap();
    serde_json::to_value(&table["value"]).unwrap()
}

fn row<'a>(start: &str) -> Vec<&'a str> {
    let row = PAGE.lines().find(|line| line.starts_with(start));
    let row = row.unwrap_or_else(|| panic!("{start} stands on the page"));
    row.split('|').map(str::trim).collect()
}

#[test]
fn settings_and_tables_stand_on_the_page() {
    let rules = serde_json::to_value(Rules::default()).unwrap();
    let tables = ["tiles", "equipment", "alerts", "rebels"];
    for (name, value) in rules.as_object().unwrap() {
        if tables.contains(&name.as_str()) {
            row(&format!("| `rules.{name}.…` |"));
        } else {
            let cell = row(&format!("| `rules.{name}` |"))[2];
            assert_eq!(default_of(cell), *value, "{name}");
        }
    }
    for (number, name) in (1..).zip(Ability::NAMES) {
        row(&format!("| **J-A{number}** | `{name}` |"));
    }
    let check = |letter: char, table: &str, names: &[&str], columns: &[&str]| {
        for (number, name) in (1..).zip(names) {
            let cells = row(&format!("| **J-{letter}{number}** | `{name}` |"));
            for (cell, column) in cells[3..].iter().zip(columns) {
                let value = rules[table][name][column].as_u64();
                assert_eq!(cell.parse().ok(), value, "{name} {column}");
            }
        }
    };
    check('T', "tiles", Tile::NAMES, &["count", "amount", "room"]);
    check('E', "equipment", Equipment::NAMES, &["count", "amount", "attack"]);
    check('L', "alerts", Alert::NAMES, &["count", "amount"]);
    check('R', "rebels", Rebel::NAMES, &["count", "life", "defense", "damage", "attack"]);
}
