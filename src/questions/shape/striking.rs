//! Finds games that are worth watching: the closest game and the greatest comeback, by the bots'
//! estimates of winning.

use anyhow::Result;
use serde::Serialize;

use super::course::{Course, ScenarioSides};
use super::plan::need_estimates;
use crate::scenario::Scenario;
use crate::session::Usage;

/// Number of games among which striking games are found.
const GAMES: u64 = 200;
/// Maximum duration of a game, relative to a game between greedy bots.
const MOST_COST: u64 = 10;

/// The striking games among the first games of a scenario.
#[derive(Debug, Serialize)]
pub struct StrikingGames {
    /// Number of games that were played.
    pub games: u64,
    /// The game with the smallest lead before its last round.
    pub closest: Option<StrikingGame>,
    /// The game whose winner once had the lowest probability of winning; `None` if no side wins.
    pub comeback: Option<StrikingGame>,
}

/// A striking game, with the probability that makes the game striking.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct StrikingGame {
    pub game: u64,
    /// Lead before the last round, or the winner's lowest probability of winning; 0 to 1.
    pub value: f64,
}

impl StrikingGames {
    /// Plays the first games of a scenario, and finds the striking games.
    ///
    /// # Errors
    /// Fails if a bot gives no estimates of winning, is slow, or fails.
    pub fn find(scenario: &Scenario, seed: u64) -> Result<StrikingGames> {
        need_estimates(scenario)?;
        if scenario.cost() > MOST_COST {
            let what = "the bots of the scenario are too slow to find striking games: choose \
                        trained bots";
            return Err(Usage(what.to_owned()).into());
        }
        let simulation = scenario.open();
        let sides = ScenarioSides::new(simulation.cast());
        let (mut worker, mut heard) = (simulation.worker(), vec![]);
        let courses =
            (0..GAMES).map(|game| Course::hear(&mut *worker, (seed, game), &sides, &mut heard));
        let courses: Vec<Course> = courses.collect::<Result<_, _>>()?;
        let least = |value: fn(&Course) -> Option<f64>| {
            let games = (0..).zip(&courses);
            let games =
                games.filter_map(|(game, of)| Some(StrikingGame { game, value: value(of)? }));
            games.min_by(|a, b| a.value.total_cmp(&b.value))
        };
        Ok(StrikingGames {
            games: GAMES,
            closest: least(|course| Some(course.last_lead())),
            comeback: least(|course| Some(course.lowest(course.winner?))),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn striking_games_need_fast_bots_with_estimates() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let find = |edits: &[&str]| {
            let edits: Vec<String> = edits.iter().map(|&edit| edit.to_owned()).collect();
            let scenario = crate::session::scenario(path, &edits, &[]).unwrap();
            StrikingGames::find(&scenario, 1)
        };
        let found = find(&["strategy=trained"]).unwrap();
        let (closest, comeback) = (found.closest.unwrap(), found.comeback.unwrap());
        assert!(closest.value < 0.05 && closest.game < GAMES, "{found:?}");
        assert!(comeback.value < 0.2 && comeback.game < GAMES, "{found:?}");
        for (bot, message) in [("random", "gives no estimates"), ("mcts-fast", "too slow")] {
            let refused = find(&[&format!("strategy={bot}")]).unwrap_err();
            assert!(refused.to_string().contains(message), "{refused}");
        }
    }
}
