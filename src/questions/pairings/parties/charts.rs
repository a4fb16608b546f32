//! Charts of the pairings of a cooperative game: the win rate of each party, and which pairs work
//! well together.

use super::facts::{Party, PartyFacts};
use super::tables::PartyVerdict;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, INK, MUTED};
use crate::report::chart::plot::Mark;
use crate::report::chart::ranking::{Item, Ranking};
use crate::report::chart::rows::Reference;
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{level, with_sign};

/// Returns all charts of the report that have data.
pub fn all(facts: &PartyFacts, headline: &str) -> Vec<Chart> {
    if facts.parties.len() < 2 {
        return vec![];
    }
    let heading = "Who works well together";
    let reference = (facts.average, "the average");
    let bonds = facts.pairs.chart("bonds", heading, "parties", reference);
    [Some(parties(facts, headline)), bonds].into_iter().flatten().collect()
}

fn parties(facts: &PartyFacts, headline: &str) -> Chart {
    let ink = |verdict| match verdict {
        PartyVerdict::Best => HEAT,
        PartyVerdict::Between => INK,
        PartyVerdict::Open => MUTED,
        PartyVerdict::Worst => COLD,
    };
    let verdicts = PartyVerdict::ALL.into_iter();
    let verdicts: Vec<PartyVerdict> = verdicts.filter(|of| facts.count(*of) > 0).collect();
    let last = facts.parties.len() - 1;
    let item = |(place, party): (usize, &Party)| {
        let (rate, margin_of_error) = (party.row.wins.rate(), party.row.wins.margin_of_error());
        let class = verdicts.iter().position(|of| *of == party.row.verdict);
        let remark = || (party.names.clone(), with_sign(rate, 1));
        Item {
            mark: Mark::within(rate, (rate - margin_of_error).max(0.0), rate + margin_of_error),
            class: class.unwrap_or_default(),
            named: [0, last].contains(&place).then(remark),
        }
    };
    let class = |of: &PartyVerdict| (of.label().into(), ink(*of));
    let form = Ranking {
        across: "parties, the most successful first".into(),
        up: "win rate, % of games".into(),
        unit: AxisUnit::Percent,
        level: Some(Reference {
            name: format!("the average, {}", with_sign(facts.average, 1)),
            value: facts.average,
        }),
        classes: verdicts.iter().map(class).collect(),
        items: facts.parties.iter().enumerate().map(item).collect(),
    };
    let subtitle = format!(
        "Win rate of each party, in % of its games, the most successful party first. Bars: {} \
         confidence intervals, without correction for the number of parties.",
        level(facts.level)
    );
    Chart::new("parties", headline, subtitle, form).presented(
        "How often each party wins",
        "By chance, the best of many parties looks better than it is, and the worst party looks \
         worse; the verdicts are corrected for this effect.",
    )
}
