//! The command `gong new`: writes first versions of a designer's files, which pass `gong check`.

mod bot;
mod fighter;
mod roster_choice;
mod scenario;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::game;
use crate::games::{Title, titles};
use crate::session::Usage;
use crate::session::new_file::NewFile;
use crate::words::{is_blank, suggest};

/// Write a file of your own to begin with: a fighter, a scenario or a bot; nothing is overwritten
#[derive(Debug, Clone, Args)]
pub struct New {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Clone, Subcommand)]
enum What {
    Fighter(fighter::NewFighter),
    Scenario(scenario::NewScenario),
    Bot(bot::NewBot),
}

impl New {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.what {
            What::Fighter(fighter) => fighter.run(out),
            What::Scenario(scenario) => scenario.run(out),
            What::Bot(bot) => bot.run(out),
        }
    }
}

/// Returns the new file: at the path that the user gave, or in the current folder, named after the
/// fighter, scenario or bot.
///
/// # Errors
/// Fails if the file cannot be created.
fn target(output: Option<PathBuf>, stem: &str, ending: &str) -> Result<NewFile, Usage> {
    let path = output.unwrap_or_else(|| PathBuf::from(format!("{stem}.{ending}")));
    NewFile::new(&path, ending, "-o ")
}

/// Returns the first game that has the fighter, bot or scenario to copy; `known` returns the keys
/// that a game has. If the user names a game, considers only this game.
///
/// # Errors
/// Fails if there is no such game. The error names `what` was to be copied.
fn game_with(
    named: Option<&str>,
    (what, like): (&str, &str),
    known: impl Fn(&'static dyn Title) -> Vec<String>,
) -> Result<&'static dyn Title, Usage> {
    let games = match named {
        Some(_) => vec![game(named)?],
        None => titles().collect(),
    };
    let has = |title: &&&'static dyn Title| known(**title).iter().any(|key| key == like);
    games.iter().find(has).copied().ok_or_else(|| {
        let all: BTreeSet<String> = games.iter().flat_map(|title| known(*title)).collect();
        let hint = suggest(like, all.iter().map(String::as_str));
        Usage(format!("--like {like}: there is no {what} `{like}`{hint}"))
    })
}

/// Returns a file name without ending, derived from a name for readers.
///
/// # Errors
/// Fails if no file name can be derived.
fn stem(name: &str) -> Result<String, Usage> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let stem = words.join("-");
    // Windows allows none of these characters in the name of a file.
    let is_odd = |c: char| c.is_control() || "/\\<>:\"|?*".contains(c);
    if is_blank(&stem) || stem.starts_with(['.', '-']) || stem.contains(is_odd) {
        return Err(Usage(format!(
            "`{name}` is not a valid name: wants letters, digits, hyphens and spaces"
        )));
    }
    if stem.ends_with(".toml") || stem.ends_with(".luau") {
        return Err(Usage(format!(
            "`{name}` is not a valid name: wants a name without ending; -o names the file"
        )));
    }
    Ok(stem)
}

/// Prints suggested commands, one per line.
fn next(out: &mut dyn Write, first: &str, commands: &[String]) -> anyhow::Result<()> {
    writeln!(out, "\nNext: {first}")?;
    for command in commands {
        writeln!(out, "      {command}")?;
    }
    Ok(())
}
