//! Compares factions in two variants of a scenario. A faction is all sides of one kind, such as all
//! teams of heroes.

use super::facts::{FighterChange, ReferenceNote, VariantFacts};
use super::page::with_reference;
use super::tables::Difference;
use crate::report::factions::{meaning, significant, title};
use crate::report::table::{Table, Unit};
use crate::report::words::capital;

/// Builds the table of the factions' win rates (such as heroes and villains) before and after a
/// change.
pub fn table(factions: &[FighterChange], reference: Option<&ReferenceNote>) -> Table {
    let names = || factions.iter().map(|of| &of.label);
    let meaning = format!(
        "{} Differences are in percentage points; each game is compared with the same game of the \
         other variant.",
        meaning(names())
    );
    let table = Table::new("factions", title(names()), meaning)
        .of(factions)
        .word("Side", |of| capital(&of.label));
    with_reference(table, reference, |of| of)
        .with("Win rate before %", Unit::Share(1), |of| of.wins.mean)
        .with("after %", Unit::Share(1), |of| of.wins.mean_variant)
        .with("Difference", Unit::Points(1), |of| of.wins.by())
        .plus_minus(|of| of.wins.margin_of_error())
        .word("", |of| match of.check() {
            Some(check) => check.name(),
            None if of.wins.sure() => "",
            None => "within noise",
        })
        .table
}

/// Decides which changes of factions' win rates are significant, after Holm's correction for all
/// variants together: with the command's bots, and with the reference player.
pub fn test_together(variants: &mut [VariantFacts], level: f64) {
    test(variants, level, |of| Some(&mut of.wins));
    test(variants, level, |of| of.reference.as_mut());
}

fn test(
    variants: &mut [VariantFacts],
    level: f64,
    row: fn(&mut FighterChange) -> Option<&mut Difference>,
) {
    let all: Vec<Vec<&mut Difference>> =
        variants.iter_mut().map(|of| of.factions.iter_mut().filter_map(row).collect()).collect();
    let groups: Vec<Vec<f64>> =
        all.iter().map(|rows| rows.iter().map(|row| row.p_value).collect()).collect();
    let sure = significant(&groups, level);
    for (row, sure) in all.into_iter().flatten().zip(sure) {
        row.decide(sure);
    }
}
