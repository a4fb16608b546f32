//! For whom does a verdict hold? The same table played by equals of several *levels*, each a bot that plays everybody, from the weakest to the
//! strongest; and a *mixed* table, at which the levels sit together.
//!
//! Every level plays games 0, 1, 2, … of the same seed, the very games that a run with this bot has; the stronger a bot, the more a game of it costs,
//! and the fewer it plays: see [`budget`]. What the numbers say of each fighter at each level is in [`verdicts`], and how far levels agree on who is strong
//! in [`crate::stats::ranks`].

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

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The weakest first.
    pub levels: Vec<Level>,
    /// Games of the mixed table; 0: none is played.
    pub mixed: u64,
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// One level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The bot, by the name that the scenario has for it.
    pub bot: String,
    /// Games that it plays, with itself in every seat.
    pub games: u64,
    /// What one of them costs, in a unit that all levels share: for the progress alone.
    pub cost: u64,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The keys of the fighters that may play.
    pub fighters: Vec<String>,
    /// What each would win if all were alike; none if all play together.
    pub fair: Option<f64>,
    /// The levels that have played, in the order of the question: its first ones.
    pub levels: Vec<Equals>,
    pub mixed: Option<Mixed>,
    /// It was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

/// What was played: nothing of what comes after an interruption.
#[derive(Debug)]
pub struct Played {
    levels: Vec<simulate::Played>,
    mixed: Option<simulate::Played<Deals>>,
    /// It was interrupted.
    pub partial: bool,
}

/// What was found at the table of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equals {
    pub games: u64,
    /// By fighter: games and wins.
    pub results: Vec<(u64, u64)>,
}

impl Question {
    /// The games of each table: the levels', and then the mixed one's, if there is one.
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

    /// Where all play together nobody is ahead of anybody, and one level has nobody to be mixed with.
    fn is_mixed(&self, scenario: &Scenario) -> bool {
        self.mixed > 0 && self.levels.len() > 1 && !scenario.open().cast().cooperative
    }

    /// What a game of the mixed table costs: everybody is there as often as everybody else.
    fn mixed_cost(&self) -> u64 {
        let costs: u64 = self.levels.iter().map(|level| level.cost).sum();
        (costs / self.levels.len().max(1) as u64).max(1)
    }
}

impl Found {
    /// Games played at all tables.
    pub fn games(&self) -> u64 {
        let mixed = self.mixed.as_ref().map_or(0, |mixed| mixed.games);
        self.levels.iter().map(|level| level.games).sum::<u64>() + mixed
    }
}

/// The scenario with one of its bots for everybody.
///
/// # Panics
/// If it has no such bot.
pub fn at_level(scenario: &Scenario, bot: &str) -> Scenario {
    scenario.played_by(bot, &scenario.bots[bot])
}

/// Plays the games of all tables that are to be played here, of a scenario that has the levels' bots; `lots`: those of [`Question::lots`]. `stop` may
/// be set at any time, and ends it with what was played before. The audience is told of costs, not of games.
///
/// # Errors
/// If threads cannot be had; a [`crate::games::FailedGame`], if a bot fails.
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

/// What all games of all tables say.
///
/// # Errors
/// If the scenario lacks a bot.
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

/// Tells an audience what the games cost that are played.
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
