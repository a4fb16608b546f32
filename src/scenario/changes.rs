//! Applies the changes in a scenario to its roster (the list of fighters).

use super::document::{Document, DocumentNode, Value, join};
use super::fault::{Fault, Faults};
use super::validation::TypeSchema;
use crate::games::{Layers, Title};
use crate::words::{quoted, stranger, suggest};

/// The changes that a scenario makes to its roster (the list of fighters).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Paths of all changed fields in the roster, such as `fighters.agaric.cards.3.defense`.
    pub fields: Vec<String>,
    /// Paths of new fighters, and of new things of fighters. Example: `fighters.agaric.cards.9`.
    pub added: Vec<String>,
}

/// Applies a scenario's changes to its roster (the list of fighters). Each changed value is removed
/// from the list `printed`, because a rulebook does not print the new value.
///
/// # Errors
/// Returns all new fighters and new things that lack required fields.
pub fn lay(
    title: &dyn Title,
    document: &mut Document,
    mut changes: DocumentNode,
) -> Result<Changes, Faults> {
    let mut faults = Faults::default();
    if let Value::Table(fighters) = &mut changes.value {
        let known = document.get(&["fighters"]).map(DocumentNode::keys).unwrap_or_default();
        fighters.retain(|key, fighter| {
            let what = match known.contains(&key.as_str()) {
                true => None,
                false => incomplete(title, key, fighter, &known, &faults),
            };
            let is_sound = what.is_none();
            if let Some(what) = what {
                faults.push(Fault {
                    location: fighter.location.clone(),
                    field: join("fighters", key, false),
                    what,
                });
            }
            is_sound
        });
    }
    let layers = document.layers;
    let mut paths = Vec::new();
    changed_fields(&layers, &changes, &mut vec!["fighters".into()], &mut paths);
    let before = document.clone();
    document.lay("fighters", changes);
    let mut found = Changes::default();
    for path in paths {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let value = |document: &Document| document.get(&steps).map(DocumentNode::to_json);
        if value(&before) == value(document) {
            continue;
        }
        unmark(document, &steps);
        // A new fighter or a new thing (`fighters.KEY.cards.KEY`) counts as one change, no matter
        // how many of its fields are given.
        let new = [2, 4]
            .into_iter()
            .filter_map(|depth| steps.get(..depth))
            .find(|new| before.get(new).is_none());
        found.added.extend(new.map(|new| new.join(".")));
        found.fields.push(new.unwrap_or(&steps).join("."));
    }
    found.fields.dedup();
    found.added.dedup();
    for added in &found.added {
        faults.keep(complete(&before, document, added));
    }
    faults.done().map(|()| found)
}

/// Returns the error text for a fighter that is not in the roster. Returns `None` if the fighter
/// has all required fields, so that it can be added. Also returns `None` if a field of a new
/// fighter is misspelt, because the check of the roster reports the field.
fn incomplete(
    title: &dyn Title,
    key: &str,
    fighter: &DocumentNode,
    known: &[&str],
    faults: &Faults,
) -> Option<String> {
    let type_schema = TypeSchema::fighter(title);
    let given = fighter.keys();
    let (there, missing): (Vec<&str>, Vec<&str>) =
        type_schema.required().partition(|field| given.contains(field));
    // If most fields are given, the user probably wants a new fighter. If few fields are given, the
    // key is probably misspelt.
    let is_new = there.len() >= missing.len();
    let is_misspelt = |field: &&str| !type_schema.fields().any(|known| known == *field);
    if missing.is_empty() || (is_new && given.iter().any(is_misspelt)) {
        return None;
    }
    let [word, _] = title.words().fighter;
    let missing = quoted(&missing, "and");
    let lacks = format!("lacks {missing}: a new {word} needs all fields");
    let what = match is_new {
        true => String::new(),
        false => faults.hint(|| stranger(word, key, known.iter().copied())),
    };
    Some(match what.as_str() {
        "" => lacks,
        meant if meant.contains("did you mean") => what,
        unknown => format!("{unknown}; {lacks}"),
    })
}

/// Checks that a new thing of a fighter (such as a card) has all required fields.
fn complete(before: &Document, document: &Document, added: &str) -> Result<(), Fault> {
    let path: Vec<&str> = added.split('.').collect();
    let [_, fighter, things, key] = path.as_slice() else {
        return Ok(());
    };
    let given = document.get(&path).map(DocumentNode::keys).unwrap_or_default();
    let missing = document
        .layers
        .complete
        .iter()
        .find(|group| !group.iter().any(|field| given.contains(field)));
    let Some(group) = missing else {
        return Ok(());
    };
    let known = before.get(&path[..3]).map(DocumentNode::keys).unwrap_or_default();
    let what = format!(
        "{fighter} has no `{key}` among its {things}{}; a new one needs all fields, but lacks {}",
        suggest(key, known),
        group.join(" or ")
    );
    Err(document.fault(&path, what))
}

