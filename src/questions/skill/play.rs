//! Plays the games of `gong skill`. At each *level*, one bot plays all fighters, from the weakest
//! bot to the strongest.
//!
//! Every level plays games 0, 1, 2, … of the same seed, which are the same games as in a run with
//! this bot.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::analysis::WorkAudience;
use crate::analysis::points::team_wins;
use crate::scenario::Scenario;
use crate::simulate::{self, Lot, Lots};
use crate::stats::Record;
use crate::stats::members::Won;

/// The settings of the skill levels.
#[derive(Debug, Clone)]
pub struct Levels {
    /// The skill levels, the weakest first.
    pub levels: Vec<SkillLevel>,
    pub seed: u64,
    /// Number of threads that play games, at least 1.
    pub threads: usize,
}

/// One level of play, i.e. a bot that plays all fighters of the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillLevel {
    /// Name of the level's bot in the scenario.
    pub bot: String,
    /// Number of games with the level's bot in every seat.
    pub games: u64,
    /// Cost of one game, in a unit common to all levels; used only for the display of progress.
    pub cost: u64,
}

/// The stored results of the skill levels.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SkillFound {
    /// The results of the skill levels that were played; after an interruption the last levels are
    /// missing.
    pub levels: Vec<LevelResults>,
}

/// The stored results of one skill level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelResults {
    pub games: u64,
    /// The games and wins of each fighter.
    pub results: Vec<Won>,
    /// Games and wins of each team; empty if there are no teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Won>,
}

/// The results of the skill levels' games that have been played so far.
#[derive(Debug, Default)]
pub struct LevelsPlayed {
    pub found: SkillFound,
    /// True if the user interrupted the command before all games were played.
    pub partial: bool,
    pub seconds: f64,
}

impl Levels {
    /// Returns the lots: one for each skill level.
    pub fn lots(&self) -> Vec<Lot> {
        self.levels.iter().map(|of| Lot::new(of.games, of.cost)).collect()
    }

    /// Plays those lots of [`Levels::lots`] that are assigned to this process. The scenario must
    /// contain the bots of all skill levels.
    ///
    /// Setting `stop` ends play; complete batches of games are kept. `audience` receives costs
    /// instead of numbers of games.
    ///
    /// # Errors
    /// Fails if threads cannot be started. Returns a [`crate::simulate::FailedGame`] if a bot
    /// fails.
    pub fn play(
        &self,
        scenario: &Scenario,
        lots: &mut impl Lots,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> Result<LevelsPlayed> {
        let mut done = LevelsPlayed::default();
        for (lot, level) in self.levels.iter().enumerate() {
            let simulation = at_level(scenario, &level.bot).open();
            let plan = simulate::Plan::fixed(self.seed, level.games, self.threads);
            let mut listener = Costs { audience, of_game: level.cost };
            let played = lots.play(lot, simulation.empty_tally(), |stretch| {
                simulate::run_stretch(&simulation, &plan, stop, &mut listener, stretch)
            })?;
            done.partial = played.partial;
            done.seconds += played.seconds;
            if played.games > 0 {
                let cast = simulation.cast();
                done.found.levels.push(LevelResults {
                    games: played.games,
                    results: played.tally.all_won(),
                    teams: team_wins(cast, &played.tally),
                });
            }
            if done.partial {
                return Ok(done);
            }
        }
        Ok(done)
    }
}

impl SkillFound {
    /// Number of games of all skill levels together.
    pub fn games(&self) -> u64 {
        self.levels.iter().map(|level| level.games).sum()
    }
}

/// Returns a copy of the scenario in which the named bot plays all fighters.
///
/// # Panics
/// Panics if the scenario does not have the bot.
pub fn at_level(scenario: &Scenario, bot: &str) -> Scenario {
    scenario.played_by(bot, &scenario.bots[bot])
}

/// Converts numbers of finished games into costs, and reports the costs to `audience` for the
/// display of progress.
struct Costs<'a, A> {
    audience: &'a A,
    of_game: u64,
}

impl<A: WorkAudience> WorkAudience for Costs<'_, A> {
    fn planned(&self, _: u64) {}

    fn played(&self, games: u64) {
        self.audience.played(games * self.of_game);
    }
}

impl<A: WorkAudience> simulate::Audience for Costs<'_, A> {
    fn played(&self, games: u64) {
        WorkAudience::played(self, games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> Result<()> {
        Ok(())
    }
}
