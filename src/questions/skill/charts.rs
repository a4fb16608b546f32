//! The charts of a skill report: each fighter's win rate from the weakest skill level to the
//! strongest, and how well levels agree on the order of the fighters.

use super::facts::{Facts, Side};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{Level, Line, Lines, Point, drawn, moving};
use crate::report::chart::matrix::{self, Head, Matrices};
use crate::report::chart::scale::Unit;
use crate::report::words::{level, list, signed};

/// Every chart of the report with data.
pub fn all(facts: &Facts, headline: &str) -> Vec<Chart> {
    let charts = [Some(slopes(facts, headline)), agreement(facts)];
    charts.into_iter().flatten().collect()
}

/// The chart of win rates, with one line per fighter over the skill levels.
fn slopes(facts: &Facts, headline: &str) -> Chart {
    let line = |side: &Side| Line {
        label: side.label.clone(),
        colour: colour(&side.colour),
        points: (side.at.iter())
            .map(|at| {
                Some(Point::within(
                    at.wins.win_rate?,
                    at.wins.ci_low,
                    at.wins.ci_high,
                ))
            })
            .collect(),
    };
    let form = Lines {
        across: "who plays everybody".to_owned(),
        values: facts.names().cloned().collect(),
        positions: None,
        up: "win rate, %".to_owned(),
        unit: Unit::Percent,
        from_zero: false,
        decimals: 1,
        lines: moving(facts.sides.iter().map(line).collect()),
        level: facts.fair.map(|fair| Level {
            name: "fair share".to_owned(),
            values: vec![fair.share; facts.levels.len()],
        }),
        in_force: None,
    };
    let dashed = facts.fair.map_or("", |_| " Dashed: the fair share.");
    let subtitle = format!(
        "Win rate where the same bot plays everybody, level by level. Bars: {} intervals, side by side.{dashed}{}",
        level(facts.level),
        drawn(facts.sides.len())
    );
    let note = match facts.fair {
        Some(_) => {
            "A line that crosses the dashed one, with bars clear of it on both sides: strong at some levels and weak at others."
        }
        None => "All win or lose together: a rising line shows what better play is worth.",
    };
    Chart::new("skill", headline, subtitle, form).presented("Win rates by level of play", note)
}

/// A matrix of the rank correlations between levels.
fn agreement(facts: &Facts) -> Option<Chart> {
    let told: Vec<_> = (facts.agreement.iter())
        .filter_map(|of| Some((of, of.correlation?, of.ci_low?, of.ci_high?)))
        .collect();
    let least = told.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let names: Vec<&String> = facts.names().collect();
    let mut cells = vec![vec![None; names.len()]; names.len()];
    for (of, correlation, low, high) in &told {
        let place = |name: &String| names.iter().position(|known| *known == name);
        let (Some(a), Some(b)) = (place(&of.level), place(&of.other)) else {
            continue;
        };
        for (row, column) in [(a, b), (b, a)] {
            cells[row][column] = Some(matrix::Cell {
                shade: *correlation,
                text: signed(*correlation, 2),
                faint: *low <= 0.0 && *high >= 0.0,
                ..matrix::Cell::default()
            });
        }
    }
    let title = format!(
        "In these games {} agree least on the ranking of the {}: {}",
        list([&least.0.level, &least.0.other]),
        facts.people.several(),
        signed(least.1, 2)
    );
    let heads = names.iter().map(|name| Head::from(name.as_str()));
    let form = Matrices::square(heads.collect(), cells);
    let chart = Chart::new(
        "agreement",
        title,
        "Spearman’s rank correlation of win rates between levels: +1 is the same order, 0 is no relation, −1 is the reverse order.",
        form,
    );
    Some(chart.presented(
        "Do the levels agree on the order?",
        "Grey numbers do not differ significantly from 0. Random error pulls all of them towards \
         0, most at levels with few games. The table has their intervals.",
    ))
}
