//! Confidence intervals and tests for shares and means. Confidence levels are probabilities; the
//! default is 0.95.

use super::distributions::{binomial, hypergeometric, normal_quantile, normal_tail, student_tail};

/// Default confidence level of intervals, as a probability.
pub const LEVEL: f64 = 0.95;

/// Minimum number of games for the normal approximation in tests of a win rate, and of the
/// difference of two win rates. With fewer games, these tests are exact.
pub const ENOUGH_GAMES: u64 = 100;

/// A closed interval of real numbers, such as a confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Interval {
    /// Returns the half-width of the interval. If the interval is very asymmetric, reports write
    /// the distance to the farther end after "±" instead (`report::shared`).
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether all numbers in the interval are positive, or all are negative.
    pub fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Returns the normal quantile of a two-sided interval at a confidence level, in standard
/// deviations: 1.96 at the level 0.95.
pub fn z(level: f64) -> f64 {
    assert!(level > 0.0 && level < 1.0, "an interval's level lies between 0 and 1");
    normal_quantile((1.0 - level) / 2.0)
}

/// Returns the share of `wins` in `games`, and its sampling variance. The variance is never 0,
/// because few games with equal results do not prove a share of 0 or 1.
pub fn share_and_variance(wins: u64, games: u64) -> (f64, f64) {
    let games = games.max(1) as f64;
    let share = wins as f64 / games;
    (share, (share * (1.0 - share)).max(1.0 / games) / games)
}

/// Returns Wilson's score interval of the share of `wins` in `games` (E. B. Wilson, 1927).
///
/// Both ends are between 0 and 1. The interval is also valid near 0 and 1 and for few games.
/// Without games, the interval is 0 to 1.
pub fn wilson(wins: u64, games: u64, level: f64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    wilson_of(wins as f64 / games as f64, games as f64, level)
}

/// Returns Wilson's score interval of a share, for a sample size `n` that need not be an integer.
/// Correlated games have such a sample size: an effective sample size below the number of games.
pub fn wilson_of(share: f64, n: f64, level: f64) -> Interval {
    let (p, z) = (share, z(level));
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Interval {
        low: if p == 0.0 { 0.0 } else { (centre - reach).max(0.0) },
        high: if p == 1.0 { 1.0 } else { (centre + reach).min(1.0) },
    }
}

/// Returns the confidence interval of share b minus share a. The shares are independent and given
/// as (wins, games).
///
/// The method combines the Wilson intervals of both shares (R. G. Newcombe, 1998, Statistics in
/// Medicine 17, 873–890, method 10).
pub fn difference_of_two(a: (u64, u64), b: (u64, u64), level: f64) -> Interval {
    let share = |of: (u64, u64)| of.0 as f64 / of.1.max(1) as f64;
    let (p, q) = (share(a), share(b));
    let [one, two] = [a, b].map(|(wins, games)| wilson(wins, games, level));
    Interval {
        low: (q - p) - hypot(q - two.low, one.high - p),
        high: (q - p) + hypot(two.high - q, p - one.low),
    }
}

/// Returns the square root of the sum of two squares, correctly rounded except in rare cases. The
/// result has the same bits on every machine, unlike that of `f64::hypot`, which depends on the
/// system's C library.
pub fn hypot(one: f64, other: f64) -> f64 {
    let (large, small) = (one.abs().max(other.abs()), one.abs().min(other.abs()));
    if small == 0.0 || !(one.is_finite() && other.is_finite()) {
        return one.abs() + other.abs();
    }
    let (high, low) = square(large);
    let (less, least) = square(small);
    let sum = high + less;
    let rest = less - (sum - high) + low + least;
    let root = sum.sqrt();
    let (again, error) = square(root);
    root + (sum - again - error + rest) / (2.0 * root)
}

/// Returns the square of a number as the sum of two numbers: the rounded square, and its rounding
/// error (T. J. Dekker, 1971).
fn square(number: f64) -> (f64, f64) {
    let scaled = number * 134_217_729.0; // 2^27 + 1
    let high = number - scaled + scaled;
    let low = number - high;
    let rounded = number * number;
    (rounded, high * high - rounded + 2.0 * high * low + low * low)
}

/// Returns the two-sided p-value of the hypothesis that the true win rate is `share`, after `wins`
/// in `games`; 1 without games.
///
/// Uses the score test, which agrees with Wilson's interval; with fewer than [`ENOUGH_GAMES`]
/// games, the exact test.
pub fn p_value(wins: u64, games: u64, share: f64) -> f64 {
    let sd = (share * (1.0 - share) / games as f64).sqrt();
    if games == 0 || sd == 0.0 {
        return 1.0;
    }
    if games < ENOUGH_GAMES {
        return exact_p_value(wins, games, share);
    }
    p_of_z((wins as f64 / games as f64 - share) / sd)
}

