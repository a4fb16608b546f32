//! Plays the games of a command: saves the counts, shows progress, and stops on request.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::command::{canonical, line};
use crate::analysis::points::{Point, key};
use crate::report::points;
use crate::report::rows::RowsWriter;
use crate::scenario::Scenario;
use crate::session::job::Job;
use crate::session::keeper::Keeper;
use crate::session::playing::Playing;
use crate::session::progress::CommandBar;
use crate::simulate::{self, Audience, Lot, Lots, Plan, Played, Simulation};

/// Plays the games of a command, divided into lots, for [`super::QuestionPlan::play`].
pub struct LotPlayer<'a> {
    /// The flags that the command shares with other commands, such as `--seed`.
    pub playing: &'a Playing,
    /// Assigns the games of each lot to this process, and saves their counts.
    pub keeper: Keeper,
    /// True once the user has asked to stop.
    pub stop: Arc<AtomicBool>,
    /// The progress bar of the whole command.
    pub bar: CommandBar,
    /// The variants of a sweep or a tuning that are completely played, by this command or by
    /// earlier ones.
    pub points: PlayedPoints,
    pub(super) job: Job<'a>,
    /// The clap command with the definitions of its flags.
    pub(super) command: &'a Command,
    /// The command-line flags as the user typed them.
    pub(super) flags: &'a ArgMatches,
}

impl LotPlayer<'_> {
    /// Returns the parts needed to play a lot: the keeper of the counts, the request to stop, and
    /// the progress bar.
    pub fn split(&mut self) -> (&mut Keeper, &AtomicBool, &CommandBar) {
        (&mut self.keeper, &self.stop, &self.bar)
    }

    /// Begins the next stage of the command. The progress bar then shows the progress of this
    /// stage.
    pub fn progress(&mut self, stage: &str, games: u64) {
        self.bar.clear();
        self.bar = CommandBar::new(stage, games, self.playing.precision.is_some(), self.playing);
    }

    /// Begins a stage in which the games of these lots are played.
    pub fn stage(&mut self, title: &str, lots: Range<usize>) {
        let games = lots.map(|lot| self.keeper.games_of(lot)).sum();
        self.progress(title, games);
    }

    /// Returns the command line that repeats the games; values in `resolved` replace the values of
    /// typed flags.
    pub fn command_line(&self, resolved: &[(&'static str, String)]) -> String {
        line(&canonical(self.command, self.flags, resolved))
    }

    /// Measures progress by the cost of the games instead of their number, because the games of
    /// some lots take much longer than the games of other lots.
    pub fn progress_by_cost(&mut self, title: &str, lots: &[Lot]) {
        let costs = lots.iter().enumerate();
        let costs = costs.map(|(lot, of)| self.keeper.games_of(lot) * of.cost);
        self.show_work(title, costs.sum());
    }

    /// Shows progress in units of work instead of games; `work` is the total.
    pub fn show_work(&mut self, title: &str, work: u64) {
        self.bar.clear();
        self.bar = CommandBar::new(title, work, false, self.playing);
    }

    /// Begins to write the table `games`, which has one row per game and entrant.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn rows(&self, simulation: &Simulation) -> Result<RowsWriter> {
        self.job.folder().rows(simulation.cast(), simulation.measures())
    }
}

/// Results of the points of a sweep or a tuning. The results of a point are saved in their own file
/// as soon as its games are played.
pub struct PlayedPoints {
    store: points::Points,
    /// True if this process plays a shard, which has no complete points.
    is_shard: bool,
    /// Paths of the files with results of points that this command loaded or wrote.
    pub(super) files: Vec<PathBuf>,
    /// Number of points that were not played, because earlier commands had stored their results.
    pub(super) found: usize,
}

impl PlayedPoints {
    pub(super) fn new(job: &Job<'_>, is_shard: bool) -> PlayedPoints {
        PlayedPoints { store: points::Points::of(&job.target), is_shard, files: vec![], found: 0 }
    }

    /// Plays the games of a point, or loads its results if an earlier command has played it. A game
    /// advances the progress bar by `cost`. Returns `None` if interrupted: incomplete results are
    /// discarded.
    ///
    /// # Errors
    /// Fails if a bot fails, or if the file cannot be written.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        plan: &Plan,
        (stop, bar): (&AtomicBool, &CommandBar),
        cost: u64,
    ) -> Result<Option<Point>> {
        let work = plan.games.saturating_mul(cost);
        let played = self.or_play(scenario, plan, (stop, bar), work, |simulation| {
            simulate::run(simulation, plan, stop, &mut bar.times(cost))
        })?;
        Ok(played.map(|(point, _)| point))
    }

    /// Loads the results of a point, and advances the progress bar by `work`. Without stored
    /// results, plays the games of the point with `play`, and stores the results. A shard neither
    /// loads nor stores results. Also returns the time that the games
    /// took, in seconds; 0 for stored results. Returns `None` if interrupted: incomplete results
    /// are discarded.
    ///
    /// # Errors
    /// Fails if `play` fails, or if the file with the results cannot be written.
    pub fn or_play(
        &mut self,
        scenario: &Scenario,
        plan: &Plan,
        (stop, bar): (&AtomicBool, &CommandBar),
        work: u64,
        play: impl FnOnce(&Simulation) -> Result<Played>,
    ) -> Result<Option<(Point, f64)>> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let key = key(scenario, plan)?;
        let stored = if self.is_shard { None } else { self.store.find(&key) };
        if let Some(point) = stored {
            let file = self.store.file(&key);
            if !self.files.contains(&file) {
                self.found += 1;
                self.files.push(file);
            }
            bar.add(work);
            return Ok(Some((point, 0.0)));
        }
        let simulation = scenario.open();
        let played = play(&simulation)?;
        if played.partial {
            return Ok(None);
        }
        let point = Point::new(key, &simulation, &played);
        if !self.is_shard {
            self.files.push(self.store.write(&point)?);
        }
        Ok(Some((point, played.seconds)))
    }
}

/// Plays the games of a lot and counts them.
///
/// # Errors
/// Fails if a bot or the audience fails, or if the counts cannot be saved.
pub fn tally(
    keeper: &mut Keeper,
    (stop, audience): (&AtomicBool, &mut impl Audience),
    lot: usize,
    simulation: &Simulation,
    games: &Plan,
) -> Result<Played> {
    keeper.play(lot, simulation.empty_tally(), |stretch| {
        simulate::run_stretch(simulation, games, stop, audience, stretch)
    })
}
