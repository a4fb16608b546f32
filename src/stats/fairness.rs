//! Is a contest fair? Two questions, asked of every side: is its share of the wins certainly off the fair share by more than a margin, or certainly not?
//!
//! Between the two a contest is open. With a margin of 0 the first is the usual test for any difference, and the second is never answered.

use statrs::distribution::{ContinuousCDF, Normal};

use super::intervals::holm;

/// What is asked: how far off the fair share is still fair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fair {
    /// The share that each side should win.
    pub share: f64,
    /// How far off it may be, a share: less than `share`.
    pub margin: f64,
}

/// What is known of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Some side is off its fair share by more than the margin.
    Unfair,
    /// Every side is within the margin.
    Fair,
    /// The games do not tell.
    Open,
}

/// How surprising the results of a contest would be if it were fair, and if it were not: two probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surprise {
    /// If every side were within the margin. Small: it is unfair.
    pub if_fair: f64,
    /// If some side were beyond it. Small: it is fair.
    pub if_unfair: f64,
}

impl Surprise {
    /// Nothing has been played.
    pub const NONE: Surprise = Surprise {
        if_fair: 1.0,
        if_unfair: 1.0,
    };

    /// Of the wins of each side: two sides or more.
    pub fn of(wins: &[u64], fair: Fair) -> Surprise {
        let games = wins.iter().sum();
        let sides = wins.iter().map(|&won| Surprise::of_one(won, games, fair));
        let all = sides.reduce(|a, b| Surprise {
            // One side that is off makes the contest unfair; all must be near for it to be fair.
            if_fair: a.if_fair.min(b.if_fair),
            if_unfair: a.if_unfair.max(b.if_unfair),
        });
        let all = all.unwrap_or(Surprise::NONE);
        // The most surprising of several sides; of two, each tells what the other does.
        let asked = if wins.len() == 2 { 1 } else { wins.len() };
        Surprise {
            if_fair: (all.if_fair * asked as f64).min(1.0),
            ..all
        }
    }

    /// Of one side's wins alone.
    pub fn of_one(wins: u64, games: u64, fair: Fair) -> Surprise {
        if games == 0 {
            return Surprise::NONE;
        }
        let n = games as f64;
        let sd = |share: f64| (share * (1.0 - share) / n).sqrt().max(f64::MIN_POSITIVE);
        let beyond = |distance: f64, edge: f64| Normal::standard().sf(distance / sd(edge));
        let rate = wins as f64 / n;
        let off = rate - fair.share;
        // Of all fair shares the one at the nearer edge explains the result best; of all unfair ones, one of the two edges.
        let edge = fair.share + fair.margin.copysign(off);
        let inside = beyond(off.abs() - fair.margin, edge) + beyond(off.abs() + fair.margin, edge);
        let edges = [fair.share - fair.margin, fair.share + fair.margin];
        let outside = edges.map(|edge| beyond((edge - rate).abs(), edge));
        Surprise {
            if_fair: inside.min(1.0),
            if_unfair: if off.abs() < fair.margin {
                outside[0].max(outside[1])
            } else {
                1.0
            },
        }
    }

    /// What is left of it if it is one of many looks, each allowed `share` of the error: see [`super::sequential`].
    pub fn spent(self, share: f64) -> Surprise {
        Surprise {
            if_fair: (self.if_fair / share).min(1.0),
            if_unfair: (self.if_unfair / share).min(1.0),
        }
    }

    /// The greater surprise of two looks.
    pub fn or(self, other: Surprise) -> Surprise {
        Surprise {
            if_fair: self.if_fair.min(other.if_fair),
            if_unfair: self.if_unfair.min(other.if_unfair),
        }
    }
}

/// The verdicts on many contests at once: the chance that even one is called unfair though it is fair stays below `alpha`, and so does the
/// chance that one is called fair though it is not (Holm).
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

    const HALF: Fair = Fair {
        share: 0.5,
        margin: 0.02,
    };

    #[test]
    fn without_a_margin_it_is_the_usual_test() {
        let any = Fair {
            share: 0.5,
            margin: 0.0,
        };
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
        let thirds = Fair {
            share: 1.0 / 3.0,
            margin: 0.02,
        };
        assert_eq!(verdict(&[3_333, 3_333, 3_334], thirds), Verdict::Fair);
        assert_eq!(verdict(&[3_333, 3_733, 2_934], thirds), Verdict::Unfair);
        assert_eq!(verdict(&[0, 0, 1_000], thirds), Verdict::Unfair);
    }

    #[test]
    fn many_fair_contests_looked_at_often_are_seldom_called_unfair() {
        // Fifty contests at the very edge of what is fair, each looked at four times, the wins of a normal distribution.
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
        // 5 % of 400 is 20.
        assert!(alarms.iter().all(|alarms| *alarms <= 24), "{alarms:?}");
    }
}
