//! Charts with one row per entrant, team or bot: a name, a plot and numbers. All rows share one
//! scale, and may be compared with a reference value. Examples: win rates and the fair share,
//! differences from zero, values before and after a change, histograms, uses of cards.

use std::rc::Rc;

use plotters::prelude::{Color, RGBColor};

use super::beside::RowTexts;
use super::canvas::{Align, Canvas, INK, MUTED, PAPER};
use super::legend::{Key, legend};
use super::plot::{Mark, Place, Plot};
use super::scale::{AxisScale, AxisUnit};
use super::text::{fit, text_width};
use super::{ChartForm, LEFT, RIGHT, Size, WIDTH, ends};
use crate::report::shared::Wins;
use crate::report::words::{plus_minus, with_sign};

const SIZE: f64 = 13.0;
/// Font size of the descriptions below the plots of a chart.
const SMALL: f64 = 11.0;
/// Height of a description below a plot, in canvas units.
const ABOUT: f64 = 13.0;
/// Font size of the name above a group of rows, in canvas units.
const NAME: f64 = 15.0;
const GROUP: f64 = 30.0;

/// The values of a chart that has rows with names, plots and numbers.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// The measured quantities, whose plots stand one below the other. All groups of rows use the
    /// same scale for a quantity.
    pub columns: Vec<RowsColumn>,
    /// Legend that explains the marks and colours in the plots.
    pub keys: Vec<(Key, String)>,
    pub groups: Vec<Group>,
}

/// One measured quantity of a chart, with its axis.
#[derive(Debug, Clone, Default)]
pub struct RowsColumn {
    /// Title of the quantity's axis, with the unit. If the title is empty, no axis is drawn.
    pub axis: String,
    pub unit: AxisUnit,
    pub reference: Option<Reference>,
    /// Headings of the columns of numbers beside the plots.
    pub headings: Vec<String>,
}

/// A reference value, with which all values of a quantity are compared.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Label at the line of the reference value. If it is empty, as for the zero of differences,
    /// the line is drawn solid instead of dashed.
    pub name: String,
    pub value: f64,
}

/// Chart rows that belong together, such as the rows of one variant of a scenario. If a chart has
/// several groups, their names are shown.
#[derive(Debug, Clone, Default)]
pub struct Group {
    pub name: String,
    pub rows: Vec<ChartRow>,
}

/// One row of a chart: an entrant, a team, a bot or a card.
#[derive(Debug, Clone)]
pub struct ChartRow {
    pub label: String,
    /// Description of the row, written below its plot; may be empty.
    pub about: String,
    pub colour: RGBColor,
    /// The values of the row, one cell per measured quantity.
    pub cells: Vec<Cell>,
}

/// The values of one chart row for one measured quantity.
#[derive(Debug, Clone)]
pub struct Cell {
    pub plot: Plot,
    /// Numbers beside the plot, in the order of their columns' headings.
    pub numbers: Vec<String>,
    /// True if the value does not differ significantly from the reference value. The cell is then
    /// drawn in pale colours.
    pub faint: bool,
}

impl Rows {
    /// Creates a chart of one measured quantity, with a single group of rows.
    pub fn column(
        axis: &str,
        unit: AxisUnit,
        reference: Option<Reference>,
        rows: Vec<ChartRow>,
    ) -> Rows {
        Rows {
            columns: vec![RowsColumn {
                axis: axis.to_owned(),
                unit,
                reference,
                ..RowsColumn::default()
            }],
            groups: vec![Group { name: String::new(), rows }],
            ..Rows::default()
        }
    }

    /// Creates a chart of win rates. `fair` is the win rate of equally strong players, drawn as a
    /// reference line.
    pub fn win_rates(fair: Option<f64>, rows: Vec<ChartRow>) -> Rows {
        let fair = fair.map(Reference::fair);
        Rows::column("win rate, % of games", AxisUnit::Percent, fair, rows)
    }

    /// Adds a legend to a chart that shows changes: the meanings of the rings (before) and of the
    /// discs (after).
    pub fn before_after(self, before: &str, after: &str) -> Rows {
        let keys = [(Key::Ring, before), (Key::Mark(0, INK), after)];
        let keys = keys.map(|(key, name)| (key, name.to_owned())).into();
        Rows { keys, ..self }
    }

