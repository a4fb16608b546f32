//! The chart of `gong pairings`: the win rates of the line-ups.

use super::facts::{LineUp, PairingsFacts};
use crate::questions::facts::Fact;
use crate::questions::judge::Judged;
use crate::report::chart::canvas::INK;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::chart::{Chart, ends};
use crate::report::words::{level, plus_minus};

/// Draws the win rate of the best team of each line-up; of many line-ups, the first and the last
/// ten.
pub fn win_rates(facts: &PairingsFacts, line_ups: &[&LineUp]) -> Chart {
    let mark = |of: &Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let row = |of: &&LineUp| {
        let Judged { own, reference } = &of.teams[of.order()[0]];
        let theirs = reference.as_ref().and_then(mark);
        let marks = facts.reference.iter().map(|_| theirs).chain([mark(own)]).collect();
        let number = plus_minus(own.value(), own.margin_of_error());
        let is_open = of.verdict() == "open";
        ChartRow::of(facts.names(of, " – "), INK, Plot::Marks(marks), number).faint(is_open)
    };
    let (fair, heading, whose, first) = match facts.margin {
        Some(_) => (Some(facts.average), "Line-ups", "the best team of each line-up", "fairest"),
        None => (None, "Parties", "each party", "most successful"),
    };
    let shown = ends(line_ups).unwrap_or(line_ups.to_vec());
    let form = Rows::win_rates(fair, shown.iter().map(row).collect());
    let form = match &facts.reference {
        Some((name, _)) => form.side_by_side([name.clone(), facts.bots.join(", ")]),
        None => form,
    };
    let subtitle = format!(
        "Win rate of {whose} in %, the {first} first; of many, the first and the last ten. Bars: \
         {} confidence intervals. Faint: open verdicts.",
        level(facts.level)
    );
    let note = "By chance, the best of many line-ups look better than they are, and the worst look \
                worse; the verdicts are corrected for this effect.";
    Chart::new("line_ups", heading, subtitle, form).note(note)
}
