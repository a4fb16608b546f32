//! The measures of the shape of a game (such as when it is decided): definitions, sources, values
//! and intervals.

use super::counts::{Bin, ShapeCounts};
use super::plan::ShapePlan;
use crate::stats::intervals::{Interval, wilson, z};
use crate::stats::paired_shares::PairedShares;

/// The form in which a measure's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureScale {
    /// The value is a share, written as a percentage.
    Share,
    /// The value is a number, such as a number of rounds.
    Number,
    /// The value is a difference of shares, written in percentage points.
    Points,
}

/// A measure of the shape of a game.
pub struct ShapeMeasure {
    /// Name in the table `results`.
    pub name: &'static str,
    /// Name in the report.
    pub label: &'static str,
    pub scale: MeasureScale,
    pub definition: &'static str,
    /// The publication from which the measure comes; "gong" if this program defines it.
    pub source: &'static str,
    /// Computes the value from the counts of games, with its confidence interval at a level.
    pub value: fn(&ShapeCounts, f64) -> MaybeBounded,
    /// Returns why the measure is not defined for a plan.
    pub excluded: fn(&ShapePlan) -> Option<&'static str>,
}

/// The value of a measure with its confidence interval; `None` if the measure is undefined.
type Value = Option<(f64, Interval)>;
/// The value of a measure, with its confidence interval if there are enough games for one; `None`
/// if the measure is undefined.
pub type MaybeBounded = Option<(f64, Option<Interval>)>;

/// The measure of the median round after which the winner leads.
pub const DECIDED_ROUND: &str = "decided_round";
pub const DECIDED_LAST: &str = "decided_last";
pub const LEAD_CHANGES: &str = "lead_changes";
pub const COMEBACK: &str = "comeback";
pub const LAST_LEAD: &str = "last_lead";
pub const DICE: &str = "dice";
pub const PLAY: &str = "play";
pub const KINGMAKING: &str = "kingmaking";

/// Citation for measures that come from the thesis of C. Browne on the evaluation of games, and
/// from the metrics of the game system Ludii.
const DURATION: &str = "Browne 2008 (duration); Ludii";
const DECISIVENESS: &str = "after Browne 2008; Ludii (decisiveness)";

