//! Plays sets of edits: measures each set, races the best against each other, and certifies the
//! winners in a final test.

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::super::correction::Corrections;
use super::moves::{self, TuningEdit};
use super::{CAUTION, Play, Solution, SolutionRate, TuningSettings, is_near};
use crate::scenario::{Edit, Scenario};
use crate::stats::hash::mix;
use crate::stats::intervals::{of_each, wilson};
use crate::stats::sequential::level_at;

/// Numbers of wins and games of one fighter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinSums {
    pub fighter: String,
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
}

/// One scenario for each bot, all with the same edits.
pub type Edited = Vec<Scenario>;

/// Returns the number of games of a race between this many sets of edits, in units of the first
/// measurement of a set. Each interim analysis keeps half of the sets and doubles the number of
/// games.
pub fn games(runners: usize) -> u64 {
    let halved = std::iter::successors(Some(runners), |left| Some(left.div_ceil(2)));
    let looks = halved.take_while(|left| *left > 1);
    (0..).zip(looks).map(|(look, left)| (left as u64) << look).sum()
}

/// Plays sets of edits and counts the games.
pub struct RaceTable<'a, 'b> {
    scenarios: &'a [Scenario],
    settings: TuningSettings,
    play: &'a mut Play<'b>,
    tried: usize,
    games: u64,
    /// Results of [`RaceTable::correction_margin`] for sets of edits, because each result needs the
    /// inverse of a large matrix.
    margins: RefCell<BTreeMap<Vec<usize>, f64>>,
}

/// Number of the first random stream of a race between sets of edits. Proposals, races and final
/// tests use separate streams of random numbers.
const RACE_STREAM: u64 = 1 << 32;
/// Number of the first random stream of the final test of sets of edits.
const CERTIFY_STREAM: u64 = 2 << 32;
/// Maximum number of interim analyses in the final test of a set of edits. The total numbers of
/// games are 1, 2, 4, 8 and 16 times the first number.
pub const LOOKS: u32 = 5;

impl<'a, 'b> RaceTable<'a, 'b> {
    pub fn new(
        scenarios: &'a [Scenario],
        settings: &TuningSettings,
        play: &'a mut Play<'b>,
    ) -> Self {
        RaceTable {
            scenarios,
            settings: settings.clone(),
            play,
            tried: 0,
            games: 0,
            margins: RefCell::default(),
        }
    }

    /// Changes what is added to the win rates of the bots.
    pub fn correct(&mut self, corrections: Corrections) {
        self.settings.corrections = corrections;
        self.margins.get_mut().clear();
    }

    /// Returns the current settings of the tuning.
    pub fn settings(&self) -> &TuningSettings {
        &self.settings
    }

