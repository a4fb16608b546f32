//! Exact chances of dice, worked out once: what an attack is expected to do.

/// Most dice and most life points that the tables tell apart; more count as these.
const DICE: usize = 16;
const LIFE: usize = 40;
/// Faces that may be needed: 1 (every die wounds) to 7 (none does).
const NEEDED: usize = 7;
/// Largest sum of the dice of a net, and most dice.
const SUM: usize = 72;
const SUM_DICE: usize = 12;

/// What an attack does to one target, on average.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Expected {
    /// Wounds that count: no more than the target has life points.
    pub wounds: f32,
    /// Chance of at least one wound.
    pub any: f32,
    /// Chance of elimination.
    pub kill: f32,
}

/// The tables.
#[derive(Debug, Clone)]
pub(super) struct Odds {
    /// By dice and face needed, then by life points - 1.
    expected: Vec<[Expected; LIFE]>,
    /// Chance that so many dice sum to so much or more.
    sum_at_least: Vec<f32>,
}

impl Odds {
    pub fn new() -> Self {
        let mut expected = Vec::with_capacity((DICE + 1) * NEEDED);
        for dice in 0..=DICE {
            for needed in 1..=NEEDED {
                let hit = (7 - needed) as f64 / 6.0;
                let hits = binomial(dice, hit);
                expected.push(std::array::from_fn(|lp| {
                    let lp = lp + 1;
                    let wounds: f64 = hits
                        .iter()
                        .enumerate()
                        .map(|(n, p)| n.min(lp) as f64 * p)
                        .sum();
                    let kill: f64 = hits.iter().skip(lp).sum();
                    Expected {
                        wounds: wounds as f32,
                        any: (1.0 - hits[0]) as f32,
                        kill: kill as f32,
                    }
                }));
            }
        }
        let mut sum_at_least = Vec::with_capacity((SUM_DICE + 1) * (SUM + 1));
        let mut sums = vec![0.0; SUM + 1];
        sums[0] = 1.0;
        for _ in 0..=SUM_DICE {
            sum_at_least.extend((0..=SUM).map(|least| sums[least..].iter().sum::<f64>() as f32));
            sums = (0..=SUM)
                .map(|sum| (1..=6.min(sum)).map(|face| sums[sum - face] / 6.0).sum())
                .collect();
        }
        Odds {
            expected,
            sum_at_least,
        }
    }

    /// So many dice against someone who is wounded by `needed` or more (any number) and has `lp` life points left, at least 1.
    #[inline]
    pub fn attack(&self, dice: u8, needed: i8, lp: u8) -> Expected {
        let row = usize::from(dice).min(DICE) * NEEDED + needed.clamp(1, 7) as usize - 1;
        self.expected[row][usize::from(lp).min(LIFE) - 1]
    }

    /// Chance that exactly `hits` of so many dice (at most 3) show `needed` or more (any number).
    #[inline]
    pub fn exactly(&self, dice: u8, hits: u8, needed: i8) -> f32 {
        const WAYS: [[f32; 4]; 4] = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0],
            [1.0, 2.0, 1.0, 0.0],
            [1.0, 3.0, 3.0, 1.0],
        ];
        let hit = f32::from(7 - needed.clamp(1, 7)) / 6.0;
        let (d, h) = (usize::from(dice), usize::from(hits));
        WAYS[d][h] * hit.powi(i32::from(hits)) * (1.0 - hit).powi(i32::from(dice - hits))
    }

    /// Chance that so many dice sum to `least` or more.
    #[inline]
    pub fn sum_at_least(&self, dice: u8, least: u8) -> f32 {
        let dice = usize::from(dice).min(SUM_DICE);
        self.sum_at_least[dice * (SUM + 1) + usize::from(least).min(SUM)]
    }
}

/// Chances of 0, 1, … `n` successes.
fn binomial(n: usize, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; chances.len() + 1];
        for (successes, chance) in chances.iter().enumerate() {
            next[successes] += chance * (1.0 - p);
            next[successes + 1] += chance * p;
        }
        chances = next;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_by_hand() {
        let odds = Odds::new();
        // Three dice, 5 or 6 wounds, two life points left: 0, 1, 2, 3 hits with 8, 12, 6, 1 of 27 chances.
        let Expected { wounds, any, kill } = odds.attack(3, 5, 2);
        assert!((wounds - (12.0 + 2.0 * 7.0) / 27.0).abs() < 1e-6);
        assert!((any - 19.0 / 27.0).abs() < 1e-6);
        assert!((kill - 7.0 / 27.0).abs() < 1e-6);
        assert_eq!(odds.attack(0, 1, 5), Expected::default());
        assert_eq!(odds.attack(4, 9, 1), Expected::default());
        assert_eq!(
            odds.attack(4, -2, 4),
            Expected {
                wounds: 4.0,
                any: 1.0,
                kill: 1.0
            }
        );
    }

    #[test]
    fn sums_of_dice_by_hand() {
        let odds = Odds::new();
        assert!((odds.sum_at_least(3, 18) - 1.0 / 216.0).abs() < 1e-7);
        assert!((odds.sum_at_least(3, 11) - 0.5).abs() < 1e-6);
        assert!((odds.sum_at_least(3, 3) - 1.0).abs() < 1e-6);
        assert!((odds.sum_at_least(1, 5) - 1.0 / 3.0).abs() < 1e-6);
    }
}
