//! Edits: changes of single values in a scenario that has been loaded. Edits do not read the
//! scenario's files again.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::Scenario;
use super::changes::unmark;
use super::document::Document;
use super::fault::{Fault, Faults, Location};
use super::layers::replaces;
use super::load::complete_roster;
use super::validation::TypeSchema;
use crate::games::Files;

/// A new value for one field of the roster, such as `fighters.agaric.cards.3.defense`, or for a
/// rule, such as `rules.rounds`.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Path of the field to change: keys, and positions in lists from 0, separated by dots.
    pub field: String,
    /// New value of the field; `None` removes the field.
    pub value: Option<Json>,
}

impl Edit {
    pub fn new(field: impl Into<String>, value: impl Into<Json>) -> Edit {
        Edit { field: field.into(), value: Some(value.into()) }
    }

    /// Creates an edit that removes a field of a scenario.
    pub fn away(field: impl Into<String>) -> Edit {
        Edit { field: field.into(), value: None }
    }

    /// Returns the edit as an argument of `--set`. `None` for an edit that removes a field, because
    /// `--set` cannot do so.
    pub(super) fn setting(&self) -> Option<String> {
        let value = match self.value.as_ref()? {
            Json::String(text) => text.clone(),
            // TOML writes tables in another way than JSON, and has no null.
            value if value.to_string().contains('{') => {
                toml::Value::try_from(Document::of_json(value).root.to_json()).ok()?.to_string()
            }
            value => value.to_string(),
        };
        Some(format!("{}={value}", self.field))
    }
}

impl Scenario {
    /// Applies edits to the fighters and the rules of this scenario, and returns the new scenario.
    /// An edit may add a field that the game's schema names, such as the item of a card. It may add
    /// neither a fighter nor a thing of a fighter.
    ///
    /// # Errors
    /// Fails if a field does not exist or the game does not allow a value; each error names the
    /// field.
    pub fn with(&self, edits: &[Edit]) -> Result<Scenario, Faults> {
        let title = self.game();
        let (mut roster, mut rules) = (self.roster.clone(), self.rules.clone());
        for Edit { field, value } in edits {
            let known = match field.strip_prefix("rules.") {
                Some(rule) => put(&mut rules, rule, value.as_ref(), || TypeSchema::rules(title)),
                None => put(&mut roster, field, value.as_ref(), || TypeSchema::roster(title)),
            };
            if !known {
                let what = "there is no such field".to_owned();
                let location = Location::Whole("the scenario".into());
                return Err(Fault { location, field: field.clone(), what }.into());
            }
        }
        if rules != self.rules {
            TypeSchema::rules(title).check(&Document::of_json(&rules).root)?;
        }
        let mut document = Document::of_json(&roster).with_layers(title.layers());
        for edit in edits {
            let steps: Vec<&str> = edit.field.split('.').collect();
            (1..=steps.len()).for_each(|end| unmark(&mut document, &steps[..end]));
        }
        let roster = complete_roster(title, &document)?;
        let files = Files { rules, roster, line_up: self.line_up.clone() };
        document.faults(title.check_rules(&files, &|_| false)).done()?;
        Ok(Scenario { roster: files.roster, rules: files.rules, ..self.clone() })
    }

