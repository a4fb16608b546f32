//! Plays the games of `gong skill`: first the games of each skill level, then the games of the
//! mixed table.
//!
//! At each *level*, one bot plays all fighters, from the weakest bot to the strongest. At the
//! *mixed* table, bots of all levels play together.
//!
//! Every level plays games 0, 1, 2, … of the same seed, which are the same games as in a run with
//! this bot.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::analysis::WorkAudience;
use crate::analysis::ladder::{self, Deals, LadderSettings};
use crate::analysis::points::team_wins;
use crate::scenario::Scenario;
use crate::simulate::{self, Lot, Lots};
use crate::stats::Record;
use crate::stats::counts::Counts;
use crate::stats::members::Won;

/// The settings of the skill levels and of the mixed table (bots of all levels together).
#[derive(Debug, Clone)]
pub struct Levels {
    /// The skill levels, the weakest first.
    pub levels: Vec<SkillLevel>,
    /// Number of games at the mixed table (bots of all levels together); 0 for no mixed table.
    pub mixed: u64,
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

/// The stored results of the skill levels and of the mixed table (bots of all levels together).
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SkillFound {
    /// The results of the skill levels that were played; after an interruption the last levels are
    /// missing.
    pub levels: Vec<LevelResults>,
    /// The games of the mixed table (bots of all levels together); `None` without a mixed table.
    mixed: Option<MixedGames>,
}

/// The stored results of one skill level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelResults {
    pub games: u64,
    /// The games and wins of each fighter.
    pub results: Vec<Won>,
    /// Games and wins of each team; empty if there are no teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Won>,
}

/// The counts of the games of the mixed table, at which bots of all skill levels play together.
#[derive(Debug, Serialize, Deserialize)]
struct MixedGames {
    /// Number of games played at the mixed table. The last group of games with the same fighters
    /// and dice may be incomplete.
    games: u64,
    /// The counts of the games in their stored form; in memory they are [`Deals`].
    deals: Counts,
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
    /// Returns the lots: one for each skill level, then one for the mixed table (bots of all levels
    /// together) if there is one.
    pub fn lots(&self, scenario: &Scenario) -> Vec<Lot> {
        let levels = self.levels.iter();
        let mut lots: Vec<Lot> = levels.map(|of| Lot::new(of.games, of.cost)).collect();
        lots.extend(self.mixed_table(scenario).map(|ladder| Lot {
            together: self.levels.len() as u64,
            ..Lot::new(ladder.games(), self.mixed_cost())
        }));
        lots
    }

    /// Returns the plan of the ladder that plays the mixed table (bots of all levels together);
    /// `None` in cooperative games and with a single level.
    pub fn mixed_table(&self, scenario: &Scenario) -> Option<LadderSettings> {
        let wanted = self.mixed > 0 && self.levels.len() > 1;
        (wanted && !scenario.open().cast().cooperative).then(|| LadderSettings {
            bots: self.levels.iter().map(|level| level.bot.clone()).collect(),
            seed: self.seed,
            deals: self.mixed.div_ceil(self.levels.len() as u64),
            threads: self.threads,
        })
    }

    /// Cost of a game of the mixed table: the mean of the skill levels' costs, because all levels
    /// play equally often at the mixed table.
    fn mixed_cost(&self) -> u64 {
        let costs: u64 = self.levels.iter().map(|level| level.cost).sum();
        (costs / self.levels.len().max(1) as u64).max(1)
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
                let entrants = 0..cast.entrants.len();
                done.found.levels.push(LevelResults {
                    games: played.games,
                    results: entrants.map(|i| played.tally.won(i)).collect(),
                    teams: team_wins(cast, &played.tally),
                });
            }
            if done.partial {
                return Ok(done);
            }
        }
        if let Some(plan) = self.mixed_table(scenario) {
            let listener = Costs { audience, of_game: self.mixed_cost() };
            let bots = plan.bots.len();
            let mut played = lots.play(self.levels.len(), Deals::none(bots), |stretch| {
                ladder::play_stretch(scenario, &plan, stop, &listener, stretch)
            })?;
            done.partial = played.partial;
            done.seconds += played.seconds;
            // Measured durations are set to zero, so that the results are the same on every
            // machine.
            for clock in &mut played.tally.clocks {
                clock.nanoseconds = 0;
            }
            let games = played.tally.games.len() as u64;
            done.found.mixed =
                (games > 0).then(|| MixedGames { games, deals: Counts::of(&mut played.tally) });
        }
        Ok(done)
    }
}

impl SkillFound {
    /// Number of games at the mixed table (bots of all levels together). Leaves out an incomplete
    /// last group of games with the same fighters and dice.
    pub fn mixed_games(&self) -> u64 {
        let levels = self.levels.len().max(1) as u64;
        self.mixed.as_ref().map_or(0, |mixed| mixed.games / levels * levels)
    }

    /// Number of games of all skill levels and of the mixed table together.
    pub fn games(&self) -> u64 {
        let levels = self.levels.iter().map(|level| level.games);
        levels.sum::<u64>() + self.mixed_games()
    }

    /// Restores the games of the mixed table (bots of all levels together) from their stored form;
    /// `None` without a mixed table.
    ///
    /// # Errors
    /// Fails if the games do not belong to this number of levels.
    pub fn deals(&self) -> Result<Option<Deals>> {
        let Some(mixed) = &self.mixed else {
            return Ok(None);
        };
        let mut deals = Deals::none(self.levels.len());
        let fits = mixed.deals.fill(&mut deals, mixed.games);
        ensure!(fits, "the stored games do not belong to these levels");
        Ok(Some(deals))
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
