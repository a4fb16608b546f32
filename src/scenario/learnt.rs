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
            learnt.tables.insert(table(scenario));
            for (name, value) in values(scenario) {
                match value {
                    Some(value) => {
                        let span = learnt.values.entry(name).or_insert([value, value]);
                        *span = [span[0].min(value - varied), span[1].max(value + varied)];
                    }
                    None => {
                        learnt.effects.insert(name);
                    }
                }
            }
            for (rule, value) in rules(scenario) {
                learnt.rules.entry(rule).or_default().insert(value);
            }
        }
        learnt
    }

    /// Adds other values of rules that occurred in training.
    pub fn add_rules(&mut self, changes: &[Edit]) {
        for change in changes {
            if let (Some(rule), Some(value)) = (change.field.strip_prefix("rules."), &change.value)
            {
                let known = self.rules.entry(rule.to_owned()).or_default();
                known.insert(value.to_string());
            }
        }
    }

    /// Adds the range of a later training.
    pub fn extend(&mut self, later: &Learnt) {
        self.tables.extend(later.tables.iter().cloned());
        self.effects.extend(later.effects.iter().cloned());
        for (name, [least, most]) in &later.values {
            let span = self.values.entry(name.clone()).or_insert([*least, *most]);
            *span = [span[0].min(*least), span[1].max(*most)];
        }
        for (rule, values) in &later.rules {
            let known = self.rules.entry(rule.clone()).or_default();
            known.extend(values.iter().cloned());
        }
    }

    /// Lists everything in these scenarios that is outside the training range, as texts such as
    /// "rounds = 9, 12 (only 7)".
    pub fn strange<'a>(&self, scenarios: impl IntoIterator<Item = &'a Scenario>) -> Vec<String> {
        let (mut of_rules, mut of_tables) = (BTreeMap::<_, Vec<_>>::new(), vec![]);
        let (mut effects, mut numbers) = (BTreeSet::new(), BTreeMap::<_, BTreeSet<_>>::new());
        let mut fighters = [""; 2];
        for scenario in scenarios {
            fighters = scenario.game().words().fighter;
            for (rule, value) in rules(scenario) {
                let known = self.rules.get(&rule);
                let is_known = known.is_some_and(|values| values.contains(&value));
                if !is_known {
                    add(of_rules.entry(rule).or_default(), value);
                }
            }
            for (name, value) in values(scenario) {
                match (value, self.values.get(&name)) {
                    (Some(value), Some(&[least, most])) if (least..=most).contains(&value) => {}
                    (Some(value), _) => {
                        numbers.entry(name).or_default().insert(value);
                    }
                    (None, _) if self.effects.contains(&name) => {}
                    (None, _) => {
                        effects.insert(name);
                    }
                }
            }
            let table = table(scenario);
            if !self.tables.contains(&table) {
                add(&mut of_tables, table);
            }
        }
        let of_rule = |(rule, values): (String, Vec<String>)| {
            let known = self.rules.get(&rule).into_iter().flatten();
            format!("{rule} = {}{}", values.join(", "), only(known, ", "))
        };
        let of_number = |(name, values): (String, BTreeSet<i64>)| {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            let span = self.values.get(&name);
            let knows = span.map(|[least, most]| format!(" (only {least} to {most})"));
            format!("{name} {}{}", values.join(", "), knows.unwrap_or_default())
        };
        // The size of a group contains a comma, so sizes are listed with semicolons.
        let shown = |table: &str| shown(table, fighters);
        let sizes = only(self.tables.iter().map(|size| shown(size)), "; ");
        let of_table = |table: String| format!("games with {}{sizes}", shown(&table));
        let rules = of_rules.into_iter().map(of_rule);
        let rest = numbers.into_iter().map(of_number);
        let tables = of_tables.into_iter().map(of_table);
        rules.chain(effects).chain(rest).chain(tables).collect()
    }
}

/// Adds a text to a list, unless the list has it.
fn add(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// Formats the values that a bot has learnt, as in " (only 5, 7)" or " (only 3 to 14)"; empty if
/// there are none.
fn only(learnt: impl IntoIterator<Item = impl AsRef<str>>, separator: &str) -> String {
    let learnt: Vec<_> = learnt.into_iter().collect();
    let learnt: Vec<&str> = learnt.iter().map(AsRef::as_ref).collect();
    let numbers = learnt.iter().map(|value| value.parse::<i64>().ok());
    let mut numbers: Vec<i64> = numbers.collect::<Option<_>>().unwrap_or_default();
    numbers.sort_unstable();
    match (learnt.as_slice(), numbers.as_slice()) {
        ([], _) => String::new(),
        (_, [least, .., most]) if numbers.windows(2).all(|of| of[0] + 1 == of[1]) => {
            format!(" (only {least} to {most})")
        }
        (learnt, _) => format!(" (only {})", learnt.join(separator)),
    }
}

/// Returns the group size of a scenario, as files of bots store it.
fn table(scenario: &Scenario) -> String {
    let simulation = scenario.open();
    let cast = simulation.cast();
    format!("{} sides, {} in all", cast.sides, cast.slots.len())
}

/// Returns a group size of [`table`] for readers: "1 sides, 2 in all" becomes "1 side, 2 heroes".
/// `fighters` is the game's word for its fighters, singular and plural.
fn shown(table: &str, fighters: [&str; 2]) -> String {
    let size = match table.strip_prefix("1 sides,") {
        Some(rest) => format!("1 side,{rest}"),
        None => table.to_owned(),
    };
    let one = size.ends_with(", 1 in all");
    size.replace("in all", fighters[usize::from(!one)])
}

/// Returns the name and the number of each value in a scenario's roster; the number is `None` for
/// other kinds of values.
fn values(scenario: &Scenario) -> Vec<(String, Option<i64>)> {
    let mut found = vec![];
    for profile in scenario.profiles() {
        for value in &profile.values {
            let path = value.path.replace('.', "/");
            let pointer = format!("/fighters/{}/{path}", profile.key);
            let field = value.path.rsplit('.').next().unwrap_or_default();
            let value = scenario.roster.pointer(&pointer);
            // A thing with its own name is identified by that name, because other fighters do not
            // have the thing.
            let called = value.and_then(|value| value.get("name").unwrap_or(value).as_str());
            let name = match called {
                Some(text) => format!("{field} {text}"),
                None => field.to_owned(),
            };
            found.push((name, value.and_then(Json::as_i64)));
        }
    }
    found
}

/// Returns the path and JSON value of every rule in a scenario.
fn rules(scenario: &Scenario) -> Vec<(String, String)> {
    let all = leaves(&scenario.rules, false).into_iter();
    all.map(|(rule, value)| (rule, value.to_string())).collect()
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
