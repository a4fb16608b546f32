//! Values with their confidence intervals, as marks in rows, compared with a reference. Examples:
//! win rates and the fair share, ratings, differences from zero, values before and after a change,
//! bots side by side.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED, colour};
use super::legend::{Key, legend, ring};
use super::rows::Names;
use super::scale::{Scale, Unit};
use super::text::{fit, text_width};
use super::{Form, Room, Size, ends};
use crate::report::words::with_sign;

/// Height of one mark in a row with several marks, in units.
const LINE: f64 = 15.0;
const GROUP: f64 = 30.0;

/// The values of one chart of this kind.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// The measured quantities, one column each. A column has one scale for all groups.
    pub columns: Vec<Column>,
    /// Legend of the marks in a row, if a row has several marks.
    pub marks: Vec<String>,
    pub placed: Placed,
    pub groups: Vec<Group>,
}

/// Placement of the marks in a row with several marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Placed {
    /// Each mark stands in a line of its own and has its own shape.
    #[default]
    Apart,
    /// The first mark is a ring and the second is a disc, joined by a line: before and after a
    /// change.
    Joined,
}

/// One measured quantity.
#[derive(Debug, Clone)]
pub struct Column {
    /// Title of the axis, with the unit.
    pub axis: String,
    pub unit: Unit,
    pub reference: Option<Reference>,
}

/// The value with which all values of a column are compared.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Label at the reference line. A line without a label is drawn solid, such as the zero of
    /// differences.
    pub name: String,
    pub value: f64,
}

/// Rows that belong together, such as the rows of a variant. A chart with several groups names
/// each.
#[derive(Debug, Clone, Default)]
pub struct Group {
    pub name: String,
    pub rows: Vec<Row>,
}

/// One row: an entrant, a team or a bot.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    pub colour: RGBColor,
    /// One cell per column.
    pub cells: Vec<Cell>,
}

/// The values of one row in one column.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    pub marks: Vec<Option<Mark>>,
    /// Text beside the marks.
    pub said: String,
    /// True if the value does not differ significantly from the reference. The cell is then drawn
    /// faint.
    pub faint: bool,
}

/// A value with its confidence interval.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

/// The place and the scale of one cell.
struct Place<'a> {
    reference: Option<&'a Reference>,
    scale: &'a Scale,
}

impl Marks {
    /// The chart reduced to the first and the last rows of each large group, and the number of rows
    /// in the largest group. `None` if all groups are small.
    pub fn ends(&self) -> Option<(Marks, usize)> {
        let most = self.groups.iter().map(|group| group.rows.len()).max()?;
        let group = |group: &Group| Group {
            name: group.name.clone(),
            rows: ends(&group.rows).unwrap_or_else(|| group.rows.clone()),
        };
        let ends = Marks {
            groups: self.groups.iter().map(group).collect(),
            ..self.clone()
        };
        let shorter = |(cut, whole): (&Group, &Group)| cut.rows.len() < whole.rows.len();
        let cut = ends.groups.iter().zip(&self.groups).any(shorter);
        cut.then_some((ends, most))
    }

    /// A chart with a single column and a single group of rows.
    pub fn column(axis: &str, unit: Unit, reference: Option<Reference>, rows: Vec<Row>) -> Marks {
        Marks {
            columns: vec![Column {
                axis: axis.to_owned(),
                unit,
                reference,
            }],
            groups: vec![Group {
                name: String::new(),
                rows,
            }],
            ..Marks::default()
        }
    }
}

impl Reference {
    /// The fair share as a reference: the win rate that each entrant would have if all were equally
    /// strong.
    pub fn fair(share: f64) -> Reference {
        Reference {
            name: format!("fair share {}", with_sign(share, 1)),
            value: share,
        }
    }
}

impl Row {
    /// A row with a single cell, in a colour `#RRGGBB`.
    pub fn of(label: &str, hex: &str, cell: Cell) -> Row {
        Row {
            label: label.to_owned(),
            colour: colour(hex),
            cells: vec![cell],
        }
    }
}

impl Mark {
    /// Creates a mark from a value and the ends of its interval.
    pub fn within(value: f64, low: f64, high: f64) -> Mark {
        Mark {
            value,
            interval: Some([low, high]),
        }
    }
}

impl Form for Marks {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let keys: Vec<(Key, &str)> = match self.marks.as_slice() {
            [] | [_] => vec![],
            [before, after, ..] if self.placed == Placed::Joined => {
                vec![(Key::Ring, before), (Key::Mark(0, INK), after)]
            }
            marks => (0..)
                .zip(marks)
                .map(|(kind, name)| (Key::Mark(kind, INK), name.as_str()))
                .collect(),
        };
        let mut top = legend(canvas, &keys, room);
        let few = self.groups.len() < 2;
        for group in &self.groups {
            if !(few && group.name.is_empty()) {
                let width = (room.width - 2.0 * room.margin()) / 1.15;
                let name = fit(&group.name, 15.0, width);
                canvas.bold(&name, (room.margin(), top + 14.0), 15.0, Align::Left);
                top += GROUP;
            }
            for (index, column) in self.columns.iter().enumerate() {
                top = self.block(canvas, group, (index, column), room, top);
            }
        }
        Size::new(room.width, top + 8.0)
    }
}

impl Marks {
    /// All cells of a column, each with the name of its row.
    fn cells(&self, column: usize) -> impl Iterator<Item = (&str, &Cell)> + Clone {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        rows.filter_map(move |row| Some((row.label.as_str(), row.cells.get(column)?)))
    }

