//! Chart: every line-up by how far it is from fair, the ready-made ones by name.

use super::super::facts::{Facts, LineUp};
use super::super::verdict::{called, headline, margin};
use crate::report::chart::canvas::{
    Align, COLD, Canvas, GRID, HEAT, INK, MUTED, WIDTH, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::level;

const TOP: f64 = HEAD + 20.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 70.0;
/// A row of the names below.
const ROW: f64 = 22.0;
/// More marks than this side by side could not be told apart.
const MOST: usize = 420;

pub fn chart(facts: &Facts) -> Option<Chart> {
    let sorted = facts.fairest();
    let ready = sorted.iter().filter(|l| l.scenario.is_some()).count();
    let plan = Plan {
        title: headline(facts),
        subtitle: format!(
            "Line-ups from the fairest on: distance of the farthest team from its fair share, in points of win rate. Bars: {} intervals.",
            level(facts.level)
        ),
        height: 20.0 + HEIGHT + 64.0 + ROW * ready as f64,
    };
    let note = format!(
        "Dashed: {} points, up to which a line-up is called fair. Numbers mark line-ups that a scenario beside this one fields.",
        margin(facts)
    );
    let chart = Chart::drawn("fairness", plan, |canvas| draw(facts, &sorted, canvas));
    Some(chart.presented("How fair each line-up is", note))
}

fn draw(facts: &Facts, sorted: &[&LineUp], canvas: &mut Canvas) {
    let right = WIDTH - 24.0;
    let bottom = TOP + HEIGHT;
    let most = sorted
        .iter()
        .map(|l| l.off + l.half_width())
        .fold(0.01, f64::max);
    let scale = Scale::new((0.0, most), (bottom, TOP), 6.0);
    let decimals = scale.decimals(100.0);
    for tick in scale.ticks() {
        let y = scale.at(tick);
        canvas.line((LEFT, y), (right, y), GRID, 1.0);
        canvas.text(
            &format!("{:.decimals$}", tick * 100.0),
            (LEFT - 10.0, y),
            13.0,
            MUTED,
            Align::Right,
        );
    }
    let edge = scale.at(facts.margin);
    canvas.dashes((LEFT, edge), (right, edge), INK, 1.5);
    let step = (right - LEFT) / sorted.len() as f64;
    let every = sorted.len().div_ceil(MOST);
    let mut named = 0;
    for (i, line_up) in sorted.iter().enumerate() {
        if i % every > 0 && line_up.scenario.is_none() {
            continue;
        }
        let x = LEFT + step * (i as f64 + 0.5);
        let paint = match line_up.verdict.as_str() {
            "fair" => COLD,
            "unfair" => HEAT,
            _ => MUTED,
        };
        let reach = line_up.half_width();
        let ends = [(line_up.off - reach).max(0.0), line_up.off + reach].map(|end| scale.at(end));
        canvas.line(
            (x, ends[0]),
            (x, ends[1]),
            paint,
            (step * 0.5).clamp(0.8, 2.0),
        );
        canvas.disc(
            (x, scale.at(line_up.off)),
            (step * 0.45).clamp(1.2, 4.0),
            paint,
        );
        if let Some(scenario) = &line_up.scenario {
            named += 1;
            let label = named.to_string();
            canvas.line((x, bottom), (x, bottom + 8.0), INK, 1.5);
            // Neighbours stand on two heights, so that their numbers do not touch.
            let y = bottom + 16.0 + if named % 2 == 0 { 14.0 } else { 0.0 };
            canvas.bold(&label, (x, y), 13.0, INK, Align::Centre);
            let y = bottom + 56.0 + ROW * (f64::from(named) - 0.5);
            canvas.bold(&label, (LEFT - 10.0, y), 13.0, INK, Align::Right);
            let said = format!("{}: {}", facts.names(line_up), called(&line_up.verdict));
            canvas.text(&said, (LEFT, y), 13.0, INK, Align::Left);
            let from = LEFT + text_width(&said, 13.0) + 14.0;
            canvas.text(
                &fit(scenario, 13.0, right - from),
                (from, y),
                13.0,
                MUTED,
                Align::Left,
            );
        }
    }
    canvas.line((LEFT, bottom), (right, bottom), MUTED, 1.0);
}
