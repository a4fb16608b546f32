//! Plays sets of edits: measures each set, races the best against each other, and certifies the
//! winners in a final test.

use anyhow::Result;

use super::goal::{Distance, WinSums};
use super::{Play, Solution, Task};
use crate::scenario::Scenario;
use crate::stats::hash::mix;
use crate::stats::intervals::of_each;
use crate::stats::sequential::level_at;

/// Number of the first random stream of a race between sets of edits. Proposals, races and final
/// tests use separate streams of random numbers.
const RACE_STREAM: u64 = 1 << 32;
/// Number of the first random stream of the final test of sets of edits.
const CERTIFY_STREAM: u64 = 2 << 32;
/// Maximum number of interim analyses in the final test of a set of edits. The total numbers of
/// games are 1, 2, 4, 8 and 16 times the first number.
pub const LOOKS: u32 = 5;

/// Plays sets of edits and counts the games.
pub struct RaceTable<'a, 'b> {
    task: Task<'a>,
    play: &'a mut Play<'b>,
    /// Total number of games played so far.
    pub games: u64,
}

impl<'a, 'b> RaceTable<'a, 'b> {
    pub fn new(task: Task<'a>, play: &'a mut Play<'b>) -> Self {
        RaceTable { task, play, games: 0 }
    }

    /// Plays the scenario of each bot with the random numbers of a stream.
    ///
    /// # Errors
    /// Fails if a bot fails or the games are interrupted, as all functions that play.
    pub fn sums(&mut self, edited: &[Scenario], stream: u64, games: u64) -> Result<Vec<WinSums>> {
        let seed = mix(self.task.settings.seed ^ mix(stream));
        let mut sums = vec![];
        for (bot, scenario) in edited.iter().enumerate() {
            let point = (self.play)(scenario, seed, games)?;
            self.games += point.games;
            sums.extend(WinSums::of(bot, point));
        }
        Ok(sums)
    }

    /// Races sets of edits until one is left, with the same dice for all and twice as many games at
    /// each interim analysis.
    ///
    /// Each interim analysis drops the worse half, and every set that is significantly farther from
    /// its target than another set. The intervals are valid under repeated interim analyses.
    /// Returns the winner, `None` without sets.
    pub fn race(&mut self, racing: Vec<Vec<usize>>) -> Result<Option<Vec<usize>>> {
        struct Runner {
            set: Vec<usize>,
            edited: Vec<Scenario>,
            sums: Vec<WinSums>,
            distance: Distance,
        }
        let runner = |set: Vec<usize>| {
            let edited = self.task.edited(&set)?;
            Some(Runner { set, edited, sums: vec![], distance: Distance::default() })
        };
        let mut runners: Vec<Runner> = racing.into_iter().filter_map(runner).collect();
        let settings = self.task.settings;
        let mut look: u32 = 0;
        while runners.len() > 1 {
            look += 1;
            let games = settings.effort.proposal << (look - 1);
            for Runner { edited, sums, distance, .. } in &mut runners {
                add(sums, self.sums(edited, RACE_STREAM + u64::from(look), games)?);
                let level = of_each(level_at(look, settings.level), sums.len());
                *distance = settings.goal.distance(sums, level);
            }
            runners.sort_by(|a, b| a.distance.value.total_cmp(&b.distance.value));
            let at_most = runners[0].distance.high;
            runners.truncate(runners.len().div_ceil(2));
            runners.retain(|of| of.distance.low <= at_most);
        }
        Ok(runners.pop().map(|winner| winner.set))
    }

    /// Tests a set of edits that the game allows, with games that the search has not used. The
    /// number of games doubles until it is clear whether all win rates are near enough to their
    /// targets.
    pub fn certify(&mut self, set: Vec<usize>) -> Result<Solution> {
        let settings = self.task.settings;
        let edited = self.task.edited(&set).expect("it was played before");
        let mut solution = Solution { set, sums: vec![] };
        for look in 1..=LOOKS {
            let games = settings.effort.certified << look.saturating_sub(2);
            let more = self.sums(&edited, CERTIFY_STREAM + u64::from(look), games)?;
            add(&mut solution.sums, more);
            let is_off = settings.distance(&solution).low > settings.goal.within;
            if settings.certifies(&solution) || is_off {
                break;
            }
        }
        Ok(solution)
    }
}

/// Adds further numbers of games of the same fighters; `sums` may be empty at first.
fn add(sums: &mut Vec<WinSums>, more: Vec<WinSums>) {
    if sums.is_empty() {
        *sums = more;
        return;
    }
    for (sum, more) in sums.iter_mut().zip(more) {
        sum.games += more.games;
        sum.wins += more.wins;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::analysis::points::Point;
    use crate::questions::tune::{Effort, Goal, TuningSettings};

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
        let scenarios = [Scenario::load(path, &[]).expect("it is sound")];
        let targets = ["ash", "bay"].map(|name| (name.to_owned(), 0.5)).into();
        let goal = Goal { targets, within: WITHIN, corrections: vec![] };
        let certified = |seed| {
            let settings = TuningSettings {
                goal: goal.clone(),
                edits: 0,
                effort: Effort::of(111),
                level: 0.95,
                seed,
                threads: 1,
            };
            let task = Task { scenarios: &scenarios, settings: &settings, moves: &[] };
            let mut play = |_: &Scenario, seed, games| Ok(drawn(rates, seed, games));
            let found = RaceTable::new(task, &mut play).certify(vec![]).unwrap();
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