/// Returns the exact two-sided p-value of the hypothesis that the true win rate is `share`, after
/// `wins` in `games`: the probability of all numbers of wins that are at most as likely as `wins`
/// (G. H. Freeman and J. H. Halton, 1951, Biometrika 38, 141–149).
///
/// At most about 500 wins, or at most about 500 losses, may be expected.
pub fn exact_p_value(wins: u64, games: u64, share: f64) -> f64 {
    if share > 0.5 {
        return exact_p_value(games - wins, games, 1.0 - share);
    }
    let probabilities: Vec<f64> = binomial(games, share).collect();
    at_most_as_likely(&probabilities, wins as usize)
}

/// Returns the sum of all probabilities that are at most as large as that of the `observed` result,
/// which is 0 beyond the end of the list.
fn at_most_as_likely(probabilities: &[f64], observed: usize) -> f64 {
    let observed = probabilities.get(observed).copied().unwrap_or(0.0);
    // Probabilities that differ only by rounding errors count as equal.
    let most = observed * (1.0 + 1e-9);
    let unlikely = probabilities.iter().filter(|of| **of <= most);
    unlikely.sum::<f64>().min(1.0)
}

/// Returns the two-sided p-value of an estimate from `games` independent games that is `errors`
/// standard errors from its hypothesis. The error is estimated together with `fitted` parameters.
///
/// Uses the normal distribution; with fewer than [`ENOUGH_GAMES`] games, Student's t distribution
/// with `games` − `fitted` degrees of freedom, at least 1.
pub fn p_of_errors(errors: f64, games: u64, fitted: u64) -> f64 {
    if games < ENOUGH_GAMES {
        let freedom = games.saturating_sub(fitted).max(1);
        return 2.0 * student_tail(freedom as usize, errors.abs());
    }
    p_of_z(errors)
}

/// Returns the two-sided p-value of a standard normal value `z`.
pub fn p_of_z(z: f64) -> f64 {
    2.0 * normal_tail(z.abs())
}

/// Returns the two-sided p-value of the hypothesis that two independent shares are equal. The
/// shares are given as (wins, games). Returns 1 if either share has no games.
///
/// Uses the pooled score test. If either share has fewer than [`ENOUGH_GAMES`] games, uses Fisher's
/// exact test: given the wins of both together, the wins of either have a hypergeometric
/// distribution. The p-value is the probability of all divisions of these wins that are at most as
/// likely (Freeman and Halton, see [`exact_p_value`]).
pub fn p_value_of_two(a: (u64, u64), b: (u64, u64)) -> f64 {
    let (n, m) = (a.1 as f64, b.1 as f64);
    let pooled = (a.0 + b.0) as f64 / (n + m);
    let sd = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    if a.1 == 0 || b.1 == 0 || sd == 0.0 {
        return 1.0;
    }
    let (few, many) = if a.1 <= b.1 { (a, b) } else { (b, a) };
    if few.1 < ENOUGH_GAMES {
        let (least, probabilities) = hypergeometric(few.1, many.1, few.0 + many.0);
        return at_most_as_likely(&probabilities, (few.0 - least) as usize);
    }
    2.0 * normal_tail((a.0 as f64 / n - b.0 as f64 / m).abs() / sd)
}

