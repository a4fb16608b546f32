//! The charts of `gong pairings`: every line-up, and who is strong together.

use super::facts::{LineUp, PairingsFacts, pairs};
use crate::questions::facts::Fact;
use crate::report::chart::canvas::INK;
use crate::report::chart::matrix::{Head, Matrices, MatrixCell};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::{Chart, ends};
use crate::report::shared::greatest;
use crate::report::words::{level, percent, plus_minus, signed};

/// Maximum number of fighters in the chart of pairs; more do not fit side by side.
const MOST_FIGHTERS: usize = 20;

/// Returns all charts of the report that have data.
pub fn all(facts: &PairingsFacts, line_ups: &[&LineUp], headline: &str) -> Vec<Chart> {
    let rates = (!line_ups.is_empty()).then(|| win_rates(facts, line_ups, headline));
    rates.into_iter().chain(pair_matrix(facts)).collect()
}

/// Draws the win rate of the best team of each line-up; of many line-ups, the first and the last
/// ten.
fn win_rates(facts: &PairingsFacts, line_ups: &[&LineUp], headline: &str) -> Chart {
    let mark = |of: &Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let row = |of: &&LineUp| {
        let best = of.order()[0];
        let own = &of.own.facts[best];
        let theirs = of.theirs.as_ref().and_then(|of| mark(&of.facts[best]));
        let marks = facts.reference.iter().map(|_| theirs).chain([mark(own)]).collect();
        let number = plus_minus(own.value(), own.margin_of_error());
        let cell = Cell::of(Plot::Marks(marks), number).faint(of.own.word() == "open");
        ChartRow::of(facts.names(of, " – "), INK, cell)
    };
    let (form, heading, whose, first) = match facts.margin {
        Some(_) => (Some(facts.average), "Line-ups", "the best team of each line-up", "fairest"),
        None => (None, "Parties", "each party", "most successful"),
    };
    let shown = ends(line_ups).unwrap_or(line_ups.to_vec());
    let part = match shown.len() == line_ups.len() {
        true => "",
        false => " Only the first and the last ten are shown.",
    };
    let form = Rows::win_rates(form, shown.iter().map(row).collect());
    let form = match &facts.reference {
        Some((name, _)) => form.side_by_side([name.clone(), facts.bots.join(", ")]),
        None => form,
    };
    let subtitle = format!(
        "Win rate of {whose} in %, the {first} first. Bars: {} confidence intervals. Faint: open \
         verdicts.{part}",
        level(facts.level)
    );
    let note = "By chance, the best of many line-ups look better than they are, and the worst look \
                worse; the verdicts are corrected for this effect.";
    Chart::new("line_ups", headline, subtitle, form).presented(heading, note)
}

/// Draws all pairs of fighters: win rates above the diagonal, synergies below. `None` without
/// pairs, and with too many fighters.
fn pair_matrix(facts: &PairingsFacts) -> Option<Chart> {
    let fighters = facts.strengths.len();
    if facts.synergies.is_empty() || fighters > MOST_FIGHTERS {
        return None;
    }
    let all = || pairs(fighters).zip(&facts.synergies);
    let off = |fact: &Fact| fact.row.value.map(|rate| rate - facts.average);
    let most_off = greatest(all().filter_map(|(_, fact)| off(fact)).map(f64::abs));
    let most_synergy = greatest(all().filter_map(|(_, fact)| fact.row.change).map(f64::abs));
    let cells = all().flat_map(|((a, b), fact)| {
        let rate =
            off(fact).map(|off| ([a, b], MatrixCell::of(off / most_off, percent(fact.value(), 1))));
        let synergy = fact.row.change.map(|by| {
            let text = signed(by * 100.0, 1);
            let faint = !fact.standing().is_significant();
            ([b, a], MatrixCell { faint, ..MatrixCell::of(by / most_synergy, text) })
        });
        rate.into_iter().chain(synergy)
    });
    let heads = facts.strengths.iter().map(|fact| {
        let person = facts.people.get(&fact.row.subject);
        Head::of(&person.name, &person.colour)
    });
    let heading = "Who is strong together";
    let subtitle = "Above the diagonal: mean win rate of the teams with both members, in %. Below \
                    it: synergy of both members, in points, if it is known.";
    let note = "Warm colours: a win rate above the average, or a positive synergy. Cold colours: \
                below it, or negative. Faint numbers: the synergy is not significant.";
    let form = Matrices::square(heads, cells);
    Some(Chart::new("pairs", heading, subtitle, form).presented(heading, note))
}
