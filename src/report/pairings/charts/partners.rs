//! Chart: every two fighters in one team: how often their teams win, and what the two add beyond their strengths.

use plotters::prelude::Color;

use super::super::facts::Facts;
use crate::report::chart::canvas::{
    Align, Canvas, INK, MUTED, WIDTH, colour, fit, shrink, text_width,
};
use crate::report::chart::heat::Matrix;
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{percent, signed, with_sign};

const TOP: f64 = HEAD + 34.0;
const SIZE: f64 = 14.0;
const CELL: f64 = 40.0;
/// More fighters have no room side by side.
const MOST: usize = 20;

pub fn chart(facts: &Facts) -> Option<Chart> {
    let best = facts
        .partners
        .iter()
        .filter_map(|partners| Some((partners, partners.rate?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    if facts.fighters.len() > MOST {
        return None;
    }
    let (a, b) = best.0.pair;
    let known = facts
        .partners
        .iter()
        .any(|partners| partners.synergy.is_some());
    let plan = Plan {
        title: format!(
            "Teams with {} win most: {}",
            facts.team(&[a, b]),
            with_sign(best.1, 1)
        ),
        subtitle: if known {
            "Above the diagonal: mean win rate of their teams, in %. Below: synergy, in points beyond the two’s own strengths.".to_string()
        } else {
            "Mean win rate of the teams with both, in %.".to_string()
        },
        height: 34.0 + CELL * facts.fighters.len() as f64 + 16.0,
    };
    let note = if known {
        "Warm: more than the fair share, or than their strengths; cold: less. Pale synergies in grey are within noise."
    } else {
        "Warm: more than the fair share; cold: less."
    };
    let chart = Chart::drawn("partners", plan, |canvas| draw(facts, canvas));
    Some(chart.presented("Who are strong together", note))
}

fn draw(facts: &Facts, canvas: &mut Canvas) {
    let n = facts.fighters.len() as f64;
    let names = facts
        .fighters
        .iter()
        .map(|fighter| text_width(&fighter.name, SIZE))
        .fold(60.0, f64::max)
        .min(200.0);
    let left = 24.0 + names + 34.0;
    let width = ((WIDTH - 24.0 - left) / n).min(110.0);
    let matrix = Matrix {
        corner: (left, TOP),
        cell: (width, CELL),
        size: SIZE,
    };
    let farthest =
        |values: &mut dyn Iterator<Item = f64>| values.map(f64::abs).fold(1e-9, f64::max);
    let rates = farthest(
        &mut facts
            .partners
            .iter()
            .filter_map(|p| p.rate)
            .map(|r| r - facts.fair),
    );
    let gains = farthest(
        &mut facts
            .partners
            .iter()
            .filter_map(|p| p.synergy)
            .map(|s| s.gain),
    );
    for (i, fighter) in facts.fighters.iter().enumerate() {
        let (x, y) = matrix.middle(i, i);
        let paint = colour(&fighter.colour).to_rgba();
        canvas.rect(x - 5.0, TOP - 12.0, 10.0, 4.0, paint);
        let small = shrink(&fighter.name, SIZE, width - 6.0);
        canvas.text(
            &fit(&fighter.name, small, width - 4.0),
            (x, TOP - 24.0),
            small,
            INK,
            Align::Centre,
        );
        canvas.text(
            &fit(&fighter.name, SIZE, names),
            (left - 30.0, y),
            SIZE,
            INK,
            Align::Right,
        );
        canvas.rect(left - 20.0, y - 5.0, 10.0, 10.0, paint);
    }
    for partners in &facts.partners {
        let (a, b) = partners.pair;
        if let Some(rate) = partners.rate {
            let number = percent(rate, 1);
            matrix.draw(canvas, (a, b), (rate - facts.fair) / rates, (&number, INK));
        }
        if let Some(synergy) = partners.synergy {
            let ink = if partners.verdict.as_deref() == Some("noise") {
                MUTED
            } else {
                INK
            };
            let number = signed(synergy.gain * 100.0, 1);
            matrix.draw(canvas, (b, a), synergy.gain / gains, (&number, ink));
        }
    }
}