/// Applies Holm's correction for several tests (S. Holm, 1979). Returns for each p-value whether it
/// is significant.
///
/// The probability of at least one false alarm is at most `alpha`, for any dependence between the
/// tests.
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut holds = vec![false; p_values.len()];
    for (rank, &i) in order.iter().enumerate() {
        if p_values[i] > alpha / (p_values.len() - rank) as f64 {
            break;
        }
        holds[i] = true;
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-5, "{a} is not {b}");
    }

    #[test]
    fn a_hypotenuse_is_the_nearest_number() {
        assert_eq!(hypot(3.0, -4.0), 5.0);
        assert_eq!(hypot(0.0, 0.125), 0.125);
        assert_eq!(hypot(1.0, 1.0), std::f64::consts::SQRT_2);
        // The root of the rounded sum of the rounded squares is another number.
        assert_eq!(hypot(0.01, 0.18), 0.18027756377319945);
        assert_eq!(hypot(f64::INFINITY, 1.0), f64::INFINITY);
        assert!(hypot(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        let ten = wilson(10, 100, 0.95);
        near(ten.low, 0.055229);
        near(ten.high, 0.174366);
        // R. G. Newcombe, 1998, table I: 81/263, 15/148, 0/20, 1/29.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let got = wilson(wins, games, 0.95);
            near(got.low, low);
            near(got.high, high);
        }
        assert_eq!(wilson(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(5, 5, 0.95).high, 1.0);
    }

    #[test]
    fn z_is_the_usual_table() {
        near(z(0.95), 1.959964);
        near(z(0.99), 2.575829);
    }

    #[test]
    fn wilson_covers_as_often_as_it_says() {
        let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        for share in [0.05, 0.25, 0.5] {
            let mut covered = 0;
            for _ in 0..2_000 {
                let wins = (0..400).filter(|_| dice.random_bool(share)).count() as u64;
                let interval = wilson(wins, 400, 0.95);
                covered += i32::from(interval.low <= share && share <= interval.high);
            }
            // Expected: 95 % of 2,000, which is 1,900, with a standard deviation of 10.
            assert!((1_860..=1_945).contains(&covered), "covered {covered} of 2000 at {share}");
        }
    }

    #[test]
    fn a_test_agrees_with_the_interval_it_belongs_to() {
        for wins in 0..=100 {
            let inside = {
                let i = wilson(wins, 100, 0.95);
                i.low <= 0.25 && 0.25 <= i.high
            };
            assert_eq!(p_value(wins, 100, 0.25) > 0.05, inside, "{wins} of 100");
        }
    }

    #[test]
    fn few_games_give_few_false_alarms() {
        for (games, share) in [(3, 0.125), (6, 0.125), (17, 0.125), (4, 0.5), (99, 0.25)] {
            let probabilities: Vec<f64> = binomial(games, share).collect();
            for alpha in [0.05, 0.05 / 8.0] {
                let alarms = (0..).zip(&probabilities);
                let alarms = alarms.filter(|(wins, _)| p_value(*wins, games, share) <= alpha);
                let alarms: f64 = alarms.map(|(_, probability)| probability).sum();
                assert!(alarms <= alpha, "{games} games, {share}: {alarms}");
            }
        }
        // 1 + 7 outcomes of 128 on each side; 4 · (1/8)³ · 7/8 + (1/8)⁴.
        assert!((p_value(1, 7, 0.5) - 16.0 / 128.0).abs() < 1e-12);
        assert!((p_value(3, 4, 0.125) - 29.0 / 4_096.0).abs() < 1e-12);
        assert!((p_value(1, 4, 0.875) - 29.0 / 4_096.0).abs() < 1e-12);
        assert!((p_value(2, 4, 0.5) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn two_shares_are_judged_by_the_pooled_test() {
        // 30 of 100 against 45 of 100: z = 0.15 / √(0.375 · 0.625 · 0.02) = 2.19089.
        near(p_value_of_two((30, 100), (45, 100)), 0.028460);
        assert_eq!(p_value_of_two((0, 0), (1, 2)), 1.0);
        assert_eq!(p_value_of_two((0, 5), (0, 7)), 1.0);
    }

    #[test]
    fn few_games_of_two_shares_give_few_false_alarms() {
        for (n, m, share) in [(3, 3, 0.5), (6, 20, 0.5), (12, 12, 0.25), (8, 99, 0.125)] {
            let [ours, theirs] =
                [n, m].map(|games| (0..).zip(binomial(games, share)).collect::<Vec<(u64, f64)>>());
            for alpha in [0.05, 0.05 / 8.0] {
                let mut alarms = 0.0;
                for &(wins, probability) in &ours {
                    for &(others, likely) in &theirs {
                        if p_value_of_two((wins, n), (others, m)) <= alpha {
                            alarms += probability * likely;
                        }
                    }
                }
                assert!(alarms <= alpha, "{n} and {m} games, {share}: {alarms}");
            }
        }
        // R. A. Fisher, 1935, The Design of Experiments, chapter 2: of eight cups of tea, the lady
        // names all four, and three of four, to which milk was added first.
        assert!((p_value_of_two((4, 4), (0, 4)) - 2.0 / 70.0).abs() < 1e-12);
        assert!((p_value_of_two((1, 4), (3, 4)) - 34.0 / 70.0).abs() < 1e-12);
        // Three games that are all won, and many games of which each has an even chance: 2 / 2³.
        let p = p_value_of_two((500_000_000, 1_000_000_000), (3, 3));
        assert!((p - 0.25).abs() < 1e-6, "{p}");
    }

    #[test]
    fn few_games_have_the_tails_of_student() {
        // Published quantiles of Student's t distribution: 2.0117 and 1.9850 for 47 and 96 degrees
        // of freedom.
        near(p_of_errors(2.01174, 50, 3), 0.05);
        near(p_of_errors(-1.984984, 99, 3), 0.05);
        near(p_of_errors(1.959964, 100, 3), 0.05);
    }

    #[test]
    fn differences_agree_with_published_values() {
        // R. G. Newcombe, 1998, table II, method 10: 56/70 − 48/80, and 9/10 − 3/10.
        for (b, a, low, high) in
            [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090)]
        {
            let got = difference_of_two(a, b, 0.95);
            near(got.low, low);
            near(got.high, high);
        }
    }

    #[test]
    fn holm_agrees_with_his_worked_order() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[], 0.05), [] as [bool; 0]);
    }
}
