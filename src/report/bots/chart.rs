//! Chart: each fighter's win rate by bot, against the fair share.

use super::facts::{Facts, Fighter};
use super::verdict::{called, headline};
use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, colour, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{level, percent, with_sign};

const SIZE: f64 = 15.0;
/// Of one bot.
const LINE: f64 = 15.0;
/// Between two fighters.
const GAP: f64 = 14.0;
/// The bots' marks and names.
const LEGEND: f64 = 30.0;

/// The chart, if there is anything to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.fighters.is_empty() {
        return vec![];
    }
    let plan = Plan {
        title: headline(facts),
        subtitle: format!(
            "Win rate in % of games, by bot. Bars: {} intervals. Dashed: the fair share, {}.",
            level(facts.level),
            with_sign(facts.fair, 1)
        ),
        height: LEGEND + 26.0 + row(facts) * facts.fighters.len() as f64 + 56.0,
    };
    let chart = Chart::drawn("robustness", plan, |canvas| draw(facts, canvas));
    vec![chart.presented("Win rates by bot", "Where the marks of a fighter stand on one side of the dashed line, the bots agree; where they stand on both, it depends on how it is played.")]
}

fn row(facts: &Facts) -> f64 {
    LINE * facts.bots.len() as f64 + GAP
}

fn draw(facts: &Facts, canvas: &mut Canvas) {
    let names = facts
        .fighters
        .iter()
        .map(|fighter| text_width(&fighter.name, SIZE))
        .fold(60.0, f64::max)
        .min(220.0);
    let (left, right) = (24.0 + names + 22.0, WIDTH - 160.0);
    let mut x = left;
    for (kind, bot) in facts.bots.iter().enumerate() {
        canvas.mark(kind, (x + 6.0, HEAD + 10.0), 5.5, INK);
        canvas.text(bot, (x + 18.0, HEAD + 10.0), 14.0, INK, Align::Left);
        x += 18.0 + text_width(bot, 14.0) + 22.0;
    }
    let top = HEAD + LEGEND + 26.0;
    let bottom = top + row(facts) * facts.fighters.len() as f64;
    let seen = || {
        facts
            .fighters
            .iter()
            .flat_map(|fighter| &fighter.seen)
            .filter(|seen| seen.games > 0)
    };
    let low = seen()
        .map(|seen| seen.interval.low)
        .fold(facts.fair, f64::min);
    let high = seen()
        .map(|seen| seen.interval.high)
        .fold(facts.fair, f64::max);
    let pad = ((high - low) * 0.04).max(0.005);
    let ends = ((low - pad).max(0.0), (high + pad).min(1.0));
    let scale = Scale::new(ends, (left, right), 8.0);
    let decimals = scale.decimals(100.0);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        canvas.line((x, top), (x, bottom), GRID, 1.0);
        canvas.text(
            &percent(tick, decimals),
            (x, bottom + 16.0),
            13.0,
            MUTED,
            Align::Centre,
        );
    }
    canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
    let middle = ((left + right) / 2.0, bottom + 40.0);
    canvas.text("win rate, % of games", middle, 13.0, MUTED, Align::Centre);
    let fair = scale.at(facts.fair);
    canvas.dashes((fair, top - 6.0), (fair, bottom), INK, 1.5);
    let label = format!("fair share {}", with_sign(facts.fair, 1));
    canvas.text(&label, (fair, top - 16.0), 13.0, INK, Align::Centre);
    for (i, fighter) in facts.fighters.iter().enumerate() {
        let y = top + row(facts) * i as f64;
        one(facts, fighter, canvas, &scale, (left, y, names));
    }
}

/// One fighter, from `y` down.
fn one(
    facts: &Facts,
    fighter: &Fighter,
    canvas: &mut Canvas,
    scale: &Scale,
    (left, y, names): (f64, f64, f64),
) {
    let paint = colour(&fighter.colour);
    let middle = y + row(facts) / 2.0;
    canvas.text(
        &fit(&fighter.name, SIZE, names),
        (left - 16.0, middle),
        SIZE,
        INK,
        Align::Right,
    );
    let ink = if fighter.agreement == "open" {
        MUTED
    } else {
        INK
    };
    canvas.text(
        called(&fighter.agreement),
        (WIDTH - 24.0, middle),
        SIZE,
        ink,
        Align::Right,
    );
    for (kind, seen) in fighter
        .seen
        .iter()
        .enumerate()
        .filter(|(_, seen)| seen.games > 0)
    {
        let y = y + GAP / 2.0 + LINE * (kind as f64 + 0.5);
        let ends = [seen.interval.low, seen.interval.high].map(|end| scale.at(end));
        canvas.line((ends[0], y), (ends[1], y), INK, 1.5);
        canvas.mark(kind, (scale.at(seen.rate), y), 5.5, paint);
    }
}
