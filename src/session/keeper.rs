//! Keeps the counts of a command's games: writes checkpoints and shards, resumes them, and supplies
//! the counts of merged shards.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::playing::Playing;
use super::reading::Reading;
use super::report_identity::ReportIdentity;
use super::{Interrupted, Usage};
use crate::report::atomic_file;
use crate::report::inputs::Inputs;
use crate::report::ledger::{CHECKPOINT, Ledger, Piece, Request};
use crate::report::words::counted;
use crate::shell;
use crate::simulate::{Lot, Lots, Played, Shard, Stretch};
use crate::stats::counts::{CountedSums, Counts};
use crate::words::shown_line;

/// A command whose games a [`Keeper`] counts, with everything that determines its results.
pub struct AskedCommand<'a> {
    /// Command line that plays the same games without the flag `--shard`.
    pub command: &'a str,
    /// Identity of the command's report.
    pub report: &'a ReportIdentity,
    /// Identity of the game engine: a hash of the code that decides the results of games; see
    /// [`crate::engine::identity`].
    pub engine: String,
    pub reading: Reading,
    /// All games of the command, as lots.
    pub lots: Vec<Lot>,
    /// True if the command writes checkpoints during play. A command that plays a shard always
    /// writes them.
    pub checkpoints: bool,
}

impl AskedCommand<'_> {
    /// Returns everything that determines which games the command counts.
    pub fn request(&self, playing: &Playing) -> Request {
        Request {
            gong: env!("CARGO_PKG_VERSION").into(),
            engine: self.engine.clone(),
            command: self.command.to_owned(),
            seed: playing.seed,
            inputs: self.reading.inputs().hash(),
            lots: self.lots.clone(),
        }
    }
}

/// Stores the counts of a command's games, and determines which games are still to be played.
pub struct Keeper {
    ledger: Ledger,
    way: Way,
    /// Path of the checkpoint file; `None` if the command writes no checkpoint.
    checkpoint: Option<PathBuf>,
    /// Files from which stored counts of games were read.
    sources: Vec<PathBuf>,
    /// Time at which the last checkpoint was written; before the first checkpoint, the start of the
    /// command.
    written: Instant,
    /// Delay between the last checkpoint and the next one.
    next: Duration,
    /// Number of games that were not played again, because an earlier process had stored their
    /// counts.
    found: u64,
    /// Difference from the interrupted command with the same report, whose games are not resumed
    /// for this reason; see [`Request::differs`].
    unresumed: Option<String>,
}

enum Way {
    /// This process plays all games of the command.
    Whole,
    /// This process plays one shard (part of the command's games) and writes it to the folder of
    /// shards.
    Shard(Shard, PathBuf, Inputs),
    /// All games of the command were played as shards, which are now merged.
    Merged,
}

/// Delay from the start of the command to its first checkpoint. Each further delay is twice as
/// long, up to [`LONGEST`].
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(16);
/// Minimum ratio between two times: the delay until the next checkpoint, and the time that writing
/// the last checkpoint took.
const SELDOM: u32 = 200;

