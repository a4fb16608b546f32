//! Does a verdict depend on how the fighters are played? The same games seen through several bots, each a style of play: which of them plays better
//! is what a ladder says.
//!
//! Each bot sees each fighter *above* its fair share, *below* it, or *near* it (within [`MARGIN`]), if its games say so for certain: allowing for the
//! number of fighters and bots, the chance of even one wrong word is below the level's rest. Bots that see the same agree.

use crate::stats::fairness::{Fair, Surprise, Verdict, verdicts};

/// Differences from the fair share up to this are near it: no player feels them.
pub const MARGIN: f64 = 0.01;

/// How one bot sees a fighter, against its fair share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Above,
    Below,
    Near,
    /// Its games do not tell.
    Open,
}

/// How all bots see a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// All see the same: it is so whoever plays.
    Robust,
    /// Two see it differently: it depends on how it is played.
    DependsOnStyle,
    /// None contradicts another, but not all are certain: more games may tell.
    Open,
}

/// How each bot sees each fighter. `results`: by fighter and bot, games and wins; `fair`: the share of a fighter of average strength; `level`:
/// that of the verdicts.
pub fn sides(results: &[Vec<(u64, u64)>], fair: f64, level: f64) -> Vec<Vec<Side>> {
    let fair = Fair {
        share: fair,
        margin: MARGIN.min(fair / 2.0).min((1.0 - fair) / 2.0),
    };
    let surprises: Vec<Surprise> = results
        .iter()
        .flatten()
        .map(|&(games, wins)| Surprise::of_one(wins, games, fair))
        .collect();
    let mut verdicts = verdicts(&surprises, 1.0 - level).into_iter();
    let mut side = |&(games, wins): &(u64, u64)| match verdicts.next().expect("a verdict on each") {
        Verdict::Fair => Side::Near,
        Verdict::Open => Side::Open,
        Verdict::Unfair if wins as f64 > fair.share * games as f64 => Side::Above,
        Verdict::Unfair => Side::Below,
    };
    let bots = |of_fighter: &Vec<(u64, u64)>| of_fighter.iter().map(&mut side).collect();
    results.iter().map(bots).collect()
}

/// What bots that see a fighter so make of it together.
pub fn agreement(sides: &[Side]) -> Agreement {
    let certain = || sides.iter().filter(|side| **side != Side::Open);
    if certain().any(|side| Some(side) != certain().next()) {
        Agreement::DependsOnStyle
    } else if certain().count() == sides.len() {
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
        use Side::{Above, Below, Near, Open};
        for (sides, expected) in [
            (&[Above, Above][..], Agreement::Robust),
            (&[Near, Near, Near], Agreement::Robust),
            (&[Above, Below], Agreement::DependsOnStyle),
            (&[Above, Open, Near], Agreement::DependsOnStyle),
            (&[Above, Open], Agreement::Open),
            (&[Open, Open], Agreement::Open),
        ] {
            assert_eq!(agreement(sides), expected, "{sides:?}");
        }
    }

    #[test]
    fn a_side_is_taken_only_for_certain() {
        let of = |games: u64, rate: f64| (games, (games as f64 * rate) as u64);
        let results = [
            vec![of(1_000_000, 0.30), of(1_000_000, 0.20)],
            vec![of(1_000_000, 0.252), of(1_000, 0.252)],
            vec![of(1_000_000, 0.26), of(0, 0.0)],
        ];
        assert_eq!(
            sides(&results, 0.25, 0.95),
            [
                [Side::Above, Side::Below],
                [Side::Near, Side::Open],
                [Side::Open, Side::Open]
            ]
        );
    }

    #[test]
    fn many_fighters_of_the_same_strength_are_seldom_told_apart() {
        use rand::{RngExt, SeedableRng};
        let mut luck = rand_pcg::Pcg64Mcg::seed_from_u64(9);
        let mut wrong = 0;
        for _ in 0..400 {
            // Eight fighters a point off, where near ends; three bots.
            let mut result = || {
                (
                    1_000,
                    (0..1_000).filter(|_| luck.random_bool(0.26)).count() as u64,
                )
            };
            let results: Vec<Vec<(u64, u64)>> =
                (0..8).map(|_| (0..3).map(|_| result()).collect()).collect();
            let sides = sides(&results, 0.25, 0.95);
            wrong += i32::from(sides.iter().flatten().any(|side| *side == Side::Above));
        }
        // 5 % of 400 is 20.
        assert!(wrong <= 24, "{wrong}");
    }
}
