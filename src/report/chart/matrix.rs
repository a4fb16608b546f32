//! Matrix charts (heat maps): each cell shows a quantity as a shade and as a number. Examples: who
//! eliminates whom, which fighters play well together, a grid of settings.

use std::rc::Rc;

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED, shade};
use super::text::{fit, shrink, text_width, widest, wrap};
use super::{ChartForm, LEFT, RIGHT, Size, ends};

const SIZE: f64 = 13.0;
/// Font size of names that are broken into two lines.
const SMALL: f64 = 10.5;
/// Minimum font size of the numbers in a matrix chart. The chart becomes wider rather than having
/// smaller numbers.
const LEAST: f64 = 9.5;
/// Maximum number of columns with numbers in the cells; a wider matrix shows only shades.
const NUMBERED: usize = 40;
/// Distance between the numbered columns, if numbers above all columns do not fit.
const EVERY: usize = 5;
/// Maximum width of a matrix cell, in canvas units.
const WIDEST: f64 = 104.0;
/// Distance between two matrices side by side, in canvas units.
const GAP: f64 = 28.0;

/// The values of one matrix chart (heat map): one matrix, or several of the same kind.
#[derive(Debug, Clone, Default)]
pub struct Matrices {
    pub maps: Vec<MatrixChart>,
    /// Legend of the shades: the meanings of the faintest and of the strongest shade. `None` if the
    /// numbers alone explain the shades.
    pub key: Option<(String, String)>,
}

/// A matrix of cells with names of rows and columns, as one part of a chart.
#[derive(Debug, Clone, Default)]
pub struct MatrixChart {
    /// Name of the matrix, if the chart has several.
    pub name: String,
    /// Colour of the fighter that the matrix is about, if there is one.
    pub colour: Option<RGBColor>,
    pub down: Heads,
    pub across: Heads,
    /// The matrix cells, row by row; `None` for an unknown value.
    pub cells: Vec<Vec<Option<MatrixCell>>>,
    /// Number of rows, counted from the last, that are set apart because they are of another kind
    /// than the rows above.
    pub apart: usize,
    /// Rows and columns that the title of the chart names. The short version of the chart shows
    /// them too.
    pub named: Vec<usize>,
}

/// The names of all rows, or of all columns, of a matrix, with a common title.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heads {
    /// Common title of all rows or columns.
    pub title: String,
    pub heads: Vec<Head>,
}

/// The name of one row or column of a matrix.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Head {
    pub name: String,
    pub colour: Option<RGBColor>,
    /// A value that belongs to the whole row, written beside the row's name; may be empty.
    pub said: String,
}

impl From<&str> for Head {
    fn from(name: &str) -> Head {
        Head { name: name.to_owned(), ..Head::default() }
    }
}

/// One cell of a matrix, with its shade and its text.
#[derive(Debug, Clone, Default)]
pub struct MatrixCell {
    /// Shade of the cell, from −1 (cold) over 0 (none) to 1 (hot).
    pub shade: f64,
    pub text: String,
    /// True if the cell has a frame, so that readers notice it first.
    pub framed: bool,
    /// True if the cell's value is not significant. The number is then written in a paler colour.
    pub faint: bool,
}

/// The sizes of the parts of a matrix in its chart, in canvas units.
struct Layout {
    names: f64,
    said: f64,
    /// Distance from the left edge of the matrix to its cells.
    left: f64,
    cell: (f64, f64),
    /// Font size of the numbers in the cells; `None` if the cells are too small for numbers.
    size: Option<f64>,
    /// True if column headings are numbers instead of names. The same numbers then stand before the
    /// names of the rows.
    numbered: bool,
}

