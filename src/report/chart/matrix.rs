//! Matrix charts (heat maps): each cell shows a quantity at two values of varied settings, as a
//! shade and as a number.

use plotters::prelude::{Color, RGBAColor};

use super::canvas::{Align, COLD, Canvas, GRID, HEAT, INK, MUTED};
use super::text::{fit, shrink, text_width, widest, wrap};
use super::{ChartForm, LEFT, RIGHT};

const SIZE: f64 = 13.0;
/// Minimum font size of the numbers in a matrix chart. The chart becomes wider rather than having
/// smaller numbers.
const LEAST: f64 = 9.5;
/// Maximum width of a matrix cell, in canvas units.
const WIDEST: f64 = 104.0;
/// Height of a matrix cell, in canvas units.
const TALL: f64 = 30.0;

/// A matrix of cells with names of rows and columns.
#[derive(Debug, Clone, Default)]
pub struct Matrix {
    pub down: Heads,
    pub across: Heads,
    /// The matrix cells, row by row; `None` for an unknown value.
    pub cells: Vec<Vec<Option<MatrixCell>>>,
}

/// The names of all rows, or of all columns, of a matrix, with a common title.
#[derive(Debug, Clone, Default)]
pub struct Heads {
    /// Common title of all rows or columns.
    pub title: String,
    pub names: Vec<String>,
}

/// One cell of a matrix, with its shade and its text.
#[derive(Debug, Clone, Default)]
pub struct MatrixCell {
    /// Shade of the cell, from −1 (cold) over 0 (none) to 1 (hot).
    pub shade: f64,
    pub text: String,
    /// True if the cell has a frame, so that readers notice it first.
    pub framed: bool,
}

impl Heads {
    /// Creates the names of all rows, or of all columns, with their common title.
    pub fn of(title: &str, names: &[String]) -> Heads {
        Heads { title: title.to_owned(), names: names.to_vec() }
    }
}

impl ChartForm for Matrix {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> (f64, f64) {
        let (down, across) = (&self.down.names, &self.across.names);
        let titles = format!("{} across, {} down", self.across.title, self.down.title);
        let mut y = top;
        for line in wrap(&titles, SIZE, RIGHT - LEFT, 4) {
            canvas.text(&line, (LEFT, y + 9.0), SIZE, MUTED, Align::Left);
            y += 18.0;
        }
        y += 26.0;
        let names = widest(down.iter().map(String::as_str), SIZE).clamp(30.0, RIGHT * 0.26);
        let (end, corner) = (LEFT + names, LEFT + names + 10.0);
        let cells = || self.cells.iter().flatten().flatten();
        let number = |cell: &MatrixCell| text_width(&cell.text, LEAST) + cell.margin();
        let heading = widest(across.iter().map(String::as_str), 11.0) + 6.0;
        let least = cells().map(number).fold(heading.clamp(16.0, 64.0), f64::max);
        let room = (RIGHT - corner) / across.len().max(1) as f64;
        let wide = room.clamp(least, WIDEST.max(least));
        let fits = |cell: &MatrixCell| shrink(&cell.text, SIZE, wide - cell.margin());
        let size = cells().map(fits).fold(SIZE, f64::min).max(LEAST);
        let name = |canvas: &mut Canvas, name: &str, at, room, align| {
            let size = shrink(name, SIZE, room);
            canvas.text(&fit(name, size, room + 0.01), at, size, INK, align);
        };
        for (head, i) in across.iter().zip(0..) {
            let at = (corner + wide * (f64::from(i) + 0.5), y - 12.0);
            name(canvas, head, at, wide - 3.0, Align::Center);
        }
        for (head, cells) in down.iter().zip(&self.cells) {
            name(canvas, head, (end, y + TALL / 2.0), names, Align::Right);
            for (cell, i) in cells.iter().zip(0..) {
                let corner = (corner + wide * f64::from(i), y);
                match cell {
                    Some(cell) => cell.draw(canvas, corner, wide, size),
                    None => {
                        let (x, half) = (corner.0 + wide / 2.0, (wide / 4.0).min(5.0));
                        let middle = y + TALL / 2.0;
                        canvas.line((x - half, middle), (x + half, middle), GRID, 2.0);
                    }
                }
            }
            y += TALL;
        }
        let right = corner + wide * across.len() as f64;
        (right.max(RIGHT) + LEFT, y + 18.0)
    }
}

impl MatrixCell {
    /// Creates a matrix cell with a shade and a text.
    pub fn of(shade: f64, text: String) -> MatrixCell {
        MatrixCell { shade, text, framed: false }
    }

    /// Width that the text of the cell leaves free, in canvas units: more in a cell with a frame.
    fn margin(&self) -> f64 {
        if self.framed { 13.0 } else { 5.0 }
    }

    /// Returns the colour of the cell: warm above 0, cold below 0, pale near 0. The colour is
    /// always pale enough for text on it.
    fn fill(&self) -> RGBAColor {
        let ink = if self.shade >= 0.0 { HEAT } else { COLD };
        ink.mix(0.07 + 0.55 * self.shade.abs().min(1.0))
    }

    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64), wide: f64, size: f64) {
        canvas.rect(x + 0.75, y + 0.75, wide - 1.5, TALL - 1.5, self.fill());
        if self.framed {
            canvas.frame(x, y, wide, TALL, INK);
        }
        let text = fit(&self.text, size, wide - self.margin() + 3.0);
        canvas.text(&text, (x + wide / 2.0, y + TALL / 2.0), size, INK, Align::Center);
    }
}
