//! Tests of the rules page RULES.md: every rule id that the code cites is on the page, every rule
//! id on the page has a test, and the page's settings and numbers equal those of [`Rules`].

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::games::battle_cards::{Action, Occurrence, Power, Rules};

const PAGE: &str = include_str!("../RULES.md");

type Ids = BTreeSet<String>;

/// Returns the rule id at the start of a text, such as `3.2`, `P3` or `5`. `between` is the
/// character between the parts of the id.
fn id(text: &str, between: char) -> Option<String> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    if let Some(letter) = text.chars().next().filter(|c| "PCV".contains(*c)) {
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
        length => Some(format!("{chapter}.{}", &rule[..length])),
    }
}

fn cited(text: &str) -> Ids {
    let cites = text.match_indices("B-");
    let cites = cites.filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
    cites.filter_map(|(at, _)| id(&text[at + 2..], '.')).collect()
}

/// Returns the rule ids in the names of a text's tests, such as `b_2_1_b_2_2_…` and `b_p3_…`.
fn tested(text: &str) -> Ids {
    let with_letters = |at: usize| {
        let rest = &text[at + 2..];
        let mut letters = rest.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let rest: String = first.into_iter().chain(letters.take(6)).collect();
        id(&rest, '_')
    };
    text.match_indices("b_").filter_map(|(at, _)| with_letters(at)).collect()
}

/// Returns the rule ids that the page defines in its headings, its rules and its tables.
fn defined() -> Ids {
    let starts = PAGE.lines().filter_map(|line| {
        line.strip_prefix("## B-")
            .or_else(|| line.strip_prefix("- **B-"))
            .or_else(|| line.strip_prefix("| **B-"))
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
    for folder in ["src/games/battle_cards", "tests/models/battle_cards"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let defined = defined();
    assert!(defined.len() > 70, "{defined:?}");
    let mut by_tests = Ids::new();
    for (test, text) in &found {
        let unknown: Vec<String> = cited(text).difference(&defined).cloned().collect();
        assert!(unknown.is_empty(), "B-{unknown:?}");
        if *test {
            by_tests.extend(tested(text));
        }
    }
    let unknown: Vec<String> = cited(PAGE).difference(&defined).cloned().collect();
    assert!(unknown.is_empty(), "the page itself: B-{unknown:?}");
    let has_rules = |id: &str| defined.iter().any(|rule| rule.starts_with(&format!("{id}.")));
    // The rules on line-ups and rosters are tested in the modules of line-ups and rosters.
    let elsewhere = ["P", "C", "V", "1.1", "1.2", "1.4", "7"];
    let untested: Vec<&String> = defined
        .difference(&by_tests)
        .filter(|id| !has_rules(id) && !elsewhere.contains(&id.as_str()))
        .collect();
    assert!(untested.is_empty(), "no test of B-{untested:?}");
}

#[test]
fn settings_and_catalogues_stand_on_the_page() {
    let rules = serde_json::to_value(Rules::default()).unwrap();
    let row = |name: &str| {
        let start = format!("| `rules.{name}` |");
        let row = PAGE.lines().find(|line| line.starts_with(&start));
        row.unwrap_or_else(|| panic!("rules.{name} stands on the page"))
    };
    for (name, value) in rules.as_object().unwrap() {
        if value.is_object() {
            assert!(row(&format!("{name}.…")).contains("B-"));
            continue;
        }
        let default = row(name).split('|').nth(2).unwrap().trim();
        let default: Value = serde_json::from_str(default.trim_matches('`')).unwrap();
        assert_eq!(default, *value, "{name}");
    }
    let of_table = |letter: char, number: usize, name: &str| {
        let start = format!("| **B-{letter}{number}** | `{name}` |");
        let row = PAGE.lines().find(|line| line.starts_with(&start));
        row.unwrap_or_else(|| panic!("{start} stands on the page"))
    };
    let numbers = |row: &str, cells: &[usize]| -> Vec<Option<u64>> {
        let of: Vec<&str> = row.split('|').map(str::trim).collect();
        cells.iter().map(|&cell| of[cell].parse().ok()).collect()
    };
    for (number, name) in (1..).zip(Power::NAMES) {
        of_table('P', number, name);
    }
    for (number, name) in (1..).zip(Action::NAMES) {
        let card = &rules["actions"][name];
        let values = ["count", "cost", "amount"].map(|field| card[field].as_u64());
        assert_eq!(numbers(of_table('C', number, name), &[3, 4, 5]), values, "{name}");
    }
    for (number, name) in (1..).zip(Occurrence::NAMES) {
        let event = &rules["events"][name];
        let values = ["count", "amount"].map(|field| event[field].as_u64());
        assert_eq!(numbers(of_table('V', number, name), &[3, 4]), values, "{name}");
    }
}