impl Matrices {
    /// Creates a chart of one square matrix, whose rows and columns have the same names. Each entry
    /// of `filled` is a cell with its row and its column, from 0.
    #[cfg(test)]
    pub fn square(
        heads: impl IntoIterator<Item = impl Into<Head>>,
        filled: impl IntoIterator<Item = ([usize; 2], MatrixCell)>,
    ) -> Matrices {
        let heads = Heads::of("", heads);
        let count = heads.heads.len();
        let mut cells = vec![vec![None; count]; count];
        for ([row, column], cell) in filled {
            cells[row][column] = Some(cell);
        }
        Matrices::from(MatrixChart {
            down: heads.clone(),
            across: heads,
            cells,
            ..MatrixChart::default()
        })
    }
}

impl From<MatrixChart> for Matrices {
    /// Creates a chart that consists of one matrix.
    fn from(map: MatrixChart) -> Matrices {
        let maps = vec![map];
        Matrices { maps, key: None }
    }
}

impl MatrixCell {
    /// Creates a matrix cell with a shade and a text.
    pub fn of(shade: f64, text: String) -> MatrixCell {
        MatrixCell { shade, text, ..MatrixCell::default() }
    }
}

impl Heads {
    /// Creates the names of all rows, or of all columns, with their common title.
    pub fn of(title: &str, heads: impl IntoIterator<Item = impl Into<Head>>) -> Heads {
        Heads { title: title.to_owned(), heads: heads.into_iter().map(Into::into).collect() }
    }
}

impl From<&String> for Head {
    fn from(name: &String) -> Head {
        Head::from(name.as_str())
    }
}

impl ChartForm for Matrices {
    fn draw(&self, canvas: &mut Canvas, mut top: f64) -> Size {
        let titles = |map: &MatrixChart| (map.across.title.clone(), map.down.title.clone());
        // Titles that all matrices share are written once.
        if let Some((across, down)) = self.maps.first().map(titles)
            && !(across.is_empty() && down.is_empty())
        {
            let text = format!("{across} across, {down} down");
            for line in wrap(&text, SIZE, RIGHT - LEFT, 4) {
                canvas.text(&line, (LEFT, top + 9.0), SIZE, MUTED, Align::Left);
                top += 18.0;
            }
        }
        let half = (RIGHT - LEFT - GAP) / 2.0;
        let fits = |map: &MatrixChart| map.layout(half).width(map) <= half;
        let (columns, width) = match self.maps.len() > 1 && self.maps.iter().all(fits) {
            true => (2, half),
            false => (1, RIGHT - LEFT),
        };
        let mut right = RIGHT;
        for row in self.maps.chunks(columns) {
            let mut bottom = top;
            for (map, column) in row.iter().zip(0..) {
                let left = LEFT + (width + GAP) * f64::from(column);
                let (wide, end) = map.draw(canvas, (left, top), width);
                right = f64::max(right, left + wide);
                bottom = f64::max(bottom, end);
            }
            top = bottom + 14.0;
        }
        if let Some((low, high)) = &self.key {
            let y = top + 6.0;
            let low = fit(low, SIZE, 100.0);
            canvas.text(&low, (LEFT, y), SIZE, MUTED, Align::Left);
            let from = LEFT + text_width(&low, SIZE) + 8.0;
            for step in 0..30 {
                let x = from + 4.0 * f64::from(step);
                canvas.rect(x, y - 6.0, 4.0, 12.0, shade(f64::from(step) / 29.0));
            }
            let high = fit(high, SIZE, RIGHT - from - 128.0);
            canvas.text(&high, (from + 128.0, y), SIZE, MUTED, Align::Left);
            top += 24.0;
        }
        Size::new(right + LEFT, top + 4.0)
    }

    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        let [map] = self.maps.as_slice() else {
            return None;
        };
        let all = map.across.heads.len();
        let mut kept = ends(&(0..all).collect::<Vec<usize>>())?;
        kept.extend(map.named.iter().filter(|&&of| of < all));
        kept.sort_unstable();
        kept.dedup();
        let apart = all..map.down.heads.len();
        let rows: Vec<usize> = kept.iter().copied().chain(apart).collect();
        let cells = |&row: &usize| pick(&map.cells[row], &kept);
        let cut = MatrixChart {
            cells: rows.iter().map(cells).collect(),
            down: map.down.pick(&rows),
            across: map.across.pick(&kept),
            ..map.clone()
        };
        let key = self.key.clone();
        let maps = vec![cut];
        Some((Rc::new(Matrices { maps, key }), all))
    }

    fn besides(&self) -> &'static str {
        match self.maps.iter().any(|map| !map.named.is_empty()) {
            true => ", and those in the title",
            false => "",
        }
    }
}

