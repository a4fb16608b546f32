//! Skill: checks at which levels of play a verdict holds.
//!
//! At each *level*, one bot plays all fighters, from the weakest bot to the strongest. At a *mixed*
//! table, bots of all levels play together.
//!
//! Every level plays games 0, 1, 2, … of the same seed, the same games as a run with this bot.
//! Games of stronger bots cost more, so they play fewer games: see [`budget`]. [`verdicts`] tests
//! each fighter at each level. [`crate::stats::ranks`] measures how well the levels agree on the
//! order of the fighters.

pub mod budget;
pub mod mixed;
pub mod verdicts;

use std::sync::atomic::AtomicBool;

use self::mixed::Mixed;
use super::Audience;
use super::ladder::{self, Deals};
use crate::scenario::Scenario;
use crate::simulate::{self, Lot, Lots, Plan};
use crate::stats::{Record, Tally};

/// Settings of the skill analysis.
#[derive(Debug, Clone)]
pub struct Question {
    /// Levels of play, weakest first.
    pub levels: Vec<Level>,
    /// Number of games of the mixed table; 0 for none.
    pub mixed: u64,
    pub seed: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// One level of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Reference of the bot in the scenario.
    pub bot: String,
    /// Number of games with this bot in every seat.
    pub games: u64,
    /// Cost of one game, in a unit common to all levels; used only for the progress.
    pub cost: u64,
}

/// Results of the skill analysis.
#[derive(Debug, Clone)]
pub struct Found {
    /// Keys of the fighters that may play.
    pub fighters: Vec<String>,
    /// Fair share of each fighter; `None` in a cooperative game.
    pub fair: Option<f64>,
    /// Results of the played levels, in the order of the question. An interruption leaves out the
    /// last ones.
    pub levels: Vec<Equals>,
    pub mixed: Option<Mixed>,
    /// Whether the analysis was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

/// Played games of all tables. Tables after an interruption are missing.
#[derive(Debug)]
pub struct Played {
    levels: Vec<simulate::Played>,
    mixed: Option<simulate::Played<Deals>>,
    /// Whether the analysis was interrupted.
    pub partial: bool,
}

/// Results of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equals {
    pub games: u64,
    /// For each fighter: (games, wins).
    pub results: Vec<(u64, u64)>,
}

impl Question {
    /// Lots (units of work): one for each level, then one for the mixed table, if there is one.
    pub fn lots(&self, scenario: &Scenario) -> Vec<Lot> {
        let levels = self.levels.iter();
        let mut lots: Vec<Lot> = levels.map(|of| Lot::new(of.games, of.cost)).collect();
        if self.is_mixed(scenario) {
            lots.push(Lot {
                together: self.levels.len() as u64,
                ..Lot::new(mixed::ladder(self).games(), self.mixed_cost())
            });
        }
        lots
    }

    /// There is no mixed table in cooperative games, nor with a single level.
    fn is_mixed(&self, scenario: &Scenario) -> bool {
        self.mixed > 0 && self.levels.len() > 1 && !scenario.open().cast().cooperative
    }

    /// Cost of a game of the mixed table: the mean of the levels' costs, because all levels play
    /// equally often.
    fn mixed_cost(&self) -> u64 {
        let costs: u64 = self.levels.iter().map(|level| level.cost).sum();
        (costs / self.levels.len().max(1) as u64).max(1)
    }
}

impl Found {
    /// Number of games played at all tables.
    pub fn games(&self) -> u64 {
        let mixed = self.mixed.as_ref().map_or(0, |mixed| mixed.games);
        self.levels.iter().map(|level| level.games).sum::<u64>() + mixed
    }
}

/// Copy of the scenario in which one of its bots plays all fighters.
///
/// # Panics
/// Panics if the scenario does not have the bot.
pub fn at_level(scenario: &Scenario, bot: &str) -> Scenario {
    scenario.played_by(bot, &scenario.bots[bot])
}

/// Plays the lots of [`Question::lots`] that this process is responsible for. The scenario must
/// contain the levels' bots.
///
/// Setting `stop` ends the analysis with the complete batches so far. The audience receives costs
/// instead of games.
///
/// # Errors
/// Fails if threads cannot be started. Returns a [`crate::simulate::FailedGame`] if a bot fails.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Played> {
    let mut done = Played {
        levels: vec![],
        mixed: None,
        partial: false,
    };
    for (lot, level) in question.levels.iter().enumerate() {
        let simulation = at_level(scenario, &level.bot).open();
        let plan = Plan::fixed(question.seed, level.games, question.threads);
        let mut listener = Costs {
            audience,
            of_game: level.cost,
        };
        let empty = Tally::new(simulation.cast(), simulation.measures());
        let played = lots.play(lot, empty, |stretch| {
            simulate::run_stretch(&simulation, &plan, stop, &mut listener, stretch)
        })?;
        done.partial = played.partial;
        done.levels.push(played);
        if done.partial {
            return Ok(done);
        }
    }
    if question.is_mixed(scenario) {
        let listener = Costs {
            audience,
            of_game: question.mixed_cost(),
        };
        let asked = mixed::ladder(question);
        let none = Deals::none(asked.bots.len());
        let played = lots.play(question.levels.len(), none, |stretch| {
            ladder::play_stretch(scenario, &asked, stop, &listener, stretch)
        })?;
        done.partial = played.partial;
        done.mixed = Some(played);
    }
    Ok(done)
}

/// Combines the played games of all tables into results.
///
/// # Errors
/// Fails if the scenario lacks a bot.
pub fn found(scenario: &Scenario, question: &Question, played: Played) -> anyhow::Result<Found> {
    let mut found = Found {
        fighters: vec![],
        fair: None,
        levels: vec![],
        mixed: None,
        partial: played.partial,
        seconds: played.levels.iter().map(|of| of.seconds).sum(),
    };
    for (level, played) in question.levels.iter().zip(played.levels) {
        let simulation = at_level(scenario, &level.bot).open();
        let cast = simulation.cast();
        if found.fighters.is_empty() {
            let keys = cast.entrants.iter().map(|of| of.fighter.clone());
            found.fighters = keys.collect();
            found.fair = (!cast.cooperative).then(|| 1.0 / cast.sides.max(1) as f64);
        }
        if played.games > 0 {
            let entrants = 0..cast.entrants.len();
            found.levels.push(Equals {
                games: played.games,
                results: entrants.map(|i| played.tally.results(i)).collect(),
            });
        }
    }
    if let Some(played) = played.mixed {
        found.seconds += played.seconds;
        let mixed = mixed::found(scenario, question, &found.fighters, played)?;
        found.mixed = (mixed.games > 0).then_some(mixed);
    }
    Ok(found)
}

/// Audience that converts games into costs.
struct Costs<'a, A> {
    audience: &'a A,
    of_game: u64,
}

impl<A: Audience> Audience for Costs<'_, A> {
    fn planned(&self, _: u64) {}

    fn played(&self, games: u64) {
        self.audience.played(games * self.of_game);
    }
}

impl<A: Audience> simulate::Audience for Costs<'_, A> {
    fn played(&self, games: u64) {
        Audience::played(self, games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}
