//! A job: the report's folder and the progress bar of one command that plays games.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size};

use super::keeper::{AskedCommand, Keeper};
use super::playing::Playing;
use super::progress_bar::{Ahead, CommandBar, MOMENT};
use super::report_identity::ReportIdentity;
use super::{Interrupted, Usage};
use crate::report::page::Warning;
use crate::report::rows::RowsWriter;
use crate::report::words::grouped;
use crate::report::{AdaptedBot, Answer, Folder, Found, MANIFEST, Manifest, no_links};
use crate::simulate::Simulation;
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
    begin: Instant,
}

impl<'a> Job<'a> {
    /// Prepares the folder `target` of a command's report.
    ///
    /// # Errors
    /// Fails if the folder cannot hold a report, or holds the report of another command and
    /// `--force` is not set.
    fn begin(
        playing: &'a Playing,
        target: PathBuf,
        (report, command): (&ReportIdentity, &str),
    ) -> Result<Job<'a>, Usage> {
        if !playing.force {
            no_other_report(&target, report, command)?;
        }
        let folder = Folder::stage(&target).map_err(|error| {
            let cause = error.root_cause().downcast_ref::<io::Error>();
            let is_denied = cause.is_some_and(|cause| {
                let kind = cause.kind();
                kind == ErrorKind::PermissionDenied || kind == ErrorKind::ReadOnlyFilesystem
            });
            let advice = match is_denied && playing.out.is_none() {
                true => "; name a folder that you can write with --out",
                false => "",
            };
            Usage(format!("{error:#}{advice}"))
        })?;
        Ok(Job { playing, folder: Some(folder), target, begin: Instant::now() })
    }

    /// Prepares the folder of a command's report, which [`Playing::folder`] returns, and the counts
    /// of the command's games. A shard is stored in a folder of its own.
    ///
    /// # Errors
    /// Fails if the folder cannot hold a report, holds stored games of another command, or has a
    /// symbolic link in the place of a file of gong. Also fails if the folder holds the report of
    /// another command and `--force` is not set.
    pub fn keeping(
        playing: &'a Playing,
        folder: PathBuf,
        asked: AskedCommand<'_>,
    ) -> anyhow::Result<(Job<'a>, Keeper)> {
        let command = (asked.report, asked.command);
        let target = match (playing.shard, &playing.out) {
            (Some(_), None) => with_shards(&folder),
            _ => folder,
        };
        no_links(&target).map_err(|error| Usage(format!("{error:#}")))?;
        if playing.shard.is_none() {
            let keeper = Keeper::begin(playing, &target, asked)?;
            return Ok((Job::begin(playing, target, command)?, keeper));
        }
        if target.is_file() || target.join(MANIFEST).exists() {
            return Err(Usage(format!(
                "{} is {}: name a new folder for the shards, separate from their report",
                target.display(),
                if target.is_file() { "a file" } else { "the folder of a report" }
            ))
            .into());
        }
        let keeper = Keeper::begin(playing, &target, asked)?;
        let job = Job { playing, folder: None, target, begin: Instant::now() };
        Ok((job, keeper))
    }

    /// Returns the time since the command began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn folder(&self) -> &Folder {
        self.folder.as_ref().expect("it is no shard")
    }

    /// Shows a progress bar on stderr for this number of games. Shows nothing if stderr is not a
    /// terminal.
    pub fn bar(&self, title: &str, games: u64) -> CommandBar {
        CommandBar::new(title, games, self.playing)
    }

    /// Shows a progress bar on stderr for work in any unit, with the remaining time and without a
    /// rate.
    pub fn work_bar(&self, title: &str, work: u64) -> CommandBar {
        CommandBar::new(title, work, self.playing).without_rate(title)
    }

    /// Prints how many games a command will play and how long the games will take, if stderr is a
    /// terminal. `game` plays games for a moment and returns the time per game.
    ///
    /// # Errors
    /// Fails if a game cannot be played.
    pub fn announce(
        &self,
        ahead: &Ahead<'_>,
        game: impl FnOnce(Duration) -> anyhow::Result<Option<Duration>>,
    ) -> anyhow::Result<()> {
        if self.playing.quiet || !std::io::stderr().is_terminal() {
            return Ok(());
        }
        if let Some(game) = game(MOMENT)? {
            // A closed terminal does not stop the command.
            let _ = writeln!(std::io::stderr(), "{}", ahead.words(game));
        }
        Ok(())
    }

    /// Creates the file of the table `games`, which has one row per game and player.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn rows(&self, simulation: &Simulation) -> anyhow::Result<RowsWriter> {
        self.folder().rows(simulation.cast(), simulation.measures())
    }

    /// Copies the stored points of a sweep into the report's folder. A point is one setting with
    /// its games, in a file of its own.
    ///
    /// # Errors
    /// Fails if a file cannot be copied.
    pub fn keep_points(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        self.folder().keep_points(files)
    }

    /// Writes the files of an adapted bot to the report's folder.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn keep_bot(&self, bot: &AdaptedBot) -> anyhow::Result<()> {
        self.folder().keep_bot(bot)
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
        if keeper.found() > 0 && !self.playing.quiet {
            let games = grouped(keeper.found());
            writeln!(out, "Games from an earlier run: {games}")?;
        }
        if let Some(note) = keeper.unresumed()
            && !self.playing.quiet
        {
            writeln!(out, "{note}")?;
        }
        let size = io::stdout().is_terminal().then(terminal_size).flatten();
        let width = size.map_or(usize::MAX, |(Width(columns), _)| columns.into());
        let told = answer.page.summary(manifest, &self.target, width)?;
        let folder = self.folder.expect("it is no shard");
        folder.publish(answer, found, manifest, self.playing.extras())?;
        if !self.playing.quiet {
            writeln!(out, "{told}")?;
        }
        if manifest.partial {
            if self.playing.progress {
                // The first warning says what is kept. A closed stderr does not stop the command.
                let warnings = answer.page.warnings(manifest);
                let kept = warnings.first().map(Warning::sentence).unwrap_or_default();
                let _ = writeln!(io::stderr(), "{}", shown_line(&kept));
            }
            return Err(Interrupted(None).into());
        }
        keeper.forget()
    }
}

/// Returns the folder for the shards of a command's games: the path of the report's folder with
/// `-shards` appended.
pub fn with_shards(report: &Path) -> PathBuf {
    let mut folder = report.to_owned().into_os_string();
    folder.push("-shards");
    folder.into()
}

/// Refuses a folder that holds the report of another command. `report` is the identity of the
/// command's own report.
///
/// # Errors
/// [`Usage`] if the folder holds the report of another command.
pub fn no_other_report(folder: &Path, report: &ReportIdentity, command: &str) -> Result<(), Usage> {
    match Manifest::read(folder) {
        Ok(manifest) if !report.has(&manifest, command) => Err(Usage(format!(
            "{} holds the report of another command ({}): name another folder with --out, or \
             replace it with --force",
            folder.display(),
            manifest.command
        ))),
        _ => Ok(()),
    }
}
