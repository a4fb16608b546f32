//! Plays sets of edits, and certifies the best in a final test.

use anyhow::Result;

use super::goal::WinSums;
use super::{Play, Solution, Task};
use crate::scenario::Scenario;
use crate::stats::hash::mix;

/// Number of the first random stream of the final test of sets of edits, which the search does not
/// use.
const CERTIFY_STREAM: u64 = 2 << 32;
/// Maximum number of interim analyses in the final test of a set of edits. The total numbers of
/// games are 1, 2, 4, 8 and 16 times the first number.
pub const LOOKS: u32 = 5;

/// Plays sets of edits and counts the games.
pub struct SetGames<'a, 'b> {
    pub task: Task<'a>,
    pub play: &'a mut Play<'b>,
    /// Total number of games played so far.
    pub games: u64,
}

impl SetGames<'_, '_> {
    /// Plays a scenario with the random numbers of a stream.
    ///
    /// # Errors
    /// Fails if a bot fails or the games are interrupted, as all functions that play.
    pub fn sums(&mut self, edited: &Scenario, stream: u64, games: u64) -> Result<Vec<WinSums>> {
        let seed = mix(self.task.settings.seed ^ mix(stream));
        let point = (self.play)(edited, seed, games)?;
        self.games += point.games;
        Ok(WinSums::of(point))
    }

    /// Tests a set of edits that the game allows, with games that the search has not used. The
    /// number of games doubles until it is clear whether all win rates are near enough to their
    /// targets.
    pub fn certify(&mut self, set: Vec<usize>) -> Result<Solution> {
        let settings = self.task.settings;
        let edited = self.task.edited(&set).expect("it was played before");
        let mut solution = Solution { set, sums: vec![] };
        for look in 1..=LOOKS {
            let games = settings.test_games() << look.saturating_sub(2);
            let more = self.sums(&edited, CERTIFY_STREAM + u64::from(look), games)?;
            for (sum, more) in solution.sums.iter_mut().zip(&more) {
                sum.games += more.games;
                sum.wins += more.wins;
            }
            if look == 1 {
                solution.sums = more;
            }
            let is_off = settings.distance(&solution).low > settings.goal.within;
            if settings.certifies(&solution) || is_off {
                break;
            }
        }
        Ok(solution)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::analysis::points::Point;
    use crate::questions::tune::TuningSettings;
    use crate::questions::tune::tests::settings;

    /// Accepted distance in these tests: three points, which need a ninth of the games that one
    /// point needs.
    const WITHIN: f64 = 0.03;

    /// Creates the results of simulated games: each fighter wins independently with its win rate.
    fn drawn(rates: [f64; 2], seed: u64, games: u64) -> Point {
        let mut dice = Pcg64Mcg::seed_from_u64(seed);
        let wins = rates.map(|rate| (0..games).filter(|_| dice.random_bool(rate)).count() as u64);
        Point::made_up(games, ["ash", "bay"].into_iter().zip(wins))
    }

    /// Returns how many of 400 sets of edits with these true win rates pass the final test. The
    /// accepted distance of a win rate from 50 % is three percentage points.
    fn certified(rates: [f64; 2]) -> usize {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
        let scenario = Scenario::load(path, &[]).expect("it is sound");
        let certified = |seed| {
            let settings = settings(["ash", "bay"].map(|name| (name, 0.5)), WITHIN, 0);
            let settings = TuningSettings { games: 111, seed, ..settings };
            let task = Task { scenario: &scenario, settings: &settings, moves: &[] };
            let mut play = |_: &Scenario, seed, games| Ok(drawn(rates, seed, games));
            let found = SetGames { task, play: &mut play, games: 0 }.certify(vec![]).unwrap();
            settings.certifies(&found)
        };
        (0..400).filter(|&seed| certified(seed)).count()
    }

    /// Checks the final test if one fighter's win rate is just outside the accepted distance from
    /// 50 %, and the win rate of the other fighter is 50 %. At most 5 % of 400 sets (20) may pass;
    /// 35 or more would occur once in a thousand tests.
    #[test]
    fn what_is_not_near_enough_is_hardly_ever_certified() {
        let wrong = certified([0.5 + WITHIN, 0.5]);
        assert!(wrong <= 35, "{wrong} of 400");
    }

    #[test]
    fn what_is_fair_is_certified_as_a_rule() {
        assert!(certified([0.5, 0.5]) >= 380);
    }
}
