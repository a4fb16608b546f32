//! The charts of a ladder: the ratings with their intervals, and who wins against whom.

use super::facts::Facts;
use super::verdict::{headline, rating};
use crate::report::chart::canvas::{
    Align, COLD, Canvas, GRID, INK, MUTED, WIDTH, fit, shrink, text_width,
};
use crate::report::chart::heat::Matrix;
use crate::report::chart::scale::Scale;
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{level, percent, signed};

const SIZE: f64 = 15.0;
const ROW: f64 = 36.0;
const CELL: f64 = 40.0;
/// More bots have no room side by side.
const MOST: usize = 20;

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    [ratings(facts), encounters(facts)]
        .into_iter()
        .flatten()
        .collect()
}

fn names(facts: &Facts) -> f64 {
    let widths = facts.bots.iter().map(|bot| text_width(&bot.name, SIZE));
    widths.fold(60.0, f64::max).min(240.0)
}

fn ratings(facts: &Facts) -> Option<Chart> {
    facts.bots.first()?.rating?;
    let plan = Plan {
        title: headline(facts),
        subtitle: format!(
            "Rating in Elo’s points: 100 more are odds of 1.8 to 1, 400 of 10 to 1. Bars: {} intervals.",
            level(facts.level)
        ),
        height: 16.0 + ROW * facts.bots.len() as f64 + 56.0,
    };
    let chart = Chart::drawn("ratings", plan, |canvas| draw_ratings(facts, canvas));
    Some(chart.presented("Ratings", "“>”: certainly stronger; “≈”: these games do not tell. Bots are rated against each other only: with others at the table, points shift."))
}

fn draw_ratings(facts: &Facts, canvas: &mut Canvas) {
    let top = HEAD + 16.0;
    let width = names(facts);
    let (left, right) = (24.0 + width + 22.0, WIDTH - 130.0);
    let bottom = top + ROW * facts.bots.len() as f64;
    let rated: Vec<_> = facts
        .bots
        .iter()
        .filter_map(|bot| Some((bot, bot.rating?)))
        .collect();
    let low = rated.iter().map(|(_, r)| r.1.low).fold(0.0, f64::min);
    let high = rated.iter().map(|(_, r)| r.1.high).fold(0.0, f64::max);
    let scale = Scale::new((low, high + 1.0), (left, right), 7.0);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        canvas.line((x, top), (x, bottom), GRID, 1.0);
        let label = signed(tick, 0);
        let label = if label == "+0" { "0" } else { &label };
        canvas.text(label, (x, bottom + 16.0), 13.0, MUTED, Align::Centre);
    }
    canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
    let middle = ((left + right) / 2.0, bottom + 40.0);
    canvas.text("rating, points", middle, 13.0, MUTED, Align::Centre);
    for (i, (bot, (points, interval))) in rated.into_iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        canvas.text(
            &fit(&bot.name, SIZE, width),
            (left - 16.0, y),
            SIZE,
            INK,
            Align::Right,
        );
        let (x, ends) = (
            scale.at(points),
            [interval.low, interval.high].map(|end| scale.at(end)),
        );
        canvas.disc((x, y), 7.0, COLD);
        canvas.line((ends[0], y), (ends[1], y), INK, 1.5);
        for end in ends {
            canvas.line((end, y - 6.0), (end, y + 6.0), INK, 1.5);
        }
        let said = rating(points, interval.half_width());
        canvas.text(&said, (WIDTH - 24.0, y), SIZE, INK, Align::Right);
    }
}

fn encounters(facts: &Facts) -> Option<Chart> {
    let shares = facts
        .encounters
        .iter()
        .filter_map(|met| Some((met, met.share()?)));
    let (met, share) = shares.max_by(|a, b| a.1.total_cmp(&b.1))?;
    if facts.bots.len() > MOST {
        return None;
    }
    let plan = Plan {
        title: format!(
            "{} wins {} of 100 games that it or {} wins",
            facts.bots[met.bots.0].name,
            percent(share, 0),
            facts.bots[met.bots.1].name
        ),
        subtitle: "Each row’s bot against each column’s: of the games that one of the two won, the share that was the row’s, in %.".to_string(),
        height: 34.0 + CELL * facts.bots.len() as f64 + 16.0,
    };
    let chart = Chart::drawn("encounters", plan, |canvas| draw_encounters(facts, canvas));
    Some(chart.presented(
        "Bot against bot",
        "Warm: the row’s bot wins more than half; cold: less.",
    ))
}

fn draw_encounters(facts: &Facts, canvas: &mut Canvas) {
    let top = HEAD + 34.0;
    let width = names(facts);
    let left = 24.0 + width + 16.0;
    let cell = ((WIDTH - 24.0 - left) / facts.bots.len() as f64).min(120.0);
    let matrix = Matrix {
        corner: (left, top),
        cell: (cell, CELL),
        size: SIZE,
    };
    for (i, bot) in facts.bots.iter().enumerate() {
        let (x, y) = matrix.middle(i, i);
        let small = shrink(&bot.name, SIZE, cell - 6.0);
        canvas.text(
            &fit(&bot.name, small, cell - 4.0),
            (x, top - 14.0),
            small,
            INK,
            Align::Centre,
        );
        canvas.text(
            &fit(&bot.name, SIZE, width),
            (left - 12.0, y),
            SIZE,
            INK,
            Align::Right,
        );
    }
    for met in &facts.encounters {
        let Some(share) = met.share() else { continue };
        let number = percent(share, 1);
        matrix.draw(canvas, met.bots, (share - 0.5) * 2.0, (&number, INK));
    }
}
