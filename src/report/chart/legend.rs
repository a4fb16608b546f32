//! Legends of charts: explain marks side by side, in as many lines as necessary.

use plotters::prelude::RGBColor;

use super::canvas::{Align, Canvas, INK, PAPER};
use super::text::{fit, text_width};
use super::{LEFT, RIGHT};

const SIZE: f64 = 13.0;
const LINE: f64 = 20.0;

/// A symbol in a legend; the symbol's meaning stands beside it as text.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    /// A mark (small shape) that distinguishes series: the index of its shape.
    Mark(usize),
    /// A ring, which stands for the value before a change.
    Ring,
    /// A dashed line, which stands for a reference level.
    Dashes,
}

/// Draws a legend from the vertical position `top` down; returns the position of its lower end.
pub fn legend(canvas: &mut Canvas, entries: &[(Key, String)], top: f64) -> f64 {
    let (mut x, mut y) = (LEFT, top + LINE / 2.0);
    for (key, word) in entries {
        let word = fit(word, SIZE, RIGHT - LEFT - 22.0);
        let width = 22.0 + text_width(&word, SIZE);
        if x > LEFT && x + width > RIGHT {
            (x, y) = (LEFT, y + LINE);
        }
        let at = (x + 7.0, y);
        match *key {
            Key::Mark(kind) => canvas.mark(kind, at, 5.0, INK),
            Key::Ring => ring(canvas, at, 6.0, INK),
            Key::Dashes => canvas.dashes((x, y), (x + 15.0, y), INK, 1.5),
        }
        canvas.text(&word, (x + 20.0, y), SIZE, INK, Align::Left);
        x += width + 18.0;
    }
    if entries.is_empty() { top } else { y + LINE / 2.0 + 4.0 }
}

/// Draws a ring in a colour.
pub fn ring(canvas: &mut Canvas, centre: (f64, f64), radius: f64, colour: RGBColor) {
    canvas.disc(centre, radius, colour);
    canvas.disc(centre, radius * 0.57, PAPER);
}
