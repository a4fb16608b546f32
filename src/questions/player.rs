//! Who plays a plan's games: keeps what is counted, shows progress, stops when asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::command::{canonical, line};
use crate::analysis::pilot::pilot;
use crate::analysis::points::Point;
use crate::report::points;
use crate::report::rows::RowsWriter;
use crate::scenario::Scenario;
use crate::session::job::{Ahead, Bar, Job};
use crate::session::keeper::Keeper;
use crate::session::playing::Playing;
use crate::simulate::{Lot, Plan, Simulation};

/// Plays the lots of a plan for [`super::Question::play`].
pub struct Player<'a> {
    /// The common flags.
    pub playing: &'a Playing,
    /// Gives each lot the games to play here, and keeps what they counted.
    pub keeper: Keeper,
    /// Set when the user asks to stop.
    pub stop: Arc<AtomicBool>,
    /// Progress of the whole command.
    pub bar: Bar,
    /// Points that earlier commands have played, and this one.
    pub points: Points,
    pub(super) job: Job<'a>,
    /// The command with its flags, and the flags as typed.
    pub(super) command: &'a Command,
    pub(super) flags: &'a ArgMatches,
}

impl Player<'_> {
    /// How many games to play of a lot: `games`, unless `--games` or `--precision` say otherwise.
    pub fn plan(&self, games: u64) -> Plan {
        self.playing.plan(games)
    }

    /// Begins another stage, whose progress is shown in place of the last one's.
    pub fn progress(&mut self, stage: &str, games: u64) -> &Bar {
        self.bar = self.job.bar(stage, games);
        &self.bar
    }

    /// The command that plays the same again, with these values of flags in place of those typed.
    pub fn command_line(&self, resolved: &[(&'static str, String)]) -> String {
        line(&canonical(self.command, self.flags, resolved))
    }

    /// Measures progress by the cost of the games rather than by their number: the games of some
    /// lots take much longer than others'.
    pub fn progress_by_cost(&mut self, title: &str, lots: &[Lot]) {
        let costs = lots.iter().enumerate();
        let costs = costs.map(|(lot, of)| self.keeper.games_of(lot) * of.cost);
        self.bar = self.job.work_bar(title, costs.sum());
    }

    /// Announces the expected work on a terminal, and shows progress in it rather than in games.
    /// `simulation` is timed for a moment.
    ///
    /// # Errors
    /// If a game cannot be played.
    pub fn expect(&mut self, ahead: &Ahead<'_>, work: u64, simulation: &Simulation) -> Result<()> {
        let (seed, threads) = (self.playing.seed, self.playing.threads());
        self.job.announce(ahead, |slice| {
            pilot(simulation, (seed, threads), slice, &self.stop)
        })?;
        self.show_work(ahead.title, work);
        Ok(())
    }

    /// Shows progress in work of any unit rather than in games.
    pub fn show_work(&mut self, title: &str, work: u64) {
        self.bar = self.job.work_bar(title, work);
    }

    /// Begins the table `games`, with a row for each entrant of each game.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn rows(&self, simulation: &Simulation) -> Result<RowsWriter> {
        self.job.rows(simulation)
    }
}

/// Points of a grid or a tuning, each kept in a file of its own as soon as it is played.
pub struct Points {
    store: points::Points,
    /// Files of all points that this command found or wrote.
    pub(super) files: Vec<PathBuf>,
    /// Points that were there before.
    pub(super) found: usize,
}

impl Points {
    pub(super) fn new(job: &Job<'_>) -> Points {
        Points {
            store: points::Points::of(&job.target),
            files: vec![],
            found: 0,
        }
    }

    /// Whether no point was found or written.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The point of this key, if an earlier command has played this plan of this scenario.
    pub fn find(&mut self, key: &str, scenario: &Scenario, plan: &Plan) -> Option<Point> {
        let point = self.store.find(key, scenario, plan)?;
        let file = self.store.file(key);
        if !self.files.contains(&file) {
            self.found += 1;
            self.files.push(file);
        }
        Some(point)
    }

    /// Writes a point, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, point: &Point) -> Result<()> {
        self.files.push(self.store.write(point)?);
        Ok(())
    }
}
