//! Tests whether a contest is fair within a margin.
//!
//! There are two tests. The first asks: does a side's share of wins differ from the fair share
//! significantly by more than the margin? The second asks: is every side significantly within the
//! margin? If neither test is significant, the verdict is open. With a margin of 0, the first test
//! is the usual two-sided test, and the second is never significant.

use super::distributions::{binomial_at_least, normal_tail};
use super::intervals::{ENOUGH_GAMES, exact_p_value, holm};

/// Definition of a fair contest: the target share of wins and the tolerated deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fair {
    /// Share of the wins that each side of a contest should get, 0 to 1.
    pub share: f64,
    /// Tolerated deviation from the fair share, as a share of wins; smaller than `share`.
    pub margin: f64,
}

/// Verdict on whether a contest is fair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Unfair: at least one side's share of wins differs significantly from the fair share by more
    /// than the margin.
    Unfair,
    /// Fair: every side's share of wins is significantly within the margin around the fair share.
    Fair,
    /// Neither "fair" nor "unfair" is significant; more games are needed.
    Open,
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

    /// Computes the p-values of the hypotheses "fair" and "unfair" from the wins of all sides of a
    /// contest. Needs at least two sides.
    pub fn of(wins: &[u64], fair: Fair) -> Surprise {
        let games = wins.iter().sum();
        let sides = wins.iter().map(|&won| Surprise::of_one(won, games, fair));
        let all = sides.reduce(|a, b| Surprise {
            // One side outside the margin makes a contest unfair. In a fair contest, all sides are
            // within the margin.
            if_fair: a.if_fair.min(b.if_fair),
            if_unfair: a.if_unfair.max(b.if_unfair),
        });
        let all = all.unwrap_or(Surprise::NONE);
        // Bonferroni correction for the number of sides. Two sides need only one test, because
        // their shares add up to 1.
        let asked = if wins.len() == 2 { 1 } else { wins.len() };
        Surprise { if_fair: (all.if_fair * asked as f64).min(1.0), ..all }
    }

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

    /// Returns the p-values of a contest, corrected for repeated interim analyses. This analysis
    /// may use the part `share` of the total error probability: see [`super::sequential`].
    pub fn spent(self, share: f64) -> Surprise {
        Surprise {
            if_fair: (self.if_fair / share).min(1.0),
            if_unfair: (self.if_unfair / share).min(1.0),
        }
    }

    /// Returns the smaller p-value of two interim analyses, separately for the hypotheses "fair"
    /// and "unfair".
    pub fn or(self, other: Surprise) -> Surprise {
        Surprise {
            if_fair: self.if_fair.min(other.if_fair),
            if_unfair: self.if_unfair.min(other.if_unfair),
        }
    }
}

/// Returns verdicts ("fair", "unfair" or open) on several contests at once, with Holm's correction.
///
/// With a probability of at least 1 − `alpha`, no fair contest is called unfair. With the same
/// probability, no unfair contest is called fair.
pub fn verdicts(surprises: &[Surprise], alpha: f64) -> Vec<Verdict> {
    let of =
        |part: fn(&Surprise) -> f64| holm(&surprises.iter().map(part).collect::<Vec<_>>(), alpha);
    let unfair = of(|surprise| surprise.if_fair);
    let fair = of(|surprise| surprise.if_unfair);
    let verdict = |(unfair, fair): (&bool, &bool)| match (unfair, fair) {
        (true, _) => Verdict::Unfair,
        (_, true) => Verdict::Fair,
        _ => Verdict::Open,
    };
    unfair.iter().zip(&fair).map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{intervals, sequential};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    const HALF: Fair = Fair { share: 0.5, margin: 0.02 };

    #[test]
    fn without_a_margin_it_is_the_usual_test() {
        let any = Fair { share: 0.5, margin: 0.0 };
        for wins in [400, 470, 500, 532, 560] {
            let surprise = Surprise::of(&[wins, 1_000 - wins], any);
            let usual = intervals::p_value(wins, 1_000, 0.5);
            assert!((surprise.if_fair - usual).abs() < 1e-12, "{wins}");
            assert!(surprise.if_unfair >= 0.5, "{wins}");
        }
    }

    #[test]
    fn the_margin_parts_the_fair_from_the_unfair() {
        let verdict = |wins: &[u64], fair| verdicts(&[Surprise::of(wins, fair)], 0.05)[0];
        assert_eq!(verdict(&[5_000, 5_000], HALF), Verdict::Fair);
        assert_eq!(verdict(&[5_110, 4_890], HALF), Verdict::Fair);
        assert_eq!(verdict(&[5_200, 4_800], HALF), Verdict::Open);
        assert_eq!(verdict(&[5_400, 4_600], HALF), Verdict::Unfair);
        assert_eq!(verdict(&[50, 50], HALF), Verdict::Open);
        assert_eq!(verdict(&[0, 0], HALF), Verdict::Open);
        let thirds = Fair { share: 1.0 / 3.0, margin: 0.02 };
        assert_eq!(verdict(&[3_333, 3_333, 3_334], thirds), Verdict::Fair);
        assert_eq!(verdict(&[3_333, 3_733, 2_934], thirds), Verdict::Unfair);
        assert_eq!(verdict(&[0, 0, 1_000], thirds), Verdict::Unfair);
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

    #[test]
    fn many_fair_contests_looked_at_often_are_seldom_called_unfair() {
        // Simulates fifty contests exactly at the margin, with four interim analyses each; wins are
        // drawn from a normal distribution.
        let mut luck = Pcg64Mcg::seed_from_u64(11);
        let mut alarms = [0, 0];
        for _ in 0..400 {
            let mut surprises = vec![Surprise::NONE; 50];
            for surprise in &mut surprises {
                let mut wins = 0;
                for look in 1..=4u32 {
                    let games = 250u64 << (look - 1);
                    let fresh = if look == 1 { games } else { games / 2 };
                    wins += (0..fresh).filter(|_| luck.random_bool(0.52)).count() as u64;
                    let share = sequential::share_of_look(look);
                    *surprise = surprise.or(Surprise::of(&[wins, games - wins], HALF).spent(share));
                }
            }
            let verdicts = verdicts(&surprises, 0.05);
            alarms[0] += i32::from(verdicts.contains(&Verdict::Unfair));
            alarms[1] += i32::from(verdicts.contains(&Verdict::Fair));
        }
        // Expected: at most 5 % of 400, which is 20.
        assert!(alarms.iter().all(|alarms| *alarms <= 24), "{alarms:?}");
    }
}
