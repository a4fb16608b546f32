//! The measures of the shape of a game (such as when it is decided): definitions, sources, values
//! and intervals.

use super::counts::{BINS, Bin, ShapeCounts, Trainings};
use super::plan::ShapePlan;
use super::tables::{ShapeMeasure, ShapeRow};
use crate::stats::intervals::{Interval, wilson, z};
use crate::stats::members::Between;
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

/// Citation for measures that come from the thesis of C. Browne on the evaluation of games.
const BROWNE: &str = "Browne 2008";
/// Citation for measures that come from the metrics of the game system Ludii.
const LUDII: &str = "Ludii";

impl ShapeMeasure {
    /// All measures of a game's shape, in the order of the page.
    pub const ALL: [ShapeMeasure; 14] = [
        ShapeMeasure::Rounds,
        ShapeMeasure::Decisions,
        ShapeMeasure::DecidedRound,
        ShapeMeasure::DecidedShare,
        ShapeMeasure::DecidedLast,
        ShapeMeasure::LeadChanges,
        ShapeMeasure::Comeback,
        ShapeMeasure::Drama,
        ShapeMeasure::LastLead,
        ShapeMeasure::Waiting,
        ShapeMeasure::Dice,
        ShapeMeasure::Start,
        ShapeMeasure::Play,
        ShapeMeasure::Kingmaking,
    ];

    /// Returns the measure's name as the report shows it.
    pub fn label(self) -> &'static str {
        match self {
            ShapeMeasure::Rounds => "Rounds (mean)",
            ShapeMeasure::Decisions => "Decisions (mean)",
            ShapeMeasure::DecidedRound => "Round of the decision (median)",
            ShapeMeasure::DecidedShare => "Decided after this share of the rounds (mean)",
            ShapeMeasure::DecidedLast => "Decided by the last round",
            ShapeMeasure::LeadChanges => "Lead changes (mean)",
            ShapeMeasure::Comeback => "Won from below 10 %",
            ShapeMeasure::Drama => "Drama (mean)",
            ShapeMeasure::LastLead => "Lead before the last round (mean)",
            ShapeMeasure::Waiting => "Waiting after the last decision (mean)",
            ShapeMeasure::Dice => "Luck of the dice",
            ShapeMeasure::Start => "Known at the start",
            ShapeMeasure::Play => "Play: a stronger bot in one seat",
            ShapeMeasure::Kingmaking => "Kingmaking",
        }
    }

    pub fn scale(self) -> MeasureScale {
        match self {
            ShapeMeasure::Rounds
            | ShapeMeasure::Decisions
            | ShapeMeasure::DecidedRound
            | ShapeMeasure::LeadChanges => MeasureScale::Number,
            ShapeMeasure::Play => MeasureScale::Points,
            _ => MeasureScale::Share,
        }
    }

    /// Returns the measure's definition as the report shows it.
    pub fn definition(self) -> &'static str {
        match self {
            ShapeMeasure::Rounds => "Number of rounds per game.",
            ShapeMeasure::Decisions => {
                "Number of decisions per game between two or more options, all seats together."
            }
            ShapeMeasure::DecidedRound => {
                "The round after which the winner leads until the end, according to the estimates."
            }
            ShapeMeasure::DecidedShare => {
                "The round after which the winner leads until the end, \
                                      divided by the rounds of the game."
            }
            ShapeMeasure::DecidedLast => {
                "Share of games whose winner does not lead before the last round."
            }
            ShapeMeasure::LeadChanges => {
                "Number of rounds per game that end with a different leader than at their start."
            }
            ShapeMeasure::Comeback => {
                "Share of games whose winner had a win probability below 10 % at the end of some \
                 round."
            }
            ShapeMeasure::Drama => {
                "The leader’s win probability minus the later winner’s, mean over all rounds."
            }
            ShapeMeasure::LastLead => {
                "Difference between the two highest win probabilities before the last round."
            }
            ShapeMeasure::Waiting => {
                "Share of the rounds after a seat's last decision, mean over all seats."
            }
            ShapeMeasure::Dice => {
                "Share of the variance of winning that the measured luck of dice and draws \
                 explains; a lower bound."
            }
            ShapeMeasure::Start => {
                "Share of the variance of winning that the estimates before the first round \
                 explain."
            }
            ShapeMeasure::Play => {
                "Change of a seat's win rate if a stronger bot plays the seat, with the same \
                 line-ups and dice."
            }
            ShapeMeasure::Kingmaking => {
                "Share of games in which another decision of a seat with a win probability below \
                 5 % changes which of the other sides wins."
            }
        }
    }

    /// Returns the publication from which the measure comes; "gong" if the measure was defined for
    /// this program.
    pub fn source(self) -> String {
        match self {
            ShapeMeasure::Rounds | ShapeMeasure::Decisions => {
                format!("{BROWNE} (duration); {LUDII}")
            }
            ShapeMeasure::DecidedRound | ShapeMeasure::DecidedShare | ShapeMeasure::DecidedLast => {
                format!("after {BROWNE}; {LUDII} (decisiveness)")
            }
            ShapeMeasure::LeadChanges => format!("{BROWNE}; {LUDII} (lead change)"),
            ShapeMeasure::Drama => format!("{BROWNE}; {LUDII} (drama)"),
            ShapeMeasure::Comeback => format!("after {BROWNE} (drama)"),
            ShapeMeasure::LastLead => format!("after {BROWNE} (uncertainty)"),
            ShapeMeasure::Dice => "White and Bowling 2009; Burch et al. 2018".to_owned(),
            ShapeMeasure::Waiting
            | ShapeMeasure::Start
            | ShapeMeasure::Play
            | ShapeMeasure::Kingmaking => "gong".to_owned(),
        }
    }
}