/// All measures, in the order of the page.
pub const ALL: [ShapeMeasure; 15] = [
    ShapeMeasure {
        value: |counts, level| bounded(mean_of(&counts.lengths, level)),
        ..number("rounds", "Rounds (mean)", "Number of rounds per game.", DURATION)
    },
    ShapeMeasure {
        value: |counts, level| bounded(counts.decisions.mean(level)),
        ..number(
            "decisions",
            "Decisions (mean)",
            "Number of decisions per game between two or more options, all seats together.",
            DURATION,
        )
    },
    ShapeMeasure {
        value: |counts, level| median(&counts.decided, level),
        ..number(
            DECIDED_ROUND,
            "Round of the decision (median)",
            "The round after which the winner leads until the end, according to the estimates.",
            DECISIVENESS,
        )
    },
    ShapeMeasure {
        value: |counts, level| bounded(counts.decided_share.mean_share(level)),
        ..share(
            "decided_share",
            "Decided after this share of the rounds (mean)",
            "The round after which the winner leads until the end, divided by the rounds of the \
             game.",
            DECISIVENESS,
        )
    },
    ShapeMeasure {
        value: |counts, level| rate(counts.decided_last, counts.won(), level),
        ..share(
            DECIDED_LAST,
            "Decided by the last round",
            "Share of games whose winner does not lead before the last round.",
            DECISIVENESS,
        )
    },
    ShapeMeasure {
        value: |counts, level| bounded(counts.lead_changes.mean(level)),
        ..number(
            LEAD_CHANGES,
            "Lead changes (mean)",
            "Number of rounds per game that end with a different leader than at their start.",
            "Browne 2008; Ludii (lead change)",
        )
    },
    ShapeMeasure {
        value: |counts, level| rate(counts.lowest[0], counts.won(), level),
        ..share(
            COMEBACK,
            "Won from below 10 %",
            "Share of games whose winner had a win probability below 10 % at the end of some round.",
            "after Browne 2008 (drama)",
        )
    },
    ShapeMeasure {
        value: |counts, level| bounded(counts.drama.mean_share(level)),
        ..share(
            "drama",
            "Drama (mean)",
            "The leader’s win probability minus the later winner’s, mean over all rounds.",
            "Browne 2008; Ludii (drama)",
        )
    },
    ShapeMeasure {
        value: |counts, level| bounded(counts.last_lead.mean_share(level)),
        ..share(
            LAST_LEAD,
            "Lead before the last round (mean)",
            "Difference between the two highest win probabilities before the last round.",
            "after Browne 2008 (uncertainty)",
        )
    },
    ShapeMeasure {
        value: |counts, level| bounded(waiting(counts, level)),
        ..share(
            "waiting",
            "Waiting after the last decision (mean)",
            "Share of the rounds after a seat's last decision, mean over all seats.",
            "gong",
        )
    },
    ShapeMeasure {
        value: |counts, level| {
            let saving = counts.luck.adjusted()?.saving;
            let explained = (1.0 - 1.0 / saving).max(0.0);
            bounded(Some(squared_correlation(explained, counts.luck.observations(), level)))
        },
        excluded: |plan| {
            plan.guide.is_none().then_some("not measured: the game ships no greedy bot")
        },
        ..share(
            DICE,
            "Luck of the dice",
            "Share of the variance of winning that the measured luck of dice and draws explains; a \
             lower bound.",
            "White and Bowling 2009; Burch et al. 2018",
        )
    },
    ShapeMeasure {
        value: |counts, level| {
            let explained = counts.start.explained()?;
            bounded(Some(squared_correlation(explained, counts.start.moments, level)))
        },
        ..share(
            "start",
            "Known at the start",
            "Share of the variance of winning that the estimates before the first round explain.",
            "gong",
        )
    },
    ShapeMeasure {
        scale: MeasureScale::Points,
        value: |counts, level| {
            let of = counts.stronger;
            let pairs = PairedShares { pairs: of.games, gained: of.gained, lost: of.lost };
            let value = (of.gained as f64 - of.lost as f64) / of.games as f64;
            Some((value, Some(pairs.interval(level)?)))
        },
        excluded: |plan| {
            let missing = "not measured: the game has no stronger bot that searches";
            plan.stronger.is_none().then_some(missing)
        },
        ..share(
            PLAY,
            "Play: a stronger bot in one seat",
            "Change of a seat's win rate if a stronger bot plays the seat, with the same line-ups \
             and dice.",
            "gong",
        )
    },
    ShapeMeasure {
        value: |counts, level| rate(counts.kingmaking.changed, counts.examined, level),
        excluded: |plan| match plan.has_kingmakers() {
            true => None,
            false if plan.sides.cooperative => Some("not defined in cooperative games"),
            false => Some("not defined with two sides"),
        },
        ..share(
            KINGMAKING,
            "Kingmaking",
            "Share of games in which another decision of a seat with a win probability below 5 % \
             changes which of the other sides wins.",
            "gong",
        )
    },
    ShapeMeasure {
        value: |counts, _| Some((calibration_error(counts)?[0], None)),
        ..share(
            "calibration",
            "Error of the estimates (mean)",
            "Difference between the estimated win probability and the share won, mean over ten \
             ranges of estimates; one moment of each game.",
            "gong",
        )
    },
];

impl ShapeMeasure {
    /// Restricts an interval to the values that the measure can have.
    pub fn possible(&self, Interval { low, high }: Interval) -> Interval {
        match self.scale {
            MeasureScale::Share => Interval { low: low.max(0.0), high: high.min(1.0) },
            MeasureScale::Number => Interval { low: low.max(0.0), high },
            MeasureScale::Points => Interval { low, high },
        }
    }
}

/// Creates a measure whose value is a number.
const fn number(
    name: &'static str,
    label: &'static str,
    definition: &'static str,
    source: &'static str,
) -> ShapeMeasure {
    ShapeMeasure { scale: MeasureScale::Number, ..share(name, label, definition, source) }
}

/// Creates a measure whose value is a share.
const fn share(
    name: &'static str,
    label: &'static str,
    definition: &'static str,
    source: &'static str,
) -> ShapeMeasure {
    ShapeMeasure {
        name,
        label,
        scale: MeasureScale::Share,
        definition,
        source,
        value: |_, _| None,
        excluded: |_| None,
    }
}

fn bounded(value: Value) -> MaybeBounded {
    value.map(|(value, interval)| (value, Some(interval)))
}

fn rate(part: u64, whole: u64, level: f64) -> MaybeBounded {
    (whole > 0).then(|| (part as f64 / whole as f64, Some(wilson(part, whole, level))))
}

