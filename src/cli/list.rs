//! The command `gong list`: lists the available games, fighters, rules, bots and tables.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{game, games_named};
use crate::games::{Shipped, Title, families, title, titles};
use crate::questions;
use crate::report::table::described;
use crate::scenario::effects::{self, Detail, Details, GameEffect};
use crate::scenario::{
    Document, FileKind, RANDOM, TypeShape, is_file, load_bot, official_roster, resolve_each,
    roster, title_of_roster,
};
use crate::session::Usage;
use crate::words::suggest;

/// List the available games, fighters, rules, effects, strategies, scenarios, features or tables
#[derive(Debug, Clone, Args)]
pub struct List {
    #[command(subcommand)]
    what: What,
    /// The game, like the argument GAME
    #[arg(long = "game", value_name = "GAME", global = true, hide = true)]
    of_game: Option<String>,
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
    Strategies(OfEachGame),
    /// The scenarios that come with gong, which gong new scenario NAME --like KEY copies
    Scenarios(OfEachGame),
    /// The features of options, for which strategy files have weights
    Features(OfGame),
    /// The tables that commands write, with their columns: name, type, meaning
    Tables,
}

/// The game to list.
#[derive(Debug, Clone, Args)]
struct OfGame {
    /// The game [default: every game, each family of games once]
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// The game of a list that differs between the games of a family, such as the bots.
#[derive(Debug, Clone, Args)]
struct OfEachGame {
    /// The game [default: every game]
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// Prints the list of a game; without a name, one list for each family of games, under headings.
fn each_family(
    named: Option<&str>,
    out: &mut dyn Write,
    list: impl Fn(&'static dyn Title, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if named.is_some() {
        return list(game(named)?, out);
    }
    let several = families().count() > 1;
    for (i, title) in families().enumerate() {
        if several {
            write_heading(title, i, out)?;
        }
        list(title, out)?;
    }
    Ok(())
}

/// Prints the list of a game; without a name, one list for each game, under headings.
fn each_game(
    named: Option<&str>,
    out: &mut dyn Write,
    list: impl Fn(&'static dyn Title, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let games = games_named(named)?;
    let several = games.len() > 1;
    for (i, title) in games.into_iter().enumerate() {
        if several {
            let gap = if i > 0 { "\n" } else { "" };
            writeln!(out, "{gap}# {}\n", title.name())?;
        }
        list(title, out)?;
    }
    Ok(())
}

impl List {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let flag = self.of_game;
        let one = |argument: Option<String>| match (argument, &flag) {
            (Some(argument), Some(game)) => Err(Usage(format!(
                "--game {game} cannot be combined with `{argument}`; leave out one of them"
            ))),
            (argument, flag) => Ok(argument.or_else(|| flag.clone())),
        };
        match self.what {
            What::Games | What::Tables if flag.is_some() => {
                Err(Usage("--game: this list is the same for every game".into()).into())
            }
            What::Games => games(out),
            What::Fighters { roster } if flag.is_none() => fighters(roster, out),
            What::Fighters { roster } => {
                let roster = one(roster.map(|path| path.to_string_lossy().into_owned()))?;
                fighters(roster.map(PathBuf::from), out)
            }
            What::Rules(of) => each_family(one(of.game)?.as_deref(), out, rules),
            What::Effects { of } => match one(of)? {
                Some(name) if title(&name).is_none() => effect(&name, out),
                named => each_family(named.as_deref(), out, effects),
            },
            What::Strategies(of) => {
                each_game(one(of.game)?.as_deref(), out, strategies)?;
                writeln!(
                    out,
                    "\nYou can also use your own strategy file, --strategy PATH.toml, or your own \
                     script, --strategy PATH.luau"
                )?;
                Ok(())
            }
            What::Scenarios(of) => each_game(one(of.game)?.as_deref(), out, scenarios),
            What::Features(of) => each_family(one(of.game)?.as_deref(), out, features),
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

fn fighters(file: Option<PathBuf>, out: &mut dyn Write) -> anyhow::Result<()> {
    let named = file
        .as_ref()
        .and_then(|name| crate::games::title(name.to_str()?));
    let (title, roster) = match file {
        Some(path) if named.is_none() => {
            names_a_file(&path)?;
            let document = Document::read(&path)?;
            if FileKind::of(&document) == Some(FileKind::Scenario) {
                let scenario = resolve_each(document, &[])?.remove(0);
                (scenario.game(), scenario.roster)
            } else if let Some(fault) = FileKind::Roster.instead(&document) {
                return Err(fault.into());
            } else {
                let title = title_of_roster(&document);
                (title, roster(title, document, &[])?)
            }
        }
        _ => {
            let title = named.map_or_else(|| game(None), Ok)?;
            (title, official_roster(title)?)
        }
    };
    Ok(out.write_all(title.sheets(&roster).as_bytes())?)
}

/// Checks that an argument may be the path of a file, rather than the misspelt name of a game.
///
/// # Errors
/// Fails if the argument has not the form of a path and no such file exists.
fn names_a_file(path: &Path) -> Result<(), Usage> {
    let name = path.to_string_lossy();
    if is_file(&name) || path.exists() {
        return Ok(());
    }
    let known = suggest(&name, titles().map(Title::name));
    let what = format!("there is no game and no file `{name}`{known}");
    Err(Usage(what))
}

fn rules(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let shape = TypeShape::rules(title);
    let kin =
        titles().filter(|other| other.family() == title.family() && other.name() != title.name());
    let kin = kin.map(|other| Ok((other.name(), toml::from_str(&other.rules())?)));
    let kin = kin.collect::<anyhow::Result<Vec<(&str, toml::Table)>>>()?;
    let text = title.rules();
    // The table that contains the rules of the following lines, such as "events.calm".
    let mut table = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            table = heading.trim_end_matches(']');
        }
        let Some((name, default)) = line.split_once(" = ") else {
            continue;
        };
        let path: Vec<&str> = table.split('.').chain([name]).collect();
        let path: Vec<&str> = path.into_iter().filter(|step| !step.is_empty()).collect();
        let (meaning, allowed) = shape.describe(&path);
        let name = path.join(".");
        let others = kin.iter().filter_map(|(game, rules)| {
            let table = toml::Value::Table(rules.clone());
            let mut steps = path.iter();
            let other = steps.try_fold(&table, |table, step| table.get(step))?;
            let other = other.to_string();
            (other != default).then(|| format!("  ({game}: {other})"))
        });
        let others: String = others.collect();
        writeln!(
            out,
            "rules.{name} = {default}{others}\n    {meaning}\n    {allowed}"
        )?;
    }
    Ok(())
}

fn effects(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let [one, _] = title.words().fighter;
    let groups = effects::effects(title);
    if groups.is_empty() {
        writeln!(out, "a {one} has only numbers and no effects")?;
    }
    for (i, group) in groups.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        let fields = group.fields.join(" or ");
        let field = group.fields[0].rsplit('.').next().unwrap_or_default();
        let plain = group.all.iter().find(|one| one.details == Details::None);
        let plain = plain.map(|effect| format!("{field} = \"{}\"", effect.name));
        let detailed = group.all.iter().find(|one| one.details != Details::None);
        let detailed = detailed.map(|effect| format!("{field} = {{ {} }}", written(effect)));
        let ways: Vec<String> = plain.into_iter().chain(detailed).collect();
        writeln!(
            out,
            "{gap}{fields} of a {one}, as in {}\n",
            ways.join(" or ")
        )?;
        for effect in &group.all {
            write_effect(title, effect, out)?;
        }
        if !group.own.is_empty() {
            writeln!(
                out,
                "\nOr your own effect, composed of parts: {field} = {{ name = \"…\", … }}\n"
            )?;
            write_details(&group.own, out)?;
        }
    }
    Ok(())
}

/// Prints the effects of this name, of every family of games; under headings if there are several.
fn effect(name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = || {
        families().flat_map(|title| {
            let groups = effects::effects(title).into_iter();
            let all = groups.flat_map(|group| group.all);
            all.map(move |effect| (title, effect))
        })
    };
    let key = name.replace(' ', "-");
    let found: Vec<_> = all().filter(|(_, effect)| effect.name == key).collect();
    if found.is_empty() {
        let games = titles().map(|title| title.name().to_owned());
        let mut known: Vec<String> = games.chain(all().map(|(_, effect)| effect.name)).collect();
        // Several games may have effects of the same name.
        let mut seen = BTreeSet::new();
        known.retain(|name| seen.insert(name.clone()));
        let known = suggest(name, known.iter().map(String::as_str));
        return Err(Usage(format!("there is no game and no effect `{name}`{known}")).into());
    }
    for (i, (title, effect)) in found.iter().enumerate() {
        if found.len() > 1 {
            write_heading(*title, i, out)?;
        }
        write_effect(*title, effect, out)?;
    }
    Ok(())
}

/// Prints the names of the games of a family as the heading of its list, which is the list number
/// `index`, from 0.
fn write_heading(family: &dyn Title, index: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = titles().filter(|title| title.family() == family.family());
    let games: Vec<&str> = games.map(Title::name).collect();
    let gap = if index > 0 { "\n" } else { "" };
    Ok(writeln!(out, "{gap}# {}\n", games.join(", "))?)
}

fn write_effect(title: &dyn Title, effect: &GameEffect, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n    {}", written(effect), effect.meaning)?;
    match &effect.details {
        Details::None => {}
        Details::Value(allowed) => writeln!(out, "    {allowed}")?,
        Details::Table(fields) => write_details(fields, out)?,
    }
    if let Some(parts) = title.in_parts(&effect.name) {
        writeln!(out, "    in parts: {parts}")?;
    }
    Ok(())
}

fn write_details(fields: &[Detail], out: &mut dyn Write) -> anyhow::Result<()> {
    for detail in fields {
        let Detail {
            name,
            meaning,
            allowed,
        } = detail;
        match allowed.is_empty() {
            true => writeln!(out, "        {name}: {meaning}")?,
            false => writeln!(out, "    {name}: {allowed}. {meaning}")?,
        }
    }
    Ok(())
}

/// Returns an effect in the syntax of a roster file, with placeholders for its numbers.
fn written(effect: &GameEffect) -> String {
    let name = &effect.name;
    match &effect.details {
        Details::None => name.clone(),
        Details::Value(_) => format!("{name} = …"),
        Details::Table(fields) => {
            // Leaves out the fields of tables that are inside a list.
            let fields = fields.iter().filter(|field| !field.name.contains('.'));
            let fields = fields.map(|field| format!("{} = …", field.name));
            let fields: Vec<String> = fields.collect();
            format!("{name} = {{ {} }}", fields.join(", "))
        }
    }
}

fn strategies(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let shipped = |name: &str| title.bots().iter().find(|shipped| shipped.name == name);
    for name in title
        .bots()
        .iter()
        .map(|shipped| shipped.name)
        .chain([RANDOM])
    {
        let bot = load_bot(title, name).map_err(|_| anyhow::anyhow!("`{name}` does not load"))?;
        let kind = match (&bot.settings, &bot.script) {
            (Some(file), _) => toml::Value::try_from(file.kind)?
                .as_str()
                .unwrap_or_default()
                .to_owned(),
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
         a whole begin with game_ and have no columns entrant and strategy. Tables that begin with \
         stand_in_ have the results of a stand-in: a bot with fixed weights that plays the same \
         games if the bots have not learnt the scenario."
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

    fn listed(
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
                "\nrandom           random   takes every option with the same chance (built in)\n"
            ));
        }
    }

