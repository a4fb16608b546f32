//! Creates scripts in temporary files, and scenarios that play them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use gong::games::arena::ULTIMATE_WARRIORZ;
use gong::scenario::{BotError, load_bot};
use gong::simulate::FailedGame;
use gong::simulate::{self, Audience, Plan, Played, Simulation};
use gong::stats::Record;
use tempfile::TempDir;

use crate::common::scenarios;

/// A script in a temporary folder.
pub struct Script {
    _folder: TempDir,
    pub path: PathBuf,
}

impl Script {
    pub fn new(text: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.luau");
        std::fs::write(&path, text).unwrap();
        Script { _folder: folder, path }
    }

    /// Creates a simulation with this line-up in which the script plays all seats.
    pub fn simulation(&self, line_up: &str) -> Simulation {
        let path = self.path.display();
        scenarios::scenario(&format!("strategy = '{path}'\n[line-up]\n{line_up}")).open()
    }

    /// Plays games with four fighters; returns the first failure.
    pub fn play(&self, games: u64) -> Result<(), FailedGame> {
        let simulation = self.simulation("draw = 4");
        let mut worker = simulation.worker();
        (0..games).try_for_each(|game| worker.play(1, game).map(drop).map_err(|failed| *failed))
    }

    /// Returns the faults that are found without playing a game, without the script's path.
    pub fn faults(&self) -> Option<String> {
        let faults = match load_bot(&ULTIMATE_WARRIORZ, self.path.to_str().unwrap()) {
            Ok(_) => return None,
            Err(BotError::File(faults)) => faults.to_string(),
            Err(BotError::Unknown(what)) => what,
        };
        Some(faults.replace(self.path.to_str().unwrap(), "bot.luau"))
    }
}

/// Plays games of a script that contains its own checks; fails if one of these checks fails.
pub fn holds(text: &str) {
    let script = Script::new(text);
    if let Some(faults) = script.faults() {
        panic!("{faults}\n{text}");
    }
    if let Err(failed) = script.play(20) {
        panic!("{failed}\n{text}");
    }
}

/// An audience (receiver of records) that keeps the records.
#[derive(Default)]
pub struct Kept(pub Vec<Record>);

impl Audience for Kept {
    fn played(&self, _: u64) {}

    fn records(&mut self, _: u64, records: &[Record]) -> anyhow::Result<()> {
        self.0.extend_from_slice(records);
        Ok(())
    }
}

/// Plays `games` games on `threads` threads.
pub fn run(
    simulation: &Simulation,
    games: u64,
    threads: usize,
) -> anyhow::Result<(Played, Vec<Record>)> {
    let plan = Plan { seed: 7, games, precision: None, threads, records: true, luck: None };
    let mut kept = Kept::default();
    let played = simulate::run(&simulation.clone(), &plan, &AtomicBool::new(false), &mut kept)?;
    Ok((played, kept.0))
}
