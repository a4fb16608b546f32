//! Chart: the distribution of the score, one row per entrant, all to the same scale.

use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, colour, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{HEAD, Plan};
use crate::report::run::facts::{Entrant, Facts};
use plotters::prelude::Color;

const ROW: f64 = 58.0;
const TOP: f64 = HEAD + 30.0;
const SIZE: f64 = 15.0;

pub fn plan(facts: &Facts) -> Plan {
    let sorted = facts.sorted_by(|entrant| entrant.mean);
    let title = match (sorted.first(), sorted.last()) {
        (Some(best), Some(worst)) if sorted.len() > 1 => format!(
            "{} makes most {}, {:.1} a game; {} least, {:.1}",
            best.label, facts.score_long, best.mean, worst.label, worst.mean
        ),
        _ => format!("Distribution of {}", facts.score_long),
    };
    Plan {
        title,
        subtitle: format!(
            "How often each number of {} is made. Dot: mean. Line: 90 % of games, thick: the middle half.",
            facts.score
        ),
        height: 30.0 + ROW * sorted.len() as f64 + 58.0,
    }
}

pub fn draw(facts: &Facts, canvas: &mut Canvas) {
    let sorted = facts.sorted_by(|entrant| entrant.mean);
    let names = sorted
        .iter()
        .map(|entrant| text_width(&entrant.label, SIZE))
        .fold(60.0, f64::max)
        .min(220.0);
    let left = 24.0 + names + 18.0;
    let right = WIDTH - 110.0;
    let bottom = TOP + ROW * sorted.len() as f64;
    // All but the rarest games: one in a thousand may lie beyond the edge, or a single lucky game would flatten the rest.
    let most = sorted
        .iter()
        .map(|entrant| high_end(entrant))
        .max()
        .unwrap_or(1)
        .max(4);
    let width = most.div_ceil(80).max(1);
    let scale = Scale::new((0.0, f64::from(most) + 1.0), (left, right), 9.0);
    let last = scale.ticks().last().unwrap_or(1.0);
    let bins: Vec<Vec<f64>> = sorted
        .iter()
        .map(|entrant| shares(entrant, width, last))
        .collect();
    let tallest = bins.iter().flatten().copied().fold(1e-9, f64::max);
    // A score stands in the middle of its bar.
    let x = |score: f64| scale.at((score + 0.5).min(last));
    for tick in scale.ticks().filter(|tick| *tick < last) {
        canvas.line((x(tick), TOP), (x(tick), bottom), GRID, 1.0);
        canvas.text(
            &format!("{tick:.*}", scale.decimals(1.0)),
            (x(tick), bottom + 16.0),
            13.0,
            MUTED,
            Align::Centre,
        );
    }
    canvas.text(
        &format!("{} in a game ({})", facts.score_long, facts.score),
        ((left + right) / 2.0, bottom + 40.0),
        13.0,
        MUTED,
        Align::Centre,
    );
    canvas.text(
        &format!("mean {}", facts.score),
        (WIDTH - 24.0, TOP - 14.0),
        12.0,
        MUTED,
        Align::Right,
    );
    for (i, (entrant, bins)) in sorted.iter().zip(&bins).enumerate() {
        let base = TOP + ROW * (i as f64 + 1.0) - 14.0;
        let paint = colour(facts.colour(entrant));
        for (b, share) in bins.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let (from, to) = (
                scale.at((b * usize::from(width)) as f64),
                scale.at(((b + 1) * usize::from(width)) as f64),
            );
            let tall = share / tallest * (ROW - 20.0);
            canvas.rect(
                from + 0.5,
                base - tall,
                to - from - 1.0,
                tall,
                paint.to_rgba(),
            );
        }
        canvas.line((left, base), (right, base), MUTED, 1.0);
        let [p5, p25, _, p75, p95] = entrant.percentiles.map(f64::from);
        let y = base + 6.0;
        canvas.line((x(p5), y), (x(p95), y), INK, 1.0);
        canvas.line((x(p25), y), (x(p75), y), INK, 3.5);
        canvas.disc((x(entrant.mean), y), 5.0, INK);
        canvas.text(
            &fit(&entrant.label, SIZE, names),
            (left - 14.0, base - 12.0),
            SIZE,
            INK,
            Align::Right,
        );
        canvas.text(
            &format!("{:.2}", entrant.mean),
            (WIDTH - 24.0, base - 12.0),
            SIZE,
            INK,
            Align::Right,
        );
    }
}

/// The score that all but one game in a thousand do not exceed.
fn high_end(entrant: &Entrant) -> u16 {
    let rare = entrant.all.games / 1_000;
    let mut above = 0;
    for &(score, games) in entrant.scores.iter().rev() {
        above += games;
        if above > rare {
            return score;
        }
    }
    0
}

/// Shares of games by bins of `width` scores, up to `last`.
fn shares(entrant: &Entrant, width: u16, last: f64) -> Vec<f64> {
    let mut bins = vec![0.0; (last / f64::from(width)).ceil() as usize];
    for &(score, games) in &entrant.scores {
        if let Some(bin) = bins.get_mut(usize::from(score / width)) {
            *bin += games as f64 / entrant.all.games as f64;
        }
    }
    bins
}
