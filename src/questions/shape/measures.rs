//! The measures of the shape of a game (such as when it is decided): definitions, values and
//! intervals.

use super::counts::{Bin, ShapeCounts};
use crate::stats::intervals::{Interval, wilson, z};

/// A measure of the shape of a game.
pub struct ShapeMeasure {
    /// Name in the table `results`.
    pub name: &'static str,
    /// Name in the report.
    pub label: &'static str,
    /// True if the value is a share, written as a percentage.
    pub is_share: bool,
    pub definition: &'static str,
    /// Computes the value from the counts of games at a confidence level.
    pub value: fn(&ShapeCounts, f64) -> Measured,
}

/// The value of a measure, with its confidence interval if there are enough games for one; `None`
/// if the measure is undefined.
pub type Measured = Option<(f64, Option<Interval>)>;

/// The measure of the median round after which the winner leads.
pub const DECIDED_ROUND: &str = "decided_round";
pub const DECIDED_LAST: &str = "decided_last";
pub const LEAD_CHANGES: &str = "lead_changes";
pub const COMEBACK: &str = "comeback";
pub const DICE: &str = "dice";
pub const KINGMAKING: &str = "kingmaking";

/// All measures, in the order of the page.
pub const ALL: [ShapeMeasure; 10] = [
    number("rounds", "Rounds (mean)", "Number of rounds per game.", |counts, level| {
        mean_of(&counts.lengths, level)
    }),
    number(
        DECIDED_ROUND,
        "Round of the decision (median)",
        "The round after which the winner leads until the end, according to the estimates.",
        |counts, level| median(&counts.decided, level),
    ),
    share(
        DECIDED_LAST,
        "Decided by the last round",
        "Share of games whose winner does not lead before the last round.",
        |counts, level| rate(counts.decided_last, counts.won(), level),
    ),
    number(
        LEAD_CHANGES,
        "Lead changes (mean)",
        "Number of rounds per game that end with a different leader than at their start.",
        |counts, level| mean_of(&counts.lead_changes, level),
    ),
    share(
        COMEBACK,
        "Won from below 10 %",
        "Share of games whose winner had a win probability below 10 % at the end of some round.",
        |counts, level| rate(counts.comebacks, counts.won(), level),
    ),
    share(
        "waiting",
        "Waiting after the last decision (mean)",
        "Share of the rounds after a seat's last decision, mean over all seats.",
        |counts, level| mean(counts.games as f64, counts.waiting(), level),
    ),
    share(
        DICE,
        "Luck of the dice",
        "Share of the variance of winning that the measured luck of dice and draws explains; a \
         lower bound. Needs a game with a greedy bot.",
        |counts, level| {
            let adjusted = counts.luck.adjusted();
            let explained = adjusted.map(|adjusted| (1.0 - 1.0 / adjusted.saving).max(0.0));
            squared_correlation(explained, counts.luck.observations(), level)
        },
    ),
    share(
        "start",
        "Known at the start",
        "Share of the variance of winning that the estimates before the first round explain.",
        |counts, level| squared_correlation(counts.start.explained(), counts.start.moments, level),
    ),
    share(
        KINGMAKING,
        "Kingmaking",
        "Share of games in which another decision of a seat with a win probability below 5 % \
         changes which of the other sides wins. Needs three sides.",
        |counts, level| rate(counts.kingmaking, counts.examined, level),
    ),
    share(
        "calibration",
        "Error of the estimates (mean)",
        "Difference between the estimated win probability and the share won, mean over ten ranges \
         of estimates. With few games, most of it is sampling error.",
        |counts, _| Some((calibration_error(&counts.calibration)?, None)),
    ),
];

impl ShapeMeasure {
    /// Restricts an interval to the values that the measure can have.
    pub fn possible(&self, Interval { low, high }: Interval) -> Interval {
        Interval { low: low.max(0.0), high: if self.is_share { high.min(1.0) } else { high } }
    }
}

/// Creates a measure whose value is a number, such as a number of rounds.
const fn number(
    name: &'static str,
    label: &'static str,
    definition: &'static str,
    value: fn(&ShapeCounts, f64) -> Measured,
) -> ShapeMeasure {
    ShapeMeasure { is_share: false, ..share(name, label, definition, value) }
}

/// Creates a measure whose value is a share.
const fn share(
    name: &'static str,
    label: &'static str,
    definition: &'static str,
    value: fn(&ShapeCounts, f64) -> Measured,
) -> ShapeMeasure {
    ShapeMeasure { name, label, is_share: true, definition, value }
}

fn rate(part: u64, whole: u64, level: f64) -> Measured {
    (whole > 0).then(|| (part as f64 / whole as f64, Some(wilson(part, whole, level))))
}

