//! `gong list`: what there is to choose from.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use schemars::JsonSchema;

use crate::games::Game;
use crate::games::arena::{Arena, Card, Effect, Fighter, Roster, Rules};
use crate::report::catalogue::{catalogue, lines};
use crate::scenario::{GameName, RANDOM, Shape, load_bot, load_roster, roster_from_text};
use crate::strategies::SHIPPED;

/// The roster that `list fighters` shows unless another is named; part of the program, so that it is there anywhere.
pub(super) const OFFICIAL: &str = include_str!("../../scenarios/ultimate-warriorz/roster.toml");

/// List what there is: games, fighters, rules, strategies, features, tables
#[derive(Debug, Args)]
pub struct List {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The games
    Games,
    /// The fighters of a roster: sheets and action cards
    Fighters {
        /// A roster file; left out, the official one of Ultimate Warriorz
        roster: Option<PathBuf>,
    },
    /// The rules that a scenario's [rules] and --set rules.NAME=VALUE change
    Rules,
    /// The bots that need no file of yours: their names go with --strategy
    Strategies,
    /// The features of an option that strategy files weigh
    Features,
    /// The tables that commands write, with their columns: name, type, meaning
    Tables,
}

impl List {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.what {
            What::Games => games(out),
            What::Fighters { roster: Some(path) } => fighters(&load_roster(&path, &[])?, out),
            What::Fighters { roster: None } => fighters(
                &roster_from_text(Path::new("official roster"), OFFICIAL, &[])?,
                out,
            ),
            What::Rules => rules(out),
            What::Strategies => strategies(out),
            What::Features => features(out),
            What::Tables => tables(out),
        }
    }
}

fn games(out: &mut dyn Write) -> anyhow::Result<()> {
    for (name, meaning) in variants::<GameName>() {
        writeln!(out, "{name}  {meaning}")?;
    }
    Ok(())
}

