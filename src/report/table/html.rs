//! Tables in an HTML page: cells show rounded values and hold the exact values for sorting. The
//! markup is in `page.html`.

use serde::Serialize;

use super::{Table, Unit};
use crate::report::words::grouped;

/// A table in the form that the page's template expects.
#[derive(Debug, Serialize)]
pub struct Rendered<'a> {
    id: &'a str,
    title: &'a str,
    caption: &'a str,
    columns: Vec<Heading<'a>>,
    rows: Vec<Line<'a>>,
    /// Number of rows in the table, formatted for readers.
    height: String,
    /// True if the page shows the table's rows in a scrollable box.
    long: bool,
    /// True if the page at first shows only the table's heading, and its rows on demand.
    folded: bool,
}

/// Maximum number of rows of a table without a scrollable box. In print, a longer table shows only
/// this many rows.
const MANY: usize = 24;

/// The heading of a table column. The first click on a numeric column sorts it in descending order.
#[derive(Debug, Serialize)]
struct Heading<'a> {
    name: &'a str,
    meaning: &'a str,
    numeric: bool,
}

/// One row of a table in a page; a marked row is highlighted.
#[derive(Debug, Serialize)]
struct Line<'a> {
    cells: Vec<Cell<'a>>,
    marked: bool,
}

#[derive(Debug, Serialize)]
struct Cell<'a> {
    text: String,
    sort: String,
    numeric: bool,
    code: bool,
    colour: Option<&'a str>,
}

impl Table {
    /// Returns whether the table is so long that a page shows its rows in a scrollable box.
    pub fn is_long(&self) -> bool {
        self.height() > MANY
    }
}

impl<'a> Rendered<'a> {
    /// Prepares a table for a page.
    pub fn new(table: &'a Table, folded: bool) -> Rendered<'a> {
        let heading = |column: &'a super::Column| Heading {
            name: &column.name,
            meaning: &column.meaning,
            numeric: column.unit.numeric(),
        };
        let cell = |column: &'a super::Column, row: usize| {
            let text = column.shown(row);
            let exact = column.values.get(row).ok().and_then(|value| value.extract::<f64>());
            Cell {
                sort: match exact.filter(|_| column.unit.numeric()) {
                    Some(value) => value.to_string(),
                    None if column.unit.numeric() => String::new(),
                    None => text.clone(),
                },
                text,
                numeric: column.unit.numeric(),
                code: column.unit == Unit::Command,
                colour: column.colours.get(row).map(String::as_str),
            }
        };
        let line = |row: usize| Line {
            cells: table.columns.iter().map(|column| cell(column, row)).collect(),
            marked: table.marked.get(row).copied().unwrap_or(false),
        };
        Rendered {
            id: &table.name,
            title: &table.title,
            caption: &table.meaning,
            columns: table.columns.iter().map(heading).collect(),
            rows: (0..table.height()).map(line).collect(),
            height: grouped(table.height() as u64),
            long: table.is_long(),
            folded,
        }
    }
}
