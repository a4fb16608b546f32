//! Draws labels at the right ends of a chart's lines: names and last values, moved apart so that
//! they do not overlap.

use plotters::prelude::RGBColor;

use super::canvas::{Align, Canvas, INK};
use super::text::{fit, widest};
use super::{RIGHT, WIDTH};

/// Minimum vertical distance between two labels, in canvas units.
pub const LABEL: f64 = 22.0;
const SIZE: f64 = 13.0;
/// Maximum width of the names at the ends of lines, as a share of the chart's width.
const MOST: f64 = 0.28;
/// Distance from the end of a line to its label, in canvas units.
const LEADER: f64 = 44.0;

/// The right end of a line in a chart, with its label.
#[derive(Debug, Clone)]
pub struct LineEnd {
    pub name: String,
    pub said: String,
    pub colour: RGBColor,
    /// Index of the mark (the shape at each point of the line).
    pub mark: usize,
    /// Position of the line's right end, in canvas units.
    pub at: (f64, f64),
}

/// Widths of the labels at the ends of a chart's lines. Names that are too wide are cut.
#[derive(Debug, Clone, Copy)]
pub struct Widths {
    name: f64,
    said: f64,
}

impl Widths {
    pub fn new<'a>(texts: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Widths {
        Widths {
            name: widest(texts.clone().map(|text| text.0), SIZE).min(WIDTH * MOST),
            said: widest(texts.map(|text| text.1), SIZE),
        }
    }

    /// Returns the horizontal position at which the lines of the chart must end, to leave room for
    /// labels.
    pub fn right(self) -> f64 {
        RIGHT - LEADER - self.name - 10.0 - self.said
    }
}

/// Draws labels at the ends of lines, between the heights `top` and `bottom` and to the right of
/// `right`.
pub fn draw(
    canvas: &mut Canvas,
    mut ends: Vec<LineEnd>,
    widths: Widths,
    (top, bottom): (f64, f64),
    right: f64,
) {
    ends.sort_by(|a, b| a.at.1.total_cmp(&b.at.1));
    let wanted: Vec<f64> = ends.iter().map(|end| end.at.1).collect();
    for (end, to) in ends.iter().zip(spread(&wanted, LABEL, top, bottom)) {
        let (x, from) = end.at;
        let leader = [(x, from), (right + 6.0, from), (right + 20.0, to), (right + 26.0, to)];
        canvas.path(&leader, end.colour, 1.0);
        canvas.mark(end.mark, (right + 33.0, to), 4.5, end.colour);
        let name = fit(&end.name, SIZE, widths.name + 0.01);
        canvas.text(&name, (right + LEADER, to), SIZE, INK, Align::Left);
        let at = right + LEADER + widths.name + 10.0 + widths.said;
        canvas.text(&end.said, (at, to), SIZE, INK, Align::Right);
    }
}

/// Moves labels apart vertically to a distance of at least `gap`. `wanted` are their preferred
/// heights, from top to bottom. If the labels fit, they stay between `top` and `bottom`.
pub fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut at = wanted.to_vec();
    let mut least = top;
    for y in &mut at {
        *y = y.max(least);
        least = *y + gap;
    }
    let mut most = bottom;
    for y in at.iter_mut().rev() {
        *y = y.min(most);
        most = *y - gap;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn labels_keep_their_distance_and_stay_inside() {
        assert_eq!(spread(&[10.0, 12.0, 90.0], 20.0, 0.0, 100.0), [10.0, 30.0, 90.0]);
        assert_eq!(spread(&[95.0, 96.0, 99.0], 20.0, 0.0, 100.0), [60.0, 80.0, 100.0]);
    }
}
