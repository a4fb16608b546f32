//! The charts of a comparison: differences with their intervals, and win rates before and after.

use plotters::prelude::RGBColor;

use super::facts::{Difference, Facts, Fighter, Variant};
use super::verdict::{headline, points};
use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, PAPER, WIDTH, colour, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{level, percent, signed, with_sign};

const ROW: f64 = 30.0;
/// Above the rows of a variant: its name, and what the columns measure.
const NAME: f64 = 58.0;
/// Below them: the scale.
const FOOT: f64 = 40.0;
const SIZE: f64 = 15.0;

/// Every chart, if there is anything to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts
        .variants
        .iter()
        .all(|variant| variant.fighters.is_empty())
    {
        return vec![];
    }
    vec![
        Chart::drawn("differences", plan(facts, headline(facts), format!(
            "Difference to {}, per game. Bars: {} intervals. Pale: no measurable difference.",
            facts.first,
            level(facts.level)
        )), |canvas| differences(facts, canvas))
        .presented("What changed", "A bar that crosses the line at zero may be chance. Each column has its own scale, the same for all variants. A survivor counts as falling in the round after the game’s last."),
        Chart::drawn("win_rates", plan(facts, shift_title(facts), format!(
            "Win rate in %. Ring: {}. Disc: the variant.",
            facts.first
        )), |canvas| win_rates(facts, canvas))
        .presented("Win rates before and after", "Fighters whose discs stand closer together than their rings make a fairer table."),
    ]
}

fn plan(facts: &Facts, title: String, subtitle: String) -> Plan {
    let rows = |variant: &Variant| NAME + ROW * variant.fighters.len() as f64 + FOOT;
    Plan {
        title,
        subtitle,
        height: facts.variants.iter().map(rows).sum::<f64>() + 8.0,
    }
}

fn names_width(facts: &Facts) -> f64 {
    let fighters = facts.variants.iter().flat_map(|variant| &variant.fighters);
    fighters
        .map(|fighter| text_width(&fighter.label, SIZE))
        .fold(60.0, f64::max)
        .min(230.0)
}

/// Draws what each variant has, one below the other: `block` its rows, from `top`.
fn blocks(facts: &Facts, canvas: &mut Canvas, mut block: impl FnMut(&mut Canvas, &Variant, f64)) {
    let mut top = HEAD;
    for variant in &facts.variants {
        canvas.bold(
            &fit(&variant.name, SIZE, WIDTH - 48.0),
            (24.0, top + 16.0),
            SIZE,
            INK,
            Align::Left,
        );
        block(canvas, variant, top + NAME);
        top += NAME + ROW * variant.fighters.len() as f64 + FOOT;
    }
}

fn label(canvas: &mut Canvas, fighter: &Fighter, right: f64, y: f64, width: f64) {
    canvas.text(
        &fit(&fighter.label, SIZE, width),
        (right, y),
        SIZE,
        INK,
        Align::Right,
    );
}

/// One measure: what it is called, and how its differences are written.
struct Measure {
    name: String,
    of: fn(&Fighter) -> &Difference,
    written: fn(&Difference) -> String,
    factor: f64,
}

fn differences(facts: &Facts, canvas: &mut Canvas) {
    let names = names_width(facts);
    let left = 24.0 + names + 12.0;
    let measures = [
        Measure {
            name: "win rate, points".into(),
            of: |f| &f.wins,
            written: points,
            factor: 100.0,
        },
        Measure {
            name: facts.score.clone(),
            of: |f| &f.score,
            written: |d| signed(d.difference, 2),
            factor: 1.0,
        },
        Measure {
            name: "round of elimination".into(),
            of: |f| &f.round,
            written: |d| signed(d.difference, 2),
            factor: 1.0,
        },
    ];
    let width = (WIDTH - 24.0 - left) / measures.len() as f64;
    let fighters = || facts.variants.iter().flat_map(|variant| &variant.fighters);
    let scales: Vec<Scale> = measures
        .iter()
        .enumerate()
        .map(|(column, measure)| {
            let ends = || {
                fighters().map(measure.of).flat_map(|d| {
                    let half = d.half_width();
                    [d.difference - half, d.difference + half]
                })
            };
            let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
            let pad = ((high - low) * 0.04).max(1e-3 / measure.factor);
            let from = left + width * column as f64;
            Scale::new(
                (low - pad, high + pad),
                (from + 14.0, from + width - 74.0),
                3.0,
            )
        })
        .collect();
    blocks(facts, canvas, |canvas, variant, top| {
        let bottom = top + ROW * variant.fighters.len() as f64;
        for ((measure, scale), column) in measures.iter().zip(&scales).zip(0..) {
            let from = left + width * f64::from(column);
            canvas.text(
                &measure.name,
                (from + 14.0, top - 18.0),
                13.0,
                MUTED,
                Align::Left,
            );
            let decimals = scale.decimals(measure.factor);
            for tick in scale.ticks() {
                canvas.line((scale.at(tick), top), (scale.at(tick), bottom), GRID, 1.0);
                canvas.text(
                    &signed_tick(tick * measure.factor, decimals),
                    (scale.at(tick), bottom + 14.0),
                    12.0,
                    MUTED,
                    Align::Centre,
                );
            }
            canvas.line(
                (scale.at(0.0), top - 6.0),
                (scale.at(0.0), bottom),
                INK,
                1.5,
            );
        }
        for (fighter, row) in variant.sorted().into_iter().zip(0..) {
            let y = top + ROW * (f64::from(row) + 0.5);
            label(canvas, fighter, left, y, names);
            for ((measure, scale), column) in measures.iter().zip(&scales).zip(0..) {
                let difference = (measure.of)(fighter);
                let paint = if difference.significant {
                    colour(&fighter.colour)
                } else {
                    GRID
                };
                let ink = if difference.significant { INK } else { MUTED };
                bar(canvas, scale, difference, y, paint, ink);
                let end = left + width * f64::from(column + 1) - 6.0;
                canvas.text(
                    &(measure.written)(difference),
                    (end, y),
                    14.0,
                    ink,
                    Align::Right,
                );
            }
        }
    });
}

