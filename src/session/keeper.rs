//! Keeps the counts of a command's games: writes checkpoints and shards, resumes them, and supplies
//! the counts of merged shards.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::playing::Playing;
use super::report_name::subject;
use super::{Interrupted, Usage};
use crate::report::atomic_file;
use crate::report::inputs::Inputs;
use crate::report::ledger::{CHECKPOINT, Ledger, Piece, Request};
use crate::report::words::counted;
use crate::shell;
use crate::simulate::{Lots, Played, Shard, Stretch};
use crate::stats::counts::{CountedSums, Counts};
use crate::words::shown_line;

/// Stores the counts of a command's games, and determines which games are still to be played.
pub struct Keeper {
    ledger: Ledger,
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
    pub found: u64,
    /// A sentence about an interrupted command with the same report, whose games are not resumed,
    /// because its scenario or something else differs.
    pub unresumed: Option<String>,
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
    /// stopped. `folder` is the folder of the report or of the shards. `checkpoints` is true if the
    /// command writes checkpoints during play; a command that plays a shard always writes them.
    ///
    /// # Errors
    /// Fails if the folder holds games of another command and `--force` is not set.
    pub fn begin(
        playing: &Playing,
        folder: &Path,
        request: Request,
        checkpoints: bool,
    ) -> anyhow::Result<Keeper> {
        let mut keeper = Keeper {
            ledger: Ledger {
                request,
                typed: typed(
                    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()),
                ),
                shard: playing.shard,
                pieces: vec![],
                hash: String::new(),
            },
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
            return Ok(keeper);
        }
        atomic_file::clean(folder);
        let checkpoint = folder.join(playing.shard.map_or(CHECKPOINT.into(), Ledger::checkpoint));
        if let Some(shard) = playing.shard {
            keeper.resume(&folder.join(Ledger::file(shard)), playing.force, false)?;
            // Detects a folder without write access before the first game.
            atomic_file::writable(folder).map_err(|error| Usage(format!("{error:#}")))?;
        }
        if checkpoints || playing.shard.is_some() {
            if keeper.found == 0 {
                keeper.resume(&checkpoint, playing.force, true)?;
            }
            // A user's file with this name is not overwritten.
            let free = !checkpoint.exists() || Ledger::is_at(&checkpoint);
            keeper.checkpoint = free.then_some(checkpoint);
        }
        Ok(keeper)
    }

    /// Continues from the counts of games in a file, if they belong to this command. Ignores
    /// damaged files, and a checkpoint of the same report with other games.
    fn resume(&mut self, file: &Path, force: bool, is_checkpoint: bool) -> Result<(), Usage> {
        let Ok(before) = Ledger::read(file) else {
            return Ok(());
        };
        let (ours, theirs) = (&self.ledger.request, &before.request);
        let same_report =
            ours.report == theirs.report && subject(&ours.command) == subject(&theirs.command);
        match ours.differs(theirs) {
            None => {
                self.found = before.games();
                self.ledger.pieces = before.pieces;
                self.sources = vec![file.to_owned()];
            }
            Some(_) if force => {}
            Some(how) if is_checkpoint && same_report => {
                self.unresumed =
                    Some(format!("The games of the interrupted command are not used: {how}"));
            }
            Some(how) => {
                return Err(Usage(format!(
                    "{} contains games of another command: {how}. The first is this command, the \
                     second is the folder. Name another folder with --out, or start again with \
                     --force",
                    file.display()
                )));
            }
        }
        Ok(())
    }

    /// Returns whether this process plays only one shard of the command's games.
    pub fn is_shard(&self) -> bool {
        self.ledger.shard.is_some()
    }

    /// Returns the range of games of a lot that this process plays.
    fn stretch(&self, lot: usize) -> std::ops::Range<u64> {
        let lots = &self.ledger.request.lots;
        match self.ledger.shard {
            Some(shard) => shard.stretches(lots)[lot].clone(),
            None => 0..lots[lot].games,
        }
    }

    /// Returns the number of games of a lot that this process plays.
    pub fn games_of(&self, lot: usize) -> u64 {
        let stretch = self.stretch(lot);
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
            let warning = format!("warning: the checkpoint cannot be written: {error:#}");
            // A closed stderr does not stop the command.
            let _ = writeln!(io::stderr(), "{}", shown_line(&warning));
            self.checkpoint = None;
        }
        self.written = Instant::now();
        self.next = (2 * self.next).min(LONGEST).max(SELDOM * begin.elapsed());
    }

    /// Writes the checkpoint of an interrupted command. Returns whether a checkpoint exists.
    pub fn save_for_later(&mut self) -> bool {
        if self.ledger.games() > 0 {
            self.save();
        }
        self.checkpoint.as_ref().is_some_and(|path| path.exists())
    }

    /// Creates the error for stored counts that are impossible for their number of games. `lot` is
    /// the index of the group of games with these counts; `tally` counts games of this group.
    fn impossible_counts(&self, lot: usize, tally: &mut impl CountedSums) -> Usage {
        let mut fits = |file: &Path| {
            let ledger = Ledger::read(file).ok();
            let piece = ledger.as_ref().and_then(|ledger| ledger.piece(lot));
            piece.is_none_or(|piece| piece.counts.fill(tally, piece.end - piece.first))
        };
        match self.sources.iter().find(|file| !fits(file)) {
            None => Usage(
                "the counts of these shards contradict each other: play all shards again".into(),
            ),
            Some(file) => Usage(format!(
                "{} is invalid: its counts are impossible for its number of games; remove {}, and \
                 play its games again",
                file.display(),
                shell::path(file)
            )),
        }
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

    /// Writes the file of the finished shard `shard` (part of a command's games) into `folder`, and
    /// prints its path. An interrupted shard writes its checkpoint instead. `games` is the number
    /// of games of the shard that the report of all shards counts. This number excludes games such
    /// as those of the reference player.
    ///
    /// # Errors
    /// Fails if a file cannot be written; [`Interrupted`] after an interruption.
    pub fn finish_shard(
        mut self,
        shard: Shard,
        (folder, inputs): (&Path, &Inputs),
        (games, partial): (u64, bool),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if partial {
            return Err(Interrupted::before_result(self.save_for_later()).into());
        }
        let path = folder.join(Ledger::file(shard));
        // If a file with this name exists, another process may have finished the same shard
        // already.
        let already = Ledger::read(&path).is_ok_and(|there| there.request == self.ledger.request);
        inputs.write(folder)?;
        if !already {
            self.ledger.write(&path)?;
        }
        self.forget()?;
        let Shard { number, of } = shard;
        let done = if already { "was played already" } else { "is played" };
        let games = match games {
            0 => String::new(),
            _ => format!(": {}", counted(games, "game")),
        };
        writeln!(out, "Shard {number} of {of} {done}{games}")?;
        writeln!(out, "Wrote {}", path.display())?;
        writeln!(out, "When all shards are played: gong merge {}", shell::path(folder))?;
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
        let games = self.stretch(lot);
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

/// Removes the flags for folder, shard (part of the games), threads, output and cluster job from
/// the words of a command line.
pub fn typed(words: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 5] = ["--out", "--shard", "--threads", "--shards", "--job"];
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