/// The value of a measure with its confidence interval; `None` if the measure is undefined.
type Value = Option<(f64, Interval)>;
/// The value of a measure, with its confidence interval if there are enough games for one; `None`
/// if the measure is undefined.
type MaybeBounded = Option<(f64, Option<Interval>)>;

/// Makes the table rows of all measures of a game's shape; a measure that is not defined has no
/// value. The intervals also hold for other trainings.
pub fn measured(plan: &ShapePlan, trainings: &Trainings, level: f64) -> Vec<ShapeRow> {
    let counts = trainings.together();
    let row = |measure: ShapeMeasure| {
        let value = value(measure, plan, &counts, level);
        let of_training = |counts: &ShapeCounts| {
            let (value, interval) = self::value(measure, plan, counts, level)?;
            let error = interval?.half_width() / z(level);
            (error > 0.0).then(|| (1.0 / (error * error), value))
        };
        let of_trainings: Vec<(f64, f64)> = trainings.0.iter().filter_map(of_training).collect();
        let between = Between::of(&of_trainings, 1.0);
        let interval = value.and_then(|of| Some(between.widen(of.0, of.1?, level)));
        ShapeRow {
            measure,
            value: value.map(|of| of.0),
            ci_low: interval.map(|of| of.low),
            ci_high: interval.map(|of| of.high),
        }
    };
    ShapeMeasure::ALL.into_iter().map(row).collect()
}

fn value(
    measure: ShapeMeasure,
    plan: &ShapePlan,
    counts: &ShapeCounts,
    level: f64,
) -> MaybeBounded {
    let rate = |part: u64, whole: u64| {
        (whole > 0).then(|| (part as f64 / whole as f64, wilson(part, whole, level)))
    };
    let won = counts.won();
    let (value, interval) = match measure {
        ShapeMeasure::Rounds => mean_of(&counts.lengths, level),
        ShapeMeasure::Decisions => counts.decisions.mean(level),
        ShapeMeasure::DecidedRound => return median(&counts.decided, level),
        ShapeMeasure::DecidedShare => counts.decided_share.mean_share(level),
        ShapeMeasure::DecidedLast => rate(counts.decided_last, won),
        ShapeMeasure::LeadChanges => counts.lead_changes.mean(level),
        ShapeMeasure::Comeback => rate(counts.lowest[0], won),
        ShapeMeasure::Drama => counts.drama.mean_share(level),
        ShapeMeasure::LastLead => counts.last_lead.mean_share(level),
        ShapeMeasure::Waiting => waiting(counts, level),
        ShapeMeasure::Dice => {
            let saving = counts.luck.adjusted()?.saving;
            let explained = (1.0 - 1.0 / saving).max(0.0);
            Some(squared_correlation(explained, counts.luck.observations(), level))
        }
        ShapeMeasure::Start => {
            let explained = counts.start.explained()?;
            Some(squared_correlation(explained, counts.start.moments, level))
        }
        ShapeMeasure::Play => {
            let of = counts.stronger;
            let pairs = PairedShares { pairs: of.games, gained: of.gained, lost: of.lost };
            let value = (of.gained as f64 - of.lost as f64) / of.games as f64;
            Some((value, pairs.interval(level)?))
        }
        ShapeMeasure::Kingmaking => match plan.has_kingmakers() {
            true => rate(counts.kingmaking.changed, counts.examined),
            false => None,
        },
    }?;
    Some((value, Some(interval)))
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

/// Returns the lower and the upper end of a bin of probabilities, given by its index.
pub fn ends(bin: usize) -> (f64, f64) {
    (bin as f64 / BINS as f64, (bin + 1) as f64 / BINS as f64)
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
