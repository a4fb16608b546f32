//! Chart: how often each entrant plays each of its cards, and how often it wins when it does.

use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, colour, fit, text_width,
};
use crate::report::chart::scale::Scale;
use crate::report::chart::{HEAD, Plan};
use crate::report::run::facts::{Entrant, Facts};
use crate::report::words;
use plotters::prelude::Color;

const ROW: f64 = 22.0;
const NAME: f64 = 34.0;
const FOOT: f64 = 34.0;
const COLUMNS: usize = 2;
const TOP: f64 = HEAD + 34.0;
const SIZE: f64 = 13.0;

fn panels(facts: &Facts) -> Vec<&Entrant> {
    facts
        .entrants
        .iter()
        .filter(|entrant| !entrant.cards.is_empty())
        .collect()
}

/// The height of each row of panels.
fn heights(panels: &[&Entrant]) -> Vec<f64> {
    panels
        .chunks(COLUMNS)
        .map(|row| {
            NAME + FOOT
                + ROW
                    * row
                        .iter()
                        .map(|entrant| entrant.cards.len())
                        .max()
                        .unwrap_or(0) as f64
        })
        .collect()
}

pub fn plan(facts: &Facts) -> Option<Plan> {
    let panels = panels(facts);
    if panels.is_empty() {
        return None;
    }
    Some(Plan {
        title: "Cards: how often each is played, and how often its player then wins".to_string(),
        subtitle: "One scale for all: per 100 games of the fighter, and per 100 games in which it plays the card.".to_string(),
        height: 34.0 + heights(&panels).iter().sum::<f64>() + 8.0,
    })
}

pub fn draw(facts: &Facts, canvas: &mut Canvas) {
    let panels = panels(facts);
    legend(canvas);
    let width = (WIDTH - 48.0) / COLUMNS as f64;
    let names = panels
        .iter()
        .flat_map(|entrant| &entrant.cards)
        .map(|card| text_width(&card.name, SIZE))
        .fold(20.0, f64::max)
        .min(130.0);
    let most = panels
        .iter()
        .flat_map(|entrant| entrant.cards.iter().map(|card| entrant.use_of(card)))
        .fold(1.0, f64::max);
    let mut top = TOP;
    for (row, height) in panels.chunks(COLUMNS).zip(heights(&panels)) {
        for (column, entrant) in row.iter().enumerate() {
            let left = 24.0 + width * column as f64 + names + 12.0;
            let right = 24.0 + width * (column as f64 + 1.0) - 22.0;
            panel(facts, canvas, entrant, (left, right), top, most, names);
        }
        top += height;
    }
}

fn legend(canvas: &mut Canvas) {
    let y = HEAD + 14.0;
    canvas.rect(24.0, y - 6.0, 26.0, 12.0, MUTED.mix(0.5));
    canvas.text(
        "times played per 100 games",
        (58.0, y),
        13.0,
        MUTED,
        Align::Left,
    );
    canvas.mark(3, (262.0, y), 4.5, INK);
    canvas.text(
        "wins per 100 games with the card",
        (274.0, y),
        13.0,
        MUTED,
        Align::Left,
    );
    canvas.dashes((522.0, y - 8.0), (522.0, y + 8.0), INK, 1.2);
    canvas.text(
        "wins per 100 games of the fighter",
        (534.0, y),
        13.0,
        MUTED,
        Align::Left,
    )
}

fn panel(
    facts: &Facts,
    canvas: &mut Canvas,
    entrant: &Entrant,
    (left, right): (f64, f64),
    top: f64,
    most: f64,
    names: f64,
) {
    let scale = Scale::new((0.0, most), (left, right), 5.0);
    let mut cards: Vec<_> = entrant.cards.iter().collect();
    cards.sort_by_key(|card| std::cmp::Reverse(card.plays));
    let from = top + NAME;
    let to = from + ROW * cards.len() as f64;
    canvas.bold(
        &fit(&entrant.label, 15.0, right - left),
        (left, top + 18.0),
        15.0,
        INK,
        Align::Left,
    );
    for tick in scale.ticks() {
        canvas.line((scale.at(tick), from), (scale.at(tick), to), GRID, 1.0);
        canvas.text(
            &words::percent(tick, 0),
            (scale.at(tick), to + 12.0),
            12.0,
            MUTED,
            Align::Centre,
        );
    }
    let paint = colour(facts.colour(entrant));
    for (i, card) in cards.iter().enumerate() {
        let y = from + ROW * (i as f64 + 0.5);
        canvas.text(
            &fit(&card.name, SIZE, names),
            (left - 8.0, y),
            SIZE,
            INK,
            Align::Right,
        );
        canvas.rect(
            left,
            y - 7.0,
            scale.at(entrant.use_of(card)) - left,
            14.0,
            paint.mix(0.6),
        );
    }
    let own = scale.at(entrant.all.rate);
    canvas.dashes((own, from), (own, to), INK, 1.2);
    for (i, card) in cards.iter().enumerate().filter(|(_, card)| card.plays > 0) {
        let y = from + ROW * (i as f64 + 0.5);
        canvas.mark(
            3,
            (scale.at(card.wins as f64 / card.plays as f64), y),
            4.5,
            INK,
        );
    }
}
