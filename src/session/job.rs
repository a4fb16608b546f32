//! A job: the report's folder and the progress bar of one command that plays games.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use terminal_size::{Width, terminal_size};

use super::keeper::Keeper;
use super::playing::Playing;
use super::report_name::subject;
use super::{Interrupted, Usage};
use crate::report::ledger::Request;
use crate::report::page::Warning;
use crate::report::words::grouped;
use crate::report::{Answer, Folder, Found, MANIFEST, Manifest, no_links};
use crate::words::shown_line;

/// The report's folder and the progress of one command, from its start until the report is
/// published.
pub struct Job<'a> {
    playing: &'a Playing,
    /// The hidden folder in which the report is written. `None` for a shard (part of a command's
    /// games), which has no report.
    folder: Option<Folder>,
    /// Folder of the report, or of the shards (parts of a command's games).
    pub target: PathBuf,
    /// The time at which the command began.
    pub begin: Instant,
}

impl<'a> Job<'a> {
    /// Prepares the folder of a command's report, which [`Playing::folder`] returns, and the counts
    /// of the command's games; see [`Keeper::begin`]. A shard is stored in a folder of its own.
    ///
    /// # Errors
    /// Fails if the folder cannot hold a report, holds stored games of another command, or has a
    /// symbolic link in the place of a file of gong. Also fails if the folder holds the report of
    /// another command and `--force` is not set.
    pub fn begin(
        playing: &'a Playing,
        folder: PathBuf,
        request: Request,
        checkpoints: bool,
    ) -> anyhow::Result<(Job<'a>, Keeper)> {
        let target = match (playing.shard, &playing.out) {
            (Some(_), None) => with_shards(&folder),
            _ => folder,
        };
        let usage = |error: anyhow::Error| {
            let advice = if playing.out.is_none() { "; --out names another folder" } else { "" };
            Usage(format!("{error:#}{advice}"))
        };
        no_links(&target).map_err(usage)?;
        let is_shard = playing.shard.is_some();
        if is_shard && (target.is_file() || target.join(MANIFEST).exists()) {
            return Err(Usage(format!(
                "{} is {}: name a new folder for the shards, separate from their report",
                target.display(),
                if target.is_file() { "a file" } else { "the folder of a report" }
            ))
            .into());
        }
        if !is_shard && !playing.force {
            no_other_report(&target, &request.report, &request.command)?;
        }
        let keeper = Keeper::begin(playing, &target, request, checkpoints)?;
        let folder = (!is_shard).then(|| Folder::stage(&target)).transpose().map_err(usage)?;
        Ok((Job { playing, folder, target, begin: Instant::now() }, keeper))
    }

    /// Returns the folder in which the report is written.
    ///
    /// # Panics
    /// Panics if the command plays a shard, which has no report.
    pub fn folder(&self) -> &Folder {
        self.folder.as_ref().expect("it is no shard")
    }

    /// Writes the report with the command's results, and prints the summary. Removes the
    /// checkpoint unless the command was interrupted.
    ///
    /// # Errors
    /// Fails if a file cannot be written; [`Interrupted`] if not all games were played.
    pub fn publish(
        self,
        keeper: Keeper,
        answer: &Answer,
        found: &Found,
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if keeper.found > 0 {
            writeln!(out, "Games from an earlier run: {}", grouped(keeper.found))?;
        }
        if let Some(note) = &keeper.unresumed {
            writeln!(out, "{note}")?;
        }
        let size = io::stdout().is_terminal().then(terminal_size).flatten();
        let width = size.map_or(usize::MAX, |(Width(columns), _)| columns.into());
        let told = answer.page.summary(manifest, &self.target, width)?;
        let folder = self.folder.expect("it is no shard");
        folder.publish(answer, found, manifest, self.playing.extras())?;
        writeln!(out, "{told}")?;
        if !manifest.partial {
            return keeper.forget();
        }
        if self.playing.progress {
            // The first warning says what is kept. A closed stderr does not stop the command.
            let warnings = answer.page.warnings(manifest);
            let kept = warnings.first().map(Warning::sentence).unwrap_or_default();
            let _ = writeln!(io::stderr(), "{}", shown_line(&kept));
        }
        Err(Interrupted(None).into())
    }
}

/// Returns the folder for the shards of a command's games: the path of the report's folder with
/// `-shards` appended.
pub fn with_shards(report: &Path) -> PathBuf {
    let mut folder = report.to_owned().into_os_string();
    folder.push("-shards");
    folder.into()
}

/// Refuses a folder that holds the report of another command. `report` is the default name of the
/// report of `command`.
///
/// # Errors
/// [`Usage`] if the folder holds the report of another command.
pub fn no_other_report(folder: &Path, report: &str, command: &str) -> Result<(), Usage> {
    match Manifest::read(folder) {
        Ok(other) if other.report != report || subject(&other.command) != subject(command) => {
            Err(Usage(format!(
                "{} holds the report of another command ({}): name another folder with --out, or \
                 replace it with --force",
                folder.display(),
                other.command
            )))
        }
        _ => Ok(()),
    }
}
