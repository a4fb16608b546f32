//! The charts of `gong pairings`: every line-up, and who is strong together.

use super::facts::{LineUp, PairingsFacts, pairs};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, MUTED};
use crate::report::chart::matrix::{Head, Matrices, MatrixCell};
use crate::report::chart::plot::Mark;
use crate::report::chart::ranking::{Item, Ranking};
use crate::report::chart::rows::Reference;
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::greatest;
use crate::report::words::{level, percent, signed, with_sign};

/// Maximum number of fighters in the chart of pairs; more do not fit side by side.
const MOST_FIGHTERS: usize = 20;

/// Returns all charts of the report that have data.
pub fn all(facts: &PairingsFacts, line_ups: &[&LineUp], headline: &str) -> Vec<Chart> {
    if line_ups.is_empty() {
        return vec![];
    }
    [Some(ranking(facts, line_ups, headline)), pair_matrix(facts)].into_iter().flatten().collect()
}

/// Draws every line-up: its distance from a fair one, or the win rate of the party.
fn ranking(facts: &PairingsFacts, line_ups: &[&LineUp], headline: &str) -> Chart {
    let classes = match facts.margin {
        Some(_) => [("fair", COLD), ("unfair", HEAT), ("open", MUTED)],
        None => [("above average", HEAT), ("below average", COLD), ("open", MUTED)],
    };
    let last = line_ups.len() - 1;
    let item = |(place, of): (usize, &&LineUp)| {
        let margin = of.margin_of_error();
        let value = of.off.unwrap_or(of.own.facts[0].value());
        let party = || (facts.names(of, ""), with_sign(value, 1));
        let named = match facts.margin {
            Some(_) => of.scenario.clone().map(|scenario| (facts.names(of, " – "), scenario)),
            None => [0, last].contains(&place).then(party),
        };
        let class = classes.iter().position(|(word, _)| *word == of.own.word());
        let mark = Mark::within(value, (value - margin).max(0.0), value + margin);
        Item { mark, class: class.unwrap_or_default(), named }
    };
    let at = level(facts.level);
    let (name, heading, across, up, line) = match facts.margin {
        Some(margin) => (
            "fairness",
            "How fair each line-up is",
            "line-ups, the fairest first",
            "largest distance of a team from its fair share, points of win rate",
            (format!("largest distance in a fair line-up: {} points", percent(margin, 1)), margin),
        ),
        None => (
            "parties",
            "How often each party wins",
            "parties, the most successful first",
            "win rate, % of games",
            (format!("the average, {}", with_sign(facts.average, 1)), facts.average),
        ),
    };
    let form = Ranking {
        across: across.to_owned(),
        up: up.to_owned(),
        unit: AxisUnit::Percent,
        level: Some(Reference { name: line.0, value: line.1 }),
        classes: classes.map(|(word, ink)| (word.into(), ink)).into(),
        items: line_ups.iter().enumerate().map(item).collect(),
    };
    let subtitle = format!("The {across}. Bars: {at} confidence intervals.");
    let note = "By chance, the best of many line-ups look better than they are, and the worst look \
                worse; the verdicts are corrected for this effect.";
    Chart::new(name, headline, subtitle, form).presented(heading, note)
}

/// Draws all pairs of fighters: win rates above the diagonal, synergies below. `None` without pairs,
/// and with too many fighters.
fn pair_matrix(facts: &PairingsFacts) -> Option<Chart> {
    if facts.synergies.is_empty() || facts.fighters.len() > MOST_FIGHTERS {
        return None;
    }
    let all = || pairs(facts.fighters.len()).zip(&facts.synergies);
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
    let heads = facts.fighters.iter().map(|of| Head::of(&of.name, &of.colour));
    let heading = "Who is strong together";
    let subtitle = "Above the diagonal: mean win rate of the teams with both members, in %. Below \
                    it: synergy of both members, in points, if it is known.";
    let note = "Warm colours: a win rate above the average, or a positive synergy. Cold colours: \
                below it, or negative. Faint numbers: the synergy is not significant.";
    let form = Matrices::square(heads, cells);
    Some(Chart::new("pairs", heading, subtitle, form).presented(heading, note))
}
