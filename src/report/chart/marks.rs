//! Values with their intervals, as marks in rows, against a reference: rates against a fair share, ratings, differences from zero, before and after, bots side by side.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED, colour};
use super::legend::{Key, legend, ring};
use super::rows::Names;
use super::scale::{Scale, Unit};
use super::text::{fit, text_width};
use super::{Form, Room, Size, ends};
use crate::report::words::with_sign;

/// The height of one mark among several of a row.
const LINE: f64 = 15.0;
const GROUP: f64 = 30.0;

/// The form.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// What is measured: a column each, each to its own scale, the same for all groups.
    pub columns: Vec<Column>,
    /// What the marks of a row are, if there are several.
    pub marks: Vec<String>,
    pub placed: Placed,
    pub groups: Vec<Group>,
}

/// How several marks of a row are placed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Placed {
    /// Each on a line of its own, with a sign of its own.
    #[default]
    Apart,
    /// The first as a ring, the second as a disc, joined: before and after.
    Joined,
}

/// What is measured.
#[derive(Debug, Clone)]
pub struct Column {
    /// The axis's title, with the unit.
    pub axis: String,
    pub unit: Unit,
    pub reference: Option<Reference>,
}

/// What values are compared with.
#[derive(Debug, Clone)]
pub struct Reference {
    /// As it is written at its line; a line without a name is drawn through, as the zero of differences is.
    pub name: String,
    pub value: f64,
}

/// Rows that belong together, such as those of a variant; with a name, unless it is the only group.
#[derive(Debug, Clone, Default)]
pub struct Group {
    pub name: String,
    pub rows: Vec<Row>,
}

/// An entrant, a team, a bot.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    pub colour: RGBColor,
    /// By column.
    pub cells: Vec<Cell>,
}

/// The values of a row in a column.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    pub marks: Vec<Option<Mark>>,
    /// What is written beside them.
    pub said: String,
    /// It is not to be told from the reference: drawn faint.
    pub faint: bool,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

/// Where a cell is drawn.
struct Place<'a> {
    reference: Option<&'a Reference>,
    scale: &'a Scale,
}

impl Marks {
    /// The first and the last rows of each group that has many, and how many the largest group has; none if there are few.
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

    /// One column of rows, which are no groups.
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
    /// The share that all would have if they were alike.
    pub fn fair(share: f64) -> Reference {
        Reference {
            name: format!("fair share {}", with_sign(share, 1)),
            value: share,
        }
    }
}

impl Row {
    /// A row of one cell, in a colour `#RRGGBB`.
    pub fn of(label: &str, hex: &str, cell: Cell) -> Row {
        Row {
            label: label.to_owned(),
            colour: colour(hex),
            cells: vec![cell],
        }
    }
}

impl Mark {
    /// A value and the ends of its interval.
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
    /// All cells of a column, with the names of their rows.
    fn cells(&self, column: usize) -> impl Iterator<Item = (&str, &Cell)> + Clone {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        rows.filter_map(move |row| Some((row.label.as_str(), row.cells.get(column)?)))
    }

    /// The scale of a column, the same for all groups.
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

    /// The height of a row's plot.
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

    /// Draws a group's rows in a column; returns where they end, with their axis.
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
        // The name of the reference stands on a line of its own.
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
                // From the reference to the value: the eye reads the distance.
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

/// Draws the interval of a mark, with its ends.
fn interval(canvas: &mut Canvas, scale: &Scale, mark: Mark, y: f64, ink: RGBColor) {
    let Some(ends) = mark.interval else { return };
    let ends = ends.map(|end| scale.within(end));
    canvas.line((ends[0], y), (ends[1], y), ink, 1.4);
    for end in ends {
        canvas.rect(end - 0.7, y - 5.0, 1.4, 10.0, ink.to_rgba());
    }
}
