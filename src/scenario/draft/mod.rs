//! Drafts: new TOML files for users, in which a comment explains each field. The comments are the
//! descriptions in the JSON schema.

mod writer;

use serde_json::Value as Json;

use self::writer::Draft;
use super::document::Document;
use super::validation::TypeSchema;
use crate::games::Title;
use crate::games::title::Seating;

/// Returns the text of a new scenario file for users, with a comment on each field. The values are
/// those of `document`. Changes to fighters come last and have no comments.
pub fn scenario(title: &dyn Title, document: &Document) -> String {
    let mut document = document.clone();
    let changed = document.take("fighters");
    let mut draft = Draft::default();
    draft.table(TypeSchema::scenario(title).root(), &document.root, "");
    if let Some(changed) = changed {
        draft.out += "\n# Changes to the roster.\n[fighters]\n";
        draft.entries(&changed);
    }
    draft.out
}

/// Returns the text of a new strategy file for users, with a comment on each field. The values are
/// those of `document`.
pub fn strategy(title: &dyn Title, document: &Document) -> String {
    let mut draft = Draft::default();
    draft.table(TypeSchema::strategy(title).root(), &document.root, "");
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
    let mut fighter = Document::of_node(roster.get(&["fighters", like])?.clone());
    fighter.put_text(&["name"], name);
    fighter.put_text(&["colour"], colour);
    let path = format!("fighters.{key}");
    let mut draft = Draft { out: format!("[{path}]\n") };
    draft.table(TypeSchema::fighter(title).root(), &fighter.root, &path);
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
    let (game, [word, _]) = (title.name(), title.words().fighter);
    let fighters = title.fighters(roster);
    let key = fighters.first().map_or("KEY", |first| &first.key);
    // Each line is valid alone, without the heading of its table.
    let (mut rules, mut table) = (String::new(), String::new());
    for line in title.rules().lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('[').and_then(|of| of.strip_suffix(']')) {
            Some(heading) => table = format!("{heading}."),
            None => rules += &format!("# {table}{line}\n"),
        }
    }
    let of_fighter = match seating.one_bot_per_seat {
        true => String::new(),
        false => format!("# fighters.{key} = \"random\"\n"),
    };
    let value = fighters.iter().take(1).flat_map(|first| &first.values).find_map(|value| {
        let pointer = format!("/fighters/{key}/{}", value.path.replace('.', "/"));
        let number = roster.pointer(&pointer).filter(|one| one.is_number())?;
        Some(format!("# {key}.{} = {number}\n", value.path))
    });
    let parts = [
        ("rules", format!("Changes to the rules: `gong list rules {game}` explains them."), rules),
        (
            "strategies",
            format!(
                "Exceptions to `strategy`. The most specific applies: {word} before seat before \
                 team."
            ),
            of_fighter + "# seats.1 = \"random\"\n",
        ),
        (
            "fighters",
            format!(
                "Changes to the roster, see `gong list fighters {game}`. `gong new fighter NAME \
                 --like {key}` adds one."
            ),
            value.unwrap_or_default(),
        ),
    ];
    let missing = parts.into_iter().filter(|(table, ..)| document.get(&[table]).is_none());
    missing.map(|(table, about, lines)| format!("\n# {about}\n[{table}]\n{lines}")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::writer::PRINTED;
    use super::*;
    use crate::games::{title, titles};
    use crate::scenario::document::Value;
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
                whole.lay("fighters", fighters).unwrap();
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
}
