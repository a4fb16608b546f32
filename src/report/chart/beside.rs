//! Texts beside the rows of a chart: the row's name on the left, numbers on the right. Names that
//! are too long to stand beside the plot stand above it.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED, PAPER};
use super::text::{fit, widest, wrap};
use super::{LEFT, RIGHT, WIDTH};

const SIZE: f64 = 14.0;
/// Font size of the headings above the columns of numbers.
const HEADING: f64 = 11.0;
/// Height of one line in the headings of columns, in canvas units.
const LINE: f64 = 13.0;
/// Height of a row's name that stands above its plot, in canvas units.
const ABOVE: f64 = 20.0;
/// Maximum width of the names beside a plot, as a share of the chart's width. Wider names stand
/// above the plot.
const MOST: f64 = 0.3;
/// Maximum width of the names beside a plot with several numbers. Wider names are cut, because such
/// a chart has many rows.
const CUT: f64 = 0.34;
/// Minimum width of the plots, in canvas units. Numbers that would leave less width for the plots
/// are not written.
const LEAST: f64 = 72.0;

/// Placement of the texts of all rows of a chart.
#[derive(Debug, Clone)]
pub struct RowTexts {
    /// Width of the names on the left, in canvas units.
    name: f64,
    /// Width of each column of numbers, in canvas units, including the gap to the column on its
    /// left.
    numbers: Vec<f64>,
    /// Headings of the columns of numbers, each broken into lines.
    headings: Vec<Vec<String>>,
    above: bool,
}

impl RowTexts {
    /// Computes the placement of texts for the rows of a chart, given as pairs of name and numbers.
    pub fn new<'a>(
        texts: impl Iterator<Item = (&'a str, &'a [String])> + Clone,
        headings: &[String],
    ) -> RowTexts {
        let name = widest(texts.clone().map(|text| text.0), SIZE).max(40.0);
        let several = headings.len() > 1;
        let columns = texts.clone().map(|text| text.1.len()).max().unwrap_or(0);
        let width = |column: usize| {
            let own = texts.clone().filter_map(|text| text.1.get(column));
            let words = headings.get(column).map_or("", String::as_str).split(' ');
            widest(own.map(String::as_str), SIZE).max(widest(words, HEADING)) + 12.0
        };
        let mut beside = RowTexts {
            name: if several { name.min(CUT * WIDTH) } else { name },
            numbers: (0..columns).map(width).filter(|&of| of > 12.0).collect(),
            headings: vec![],
            above: !several && name > MOST * WIDTH,
        };
        while beside.numbers.len() > 1 && beside.span().1 - beside.span().0 < LEAST {
            beside.numbers.pop();
        }
        let columns = headings.iter().zip(&beside.numbers);
        let lines = |(heading, width): (&String, &f64)| {
            let lines = wrap(heading, HEADING, width - 11.0, 4);
            // The room to the left of a single heading is free.
            match several || !lines.iter().any(|line| line.ends_with('…')) {
                true => lines,
                false => wrap(heading, HEADING, (RIGHT - LEFT) / 2.0, 4),
            }
        };
        beside.headings = columns.map(lines).collect();
        beside
    }

    /// Returns the horizontal positions at which the plots of all rows begin and end.
    pub fn span(&self) -> (f64, f64) {
        match self.above {
            true => (LEFT + 18.0, RIGHT - 18.0),
            false => {
                let numbers: f64 = self.numbers.iter().sum();
                (LEFT + self.name + 20.0, RIGHT - (numbers + 4.0).max(14.0))
            }
        }
    }

    /// Returns the height of a row's name above its plot; 0 if names stand beside plots.
    pub fn above(&self) -> f64 {
        if self.above { ABOVE } else { 0.0 }
    }

    /// Returns the horizontal position of the right end of each column of numbers.
    fn ends(&self) -> impl Iterator<Item = f64> {
        let numbers: f64 = self.numbers.iter().sum();
        self.numbers.iter().scan(RIGHT - numbers, |end, width| {
            *end += width;
            Some(*end)
        })
    }

    /// Writes the headings of the columns of numbers, from the vertical position `top` down.
    /// Returns the position of their lower end.
    pub fn head(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let lines = self.headings.iter().map(Vec::len).max().unwrap_or(0);
        for (heading, end) in self.headings.iter().zip(self.ends()) {
            for (line, i) in heading.iter().zip(lines - heading.len()..) {
                let y = top + LINE * (i as f64 + 0.5);
                canvas.text(line, (end, y), HEADING, MUTED, Align::Right);
            }
        }
        top + LINE * lines as f64
    }

    /// Writes the name and the numbers of a chart's row that begins at the vertical position `top`.
    /// The row's plot has the height `plot`.
    pub fn write(
        &self,
        canvas: &mut Canvas,
        (top, plot): (f64, f64),
        name: &str,
        (numbers, ink): (&[String], RGBColor),
    ) {
        let middle = match self.above {
            true => top + ABOVE / 2.0 + 2.0,
            false => top + plot / 2.0,
        };
        if self.above {
            // Hides the lines of the axis behind a name.
            canvas.rect(0.0, top, WIDTH, ABOVE - 1.0, PAPER.to_rgba());
            let numbers: f64 = self.numbers.iter().sum();
            let name = fit(name, SIZE, RIGHT - LEFT - numbers);
            canvas.text(&name, (LEFT, middle), SIZE, INK, Align::Left);
        } else {
            let name = fit(name, SIZE, self.name + 0.01);
            canvas.text(&name, (LEFT + self.name, middle), SIZE, INK, Align::Right);
        }
        for (number, end) in numbers.iter().zip(self.ends()) {
            canvas.text(number, (end, middle), SIZE, ink, Align::Right);
        }
    }
}
