//! The command `gong new`: writes first versions of a designer's files, which pass `gong check`.

mod bot;
mod fighter;
mod roster_choice;
mod scenario;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::games::Title;
use crate::report::atomic_file::{self, folder_of};
use crate::session::Usage;
use crate::shell;
use crate::words::is_blank;

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

/// Returns the path of the new file: the path that the user gave, or a path in the current folder,
/// derived from the name.
///
/// # Errors
/// Fails if the path has another ending, if the file exists, or if its folder does not exist or
/// cannot be written.
fn target(output: Option<PathBuf>, stem: &str, ending: &str) -> Result<PathBuf, Usage> {
    let path = output.unwrap_or_else(|| PathBuf::from(format!("{stem}.{ending}")));
    if path.extension().is_none_or(|given| given != ending) {
        let what = format!("-o {}: wants a file that ends in .{ending}", path.display());
        return Err(Usage(what));
    }
    if path.exists() {
        return Err(Usage(format!(
            "{} exists already, and is never replaced: name another file with -o",
            path.display()
        )));
    }
    let folder = folder_of(&path);
    if !folder.is_dir() {
        let what = format!("-o {}: there is no folder {}", path.display(), folder.display());
        return Err(Usage(what));
    }
    let shown = path.display();
    atomic_file::writable_file(&path).map_err(|error| Usage(format!("-o {shown}: {error:#}")))?;
    Ok(path)
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

/// The files that the command has written so far. They are removed if a later step fails.
#[derive(Default)]
struct Written(Vec<PathBuf>);

impl Written {
    /// Writes a new file.
    ///
    /// # Errors
    /// Fails if the file exists or cannot be written.
    fn put(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        let why = || format!("{} cannot be written", path.display());
        let mut file = fs::File::create_new(path).with_context(why)?;
        self.0.push(path.to_owned());
        file.write_all(text.as_bytes()).with_context(why)
    }

    /// Keeps the written files. Called when all steps of the command have succeeded.
    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for path in &self.0 {
            // An error here is ignored: there is no way to handle it.
            let _ = fs::remove_file(path);
        }
    }
}

/// Prints which other games have a fighter or a bot with the name of the copied one.
fn note_others(
    out: &mut dyn Write,
    like: &str,
    others: impl Iterator<Item = &'static dyn Title>,
) -> anyhow::Result<()> {
    for other in others {
        let other = other.name();
        writeln!(out, "note: {other} has a `{like}` too: --game {other}")?;
    }
    Ok(())
}

/// Prints suggested commands, one per line.
fn next(out: &mut dyn Write, first: &str, commands: &[String]) -> anyhow::Result<()> {
    writeln!(out, "\nNext: {first}")?;
    for command in commands {
        writeln!(out, "      {command}")?;
    }
    Ok(())
}

/// Returns the path in the form that a user types.
fn typed(path: &Path) -> String {
    shell::path(path)
}
