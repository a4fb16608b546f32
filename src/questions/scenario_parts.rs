//! Splits a command with several scenario files into separate commands, each with its own report.

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::command::canonical;
use super::question::CommandPart;
use crate::session::Usage;
use crate::session::playing::{Playing, stem};

/// Splits the flags of a command with several scenario files into the flags for each file, in the
/// order of the files.
///
/// # Errors
/// Fails if `--out` or `--shard` is given, or if two reports would have the same folder.
pub fn split(command: &Command, flags: &ArgMatches, playing: &Playing) -> Result<Vec<CommandPart>> {
    let scenarios = command.get_positionals().next();
    let scenarios = scenarios.map(|arg| flags.get_many::<PathBuf>(arg.get_id().as_str()));
    let scenarios: Vec<&PathBuf> = scenarios.flatten().into_iter().flatten().collect();
    if scenarios.len() < 2 {
        return Ok(vec![CommandPart::whole(flags, playing)]);
    }
    let refused = |what: &str| Err(Usage(what.to_owned()).into());
    if playing.out.is_some() {
        return refused("--out names one folder: leave it out, or run the scenarios one by one");
    }
    if playing.shard.is_some() {
        return refused("--shard needs exactly one scenario: divide the scenarios one by one");
    }
    let words = canonical(command, flags, &[]);
    let (name, rest) = (&words[..1], &words[1..]);
    let (paths, changes) = rest.split_at(scenarios.len());
    let words = |path: &String| [name, std::slice::from_ref(path), changes].concat();
    for (i, scenario) in scenarios.iter().enumerate() {
        let same = |other: &&&PathBuf| stem(other) == stem(scenario);
        if let Some(other) = scenarios[..i].iter().find(same) {
            return refused(&format!(
                "{} and {} would both be written into one folder, because both are called {}: run \
                 them one by one, each with its --out",
                other.display(),
                scenario.display(),
                stem(scenario)
            ));
        }
    }
    let alone = |path| {
        let flags = command.clone().try_get_matches_from(words(path))?;
        Ok(CommandPart::whole(&flags, playing))
    };
    paths.iter().map(alone).collect()
}
