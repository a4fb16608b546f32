//! Who keeps what a command has counted: a checkpoint while it plays, the ledger of a shard, or what others have played, to be merged.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::job::question;
use super::playing::Playing;
use super::reading::Reading;
use super::{Interrupted, Usage};
use crate::report::inputs::Inputs;
use crate::report::ledger::{CHECKPOINT, Ledger, Piece, Request};
use crate::report::whole;
use crate::report::words::counted;
use crate::shell;
use crate::simulate::{Lot, Lots, Played, Shard, Stretch};
use crate::stats::counts::{Counted, Counts};
use crate::words::shown_line;

/// Ends a rehearsal: the command could be played.
#[derive(Debug)]
pub struct Rehearsed {
    /// Of its folder, unless the user names one.
    pub name: String,
    /// The command that plays the same.
    pub command: String,
}

impl std::fmt::Display for Rehearsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} was only rehearsed", self.command)
    }
}

impl std::error::Error for Rehearsed {}

/// What is asked of a [`Keeper`].
pub struct Asked<'a> {
    /// The command that plays the same, undivided.
    pub command: &'a str,
    /// See [`crate::engine::identity`].
    pub engine: String,
    pub reading: Reading,
    /// The games, lot by lot.
    pub lots: Vec<Lot>,
    /// Can games be kept while they are played? Those of shards always are.
    pub checkpoints: bool,
}

/// Keeps what has been counted of a command.
pub struct Keeper {
    ledger: Ledger,
    way: Way,
    /// Where the checkpoint goes; none if there is none.
    checkpoint: Option<PathBuf>,
    /// Files from which the ledger's pieces were read.
    sources: Vec<PathBuf>,
    /// When the last one was written, and after how long the next will be.
    written: Instant,
    next: Duration,
    /// Games that were played before.
    found: u64,
}

enum Way {
    /// All games are played here.
    Whole,
    /// Some of them are, for the folder of shards.
    Shard(Shard, PathBuf, Inputs),
    /// They have been played elsewhere.
    Merged,
}

/// After so long the first checkpoint is written, and then after twice as long each time, but no longer than this.
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(16);
/// Writing takes at most one part in so many of the time.
const SELDOM: u32 = 200;