    /// Converts edits of a scenario to arguments of `--set`. An edit inside a list becomes an
    /// argument that sets the whole list. An edit that removes a field becomes no argument if the
    /// argument of another edit removes this field, such as the technique of a card that gets an
    /// item.
    ///
    /// Returns `None` if another edit removes a field, or if the game does not allow the result.
    pub fn settings(&self, edits: &[Edit]) -> Option<Vec<String>> {
        let edited = self.with(edits).ok()?;
        let layers = self.game().layers();
        let mut settings: Vec<String> = vec![];
        for edit in edits {
            let mut set = edits.iter().filter(|other| other.value.is_some());
            if edit.value.is_none() && set.any(|of| replaces(&layers, &of.field, &edit.field)) {
                continue;
            }
            let ends = edit.field.match_indices('.').map(|(at, _)| at);
            let mut owners = ends.map(|end| &edit.field[..end]);
            let list = owners.find(|owner| edited.value(owner).is_some_and(Json::is_array));
            let setting = match list {
                Some(list) => Edit::new(list, edited.value(list)?.clone()).setting()?,
                None => edit.setting()?,
            };
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        Some(settings)
    }

    /// Returns the edits that turn this scenario's fighters and rules into those of `other`. If
    /// `other` has another fighter, or another thing of a fighter (such as a card), the edits
    /// contain it, and [`Scenario::with`] refuses them.
    pub fn edits_to(&self, other: &Scenario) -> Vec<Edit> {
        let parts = |of: &Scenario| json!({ "fighters": of.roster["fighters"], "rules": of.rules });
        differences(&parts(self), &parts(other))
    }

    /// Returns the value of a field of the roster or of a rule, by its path as in [`Edit::field`].
    pub fn value(&self, field: &str) -> Option<&Json> {
        match field.strip_prefix("rules.") {
            Some(rule) => self.rules.pointer(&pointer(rule)),
            None => self.roster.pointer(&pointer(field)),
        }
    }
}

/// Returns the edits that turn one scenario, as JSON, into another. Ignores the lists `printed`
/// (values printed in a rulebook), which follow from the other differences.
pub fn differences(before: &Json, after: &Json) -> Vec<Edit> {
    let (Json::Object(ours), Json::Object(theirs)) = (before, after) else {
        return if before == after { vec![] } else { vec![Edit::new("", after.clone())] };
    };
    let added = theirs.keys().filter(|key| !ours.contains_key(*key));
    let keys = ours.keys().chain(added).filter(|key| *key != "printed");
    let below = |key: &String| match (ours.get(key), theirs.get(key)) {
        (Some(before), Some(after)) => differences(before, after)
            .into_iter()
            .map(|edit| Edit { field: joined(key, &edit.field), ..edit })
            .collect(),
        (_, after) => vec![Edit { field: key.clone(), value: after.cloned() }],
    };
    keys.flat_map(below).collect()
}

/// Appends a path to a key; the path may be empty.
fn joined(key: &str, path: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{key}.{path}") }
}

/// Returns the values inside a JSON table that are no tables, each with its path. With `in_lists`,
/// also opens lists. The path is empty if `json` is such a value itself.
pub fn leaves(json: &Json, in_lists: bool) -> Vec<(String, &Json)> {
    let entries: Vec<(String, &Json)> = match json {
        Json::Object(table) => table.iter().map(|(key, entry)| (key.clone(), entry)).collect(),
        Json::Array(list) if in_lists => {
            list.iter().enumerate().map(|(at, entry)| (at.to_string(), entry)).collect()
        }
        _ => return vec![(String::new(), json)],
    };
    let below = |(key, entry): (String, _)| {
        leaves(entry, in_lists).into_iter().map(move |(path, leaf)| (joined(&key, &path), leaf))
    };
    entries.into_iter().flat_map(below).collect()
}

/// Converts a path with dots, such as `rules.rounds`, to a JSON pointer.
fn pointer(path: &str) -> String {
    format!("/{}", path.replace('.', "/"))
}

/// Sets the value at a path, or removes it if `value` is `None`. Returns false if the path does not
/// exist, unless `type_schema`, the schema of `json`, names the field at the path.
fn put(
    json: &mut Json,
    path: &str,
    value: Option<&Json>,
    type_schema: impl FnOnce() -> Arc<TypeSchema>,
) -> bool {
    let (owner, name) = path.rsplit_once('.').unwrap_or(("", path));
    let owner = if owner.is_empty() { Some(json) } else { json.pointer_mut(&pointer(owner)) };
    match (owner, value) {
        (Some(Json::Object(table)), Some(value)) => {
            let steps = || path.split('.').collect::<Vec<_>>();
            let known = table.contains_key(name) || type_schema().names_field(&steps());
            if known {
                table.insert(name.to_owned(), value.clone());
            }
            known
        }
        (Some(Json::Object(table)), None) => table.remove(name).is_some(),
        (Some(Json::Array(list)), Some(value)) => {
            let place = name.parse().ok().and_then(|at: usize| list.get_mut(at));
            place.map(|place| *place = value.clone()).is_some()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn scenario(sets: &[&str]) -> Scenario {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        Scenario::load(path, &sets).expect("it is sound")
    }

    #[test]
    fn an_edit_is_the_setting_that_it_is_written_as() {
        let scenario_as_it_is = scenario(&[]);
        for edit in [
            Edit::new("fighters.agaric.size", 7),
            Edit::new("fighters.bonzai.cards.2.technique.kamikaze.dice", vec![3, 2]),
            Edit::new("rules.rounds", 9),
            Edit::new("rules.recycle", "all"),
        ] {
            let set = scenario(&[&edit.setting().unwrap()]);
            let edited = scenario_as_it_is.with(std::slice::from_ref(&edit)).unwrap();
            assert_eq!(edited.rules, set.rules, "{edit:?}");
            let value = |of: &Scenario| of.value(&edit.field).cloned();
            assert_eq!(value(&edited), edit.value, "{edit:?}");
            assert_eq!(value(&edited), value(&set), "{edit:?}");
        }
        let edited = scenario_as_it_is.with(&[Edit::new("fighters.agaric.size", 7)]);
        let printed = |of: &Scenario| of.value("fighters.agaric.printed").cloned();
        assert_eq!(printed(&edited.unwrap()), Some(serde_json::json!(["name"])));
        let ring = Edit::away("fighters.agaric.cards.6.item");
        let without = scenario_as_it_is.with(&[ring]).unwrap();
        assert_eq!(without.value("fighters.agaric.cards.6.item"), None);
        let card = Edit::away("fighters.agaric.cards.3");
        assert_eq!(card.setting(), None);
        let without = scenario_as_it_is.with(&[card]).unwrap();
        assert_eq!(without.value("fighters.agaric.cards.3"), None);
        assert!(without.value("fighters.agaric.cards.4").is_some());
    }

    #[test]
    fn what_stands_in_a_list_is_set_with_the_list() {
        let as_it_is = scenario(&[]);
        let edits = [
            Edit::new("fighters.bonzai.cards.2.technique.kamikaze.dice.0", 5),
            Edit::new("rules.rocks.1", 2),
            Edit::new("rules.rocks.0", 4),
            Edit::new("fighters.agaric.size", 6),
        ];
        let settings = as_it_is.settings(&edits).unwrap();
        assert_eq!(settings.len(), 3, "{settings:?}");
        let set: Vec<&str> = settings.iter().map(String::as_str).collect();
        let (set, edited) = (scenario(&set), as_it_is.with(&edits).unwrap());
        assert_eq!((&set.roster, &set.rules), (&edited.roster, &edited.rules));
        let found = as_it_is.edits_to(&edited);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(as_it_is.with(&found).unwrap(), edited);
        let away = [Edit::away("fighters.agaric.cards.3")];
        assert_eq!(as_it_is.settings(&away), None);
        let without = as_it_is.with(&away).unwrap();
        assert_eq!(as_it_is.edits_to(&without), away);
    }

    #[test]
    fn a_field_that_only_the_other_scenario_has_is_an_edit() {
        let as_it_is = scenario(&[]);
        let field = "fighters.agaric.cards.5.item";
        let other = scenario(&[&format!("{field}=ghost-ring")]);
        let edits = [Edit::new(field, "ghost-ring")];
        assert_eq!(as_it_is.edits_to(&other), edits);
        assert_eq!(other.edits_to(&as_it_is), [Edit::away(field)]);
        assert_eq!(other.settings(&[Edit::away(field)]), None);
        for set in [
            "fighters.agaric.cards.5.item=ghost-ring",
            "fighters.agaric.cards.4.technique={ spiked-epaulet = { dice = 2 } }",
            // The setting removes a technique, and another kind of item.
            "fighters.agaric.cards.3.item=ghost-ring",
            "fighters.cactus.cards.6.item={ spiked-epaulet = { dice = 2 } }",
        ] {
            let other = scenario(&[set]);
            let edits = as_it_is.edits_to(&other);
            assert_eq!(as_it_is.with(&edits).unwrap().roster, other.roster, "{set}");
            let settings = as_it_is.settings(&edits).unwrap();
            assert_eq!(settings.len(), 1, "{settings:?}");
            assert_eq!(scenario(&[&settings[0]]).roster, other.roster, "{set}");
        }
        let card = "fighters.agaric.cards.9={ movement = 1, melee = 1, defense = 5 }";
        let other = scenario(&[card]);
        assert_eq!(as_it_is.settings(&as_it_is.edits_to(&other)), None);
    }

    #[test]
    fn what_the_game_does_not_allow_is_refused_by_field() {
        let scenario = scenario(&[]);
        for (edit, field) in [
            (Edit::new("fighters.agaric.size", 0), "fighters.agaric.size"),
            (Edit::new("fighters.agaric.cards.3.shooting", 0), "fighters.agaric.cards.3.shooting"),
            (Edit::away("fighters.agaric.size"), "fighters.agaric"),
            (Edit::new("fighters.agaric.cards.9.melee", 1), "fighters.agaric.cards.9.melee"),
            (Edit::new("fighters.agaric.cards.3.shoting", 2), "fighters.agaric.cards.3.shoting"),
            (Edit::new("rules.rounds", 99), "rounds"),
        ] {
            let faults = scenario.with(std::slice::from_ref(&edit)).unwrap_err();
            let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
            assert!(fields.iter().any(|of| of.starts_with(field)), "{edit:?}: {fields:?}");
        }
    }
}
