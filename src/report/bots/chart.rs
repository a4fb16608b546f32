//! Chart: each fighter's win rate by bot, against the fair share.

use super::facts::{Facts, Fighter, Seen};
use super::verdict::{called, headline};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::marks::{Cell, Column, Group, Mark, Marks, Reference, Row};
use crate::report::chart::scale::Unit;
use crate::report::words::{level, with_sign};

/// The chart, if there is anything to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.fighters.is_empty() {
        return vec![];
    }
    let mark = |seen: &Seen| {
        (seen.games > 0).then_some(Mark {
            value: seen.rate,
            interval: Some([seen.interval.low, seen.interval.high]),
        })
    };
    let row = |fighter: &Fighter| Row {
        label: fighter.name.clone(),
        colour: colour(&fighter.colour),
        cells: vec![Cell {
            marks: fighter.seen.iter().map(mark).collect(),
            said: called(&fighter.agreement).to_string(),
            faint: false,
        }],
    };
    let fair = with_sign(facts.fair, 1);
    let form = Marks {
        columns: vec![Column {
            axis: "win rate, % of games".to_string(),
            heading: String::new(),
            unit: Unit::Percent,
            reference: Some(Reference {
                name: format!("fair share {fair}"),
                value: facts.fair,
            }),
        }],
        marks: facts.bots.clone(),
        groups: vec![Group {
            name: String::new(),
            rows: facts.fighters.iter().map(row).collect(),
        }],
        ..Marks::default()
    };
    let subtitle = format!(
        "Win rate in % of games, by bot. Bars: {} intervals. Dashed: the fair share, {fair}.",
        level(facts.level)
    );
    let chart = Chart::new("robustness", headline(facts), subtitle, &form);
    vec![chart.presented("Win rates by bot", "Where the marks of a fighter stand on one side of the dashed line, the bots agree; where they stand on both, it depends on how it is played.")]
}
