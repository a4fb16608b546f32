//! The training range of a bot: the rules, the fighters' values and the group sizes in its
//! training. Also compares the range with a scenario.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Edit, Scenario, leaves};

/// The games in which a bot was trained: numbers of players, effects and ranges of values. In other
/// games, the bot's playing strength is unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Learnt {
    /// Sizes of the groups of players in training: number of sides and number of fighters, such as
    /// "4 sides, 4 in all".
    #[schemars(with = "Vec<String>")]
    pub tables: BTreeSet<String>,
    /// Effects and other values of fighters that are not numbers and occurred in training.
    #[schemars(with = "Vec<String>")]
    pub effects: BTreeSet<String>,
    /// Smallest and greatest number of each roster value in training, as in `[1, 7]`. Random
    /// variation of the values is included.
    pub values: BTreeMap<String, [i64; 2]>,
    /// Values of each rule in training, as JSON texts.
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub rules: BTreeMap<String, BTreeSet<String>>,
}

impl Learnt {
    /// Computes the training range of a bot that is trained in these scenarios. `varied` is the
    /// maximum by which the training raises or lowers a fighter's values.
    pub fn of<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>, varied: i64) -> Learnt {
        let mut learnt = Learnt::default();
        for scenario in scenarios {
            let simulation = scenario.open();
            let cast = simulation.cast();
            learnt.tables.insert(format!("{} sides, {} in all", cast.sides, cast.slots.len()));
            for (name, value) in values(scenario) {
                match value {
                    Some(value) => learnt.widen(&name, [value - varied, value + varied]),
                    None => _ = learnt.effects.insert(name),
                }
            }
            for (rule, value) in leaves(&scenario.rules, false) {
                learnt.rules.entry(rule).or_default().insert(value.to_string());
            }
        }
        learnt
    }

    fn widen(&mut self, name: &str, [least, most]: [i64; 2]) {
        let span = self.values.entry(name.to_owned()).or_insert([least, most]);
        *span = [span[0].min(least), span[1].max(most)];
    }

    /// Adds other values of rules that occurred in training.
    pub fn add_rules(&mut self, changes: &[Edit]) {
        for change in changes {
            if let (Some(rule), Some(value)) = (change.field.strip_prefix("rules."), &change.value)
            {
                self.rules.entry(rule.to_owned()).or_default().insert(value.to_string());
            }
        }
    }

    /// Adds the range of a later training.
    pub fn extend(&mut self, later: &Learnt) {
        self.tables.extend(later.tables.iter().cloned());
        self.effects.extend(later.effects.iter().cloned());
        later.values.iter().for_each(|(name, span)| self.widen(name, *span));
        for (rule, values) in &later.rules {
            self.rules.entry(rule.clone()).or_default().extend(values.iter().cloned());
        }
    }

    /// Lists everything in these scenarios that is outside the training range, as texts such as
    /// "rounds = 9, 12 (only 7)". Of numbers, lists the smallest and the greatest.
    pub fn strange<'a>(&self, scenarios: impl IntoIterator<Item = &'a Scenario>) -> Vec<String> {
        let scenarios: Vec<&Scenario> = scenarios.into_iter().collect();
        let met = Learnt::of(scenarios.iter().copied(), 0);
        let texts = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
        let rules = met.rules.iter().filter_map(|(rule, met)| {
            let known = self.rules.get(rule).map(texts).unwrap_or_default();
            told(&format!("{rule} ="), texts(met), known, ", ")
        });
        let effects = met.effects.difference(&self.effects).cloned();
        let values = met.values.iter().filter_map(|(name, met)| {
            let known = self.values.get(name);
            let is_strange = |n: &&i64| known.is_none_or(|known| **n < known[0] || **n > known[1]);
            let mut strange: Vec<String> =
                met.iter().filter(is_strange).map(i64::to_string).collect();
            strange.dedup();
            let range = known.map(|[least, most]| format!("{least} to {most}"));
            told(name, strange, range.into_iter().collect(), ", ")
        });
        // The size of a group contains a comma, so sizes are listed with semicolons.
        let fighters = scenarios.first().map_or([""; 2], |first| first.game().words().fighter);
        let shown = |tables: &BTreeSet<String>| {
            tables.iter().map(|table| shown(table, fighters)).collect::<Vec<_>>()
        };
        let tables = told("games with", shown(&met.tables), shown(&self.tables), "; ");
        rules.chain(effects).chain(values).chain(tables).collect()
    }
}

