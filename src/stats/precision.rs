//! The stopping rule of the option `--precision`: at which numbers of games a run checks its
//! precision, and the widest half-width of its intervals.
//!
//! The intervals are ordinary intervals for a fixed number of games, although the run checks
//! several times. This is valid because the run stops only because of the width of the intervals.
//! The width of Wilson's interval depends on the number of games and hardly on the results. So a
//! run stops at a nearly fixed number of games. (Y. S. Chow and H. Robbins, 1965.) A rule that
//! stops because of the results needs [`super::sequential`].

use super::intervals::{Interval, wilson};
use super::paired::Pairs;

/// Number of games after which a run first checks the precision of its results.
pub const FIRST_LOOK: u64 = 100;

/// Returns the number of games at the next precision check after the check at `games`. The number
/// grows by about 10 %: 100, 110, 121, 133, …
pub fn look_after(games: u64) -> u64 {
    (games + (games + 5) / 10).max(FIRST_LOOK)
}

/// Returns the largest half-width of the intervals of several win rates, as a share. Each result is
/// (games, wins). A participant without games has the interval 0 to 1 and a half-width of 0.5.
pub fn widest(results: impl IntoIterator<Item = (u64, u64)>, level: f64) -> f64 {
    let half_widths =
        results.into_iter().map(|(games, wins)| wilson(wins, games, level).half_width());
    half_widths.fold(0.0, f64::max)
}

