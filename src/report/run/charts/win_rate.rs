//! Chart: win rate of each entrant with its interval, against the fair share.

use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, colour, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{HEAD, Plan};
use crate::report::run::facts::Facts;
use crate::report::run::verdict;
use crate::report::words;

const ROW: f64 = 36.0;
const TOP: f64 = HEAD + 26.0;
const SIZE: f64 = 15.0;

pub fn plan(facts: &Facts) -> Plan {
    Plan {
        title: verdict::headline(facts),
        subtitle: format!(
            "Win rate: share of games won, in %. Bars: {} intervals. Dashed: the fair share, {}.",
            words::level(facts.level),
            words::with_sign(facts.fair, 1)
        ),
        height: 26.0 + ROW * facts.entrants.len() as f64 + 62.0,
    }
}

pub fn draw(facts: &Facts, canvas: &mut Canvas) {
    let sorted = facts.sorted_by(|entrant| entrant.all.rate);
    let names = sorted
        .iter()
        .map(|entrant| text_width(&entrant.label, SIZE))
        .fold(60.0, f64::max)
        .min(260.0);
    let left = 24.0 + names + 22.0;
    let right = WIDTH - 170.0;
    let bottom = TOP + ROW * sorted.len() as f64;
    let low = sorted
        .iter()
        .map(|entrant| entrant.all.interval.low)
        .fold(facts.fair, f64::min);
    let high = sorted
        .iter()
        .map(|entrant| entrant.all.interval.high)
        .fold(facts.fair, f64::max);
    let pad = ((high - low) * 0.05).max(0.005);
    let scale = Scale::new(
        ((low - pad).max(0.0), (high + pad).min(1.0)),
        (left, right),
        8.0,
    );
    let decimals = scale.decimals(100.0);
    for tick in scale.ticks() {
        canvas.line((scale.at(tick), TOP), (scale.at(tick), bottom), GRID, 1.0);
        canvas.text(
            &words::percent(tick, decimals),
            (scale.at(tick), bottom + 16.0),
            13.0,
            MUTED,
            Align::Centre,
        );
    }
    canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
    canvas.text(
        "win rate, % of games",
        ((left + right) / 2.0, bottom + 40.0),
        13.0,
        MUTED,
        Align::Centre,
    );
    let fair = scale.at(facts.fair);
    canvas.dashes((fair, TOP - 6.0), (fair, bottom), INK, 1.5);
    canvas.text(
        &format!("fair share {}", words::with_sign(facts.fair, 1)),
        (fair, TOP - 16.0),
        13.0,
        INK,
        Align::Centre,
    );
    canvas.text(
        "win rate ± half interval",
        (WIDTH - 24.0, TOP - 16.0),
        12.0,
        MUTED,
        Align::Right,
    );
    for (i, entrant) in sorted.iter().enumerate() {
        let y = TOP + ROW * (i as f64 + 0.5);
        let paint = colour(facts.colour(entrant));
        canvas.text(
            &fit(&entrant.label, SIZE, names),
            (left - 16.0, y),
            SIZE,
            INK,
            Align::Right,
        );
        let (from, to) = (
            scale.at(entrant.all.interval.low),
            scale.at(entrant.all.interval.high),
        );
        let x = scale.at(entrant.all.rate);
        // From the fair share to the rate: the eye reads the distance.
        canvas.line((fair, y), (x, y), paint, 3.0);
        canvas.disc((x, y), 7.0, paint);
        canvas.line((from, y), (to, y), INK, 1.5);
        for end in [from, to] {
            canvas.line((end, y - 6.0), (end, y + 6.0), INK, 1.5);
        }
        let half = entrant.all.interval.half_width();
        let decimals = words::decimals(half);
        let value = format!(
            "{} ± {}",
            words::with_sign(entrant.all.rate, decimals),
            words::percent(half, decimals)
        );
        canvas.text(
            &value,
            (WIDTH - 24.0, y),
            SIZE,
            if entrant.significant { INK } else { MUTED },
            Align::Right,
        );
    }
}
