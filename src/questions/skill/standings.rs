//! Verdicts of `gong skill`: the standing of each fighter (above, below or near its fair share) at
//! each skill level, and its change from one level to the next.
//!
//! All verdicts share one Holm correction: the probability of any wrong verdict is at most 1 −
//! confidence level.

use super::play::LevelResults;
use crate::report::sentences::Standing;
use crate::stats::fairness::{Fair, Surprise};
use crate::stats::intervals::{Interval, holm, p_value_of_two};
use crate::stats::members::{self, Won};

/// Difference of a fighter's win rate between two skill levels: next level minus this level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelStep {
    pub difference: f64,
    pub interval: Interval,
    /// True if the difference is significant, with correction for all tests of the report of `gong
    /// skill`.
    pub sure: bool,
}

impl LevelStep {
    /// Returns the change from the results `one` to the results `two`. `level` is the confidence
    /// level of the interval.
    pub fn new(one: &Won, two: &Won, sure: bool, level: f64) -> LevelStep {
        let (difference, interval) = members::difference(one, two, level);
        LevelStep { difference, interval, sure }
    }

    /// Returns the verdict on the difference: whether the fighter's win rate is higher or lower at
    /// the next skill level.
    pub fn standing(&self) -> Standing {
        Standing::of(self.sure, self.difference > 0.0)
    }
}

/// All verdicts in the report of `gong skill`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdicts {
    /// By skill level and fighter: whether the fighter's win rate is above, below or near its fair
    /// share; empty without a fair share. `Above` and `Below` mean a distance of more than the
    /// margin.
    pub standings: Vec<Vec<Standing>>,
    /// By skill level (without the last) and fighter: the change of the win rate to the next level.
    pub steps: Vec<Vec<LevelStep>>,
}

/// Tests the win rates of all fighters at all skill levels; `level` is the confidence level of
/// intervals and verdicts.
pub fn verdicts(levels: &[LevelResults], fair: Option<Fair>, level: f64) -> Verdicts {
    let surprises: Vec<Vec<Surprise>> = match fair {
        Some(fair) => (levels.iter())
            .map(|of| {
                let each = of.results.iter();
                each.map(|won| won.effective(level))
                    .map(|(wins, games)| Surprise::of_one(wins, games, fair))
                    .collect()
            })
            .collect(),
        None => vec![],
    };
    let pairs = || {
        let next = levels.iter().skip(1);
        levels.iter().zip(next).flat_map(|(one, next)| one.results.iter().zip(&next.results))
    };
    let effective = |won: &Won| won.effective(level);
    let mut p: Vec<f64> =
        surprises.iter().flatten().flat_map(|of| [of.if_fair, of.if_unfair]).collect();
    p.extend(pairs().map(|(one, next)| p_value_of_two(effective(one), effective(next))));
    let mut sure = holm(&p, 1.0 - level).into_iter();
    let mut next = || sure.next().unwrap_or(false);

    let mut standings = vec![];
    for (of, surprises) in levels.iter().zip(&surprises) {
        let standing = |won: &Won| {
            let share = fair.map_or(0.0, |fair| fair.share);
            match (next(), next()) {
                (true, _) if won.wins() as f64 > share * won.games() as f64 => Standing::Above,
                (true, _) => Standing::Below,
                (_, true) => Standing::WithinNoise,
                _ => Standing::Open,
            }
        };
        debug_assert_eq!(of.results.len(), surprises.len());
        standings.push(of.results.iter().map(standing).collect());
    }
    let steps = pairs().map(|(one, two)| LevelStep::new(one, two, next(), level));
    let steps: Vec<LevelStep> = steps.collect();
    let fighters = levels.first().map_or(0, |of| of.results.len());
    Verdicts {
        standings,
        steps: steps.chunks(fighters.max(1)).map(<[LevelStep]>::to_vec).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAIR: Fair = Fair { share: 0.25, margin: 0.02 };

    fn equals(games: u64, rates: &[f64]) -> LevelResults {
        let result = |&rate: &f64| Won::new(games, (games as f64 * rate) as u64);
        LevelResults { games, results: rates.iter().map(result).collect(), teams: vec![] }
    }

    #[test]
    fn what_is_certain_has_a_word_and_the_rest_is_open() {
        use Standing::{Above, Below, Open, WithinNoise};
        let levels = [
            equals(100_000, &[0.30, 0.25, 0.20, 0.271]),
            equals(20_000, &[0.263, 0.25, 0.20, 0.25]),
            equals(100, &[0.30, 0.25, 0.02, 0.25]),
        ];
        let found = verdicts(&levels, Some(FAIR), 0.95);
        assert_eq!(
            found.standings,
            [
                [Above, WithinNoise, Below, Open],
                [Open, WithinNoise, Below, WithinNoise],
                [Open, Open, Below, Open]
            ]
        );
        let sure = |steps: &Vec<LevelStep>| steps.iter().map(|step| step.sure).collect::<Vec<_>>();
        let sure: Vec<Vec<bool>> = found.steps.iter().map(sure).collect();
        assert_eq!(sure, [[true, false, false, true], [false, false, true, false]]);
        assert!((found.steps[0][0].difference + 0.037).abs() < 1e-9);
    }

    #[test]
    fn where_no_share_is_fair_only_steps_are_told() {
        let levels = [equals(10_000, &[0.1, 0.1]), equals(10_000, &[0.4, 0.4])];
        let found = verdicts(&levels, None, 0.95);
        assert!(found.standings.is_empty());
        assert!(found.steps[0].iter().all(|step| step.sure));
        assert!(verdicts(&[], Some(FAIR), 0.95).steps.is_empty());
    }

    #[test]
    fn the_words_of_a_page_are_seldom_wrong() {
        use rand::{RngExt, SeedableRng};
        let mut luck = rand_pcg::Pcg64Mcg::seed_from_u64(8);
        let mut wrong = 0;
        for _ in 0..400 {
            // Eight fighters' true win rates are exactly at the margin and equal at three levels,
            // so every verdict except "fair" is wrong.
            let mut level = || {
                let wins = |_| {
                    let wins = (0..500).filter(|_| luck.random_bool(0.27)).count();
                    Won::new(500, wins as u64)
                };
                LevelResults { games: 1_000, results: (0..8).map(wins).collect(), teams: vec![] }
            };
            let levels = [level(), level(), level()];
            let found = verdicts(&levels, Some(FAIR), 0.95);
            let said = found.standings.iter().flatten();
            let differ = found.steps.iter().flatten().any(|step| step.sure);
            wrong += i32::from(differ || said.into_iter().any(|of| *of != Standing::Open));
        }
        // 20 wrong verdicts (5 % of 400 trials) are expected, with a standard deviation of 4.4.
        assert!(wrong <= 29, "{wrong}");
    }
}
