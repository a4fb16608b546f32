//! Lists the effects that fighters or their things may have in a game. The list is derived from the
//! JSON schema of the game's fighters.
//!
//! If a field has several named alternatives, and at least one of them has parameters, each
//! alternative is an effect.

use serde_json::Value as Json;

use super::validation::{TypeSchema, allowed, alternatives, fields, meaning, names, type_of};
use crate::games::Title;

/// A group of effects (such as special abilities) that the same fields of a roster accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectGroup {
    /// The fields that accept the effects, as paths within a fighter, such as
    /// `cards.KEY.technique`.
    pub fields: Vec<String>,
    pub all: Vec<GameEffect>,
    /// Fields of an effect that users can compose from parts; empty if the game has no such
    /// effects.
    pub own: Vec<Detail>,
}

/// One effect of a game, such as a special ability of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameEffect {
    /// Name of the effect in roster files.
    pub name: String,
    /// Description of the effect, in sentences.
    pub meaning: String,
    pub details: Details,
}

/// The parameters that an effect has in a roster file, besides its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Details {
    /// The effect has no parameters.
    None,
    /// The effect has one parameter; the text describes the accepted values.
    Value(String),
    /// The effect has several parameters, given as a table.
    Table(Vec<Detail>),
}

/// A parameter of an effect: a field of the table that describes the effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// Name of the parameter. For a field of a nested table or list, the name of the outer field
    /// comes first, as in `landing.dice`.
    pub name: String,
    pub meaning: String,
    /// Description of the values that the parameter accepts. Empty if this entry describes one
    /// accepted value.
    pub allowed: String,
}

/// Returns all effects of a game, in the order of its schema; empty if fighters have no effects.
pub fn effects(title: &dyn Title) -> Vec<EffectGroup> {
    let mut found = vec![];
    collect(TypeSchema::fighter(title).root(), "", &mut found);
    found
}

/// Collects the effects that are possible in the fields of a table, such as a fighter, and in the
/// fields of its things, such as cards.
fn collect(table: &Json, path: &str, found: &mut Vec<EffectGroup>) {
    for (name, field) in fields(table) {
        let path = format!("{path}{name}");
        collect(&field["additionalProperties"], &format!("{path}.KEY."), found);
        let (named, free): (Vec<&Json>, Vec<&Json>) =
            alternatives(field).iter().partition(|one| !names(one).is_empty());
        if !named.iter().any(|one| type_of(one) == "object") {
            continue;
        }
        let all: Vec<GameEffect> = named.into_iter().flat_map(effects_of).collect();
        // Two fields that accept the same effects are one group.
        if let Some(group) = found.iter_mut().find(|group| group.all == all) {
            group.fields.push(path);
            continue;
        }
        let own = free.into_iter().filter(|one| type_of(one) == "object");
        let own = own.flat_map(|table| details(table, "")).collect();
        found.push(EffectGroup { fields: vec![path], all, own });
    }
}

/// Returns the effects that one alternative of a field's schema describes: a single effect with
/// parameters, or several names without parameters.
fn effects_of(schema: &Json) -> impl Iterator<Item = GameEffect> {
    names(schema).into_iter().map(|name| GameEffect {
        name: name.to_owned(),
        meaning: meaning(schema),
        details: match &schema["properties"][name] {
            Json::Null => Details::None,
            table if table.get("properties").is_some() => Details::Table(details(table, "")),
            value => Details::Value(allowed(value)),
        },
    })
}

/// Returns the parameters that a table describes, including those in nested tables and in tables of
/// lists. If several tables are equal, expands only the first.
fn details(table: &Json, path: &str) -> Vec<Detail> {
    let (mut found, mut shown) = (vec![], vec![]);
    for (name, field) in fields(table) {
        let name = format!("{path}{name}");
        found.push(Detail { meaning: meaning(field), allowed: allowed(field), name: name.clone() });
        let (entry, [open, close]) = match field.get("items") {
            Some(entry) => (entry, ["[", "]"]),
            None => (field, [""; 2]),
        };
        let named =
            alternatives(entry).iter().filter_map(|one| Some((one["const"].as_str()?, one)));
        found.extend(named.map(|(value, one)| Detail {
            name: format!("{name} = {open}\"{value}\"{close}"),
            meaning: meaning(one),
            allowed: String::new(),
        }));
        let fields = &entry["properties"];
        if !fields.is_null() && !shown.contains(&fields) {
            shown.push(fields);
            found.extend(details(entry, &format!("{name}.")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{title, titles};
    use crate::scenario::official_roster;

    /// Checks that all effects of official fighters are in the list of the game's effects.
    #[test]
    fn the_effects_that_rosters_use_are_listed_each_once_and_say_what_they_do() {
        for title in titles() {
            let all: Vec<GameEffect> =
                effects(title).into_iter().flat_map(|some| some.all).collect();
            assert!(!all.is_empty(), "{}", title.name());
            for effect in &all {
                let alike = all.iter().filter(|other| other.name == effect.name);
                assert_eq!(alike.count(), 1, "{}", effect.name);
                assert!(!effect.meaning.is_empty(), "{}", effect.name);
            }
            let roster = official_roster(title).unwrap();
            for fighter in title.fighters(&roster) {
                let fighter = &roster["fighters"][&fighter.key];
                for some in effects(title) {
                    for field in &some.fields {
                        for value in values(fighter, field) {
                            let table = value.as_object().and_then(|table| table.keys().next());
                            let name = value.as_str().or(table.map(String::as_str));
                            let known = |effect: &GameEffect| Some(&*effect.name) == name;
                            assert!(some.all.iter().any(known), "{field}: {value}");
                        }
                    }
                }
            }
        }
    }

    /// Returns all values at a path in a JSON document. `KEY` in the path stands for any key.
    fn values<'a>(from: &'a Json, path: &str) -> Vec<&'a Json> {
        let start = vec![from];
        let step = |all: Vec<&'a Json>, step: &str| {
            let below = |one: &'a Json| match step {
                "KEY" => one.as_object().into_iter().flat_map(|all| all.values()).collect(),
                _ => one.get(step).into_iter().collect::<Vec<_>>(),
            };
            all.into_iter().flat_map(below).collect()
        };
        let found = path.split('.').fold(start, step);
        found.into_iter().filter(|one| !one.is_null()).collect()
    }

    #[test]
    fn numbers_are_told_with_what_they_may_be() {
        let arena = effects(title("ultimate-warriorz").unwrap());
        let [cards] = &arena[..] else { panic!("{arena:?}") };
        let mut fields = cards.fields.clone();
        fields.sort();
        assert_eq!(fields, ["cards.KEY.item", "cards.KEY.technique"]);
        let find = |name: &str| cards.all.iter().find(|one| one.name == name).unwrap();
        assert_eq!(find("ghost-ring").details, Details::None);
        let Details::Table(sandal) = &find("sandal").details else { panic!() };
        let told: Vec<String> =
            sandal.iter().map(|one| format!("{}: {}", one.name, one.allowed)).collect();
        assert_eq!(
            told,
            [
                "landing: a list: 1 to 10 entries, each a table",
                "landing.dice: a whole number, 0 to 12",
                "landing.size: a whole number, 1 to 40"
            ]
        );
        let powers = effects(title("battle-cards").unwrap());
        let force = powers[0].all.iter().find(|one| one.name == "force");
        assert_eq!(force.unwrap().details, Details::Value("a whole number, 1 to 5".into()));
    }
}
