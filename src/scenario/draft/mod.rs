//! Drafts: new TOML files for users, in which a comment explains each field. The comments are the
//! descriptions in the JSON schema.

mod writer;

use serde_json::Value as Json;

use self::writer::Draft;
use super::bot::is_file;
use super::document::{Document, Value};
use super::validation::TypeSchema;
use crate::games::Title;
use crate::games::title::Seating;

/// Returns the text of a new scenario file for users, with a comment on each field. The values are
/// those of `document`. Changes to fighters come last and have no comments.
pub fn scenario(title: &dyn Title, document: &Document) -> String {
    let mut document = document.clone();
    let changed = document.take("fighters");
    let type_schema = TypeSchema::scenario(title);
    let mut draft = Draft::new(&type_schema);
    draft.table(type_schema.root(), &document.root, "");
    if let Some(changed) = changed {
        draft.out += "\n# Changes to the roster.\n[fighters]\n";
        draft.entries(&changed);
    }
    draft.out
}

/// Returns the text of a new strategy file for users, with a comment on each field. The values are
/// those of `document`.
pub fn strategy(title: &dyn Title, document: &Document) -> String {
    let type_schema = TypeSchema::strategy(title);
    let mut draft = Draft::new(&type_schema);
    draft.table(type_schema.root(), &document.root, "");
    draft.out
}

/// Returns the text of a new fighter with this key, name and colour, for a roster file. All other
/// values are copied from the fighter `like`; no value is marked as printed in a rulebook.
///
/// Returns `None` if the roster has no fighter `like`.
pub fn fighter(
    title: &dyn Title,
    roster: &Document,
    like: &str,
    [key, name, colour]: [&str; 3],
) -> Option<String> {
    let mut node = roster.get(&["fighters", like])?.clone();
    for (field, text) in [("name", name), ("colour", colour)] {
        if let Value::Table(table) = &mut node.value
            && let Some(field) = table.get_mut(field)
        {
            field.value = Value::Text(text.to_owned());
        }
    }
    let type_schema = TypeSchema::fighter(title);
    let mut draft = Draft::new(&type_schema);
    let path = format!("fighters.{key}");
    draft.out += &format!("[{path}]\n");
    draft.table(type_schema.root(), &node, &path);
    Some(draft.out)
}

/// Returns optional parts of a scenario file that `document` does not have, as commented-out lines:
/// the rules with their defaults, exceptions to `strategy`, and a change to the roster.
pub fn more_of_a_scenario(
    title: &dyn Title,
    document: &Document,
    roster: &Json,
    seating: &Seating,
) -> String {
    let parts = [
        ("rules", draft_rules(title)),
        ("strategies", draft_strategies(title, roster, seating)),
        ("fighters", draft_changes(title, roster)),
    ];
    let missing = parts.into_iter().filter(|(table, _)| document.get(&[table]).is_none());
    missing.map(|(_, text)| text).collect()
}

fn draft_rules(title: &dyn Title) -> String {
    let game = title.name();
    let mut out =
        format!("\n# Changes to the rules: `gong list rules {game}` explains them.\n[rules]\n");
    // Each line is valid alone, without the heading of its table.
    let mut table = String::new();
    for line in title.rules().lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('[').and_then(|of| of.strip_suffix(']')) {
            Some(heading) => table = format!("{heading}."),
            None => out += &format!("# {table}{line}\n"),
        }
    }
    out
}

fn draft_strategies(title: &dyn Title, roster: &Json, seating: &Seating) -> String {
    let [one, _] = title.words().fighter;
    let mut out = format!(
        "\n# Exceptions to `strategy`. The most specific applies: {one} before seat before \
         team.\n[strategies]\n"
    );
    if !seating.one_bot_per_seat {
        let first = title.fighters(roster).into_iter().next();
        let key = first.as_ref().map_or("KEY", |first| &first.key);
        out += &format!("# fighters.{key} = \"random\"\n");
    }
    out + "# seats.1 = \"random\"\n"
}

fn draft_changes(title: &dyn Title, roster: &Json) -> String {
    let game = title.name();
    let first = title.fighters(roster).into_iter().next();
    let key = first.as_ref().map_or("KEY", |first| &first.key);
    let value = first.iter().flat_map(|first| &first.values).find_map(|value| {
        let pointer = format!("/fighters/{key}/{}", value.path.replace('.', "/"));
        let number = roster.pointer(&pointer).filter(|one| one.is_number())?;
        Some(format!("# {key}.{} = {number}\n", value.path))
    });
    format!(
        "\n# Changes to the roster, see `gong list fighters {game}`. `gong new fighter NAME \
         --like {key}` adds one.\n[fighters]\n{}",
        value.unwrap_or_default()
    )
}

