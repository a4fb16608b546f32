//! Charts with one row per entrant, team, bot or value: a name, a plot and a number. All rows share
//! one scale, and may be compared with a reference value. Examples: win rates and the fair share,
//! differences from zero, values before and after a change.

use std::rc::Rc;

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED, PAPER};
use super::legend::{Key, legend};
use super::plot::{Plot, Style};
use super::scale::{AxisScale, AxisUnit};
use super::text::{fit, text_width, widest};
use super::{ChartForm, LEFT, RIGHT, WIDTH, ends};
use crate::report::words::with_sign;

/// Font size of the names and numbers beside plots.
const SIZE: f64 = 14.0;
/// Font size of the label at the line of a reference value.
const SMALL: f64 = 13.0;
/// Font size of the name above a group of rows, and the height of this name in canvas units.
const NAME: f64 = 15.0;
const GROUP: f64 = 30.0;
/// Height of a row's name that stands above its plot, in canvas units.
const ABOVE: f64 = 20.0;
/// Width between such a name and the row's number.
const GAP: f64 = 12.0;
/// Maximum width of the names beside a plot, as a share of the chart's width. Wider names stand
/// above the plot.
const MOST: f64 = 0.3;

/// The values of a chart that has rows with names, plots and numbers.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// Title of the axis: the measured quantity with its unit.
    pub axis: String,
    pub unit: AxisUnit,
    pub reference: Option<Reference>,
    /// Legend that explains the marks in the plots.
    pub keys: Vec<(Key, String)>,
    pub groups: Vec<Group>,
}

/// A reference value, with which all values of a quantity are compared.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Label at the line of the reference value. If it is empty, as for the zero of differences,
    /// the line is drawn solid instead of dashed.
    pub name: String,
    pub value: f64,
}

/// Chart rows that belong together, such as the rows of one variant of a scenario. The name of the
/// group stands above its rows; it may be empty.
#[derive(Debug, Clone, Default)]
pub struct Group {
    pub name: String,
    pub rows: Vec<ChartRow>,
}

/// One row of a chart: an entrant, a team, a bot or a value.
#[derive(Debug, Clone)]
pub struct ChartRow {
    pub label: String,
    pub colour: RGBColor,
    pub plot: Plot,
    /// Number beside the plot; may be empty.
    pub number: String,
    /// True if the value does not differ significantly from the reference value. The row is then
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
        let groups = vec![Group { name: String::new(), rows }];
        Rows { axis: axis.to_owned(), unit, reference, keys: vec![], groups }
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
        let keys = [(Key::Ring, before), (Key::Mark(0), after)];
        Rows { keys: keys.map(|(key, name)| (key, name.to_owned())).into(), ..self }
    }

    /// Adds a legend to a chart with several marks per row: the name for each shape of mark.
    pub fn side_by_side(self, names: impl IntoIterator<Item = String>) -> Rows {
        Rows { keys: (0..).map(Key::Mark).zip(names).collect(), ..self }
    }

    fn rows(&self) -> impl Iterator<Item = &ChartRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

impl Reference {
    /// Returns the fair share as a reference: the win rate that each entrant would have if all were
    /// equally strong.
    pub fn fair(share: f64) -> Reference {
        Reference { name: format!("fair share {}", with_sign(share, 1)), value: share }
    }

    /// Creates the reference value zero, for differences.
    pub fn zero() -> Reference {
        Reference { name: String::new(), value: 0.0 }
    }

    /// Draws the line of the reference value, with its label above the line.
    fn draw(&self, canvas: &mut Canvas, x: f64, (top, bottom): (f64, f64)) {
        if self.name.is_empty() {
            return canvas.line((x, top + 4.0), (x, bottom), INK, 1.5);
        }
        canvas.dashes((x, top), (x, bottom), INK, 1.5);
        let half = text_width(&self.name, SMALL) / 2.0;
        let at = x.max(LEFT + half).min(RIGHT - half);
        canvas.text(&self.name, (at, top - 9.0), SMALL, INK, Align::Center);
    }
}

impl ChartRow {
    /// Creates a chart row with a plot and a number beside it.
    pub fn of(label: impl Into<String>, colour: RGBColor, plot: Plot, number: String) -> ChartRow {
        ChartRow { label: label.into(), colour, plot, number, faint: false }
    }

    /// Sets whether the row is drawn faint, as for a value that is not significant.
    pub fn faint(self, faint: bool) -> ChartRow {
        ChartRow { faint, ..self }
    }
}

