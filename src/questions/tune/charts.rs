//! The charts of a tuning: the distance from the targets by number of edits, and the win rates
//! before and after the best set of edits.

use super::facts::{Facts, Solution};
use super::tables::TunedRate;
use crate::report::chart::Chart;
use crate::report::chart::approach::{Approach, Step};
use crate::report::chart::canvas::colour;
use crate::report::chart::marks::{Cell, Group, Mark, Marks, Placed, Reference, Row};
use crate::report::chart::scale::Unit;
use crate::report::words::{capital, decimals, in_points, level, percent, spelled, with_sign};

/// Every chart with data.
pub fn all(facts: &Facts, headline: &str) -> Vec<Chart> {
    match facts.solutions.len() {
        1 => vec![win_rates(facts)],
        _ => vec![front(facts, headline), win_rates(facts)],
    }
}

fn front(facts: &Facts, headline: &str) -> Chart {
    let best = facts.best().row.solution;
    let step = |of: &Solution| Step {
        label: of.name(),
        value: of.row.distance * 100.0,
        interval: of.ends().map(|end| end * 100.0),
        good: of.row.certified,
        chosen: of.row.solution == best,
        said: percent(of.row.distance, decimals(of.row.distance)),
    };
    let form = Approach {
        up: "largest distance from a target, points of win rate".into(),
        enough: (
            facts.method.within * 100.0,
            format!("accepted: {}", in_points(facts.method.within)),
        ),
        kinds: ["certified", "not certified"].map(str::to_owned),
        steps: facts.solutions.iter().map(step).collect(),
    };
    let subtitle = format!(
        "The best set of each number of edits: the largest distance of a win rate from its target. \
         Bars: confidence intervals ({}).",
        level(facts.level)
    );
    Chart::new("solutions", headline, subtitle, form).presented(
        "Distance by number of edits",
        "Bold: the set that this page shows. A set is certified if its whole bar is within the \
         accepted distance.",
    )
}

fn win_rates(facts: &Facts) -> Chart {
    let edited = !facts.best().edits.is_empty();
    let mark = |of: &TunedRate| Some(Mark::within(of.win_rate, of.ci_low, of.ci_high));
    let row = |(before, after): (&TunedRate, &TunedRate)| {
        let fine = decimals(after.half());
        let marks = match edited {
            true => vec![mark(before), mark(after)],
            false => vec![mark(after)],
        };
        let then = with_sign(after.win_rate, fine);
        Row {
            label: facts.label(after),
            colour: colour(&facts.who(after).colour),
            cells: vec![Cell {
                marks,
                said: match edited {
                    true => format!("{} to {then}", percent(before.win_rate, fine)),
                    false => then,
                },
                faint: false,
            }],
        }
    };
    let group = |bot: &String| Group {
        name: match facts.bots.len() {
            1 => String::new(),
            _ => format!("with {bot}"),
        },
        rows: (facts.pairs().filter(|(of, _)| of.bot == *bot))
            .map(row)
            .collect(),
    };
    let reference = facts.common().map(|target| match facts.method.fair {
        true => Reference::fair(target),
        false => Reference {
            name: format!("target {}", with_sign(target, 1)),
            value: target,
        },
    });
    let column = Marks::column("win rate, % of games", Unit::Percent, reference, vec![]);
    let form = Marks {
        marks: match edited {
            true => vec![
                "as it is".into(),
                format!("with {}", spelled(facts.best().edits.len(), "edit")),
            ],
            false => vec![],
        },
        placed: if edited {
            Placed::Joined
        } else {
            Placed::Apart
        },
        groups: facts.bots.iter().map(group).collect(),
        ..column
    };
    let after = in_points(facts.best().row.distance);
    let title = match edited {
        true => format!(
            "{}: the largest distance from a target is {after}, {} before",
            capital(&spelled(facts.best().edits.len(), "edit")),
            in_points(facts.before().row.distance)
        ),
        false => format!("Without edits, the largest distance from a target is {after}"),
    };
    let rings = if edited {
        " Ring: without the edits. Disc: with the edits."
    } else {
        ""
    };
    let subtitle = format!(
        "Win rate in %.{rings} Bars: confidence intervals ({}).",
        level(facts.level)
    );
    let heading = match edited {
        true => "Win rates before and after",
        false => "Win rates",
    };
    Chart::new("win_rates", title, subtitle, form).presented(heading, "")
}
