//! The charts of parties: how often each wins, what each fighter is worth, and who work well together.

use super::page::{Facts, Party};
use super::verdict::{called, headline};
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
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.parties.len() < 2 {
        return vec![];
    }
    [Some(parties(facts)), bonds(facts)]
        .into_iter()
        .flatten()
        .collect()
}

fn parties(facts: &Facts) -> Chart {
    let mut verdicts = vec![
        ("best", HEAT),
        ("between", INK),
        ("open", MUTED),
        ("worst", COLD),
    ];
    let there = |verdict: &str| facts.parties.iter().any(|of| of.row.verdict == verdict);
    verdicts.retain(|(verdict, _)| there(verdict));
    let last = facts.parties.len() - 1;
    let item = |(place, party): (usize, &Party)| {
        let (rate, half) = (party.row.wins.rate(), party.row.wins.half());
        let mut known = verdicts.iter();
        let class = known.position(|(verdict, _)| *verdict == party.row.verdict);
        let remark = || (party.names.clone(), with_sign(rate, 1));
        Item {
            mark: Mark::within(rate, (rate - half).max(0.0), rate + half),
            class: class.unwrap_or(0),
            named: [0, last].contains(&place).then(remark),
        }
    };
    let classes = verdicts
        .iter()
        .map(|(verdict, ink)| (called(verdict).into(), *ink));
    let form = Ranking {
        across: "parties, from the most successful on".into(),
        up: "games won".into(),
        unit: Unit::Percent,
        level: Some(Reference {
            name: format!("the average, {}", with_sign(facts.average, 1)),
            value: facts.average,
        }),
        classes: classes.collect(),
        items: facts.parties.iter().enumerate().map(item).collect(),
    };
    let subtitle = format!(
        "Parties from the most successful on. Bars: {} intervals of each by itself.",
        level(facts.level)
    );
    Chart::new("parties", headline(facts), subtitle, form).presented(
        "How often each party wins",
        "Luck alone makes the first of many look better than it is, and the last worse: who is among the best allows for that.",
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
            faint: pair.row.verdict.as_deref() == Some("noise"),
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