    /// The scale of a column; all groups have the same.
    fn scale(&self, (index, column): (usize, &Column), span: (f64, f64)) -> Scale {
        let marks = self
            .cells(index)
            .flat_map(|(_, cell)| cell.marks.iter().flatten());
        let values = marks
            .flat_map(|mark| mark.interval.into_iter().flatten().chain([mark.value]))
            .chain(column.reference.iter().map(|reference| reference.value));
        let ticks = ((span.1 - span.0) / 60.0).max(2.0);
        Scale::over(values, column.unit, span, ticks)
    }

    /// Height of the plot of a row.
    fn plot(&self, rows: usize, names: &Names) -> f64 {
        let lines = match self.placed {
            Placed::Joined => 1,
            Placed::Apart => self.marks.len().max(1),
        };
        let one = match rows {
            _ if names.above() > 0.0 => 20.0,
            0..=12 => 30.0,
            _ => 24.0,
        };
        if lines > 1 {
            LINE * lines as f64 + 12.0
        } else {
            one
        }
    }

    /// Draws the rows of a group in a column, with the axis below; returns the position of their
    /// lower end.
    fn block(
        &self,
        canvas: &mut Canvas,
        group: &Group,
        (index, column): (usize, &Column),
        room: Room,
        top: f64,
    ) -> f64 {
        let texts = self
            .cells(index)
            .map(|(name, cell)| (name, cell.said.as_str()));
        let names = Names::new(texts, room);
        let (left, right) = names.span();
        let scale = self.scale((index, column), (left + 4.0, right - 4.0));
        let (over, plot) = (names.above(), self.plot(group.rows.len(), &names));
        let reference = column.reference.as_ref();
        let mut from = top + 6.0;
        // The label of the reference stands in a line of its own.
        if reference.is_some_and(|reference| !reference.name.is_empty()) {
            from += 20.0;
        }
        let bottom = from + (over + plot) * group.rows.len() as f64;
        let taken = scale.across(canvas, (from, bottom), column.unit, &column.axis);
        if let Some(reference) = reference {
            let x = scale.within(reference.value);
            if reference.name.is_empty() {
                canvas.line((x, from - 4.0), (x, bottom), INK, 1.5);
            } else {
                canvas.dashes((x, from - 4.0), (x, bottom), INK, 1.5);
                let half = text_width(&reference.name, 13.0) / 2.0;
                let (least, most) = (room.margin() + half, room.width - room.margin() - half);
                let at = x.max(least).min(most.max(least));
                canvas.text(&reference.name, (at, from - 13.0), 13.0, INK, Align::Centre);
            }
        }
        for (row, i) in group.rows.iter().zip(0..) {
            let y = from + (over + plot) * f64::from(i);
            let cell = row.cells.get(index);
            let ink = if cell.is_some_and(|cell| cell.faint) {
                MUTED
            } else {
                INK
            };
            let said = cell.map_or("", |cell| cell.said.as_str());
            names.write(canvas, (y, plot), &row.label, (said, ink));
            if let Some(cell) = cell {
                let place = Place {
                    reference,
                    scale: &scale,
                };
                self.cell(
                    canvas,
                    cell,
                    row.colour,
                    &place,
                    (y + over, y + over + plot),
                );
            }
        }
        bottom + taken + 4.0
    }

    fn cell(
        &self,
        canvas: &mut Canvas,
        cell: &Cell,
        colour: RGBColor,
        place: &Place,
        (top, bottom): (f64, f64),
    ) {
        let scale = place.scale;
        let paint = if cell.faint { GRID } else { colour };
        let marks: Vec<(usize, Mark)> = (0..)
            .zip(&cell.marks)
            .filter_map(|(i, mark)| Some((i, (*mark)?)))
            .filter(|(_, mark)| mark.value.is_finite())
            .collect();
        let middle = top.midpoint(bottom);
        if self.placed == Placed::Joined {
            if let [(_, before), .., (_, after)] = marks.as_slice() {
                let (a, b) = (scale.within(before.value), scale.within(after.value));
                canvas.line((a, middle), (b, middle), paint, 3.0);
            }
            for (i, mark) in marks {
                let at = (scale.within(mark.value), middle);
                interval(canvas, scale, mark, middle, INK);
                match i {
                    0 => ring(canvas, at, 6.5, paint),
                    _ => canvas.disc(at, 6.5, paint),
                }
            }
            return;
        }
        let single = self.marks.len() < 2;
        for (i, mark) in marks {
            let y = if single {
                middle
            } else {
                top + 6.0 + LINE * (i as f64 + 0.5)
            };
            let at = (scale.within(mark.value), y);
            if single {
                // A line from the reference to the value shows the distance.
                if let Some(reference) = place.reference {
                    let from = scale.within(reference.value);
                    canvas.line((from, y), at, paint, 3.0);
                }
                canvas.mark(0, at, 6.0, paint);
            } else {
                canvas.mark(i, at, 5.0, paint);
            }
            interval(canvas, scale, mark, y, if cell.faint { MUTED } else { INK });
        }
    }
}

/// Draws the confidence interval of a mark, with its end strokes.
fn interval(canvas: &mut Canvas, scale: &Scale, mark: Mark, y: f64, ink: RGBColor) {
    let Some(ends) = mark.interval else { return };
    let ends = ends.map(|end| scale.within(end));
    canvas.line((ends[0], y), (ends[1], y), ink, 1.4);
    for end in ends {
        canvas.rect(end - 0.7, y - 5.0, 1.4, 10.0, ink.to_rgba());
    }
}
