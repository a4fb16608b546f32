//! The command `gong merge`: combines the shards of a command into its report.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use super::ParsedCommand;
use crate::report::inputs::Inputs;
use crate::report::ledger::Ledger;
use crate::report::no_links;
use crate::report::words::counted;
use crate::session::Usage;
use crate::session::playing::Playing;
use crate::session::reading::Kept;
use crate::shell;
use crate::simulate::Shard;

/// Combine the shards of a command into one report, the same that the undivided command writes
///
/// The folders may be given in any order. Each shard must occur exactly once. The files of the
/// shards, which gong run --shard K/N and other commands wrote, are kept.
#[derive(Debug, Clone, Args)]
pub struct Merge {
    /// Folders of shards
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// The folder for the report [default: that of the command without --shard]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace a report of another command in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Maximum number of missing shards that an error message names one by one.
const NAMED: usize = 20;

/// The sum of the counts of all shards that were read. Single shards are not kept in memory.
struct Sum {
    ledger: Ledger,
    /// The file of the shard that was read first, with which all other shards are compared.
    first: PathBuf,
    /// The file of each shard, by shard number.
    files: BTreeMap<u32, PathBuf>,
    of: u32,
}

impl Merge {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut files = vec![];
        for dir in &self.dirs {
            files.extend(shards_in(dir)?);
        }
        let mut sum: Option<Sum> = None;
        for file in files {
            let ledger = Ledger::read(&file).map_err(|error| {
                Usage(format!("{error:#}; remove {}, and play it again", shell::path(&file)))
            })?;
            match &mut sum {
                Some(sum) => sum.add(ledger, file)?,
                none => *none = Some(Sum::of(ledger, file)?),
            }
        }
        let sum = sum.expect("every folder has a shard");
        sum.complete()?;
        let words = sum.ledger.typed.iter().map(String::as_str);
        let asked = ParsedCommand::parse(words).map_err(|error| {
            Usage(format!("this version of gong does not have the command of the shards: {error}"))
        })?;
        if !matches!(&asked, ParsedCommand::Question(question, _) if question.divided()) {
            let what = "the command of the shards cannot be divided into shards";
            return Err(Usage(what.to_owned()).into());
        }
        let kept = sum.merged()?;
        if !self.quiet {
            writeln!(out, "Merged {}", counted(kept.shards.len() as u64, "shard"))?;
        }
        let adjust = |playing: &mut Playing| {
            playing.kept = Some(kept.clone());
            playing.out.clone_from(&self.out);
            (playing.force, playing.quiet) = (self.force, self.quiet);
        };
        asked.run(&adjust, out)
    }
}

/// Returns the files of shards in a folder, sorted by name.
fn shards_in(dir: &Path) -> Result<Vec<PathBuf>, Usage> {
    no_links(dir).map_err(|error| Usage(format!("{error:#}")))?;
    let shards = Ledger::shards_in(dir)
        .map_err(|error| Usage(format!("cannot read {}: {error}", dir.display())))?;
    match shards.is_empty() {
        false => Ok(shards),
        true => Err(Usage(format!(
            "{} contains no shards: name folders that were written with --shard K/N",
            dir.display()
        ))),
    }
}

impl Sum {
    fn of(ledger: Ledger, file: PathBuf) -> Result<Sum, Usage> {
        let shard = shard_of(&ledger, &file)?;
        Ok(Sum {
            ledger,
            first: file.clone(),
            files: BTreeMap::from([(shard.number, file)]),
            of: shard.of,
        })
    }

