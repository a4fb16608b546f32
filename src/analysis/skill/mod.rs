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
use crate::scenario::Scenario;
use crate::simulate::{self, Plan};
use crate::stats::Record;

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

/// What was found at the table of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equals {
    pub games: u64,
    /// By fighter: games and wins.
    pub results: Vec<(u64, u64)>,
}

impl Question {
    /// What all of it costs, in the unit of the levels' costs.
    pub fn cost(&self) -> u64 {
        let levels = self.levels.iter().map(|level| level.games * level.cost);
        levels.sum::<u64>() + self.mixed * self.mixed_cost()
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

/// Plays all tables, of a scenario that has the levels' bots. `stop` may be set at any time, and ends it with what was played before. The audience
/// is told of costs, not of games.
///
/// # Errors
/// If threads cannot be had; a [`crate::games::FailedGame`], if a bot fails.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    audience.planned(question.cost());
    let mut found = Found {
        fighters: vec![],
        fair: None,
        levels: vec![],
        mixed: None,
        partial: false,
        seconds: 0.0,
    };
    for level in &question.levels {
        let simulation = at_level(scenario, &level.bot).open();
        let plan = Plan {
            seed: question.seed,
            games: level.games,
            precision: None,
            threads: question.threads,
            records: false,
            luck: None,
        };
        let mut listener = Costs {
            audience,
            of_game: level.cost,
        };
        let played = simulate::run(&simulation, &plan, stop, &mut listener)?;
        found.seconds += played.seconds;
        found.partial |= played.partial;
        let cast = simulation.cast();
        if found.levels.is_empty() {
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
        if found.partial {
            return Ok(found);
        }
    }
    // Where all play together nobody is ahead of anybody, and one level has nobody to be mixed with.
    if question.mixed > 0 && found.fair.is_some() && question.levels.len() > 1 {
        let listener = Costs {
            audience,
            of_game: question.mixed_cost(),
        };
        let (mixed, seconds) = mixed::play(scenario, question, &found.fighters, stop, &listener)?;
        found.partial = mixed.partial;
        found.seconds += seconds;
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