/// Returns the elements of a list at these indices.
fn pick<T: Clone>(all: &[T], indices: &[usize]) -> Vec<T> {
    indices.iter().map(|&index| all[index].clone()).collect()
}

impl MatrixChart {
    fn layout(&self, width: f64) -> Layout {
        let (down, across) = (&self.down.heads, &self.across.heads);
        let count = across.len().max(1);
        let mut pairs = down.iter().zip(across);
        let same = down.len() >= across.len() && pairs.all(|(a, b)| a.name == b.name);
        let cells = || self.cells.iter().flatten().flatten();
        let number = |of: &MatrixCell| text_width(&of.text, LEAST) + of.margin();
        let number = cells().map(number).fold(0.0, f64::max);
        let heads = widest(across.iter().map(|head| head.name.as_str()), 11.0) + 6.0;
        let said = widest(down.iter().map(|head| head.said.as_str()), SIZE);
        let coloured = down.iter().any(|head| head.colour.is_some());
        let swatch = if coloured { 16.0 } else { 0.0 };
        let names = |numbered: bool| {
            let name = |i: usize| self.down.name(i, numbered);
            let all: Vec<String> = (0..down.len()).map(name).collect();
            let most = if numbered { 0.3 } else { 0.26 };
            widest(all.iter().map(String::as_str), SIZE).min(width * most).max(30.0)
        };
        let beside = said + swatch + if said > 0.0 { 18.0 } else { 10.0 };
        let room = |names: f64| (width - names - beside) / count as f64;
        let mut least = match count > NUMBERED {
            true => 12.0,
            false => number.max(16.0),
        };
        // Names above the columns need room. If they do not fit, numbers replace them.
        let numbered = same && room(names(false)) < heads.min(58.0);
        if !same {
            least = least.max(heads.min(64.0));
        }
        let names = names(numbered);
        let cell = room(names).clamp(least, WIDEST.max(least));
        let size = (count <= NUMBERED).then(|| {
            let fits =
                |of: &MatrixCell| SIZE * (cell - of.margin()) / text_width(&of.text, SIZE).max(1.0);
            cells().map(fits).fold(SIZE, f64::min).max(LEAST)
        });
        let tall = match down.len() {
            0..=24 => 30.0,
            25..=40 => 22.0,
            _ => 18.0,
        };
        Layout { names, said, left: names + beside, cell: (cell, tall), size, numbered }
    }

