//! Pairs become data frames.

use std::collections::BTreeMap;

use anyhow::Result;
use polars::prelude::{Column, DataFrame};

use crate::analysis::compare::PairTally;
use crate::report::Tables;
use crate::stats::{Pairs, intervals};

/// What is compared, as the column `measure` names it: of each fighter the first three, of the games the last.
pub const MEASURES: [&str; 4] = ["win_rate", "score", "round_eliminated", "rounds"];

/// The tables of a comparison: `differences` and `winners`. `variants` are the names of all but the first variant, in the order of `pairs`;
/// `level` is that of the intervals, and 1 − level the chance that any difference at all is called significant though there is none (Holm).
pub fn tables(variants: &[String], pairs: &[PairTally], level: f64) -> Result<Tables> {
    Ok(Tables::new(vec![
        ("differences", differences(variants, pairs, level)?),
        ("winners", winners(variants, pairs)?),
    ]))
}

/// One row.
struct Row<'a> {
    variant: &'a str,
    subject: Option<(&'a str, &'a [String; 2])>,
    measure: &'static str,
    pairs: &'a Pairs,
}

/// One row per variant, fighter and measure; of `rounds`, the length of the games, entrant and strategies are null.
///
/// `strategy`, `mean`, `sum`, `squares` are the first variant's, `…_variant` the other's; `difference` is the other's mean less the first's,
/// with `ci_low`, `ci_high`, and `p_value` of no difference; `changed`: games in which the two differ; `correlation` over the games, and `saving`: how many times as many games
/// independent runs would have needed. In `round_eliminated` a survivor counts as falling in the round after the game's last.
fn differences(variants: &[String], pairs: &[PairTally], level: f64) -> Result<DataFrame> {
    let rows: Vec<Row> = variants
        .iter()
        .zip(pairs)
        .flat_map(|(v, p)| rows(v, p))
        .collect();
    let p_values: Vec<f64> = rows.iter().map(|row| row.pairs.p_value()).collect();
    let significant = intervals::holm(&p_values, 1.0 - level);
    let interval = |row: &Row| row.pairs.interval(level);
    let texts = |of: &dyn Fn(&Row) -> Option<String>| rows.iter().map(of).collect::<Vec<_>>();
    let counts =
        |of: &dyn Fn(&Pairs) -> u64| rows.iter().map(|row| of(row.pairs)).collect::<Vec<_>>();
    let floats = |of: &dyn Fn(&Row) -> Option<f64>| rows.iter().map(of).collect::<Vec<_>>();
    let columns = vec![
        Column::new("variant".into(), texts(&|row| Some(row.variant.to_owned()))),
        Column::new(
            "entrant".into(),
            texts(&|row| row.subject.map(|s| s.0.to_owned())),
        ),
        Column::new(
            "strategy".into(),
            texts(&|row| row.subject.map(|s| s.1[0].clone())),
        ),
        Column::new(
            "strategy_variant".into(),
            texts(&|row| row.subject.map(|s| s.1[1].clone())),
        ),
        Column::new("measure".into(), texts(&|row| Some(row.measure.to_owned()))),
        Column::new("games".into(), counts(&|pairs| pairs.games)),
        Column::new("changed".into(), counts(&|pairs| pairs.changed)),
        Column::new("mean".into(), floats(&|row| row.pairs.mean_a())),
        Column::new("mean_variant".into(), floats(&|row| row.pairs.mean_b())),
        Column::new("difference".into(), floats(&|row| row.pairs.difference())),
        Column::new("ci_low".into(), floats(&|row| interval(row).map(|i| i.low))),
        Column::new(
            "ci_high".into(),
            floats(&|row| interval(row).map(|i| i.high)),
        ),
        Column::new("p_value".into(), p_values),
        Column::new("significant".into(), significant),
        Column::new("correlation".into(), floats(&|row| row.pairs.correlation())),
        Column::new("saving".into(), floats(&|row| row.pairs.saving())),
        Column::new("sum".into(), counts(&|pairs| pairs.a)),
        Column::new("sum_variant".into(), counts(&|pairs| pairs.b)),
        Column::new("squares".into(), counts(&|pairs| pairs.aa)),
        Column::new("squares_variant".into(), counts(&|pairs| pairs.bb)),
        Column::new("products".into(), counts(&|pairs| pairs.ab)),
    ];
    Ok(DataFrame::new_infer_height(columns)?)
}

fn rows<'a>(variant: &'a str, pairs: &'a PairTally) -> Vec<Row<'a>> {
    let mut rows = vec![];
    for (subject, measures) in pairs.subjects.iter().zip(&pairs.measures) {
        for (measure, pairs) in MEASURES.into_iter().zip(measures) {
            rows.push(Row {
                variant,
                subject: Some((&subject.fighter, &subject.strategies)),
                measure,
                pairs,
            });
        }
    }
    rows.push(Row {
        variant,
        subject: None,
        measure: MEASURES[3],
        pairs: &pairs.length,
    });
    rows
}

/// One row per variant, winner in the first variant (a fighter's key, or `team 1`) and winner in the other: how many games, and the first of them.
fn winners(variants: &[String], pairs: &[PairTally]) -> Result<DataFrame> {
    let (mut variant, mut winner, mut winner_variant) = (vec![], vec![], vec![]);
    let (mut games, mut first_game) = (vec![], vec![]);
    for (name, pairs) in variants.iter().zip(pairs) {
        let sides = pairs.sides.len();
        // A fighter whom several strategies play is one winner.
        let mut found: BTreeMap<[String; 2], (u64, u64)> = BTreeMap::new();
        for (i, change) in pairs
            .winners
            .iter()
            .enumerate()
            .filter(|(_, change)| change.games > 0)
        {
            let key = [i / sides, i % sides].map(|side| pairs.sides[side].clone());
            let entry = found.entry(key).or_insert((0, u64::MAX));
            *entry = (entry.0 + change.games, entry.1.min(change.first_game));
        }
        for ([from, to], (count, first)) in found {
            variant.push(name.as_str());
            winner.push(from);
            winner_variant.push(to);
            games.push(count);
            first_game.push(first);
        }
    }
    Ok(DataFrame::new_infer_height(vec![
        Column::new("variant".into(), variant),
        Column::new("winner".into(), winner),
        Column::new("winner_variant".into(), winner_variant),
        Column::new("games".into(), games),
        Column::new("first_game".into(), first_game),
    ])?)
}