/// Returns the values that a bot has met and has not learnt, and those that it has learnt, as in
/// "rounds = 9, 12 (only 5, 7)" or "range = 3 (only 0 to 2)". `None` if it has learnt them all.
fn told(
    what: &str,
    mut met: Vec<String>,
    mut learnt: Vec<String>,
    separator: &str,
) -> Option<String> {
    met.retain(|value| !learnt.contains(value));
    for values in [&mut met, &mut learnt] {
        values.sort_by_key(|value| value.parse::<i64>().unwrap_or(i64::MAX));
    }
    let numbers: Option<Vec<i64>> = learnt.iter().map(|value| value.parse().ok()).collect();
    let only = match numbers.as_deref() {
        Some([least, .., most]) if most - least == learnt.len() as i64 - 1 => {
            format!(" (only {least} to {most})")
        }
        _ if learnt.is_empty() => String::new(),
        _ => format!(" (only {})", learnt.join(separator)),
    };
    (!met.is_empty()).then(|| format!("{what} {}{only}", met.join(separator)))
}

/// Returns a group size of [`Learnt::tables`] for readers: "1 sides, 2 in all" becomes "1 side, 2 heroes".
/// `fighters` is the game's word for its fighters, singular and plural.
fn shown(table: &str, fighters: [&str; 2]) -> String {
    let one = table.ends_with(", 1 in all");
    let size = table.replace("in all", fighters[usize::from(!one)]);
    match size.strip_prefix("1 sides,") {
        Some(rest) => format!("1 side,{rest}"),
        None => size,
    }
}

/// Returns the name and the number of each value in a scenario's roster; the number is `None` for
/// other kinds of values.
fn values(scenario: &Scenario) -> Vec<(String, Option<i64>)> {
    let mut found = vec![];
    for profile in scenario.profiles() {
        for value in &profile.values {
            let field = value.path.rsplit('.').next().unwrap_or_default();
            let value = scenario.value(&format!("fighters.{}.{}", profile.key, value.path));
            // A thing with its own name is identified by that name, because other fighters do not
            // have the thing.
            let called = value.and_then(|value| value.get("name").unwrap_or(value).as_str());
            let name = called.map_or(field.to_owned(), |text| format!("{field} {text}"));
            found.push((name, value.and_then(Json::as_i64)));
        }
    }
    found
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
    fn what_was_not_learnt_is_named() {
        let learnt = Learnt::of([&scenario(&[])], 1);
        assert_eq!(learnt.strange([&scenario(&[])]), Vec::<String>::new());
        let one_more = scenario(&["fighters.agaric.size=6"]);
        assert!(learnt.values["size"][1] >= 6, "{:?}", learnt.values["size"]);
        assert_eq!(learnt.strange([&one_more]), Vec::<String>::new());
        let strange = learnt.strange([&scenario(&["rules.rounds=12", "line-up.draw=3"])]);
        let [rounds, table] = &strange[..] else { panic!("{strange:?}") };
        assert_eq!(rounds, "rounds = 12 (only 7)");
        assert_eq!(table, "games with 3 sides, 3 fighters (only 4 sides, 4 fighters)");
        let grid = ["rules.rounds=9", "rules.rounds=7", "rules.rounds=12", "rules.rounds=9"];
        let grid = grid.map(|set| scenario(&[set]));
        assert_eq!(learnt.strange(&grid), ["rounds = 9, 12 (only 7)"]);
        // The stored sizes stay as they are.
        let mut sizes = learnt.clone();
        sizes.tables.insert("1 sides, 2 in all".to_owned());
        assert_eq!(
            sizes.strange([&scenario(&["line-up.draw=3"])]),
            ["games with 3 sides, 3 fighters (only 1 side, 2 fighters; 4 sides, 4 fighters)"]
        );
        let mut both = learnt.clone();
        both.extend(&Learnt::of([&scenario(&["rules.rounds=12", "line-up.draw=3"])], 1));
        for sets in [&[][..], &["rules.rounds=12"], &["line-up.draw=3"]] {
            assert_eq!(both.strange([&scenario(sets)]), Vec::<String>::new());
        }
        let breath = "fighters.agaric.cards.2.technique={ name = 'fire breath', shooting = { \
            manner = 'area' } }";
        assert_eq!(learnt.strange([&scenario(&[breath])]), ["technique fire breath"]);
        let strange = learnt.strange([&scenario(&["fighters.agaric.cards.2.initiative=15"])]);
        assert_eq!(strange.len(), 1, "{strange:?}");
        assert!(strange[0].starts_with("initiative 15 (only "), "{strange:?}");
    }
}