    /// Adds the counts of a shard to the sum of the shards read before.
    ///
    /// # Errors
    /// Fails if the shard belongs to another command, or if the same shard was added before.
    fn add(&mut self, ledger: Ledger, file: PathBuf) -> Result<(), Usage> {
        let shard = shard_of(&ledger, &file)?;
        let stranger = |how: String| {
            Usage(format!(
                "{} and {} cannot be merged: {how}",
                self.first.display(),
                file.display()
            ))
        };
        if let Some(how) = self.ledger.request.differs(&ledger.request) {
            return Err(stranger(how));
        }
        if shard.of != self.of {
            return Err(stranger(format!(
                "the first is one of {} shards, the second one of {}; remove the shards of one of \
                 these numbers",
                self.of, shard.of
            )));
        }
        if let Some(other) = self.files.get(&shard.number) {
            return Err(Usage(format!(
                "shard {shard} exists twice, in {} and {}: leave out one of them",
                other.display(),
                file.display()
            )));
        }
        for piece in ledger.pieces {
            match self.ledger.pieces.iter_mut().find(|of| of.lot == piece.lot) {
                None => self.ledger.put(piece),
                Some(sum) => {
                    // Stores only the two ends of the range. Gaps in the range are found from the
                    // shard numbers.
                    (sum.first, sum.end) = (sum.first.min(piece.first), sum.end.max(piece.end));
                    sum.microseconds = sum.microseconds.saturating_add(piece.microseconds);
                    if !sum.counts.merge(piece.counts) {
                        return Err(stranger("they have counts of different measures".into()));
                    }
                }
            }
        }
        self.files.insert(shard.number, file);
        Ok(())
    }

    /// Checks that no shard is missing.
    fn complete(&self) -> Result<(), Usage> {
        let missing: Vec<u32> =
            (1..=self.of).filter(|number| !self.files.contains_key(number)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let folder = shell::path(self.first.parent().unwrap_or(Path::new(".")));
        let words: Vec<String> = self.ledger.typed.iter().map(|word| shell::word(word)).collect();
        let command = |&number: &u32| {
            let shard = Shard { number, of: self.of };
            format!("gong {} --shard {shard} --out {folder}", words.join(" "))
        };
        let mut said = vec![format!(
            "{} of {} shards {} missing; each is played by its command:",
            missing.len(),
            self.of,
            if missing.len() == 1 { "is" } else { "are" }
        )];
        said.extend(missing.iter().take(NAMED).map(command));
        if missing.len() > NAMED {
            said.push(format!("and {} more", missing.len() - NAMED));
        }
        Err(Usage(said.join("\n")))
    }

    /// Returns the merged counts, as input for the command that writes the report.
    fn merged(self) -> anyhow::Result<Kept> {
        let hash = &self.ledger.request.inputs;
        let mut folders: Vec<&Path> =
            self.files.values().filter_map(|file| file.parent()).collect();
        folders.dedup();
        let read = |folder: &&Path| {
            let inputs = Inputs::read(folder, hash).ok()?;
            Some((inputs, Inputs::file(folder, hash)))
        };
        let found = folders.iter().find_map(read);
        let (inputs, file) = found.ok_or_else(|| {
            let file = Inputs::file(folders[0], hash);
            anyhow!(Usage(format!(
                "{} is missing or damaged; it has the scenario of the shards, and the command of \
                 any shard writes it again",
                file.display()
            )))
        })?;
        let mut ledger = self.ledger;
        ledger.shard = None;
        Ok(Kept { ledger: Some(ledger), inputs, file, shards: self.files.into_values().collect() })
    }
}

/// Returns the shard to which a ledger belongs. Fails if the shard was not played to its end.
fn shard_of(ledger: &Ledger, file: &Path) -> Result<Shard, Usage> {
    let whole = |shard: &Shard| {
        let stretches = shard.stretches(&ledger.request.lots);
        (0..).zip(&stretches).all(|(lot, games)| {
            let piece = ledger.piece(lot);
            piece.map_or(games.is_empty(), |piece| piece.end == games.end)
        })
    };
    ledger.shard.filter(whole).ok_or_else(|| {
        let file = file.display();
        Usage(format!("{file} is not a shard that was played to its end"))
    })
}