/// Mean share of rounds that a seat waits after its last decision, over all seats. Its half-width
/// is the mean of the seats' half-widths, because the seats share the same games.
fn waiting(counts: &ShapeCounts, level: f64) -> Value {
    let seats = counts.waiting.iter().map(|seat| seat.mean_share(level));
    let seats: Vec<(f64, Interval)> = seats.collect::<Option<_>>()?;
    let mean = |of: fn(&(f64, Interval)) -> f64| {
        seats.iter().map(of).sum::<f64>() / seats.len().max(1) as f64
    };
    let (low, high) = (mean(|of| of.1.low), mean(|of| of.1.high));
    Some((mean(|of| of.0), Interval { low, high }))
}

/// Computes the confidence interval of a squared correlation by R. A. Fisher's transformation
/// (1921).
fn squared_correlation(square: f64, observations: u64, level: f64) -> (f64, Interval) {
    let middle = libm::atanh(square.min(1.0 - 1e-12).sqrt());
    let reach = z(level) / ((observations as f64 - 3.0).max(1.0)).sqrt();
    let low = libm::tanh((middle - reach).max(0.0)).powi(2);
    let high = libm::tanh(middle + reach).powi(2);
    (square, Interval { low, high })
}

fn mean_of(counts: &[u64], level: f64) -> Value {
    let n = counts.iter().sum::<u64>() as f64;
    let moment = |power: i32| {
        let of = |(value, &count): (usize, &u64)| (value as f64).powi(power) * count as f64;
        counts.iter().enumerate().map(of).sum::<f64>() / n
    };
    let mean = moment(1);
    let reach = z(level) * ((moment(2) - mean * mean).max(0.0) / (n - 1.0)).sqrt();
    let (low, high) = (mean - reach, mean + reach);
    (n > 1.0).then_some((mean, Interval { low, high }))
}

/// Returns the median of counted values with its confidence interval, from the binomial
/// distribution of ranks (normal approximation). There is no interval if even the smallest and the
/// largest value do not include the true median with this confidence: at 95 %, with fewer than six
/// values.
pub fn median(counts: &[u64], level: f64) -> MaybeBounded {
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
/// estimates and shares won, over all bins weighted by their numbers of moments. The second number
/// is the mean difference that sampling error alone causes. `None` without moments.
pub fn calibration_error(counts: &ShapeCounts) -> Option<[f64; 2]> {
    let bins = || counts.calibration.iter().filter(|bin| bin.moments > 0);
    let all: u64 = bins().map(|bin| bin.moments).sum();
    let mean = |of: &dyn Fn(&Bin) -> f64| {
        let sum: f64 = bins().map(|bin| of(bin) * bin.moments as f64).sum();
        sum / all as f64
    };
    let off = |bin: &Bin| {
        let won = bin.won as f64 / bin.moments as f64;
        bin.estimate().map_or(0.0, |estimate| (estimate - won).abs())
    };
    (all > 0).then(|| [mean(&off), mean(&Bin::error_by_chance)])
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
        let (square, interval) = squared_correlation(0.25, 103, 0.95);
        assert_eq!(square, 0.25);
        assert!((interval.low - 0.3393f64.powi(2)).abs() < 1e-3, "{interval:?}");
        assert!((interval.high - 0.6319f64.powi(2)).abs() < 1e-3, "{interval:?}");
        assert_eq!(squared_correlation(0.0, 103, 0.95).1.low, 0.0);
    }

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        let (mean, interval) = mean_of(&[50, 0, 50], 0.95).unwrap();
        assert_eq!(mean, 1.0);
        assert!((interval.half_width() - 1.96 / 99f64.sqrt()).abs() < 1e-3);
    }

    #[test]
    fn exact_estimates_differ_from_results_by_sampling_error() {
        let mut counts = ShapeCounts::none(1, 2);
        for game in 0..1_000 {
            counts.calibration[2].add(0.25, game < 260);
        }
        let [off, chance] = calibration_error(&counts).unwrap();
        assert!((off - 0.01).abs() < 1e-9, "{off}");
        // The mean of |x| is 0.798 standard deviations of x: 0.798·√(0.25·0.75/1,000).
        assert!((chance - 0.010_925).abs() < 1e-5, "{chance}");
        assert!(calibration_error(&ShapeCounts::none(1, 2)).is_none());
    }
}
