//! Tests whether a contest is fair within a margin.
//!
//! There are two tests. The first asks: does a side's share of wins differ from the fair share
//! significantly by more than the margin? The second asks: is every side significantly within the
//! margin? If neither test is significant, the verdict is open. With a margin of 0, the first test
//! is the usual two-sided test, and the second is never significant.

use super::distributions::{binomial_at_least, normal_tail};
use super::intervals::{ENOUGH_GAMES, exact_p_value};

/// Definition of a fair contest: the target share of wins and the tolerated deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fair {
    /// Share of the wins that each side of a contest should get, 0 to 1.
    pub share: f64,
    /// Tolerated deviation from the fair share, as a share of wins; smaller than `share`.
    pub margin: f64,
}

/// The two p-values of a contest: one for the hypothesis "fair", one for the hypothesis "unfair".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surprise {
    /// P-value of the hypothesis that every side's true share of wins is within the margin. A small
    /// value means that the contest is unfair.
    pub if_fair: f64,
    /// P-value of the hypothesis that some side's true share of wins is outside the margin. A small
    /// value means that the contest is fair.
    pub if_unfair: f64,
}

impl Surprise {
    /// The p-values of a contest before any game is played: both are 1.
    pub const NONE: Surprise = Surprise { if_fair: 1.0, if_unfair: 1.0 };

    /// Computes the p-values of the hypotheses "fair" and "unfair" from the wins of one side alone.
    ///
    /// Uses the normal approximation; with fewer than [`ENOUGH_GAMES`] games, exact tests.
    pub fn of_one(wins: u64, games: u64, fair: Fair) -> Surprise {
        if games == 0 {
            return Surprise::NONE;
        }
        if games < ENOUGH_GAMES {
            return Surprise::exact(wins, games, fair);
        }
        let n = games as f64;
        let sd = |share: f64| (share * (1.0 - share) / n).sqrt().max(f64::MIN_POSITIVE);
        let beyond = |distance: f64, edge: f64| normal_tail(distance / sd(edge));
        let rate = wins as f64 / n;
        let off = rate - fair.share;
        // Among all fair shares, the nearer edge of the margin fits the result best. Among all
        // unfair shares, one of the two edges fits best.
        let edge = fair.share + fair.margin.copysign(off);
        let inside = beyond(off.abs() - fair.margin, edge) + beyond(off.abs() + fair.margin, edge);
        let edges = [fair.share - fair.margin, fair.share + fair.margin];
        let outside = edges.map(|edge| beyond((edge - rate).abs(), edge));
        Surprise {
            if_fair: inside.min(1.0),
            if_unfair: if off.abs() < fair.margin { outside[0].max(outside[1]) } else { 1.0 },
        }
    }

    /// Computes the p-values of the hypotheses "fair" and "unfair" from the wins of one side alone,
    /// by exact tests.
    ///
    /// A result beyond the margin contradicts the hypothesis "fair" if it contradicts both edges.
    /// The probability of such results is largest at one of the edges, because the probability of
    /// all others has a single peak between the edges.
    fn exact(wins: u64, games: u64, fair: Fair) -> Surprise {
        let [low, high] = [fair.share - fair.margin, fair.share + fair.margin];
        let p = |edge: f64| exact_p_value(wins, games, edge);
        let off = wins as f64 / games as f64 - fair.share;
        let at_least = binomial_at_least(wins, games, low);
        let at_most = binomial_at_least(games - wins, games, 1.0 - high);
        Surprise {
            if_fair: if off.abs() > fair.margin { p(low).max(p(high)) } else { 1.0 },
            if_unfair: at_least.max(at_most).min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals;

    #[test]
    fn without_a_margin_it_is_the_usual_test() {
        let any = Fair { share: 0.5, margin: 0.0 };
        for wins in [400, 470, 500, 532, 560] {
            let surprise = Surprise::of_one(wins, 1_000, any);
            let usual = intervals::p_value(wins, 1_000, 0.5);
            assert!((surprise.if_fair - usual).abs() < 1e-12, "{wins}");
            assert!(surprise.if_unfair >= 0.5, "{wins}");
        }
    }

    #[test]
    fn the_margin_parts_the_fair_from_the_unfair() {
        let fair = Fair { share: 0.5, margin: 0.02 };
        for (wins, games, is_unfair, is_fair) in [
            (5_000, 10_000, false, true),
            (5_110, 10_000, false, true),
            (5_200, 10_000, false, false),
            (4_600, 10_000, true, false),
            (50, 100, false, false),
            (0, 0, false, false),
        ] {
            let Surprise { if_fair, if_unfair } = Surprise::of_one(wins, games, fair);
            assert_eq!((if_fair <= 0.05, if_unfair <= 0.05), (is_unfair, is_fair), "{wins}");
        }
    }

    #[test]
    fn few_games_give_few_wrong_verdicts() {
        let fair = |share, margin| Fair { share, margin };
        for (games, fair) in [
            (3, fair(0.125, 0.01)),
            (17, fair(0.125, 0.02)),
            (6, fair(0.5, 0.02)),
            (60, fair(0.25, 0.02)),
            (99, fair(0.5, 0.2)),
            (99, fair(0.5, 0.45)),
        ] {
            let surprises = (0..=games).map(|wins| Surprise::of_one(wins, games, fair));
            let surprises: Vec<Surprise> = surprises.collect();
            let probability = |alarm: fn(&Surprise) -> bool, share: f64| -> f64 {
                let at_least = |wins| binomial_at_least(wins, games, share);
                let each = (0..=games).zip(&surprises).filter(|(_, of)| alarm(of));
                each.map(|(wins, _)| at_least(wins) - at_least(wins + 1)).sum()
            };
            for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                let share = fair.share + part * fair.margin;
                let alarms = probability(|of| of.if_fair <= 0.05, share);
                assert!(alarms <= 0.05, "{games} games, {fair:?}, {share}: {alarms}");
            }
            for share in [fair.share - fair.margin, fair.share + fair.margin] {
                let alarms = probability(|of| of.if_unfair <= 0.05, share);
                assert!(alarms <= 0.05, "{games} games, {fair:?}, {share}: {alarms}");
            }
        }
        let any = fair(0.125, 0.0);
        assert_eq!(Surprise::of_one(3, 4, any).if_fair, intervals::p_value(3, 4, 0.125));
        // A result between two distant edges is not unfair.
        assert_eq!(Surprise::of_one(50, 99, fair(0.5, 0.45)).if_fair, 1.0);
        assert!(Surprise::of_one(50, 99, fair(0.5, 0.2)).if_unfair < 0.001);
    }
}
