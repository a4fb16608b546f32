//! Heat maps: cells whose shade is a quantity, with the number written in them.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED, fit, shade, shrink, text_width};

/// The height of a row.
pub const CELL: f64 = 30.0;
/// Above the cells: name, and the columns' headings.
pub const TOP: f64 = 62.0;
const SIZE: f64 = 13.0;

/// One heat map.
#[derive(Debug, Clone)]
pub struct HeatMap {
    pub name: String,
    /// The colour of whom it is about, if it is about somebody.
    pub colour: Option<RGBColor>,
    /// What columns and rows are, and how each is called.
    pub across: (String, Vec<String>),
    pub down: (String, Vec<String>),
    /// Row by row; nothing where nothing is known.
    pub cells: Vec<Vec<Option<HeatCell>>>,
}

/// One cell.
#[derive(Debug, Clone)]
pub struct HeatCell {
    /// The shade: −1 cold, 0 none, 1 hot.
    pub shade: f64,
    pub text: String,
    /// Framed: what the eye should find first.
    pub marked: bool,
}

impl HeatMap {
    /// The height it takes.
    pub fn height(&self) -> f64 {
        TOP + CELL * self.down.1.len() as f64 + 14.0
    }

    /// Draws it with its upper left corner at `(left, top)`, at most `width` wide.
    pub fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64), width: f64) {
        let names = self
            .down
            .1
            .iter()
            .map(|name| text_width(name, SIZE))
            .fold(20.0, f64::max);
        let names = names.min(width * 0.3);
        let from = left + names + 12.0;
        let cell = ((left + width - from) / self.across.1.len().max(1) as f64).min(86.0);
        let mut x = left;
        if let Some(colour) = self.colour {
            canvas.disc((left + 6.0, top + 12.0), 6.0, colour);
            x += 18.0;
        }
        canvas.bold(
            &fit(&self.name, 15.0, width - 20.0),
            (x, top + 12.0),
            15.0,
            INK,
            Align::Left,
        );
        let axis = format!("{} across, {} down", self.across.0, self.down.0);
        canvas.text(
            &fit(&axis, 12.0, width),
            (left, top + 31.0),
            12.0,
            MUTED,
            Align::Left,
        );
        for (name, column) in self.across.1.iter().zip(0..) {
            let size = shrink(name, SIZE, cell - 4.0);
            let at = (from + cell * (f64::from(column) + 0.5), top + TOP - 11.0);
            canvas.text(&fit(name, size, cell - 2.0), at, size, INK, Align::Centre);
        }
        for ((name, cells), row) in self.down.1.iter().zip(&self.cells).zip(0..) {
            let y = top + TOP + CELL * f64::from(row);
            canvas.text(
                &fit(name, SIZE, names),
                (from - 8.0, y + CELL / 2.0),
                SIZE,
                INK,
                Align::Right,
            );
            for (content, column) in cells.iter().zip(0..) {
                let x = from + cell * f64::from(column);
                match content {
                    Some(content) => content.draw(canvas, (x, y), cell),
                    None => canvas.line(
                        (x + cell / 2.0 - 5.0, y + CELL / 2.0),
                        (x + cell / 2.0 + 5.0, y + CELL / 2.0),
                        GRID,
                        2.0,
                    ),
                }
            }
        }
    }
}

impl HeatCell {
    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64), width: f64) {
        if self.marked {
            canvas.rect(x, y, width, CELL, INK.to_rgba());
            canvas.rect(
                x + 2.0,
                y + 2.0,
                width - 4.0,
                CELL - 4.0,
                super::canvas::PAPER.to_rgba(),
            );
        }
        let inset = if self.marked { 2.0 } else { 1.0 };
        canvas.rect(
            x + inset,
            y + inset,
            width - 2.0 * inset,
            CELL - 2.0 * inset,
            shade(self.shade),
        );
        let size = shrink(&self.text, SIZE, width - 4.0);
        if text_width(&self.text, size) <= width {
            canvas.text(
                &self.text,
                (x + width / 2.0, y + CELL / 2.0),
                size,
                INK,
                Align::Centre,
            );
        }
    }
}

/// Cells of a matrix, in which everybody meets everybody: the upper left corner of the first, and the size of each.
#[derive(Debug, Clone, Copy)]
pub struct Matrix {
    pub corner: (f64, f64),
    pub cell: (f64, f64),
    /// The largest that its numbers may be.
    pub size: f64,
}

impl Matrix {
    /// The middle of a cell.
    pub fn middle(&self, row: usize, column: usize) -> (f64, f64) {
        let ((left, top), (width, height)) = (self.corner, self.cell);
        (
            left + width * (column as f64 + 0.5),
            top + height * (row as f64 + 0.5),
        )
    }

    /// Draws a cell: its number, in this ink, on its shade (−1 cold, 0 none, 1 hot).
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        (row, column): (usize, usize),
        part: f64,
        (number, ink): (&str, RGBColor),
    ) {
        let ((left, top), (width, height)) = (self.corner, self.cell);
        let (x, y) = (left + width * column as f64, top + height * row as f64);
        canvas.rect(x + 1.0, y + 1.0, width - 2.0, height - 2.0, shade(part));
        let middle = (x + width / 2.0, y + height / 2.0);
        // All numbers are of one size: none should look weightier than another.
        let size = self.size.min(width / 3.2);
        canvas.text(number, middle, size, ink, Align::Centre);
    }
}

/// Draws maps side by side in `columns`, row by row, from `top`; gives the height that they take.
pub fn grid(canvas: &mut Canvas, maps: &[HeatMap], columns: usize, top: f64) -> f64 {
    let width = (super::canvas::WIDTH - 48.0 + 28.0) / columns as f64;
    let mut y = top;
    for row in maps.chunks(columns) {
        for (map, column) in row.iter().zip(0..) {
            map.draw(canvas, (24.0 + width * f64::from(column), y), width - 28.0);
        }
        y += row.iter().map(HeatMap::height).fold(0.0, f64::max);
    }
    y - top
}
