//! The chart of `gong tune`: the win rates before and after the proposed set of edits.

use super::facts::{RateRow, TuneFacts};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, level, percent, plus_minus, with_sign};

/// Draws the win rates before and after the proposed set of edits.
pub fn win_rates(facts: &TuneFacts) -> Chart {
    let mark = |of: &Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let row = |of: &RateRow| {
        let [before, after] = &of.shown;
        let margin = after.margin_of_error();
        let fine = decimals(margin);
        let then = with_sign(after.value(), fine);
        let (plot, number) = match facts.is_edited() {
            true => (
                Plot::Change([mark(before), mark(after)]),
                format!("{} to {then}", percent(before.value(), fine)),
            ),
            false => (Plot::Marks(vec![mark(after)]), plus_minus(after.value(), margin)),
        };
        ChartRow::of(&of.label, colour(&of.colour), plot, number)
    };
    let name = |value| format!("target {}", with_sign(value, 1));
    let target = facts.target.map(|value| Reference { name: name(value), value });
    let rows = facts.rates.iter().map(row).collect();
    let mut form = Rows::column("win rate, % of games", AxisUnit::Percent, target, rows);
    if facts.is_edited() {
        form = form.before_after("as it is", &format!("with {}", facts.best().row.arm));
    }
    let at = level(facts.settings.level);
    let subtitle = format!("Win rate in % of the games. Bars: {at} confidence intervals.");
    Chart::new("win_rates", facts.title(), subtitle, form)
}
