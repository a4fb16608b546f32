//! Describes a scenario for a report's manifest: the sources of its values, its changed rules and
//! its bots.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::Provenance;
use crate::games::title::Profile;
use crate::report::{FighterNote, RuleChange, StrategyNote};
use crate::scenario::Scenario;
use crate::scenario::learnt::Learnt;

/// Describes the fighters that may play, with the sources of their values.
pub fn fighters(scenario: &Scenario) -> Vec<FighterNote> {
    let playing = |profile: &Profile| scenario.seating.fighters.contains(&profile.key);
    let note = |profile: Profile| {
        let mut note = FighterNote {
            key: profile.key.clone(),
            name: profile.name,
            colour: profile.colour,
            things: scenario.game().things(&scenario.roster, &profile.key),
            ..FighterNote::default()
        };
        for value in profile.values {
            let field = format!("fighters.{}.{}", profile.key, value.path);
            let changed = scenario.changes.iter().any(|change| covers(change, &field));
            let list = match value.provenance {
                _ if changed => &mut note.own,
                Provenance::Printed => &mut note.printed,
                Provenance::Reconstructed => &mut note.reconstructed,
                Provenance::Own => &mut note.own,
            };
            list.push(value.words);
        }
        note
    };
    scenario.profiles().into_iter().filter(playing).map(note).collect()
}

/// Returns the faction of each side, such as "heroes"; empty if the game has no factions.
pub fn factions(scenario: &Scenario) -> Vec<String> {
    let factions = scenario.game().factions(&scenario.line_up, &scenario.roster);
    factions.into_iter().map(str::to_owned).collect()
}

/// Returns whether a change at one path also changes the field at another path: the paths are
/// equal, or the changed path is a table that contains the field.
fn covers(change: &str, field: &str) -> bool {
    field.strip_prefix(change).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns the rules of a scenario that differ from the game's defaults. A rule in a table is named
/// by its path.
pub fn rule_changes(scenario: &Scenario) -> anyhow::Result<Vec<RuleChange>> {
    let default = by_path(&toml::from_str(&scenario.game().rules())?);
    let mut changes = vec![];
    for (rule, value) in by_path(&toml::Table::try_from(&scenario.rules)?) {
        let default = default.get(&rule).cloned().unwrap_or_default();
        if value != default {
            changes.push(RuleChange { rule, value, default });
        }
    }
    Ok(changes)
}

/// Returns the values of a table and of the tables in it, by their paths.
fn by_path(table: &toml::Table) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for (field, value) in table {
        match value {
            toml::Value::Table(inner) => {
                let inner = by_path(inner).into_iter();
                values.extend(inner.map(|(path, value)| (format!("{field}.{path}"), value)));
            }
            value => drop(values.insert(field.clone(), value.to_string())),
        }
    }
    values
}

/// Lists the bots that play in these scenarios, without duplicates, with the fighters, seats or
/// teams that each plays in the first scenario with the bot.
pub fn strategies(scenarios: &[&Scenario]) -> Vec<StrategyNote> {
    let mut notes: Vec<StrategyNote> = vec![];
    for scenario in scenarios {
        let mut new = strategies_of(scenario);
        new.retain(|new| notes.iter().all(|known| known.name != new.name));
        notes.append(&mut new);
    }
    notes
}

/// Lists the bots that play in a scenario, with the fighters, seats or teams that each plays.
fn strategies_of(scenario: &Scenario) -> Vec<StrategyNote> {
    let plan = &scenario.strategies;
    let profiles = scenario.profiles();
    let mut notes = Vec::new();
    for (reference, bot) in scenario.playing() {
        let everybody = if plan.names().len() == 1 { "everybody" } else { "everybody else" };
        let everybody = (plan.everybody == *reference).then(|| everybody.to_owned());
        let name = |key: &String| {
            let known = profiles.iter().find(|profile| profile.key == *key);
            known.map_or_else(|| key.clone(), |profile| profile.name.clone())
        };
        let fighters = plan.fighters.iter().map(|(key, by)| (name(key), by));
        let seats = plan.seats.iter().map(|(seat, by)| (format!("seat {seat}"), by));
        let teams = plan.teams.iter().map(|(team, by)| (format!("team {team}"), by));
        let assigned = fighters.chain(seats).chain(teams).filter(|(_, by)| *by == reference);
        let whom: Vec<String> = everybody.into_iter().chain(assigned.map(|(who, _)| who)).collect();
        let about = match bot.description.as_str() {
            "" => format!("plays {}", whom.join(", ")),
            description => format!("plays {}: {description}", whom.join(", ")),
        };
        notes.push(StrategyNote { name: bot.name.clone(), about });
    }
    notes
}

/// Maximum number of rules and values that a sentence of [`unlearnt`] names.
const MOST_NAMED: usize = 6;

/// Returns a sentence for each bot whose training did not cover these scenarios, which names the
/// rules and values that the bot has not learnt.
pub fn unlearnt<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>) -> Vec<String> {
    // Bots of one name can have learnt different things, such as the members of a panel.
    let mut played: Vec<(&str, &Learnt, Vec<&Scenario>)> = vec![];
    for scenario in scenarios {
        for (_, bot) in scenario.playing() {
            for learnt in &bot.learnt {
                let mut known = played.iter_mut();
                match known.find(|(name, of, _)| *name == bot.name && *of == learnt) {
                    Some((_, _, scenarios)) => scenarios.push(scenario),
                    None => played.push((&bot.name, learnt, vec![scenario])),
                }
            }
        }
    }
    let mut strange: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (bot, learnt, scenarios) in played {
        for text in learnt.strange(scenarios) {
            strange.entry(bot).or_default().insert(text);
        }
    }
    let sentence = |(bot, found): (&str, BTreeSet<String>)| {
        let more = found.len().saturating_sub(MOST_NAMED);
        let mut named: Vec<String> = found.into_iter().take(MOST_NAMED).collect();
        if more > 0 {
            named.push(format!("and {more} more"));
        }
        format!(
            "{bot} has not learnt {}, so its strength there is unknown; gong train makes a bot \
             that has learnt it.",
            named.join("; ")
        )
    };
    strange.into_iter().map(sentence).collect()
}
