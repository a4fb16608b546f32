//! Charts of the pairings of a cooperative game: the win rate of each party, and which pairs work well
//! together.

use super::facts::{Facts, Party};
use super::tables::PartyVerdict;
use crate::questions::pairings::PairVerdict;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, INK, MUTED};
use crate::report::chart::marks::{Mark, Reference};
use crate::report::chart::matrix::{Cell, Head, Matrices};
use crate::report::chart::ranking::{Item, Ranking};
use crate::report::chart::scale::Unit;
use crate::report::shared::greatest;
use crate::report::words::{level, percent, signed, with_sign};

/// More fighters have no room side by side.
const MOST_FIGHTERS: usize = 20;

/// Every chart that has something to show.
pub fn all(facts: &Facts, headline: &str) -> Vec<Chart> {
    if facts.parties.len() < 2 {
        return vec![];
    }
    [Some(parties(facts, headline)), bonds(facts)]
        .into_iter()
        .flatten()
        .collect()
}

fn parties(facts: &Facts, headline: &str) -> Chart {
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
        let (rate, half) = (party.row.wins.rate(), party.row.wins.half());
        let class = verdicts.iter().position(|of| *of == party.row.verdict);
        let remark = || (party.names.clone(), with_sign(rate, 1));
        Item {
            mark: Mark::within(rate, (rate - half).max(0.0), rate + half),
            class: class.unwrap_or_default(),
            named: [0, last].contains(&place).then(remark),
        }
    };
    let class = |of: &PartyVerdict| (of.label().into(), ink(*of));
    let form = Ranking {
        across: "parties, from the most successful on".into(),
        up: "games won".into(),
        unit: Unit::Percent,
        level: Some(Reference {
            name: format!("the average, {}", with_sign(facts.average, 1)),
            value: facts.average,
        }),
        classes: verdicts.iter().map(class).collect(),
        items: facts.parties.iter().enumerate().map(item).collect(),
    };
    let subtitle = format!(
        "Parties from the most successful on. Bars: {} intervals of each by itself.",
        level(facts.level)
    );
    Chart::new("parties", headline, subtitle, form).presented(
        "How often each party wins",
        "Of many parties, chance makes the first look better than it is, and the last worse; the verdicts are corrected for this.",
    )
}

fn bonds(facts: &Facts) -> Option<Chart> {
    let rates = facts.bonds.iter();
    let rates = rates.filter_map(|pair| Some((pair, pair.row.win_rate?)));
    let (best, rate) = rates.max_by(|a, b| a.1.total_cmp(&b.1))?;
    if facts.fighters.len() > MOST_FIGHTERS {
        return None;
    }
    let rows = || facts.bonds.iter().map(|pair| &pair.row);
    let off = |rate: f64| rate - facts.average;
    let most_off = greatest(
        rows()
            .filter_map(|row| row.win_rate)
            .map(|rate| off(rate).abs()),
    );
    let most = greatest(rows().filter_map(|row| row.synergy).map(f64::abs));
    let mut cells = vec![vec![None; facts.fighters.len()]; facts.fighters.len()];
    for pair in &facts.bonds {
        let (a, b) = pair.of;
        cells[a][b] = pair.row.win_rate.map(|rate| Cell {
            shade: off(rate) / most_off,
            text: percent(rate, 1),
            ..Cell::default()
        });
        cells[b][a] = pair.row.synergy.map(|synergy| Cell {
            shade: synergy / most,
            text: signed(synergy * 100.0, 1),
            framed: false,
            faint: pair.row.verdict == Some(PairVerdict::Noise),
        });
    }
    let heads = facts.fighters.iter();
    let heads = heads
        .map(|of| Head::of(&of.who.name, &of.who.colour))
        .collect();
    let title = format!(
        "In these games parties with {} won most: {}",
        facts.two(best.of),
        with_sign(rate, 1)
    );
    let (subtitle, note) = match rows().any(|row| row.synergy.is_some()) {
        true => (
            "Above the diagonal: mean win rate of parties with both, in %. Below: synergy, in points.",
            "Warm: more than the average, or than apart; cold: less. Synergies in fainter letters are within noise. The table “Together” has the numbers to sort.",
        ),
        false => (
            "Mean win rate of parties with both, in %.",
            "Warm: more than the average; cold: less.",
        ),
    };
    let form = Matrices::square(heads, cells);
    Some(Chart::new("bonds", title, subtitle, form).presented("Who work well together", note))
}
