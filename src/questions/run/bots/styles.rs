//! Compares the verdicts of several bots on the same fighters, to test whether they depend on the
//! style of play.
//!
//! Bots differ in style, not necessarily in strength; a ladder measures their strength. The win
//! rates of each bot show whether a fighter is above, below or near its fair share (within
//! [`NEAR`]), if the difference is significant. Holm's correction covers all fighters and bots:
//! the probability of one or more wrong verdicts is at most 1 − level. Bots with the same verdict
//! agree.

use crate::report::sentences::Standing;
use crate::report::table::named;
use crate::stats::fairness::{Fair, Surprise, Verdict, verdicts};

/// Maximum distance of a win rate from the fair share that counts as near: 0.01, i.e. one
/// percentage point. Players do not notice smaller distances.
pub const NEAR: f64 = 0.01;

named! {
    /// Combined verdict of all bots on one fighter's strength.
    pub enum Agreement {
        /// All bots have the same significant verdict on the fighter.
        Robust = "robust",
        /// At least two bots have different significant verdicts on the fighter.
        DependsOnStyle = "depends-on-skill",
        /// No two bots' verdicts contradict each other, but some are not significant; more games
        /// may decide.
        Open = "open",
    }
}

/// Returns the verdict of each bot on each fighter: above, below or near the fair share (the win
/// rate if all were equally strong), or open.
///
/// `results` holds (games, wins) by fighter and bot. `fair` is the fair share. `level` is the
/// confidence level of all verdicts together.
pub fn standings(results: &[Vec<(u64, u64)>], fair: f64, level: f64) -> Vec<Vec<Standing>> {
    let fair = Fair { share: fair, margin: NEAR.min(fair / 2.0).min((1.0 - fair) / 2.0) };
    let surprises: Vec<Surprise> = results
        .iter()
        .flatten()
        .map(|&(games, wins)| Surprise::of_one(wins, games, fair))
        .collect();
    let mut verdicts = verdicts(&surprises, 1.0 - level).into_iter();
    let mut standing =
        |&(games, wins): &(u64, u64)| match verdicts.next().expect("a verdict on each") {
            Verdict::Fair => Standing::WithinNoise,
            Verdict::Open => Standing::Open,
            Verdict::Unfair if wins as f64 > fair.share * games as f64 => Standing::Above,
            Verdict::Unfair => Standing::Below,
        };
    let bots = |of_fighter: &Vec<(u64, u64)>| of_fighter.iter().map(&mut standing).collect();
    results.iter().map(bots).collect()
}

/// Combines the verdicts of all bots on one fighter into their agreement.
pub fn agreement(standings: &[Standing]) -> Agreement {
    let certain = || standings.iter().filter(|of| **of != Standing::Open);
    if certain().any(|of| Some(of) != certain().next()) {
        Agreement::DependsOnStyle
    } else if certain().count() == standings.len() {
        Agreement::Robust
    } else {
        Agreement::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_agree_if_all_see_the_same_for_certain() {
        use Standing::{Above, Below, Open, WithinNoise as Near};
        for (standings, expected) in [
            (&[Above, Above][..], Agreement::Robust),
            (&[Near, Near, Near], Agreement::Robust),
            (&[Above, Below], Agreement::DependsOnStyle),
            (&[Above, Open, Near], Agreement::DependsOnStyle),
            (&[Above, Open], Agreement::Open),
            (&[Open, Open], Agreement::Open),
        ] {
            assert_eq!(agreement(standings), expected, "{standings:?}");
        }
    }

    #[test]
    fn a_verdict_needs_a_significant_difference() {
        let of = |games: u64, rate: f64| (games, (games as f64 * rate) as u64);
        let results = [
            vec![of(1_000_000, 0.30), of(1_000_000, 0.20)],
            vec![of(1_000_000, 0.252), of(1_000, 0.252)],
            vec![of(1_000_000, 0.26), of(0, 0.0)],
        ];
        assert_eq!(
            standings(&results, 0.25, 0.95),
            [
                [Standing::Above, Standing::Below],
                [Standing::WithinNoise, Standing::Open],
                [Standing::Open, Standing::Open]
            ]
        );
    }

    #[test]
    fn many_fighters_of_the_same_strength_are_seldom_told_apart() {
        use rand::{RngExt, SeedableRng};
        let mut luck = rand_pcg::Pcg64Mcg::seed_from_u64(9);
        let mut wrong = 0;
        for _ in 0..400 {
            // Eight fighters exactly at the margin, one percentage point from the fair share, with
            // three bots.
            let mut result =
                || (1_000, (0..1_000).filter(|_| luck.random_bool(0.26)).count() as u64);
            let results: Vec<Vec<(u64, u64)>> =
                (0..8).map(|_| (0..3).map(|_| result()).collect()).collect();
            let standings = standings(&results, 0.25, 0.95);
            wrong += i32::from(standings.iter().flatten().any(|of| *of == Standing::Above));
        }
        // Wrong verdicts may occur in 5 % of 400 trials, which is 20, plus chance.
        assert!(wrong <= 24, "{wrong}");
    }
}