    /// The games of a family have trained bots of their own.
    #[test]
    fn the_bots_of_every_game_are_listed() {
        let mut out = Vec::new();
        each_game(None, &mut out, strategies).unwrap();
        let text = String::from_utf8(out).unwrap();
        for title in titles() {
            let trained = format!("(shipped: strategies/{}/trained.toml)", title.name());
            assert!(text.contains(&trained), "{trained}: {text}");
        }
        // Commands of `gong new` have the flag, so `gong list` accepts it too.
        let flag = ["gong", "list", "strategies", "--game", "mad-arena"];
        assert!(
            crate::cli::command_line()
                .try_get_matches_from(flag)
                .is_ok()
        );
    }

    #[test]
    fn every_table_is_documented() {
        let documented = include_str!("../../docs/tables.md");
        let mut out = Vec::new();
        tables(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for prefix in ["game_", "stand_in_"] {
            assert!(text.contains(prefix) && documented.contains(&format!("`{prefix}")));
        }
        let all = questions::ALL.iter().flat_map(|question| question.tables());
        // Names in capitals stand for names that a game declares.
        for table in all.filter(|table| !table.name.contains(char::is_uppercase)) {
            let name = format!("`{}`", table.name);
            assert!(documented.contains(&name), "docs/tables.md lacks {name}");
        }
    }

    #[test]
    fn every_effect_is_listed_with_its_meaning_and_its_numbers() {
        for title in titles() {
            let text = listed(effects, title);
            for effect in effects::effects(title).iter().flat_map(|group| &group.all) {
                let heading = written(effect);
                let at = text.lines().position(|line| line == heading);
                let at = at.unwrap_or_else(|| panic!("{heading} is listed: {text}"));
                let below: Vec<&str> = text.lines().skip(at + 1).collect();
                assert_eq!(below[0].trim(), effect.meaning);
                if let Details::Value(allowed) = &effect.details {
                    assert_eq!(below[1].trim(), allowed);
                }
            }
        }
    }

    #[test]
    fn an_effect_is_listed_by_its_name_and_another_is_no_effect() {
        let mut out = Vec::new();
        for (title, group) in titles().flat_map(|title| {
            let all = effects::effects(title).into_iter();
            all.map(move |group| (title, group))
        }) {
            for known in &group.all {
                out.clear();
                effect(&known.name, &mut out).unwrap();
                let text = String::from_utf8(out.clone()).unwrap();
                assert!(text.lines().any(|line| line == written(known)), "{text}");
                // If effects can be composed of parts, `gong list` shows the parts of each effect.
                let parts = title.in_parts(&known.name);
                assert_eq!(parts.is_some(), !group.own.is_empty(), "{}", known.name);
                assert!(parts.is_none_or(|parts| text.contains(&parts)), "{text}");
            }
            let wrong = format!("{}x", group.all[0].name);
            let told = effect(&wrong, &mut out).unwrap_err().to_string();
            let meant = format!("did you mean `{}`?", group.all[0].name);
            assert!(told.contains(&meant), "{told}");
        }
    }

    #[test]
    fn an_effect_of_several_games_is_listed_for_each() {
        let mut out = Vec::new();
        effect("steady", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings, ["# battle-cards", "# jungle-alert"]);
        assert_eq!(text.lines().filter(|line| *line == "steady = …").count(), 2);
        let told = effect("nosuch", &mut std::io::sink()).unwrap_err();
        assert_eq!(told.to_string().matches("`steady`").count(), 1, "{told}");
        let told = effect("bramble", &mut std::io::sink()).unwrap_err();
        let told = told.to_string();
        assert!(told.ends_with("; did you mean `bramble-net`?"), "{told}");
    }

    #[test]
    fn a_list_of_fighters_is_of_a_game_or_of_a_file() {
        let told = |name: &str| {
            let listed = fighters(Some(name.into()), &mut std::io::sink());
            listed.unwrap_err().to_string()
        };
        assert_eq!(
            told("mad-aren"),
            "there is no game and no file `mad-aren`; did you mean `mad-arena`?"
        );
        assert!(told("mad-aren.toml").contains("cannot be read"));
        let bot = "strategies/arena/balanced.toml";
        assert_eq!(
            told(bot),
            format!("{bot}: is a strategy file, not a roster")
        );
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