impl Keeper {
    /// Prepares to count a command's games, and resumes the games of an earlier process that was
    /// stopped. `folder` is the folder of the report or of the shards.
    ///
    /// # Errors
    /// Fails if the folder holds games of another command and `--force` is not set.
    pub fn begin(
        playing: &Playing,
        folder: &Path,
        asked: AskedCommand<'_>,
    ) -> anyhow::Result<Keeper> {
        let mut keeper = Keeper {
            ledger: Ledger {
                request: asked.request(playing),
                typed: typed(
                    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()),
                ),
                shard: playing.shard,
                pieces: vec![],
                hash: String::new(),
            },
            way: Way::Whole,
            checkpoint: None,
            sources: vec![],
            written: Instant::now(),
            next: FIRST,
            found: 0,
            unresumed: None,
        };
        if let Some(kept) = &playing.kept
            && let Some(ledger) = &kept.ledger
        {
            if let Some(how) = ledger.request.differs(&keeper.ledger.request) {
                return Err(Usage(format!(
                    "this build of gong would play other games than the shards: {how}. The first \
                     are the shards, the second is this build; merge them with the build that \
                     played them"
                ))
                .into());
            }
            keeper.ledger.pieces.clone_from(&ledger.pieces);
            keeper.sources.clone_from(&kept.shards);
            keeper.way = Way::Merged;
            return Ok(keeper);
        }
        atomic_file::clean(folder);
        let checkpoint = match playing.shard {
            Some(shard) => {
                no_other_division(folder, shard)?;
                keeper.resume(&folder.join(Ledger::file(shard)), playing, None)?;
                // Detects a folder without write access before the first game.
                atomic_file::writable(folder).map_err(|error| Usage(format!("{error:#}")))?;
                keeper.way = Way::Shard(shard, folder.to_owned(), asked.reading.inputs().clone());
                folder.join(Ledger::checkpoint(shard))
            }
            None => folder.join(CHECKPOINT),
        };
        if asked.checkpoints || playing.shard.is_some() {
            if keeper.found == 0 {
                keeper.resume(&checkpoint, playing, Some(asked.report))?;
            }
            // A user's file with this name is not overwritten.
            let free = !checkpoint.exists() || Ledger::is_at(&checkpoint);
            keeper.checkpoint = free.then_some(checkpoint);
        }
        Ok(keeper)
    }

    /// Continues from the counts of games in a file, if they belong to this command. Ignores
    /// damaged files, and a checkpoint whose scenario files have changed since: the checkpoint
    /// belongs to the same `report`, which is `None` if the file is no checkpoint.
    fn resume(
        &mut self,
        file: &Path,
        playing: &Playing,
        report: Option<&ReportIdentity>,
    ) -> Result<(), Usage> {
        let Ok(before) = Ledger::read(file) else {
            return Ok(());
        };
        let (ours, theirs) = (&self.ledger.request, &before.request);
        match ours.differs(theirs) {
            None => {
                self.found = before.games();
                self.ledger.pieces = before.pieces;
                self.sources = vec![file.to_owned()];
                Ok(())
            }
            Some(_) if playing.force => Ok(()),
            Some(how) if report.is_some_and(|of| of.same(&ours.command, &theirs.command)) => {
                self.unresumed = Some(how);
                Ok(())
            }
            Some(how) => Err(Usage(format!(
                "{} contains games of another command: {how}. The first is this command, the \
                 second is the folder. Name another folder with --out, or start again with --force",
                file.display()
            ))),
        }
    }

    /// Returns whether this process plays only one shard of the command's games.
    pub fn is_shard(&self) -> bool {
        matches!(self.way, Way::Shard(..))
    }

    /// Returns the number of games whose counts were resumed from an earlier process, so that they
    /// need not be played again.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Returns a sentence about an interrupted command whose games are not resumed, because its
    /// scenario or something else differs. `None` if there is no such command.
    pub fn unresumed(&self) -> Option<String> {
        let how = self.unresumed.as_ref()?;
        Some(format!("The games of the interrupted command are not used: {how}"))
    }

    /// Returns, for each lot, the range of games that this process plays.
    pub fn stretches(&self) -> Vec<std::ops::Range<u64>> {
        let lots = &self.ledger.request.lots;
        match &self.way {
            Way::Shard(shard, ..) => shard.stretches(lots),
            Way::Whole | Way::Merged => lots.iter().map(|lot| 0..lot.games).collect(),
        }
    }

    /// Returns the number of games of a lot that this process plays.
    pub fn games_of(&self, lot: usize) -> u64 {
        let stretch = &self.stretches()[lot];
        stretch.end - stretch.start
    }

    /// Writes the checkpoint of the command's counts. If writing fails, prints a warning and plays
    /// on without checkpoints.
    fn save(&mut self) {
        let Some(path) = &self.checkpoint else {
            return;
        };
        let begin = Instant::now();
        if let Err(error) = self.ledger.write(path) {
            // A closed stderr does not stop the command.
            let warning = shown_line(&format!(
                "warning: the checkpoint cannot be written: \
                {error:#}"
            ));
            let _ = writeln!(io::stderr(), "{warning}");
            self.checkpoint = None;
        }
        self.written = Instant::now();
        self.next = (2 * self.next).min(LONGEST).max(SELDOM * begin.elapsed());
    }

    /// Writes the checkpoint of an interrupted command. Returns its path, or `None` if no
    /// checkpoint exists.
    pub fn save_for_later(&mut self) -> Option<&Path> {
        if self.ledger.games() > 0 {
            self.save();
        }
        self.checkpoint.as_deref().filter(|path| path.exists())
    }

    /// Creates the error for stored counts that are impossible for their number of games. `lot` is
    /// the index of the group of games with these counts; `tally` counts games of this group.
    fn impossible_counts(&self, lot: usize, tally: &mut impl CountedSums) -> Usage {
        let mut fits = |file: &Path| {
            let ledger = Ledger::read(file).ok();
            let piece = ledger.as_ref().and_then(|ledger| ledger.piece(lot));
            piece.is_none_or(|piece| piece.counts.fill(tally, piece.end - piece.first))
        };
        let Some(file) = self.sources.iter().find(|file| !fits(file)) else {
            return Usage(
                "the counts of these shards contradict each other: play all shards again".into(),
            );
        };
        Usage(format!(
            "{} is invalid: its counts are impossible for its number of games; remove {}, and \
             play its games again",
            file.display(),
            shell::path(file)
        ))
    }

    /// Removes the checkpoint file of a finished command.
    ///
    /// # Errors
    /// Fails if the file cannot be removed.
    pub fn forget(self) -> anyhow::Result<()> {
        match self.checkpoint.filter(|path| path.exists()) {
            None => Ok(()),
            Some(path) => std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove {}", path.display())),
        }
    }

    /// Writes the file of a finished shard (part of a command's games) and prints its path. An
    /// interrupted shard writes its checkpoint instead. `games` is the number of games of the shard
    /// that the report of all shards counts. This number excludes games such as those of the
    /// reference player.
    ///
    /// # Errors
    /// Fails if a file cannot be written; [`Interrupted`] after an interruption.
    pub fn finish_shard(
        mut self,
        games: u64,
        partial: bool,
        quiet: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let Way::Shard(shard, folder, inputs) = &self.way else {
            return Ok(());
        };
        let (shard, folder, inputs) = (*shard, folder.clone(), inputs.clone());
        if partial {
            let kept = self.save_for_later().is_some();
            return Err(Interrupted::before_result(kept).into());
        }
        let path = folder.join(Ledger::file(shard));
        // If a file with this name exists, another process may have finished the same shard
        // already.
        let already = Ledger::read(&path).is_ok_and(|there| there.request == self.ledger.request);
        inputs.write(&folder)?;
        if !already {
            self.ledger.write(&path)?;
        }
        self.forget()?;
        if !quiet {
            let Shard { number, of } = shard;
            let done = if already { "was played already" } else { "is played" };
            let games = match games {
                0 => String::new(),
                _ => format!(": {}", counted(games, "game")),
            };
            writeln!(out, "Shard {number} of {of} {done}{games}")?;
            writeln!(out, "Wrote {}", path.display())?;
            let folder = shell::path(&folder);
            writeln!(out, "When all shards are played: gong merge {folder}")?;
        }
        Ok(())
    }
}

