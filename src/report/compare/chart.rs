//! The charts of a comparison: differences with their intervals, and win rates before and after.

use super::facts::{Difference, Facts, Fighter, Variant};
use super::verdict::{headline, points};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::marks::{Cell, Column, Group, Mark, Marks, Placed, Reference, Row};
use crate::report::chart::scale::Unit;
use crate::report::words::{level, percent, signed, with_sign};

/// Every chart, if there is anything to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    let nobody = |variant: &Variant| variant.fighters.is_empty();
    if facts.variants.iter().all(nobody) {
        return vec![];
    }
    vec![differences(facts), win_rates(facts)]
}

/// A group of rows for each variant, the most helped first.
fn groups(facts: &Facts, cells: impl Fn(&Fighter) -> Vec<Cell>) -> Vec<Group> {
    let row = |fighter: &&Fighter| Row {
        label: fighter.label.clone(),
        colour: colour(&fighter.colour),
        cells: cells(fighter),
    };
    let group = |variant: &Variant| Group {
        name: variant.name.clone(),
        rows: variant.sorted().iter().map(row).collect(),
    };
    facts.variants.iter().map(group).collect()
}

fn differences(facts: &Facts) -> Chart {
    let column = |axis: String, unit| Column {
        axis,
        heading: String::new(),
        unit,
        reference: Some(Reference {
            name: String::new(),
            value: 0.0,
        }),
    };
    let cell = |difference: &Difference, said: String| Cell {
        marks: vec![Some(Mark {
            value: difference.difference,
            interval: difference
                .interval
                .map(|interval| [interval.low, interval.high]),
        })],
        said,
        faint: !difference.significant,
    };
    let form = Marks {
        columns: vec![
            column("win rate, points".to_string(), Unit::Points),
            column(format!("{} of a game", facts.score), Unit::Signed),
            column("round of elimination".to_string(), Unit::Signed),
        ],
        groups: groups(facts, |fighter| {
            let score = signed(fighter.score.difference, 2);
            let round = signed(fighter.round.difference, 2);
            vec![
                cell(&fighter.wins, points(&fighter.wins)),
                cell(&fighter.score, score),
                cell(&fighter.round, round),
            ]
        }),
        ..Marks::default()
    };
    let subtitle = format!(
        "Difference to {}, per game. Bars: {} intervals. Faint: no measurable difference.",
        facts.first,
        level(facts.level)
    );
    Chart::new("differences", headline(facts), subtitle, &form)
        .presented("What changed", "A bar that crosses the line at zero may be chance. Each column has its own scale, the same for all variants. A survivor counts as falling in the round after the game’s last.")
}

fn shift_title(facts: &Facts) -> String {
    let spread = |of: fn(&Difference) -> f64, fighters: &[Fighter]| {
        let rates = || fighters.iter().map(|fighter| of(&fighter.wins));
        rates().fold(0.0, f64::max) - rates().fold(1.0, f64::min)
    };
    match facts.variants.as_slice() {
        [only] => format!(
            "The distance of the strongest to the weakest goes from {} to {} points",
            percent(spread(|d| d.before, &only.fighters), 1),
            percent(spread(|d| d.after, &only.fighters), 1)
        ),
        _ => "Win rates before and after".to_string(),
    }
}

fn win_rates(facts: &Facts) -> Chart {
    let mark = |value| {
        Some(Mark {
            value,
            interval: None,
        })
    };
    let form = Marks {
        columns: vec![Column {
            axis: "win rate, % of games".to_string(),
            heading: String::new(),
            unit: Unit::Percent,
            reference: facts.fair.map(|fair| Reference {
                name: format!("fair share {}", with_sign(fair, 1)),
                value: fair,
            }),
        }],
        marks: vec![facts.first.clone(), "the variant".to_string()],
        placed: Placed::Joined,
        groups: groups(facts, |fighter| {
            let wins = &fighter.wins;
            let said = format!(
                "{} to {}",
                percent(wins.before, 1),
                with_sign(wins.after, 1)
            );
            vec![Cell {
                marks: vec![mark(wins.before), mark(wins.after)],
                said,
                faint: !wins.significant,
            }]
        }),
    };
    let subtitle = "Win rate in %. Faint: no measurable difference.";
    Chart::new("win_rates", shift_title(facts), subtitle, &form).presented(
        "Win rates before and after",
        "Fighters whose discs stand closer together than their rings make a fairer table.",
    )
}