/// Computes the confidence interval of a squared correlation by R. A. Fisher's transformation
/// (1921).
fn squared_correlation(square: Option<f64>, observations: u64, level: f64) -> Measured {
    let square = square?;
    let middle = libm::atanh(square.min(1.0 - 1e-12).sqrt());
    let reach = z(level) / ((observations as f64 - 3.0).max(1.0)).sqrt();
    let low = libm::tanh((middle - reach).max(0.0)).powi(2);
    let high = libm::tanh(middle + reach).powi(2);
    Some((square, Some(Interval { low, high })))
}

/// Returns the mean of counted values with its confidence interval; `None` for fewer than two.
fn mean_of(counts: &[u64], level: f64) -> Measured {
    let n = counts.iter().sum::<u64>() as f64;
    let moment = |power: i32| {
        let of = |(value, &count): (usize, &u64)| (value as f64).powi(power) * count as f64;
        counts.iter().enumerate().map(of).sum::<f64>() / n
    };
    mean(n, [1, 2].map(moment), level)
}

/// Adds its confidence interval to the mean of `n` values; `None` for fewer than two.
fn mean(n: f64, [mean, mean_square]: [f64; 2], level: f64) -> Measured {
    let reach = z(level) * ((mean_square - mean * mean).max(0.0) / (n - 1.0)).sqrt();
    (n > 1.0).then_some((mean, Some(Interval { low: mean - reach, high: mean + reach })))
}

/// Returns the median of counted values with its confidence interval, from the binomial
/// distribution of ranks (normal approximation). There is no interval if even the smallest and the
/// largest value do not include the true median with this confidence: at 95 %, with fewer than six
/// values.
pub fn median(counts: &[u64], level: f64) -> Measured {
    let n = counts.iter().sum::<u64>() as f64;
    if n == 0.0 {
        return None;
    }
    let reach = z(level) * n.sqrt() / 2.0;
    let at = |rank: f64| {
        let mut below = 0.0;
        let reached = |count: &u64| {
            below += *count as f64;
            below >= rank.clamp(1.0, n)
        };
        counts.iter().position(reached).unwrap_or(0) as f64
    };
    let (low, high) = (at(n / 2.0 - reach), at(n / 2.0 + reach + 1.0));
    let enough = libm::exp2(1.0 - n) <= 1.0 - level;
    Some((at(n / 2.0), enough.then_some(Interval { low, high })))
}

/// Returns the expected calibration error of the estimates of winning: the mean difference between
/// estimates and shares won, over all bins weighted by their numbers of moments. `None` without
/// moments.
fn calibration_error(bins: &[Bin]) -> Option<f64> {
    let all: u64 = bins.iter().map(|bin| bin.moments).sum();
    let sum: f64 = bins.iter().map(|bin| bin.error() * bin.moments as f64).sum();
    (all > 0).then(|| sum / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_game() {
        let (middle, interval) = median(&[10, 20, 30, 0, 40], 0.95).unwrap();
        let interval = interval.unwrap();
        assert_eq!(middle, 2.0);
        // The interval extends from the 41st to the 61st of 100 sorted numbers.
        assert_eq!((interval.low, interval.high), (2.0, 4.0));
        assert!(median(&[0, 0], 0.95).is_none());
        assert_eq!(median(&[0, 0, 0, 1], 0.95), Some((3.0, None)));
        assert_eq!(median(&[2, 0, 3], 0.95), Some((2.0, None)));
        let (low, high) = (0.0, 2.0);
        assert_eq!(median(&[2, 0, 4], 0.95), Some((2.0, Some(Interval { low, high }))));
    }

    #[test]
    fn an_interval_of_a_squared_correlation_contains_it() {
        // r = 0.5, n = 103: atanh 0.5493 ± 0.196, so r from 0.3393 to 0.6319.
        let of = |square| squared_correlation(Some(square), 103, 0.95).unwrap();
        let (square, interval) = of(0.25);
        let interval = interval.unwrap();
        assert_eq!(square, 0.25);
        assert!((interval.low - 0.3393f64.powi(2)).abs() < 1e-3, "{interval:?}");
        assert!((interval.high - 0.6319f64.powi(2)).abs() < 1e-3, "{interval:?}");
        assert_eq!(of(0.0).1.unwrap().low, 0.0);
    }

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        let (mean, interval) = mean_of(&[50, 0, 50], 0.95).unwrap();
        assert_eq!(mean, 1.0);
        assert!((interval.unwrap().half_width() - 1.96 / 99f64.sqrt()).abs() < 1e-3);
    }

    #[test]
    fn the_error_of_estimates_is_their_mean_distance_from_results() {
        let mut counts = ShapeCounts::none(1);
        for game in 0..1_000 {
            counts.calibration[2].add(0.25, game < 260);
            counts.calibration[8].add(0.85, game < 880);
        }
        let error = calibration_error(&counts.calibration).unwrap();
        assert!((error - 0.02).abs() < 1e-9, "{error}");
        assert!(calibration_error(&ShapeCounts::none(1).calibration).is_none());
    }
}
