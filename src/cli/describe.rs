//! A scenario in the words of a run's manifest: provenance, rules that differ, who plays whom.

use crate::games::arena::{Fighter, Provenance};
use crate::report::{FighterNote, RuleChange, StrategyNote};
use crate::scenario::{LineUp, Scenario};

/// The fighters that may play, with the provenance of their values.
pub fn fighters(scenario: &Scenario) -> Vec<FighterNote> {
    let roster = &scenario.roster;
    let playing = scenario.line_up.fighters();
    roster
        .fighters
        .iter()
        .filter(|(key, _)| playing.contains(&key.as_str()))
        .map(|(key, fighter)| {
            let mut note = FighterNote {
                key: key.clone(),
                name: fighter.name.clone(),
                colour: fighter.colour.clone(),
                ..FighterNote::default()
            };
            for value in values(fighter) {
                let field = format!("fighters.{key}.{}", value.path);
                let changed = scenario.changes.iter().any(|change| covers(change, &field));
                let list = match roster.unlisted {
                    _ if changed => &mut note.own,
                    _ if value.printed => &mut note.printed,
                    Provenance::Printed => &mut note.printed,
                    Provenance::Reconstructed => &mut note.reconstructed,
                    Provenance::Own => &mut note.own,
                };
                list.push(value.words);
            }
            note
        })
        .collect()
}

/// Does a change of this field change that one: itself, or what holds it?
fn covers(change: &str, field: &str) -> bool {
    field
        .strip_prefix(change)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// One value of a fighter.
struct Value {
    /// Below the fighter, as `cards.3.defense`.
    path: String,
    words: String,
    printed: bool,
}

fn values(fighter: &Fighter) -> Vec<Value> {
    let listed = |printed: &[String], field: &str| printed.iter().any(|name| name == field);
    let mut values: Vec<Value> = [("size", fighter.size), ("defense", fighter.defense)]
        .map(|(field, value)| Value {
            path: field.into(),
            words: format!("{field} {value}"),
            printed: listed(&fighter.printed, field),
        })
        .into();
    for (key, card) in &fighter.cards {
        let effect = card.effect_field();
        let mut push = |field: &str, path: &str, words: String| {
            values.push(Value {
                path: format!("cards.{key}.{path}"),
                words,
                printed: listed(&card.printed, field),
            });
        };
        let numbers = [
            ("initiative", card.initiative),
            ("movement", Some(card.movement)),
            ("melee", Some(card.melee)),
            ("shooting", Some(card.shooting)),
            ("defense", Some(card.defense)),
        ];
        for (field, value) in numbers {
            // A dragon's cards have no initiative.
            let Some(value) = value else { continue };
            push(field, field, format!("card {key}: {field} {value}"));
        }
        if card.effect().is_some() {
            push("effect", effect, format!("card {key}: {effect}"));
        }
    }
    values
}

/// The rules that are not the game's.
pub fn rule_changes(scenario: &Scenario) -> anyhow::Result<Vec<RuleChange>> {
    let (here, default) = (
        toml::Table::try_from(&scenario.rules)?,
        toml::Table::try_from(scenario.game.rules())?,
    );
    let change = |(rule, value): (&String, &toml::Value)| {
        let default = default[rule].to_string();
        let value = value.to_string();
        (value != default).then(|| RuleChange {
            rule: rule.clone(),
            value,
            default,
        })
    };
    Ok(here.iter().filter_map(change).collect())
}

/// The bots, each with whom it plays and what it is like.
pub fn strategies(scenario: &Scenario) -> Vec<StrategyNote> {
    let plan = &scenario.strategies;
    let mut notes = Vec::new();
    for (reference, bot) in &scenario.bots {
        let mut whom = Vec::new();
        if plan.everybody == *reference {
            whom.push(if plan.names().len() == 1 {
                "everybody".to_owned()
            } else {
                "everybody else".to_owned()
            });
        }
        let name = |key: &String| scenario.roster.fighters[key].name.clone();
        whom.extend(
            plan.fighters
                .iter()
                .filter(|(_, by)| *by == reference)
                .map(|(key, _)| name(key)),
        );
        whom.extend(
            plan.seats
                .iter()
                .filter(|(_, by)| *by == reference)
                .map(|(seat, _)| format!("seat {seat}")),
        );
        whom.extend(
            plan.teams
                .iter()
                .filter(|(_, by)| *by == reference)
                .map(|(team, _)| format!("team {team}")),
        );
        let about = match bot.description.as_str() {
            "" => format!("plays {}", whom.join(", ")),
            description => format!("plays {}: {description}", whom.join(", ")),
        };
        notes.push(StrategyNote {
            name: bot.name.clone(),
            about,
        });
    }
    notes
}

/// What a line-up is, in a few words.
pub fn line_up(line_up: &LineUp) -> String {
    match line_up {
        LineUp::Fixed(fighters) => format!("{} fighters, everyone alone", fighters.len()),
        LineUp::Drawn { draw, pool } => format!("{draw} of {} fighters at random", pool.len()),
        LineUp::Teams { teams, .. } => {
            let sizes: Vec<String> = teams.iter().map(|team| team.len().to_string()).collect();
            format!(
                "teams of {}, {} seats",
                sizes.join(" against "),
                line_up.seats()
            )
        }
    }
}