impl Keeper {
    /// Begins where the same command was ended before; `folder` is that of its report, or of its shards.
    ///
    /// # Errors
    /// If the folder holds games of another command, and nobody forces them away.
    pub fn begin(playing: &Playing, folder: &Path, asked: Asked<'_>) -> anyhow::Result<Keeper> {
        let request = Request {
            gong: env!("CARGO_PKG_VERSION").into(),
            engine: asked.engine,
            command: asked.command.to_owned(),
            seed: playing.seed,
            inputs: asked.reading.inputs().hash(),
            lots: asked.lots,
        };
        let mut keeper = Keeper {
            ledger: Ledger {
                request,
                typed: typed(
                    std::env::args_os()
                        .skip(1)
                        .map(|word| word.to_string_lossy().into_owned()),
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
        };
        if let Some(merged) = &playing.merged {
            if let Some(how) = merged.ledger.request.differs(&keeper.ledger.request) {
                return Err(Usage(format!(
                    "the first are the shards, the second is what this gong makes of their command: {how}. Merge them with the gong that played them"
                ))
                .into());
            }
            keeper.ledger.pieces.clone_from(&merged.ledger.pieces);
            keeper.sources.clone_from(&merged.shards);
            keeper.way = Way::Merged;
            return Ok(keeper);
        }
        // What cannot be removed does no harm.
        drop(whole::clean(folder));
        let checkpoint = match playing.shard {
            Some(shard) => {
                keeper.resume(&folder.join(Ledger::file(shard)), playing, false)?;
                // Before all is played, and not after.
                whole::writable(folder).map_err(|error| Usage(format!("{error:#}")))?;
                keeper.way = Way::Shard(shard, folder.to_owned(), asked.reading.inputs().clone());
                folder.join(Ledger::checkpoint(shard))
            }
            None => folder.join(CHECKPOINT),
        };
        if asked.checkpoints || playing.shard.is_some() {
            if keeper.found == 0 {
                keeper.resume(&checkpoint, playing, true)?;
            }
            // A file of the user's own of that name is left alone.
            let free = !checkpoint.exists() || Ledger::is_at(&checkpoint);
            keeper.checkpoint = free.then_some(checkpoint);
        }
        Ok(keeper)
    }

    /// Takes over what a file keeps of this command. What is damaged is played again; of a checkpoint also what was asked of files that are others now.
    fn resume(&mut self, file: &Path, playing: &Playing, checkpoint: bool) -> Result<(), Usage> {
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
            Some(_) if checkpoint && question(&ours.command) == question(&theirs.command) => Ok(()),
            Some(how) => Err(Usage(format!(
                "{} keeps games that were played for something else; the first is this command, the second is what it keeps: {how}. Name another folder by --out, or begin anew by --force",
                file.display()
            ))),
        }
    }

    /// Is it one shard of several that is played?
    pub fn is_shard(&self) -> bool {
        matches!(self.way, Way::Shard(..))
    }

    /// Games that were played before.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// By lot: the games that are played here.
    pub fn stretches(&self) -> Vec<std::ops::Range<u64>> {
        let lots = &self.ledger.request.lots;
        match &self.way {
            Way::Shard(shard, ..) => shard.stretches(lots),
            Way::Whole | Way::Merged => lots.iter().map(|lot| 0..lot.games).collect(),
        }
    }

    /// Games of a lot that are played here.
    pub fn games_of(&self, lot: usize) -> u64 {
        let stretch = &self.stretches()[lot];
        stretch.end - stretch.start
    }

    /// Writes the checkpoint. What cannot be kept is no reason to stop playing.
    fn save(&mut self) {
        let Some(path) = &self.checkpoint else {
            return;
        };
        let begin = Instant::now();
        if let Err(error) = self.ledger.write(path) {
            // Whether somebody can be told is no reason to stop either.
            let warning = shown_line(&format!("warning: no checkpoint is kept: {error:#}"));
            let _ = writeln!(io::stderr(), "{warning}");
            self.checkpoint = None;
        }
        self.written = Instant::now();
        self.next = (2 * self.next).min(LONGEST).max(SELDOM * begin.elapsed());
    }

    /// Of a command that was ended before its time: writes what it has played, and says where, so that it can go on from there.
    pub fn save_for_later(&mut self) -> Option<&Path> {
        if self.ledger.games() > 0 {
            self.save();
        }
        self.checkpoint.as_deref().filter(|path| path.exists())
    }

    /// What to say of a lot whose counts are impossible. `tally` counts games of this lot.
    fn impossible_counts(&self, lot: usize, tally: &mut impl Counted) -> Usage {
        let mut fits = |file: &Path| {
            let ledger = Ledger::read(file).ok();
            let piece = ledger.as_ref().and_then(|ledger| ledger.piece(lot));
            piece.is_none_or(|piece| piece.counts.fill(tally, piece.end - piece.first))
        };
        let Some(file) = self.sources.iter().find(|file| !fits(file)) else {
            return Usage(
                "the counts of these shards are impossible together: play all shards again".into(),
            );
        };
        Usage(format!(
            "{} is invalid: its counts are impossible for its games; remove {}, and play them again",
            file.display(),
            shell::path(file)
        ))
    }

    /// Removes the checkpoint, which is of no use any more.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn forget(self) -> anyhow::Result<()> {
        match self.checkpoint.filter(|path| path.exists()) {
            None => Ok(()),
            Some(path) => std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove {}", path.display())),
        }
    }

    /// Writes the shard, and says so; of a shard that was interrupted what it has played.
    ///
    /// # Errors
    /// If it cannot be written; [`Interrupted`].
    pub fn finish_shard(
        mut self,
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
            return Err(match kept {
                true => Interrupted(Some(
                    "interrupted: what was played is kept, and the same command goes on from there",
                )),
                false => Interrupted::before_anything(),
            }
            .into());
        }
        let path = folder.join(Ledger::file(shard));
        // A file of this name is that of a shard that was played to its end.
        let already = Ledger::read(&path).is_ok_and(|there| there.request == self.ledger.request);
        inputs.write(&folder)?;
        if !already {
            self.ledger.write(&path)?;
        }
        let games = counted(self.ledger.games(), "game");
        self.forget()?;
        if !quiet {
            let Shard { number, of } = shard;
            match already {
                true => writeln!(out, "Shard {number} of {of} was played already: {games}")?,
                false => writeln!(out, "Shard {number} of {of} is played: {games}")?,
            }
            writeln!(out, "Wrote {}", path.display())?;
            let folder = shell::path(&folder);
            writeln!(out, "When all are there: gong merge {folder}")?;
        }
        Ok(())
    }
}

impl Lots for Keeper {
    fn play<T: Counted>(
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
        let mut done = play(Stretch {
            games,
            played,
            tally,
            keep: Box::new(keep),
        })?;
        // What nobody will ask for is not held.
        if done.games > 0 && (self.checkpoint.is_some() || self.is_shard()) {
            self.ledger.put(piece(first + done.games, &mut done.tally));
        }
        done.seconds += before.as_secs_f64();
        Ok(done)
    }
}

/// The words of a command line without those that say where, how fast and how loudly it is played.
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