    /// Draws the matrix with its upper left corner at this position; returns its width and the
    /// position of its lower end.
    fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64), width: f64) -> (f64, f64) {
        let layout = self.layout(width);
        let mut from = top;
        if !self.name.is_empty() {
            let mut x = left;
            if let Some(colour) = self.colour {
                canvas.disc((x + 6.0, top + 12.0), 6.0, colour);
                x += 18.0;
            }
            let name = fit(&self.name, 15.0, (width - 20.0) / 1.15);
            canvas.bold(&name, (x, top + 12.0), 15.0, Align::Left);
            from += 26.0;
        }
        from += 26.0;
        let (wide, tall) = layout.cell;
        let corner = (left + layout.left, from);
        let last = self.across.heads.len().to_string();
        let narrow = text_width(&last, shrink(&last, SIZE, wide - 4.0)) > wide - 3.0;
        for (i, head) in self.across.heads.iter().enumerate() {
            let x = corner.0 + wide * (i as f64 + 0.5);
            let at = (x, from - 14.0);
            match (layout.numbered, narrow) {
                (true, true) if i == 0 || (i + 1).is_multiple_of(EVERY) => {
                    canvas.text(&(i + 1).to_string(), at, SMALL, INK, Align::Centre);
                }
                (true, true) => {}
                (numbered, _) => {
                    let name = match numbered {
                        true => (i + 1).to_string(),
                        false => head.name.clone(),
                    };
                    let size = shrink(&name, SIZE, wide - 4.0);
                    let name = fit(&name, size, wide - 3.0);
                    canvas.text(&name, at, size, INK, Align::Centre);
                }
            }
            if let Some(colour) = head.colour {
                canvas.rect(x - 5.0, from - 6.0, 10.0, 4.0, colour.to_rgba());
            }
        }
        let rows = self.down.heads.len();
        // Rows of another kind have a small distance from the rows above.
        let offset = |row: usize| if row + self.apart >= rows { 8.0 } else { 0.0 };
        for (row, (head, cells)) in self.down.heads.iter().zip(&self.cells).enumerate() {
            let y = from + tall * row as f64 + offset(row);
            let middle = y + tall / 2.0;
            let numbered = layout.numbered && row + self.apart < rows;
            let name = self.down.name(row, numbered);
            let end = left + layout.names;
            // A long name is broken into two lines.
            let (size, lines) = match text_width(&name, SIZE) <= layout.names + 0.01 {
                true => (SIZE, vec![name]),
                false if tall < 22.0 => (SIZE, vec![fit(&name, SIZE, layout.names)]),
                false => (SMALL, wrap(&name, SMALL, layout.names, 2)),
            };
            let first = middle - SMALL / 2.0 * (lines.len() as f64 - 1.0);
            for (line, i) in lines.iter().zip(0..) {
                let at = (end, first + SMALL * f64::from(i));
                canvas.text(line, at, size, INK, Align::Right);
            }
            if let Some(colour) = head.colour {
                canvas.rect(end + 6.0, middle - 5.0, 10.0, 10.0, colour.to_rgba());
            }
            let at = (corner.0 - 8.0, middle);
            let said = fit(&head.said, SIZE, layout.said + 0.01);
            canvas.text(&said, at, SIZE, MUTED, Align::Right);
            for (cell, column) in cells.iter().zip(0..) {
                let x = corner.0 + wide * f64::from(column);
                match cell {
                    Some(cell) => cell.draw(canvas, (x, y), &layout),
                    None => {
                        let (x, half) = (x + wide / 2.0, (wide / 4.0).min(5.0));
                        canvas.line((x - half, middle), (x + half, middle), GRID, 2.0);
                    }
                }
            }
        }
        (layout.width(self), from + tall * rows as f64 + offset(rows))
    }
}

impl Heads {
    fn pick(&self, indices: &[usize]) -> Heads {
        Heads { title: self.title.clone(), heads: pick(&self.heads, indices) }
    }

    /// Returns the text of a row's or column's heading. If column headings are numbers, the number
    /// comes before the name.
    fn name(&self, index: usize, numbered: bool) -> String {
        let name = &self.heads[index].name;
        if numbered { format!("{}. {name}", index + 1) } else { name.clone() }
    }
}

impl Layout {
    fn width(&self, map: &MatrixChart) -> f64 {
        self.left + self.cell.0 * map.across.heads.len() as f64
    }
}

impl MatrixCell {
    /// Width that the text of the cell leaves free, in canvas units: more in a cell with a frame.
    fn margin(&self) -> f64 {
        if self.framed { 13.0 } else { 5.0 }
    }

    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64), layout: &Layout) {
        let (wide, tall) = layout.cell;
        let (at, fill) = ((x + 0.75, y + 0.75), shade(self.shade));
        canvas.rect(at.0, at.1, wide - 1.5, tall - 1.5, fill);
        if self.framed {
            canvas.frame(x, y, wide, tall, INK);
        }
        if let Some(size) = layout.size {
            let ink = if self.faint { MUTED } else { INK };
            let text = fit(&self.text, size, wide - self.margin() + 3.0);
            let middle = (x + wide / 2.0, y + tall / 2.0);
            canvas.text(&text, middle, size, ink, Align::Centre);
        }
    }
}
