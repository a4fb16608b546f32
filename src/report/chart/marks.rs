//! Values with their intervals, as marks in rows, against a reference: rates against a fair share, ratings, differences from zero, before and after, bots side by side.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED, PAPER, colour};
use super::legend::{Key, legend, ring};
use super::scale::{Scale, Unit};
use super::text::{fit, text_width, widest};
use super::{Form, Room, Size, ends};
use crate::report::words::with_sign;

const SIZE: f64 = 14.0;
/// The height of one mark among several of a row.
const LINE: f64 = 15.0;
/// Above a row's plot on a narrow page: its name and its values.
const OVER: f64 = 20.0;
const GROUP: f64 = 30.0;
/// A column beside others is not narrower than this: there is room for its title and its values.
const COLUMN: f64 = 150.0;

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

/// Where a column is drawn.
struct Place<'a> {
    index: usize,
    column: &'a Column,
    scale: Scale,
    /// The right edge of what is written beside the rows, and its width.
    said: (f64, f64),
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
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let names =
            widest(rows().map(|row| row.label.as_str()), SIZE).clamp(40.0, 0.28 * room.width);
        let places = self.places(room, names);
        let few = self.groups.len() < 2;
        for group in &self.groups {
            if !(few && group.name.is_empty()) {
                let width = (room.width - 2.0 * room.margin()) / 1.15;
                let name = fit(&group.name, 15.0, width);
                canvas.bold(&name, (room.margin(), top + 14.0), 15.0, Align::Left);
                top += GROUP;
            }
            for beside in places.chunks(self.beside(room, names)) {
                top = self.block(canvas, group, beside, room, top, names);
            }
        }
        Size::new(room.width, top + 8.0)
    }
}

impl Marks {
    /// Where the columns of a wide page begin, right of the names.
    fn left(room: Room, names: f64) -> f64 {
        room.margin() + names + 14.0
    }

    /// How many columns stand side by side: one on a narrow page; of more than there is room for, as
    /// many in each row of columns.
    fn beside(&self, room: Room, names: f64) -> usize {
        let columns = self.columns.len().max(1);
        let space = room.width - room.margin() - Marks::left(room, names);
        let most = match room.narrow() {
            true => 1,
            false => ((space / COLUMN) as usize).max(1),
        };
        columns.div_ceil(columns.div_ceil(most))
    }

    /// Columns side by side, or, on a narrow page, one below the other.
    fn places<'a>(&'a self, room: Room, names: f64) -> Vec<Place<'a>> {
        let margin = room.margin();
        let left = Marks::left(room, names);
        let beside = self.beside(room, names);
        let width = (room.width - margin - left) / beside as f64;
        let place = |(index, column): (usize, &'a Column)| {
            let cells = || {
                let rows = self.groups.iter().flat_map(|group| &group.rows);
                rows.filter_map(move |row| row.cells.get(index))
            };
            let marks = cells().flat_map(|cell| cell.marks.iter().flatten());
            let values = marks
                .flat_map(|mark| mark.interval.into_iter().flatten().chain([mark.value]))
                .chain(column.reference.iter().map(|reference| reference.value));
            let said = widest(cells().map(|cell| cell.said.as_str()), SIZE);
            let (span, said, ticks) = if room.narrow() {
                let end = room.width - margin;
                ((margin + 22.0, end - 22.0), (end, said), 5.0)
            } else {
                let from = left + width * (index % beside) as f64;
                let end = from + width;
                let said = said.min(width * 0.45);
                (
                    (from + 12.0, end - said - 24.0),
                    (end, said),
                    (width / 85.0).max(2.0),
                )
            };
            Place {
                index,
                column,
                scale: Scale::over(values, column.unit, span, ticks),
                said,
            }
        };
        self.columns.iter().enumerate().map(place).collect()
    }

    /// The height of a row's plot.
    fn plot(&self, rows: usize, narrow: bool) -> f64 {
        let lines = match self.placed {
            Placed::Joined => 1,
            Placed::Apart => self.marks.len().max(1),
        };
        let one = match rows {
            _ if narrow => 20.0,
            0..=12 => 34.0,
            13..=24 => 28.0,
            _ => 22.0,
        };
        if lines > 1 {
            LINE * lines as f64 + 12.0
        } else {
            one
        }
    }

    /// Draws a group's rows in these columns; gives where they end, with their axes.
    fn block(
        &self,
        canvas: &mut Canvas,
        group: &Group,
        places: &[Place],
        room: Room,
        top: f64,
        names: f64,
    ) -> f64 {
        let plot = self.plot(group.rows.len(), room.narrow());
        let over = if room.narrow() { OVER } else { 0.0 };
        // The names of the references stand on a line of their own.
        let named = |place: &Place| {
            let reference = place.column.reference.as_ref();
            reference.is_some_and(|reference| !reference.name.is_empty())
        };
        let mut from = top + 6.0;
        if places.iter().any(named) {
            from += 20.0;
        }
        let bottom = from + (over + plot) * group.rows.len() as f64;
        let mut end = bottom;
        for place in places {
            let taken = place.scale.across(
                canvas,
                (from, bottom),
                place.column.unit,
                &place.column.axis,
            );
            end = end.max(bottom + taken);
            if let Some(reference) = &place.column.reference {
                let x = place.scale.within(reference.value);
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
        }
        for (row, i) in group.rows.iter().zip(0..) {
            let y = from + (over + plot) * f64::from(i);
            if room.narrow() {
                // No line of the axis runs through a name.
                canvas.rect(0.0, y, room.width, OVER - 1.0, PAPER.to_rgba());
                let most = places.iter().map(|place| place.said.1).fold(0.0, f64::max);
                let width = room.width - 2.0 * room.margin() - most - 12.0;
                let at = (room.margin(), y + OVER / 2.0 + 2.0);
                canvas.text(&fit(&row.label, SIZE, width), at, SIZE, INK, Align::Left);
            } else {
                let at = (room.margin() + names, y + plot / 2.0);
                canvas.text(
                    &fit(&row.label, SIZE, names + 0.01),
                    at,
                    SIZE,
                    INK,
                    Align::Right,
                );
            }
            for place in places {
                let Some(cell) = row.cells.get(place.index) else {
                    continue;
                };
                self.cell(canvas, cell, row.colour, place, (y + over, y + over + plot));
                let ink = if cell.faint { MUTED } else { INK };
                let middle = if room.narrow() {
                    y + OVER / 2.0 + 2.0
                } else {
                    y + plot / 2.0
                };
                let said = fit(&cell.said, SIZE, place.said.1 + 0.01);
                canvas.text(&said, (place.said.0, middle), SIZE, ink, Align::Right);
            }
        }
        end + 4.0
    }

    fn cell(
        &self,
        canvas: &mut Canvas,
        cell: &Cell,
        colour: RGBColor,
        place: &Place,
        (top, bottom): (f64, f64),
    ) {
        let scale = &place.scale;
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
                if let Some(reference) = &place.column.reference {
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
