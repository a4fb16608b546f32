//! The verdict on a value: above or below a reference, such as the fair share.

use serde::Serialize;

use super::table::by_name;
use super::words::rounded;

/// The result of a comparison of a rate's confidence interval with a reference, such as the fair
/// share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The rate is significantly higher than the reference.
    Above,
    /// The rate is significantly lower than the reference.
    Below,
    /// No significant difference: the interval includes the reference, and is so narrow that a
    /// difference within it would not matter.
    WithinNoise,
    /// Undecided: the number of games is too small.
    Open,
}

impl Standing {
    /// Returns the result of a comparison without a verdict “within noise”. `above` is true if the
    /// rate is higher than the reference; it has no effect unless the difference is significant.
    pub fn of(significant: bool, above: bool) -> Standing {
        match (significant, above) {
            (false, _) => Standing::Open,
            (true, true) => Standing::Above,
            (true, false) => Standing::Below,
        }
    }

    /// Returns the name that stands for the verdict in table columns.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Above => "above",
            Standing::Below => "below",
            Standing::WithinNoise => "near",
            Standing::Open => "open",
        }
    }

    pub fn is_significant(self) -> bool {
        matches!(self, Standing::Above | Standing::Below)
    }
}

by_name!(Standing);

/// Smallest difference of win rates that players notice when they play at a table: 0.01, i.e. one
/// percentage point.
const FELT: f64 = 0.01;

/// Returns whether players notice a difference of win rates at a table. The difference is rounded
/// as in the report, to this number of decimals of a percentage. So a difference that the report
/// shows as “1.0 points” is never called less than 1 point.
pub fn is_felt(difference: f64, decimals: usize) -> bool {
    rounded(difference.abs() * 100.0, decimals) >= FELT * 100.0
}
