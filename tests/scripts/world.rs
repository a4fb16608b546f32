//! Scripts in files of their own, and scenarios that they play.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use gong::games::arena::ULTIMATE_WARRIORZ;
use gong::scenario::{BotError, load_bot};
use gong::simulate::FailedGame;
use gong::simulate::{self, Audience, Plan, Played, Simulation};
use gong::stats::Record;
use tempfile::TempDir;

use crate::scenarios;

/// A script in a folder of its own.
pub struct Script {
    _folder: TempDir,
    pub path: PathBuf,
}

impl Script {
    pub fn new(text: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.luau");
        std::fs::write(&path, text).unwrap();
        Script {
            _folder: folder,
            path,
        }
    }

    /// A game with this line-up in which the script plays all seats.
    pub fn simulation(&self, line_up: &str) -> Simulation {
        let path = self.path.display();
        scenarios::scenario(&format!("strategy = '{path}'\n[line-up]\n{line_up}")).open()
    }

    /// Plays games of four; returns the first failure.
    pub fn play(&self, games: u64) -> Result<(), FailedGame> {
        let simulation = self.simulation("draw = 4");
        let mut player = simulation.player();
        (0..games).try_for_each(|game| player.play(1, game).map(drop).map_err(|failed| *failed))
    }

    /// The faults found without a game, without the script's path.
    pub fn faults(&self) -> Option<String> {
        let faults = match load_bot(&ULTIMATE_WARRIORZ, self.path.to_str().unwrap()) {
            Ok(_) => return None,
            Err(BotError::File(faults)) => faults.to_string(),
            Err(BotError::Unknown(what)) => what,
        };
        Some(faults.replace(self.path.to_str().unwrap(), "bot.luau"))
    }
}

/// Plays games of a script that checks what it sees, and fails if a check fails.
pub fn holds(text: &str) {
    let script = Script::new(text);
    if let Some(faults) = script.faults() {
        panic!("{faults}\n{text}");
    }
    if let Err(failed) = script.play(20) {
        panic!("{failed}\n{text}");
    }
}

/// Keeps the records.
#[derive(Default)]
pub struct Kept(pub Vec<Record>);

impl Audience for Kept {
    fn played(&self, _: u64) {}

    fn records(&mut self, _: u64, records: &[Record]) -> anyhow::Result<()> {
        self.0.extend_from_slice(records);
        Ok(())
    }
}

/// Plays a number of games on a number of threads.
pub fn run(
    simulation: &Simulation,
    games: u64,
    threads: usize,
) -> anyhow::Result<(Played, Vec<Record>)> {
    let plan = Plan {
        seed: 7,
        games,
        precision: None,
        threads,
        records: true,
        luck: None,
    };
    let mut kept = Kept::default();
    let played = simulate::run(
        &simulation.clone(),
        &plan,
        &AtomicBool::new(false),
        &mut kept,
    )?;
    Ok((played, kept.0))
}
