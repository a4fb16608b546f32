//! Compares factions in two variants of a scenario. A faction is all sides of one kind, such as all
//! teams of heroes.

use super::facts::VariantFacts;
use crate::analysis::pairs::GroupPairs;
use crate::report::factions::meaning;
use crate::report::shared;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, decimals};
use crate::stats::PairKind;
use crate::stats::intervals::{Interval, holm};

/// The change of a faction's win rate between two variants, with the result of its test.
pub struct FactionChange {
    pub group: GroupPairs,
    /// True if the change is significant, with correction for all variants.
    pub sure: bool,
}

/// Builds the table of the factions' win rates (such as heroes and villains) before and after a
/// change.
pub fn table(factions: &[FactionChange], level: f64) -> Table {
    let fine = factions.iter().map(|of| fine(&of.group, level));
    let fine = fine.max().unwrap_or(1);
    let meaning = format!(
        "{} Differences are in percentage points; each game is compared with the same game of the \
         other variant.",
        meaning(factions.iter().map(|of| &of.group.name))
    );
    let names: Vec<&str> = factions.iter().map(|of| of.group.name.as_str()).collect();
    Table::new("factions", capital(&names.join(" against ")), meaning)
        .of(factions)
        .word("Side", |of| capital(&of.group.name))
        .with("Win rate before %", Unit::Share(1), |of| {
            of.group.pairs.mean_a()
        })
        .with("after %", Unit::Share(1), |of| of.group.pairs.mean_b())
        .with("Difference", Unit::Points(fine), |of| of.group.difference())
        .plus_minus(|of| margin_of_error(&of.group, level))
        .word("", |of| match of.sure {
            true => "",
            false => "within noise",
        })
        .table
}

/// Returns the half-width of the confidence interval of the difference between a faction's two win
/// rates; `None` with too few games.
fn half_width(of: &GroupPairs, level: f64) -> Option<f64> {
    let interval = of.pairs.interval(PairKind::Shares, level);
    interval.map(Interval::half_width)
}

/// Returns the number after "±" of the difference between a faction's two win rates, see
/// [`shared::margin_of_error`]; `None` with too few games.
pub fn margin_of_error(of: &GroupPairs, level: f64) -> Option<f64> {
    let interval = of.pairs.interval(PairKind::Shares, level)?;
    Some(shared::margin_of_error(
        of.difference(),
        interval.low,
        interval.high,
    ))
}

/// Returns the number of decimals with which the difference between a faction's two win rates is
/// written in percentage points. The number depends on the half-width of the confidence interval.
pub fn fine(of: &GroupPairs, level: f64) -> usize {
    decimals(half_width(of, level).unwrap_or(1.0))
}

/// Decides which changes of factions' win rates are significant, after Holm's correction for all
/// variants together.
pub fn test_together(variants: &mut [VariantFacts], level: f64) {
    let p_value = |of: &FactionChange| of.group.pairs.p_value(PairKind::Shares);
    // Two factions need only one test if one faction wins the games that the other loses. Their
    // p-values are then equal; games without a winner make them differ.
    let tests = |of: &VariantFacts| match of.factions.as_slice() {
        [one, other] if p_value(one) == p_value(other) => 1,
        all => all.len(),
    };
    let tested = variants
        .iter()
        .flat_map(|of| of.factions.iter().take(tests(of)));
    let p: Vec<f64> = tested.map(p_value).collect();
    let mut holds = holm(&p, 1.0 - level).into_iter();
    for variant in variants {
        let own: Vec<bool> = holds.by_ref().take(tests(variant)).collect();
        for (faction, sure) in variant.factions.iter_mut().zip(own.iter().cycle()) {
            faction.sure = *sure;
        }
    }
}
