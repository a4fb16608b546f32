//! The command `gong list`: lists the available games, fighters, rules, bots and tables.

mod effects;
mod fighters;
mod rules;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use self::effects::{effect, effects};
use self::fighters::fighters;
use self::rules::rules;
use super::game;
use crate::games::{Shipped, Title, families, title, titles};
use crate::questions;
use crate::report::table::described;
use crate::scenario::{Document, RANDOM, load_bot};

/// List the available games, fighters, rules, effects, strategies, scenarios, features or tables
#[derive(Debug, Clone, Args)]
pub struct List {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Clone, Subcommand)]
enum What {
    /// The games
    Games,
    /// The fighters of a roster: sheets and action cards
    Fighters {
        /// A roster file, a scenario file (its roster with its changes), or a game (its official
        /// roster) [default: the first game]
        #[arg(value_name = "FILE|GAME")]
        roster: Option<PathBuf>,
    },
    /// The rules that a scenario's [rules] and --set rules.NAME=VALUE change
    Rules(OfGame),
    /// The effects of fighters and of their things: meaning, parameters, and the parts from which
    /// users compose further effects
    Effects {
        /// The game, or one effect [default: every game, each family of games once]
        #[arg(value_name = "GAME|EFFECT")]
        of: Option<String>,
    },
    /// The bots that come with gong, whose names are values of --strategy
    Strategies(OfGame),
    /// The scenarios that come with gong, which gong new scenario NAME --like KEY copies
    Scenarios(OfGame),
    /// The features of options, for which strategy files have weights
    Features(OfGame),
    /// The tables that commands write, with their columns: name, type, meaning
    Tables,
}

