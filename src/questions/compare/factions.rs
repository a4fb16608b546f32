//! Compares factions in two variants of a scenario. A faction is all sides of one kind, such as all
//! teams of heroes.

use crate::analysis::pairs::GroupPairs;
use crate::report::factions::meaning;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, decimals};
use crate::stats::PairKind;
use crate::stats::intervals::Interval;

/// Builds the table of the factions' win rates (such as heroes and villains) before and after a
/// change.
pub fn table(factions: &[GroupPairs], level: f64) -> Table {
    let fine = factions.iter().map(|of| fine(of, level)).max().unwrap_or(1);
    let meaning = format!(
        "{} Differences are in percentage points; each game is compared with the same game of the \
         other variant.",
        meaning(factions.iter().map(|of| &of.name))
    );
    let names: Vec<&str> = factions.iter().map(|of| of.name.as_str()).collect();
    Table::new("factions", capital(&names.join(" against ")), meaning)
        .of(factions)
        .word("Side", |of| capital(&of.name))
        .with("Win rate before %", Unit::Share(1), |of| of.pairs.mean_a())
        .with("after %", Unit::Share(1), |of| of.pairs.mean_b())
        .with("Difference", Unit::Points(fine), GroupPairs::difference)
        .plus_minus(|of| half_width(of, level))
        .word("", |of| match is_sure(of, level) {
            true => "",
            false => "within noise",
        })
        .table
}

/// Returns the half-width of the confidence interval of the difference between a faction's two win
/// rates; `None` with too few games.
pub fn half_width(of: &GroupPairs, level: f64) -> Option<f64> {
    let interval = of.pairs.interval(PairKind::Shares, level);
    interval.map(Interval::half_width)
}

/// Returns the number of decimals with which the difference between a faction's two win rates is
/// written in percentage points. The number depends on the half-width of the confidence interval.
pub fn fine(of: &GroupPairs, level: f64) -> usize {
    decimals(half_width(of, level).unwrap_or(1.0))
}

/// Returns whether the difference between a faction's two win rates is significant. There is no
/// correction for the number of tests, because one test covers both factions.
pub fn is_sure(of: &GroupPairs, level: f64) -> bool {
    of.pairs.p_value(PairKind::Shares) < 1.0 - level
}