fn fighters(roster: &Roster, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n* printed in a rulebook", roster.name)?;
    let mut by_size: Vec<(&String, &Fighter)> = roster.fighters.iter().collect();
    by_size.sort_by_key(|(_, fighter)| fighter.size);
    for (key, fighter) in by_size {
        let value = |field: &str, value: u8| format!("{value}{}", mark(&fighter.printed, field));
        let (size, defense) = (
            value("size", fighter.size),
            value("defense", fighter.defense),
        );
        writeln!(
            out,
            "\n{} ({key}), size {size}, defense {defense}",
            fighter.name
        )?;
        writeln!(
            out,
            "  card          initiative  movement  melee  shooting  defense  effect"
        )?;
        let mut cards: Vec<(&String, &Card)> = fighter.cards.iter().collect();
        cards.sort_by_key(|(_, card)| std::cmp::Reverse(card.initiative));
        for (key, card) in cards {
            let value = |field: &str, value: u8| match value {
                0 => "-".to_owned(),
                _ => format!("{value}{}", mark(&card.printed, field)),
            };
            let line = format!(
                "  {key:<12}  {:>10}  {:>8}  {:>5}  {:>8}  {:>7}  {}",
                value("initiative", card.initiative.unwrap_or_default()),
                value("movement", card.movement),
                value("melee", card.melee),
                value("shooting", card.shooting),
                value("defense", card.defense),
                effect(card)?,
            );
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

fn mark(printed: &[String], field: &str) -> &'static str {
    if printed.iter().any(|name| name == field) {
        "*"
    } else {
        ""
    }
}

/// A card's effect as its file writes it.
fn effect(card: &Card) -> anyhow::Result<String> {
    let text = |kind: &str, effect: &Effect| -> anyhow::Result<String> {
        let text = toml::Value::try_from(effect)?.to_string();
        Ok(format!(
            "{kind}: {}{}",
            text.trim_matches('"'),
            mark(&card.printed, "effect")
        ))
    };
    match (&card.technique, &card.item) {
        (Some(effect), _) => text("technique", effect),
        (None, Some(effect)) => text("item", effect),
        (None, None) => Ok(String::new()),
    }
}

fn rules(out: &mut dyn Write) -> anyhow::Result<()> {
    let shape = Shape::of::<Rules>();
    // Written out, the defaults come in the order of the rules page; the schema would sort them by letter.
    let defaults = toml::to_string(&Rules::default())?;
    let mad_arena = toml::Table::try_from(Rules::mad_arena())?;
    for (name, default) in defaults.lines().filter_map(|line| line.split_once(" = ")) {
        let (meaning, allowed) = shape.describe(name);
        let other = mad_arena[name].to_string();
        let other = match other == default {
            true => String::new(),
            false => format!("  (mad-arena: {other})"),
        };
        writeln!(
            out,
            "rules.{name} = {default}{other}\n    {meaning}\n    {allowed}"
        )?;
    }
    Ok(())
}

fn strategies(out: &mut dyn Write) -> anyhow::Result<()> {
    let names = SHIPPED.iter().map(|shipped| shipped.name).chain([RANDOM]);
    for name in names {
        let bot = load_bot(name).map_err(|_| anyhow::anyhow!("`{name}` does not load"))?;
        let kind = match (&bot.settings, &bot.script) {
            (Some(file), _) => toml::Value::try_from(file.kind)?
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            (None, Some(_)) => "script".to_owned(),
            (None, None) => RANDOM.to_owned(),
        };
        let origin = match SHIPPED.iter().find(|shipped| shipped.name == name) {
            Some(shipped) => format!("shipped: strategies/{}", shipped.file),
            None => "built in".to_owned(),
        };
        writeln!(out, "{name:<15}  {kind:<6}  {} ({origin})", bot.description)?;
    }
    writeln!(
        out,
        "\nA strategy file of your own plays too: --strategy PATH.toml, or a script: --strategy PATH.luau"
    )?;
    Ok(())
}

fn features(out: &mut dyn Write) -> anyhow::Result<()> {
    let names = Arena::FEATURES.iter().map(|feature| feature.name.len());
    let width = names.max().unwrap_or(0);
    for feature in Arena::FEATURES {
        writeln!(out, "{:<width$}  {}", feature.name, feature.meaning)?;
    }
    Ok(())
}

fn tables(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "Names in capitals are those that a game declares of its measures, by their form."
    )?;
    for (command, tables) in catalogue() {
        for table in tables {
            writeln!(out, "\n{} ({command})\n  {}", table.name, table.meaning)?;
            for line in lines(&table) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(())
}

/// The names of an enumeration, and what each means.
fn variants<T: JsonSchema>() -> Vec<(String, String)> {
    let schema = schemars::schema_for!(T).to_value();
    let text =
        |one: &serde_json::Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
    variants
        .iter()
        .map(|one| (text(one, "const"), text(one, "description")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(what: fn(&mut dyn Write) -> anyhow::Result<()>) -> String {
        let mut out = Vec::new();
        what(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_strategy_is_listed_with_its_kind_and_description() {
        let text = listed(strategies);
        for shipped in SHIPPED {
            let line = text.lines().find(|line| line.starts_with(shipped.name));
            let line = line.unwrap_or_else(|| panic!("{} is listed: {text}", shipped.name));
            assert!(line.contains("(shipped: strategies/"), "{line}");
            let bot = load_bot(shipped.name).unwrap();
            assert!(line.contains(&bot.description), "{line}");
        }
        assert!(text.contains(
            "\nrandom           random  takes every option with the same chance (built in)\n"
        ));
    }

    #[test]
    fn every_feature_is_listed_with_its_meaning() {
        let text = listed(features);
        assert_eq!(text.lines().count(), Arena::FEATURES.len());
        for feature in Arena::FEATURES {
            assert!(text.contains(feature.meaning), "{}", feature.name);
        }
    }
}
