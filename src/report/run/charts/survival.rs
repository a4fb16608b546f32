//! Chart: the share of games in which each entrant still stands, round by round.

use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, colour, fit, text_width,
};
use crate::report::chart::old_lines::spread;
use crate::report::chart::scale::Scale;
use crate::report::chart::{HEAD, Plan};
use crate::report::run::facts::Facts;
use crate::report::words;

const TOP: f64 = HEAD + 28.0;
const LABEL: f64 = 19.0;
const SIZE: f64 = 14.0;

fn tall(facts: &Facts) -> f64 {
    (facts.entrants.len() as f64 * (LABEL + 3.0)).max(360.0)
}

pub fn plan(facts: &Facts) -> Plan {
    let sorted = facts.sorted_by(|entrant| entrant.survived);
    let title = match (sorted.first(), sorted.last()) {
        (Some(best), Some(worst)) if sorted.len() > 1 => format!(
            "{} is left standing in {} of its games, {} in {}",
            best.label,
            words::with_sign(best.survived, 0),
            worst.label,
            words::with_sign(worst.survived, 0)
        ),
        _ => "Survival by round".to_string(),
    };
    Plan {
        title,
        subtitle:
            "Share of games in which the fighter is not eliminated by the end of the round, in %."
                .to_string(),
        height: 28.0 + tall(facts) + 62.0,
    }
}

pub fn draw(facts: &Facts, canvas: &mut Canvas) {
    let sorted = facts.sorted_by(|entrant| entrant.survived);
    let names = sorted
        .iter()
        .map(|entrant| text_width(&entrant.label, SIZE))
        .fold(60.0, f64::max)
        .min(240.0);
    let (left, right) = (72.0, WIDTH - 24.0 - names - 84.0);
    let (top, bottom) = (TOP, TOP + tall(facts));
    let rounds = f64::from(facts.longest().max(1));
    let x = |round: f64| left + (right - left) * round / rounds;
    let least = sorted
        .iter()
        .flat_map(|entrant| entrant.falls.iter().map(|fall| fall.survival))
        .fold(1.0, f64::min);
    // Lines may be read from any base; a far one would waste half of the chart.
    let scale = Scale::new(
        (if least < 0.3 { 0.0 } else { least - 0.05 }, 1.0),
        (bottom, top),
        7.0,
    );
    for tick in scale.ticks() {
        canvas.line((left, scale.at(tick)), (right, scale.at(tick)), GRID, 1.0);
        canvas.text(
            &words::percent(tick, scale.decimals(100.0)),
            (left - 10.0, scale.at(tick)),
            13.0,
            MUTED,
            Align::Right,
        );
    }
    canvas.text("%", (left - 10.0, top - 18.0), 13.0, MUTED, Align::Right);
    for round in 0..=facts.longest() {
        let label = if round == 0 {
            "start".to_string()
        } else {
            round.to_string()
        };
        canvas.text(
            &label,
            (x(f64::from(round)), bottom + 18.0),
            13.0,
            MUTED,
            Align::Centre,
        );
    }
    canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
    canvas.text(
        "after round",
        ((left + right) / 2.0, bottom + 42.0),
        13.0,
        MUTED,
        Align::Centre,
    );
    let labels = spread(
        &sorted
            .iter()
            .map(|entrant| scale.at(entrant.survived))
            .collect::<Vec<_>>(),
        LABEL,
        top,
        bottom,
    );
    for (i, entrant) in sorted.iter().enumerate() {
        let paint = colour(facts.colour(entrant));
        let mut points = vec![(x(0.0), scale.at(1.0))];
        for fall in &entrant.falls {
            let at = x(f64::from(fall.round));
            let before = points.last().map_or(0.0, |point| point.1);
            points.push((at, before));
            points.push((at, scale.at(fall.survival)));
        }
        canvas.path(&points, paint, 2.0);
        // Marks stand apart along the steps, so that lines that lie close can be told from each other.
        let shift = (i as f64 + 1.0) / (sorted.len() as f64 + 1.0);
        for fall in &entrant.falls {
            let before = if fall.round == 1 {
                1.0
            } else {
                entrant.falls[usize::from(fall.round) - 2].survival
            };
            canvas.mark(
                i,
                (x(f64::from(fall.round) - 1.0 + shift), scale.at(before)),
                4.0,
                paint,
            );
        }
        let (from, to) = (scale.at(entrant.survived), labels[i]);
        canvas.path(
            &[
                (right, from),
                (right + 8.0, from),
                (right + 22.0, to),
                (right + 28.0, to),
            ],
            paint,
            1.5,
        );
        canvas.mark(i, (right + 36.0, to), 4.5, paint);
        canvas.text(
            &fit(&entrant.label, SIZE, names),
            (right + 46.0, to),
            SIZE,
            INK,
            Align::Left,
        );
        canvas.text(
            &words::with_sign(entrant.survived, 0),
            (WIDTH - 20.0, to),
            SIZE,
            INK,
            Align::Right,
        );
    }
}