/// The game to list.
#[derive(Debug, Clone, Args)]
struct OfGame {
    /// The game [default: every game; games with the same list together]
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// Prints the list of a game; without a name, the lists of these games, under headings.
fn each(
    named: Option<String>,
    all: impl Iterator<Item = &'static dyn Title>,
    out: &mut dyn Write,
    list: impl Fn(&'static dyn Title, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if named.is_some() {
        return list(game(named.as_deref())?, out);
    }
    let all: Vec<&'static dyn Title> = all.collect();
    for (i, title) in all.iter().enumerate() {
        if all.len() > 1 {
            write_heading(*title, &all, i, out)?;
        }
        list(*title, out)?;
    }
    Ok(())
}

/// Prints the heading of the list of `title`, which is the list number `index`, from 0: the name of
/// the game, and those of the games of its family that have no list of their own in `all`.
fn write_heading(
    title: &dyn Title,
    all: &[&'static dyn Title],
    index: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let has_own = |game: &str| all.iter().any(|listed| listed.name() == game);
    let games = titles().filter(|other| other.family() == title.family()).map(Title::name);
    let games: Vec<&str> = games.filter(|&game| game == title.name() || !has_own(game)).collect();
    let gap = if index > 0 { "\n" } else { "" };
    Ok(writeln!(out, "{gap}# {}\n", games.join(", "))?)
}

impl List {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.what {
            What::Games => games(out),
            What::Fighters { roster } => fighters(roster, out),
            What::Rules(of) => each(of.game, titles(), out, rules),
            What::Effects { of: Some(name) } if title(&name).is_none() => effect(&name, out),
            What::Effects { of } => each(of, families(), out, effects),
            What::Strategies(of) => {
                each(of.game, titles(), out, strategies)?;
                writeln!(
                    out,
                    "\nYou can also use your own strategy file, --strategy PATH.toml, or your own \
                     script, --strategy PATH.luau"
                )?;
                Ok(())
            }
            What::Scenarios(of) => each(of.game, titles(), out, scenarios),
            What::Features(of) => each(of.game, families(), out, features),
            What::Tables => tables(out),
        }
    }
}

fn games(out: &mut dyn Write) -> anyhow::Result<()> {
    for title in titles() {
        writeln!(out, "{}  {}", title.name(), title.about())?;
    }
    Ok(())
}

fn strategies(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let shipped = |name: &str| title.bots().iter().find(|shipped| shipped.name == name);
    for name in title.bots().iter().map(|shipped| shipped.name).chain([RANDOM]) {
        let bot = load_bot(title, name).map_err(|_| anyhow::anyhow!("`{name}` does not load"))?;
        let kind = match (&bot.settings, &bot.script) {
            (Some(file), _) => {
                toml::Value::try_from(file.kind)?.as_str().unwrap_or_default().to_owned()
            }
            (None, Some(_)) => "script".to_owned(),
            (None, None) => RANDOM.to_owned(),
        };
        let origin = |shipped: &Shipped| format!("shipped: {}", shipped.path().display());
        let origin = shipped(name).map_or("built in".to_owned(), origin);
        writeln!(out, "{name:<15}  {kind:<7}  {} ({origin})", bot.description)?;
    }
    Ok(())
}

fn scenarios(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let keys = title.scenarios().iter().map(|of| of.name.len());
    let width = keys.max().unwrap_or(0);
    for shipped in title.scenarios() {
        let document = Document::parse(shipped.path(), shipped.text)?;
        let about = document.text(&["title"]).map_or("", |(text, _)| text);
        writeln!(out, "{:<width$}  {about}", shipped.name)?;
    }
    Ok(())
}

fn features(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = title.features().iter().map(|feature| feature.name.len());
    let width = names.max().unwrap_or(0);
    for feature in title.features() {
        writeln!(out, "{:<width$}  {}", feature.name, feature.meaning)?;
    }
    Ok(())
}

fn tables(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "Names in capitals stand for the measures of a game, by their form. Tables of the game as \
         a whole begin with game_ and have no columns entrant and strategy."
    )?;
    let of_questions = questions::ALL
        .iter()
        .map(|question| (format!("gong {}", question.name()), question.tables()));
    for (command, tables) in of_questions {
        for table in tables {
            writeln!(out, "\n{} ({command})\n  {}", table.name, table.meaning)?;
            for line in described(&table) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn listed(
        what: fn(&'static dyn Title, &mut dyn Write) -> anyhow::Result<()>,
        title: &'static dyn Title,
    ) -> String {
        let mut out = Vec::new();
        what(title, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_strategy_is_listed_with_its_kind_and_description() {
        for title in titles() {
            let text = listed(strategies, title);
            for shipped in title.bots() {
                let line = text.lines().find(|line| line.starts_with(shipped.name));
                let line = line.unwrap_or_else(|| panic!("{} is listed: {text}", shipped.name));
                assert!(line.contains("(shipped: strategies/"), "{line}");
                let bot = load_bot(title, shipped.name).unwrap();
                assert!(line.contains(&bot.description), "{line}");
            }
            assert!(text.ends_with(
                "\nrandom           random   chooses every option with the same probability (built in)\n"
            ));
        }
    }

    /// The games of a family have trained bots of their own.
    #[test]
    fn the_bots_of_every_game_are_listed() {
        let mut out = Vec::new();
        each(None, titles(), &mut out, strategies).unwrap();
        let text = String::from_utf8(out).unwrap();
        for title in titles() {
            let trained = format!("(shipped: strategies/{}/trained.toml)", title.name());
            assert!(text.contains(&trained), "{trained}: {text}");
        }
    }

    #[test]
    fn every_table_is_documented() {
        let documented = include_str!("../../../docs/tables.md");
        let mut out = Vec::new();
        tables(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("game_") && documented.contains("`game_"));
        let all = questions::ALL.iter().flat_map(|question| question.tables());
        // The words of the measure are a sentence before the meaning of the table.
        assert!(text.contains("\n  The round of an event. When an event occurs: one row"));
        // Names in capitals stand for names that a game declares.
        let is_fixed = |name: &str| !name.contains(char::is_uppercase);
        for table in all.filter(|table| is_fixed(&table.name)) {
            let name = format!("`{}`", table.name);
            let rows = documented.lines().filter_map(|line| line.strip_prefix("| "));
            let mut rows = rows.filter_map(|row| row.split_once(" | "));
            let row = rows.find(|(tables, _)| tables.contains(&name));
            let (_, columns) = row.unwrap_or_else(|| panic!("docs/tables.md lacks {name}"));
            if columns.starts_with("as `") {
                continue; // The columns are those of another table.
            }
            let is_gap = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let words: Vec<&str> = columns.split(is_gap).collect();
            for column in table.columns.iter().filter(|column| is_fixed(&column.name)) {
                let column = column.name.as_str();
                assert!(words.contains(&column), "docs/tables.md lacks {name}, {column}");
            }
        }
    }

    #[test]
    fn every_feature_is_listed_with_its_meaning() {
        for title in titles() {
            let text = listed(features, title);
            assert_eq!(text.lines().count(), title.features().len());
            for feature in title.features() {
                assert!(text.contains(feature.meaning), "{}", feature.name);
            }
        }
    }
}