    /// Adds a legend to a chart with several marks per row: the name for each shape of mark.
    pub fn side_by_side(self, names: impl IntoIterator<Item = String>) -> Rows {
        let keys = (0..).map(|kind| Key::Mark(kind, INK)).zip(names).collect();
        Rows { keys, ..self }
    }
}

impl Reference {
    /// Returns the fair share as a reference: the win rate that each entrant would have if all were
    /// equally strong.
    pub fn fair(share: f64) -> Reference {
        Reference { name: format!("fair share {}", with_sign(share, 1)), value: share }
    }

    /// Creates the reference value zero, for differences and for bars.
    pub fn zero() -> Reference {
        Reference { name: String::new(), value: 0.0 }
    }
}

impl ChartRow {
    /// Creates a chart row with a single cell.
    pub fn of(label: impl Into<String>, colour: RGBColor, cell: Cell) -> ChartRow {
        ChartRow { label: label.into(), about: String::new(), colour, cells: vec![cell] }
    }

    /// Returns the height of the row's description below its plot; 0 without a description.
    fn described(&self) -> f64 {
        if self.about.is_empty() { 0.0 } else { ABOUT }
    }

    /// Writes the description of a row below its plot, which extends from `left` to `right`;
    /// `below` is the lower end of the row. If the text is wider than the plot, it also takes the
    /// width of the row's name.
    fn describe(&self, canvas: &mut Canvas, (left, right): (f64, f64), below: f64) {
        let about = fit(&self.about, SMALL, right - LEFT);
        let (width, middle) = (text_width(&about, SMALL), below - ABOUT / 2.0 - 2.0);
        if width <= right - left - 4.0 {
            return canvas.text(&about, (left + 4.0, middle), SMALL, MUTED, Align::Left);
        }
        // Hides the line of the reference behind the text.
        let top = middle - ABOUT / 2.0;
        canvas.rect(right - width, top, width, ABOUT, PAPER.to_rgba());
        canvas.text(&about, (right, middle), SMALL, MUTED, Align::Right);
    }
}

impl Cell {
    /// Creates a chart cell with a plot and one number beside it.
    pub fn of(plot: Plot, number: String) -> Cell {
        Cell { plot, numbers: vec![number], faint: false }
    }

    /// Creates a chart cell with a single marked value and a number beside it.
    pub fn mark(mark: Mark, number: String) -> Cell {
        Cell::of(Plot::Marks(vec![Some(mark)]), number)
    }

    /// Creates a chart cell with a win rate and its confidence interval.
    pub fn wins(wins: &Wins) -> Cell {
        let plot = Plot::Marks(vec![Mark::wins(wins)]);
        Cell::of(plot, plus_minus(wins.rate(), wins.margin_of_error()))
    }

    /// Sets whether the cell is drawn faint, as for a value that is not significant.
    pub fn faint(self, faint: bool) -> Cell {
        Cell { faint, ..self }
    }
}

impl ChartForm for Rows {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> Size {
        let mut top = legend(canvas, &self.keys, top);
        for group in &self.groups {
            if self.groups.len() > 1 || !group.name.is_empty() {
                let name = fit(&group.name, NAME, (RIGHT - LEFT) / 1.15);
                canvas.bold(&name, (LEFT, top + 14.0), NAME, Align::Left);
                top += GROUP;
            }
            for (index, column) in self.columns.iter().enumerate() {
                top = self.block(canvas, group, (index, column), top);
            }
        }
        Size::new(WIDTH, top + 8.0)
    }

    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        let cut =
            |group: &Group| Some(Group { name: group.name.clone(), rows: ends(&group.rows)? });
        let (groups, all) = match ends(&self.groups) {
            Some(groups) => (groups, self.groups.len()),
            None => {
                self.groups.iter().find_map(cut)?;
                let shorter = |group: &Group| cut(group).unwrap_or_else(|| group.clone());
                let most = self.groups.iter().map(|group| group.rows.len()).max()?;
                (self.groups.iter().map(shorter).collect(), most)
            }
        };
        let form = Rows { groups, ..self.clone() };
        Some((Rc::new(form), all))
    }
}

impl Rows {
    /// Returns all cells for one measured quantity, each with the name of its row.
    fn cells(&self, column: usize) -> impl Iterator<Item = (&str, &Cell)> + Clone {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        rows.filter_map(move |row| Some((row.label.as_str(), row.cells.get(column)?)))
    }

