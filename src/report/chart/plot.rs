//! The plot in each row of a chart, between the row's name and its number: values with confidence
//! intervals, or a value before and after a change.

use plotters::prelude::RGBColor;

use super::canvas::{Canvas, GRID, INK, MUTED};
use super::legend::ring;
use super::scale::AxisScale;

/// Height of one mark, in canvas units, in a chart row that has several of them.
const LINE: f64 = 15.0;

/// The plot in one row of a chart: its kind and its values.
#[derive(Debug, Clone)]
pub enum Plot {
    /// Several values, each drawn in a line of its own as a mark with a shape of its own.
    Marks(Vec<Option<Mark>>),
    /// A value before a change, drawn as a ring, and the value after it, drawn as a disc.
    Change([Option<Mark>; 2]),
}

/// A value in a chart, with its confidence interval if known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

impl Mark {
    /// Creates a mark (a value in a chart) without a confidence interval.
    pub fn at(value: f64) -> Mark {
        Mark { value, interval: None }
    }

    /// Creates a mark (a value in a chart) from a value and the ends of its confidence interval.
    pub fn within(value: f64, low: f64, high: f64) -> Mark {
        Mark { value, interval: Some([low, high]) }
    }

    /// Returns the marked value and the ends of its confidence interval.
    pub fn values(self) -> impl Iterator<Item = f64> {
        self.interval.into_iter().flatten().chain([self.value])
    }
}

impl From<Mark> for Plot {
    fn from(mark: Mark) -> Plot {
        Plot::Marks(vec![Some(mark)])
    }
}

impl Plot {
    fn marks(&self) -> &[Option<Mark>] {
        match self {
            Plot::Marks(marks) => marks,
            Plot::Change(marks) => marks,
        }
    }

    /// Returns the values in the plot that the scale must include.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        self.marks().iter().flatten().flat_map(|mark| mark.values())
    }

    /// Returns the height of the plot, in canvas units. `rows` is the number of rows in its group.
    pub fn height(&self, rows: usize) -> f64 {
        match self {
            Plot::Marks(marks) if marks.len() > 1 => LINE * marks.len() as f64 + 12.0,
            _ if rows > 12 => 24.0,
            _ => 30.0,
        }
    }
}

/// How the plot of a row is drawn: the scale that all rows share, and the colours of the row.
pub struct Style<'a> {
    pub scale: &'a AxisScale,
    pub reference: Option<f64>,
    pub colour: RGBColor,
    pub faint: bool,
}

impl Style<'_> {
    /// Draws a plot between the heights `top` and `bottom`.
    pub fn draw(&self, canvas: &mut Canvas, plot: &Plot, (top, bottom): (f64, f64)) {
        let (colour, ink) = if self.faint { (GRID, MUTED) } else { (self.colour, INK) };
        let middle = top.midpoint(bottom);
        let finite = |mark: &Option<Mark>| mark.filter(|mark| mark.value.is_finite());
        let marks = plot.marks().iter().map(finite);
        let at = |mark: Mark| self.scale.within(mark.value);
        match plot {
            Plot::Marks(all) => {
                for (kind, mark) in marks.enumerate().filter_map(|(i, mark)| Some((i, mark?))) {
                    let y = match all.len() {
                        1 => middle,
                        _ => top + 6.0 + LINE * (kind as f64 + 0.5),
                    };
                    if let Some(reference) = self.reference.filter(|_| all.len() == 1) {
                        let from = (self.scale.within(reference), y);
                        canvas.line(from, (at(mark), y), colour, 3.0);
                    }
                    let radius = if all.len() == 1 { 6.0 } else { 5.0 };
                    canvas.mark(kind, (at(mark), y), radius, colour);
                    self.interval(canvas, mark, y, ink);
                }
            }
            Plot::Change(_) => {
                let known: Vec<Option<Mark>> = marks.collect();
                if let [Some(before), Some(after)] = known[..] {
                    canvas.line((at(before), middle), (at(after), middle), colour, 3.0);
                }
                for mark in known.iter().flatten() {
                    self.interval(canvas, *mark, middle, ink);
                }
                for (mark, draw) in known.into_iter().zip([ring, Canvas::disc]) {
                    if let Some(mark) = mark {
                        draw(canvas, (at(mark), middle), 6.5, colour);
                    }
                }
            }
        }
    }

    /// Draws the confidence interval of a marked value: a line with a stroke at each end.
    fn interval(&self, canvas: &mut Canvas, mark: Mark, y: f64, ink: RGBColor) {
        let Some(ends) = mark.interval else { return };
        let ends = ends.map(|end| self.scale.within(end));
        canvas.line((ends[0], y), (ends[1], y), ink, 1.4);
        for end in ends {
            canvas.line((end, y - 5.0), (end, y + 5.0), ink, 1.4);
        }
    }
}
