//! A ledger: the counts of a command's games as whole numbers, together with everything that
//! determines the games.
//!
//! Two kinds of files have this format. A *checkpoint* is written repeatedly during play, so that
//! the same command can resume after an interruption. The ledger of a *shard* (one part of a
//! command's games) is written when all games of the shard are played, and read by `gong merge`. A
//! ledger holds only a hash of the command's inputs. The inputs, such as resolved scenarios, are in
//! one file for all shards ([`Inputs`](super::inputs::Inputs)).

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::checksummed::{self, Checksummed};
use super::words::grouped;
use crate::shell::is_quoted;
use crate::simulate::{Lot, Shard, total_games};
use crate::stats::counts::Counts;

/// Name of the checkpoint file (counts of an unfinished command) in a report's folder.
pub const CHECKPOINT: &str = "checkpoint.json";

/// The contents of a checkpoint, or of the file with the counts of a shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    pub request: Request,
    /// The command line as typed, word by word, without the flags for output, threads and shards.
    pub typed: Vec<String>,
    /// The shard (part of the command's games) that was played; `None` if the command is not
    /// divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The counts of the games played so far: at most one entry for each lot, in the order of the
    /// lots.
    pub pieces: Vec<Piece>,
    /// SHA-256 hash of all other fields; empty until the file is written.
    #[serde(default)]
    pub hash: String,
}

/// The command and everything else that determines its results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Version of gong, the program.
    pub gong: String,
    /// Identity of the game engine: a hash of the code that decides the results of games; see
    /// [`crate::engine::identity`].
    pub engine: String,
    /// The command line that plays the same games without dividing them into shards.
    pub command: String,
    /// Default name of the report's folder.
    #[serde(default)]
    pub report: String,
    pub seed: u64,
    /// SHA-256 hash of the command's [`Inputs`](super::inputs::Inputs).
    pub inputs: String,
    pub lots: Vec<Lot>,
}

/// The counts of a range of games. All these games are in one lot, i.e. are counted together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Index of the lot (group of games that are counted together), from 0.
    pub lot: usize,
    /// Number of the first game of the range.
    pub first: u64,
    /// End of the range, exclusive: the number of the last game plus 1.
    pub end: u64,
    /// Time that it took to play the games, in microseconds.
    pub microseconds: u64,
    pub counts: Counts,
}

impl Request {
    /// Describes the first difference between two commands and their inputs, as the end of a
    /// sentence. Returns `None` if both play the same games.
    pub fn differs(&self, other: &Request) -> Option<String> {
        let [ours, theirs] = [self, other];
        let games = |of: &Request| grouped(of.lots.iter().map(|lot| lot.games).sum());
        let said = |what: &str, ours: &str, theirs: &str| {
            Some(format!("the first {what} {ours}, the second {what} {theirs}"))
        };
        if ours.gong != theirs.gong {
            return said("was played by gong", &ours.gong, &theirs.gong);
        }
        if ours.engine != theirs.engine {
            let what = "was played by a build of gong with the engine";
            return said(what, &ours.engine, &theirs.engine);
        }
        if ours.seed != theirs.seed {
            return said("has seed", &ours.seed.to_string(), &theirs.seed.to_string());
        }
        if ours.inputs != theirs.inputs {
            return Some("the scenario, its roster or its bots differ".into());
        }
        if ours.lots != theirs.lots && games(ours) != games(theirs) {
            return said("has a total number of games of", &games(ours), &games(theirs));
        }
        if ours != theirs {
            return said("is of", &ours.command, &theirs.command);
        }
        None
    }
}

impl Ledger {
    /// Returns the counts so far of a lot.
    pub fn piece(&self, lot: usize) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.lot == lot)
    }

    /// Adds a piece (the counts of one lot), replacing an earlier piece of the same lot.
    pub fn put(&mut self, piece: Piece) {
        self.pieces.retain(|other| other.lot != piece.lot);
        self.pieces.push(piece);
        self.pieces.sort_by_key(|piece| piece.lot);
    }

    /// Returns the number of games whose results have been counted so far.
    pub fn games(&self) -> u64 {
        let games = |piece: &Piece| piece.end - piece.first;
        self.pieces.iter().map(games).sum()
    }

    /// Returns the file name of a shard (part of a command's games). Sorting by name gives the
    /// order of the shards' numbers.
    pub fn file(shard: Shard) -> String {
        let width = shard.of.to_string().len();
        format!("shard-{:0width$}-of-{}.json", shard.number, shard.of)
    }

    /// Returns the paths of the files of shards (parts of a command's games) in a folder, sorted by
    /// name.
    ///
    /// # Errors
    /// Fails if the folder cannot be read.
    pub fn shards_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let is_shard = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("shard-") && name.ends_with(".json")
        };
        let paths = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
        let mut shards: Vec<PathBuf> = paths.filter(is_shard).collect();
        shards.sort();
        Ok(shards)
    }

    /// Returns the file name of the checkpoint of a shard (part of a command's games).
    pub fn checkpoint(shard: Shard) -> String {
        format!("checkpoint-{}", Ledger::file(shard))
    }

    /// Returns whether a file is a ledger (stored counts of games), possibly a damaged one, rather
    /// than a file of the user.
    pub fn is_at(path: &Path) -> bool {
        checksummed::is_at::<Ledger>(path)
    }

    /// Writes the ledger to a file, atomically.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&mut self, path: &Path) -> Result<()> {
        checksummed::write(path, self)
    }

    /// Reads a ledger from a file.
    ///
    /// # Errors
    /// Fails if the file is missing, has another version, is damaged, or holds impossible numbers.
    pub fn read(path: &Path) -> Result<Ledger> {
        checksummed::read(path, Ledger::validate)
    }

    /// Checks the ledger's numbers as far as possible without the scenario. [`Counts::fill`] later
    /// checks the counts of games.
    fn validate(&self) -> Result<(), String> {
        let Request { command, inputs, lots, .. } = &self.request;
        if !is_quoted(command) {
            return Err("its command is not one of gong's".into());
        }
        if inputs.len() != 64 || !inputs.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("the hash of its inputs is not a hash".into());
        }
        if total_games(lots).is_none() {
            return Err("its numbers of games are too large".into());
        }
        let stretches = match self.shard {
            Some(shard) => shard.stretches(lots),
            None => lots.iter().map(|lot| 0..lot.games).collect(),
        };
        let own = |piece: &Piece| {
            let stretch = stretches.get(piece.lot);
            stretch.is_some_and(|of| {
                piece.first == of.start && (piece.first..=of.end).contains(&piece.end)
            })
        };
        let orderly = self.pieces.is_sorted_by(|a, b| a.lot < b.lot);
        match orderly && self.pieces.iter().all(own) {
            true => Ok(()),
            false => Err("it contains games of other shards".into()),
        }
    }
}

