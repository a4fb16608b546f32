//! Legends of charts: explain marks and colours, side by side, in as many lines as necessary.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED, PAPER};
use super::plot::STRENGTH;
use super::text::{fit, text_width};
use super::{LEFT, RIGHT};

const SIZE: f64 = 13.0;
const LINE: f64 = 20.0;

/// A symbol in a legend; the symbol's meaning stands beside it as text.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    /// A mark (small shape) that distinguishes series: the index of its shape, and its colour.
    Mark(usize, RGBColor),
    /// A ring, which stands for the value before a change, or for a value that is not good enough.
    Ring,
    /// A filled square with a colour and an opacity.
    Swatch(RGBColor, f64),
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
        key.draw(canvas, (x + 7.0, y));
        canvas.text(&word, (x + 20.0, y), SIZE, INK, Align::Left);
        x += width + 18.0;
    }
    if entries.is_empty() { top } else { y + LINE / 2.0 + 4.0 }
}

impl Key {
    /// Returns the legend symbol for bars; `faint` selects the pale colour of values that are not
    /// significant.
    pub fn bar(faint: bool) -> Key {
        Key::Swatch(MUTED, STRENGTH[usize::from(faint)])
    }

    fn draw(self, canvas: &mut Canvas, (x, y): (f64, f64)) {
        match self {
            Key::Mark(kind, colour) => canvas.mark(kind, (x, y), 5.0, colour),
            Key::Ring => ring(canvas, (x, y), 6.0, INK),
            Key::Swatch(colour, strength) => {
                canvas.rect(x - 6.0, y - 6.0, 12.0, 12.0, colour.mix(strength));
            }
            Key::Dashes => canvas.dashes((x - 7.0, y), (x + 8.0, y), INK, 1.5),
        }
    }
}

/// Draws a ring in a colour.
pub fn ring(canvas: &mut Canvas, centre: (f64, f64), radius: f64, colour: RGBColor) {
    canvas.disc(centre, radius, colour);
    canvas.disc(centre, radius * 0.57, PAPER);
}
