//! Panels: `gong train --panel N` trains N bots with consecutive seeds, each with its own report.
//! The panel's strategy file names the N bots as its members.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Command, FromArgMatches};
use serde::Serialize;

use super::files::{file_name, is_trained};
use super::flags::TrainFlags;
use crate::questions::command::canonical;
use crate::questions::question::CommandPart;
use crate::report::atomic_file;
use crate::report::words::spelled;
use crate::scenario::{BotKind, read_text};
use crate::session::Usage;
use crate::session::playing::Playing;

/// Content of the strategy file of a panel: only the fields of the bot kind `panel`.
#[derive(Serialize)]
struct PanelFile {
    kind: BotKind,
    description: String,
    members: Vec<String>,
}

/// Splits a command with `--panel N` into N commands, which train one member each. A command
/// without the flag has one part.
///
/// # Errors
/// Fails if a flag allows no panel, or if the panel's file exists and is not the file of this
/// panel.
pub fn members(
    command: &Command,
    flags: &ArgMatches,
    playing: &Playing,
) -> Result<Vec<CommandPart>> {
    let train = TrainFlags::from_arg_matches(flags)?;
    let Some(count) = train.panel.filter(|_| playing.kept.is_none()) else {
        return Ok(vec![CommandPart::whole(flags, playing)]);
    };
    let refused = |what: &str| Err(Usage(what.to_owned()).into());
    if playing.out.is_some() {
        return refused("--out names a single folder, but each member of a panel has a report");
    }
    let panel = train.file();
    let replaced = playing.force && is_trained(&panel);
    if panel.exists() && !replaced && read_text(&panel).ok() != Some(text(&panel, count)?) {
        return refused(&format!(
            "{} exists already: name another file with -o, or replace it with --force",
            panel.display()
        ));
    }
    let part = |number: u8| {
        let seed = playing.seed.wrapping_add(u64::from(number) - 1);
        let resolved = [("panel", count.to_string()), ("seed", seed.to_string())];
        let mut words = canonical(command, flags, &resolved);
        let file = member(&panel, number).to_string_lossy().into_owned();
        words.extend(["-o".to_owned(), file]);
        let flags = command.clone().try_get_matches_from(words)?;
        let mut part = CommandPart::whole(&flags, playing);
        part.playing.seed = seed;
        Ok(part)
    };
    (1..=count).map(part).collect()
}

/// Writes the strategy file of the panel, if the command trained a panel.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(flags: &ArgMatches, playing: &Playing, out: &mut dyn Write) -> Result<()> {
    let train = TrainFlags::from_arg_matches(flags)?;
    let Some(count) = train.panel else {
        return Ok(());
    };
    let panel = train.file();
    atomic_file::write(&panel, text(&panel, count)?.as_bytes())?;
    if !playing.quiet {
        let members = spelled(count.into(), "member");
        writeln!(out, "A panel of {members}: {}", panel.display())?;
    }
    Ok(())
}

/// Returns the text of the panel's strategy file.
fn text(panel: &Path, count: u8) -> Result<String> {
    let members = (1..=count).map(|number| file_name(&member(panel, number)));
    let file = PanelFile {
        kind: BotKind::Panel,
        description: format!("{}, one in each game", spelled(count.into(), "training")),
        members: members.collect(),
    };
    Ok(toml::to_string(&file)?)
}

/// Returns the path of a member's strategy file: `mine-2.toml` for the panel `mine.toml`.
fn member(panel: &Path, number: u8) -> PathBuf {
    let stem = panel.file_stem().unwrap_or_default().to_string_lossy();
    panel.with_file_name(format!("{stem}-{number}.toml"))
}