    /// Returns the function that plays scenarios.
    pub fn play(&mut self) -> &mut Play<'b> {
        self.play
    }

    /// Number of sets of edits that were played at least once.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// Total number of games played so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the scenario of each bot with these edits; `None` if the game does not allow the
    /// edits together.
    pub fn edited(&self, edits: &[Edit]) -> Option<Edited> {
        let with = |scenario: &Scenario| scenario.with(edits).ok();
        self.scenarios.iter().map(with).collect()
    }

    /// Plays a set of edits with the random numbers of a round. Returns the results by bot and
    /// fighter.
    ///
    /// # Errors
    /// Fails if a bot fails or the games are interrupted, as all functions that play.
    pub fn look(&mut self, edited: &Edited, round: u64, games: u64) -> Result<Vec<Vec<WinSums>>> {
        self.tried += 1;
        self.sums(edited, round, games)
    }

    fn sums(&mut self, edited: &Edited, stream: u64, games: u64) -> Result<Vec<Vec<WinSums>>> {
        let mut all = vec![];
        for scenario in edited {
            let seed = mix(self.settings.seed ^ mix(stream));
            let point = (self.play)(scenario, seed, games)?;
            self.games += point.games;
            let sums = point.entrants.into_iter().map(|of| WinSums {
                fighter: of.fighter,
                strategy: of.strategy,
                games: of.won.games(),
                wins: of.won.wins(),
            });
            all.push(sums.collect());
        }
        Ok(all)
    }

    /// Races sets of edits until one is left, with the same dice for all and twice as many games at
    /// each interim analysis.
    ///
    /// Each interim analysis drops the worse half, and every set that is significantly farther from
    /// its target than another set. The intervals are valid under repeated interim analyses.
    /// Returns the index of the winner, `None` without sets.
    pub fn race(&mut self, moves: &[TuningEdit], racing: &[Vec<usize>]) -> Result<Option<usize>> {
        struct Runner {
            at: usize,
            edited: Edited,
            sums: Vec<Vec<WinSums>>,
            margin: f64,
        }
        let runner = |(at, set): (usize, &Vec<usize>)| {
            let edited = self.edited(&moves::edits(moves, set))?;
            Some(Runner {
                at,
                sums: vec![vec![]; edited.len()],
                edited,
                margin: self.correction_margin(set),
            })
        };
        let mut runners: Vec<Runner> = racing.iter().enumerate().filter_map(runner).collect();
        let mut look: u32 = 0;
        while runners.len() > 1 {
            look += 1;
            let games = self.settings.effort.proposal << (look - 1);
            for runner in &mut runners {
                let stream = RACE_STREAM + u64::from(look);
                add(&mut runner.sums, self.sums(&runner.edited, stream, games)?);
            }
            let level = level_at(look, self.settings.level);
            let miss = |of: &Runner| {
                let (least, distance, most) = self.miss(&racing[of.at], &of.sums, level);
                (least + of.margin, distance + of.margin, most + of.margin)
            };
            runners.sort_by(|a, b| miss(a).1.total_cmp(&miss(b).1).then(a.at.cmp(&b.at)));
            let (_, _, at_most) = miss(&runners[0]);
            runners.truncate(runners.len().div_ceil(2));
            runners.retain(|of| miss(of).0 <= at_most);
        }
        Ok(runners.first().map(|winner| winner.at))
    }

    /// Returns the distance from the targets that the error of the corrections adds to a set of
    /// edits. A set whose effects are less certain has to be nearer to the targets by this
    /// distance.
    pub fn correction_margin(&self, set: &[usize]) -> f64 {
        if let Some(&known) = self.margins.borrow().get(set) {
            return known;
        }
        let error = self.settings.corrections.error(set).unwrap_or(0.0);
        let margin = CAUTION * error;
        self.margins.borrow_mut().insert(set.to_vec(), margin);
        margin
    }

    /// Largest distance of a win rate from its target with a set of edits, as (lower bound,
    /// estimate, upper bound).
    fn miss(&self, set: &[usize], sums: &[Vec<WinSums>], level: f64) -> (f64, f64, f64) {
        let level = of_each(level, sums.iter().flatten().count());
        let (mut least, mut measured, mut most) = (0.0_f64, 0.0_f64, 0.0_f64);
        let bots = sums.iter().enumerate();
        let all = bots.flat_map(|(bot, sums)| sums.iter().map(move |of| (bot, of)));
        for (bot, of) in all {
            let (target, _) = target(&self.settings, (bot, &of.fighter), set);
            let Some(target) = target else {
                continue;
            };
            let interval = wilson(of.wins, of.games, level);
            let distance = (of.wins as f64 / of.games.max(1) as f64 - target).abs();
            measured = measured.max(distance);
            let half_width = interval.half_width();
            least = least.max(distance - half_width);
            most = most.max(distance + half_width);
        }
        (least, measured, most)
    }

    /// Tests sets of edits with games that the search has not used. The number of games doubles
    /// until it is clear whether all win rates are near enough to their targets.
    pub fn certify(&mut self, all: &[TuningEdit], sets: &[Vec<usize>]) -> Result<Vec<Solution>> {
        let mut solutions = vec![];
        for set in sets {
            let edited = self.edited(&moves::edits(all, set));
            let edited = edited.expect("it was played before");
            let mut sums = vec![vec![]; edited.len()];
            for look in 1..=LOOKS {
                let stream = CERTIFY_STREAM + u64::from(look);
                let games = self.settings.effort.certified << look.saturating_sub(2);
                add(&mut sums, self.sums(&edited, stream, games)?);
                let solution = solution(&self.settings, all, set, &sums);
                let is_off = solution.bounds().low > self.settings.within;
                if solution.certified || is_off || look == LOOKS {
                    solutions.push(solution);
                    break;
                }
            }
        }
        Ok(solutions)
    }
}