/// The positions of the texts and plots of all rows, and their common scale.
struct Layout {
    /// Right end of the names beside the plots; `None` if names stand above the plots.
    names: Option<f64>,
    /// Font size of the names above the plots, at which the widest fits if possible.
    above: f64,
    /// Left end of the numbers.
    numbers: f64,
    scale: AxisScale,
}

impl Layout {
    fn new(rows: &Rows) -> Layout {
        let name = widest(rows.rows().map(|row| row.label.as_str()), SIZE).max(40.0);
        let number = widest(rows.rows().map(|row| row.number.as_str()), SIZE);
        let numbers = RIGHT - number;
        let names = (name <= MOST * WIDTH).then_some(LEFT + name);
        let (left, right) = match names {
            Some(names) => (names + 24.0, numbers - if number > 0.0 { 20.0 } else { 18.0 }),
            None => (LEFT + 22.0, RIGHT - 22.0),
        };
        let reference = rows.reference.iter().map(|reference| reference.value);
        let values = rows.rows().flat_map(|row| row.plot.values()).chain(reference);
        let above = (SIZE * 0.99 * (numbers - LEFT - GAP) / name).clamp(SIZE * 0.8, SIZE);
        let ticks = ((right - left) / 60.0).max(2.0);
        let scale = AxisScale::over(values, rows.unit, (left, right), ticks);
        Layout { names, above, numbers, scale }
    }

    /// Writes the name and the number of a row that begins at the vertical position `top`, and
    /// whose plot has the height `plot`. Returns the position at which the plot begins.
    fn write(&self, canvas: &mut Canvas, row: &ChartRow, top: f64, plot: f64) -> f64 {
        let (middle, start) = match self.names {
            Some(end) => {
                let middle = top + plot / 2.0;
                canvas.text(&row.label, (end, middle), SIZE, INK, Align::Right);
                (middle, top)
            }
            None => {
                // Hides the lines of the axis behind a name.
                canvas.rect(0.0, top, WIDTH, ABOVE - 1.0, PAPER.to_rgba());
                let middle = top + ABOVE / 2.0 + 2.0;
                let name = fit(&row.label, self.above, self.numbers - LEFT - GAP);
                canvas.text(&name, (LEFT, middle), self.above, INK, Align::Left);
                (middle, top + ABOVE)
            }
        };
        let ink = if row.faint { MUTED } else { INK };
        canvas.text(&row.number, (RIGHT, middle), SIZE, ink, Align::Right);
        start
    }
}

impl ChartForm for Rows {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> (f64, f64) {
        let layout = Layout::new(self);
        let mut top = legend(canvas, &self.keys, top);
        for group in &self.groups {
            if !group.name.is_empty() {
                let name = fit(&group.name, NAME, (RIGHT - LEFT) / 1.15);
                canvas.bold(&name, (LEFT, top + 14.0), NAME);
                top += GROUP;
            }
            top = self.block(canvas, group, &layout, top);
        }
        (WIDTH, top + 8.0)
    }

    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        let cut = |group: &Group| Group {
            name: group.name.clone(),
            rows: ends(&group.rows).unwrap_or_else(|| group.rows.clone()),
        };
        let all = self.groups.iter().map(|group| group.rows.len()).max()?;
        let form = Rows { groups: self.groups.iter().map(cut).collect(), ..self.clone() };
        (form.rows().count() < self.rows().count()).then(|| (Rc::new(form) as _, all))
    }
}

impl Rows {
    /// Draws the rows of one group, with the axis below. Returns the vertical position of the lower
    /// end.
    fn block(&self, canvas: &mut Canvas, group: &Group, layout: &Layout, top: f64) -> f64 {
        let height = |row: &ChartRow| row.plot.height(group.rows.len());
        let above = if layout.names.is_some() { 0.0 } else { ABOVE };
        let named = self.reference.as_ref().is_some_and(|reference| !reference.name.is_empty());
        // The label of the reference stands in a line of its own.
        let mut y = top + if named { 26.0 } else { 6.0 };
        let bottom = y + group.rows.iter().map(|row| above + height(row)).sum::<f64>();
        let axis = layout.scale.across(canvas, (y, bottom), self.unit, &self.axis);
        if let Some(reference) = &self.reference {
            reference.draw(canvas, layout.scale.within(reference.value), (y - 4.0, bottom));
        }
        for row in &group.rows {
            let start = layout.write(canvas, row, y, height(row));
            y = start + height(row);
            let style = Style {
                scale: &layout.scale,
                reference: self.reference.as_ref().map(|reference| reference.value),
                colour: row.colour,
                faint: row.faint,
            };
            style.draw(canvas, &row.plot, (start, y));
        }
        bottom + axis + 4.0
    }
}