/// Collects the paths of all changed fields of fighters and of their things.
fn changed_fields(
    layers: &Layers,
    node: &DocumentNode,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) {
    let holds_things =
        |path: &[String]| path.len() != 3 || layers.things.contains(&path[2].as_str());
    match &node.value {
        Value::Table(table) if path.len() < 5 && holds_things(path) => {
            for (key, child) in table {
                path.push(key.clone());
                changed_fields(layers, child, path, found);
                path.pop();
            }
        }
        _ => found.push(path.clone()),
    }
}

/// Removes a field's name from the list `printed`, which names the values printed in a rulebook.
/// The list is in the table that contains the field.
fn unmark(document: &mut Document, path: &[&str]) {
    let Some((field, owner)) = path.split_last() else {
        return;
    };
    let names = document.layers.printed;
    let name = names.iter().find(|(own, _)| own == field).map_or(*field, |(_, listed)| listed);
    let table = owner.iter().try_fold(&mut document.root, |node, step| match &mut node.value {
        Value::Table(table) => table.get_mut(*step),
        _ => None,
    });
    if let Some(DocumentNode { value: Value::Table(table), .. }) = table
        && let Some(DocumentNode { value: Value::List(printed), .. }) = table.get_mut("printed")
    {
        printed.retain(|entry| entry.value != Value::Text(name.to_owned()));
    }
}

impl DocumentNode {
    /// Returns the keys of a TOML table; returns no keys for other values.
    fn keys(&self) -> Vec<&str> {
        match &self.value {
            Value::Table(table) => table.keys().map(String::as_str).collect(),
            _ => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::{Provenance, title, titles};
    use crate::scenario::{Scenario, official_roster};

    /// Returns a TOML text that adds a copy of the official roster's first fighter under another
    /// key.
    fn first_fighter_as(title: &dyn Title, key: &str) -> String {
        let roster: toml::Table = toml::from_str(title.roster()).unwrap();
        let fighters = roster["fighters"].as_table().unwrap();
        let (_, fighter) = fighters.iter().next().unwrap();
        let mut fighter = fighter.clone();
        fighter["name"] = key.into();
        let fighters = toml::Table::from_iter([(key.to_owned(), fighter)]);
        toml::to_string(&toml::Table::from_iter([("fighters".to_owned(), fighters.into())]))
            .unwrap()
    }

    /// Loads a scenario with a random line-up from the whole roster. `rest` is appended to the
    /// scenario's text.
    fn load_below(title: &dyn Title, rest: &str) -> Result<Scenario, Faults> {
        let line_up = toml::Value::try_from(&title.trials()[0]).unwrap();
        let game = title.name();
        let text = format!(
            "title = 'T'\ngame = '{game}'\nroster = 'roster.toml'\nline-up = {line_up}\n{rest}"
        );
        let path = format!("scenarios/{game}/test.toml");
        Scenario::from_text(Path::new(&path), &text, &[])
    }

    #[test]
    fn a_fighter_that_a_scenario_adds_plays_and_is_the_designer_s_own() {
        for title in titles() {
            let scenario = load_below(title, &first_fighter_as(title, "own-1")).unwrap();
            assert_eq!(scenario.added, ["fighters.own-1"], "{}", title.name());
            assert_eq!(scenario.changes, ["fighters.own-1"]);
            let playing = &scenario.seating.fighters;
            assert!(playing.contains(&"own-1".to_owned()), "{playing:?}");
            let official = load_below(title, "").unwrap().seating.fighters.len();
            assert_eq!(playing.len(), official + 1);
            let profiles = scenario.profiles();
            let own = profiles.iter().find(|profile| profile.key == "own-1");
            let values = &own.unwrap().values;
            let printed = |value: &&title::FighterValue| value.provenance == Provenance::Printed;
            assert!(!values.is_empty() && values.iter().find(printed).is_none());
        }
    }

    #[test]
    fn a_fighter_that_is_not_whole_is_told_what_it_lacks_or_whom_it_may_mean() {
        for title in titles() {
            let [word, _] = title.words().fighter;
            let whole = first_fighter_as(title, "own-1");
            let lines = whole.lines().filter(|line| !line.starts_with("colour = "));
            let faults = load_below(title, &lines.collect::<Vec<_>>().join("\n")).unwrap_err();
            let told = faults.to_string();
            let lacks = format!(": fighters.own-1: lacks `colour`: a new {word} needs all fields");
            assert!(told.ends_with(&lacks) && faults.count() == 1, "{told}");
            let misspelt = whole.replace("\ncolour = ", "\ncolur = ");
            let told = load_below(title, &misspelt).unwrap_err().to_string();
            let meant = "fighters.own-1.colur: there is no such field; did you mean `colour`?";
            assert!(told.contains(meant) && !told.contains("the roster has no"), "{told}");
            let known = title.fighters(&official_roster(title).unwrap());
            let (key, slip) = (&known[0].key, format!("{}x", known[0].key));
            let told = load_below(title, &format!("[fighters.{slip}]\nname = 'X'"))
                .unwrap_err()
                .to_string();
            let meant = format!("`{slip}`; did you mean `{key}`? (to add one: ");
            assert!(told.contains(&meant) && !told.contains("complete"), "{told}");
        }
    }
}