    /// Returns the scale for one measured quantity, which all groups of rows share. Also returns
    /// the free room at each end of the scale.
    fn scale(
        &self,
        (index, column): (usize, &RowsColumn),
        (left, right): (f64, f64),
    ) -> (AxisScale, f64) {
        let plots = || self.cells(index).map(|(_, cell)| &cell.plot);
        let ticks = ((right - left) / 60.0).max(2.0);
        let end = plots().filter_map(Plot::end).reduce(f64::max);
        let room = plots().map(|plot| plot.room(right - left, end.unwrap_or(0.0)));
        let room = room.fold(0.0, f64::max);
        let span = (left + room, right - room);
        let scale = match end {
            Some(end) => AxisScale::new((0.0, end), span, ticks),
            None => {
                let reference = column.reference.iter().map(|reference| reference.value);
                let values = plots().flat_map(Plot::values).chain(reference);
                AxisScale::over(values, column.unit, span, ticks)
            }
        };
        (scale, room)
    }

    /// Draws the rows of one group for one measured quantity, with the axis below. Returns the
    /// vertical position of the lower end.
    fn block(
        &self,
        canvas: &mut Canvas,
        group: &Group,
        (index, column): (usize, &RowsColumn),
        top: f64,
    ) -> f64 {
        let texts = self.cells(index);
        let texts = texts.map(|(name, cell)| (name, cell.numbers.as_slice()));
        let beside = RowTexts::new(texts, &column.headings);
        let (left, right) = beside.span();
        let (scale, margin) = self.scale((index, column), (left, right));
        let plots = self.cells(index).map(|(_, cell)| &cell.plot);
        let tallest = plots.map(|plot| plot.tallest(scale.high()));
        let tallest = tallest.fold(0.0, f64::max);
        let over = beside.above();
        let height = |row: &ChartRow| {
            let plot = row.cells.get(index).map(|cell| &cell.plot);
            let plot = plot.map_or(0.0, |plot| plot.height(group.rows.len(), over > 0.0));
            plot + row.described()
        };
        let mut y = beside.head(canvas, top) + 6.0;
        let reference = column.reference.as_ref();
        // The label of the reference stands in a line of its own.
        if reference.is_some_and(|reference| !reference.name.is_empty()) {
            y += 20.0;
        }
        let bottom = y + group.rows.iter().map(|row| over + height(row)).sum::<f64>();
        let axis = match column.axis.is_empty() {
            true => 0.0,
            false => scale.across(canvas, (y, bottom), column.unit, &column.axis),
        };
        if let Some(reference) = reference {
            // Without an axis below it, the line ends above the description of the last row, which
            // would hide all of the line but a stub.
            let end = match (column.axis.is_empty(), group.rows.last()) {
                (true, Some(last)) => bottom - last.described(),
                _ => bottom,
            };
            reference.draw(canvas, scale.within(reference.value), (y - 4.0, end));
        }
        for row in &group.rows {
            let (top, below) = (y + over, y + over + height(row));
            if let Some(cell) = row.cells.get(index) {
                let ink = if cell.faint { MUTED } else { INK };
                let numbers = (cell.numbers.as_slice(), ink);
                beside.write(canvas, (y, height(row) - row.described()), &row.label, numbers);
                let place = Place {
                    top,
                    bottom: below - row.described(),
                    scale: &scale,
                    room: margin,
                    reference: reference.map(|reference| reference.value),
                    colour: row.colour,
                    faint: cell.faint,
                    tallest,
                };
                cell.plot.draw(canvas, &place);
            }
            row.describe(canvas, (left, right), below);
            y = below;
        }
        bottom + axis + 4.0
    }
}

impl Reference {
    /// Draws the line of the reference value, with its label above the line.
    fn draw(&self, canvas: &mut Canvas, x: f64, (top, bottom): (f64, f64)) {
        if self.name.is_empty() {
            return canvas.line((x, top), (x, bottom), INK, 1.5);
        }
        canvas.dashes((x, top), (x, bottom), INK, 1.5);
        let half = text_width(&self.name, SIZE) / 2.0;
        let (least, most) = (LEFT + half, RIGHT - half);
        let at = x.max(least).min(most.max(least));
        canvas.text(&self.name, (at, top - 9.0), SIZE, INK, Align::Centre);
    }
}