/// Returns the half-width of the interval of a difference of win rates in paired games, as a share;
/// 1 without games.
///
/// The interval stays wide while only few pairs of games differ, so that a comparison does not stop
/// early by chance.
pub fn of_difference(won: &Pairs, level: f64) -> f64 {
    won.shares().interval(level).map_or(1.0, Interval::half_width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::PairKind;
    use crate::stats::intervals::{holm, p_value, z};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    const LEVEL: f64 = 0.95;

    /// Returns the numbers of games at which a run checks its precision.
    fn looks() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(FIRST_LOOK), |games| Some(look_after(*games)))
    }

    #[test]
    fn looks_grow_by_a_tenth() {
        assert_eq!(look_after(0), FIRST_LOOK);
        assert_eq!(
            looks().take(9).collect::<Vec<_>>(),
            [100, 110, 121, 133, 146, 161, 177, 195, 215]
        );
        for games in looks().take_while(|games| *games < 1_000_000_000_000) {
            let growth = look_after(games) as f64 / games as f64;
            assert!((growth - 1.1).abs() < 0.005, "{growth} after {games}");
        }
    }

    #[test]
    fn the_widest_is_of_whom_one_knows_least() {
        let one = wilson(30, 100, LEVEL).half_width();
        assert_eq!(widest([(400, 120), (100, 30), (100, 3)], LEVEL), one);
        assert_eq!(widest([(400, 120), (0, 0)], LEVEL), 0.5);
    }

    /// Computes exact properties of a run that stops when it reaches a precision: the coverage of
    /// Wilson's interval and the mean number of games.
    fn exactly(share: f64, target: f64) -> (f64, f64) {
        // For each number of wins: the probability of that number in a run that has not stopped
        // yet.
        let mut open = vec![1.0];
        let (mut covered, mut mean) = (0.0, 0.0);
        for games in looks() {
            while open.len() <= games as usize {
                open.push(0.0);
                for wins in (0..open.len()).rev() {
                    let before = if wins > 0 { open[wins - 1] } else { 0.0 };
                    open[wins] = open[wins] * (1.0 - share) + before * share;
                }
            }
            for (wins, chance) in (0..).zip(&mut open) {
                let interval = wilson(wins, games, LEVEL);
                if interval.half_width() < target {
                    let holds = (interval.low..=interval.high).contains(&share);
                    covered += if holds { *chance } else { 0.0 };
                    mean += *chance * games as f64;
                    *chance = 0.0;
                }
            }
            if open.iter().sum::<f64>() < 1e-9 {
                break;
            }
        }
        (covered, mean)
    }

    /// Returns the number of games that a run of fixed length needs for the precision `target`.
    /// Each contestant plays in the share `part` of the games.
    fn planned(shares: &[f64], part: f64, target: f64) -> u64 {
        let known = |games: &u64| {
            let of = |share: &f64| {
                let own = *games as f64 * part;
                (own.round() as u64, (own * share).round() as u64)
            };
            widest(shares.iter().map(of), LEVEL) < target
        };
        (1..).find(known).expect("some number of games will do")
    }

    #[test]
    fn stopping_at_a_width_covers_as_often_as_a_plan_and_plays_no_more() {
        for target in [0.05, 0.03, 0.02] {
            for share in [0.1, 0.125, 0.2, 0.25, 0.36, 0.5, 0.75] {
                let (covered, games) = exactly(share, target);
                assert!((0.935..0.965).contains(&covered), "{share} ± {target}: {covered}");
                let plan = planned(&[share], 1.0, target);
                // A plan with fewer games than the first check counts as long as the first check.
                let more = games / plan.max(FIRST_LOOK) as f64;
                assert!((0.95..1.1).contains(&more), "{share} ± {target}: {more}");
            }
        }
    }

    /// A simulated game for tests. `draw` contestants take part in each game, and win in proportion
    /// to their strengths.
    struct Game {
        strengths: Vec<f64>,
        /// All possible groups of contestants that can take part in one game.
        line_ups: Vec<Vec<usize>>,
    }

    impl Game {
        fn new(strengths: &[f64], draw: u32) -> Game {
            let sets = (0u32..1 << strengths.len()).filter(|set| set.count_ones() == draw);
            let all = 0..strengths.len();
            Game {
                line_ups: sets
                    .map(|set| all.clone().filter(|i| set >> i & 1 == 1).collect())
                    .collect(),
                strengths: strengths.to_vec(),
            }
        }

        /// Returns the true win rate of each contestant, over the games in which it takes part.
        fn shares(&self) -> Vec<f64> {
            let of = |who: usize| {
                let with = self.line_ups.iter().filter(|line_up| line_up.contains(&who));
                let won = with.map(|line_up| self.strengths[who] / self.all(line_up));
                let won: Vec<f64> = won.collect();
                won.iter().sum::<f64>() / won.len() as f64
            };
            (0..self.strengths.len()).map(of).collect()
        }

        fn all(&self, line_up: &[usize]) -> f64 {
            line_up.iter().map(|&i| self.strengths[i]).sum()
        }

        /// Plays one game and adds it to the numbers of games and wins of each participant.
        fn play(&self, results: &mut [(u64, u64)], luck: &mut Pcg64Mcg) {
            let line_up = &self.line_ups[luck.random_range(0..self.line_ups.len())];
            let mut point = luck.random::<f64>() * self.all(line_up);
            let winner = line_up.iter().find(|&&i| {
                point -= self.strengths[i];
                point < 0.0
            });
            line_up.iter().for_each(|&i| results[i].0 += 1);
            results[*winner.unwrap_or(&line_up[0])].1 += 1;
        }
    }

    #[test]
    fn three_hundred_precise_runs_cover_as_often_as_they_say() {
        let mut luck = Pcg64Mcg::seed_from_u64(10);
        let (mut coverage, mut costs, mut alarms) = (vec![], vec![], 0);
        for (strengths, draw, target) in [
            (&[1.0; 2][..], 2, 0.03),
            (&[1.0; 4], 4, 0.03),
            (&[1.5, 1.1, 0.9, 0.7], 4, 0.03),
            (&[1.0; 8], 4, 0.04),
            (&[1.5, 1.3, 1.1, 1.0, 0.9, 0.85, 0.85, 0.8], 4, 0.04),
            (&[3.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.3], 8, 0.02),
        ] {
            let game = Game::new(strengths, draw);
            let shares = game.shares();
            let (mut held, mut played) = (0, 0);
            for _ in 0..300 {
                let mut results = vec![(0, 0); strengths.len()];
                let mut before = 0;
                let games = looks().find(|&games| {
                    (before..games).for_each(|_| game.play(&mut results, &mut luck));
                    before = games;
                    widest(results.iter().copied(), LEVEL) < target
                });
                played += games.expect("it gets precise");
                let mut p = vec![];
                for (&(games, wins), share) in results.iter().zip(&shares) {
                    let interval = wilson(wins, games, LEVEL);
                    held += u32::from((interval.low..=interval.high).contains(share));
                    p.push(p_value(wins, games, *share));
                }
                alarms += u32::from(holm(&p, 1.0 - LEVEL).contains(&true));
            }
            let of = format!("{strengths:?}, {draw} at a table, ± {target}");
            let covered = f64::from(held) / (300 * strengths.len()) as f64;
            assert!((0.93..0.97).contains(&covered), "{of}: {covered}");
            coverage.push(covered);
            // Two reasons for more games than planned: checks are 10 % apart, and the widest of
            // several equal intervals decides.
            let plan = planned(&shares, f64::from(draw) / strengths.len() as f64, target);
            let cost = played as f64 / 300.0 / plan as f64;
            assert!((0.98..1.15).contains(&cost), "{of}: {cost} of {plan}");
            costs.push(cost);
        }
        let (covered, cost) = (mean(&coverage), mean(&costs));
        assert!((0.94..0.96).contains(&covered), "{covered} of all");
        assert!(cost < 1.1, "{cost} of all plans");
        // Each hypothesis is a contestant's true win rate. Expected: 5 % of 1,800, which is 90,
        // with a standard deviation of 9.
        assert!(alarms <= 112, "{alarms} false alarms");
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// Simulates 300 comparisons of two variants that stop at the precision `target`. The results
    /// differ in the share `changed` of the games; of these, variant b wins the share `gained`.
    ///
    /// Returns the coverage of the interval, the share of estimates within the target, and the mean
    /// number of games.
    fn differences(changed: f64, gained: f64, target: f64, luck: &mut Pcg64Mcg) -> [f64; 3] {
        let truth = changed * (2.0 * gained - 1.0);
        let [mut held, mut near, mut played] = [0.0; 3];
        for _ in 0..300 {
            let mut won = Pairs::default();
            let games = looks().find(|&games| {
                while won.games < games {
                    let (a, b) = match (luck.random_bool(changed), luck.random_bool(gained)) {
                        (false, _) => (0, 0),
                        (_, more) => (u32::from(!more), u32::from(more)),
                    };
                    won.add(a, b);
                }
                of_difference(&won, LEVEL) < target
            });
            let interval = won.interval(PairKind::Shares, LEVEL).expect("games were played");
            let off = (won.difference().expect("games were played") - truth).abs();
            held += f64::from(u8::from((interval.low..=interval.high).contains(&truth)));
            near += f64::from(u8::from(off <= target));
            played += games.expect("it gets precise") as f64;
        }
        [held, near, played].map(|of| of / 300.0)
    }

    #[test]
    fn three_hundred_precise_comparisons_cover_as_often_as_they_say() {
        let mut luck = Pcg64Mcg::seed_from_u64(11);
        let (mut coverage, mut costs) = (vec![], vec![]);
        for (target, gained) in [(0.02, 0.5), (0.02, 0.7), (0.02, 1.0), (0.01, 0.6)] {
            for times in [0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 15.0] {
                let changed = times * target;
                let [held, near, games] = differences(changed, gained, target, &mut luck);
                let of = format!("{changed} changed, {gained} of them gained, ± {target}");
                // The share of 300 comparisons has a standard deviation of 0.013.
                assert!(near > 0.9, "{of}: {near} within the target");
                assert!((0.91..0.995).contains(&held), "{of}: {held} covered");
                coverage.push(held);
                if times < 3.0 {
                    // A fixed-size plan cannot take into account that few games differ.
                    continue;
                }
                let difference = changed * (2.0 * gained - 1.0);
                let plan = (changed - difference * difference) * (z(LEVEL) / target).powi(2);
                costs.push(games / plan);
                assert!(costs[costs.len() - 1] < 1.2, "{of}: {games} of {plan}");
            }
        }
        let (covered, cost) = (mean(&coverage), mean(&costs));
        assert!((0.94..0.965).contains(&covered), "{covered} of all");
        assert!(cost < 1.1, "{cost} of all plans");
    }

    #[test]
    fn that_no_game_differed_yet_is_no_proof_that_none_will() {
        let mut same = Pairs::default();
        assert_eq!(of_difference(&same, LEVEL), 1.0);
        (0..100).for_each(|_| same.add(1, 1));
        let may_change = wilson(0, 100, LEVEL).high;
        assert!((of_difference(&same, LEVEL) - may_change).abs() < 1e-12);
    }
}
