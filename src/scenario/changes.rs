//! Applies the changes in a scenario to its roster (the list of fighters).

use super::document::{Document, DocumentNode, Value, join};
use super::fault::{Fault, Faults};
use super::validation::TypeSchema;
use crate::games::{Layers, Title};
use crate::words::{stranger, suggest};

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
/// Returns all unknown fighters, and all new things that lack required fields.
pub fn lay(
    title: &dyn Title,
    document: &mut Document,
    mut changes: DocumentNode,
) -> Result<Changes, Faults> {
    let mut faults = Faults::default();
    if let Value::Table(fighters) = &mut changes.value {
        let known = document.get(&["fighters"]).map(DocumentNode::keys).unwrap_or_default();
        let (type_schema, [word, _]) = (TypeSchema::fighter(title), title.words().fighter);
        fighters.retain(|key, fighter| {
            let given = fighter.keys();
            let (there, lacking): (Vec<&str>, Vec<&str>) =
                type_schema.required().partition(|field| given.contains(field));
            // A fighter with most fields is new; the check of the roster names the others. With few
            // fields, the key is probably misspelt.
            if known.contains(&key.as_str()) || there.len() >= lacking.len() {
                return true;
            }
            let (location, field) = (fighter.location.clone(), join("fighters", key, false));
            let what = match faults.hint(|| stranger(word, key, known.iter().copied())) {
                what if what.is_empty() => format!("the roster has no {word} `{key}`"),
                what => what,
            };
            faults.push(Fault { location, field, what });
            false
        });
    }
    let mut paths = Vec::new();
    changed_fields(&document.layers, &changes, &mut vec!["fighters".into()], &mut paths);
    let before = document.clone();
    faults.keep(document.lay("fighters", changes));
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
        let mut owners = [2, 4].into_iter().filter_map(|depth| steps.get(..depth));
        let new = owners.find(|new| before.get(new).is_none());
        found.added.extend(new.map(|new| new.join(".")));
        found.fields.push(new.unwrap_or(&steps).join("."));
    }
    found.fields.dedup();
    found.added.dedup();
    let incomplete = |added: &String| incomplete(&before, document, added);
    faults.extend(found.added.iter().filter_map(incomplete).collect());
    faults.done().map(|()| found)
}

/// Returns the fault of a new thing of a fighter (such as a card) that lacks a required field.
fn incomplete(before: &Document, document: &Document, added: &str) -> Option<Fault> {
    let path: Vec<&str> = added.split('.').collect();
    let [_, fighter, things, key] = path.as_slice() else {
        return None;
    };
    let given = document.get(&path).map(DocumentNode::keys).unwrap_or_default();
    let mut groups = document.layers.complete.iter();
    let group = groups.find(|group| !group.iter().any(|field| given.contains(field)))?;
    let known = before.get(&path[..3]).map(DocumentNode::keys).unwrap_or_default();
    let what = format!(
        "{fighter} has no `{key}` among its {things}{}; a new one needs all fields, but lacks {}",
        suggest(key, known),
        group.join(" or ")
    );
    Some(document.fault(&path, what))
}

/// Collects the paths of all changed fields of fighters and of their things.
fn changed_fields(
    layers: &Layers,
    node: &DocumentNode,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) {
    let is_whole = path.len() == 3 && !layers.things.contains(&path[2].as_str());
    match &node.value {
        Value::Table(table) if path.len() < 5 && !is_whole => {
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
pub(super) fn unmark(document: &mut Document, path: &[&str]) {
    let Some((field, owner)) = path.split_last() else {
        return;
    };
    let names = document.layers.printed;
    let name = names.iter().find(|(own, _)| own == field).map_or(*field, |(_, listed)| listed);
    let mut owner = owner.iter().chain(&["printed"]);
    let list = owner.try_fold(&mut document.root, |node, step| node.child_mut(step));
    if let Some(DocumentNode { value: Value::List(printed), .. }) = list {
        printed.retain(|entry| entry.value != Value::Text(name.to_owned()));
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
            let whole = first_fighter_as(title, "own-1");
            let lines = whole.lines().filter(|line| !line.starts_with("colour = "));
            let faults = load_below(title, &lines.collect::<Vec<_>>().join("\n")).unwrap_err();
            let told = faults.to_string();
            let lacks = ": fighters.own-1.colour: is missing; wants a colour written";
            assert!(told.contains(lacks) && faults.count() == 1, "{told}");
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
            assert!(told.contains(&meant) && !told.contains("missing"), "{told}");
        }
    }
}
