//! Estimates the games of every stage of a tuning before the stage begins, and corrects the
//! estimate when a stage is known.

use super::{ALONE, RACING, Round, Settings, TOGETHER, race};
use crate::analysis::{Audience, GAME, paired};
use crate::scenario::Scenario;

/// The stages of a tuning, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The scenario as it is.
    AsItIs,
    FirstLook,
    /// A round of [`ALONE`].
    Alone(usize),
    /// A round of [`TOGETHER`].
    Together(usize),
    Race,
    Certify,
}

/// Share of different moves among all moves that proposals can name (measured in three shipped
/// scenarios: 0.1 to 0.4).
const DIFFERENT: f64 = 0.25;
/// Mean number of certifying games, as a multiple of those at the first look: of the unchanged
/// scenario, and of a solution.
const AS_IT_IS: u64 = 2;
pub const CERTIFIED: u64 = 6;

/// The games of a stage, and what one of them costs, in [`GAME`]s of a greedy bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Expected {
    stage: Stage,
    games: u64,
    cost: u64,
}

/// The stages that are not over.
#[derive(Debug, Clone)]
pub struct Forecast(Vec<Expected>);

impl Forecast {
    /// Of a scenario, which is given once for each bot, with so many moves.
    pub fn new(scenarios: &[Scenario], settings: &Settings, moves: usize) -> Forecast {
        let effort = settings.effort;
        let bots = scenarios.len() as u64;
        // Promising moves are measured in rounds; those of a later round were in an earlier round.
        let mut before = effort.alone;
        let mut alone = |round: &Round| {
            let slots: usize = (1..=settings.edits)
                .map(|count| count * round.choice(settings.edits).sets(count))
                .sum();
            let different = ((slots as f64 * DIFFERENT) as usize).min(moves) as u64;
            let games = round.times * effort.better;
            let more = games.saturating_sub(std::mem::replace(&mut before, games));
            different * more
        };
        let together = |round: &Round| {
            let sets = (1..=settings.edits).map(|count| round.choice(settings.edits).sets(count));
            sets.sum::<usize>() as u64 * round.times * effort.proposal
        };
        let racing = (1..=settings.edits).map(|count| {
            let runners = (RACING * count).div_ceil(settings.edits);
            race::games(runners) * effort.proposal
        });
        let certified = settings.edits as u64 * CERTIFIED * effort.certified;
        let mut stages = vec![
            (Stage::AsItIs, AS_IT_IS * effort.certified),
            (Stage::FirstLook, moves as u64 * effort.alone),
        ];
        stages.extend((0..).map(Stage::Alone).zip(ALONE.iter().map(&mut alone)));
        stages.extend(
            (0..)
                .map(Stage::Together)
                .zip(TOGETHER.iter().map(together)),
        );
        stages.extend([(Stage::Race, racing.sum()), (Stage::Certify, certified)]);
        let costs: u64 = scenarios.iter().map(Scenario::cost).sum();
        let expected = |(stage, games): (Stage, u64)| Expected {
            stage,
            games: games * bots,
            cost: costs / bots.max(1)
                * match stage {
                    Stage::FirstLook | Stage::Alone(_) => alone_cost(&scenarios[0]),
                    _ => GAME,
                },
        };
        Forecast(stages.into_iter().map(expected).collect())
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.0.iter().map(|of| of.games).sum()
    }

    /// What all of them cost, in [`GAME`]s of a greedy bot.
    pub fn work(&self) -> u64 {
        self.0.iter().map(|of| of.games * of.cost).sum()
    }

    /// A stage begins, of so many games if that is known now: tells how much is left.
    pub fn begin(&mut self, stage: Stage, games: Option<u64>, audience: &impl Audience) {
        self.0.retain(|of| of.stage >= stage);
        if let (Some(games), Some(of)) = (games, self.0.first_mut()) {
            of.games = games;
        }
        audience.left(self.work());
    }
}

/// What a game of a single move costs, in [`GAME`]s.
pub fn alone_cost(scenario: &Scenario) -> u64 {
    paired(&scenario.open(), super::alone::TOGETHER)
}