fn signed_tick(value: f64, decimals: usize) -> String {
    if value.abs() < 1e-9 {
        "0".into()
    } else {
        signed(value, decimals)
    }
}

/// A difference from zero, with its interval.
fn bar(
    canvas: &mut Canvas,
    scale: &Scale,
    difference: &Difference,
    y: f64,
    paint: RGBColor,
    ink: RGBColor,
) {
    let x = scale.at(difference.difference);
    canvas.line((scale.at(0.0), y), (x, y), paint, 3.0);
    canvas.disc((x, y), 5.5, paint);
    if let Some(interval) = difference.interval {
        let (from, to) = (scale.at(interval.low), scale.at(interval.high));
        canvas.line((from, y), (to, y), ink, 1.3);
        for end in [from, to] {
            canvas.line((end, y - 5.0), (end, y + 5.0), ink, 1.3);
        }
    }
}

fn shift_title(facts: &Facts) -> String {
    let spread = |of: fn(&Difference) -> f64, fighters: &[Fighter]| {
        let rates = || fighters.iter().map(|fighter| of(&fighter.wins));
        rates().fold(0.0, f64::max) - rates().fold(1.0, f64::min)
    };
    let told = |variant: &Variant| {
        let (before, after) = (
            spread(|d| d.before, &variant.fighters),
            spread(|d| d.after, &variant.fighters),
        );
        format!(
            "from {} to {} points",
            percent(before, 1),
            percent(after, 1)
        )
    };
    match facts.variants.as_slice() {
        [only] => format!(
            "The distance of the strongest to the weakest goes {}",
            told(only)
        ),
        _ => "Win rates before and after".to_string(),
    }
}

fn win_rates(facts: &Facts, canvas: &mut Canvas) {
    let names = names_width(facts);
    let (left, right) = (24.0 + names + 26.0, WIDTH - 190.0);
    let rates = || {
        facts
            .variants
            .iter()
            .flat_map(|variant| &variant.fighters)
            .flat_map(|f| [f.wins.before, f.wins.after])
    };
    let (low, high) = (rates().fold(1.0, f64::min), rates().fold(0.0, f64::max));
    let scale = Scale::new(
        ((low - 0.01).max(0.0), (high + 0.01).min(1.0)),
        (left, right),
        8.0,
    );
    blocks(facts, canvas, |canvas, variant, top| {
        let bottom = top + ROW * variant.fighters.len() as f64;
        for tick in scale.ticks() {
            canvas.line((scale.at(tick), top), (scale.at(tick), bottom), GRID, 1.0);
            canvas.text(
                &percent(tick, scale.decimals(100.0)),
                (scale.at(tick), bottom + 14.0),
                12.0,
                MUTED,
                Align::Centre,
            );
        }
        for (fighter, row) in variant.sorted().into_iter().zip(0..) {
            let y = top + ROW * (f64::from(row) + 0.5);
            let paint = colour(&fighter.colour);
            label(canvas, fighter, left - 16.0, y, names);
            let (from, to) = (scale.at(fighter.wins.before), scale.at(fighter.wins.after));
            canvas.line((from, y), (to, y), paint, 3.0);
            canvas.disc((from, y), 7.0, paint);
            canvas.disc((from, y), 4.0, PAPER);
            canvas.disc((to, y), 7.0, paint);
            let written = format!(
                "{} to {}",
                percent(fighter.wins.before, 1),
                with_sign(fighter.wins.after, 1)
            );
            let ink = if fighter.wins.significant { INK } else { MUTED };
            canvas.text(&written, (WIDTH - 24.0, y), SIZE, ink, Align::Right);
        }
    });
}
