//! Texts beside the rows of a chart: the name on the left, a remark on the right. Names that are
//! too long to stand beside the plot stand above it.

use plotters::prelude::{Color, RGBColor};

use super::Room;
use super::canvas::{Align, Canvas, INK, PAPER};
use super::text::{fit, widest};

const SIZE: f64 = 14.0;
/// Height of a name above a plot, in units.
const ABOVE: f64 = 20.0;
/// Maximum width of the names beside a plot, as a share of the chart's width.
const MOST: f64 = 0.3;

/// Placement of the names of all rows of a chart.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    room: Room,
    /// Widths of the names and of the remarks.
    name: f64,
    said: f64,
    above: bool,
}

impl Names {
    /// Computes the placement for these rows, given as pairs of name and remark.
    pub fn new<'a>(texts: impl Iterator<Item = (&'a str, &'a str)> + Clone, room: Room) -> Names {
        let name = widest(texts.clone().map(|text| text.0), SIZE).max(40.0);
        Names {
            room,
            name,
            said: widest(texts.map(|text| text.1), SIZE),
            above: name > MOST * room.width,
        }
    }

    /// The left and the right end of the plots of all rows.
    pub fn span(&self) -> (f64, f64) {
        let (left, right) = (self.room.margin(), self.room.width - self.room.margin());
        match self.above {
            true => (left + 18.0, right - 18.0),
            false => {
                let said = if self.said > 0.0 {
                    self.said + 16.0
                } else {
                    14.0
                };
                (left + self.name + 20.0, right - said)
            }
        }
    }

    /// Height of the name above the plot of a row; 0 if names stand beside plots.
    pub fn above(&self) -> f64 {
        if self.above { ABOVE } else { 0.0 }
    }

    /// Writes the name and the remark of the row that begins at `top`. The row's plot has the
    /// height `plot`.
    pub fn write(
        &self,
        canvas: &mut Canvas,
        (top, plot): (f64, f64),
        name: &str,
        (said, ink): (&str, RGBColor),
    ) {
        let (left, right) = (self.room.margin(), self.room.width - self.room.margin());
        let middle = match self.above {
            true => top + ABOVE / 2.0 + 2.0,
            false => top + plot / 2.0,
        };
        if self.above {
            // Hides the lines of the axis behind a name.
            canvas.rect(0.0, top, self.room.width, ABOVE - 1.0, PAPER.to_rgba());
            let name = fit(name, SIZE, right - left - self.said - 12.0);
            canvas.text(&name, (left, middle), SIZE, INK, Align::Left);
        } else {
            let name = fit(name, SIZE, self.name + 0.01);
            canvas.text(&name, (left + self.name, middle), SIZE, INK, Align::Right);
        }
        canvas.text(said, (right, middle), SIZE, ink, Align::Right);
    }
}