impl Lots for Keeper {
    fn play<T: CountedSums>(
        &mut self,
        lot: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>> {
        let games = self.stretches()[lot].clone();
        if games.is_empty() && self.is_shard() {
            return Ok(Played {
                tally: empty,
                games: 0,
                partial: false,
                reached: false,
                seconds: 0.0,
            });
        }
        let (mut tally, mut played, mut before) = (empty, games.start, Duration::ZERO);
        if let Some(piece) = self.ledger.piece(lot) {
            if !piece.counts.fill(&mut tally, piece.end - piece.first) {
                return Err(self.impossible_counts(lot, &mut tally).into());
            }
            played = piece.end;
            before = Duration::from_micros(piece.microseconds);
        }
        let first = games.start;
        let begin = Instant::now();
        let piece = |end, tally: &mut T| Piece {
            lot,
            first,
            end,
            microseconds: (before + begin.elapsed()).as_micros() as u64,
            counts: Counts::of(tally),
        };
        let keep = |end, tally: &mut T| {
            if self.checkpoint.is_some() && self.written.elapsed() >= self.next {
                self.ledger.put(piece(end, tally));
                self.save();
            }
        };
        let mut done = play(Stretch { games, played, tally, keep: Box::new(keep) })?;
        // Does not copy the counts if they are neither saved nor merged.
        if done.games > 0 && (self.checkpoint.is_some() || self.is_shard()) {
            self.ledger.put(piece(first + done.games, &mut done.tally));
        }
        done.seconds += before.as_secs_f64();
        Ok(done)
    }
}

/// Checks that all shards in a folder belong to a division into as many shards as `shard`, because
/// `gong merge` combines only shards of one division.
///
/// # Errors
/// Fails if the folder has a shard of another division; the error names the file.
fn no_other_division(folder: &Path, shard: Shard) -> Result<(), Usage> {
    // A folder that does not exist yet has no shards.
    let there = Ledger::shards_in(folder).unwrap_or_default();
    let own = format!("-of-{}.json", shard.of);
    let is_other = |file: &&PathBuf| {
        let name = file.to_string_lossy();
        !name.ends_with(&own) && Ledger::is_at(file)
    };
    match there.iter().find(is_other) {
        None => Ok(()),
        Some(other) => Err(Usage(format!(
            "{} is not one of {} shards, and gong merge needs shards of one number: name another \
             folder with --out, or remove the shards of the other number",
            other.display(),
            shard.of
        ))),
    }
}

/// Removes the flags for folder, shard (part of the games), threads and output from the words of a
/// command line.
pub fn typed(words: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 3] = ["--out", "--shard", "--threads"];
    const ALONE: [&str; 3] = ["--force", "--quiet", "-q"];
    let mut kept = vec![];
    let mut words = words;
    while let Some(word) = words.next() {
        let flag = word.split('=').next().unwrap_or_default();
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if !WITH_VALUE.contains(&flag) && !ALONE.contains(&word.as_str()) {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_and_how_fast_it_is_played_is_not_what_was_asked() {
        let words = "run a.toml --shard 1/4 --out=x -q --set line-up.draw=4 --threads 2 --csv";
        let kept = typed(words.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "run a.toml --set line-up.draw=4 --csv");
    }
}
