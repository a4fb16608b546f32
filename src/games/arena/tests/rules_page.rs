//! Tests of the page `RULES.md`: every rule id cited in the code is defined there, every id defined
//! there has a test, and its table of settings matches [`Rules`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::games::arena::{Roster, Rules};

const PAGE: &str = include_str!("../RULES.md");

type Ids = BTreeSet<String>;

/// Returns the rule id at the start of a text, such as "2.1" or "9". `between` is the character
/// between the two numbers.
fn id(text: &str, between: char) -> Option<String> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (chapter, rest) = text.split_at(digits(text));
    if chapter.is_empty() {
        return None;
    }
    let rule = rest.strip_prefix(between).unwrap_or("");
    let mut length = digits(rule);
    if length == 0 {
        return Some(chapter.to_string());
    }
    // Ids such as A-5.7b were added later.
    let tail = rule.as_bytes().get(length..length + 2);
    let later = |tail: &[u8]| tail[0].is_ascii_lowercase() && !tail[1].is_ascii_alphanumeric();
    length += usize::from(tail.is_some_and(later));
    Some(format!("{chapter}.{}", &rule[..length]))
}

/// Returns the ids that a text cites in the form.
fn cited(text: &str) -> Ids {
    let cites = text.match_indices("A-");
    let cites = cites.filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
    cites.filter_map(|(at, _)| id(&text[at + 2..], '.')).collect()
}

/// Returns the ids in the names of tests in a text, in the form `a_2_1_…`: of functions, and of
/// rows of tables.
fn tested(text: &str) -> Ids {
    let names = text.match_indices("fn a_").chain(text.match_indices("\n    a_"));
    names.filter_map(|(at, start)| id(&text[at + start.len()..], '_')).collect()
}

/// Returns the rule ids that `RULES.md` defines in headings and rules.
fn defined() -> Ids {
    let starts = PAGE.lines().filter_map(|line| {
        let heading = line.strip_prefix("## A-");
        heading.or_else(|| line.strip_prefix("- **A-"))
    });
    let ids: Vec<String> = starts.map(|start| id(start, '.').expect("an id")).collect();
    let unique: Ids = ids.iter().cloned().collect();
    assert_eq!(ids.len(), unique.len(), "an id is defined once: {ids:?}");
    unique
}

/// Returns every source file below a folder of the package, with its content.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = vec![];
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

#[test]
fn every_rule_that_is_cited_is_on_the_page() {
    let defined = defined();
    for folder in ["src", "tests", "benches"] {
        for (path, text) in sources(folder) {
            let unknown: Vec<String> = cited(&text).difference(&defined).cloned().collect();
            assert!(unknown.is_empty(), "{}: A-{unknown:?}", path.display());
        }
    }
    let unknown: Vec<String> = cited(PAGE).difference(&defined).cloned().collect();
    assert!(unknown.is_empty(), "the page itself: A-{unknown:?}");
}

#[test]
fn every_rule_on_the_page_is_cited_by_a_test() {
    let mut by_tests = Ids::new();
    for (path, text) in ["src", "tests"].into_iter().flat_map(sources) {
        if path.ends_with("rules_page.rs") {
            continue;
        }
        let inside = path.components().any(|part| part.as_os_str() == "tests");
        if inside || path.ends_with("tests.rs") {
            by_tests.extend(cited(&text));
        }
        by_tests.extend(tested(&text));
    }
    let defined = defined();
    // A chapter that contains rules needs no test of its own: its rules have tests.
    let has_rules = |id: &str| defined.iter().any(|rule| rule.starts_with(&format!("{id}.")));
    let untested = defined.difference(&by_tests).filter(|id| !has_rules(id));
    let untested: Vec<&String> = untested.collect();
    assert!(untested.is_empty(), "no test of A-{untested:?}");
}

#[test]
fn citations_are_found_as_they_are_written() {
    let ids = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect::<Ids>();
    // The text is assembled here, so that this file does not cite the ids that it looks for.
    let text = "A#2.1: x. (A#9, A#5.7b) SHA#256, A#10. A#6.4's, A#5.7but".replace('#', "-");
    assert_eq!(cited(&text), ids(&["2.1", "9", "5.7b", "10", "6.4", "5.7"]));
    let text = "fn #2_1_ring() fn #9_strike()\n    #5_7b_x: fn #game()".replace('#', "a_");
    assert_eq!(tested(&text), ids(&["2.1", "9", "5.7b"]));
}

/// Returns the settings in the table of `RULES.md`: the name, and the value in each game.
fn settings() -> BTreeMap<String, [Value; 2]> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `rules."));
    let rows = rows.map(|row| {
        let mut cells = row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`'));
        let mut cell = || cells.next().unwrap();
        let name = cell().strip_prefix("rules.").unwrap().to_string();
        (name, [cell(), cell()].map(|value| serde_json::from_str(value).unwrap()))
    });
    rows.collect()
}

#[test]
fn every_setting_is_on_the_page_with_its_defaults() {
    let of = |rules: &Rules| match serde_json::to_value(rules).unwrap() {
        Value::Object(fields) => fields,
        other => panic!("settings have names: {other}"),
    };
    let [warriorz, mad] = [of(&Rules::default()), of(&Rules::mad_arena())];
    let fields =
        warriorz.iter().map(|(name, value)| (name.clone(), [value.clone(), mad[name].clone()]));
    assert_eq!(settings(), fields.collect());
    for mention in PAGE.split("`rules.").skip(1) {
        let name = mention.find(|c: char| !(c.is_ascii_lowercase() || c == '_'));
        let name = &mention[..name.unwrap()];
        // `rules.NAME` stands for any setting.
        assert!(name.is_empty() || warriorz.contains_key(name), "rules.{name}");
    }
}

#[test]
fn every_effect_of_the_rosters_is_on_the_page() {
    let mut effects = BTreeSet::new();
    for game in ["ultimate-warriorz", "mad-arena"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(game);
        let text = fs::read_to_string(path.join("roster.toml")).unwrap();
        let roster: Roster = toml::from_str(&text).unwrap();
        let cards = roster.fighters.values().flat_map(|fighter| fighter.cards.values());
        effects.extend(cards.filter_map(|card| card.effect()).map(|effect| effect.name()));
    }
    assert!(effects.len() > 15, "{effects:?}");
    for effect in effects {
        assert!(PAGE.contains(&format!("- **{effect}** (")), "{effect}");
    }
}