/// Decides whether a set of edits passes the final test: the confidence interval of every win rate
/// must lie within the accepted distance of its target.
///
/// Each interval is corrected only for the number of sets and interim analyses, not for the number
/// of fighters. An unsuitable set has at least one fighter whose win rate is too far from its
/// target. The set passes only if this fighter's interval misses the true value (intersection-union
/// test: Berger 1982).
pub fn solution(
    settings: &TuningSettings,
    all: &[TuningEdit],
    set: &[usize],
    sums: &[Vec<WinSums>],
) -> Solution {
    let sets = settings.edits + 1;
    let error = (1.0 - settings.level) / (sets * LOOKS as usize) as f64;
    let rate = |bot: usize, of: &WinSums| {
        let (target, correction) = target(settings, (bot, &of.fighter), set);
        SolutionRate {
            won: of.clone(),
            // Two one-sided tests: each may use the full error probability, because the true win
            // rate is too low or too high, but not both.
            interval: wilson(of.wins, of.games, 1.0 - 2.0 * error),
            target,
            correction,
        }
    };
    let rates: Vec<Vec<SolutionRate>> = (sums.iter().enumerate())
        .map(|(bot, of)| of.iter().map(|of| rate(bot, of)).collect())
        .collect();
    let near = |of: &SolutionRate| {
        of.target.is_none_or(|target| is_near(of.interval, target, settings.within))
    };
    Solution {
        set: set.to_vec(),
        moves: set.iter().map(|&of| all[of].clone()).collect(),
        certified: rates.iter().flatten().all(near),
        rates,
        error: settings.corrections.error(set).unwrap_or(0.0),
    }
}

/// Returns the target of a fighter's measured win rate, and the correction of the win rate, which
/// the target takes into account. The arguments are the index of the bot, the fighter and the set
/// of edits.
fn target(
    settings: &TuningSettings,
    (bot, fighter): (usize, &str),
    set: &[usize],
) -> (Option<f64>, Option<f64>) {
    let correction = settings.corrections.of(bot, fighter, set);
    let target = settings.targets.get(fighter);
    let target = target.map(|target| target - correction.unwrap_or(0.0));
    (target, correction)
}

impl Solution {
    /// Tests the unchanged scenario, which has no edits, again with the same games and other
    /// settings.
    pub fn retest_unchanged(&self, settings: &TuningSettings, all: &[TuningEdit]) -> Solution {
        debug_assert!(self.moves.is_empty(), "the games are of a set of edits");
        solution(settings, all, &[], &self.sums())
    }

    /// Returns the numbers of wins and games, by bot and fighter.
    pub fn sums(&self) -> Vec<Vec<WinSums>> {
        let of_bot = |rates: &Vec<SolutionRate>| rates.iter().map(|of| of.won.clone()).collect();
        self.rates.iter().map(of_bot).collect()
    }
}

/// Adds further numbers of games of the same fighters, by bot; `sums` may be empty at first.
fn add(sums: &mut [Vec<WinSums>], more: Vec<Vec<WinSums>>) {
    for (sums, more) in sums.iter_mut().zip(more) {
        if sums.is_empty() {
            *sums = more;
            continue;
        }
        for (sum, more) in sums.iter_mut().zip(more) {
            sum.games += more.games;
            sum.wins += more.wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::analysis::points::Point;
    use crate::questions::tune::{Allowed, Effort};

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
        let half = |name: &str| (name.to_owned(), 0.5);
        let certified = |seed| {
            let settings = TuningSettings {
                targets: [half("ash"), half("bay")].into(),
                corrections: Corrections::default(),
                within: WITHIN,
                edits: 0,
                fighters: vec![],
                rules: false,
                allowed: Allowed::default(),
                effort: Effort::of(111),
                level: 0.95,
                seed,
                threads: 1,
            };
            let mut play = |_: &Scenario, seed, games| Ok(drawn(rates, seed, games));
            let mut table = RaceTable::new(&scenarios, &settings, &mut play);
            let found = table.certify(&[], &[vec![]]).unwrap();
            found[0].certified
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