impl Checksummed for Ledger {
    const MOST_BYTES: u64 = 1 << 31;

    fn checksum(&mut self) -> &mut String {
        &mut self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::inputs::Inputs;

    fn ledger() -> Ledger {
        let counts = Counts::default();
        Ledger {
            request: Request {
                gong: "1".into(),
                engine: "a".into(),
                command: "gong run a.toml --games 10".into(),
                report: "a".into(),
                seed: 1,
                inputs: Inputs::default().hash(),
                lots: vec![Lot::new(10, 1)],
            },
            typed: vec!["run".into(), "a.toml".into()],
            shard: Some(Shard { number: 2, of: 2 }),
            pieces: vec![Piece { lot: 0, first: 5, end: 8, microseconds: 250, counts }],
            hash: String::new(),
        }
    }

    #[test]
    fn a_ledger_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = ledger();
        let path = folder.path().join("deep").join(Ledger::file(ledger.shard.unwrap()));
        ledger.write(&path).unwrap();
        assert_eq!(Ledger::read(&path).unwrap(), ledger);
        assert_eq!(ledger.games(), 3);
        let text = fs::read_to_string(&path).unwrap();
        let other = text.replace("\"a.toml\"", "\"b.toml\"");
        for damaged in [&text[..60], &text.replace(":250", ":750"), &other, ""] {
            fs::write(&path, damaged).unwrap();
            let told = format!("{:#}", Ledger::read(&path).unwrap_err());
            assert!(told.contains("is damaged"), "{told}");
        }
    }

    #[test]
    fn a_ledger_with_impossible_numbers_is_refused_though_its_checksum_is_right() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.json");
        let refused = |change: &dyn Fn(&mut Ledger), why: &str| {
            let mut ledger = ledger();
            change(&mut ledger);
            ledger.write(&path).unwrap();
            let told = format!("{:#}", Ledger::read(&path).unwrap_err());
            assert!(told.contains(why), "{told}");
        };
        // The first game of the piece belongs to the other shard.
        refused(&|of| of.pieces[0].first = 4, "of other shards");
        refused(&|of| of.pieces[0].end = 11, "of other shards");
        refused(&|of| of.pieces[0].end = 4, "of other shards");
        refused(&|of| of.pieces[0].lot = 1, "of other shards");
        refused(&|of| of.pieces.push(of.pieces[0].clone()), "of other shards");
        for (number, of) in [(0, 0), (1, 0), (0, 2), (3, 2), (1, u32::MAX)] {
            let shard = Some(Shard { number, of });
            refused(&|of| of.shard = shard, "as in 3/64");
        }
        let huge = Lot::new(u64::MAX, u64::MAX);
        refused(&|of| of.request.lots = vec![huge; 2], "are too large");
        refused(&|of| of.request.inputs = "../x".into(), "hash of its inputs");
        refused(&|of| of.request.command += "; ls", "its command is not");
    }

    #[test]
    fn whatever_differs_is_told() {
        let one = ledger().request;
        assert_eq!(one.differs(&one), None);
        let differs = |change: fn(&mut Request), told: &str| {
            let mut other = one.clone();
            change(&mut other);
            let said = one.differs(&other).unwrap();
            assert!(said.contains(told), "{said}");
        };
        differs(|of| of.gong = "2".into(), "gong 1, the second was played by gong 2");
        let engines = "engine a, the second was played by a build of gong with the engine b";
        differs(|of| of.engine = "b".into(), engines);
        differs(|of| of.seed = 2, "seed 1, the second has seed 2");
        differs(|of| of.inputs = "x".into(), "the scenario");
        differs(|of| of.lots = vec![Lot::new(11, 1)], "a total number of games of 10");
        differs(|of| of.command = "gong run b.toml".into(), "gong run b.toml");
    }
}