/// Adapts a parsed scenario or strategy file for another folder and another title. `path` converts
/// each path in the document, so that it is valid in the other folder.
pub fn moved(mut document: Document, title: &str, path: &dyn Fn(&str) -> String) -> Document {
    if let Value::Table(fields) = &mut document.root.value {
        let texts = fields.iter_mut().filter(|(key, _)| {
            ["title", "roster", "strategy", "strategies", "search"].contains(&key.as_str())
        });
        for (key, node) in texts {
            node.each(&mut |node| match &mut node.value {
                Value::Text(text) if key == "title" => *text = title.to_owned(),
                Value::Text(text) if key == "roster" || is_file(text) => *text = path(text),
                _ => {}
            });
        }
    }
    document
}
#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::writer::PRINTED;
    use super::*;
    use crate::games::{title, titles};
    use crate::scenario::roster;

    fn official(title: &dyn Title) -> Document {
        Document::parse(Path::new("roster.toml"), title.roster()).unwrap()
    }

    #[test]
    fn a_fighter_is_drafted_in_the_order_of_the_roster_with_every_field_explained() {
        let title = title("ultimate-warriorz").unwrap();
        let own = ["poppy", "Poppy", "#0072B2"];
        let text = fighter(title, &official(title), "cactus", own).unwrap();
        let values: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            values[..7],
            [
                "[fighters.poppy]",
                "name = \"Poppy\"",
                "colour = \"#0072B2\"",
                "size = 8",
                "defense = 4",
                "",
                "[fighters.poppy.cards]"
            ]
        );
        assert_eq!(
            values[9],
            "6 = { movement = 1, melee = 2, defense = 5, item = { evil-net = { dice = 3, penalty \
             = 2 } } }"
        );
        for explained in ["# A-3.1: initial life points", "# - melee: A-5.2: dice"] {
            assert!(text.contains(explained), "{text}");
        }
        assert!(text.contains("# Not given: `dragon`, true or false."), "{text}");
        assert!(!text.contains("printed ="), "{text}");
        assert_eq!(fighter(title, &official(title), "gimli", own), None);
    }

    /// Checks that a copy of every official fighter, written as TOML and read again, has the same
    /// values.
    #[test]
    fn every_official_fighter_can_be_copied() {
        for title in titles() {
            let original = official(title);
            let json = original.root.to_json();
            for (key, _) in json["fighters"].as_object().unwrap() {
                let text = fighter(title, &original, key, [key, "X", "#000000"]).unwrap();
                let mut whole = original.clone();
                let copy = Document::parse(Path::new("own.toml"), &text).unwrap();
                let mut fighters = whole.take("fighters").unwrap();
                if let Value::Table(all) = &mut fighters.value {
                    let copied = copy.get(&["fighters", key]).unwrap().clone();
                    all.insert(key.clone(), copied);
                }
                whole.lay("fighters", fighters);
                let [was, is] = [original.clone(), whole].map(|document| {
                    let mut roster = roster(title, document, &[]).unwrap();
                    let mut fighter = roster["fighters"][key].take();
                    forget(&mut fighter);
                    fighter
                });
                assert_eq!(was, is, "{key}");
            }
        }
    }

    /// Removes the fields that differ between a fighter and its copy, such as the name.
    fn forget(json: &mut Json) {
        if let Json::Object(fields) = json {
            fields.retain(|key, _| !["name", "colour", PRINTED].contains(&key.as_str()));
            fields.values_mut().for_each(forget);
        }
    }

    #[test]
    fn a_scenario_moves_with_the_files_that_it_names() {
        let text = "title = 'A'\nroster = 'r.toml'\nstrategy = 'balanced'\n[strategies]\nseats.1 \
            = 'mine.toml'\n";
        let document = Document::parse(Path::new("a.toml"), text).unwrap();
        let moved = moved(document, "B", &|path| format!("../{path}"));
        assert_eq!(
            moved.root.to_json(),
            serde_json::json!({ "title": "B", "roster": "../r.toml", "strategy": "balanced",
                "strategies": { "seats": { "1": "../mine.toml" } } })
        );
    }
}
