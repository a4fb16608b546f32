//! Tables of a page: cells rounded for reading, with the exact values to sort by.

use serde::Serialize;

use crate::report::words::{grouped, percent, signed};

/// A table of the page.
#[derive(Debug, Serialize)]
pub struct Table {
    /// Its id in the page, a word.
    pub id: &'static str,
    #[serde(rename = "title")]
    pub name: String,
    pub caption: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// A heading; numbers are sorted from the largest.
#[derive(Debug, Serialize)]
pub struct Column {
    name: String,
    numeric: bool,
}

/// One row; a marked one is what the eye should find first.
#[derive(Debug, Serialize)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub marked: bool,
}

impl Row {
    /// Marked, if `marked` says so.
    pub fn marked(self, marked: bool) -> Row {
        Row { marked, ..self }
    }
}

impl From<Vec<Cell>> for Row {
    fn from(cells: Vec<Cell>) -> Row {
        Row {
            cells,
            marked: false,
        }
    }
}

impl FromIterator<Cell> for Row {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Row {
        Row::from(cells.into_iter().collect::<Vec<_>>())
    }
}

/// One cell.
#[derive(Debug, Serialize)]
pub struct Cell {
    text: String,
    sort: String,
    numeric: bool,
    colour: Option<String>,
    code: bool,
}

/// A name or a remark.
pub fn text(text: impl Into<String>) -> Cell {
    let text = text.into();
    Cell {
        sort: text.clone(),
        text,
        numeric: false,
        colour: None,
        code: false,
    }
}

/// A number as it is read, and the value to sort by.
pub fn number(text: impl Into<String>, sort: f64) -> Cell {
    Cell {
        text: text.into(),
        sort: sort.to_string(),
        numeric: true,
        colour: None,
        code: false,
    }
}

/// A count.
pub fn count(value: u64) -> Cell {
    number(grouped(value), value as f64)
}

/// A number that may be missing.
pub fn maybe(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(
        Cell {
            text: "–".to_string(),
            sort: String::new(),
            numeric: true,
            colour: None,
            code: false,
        },
        |value| number(format!("{value:.decimals$}"), value),
    )
}

/// A share in %, without the sign.
pub fn share(value: f64) -> Cell {
    number(percent(value, 1), value)
}

/// A difference in percentage points, with its sign.
pub fn points(value: f64) -> Cell {
    number(signed(value * 100.0, 1), value)
}

/// A command, as one would type it.
pub fn command(line: impl Into<String>) -> Cell {
    Cell {
        code: true,
        ..text(line)
    }
}

/// A name with a dot of its colour, `#RRGGBB`.
pub fn dotted(name: impl Into<String>, colour: &str) -> Cell {
    Cell {
        colour: Some(colour.to_owned()),
        ..text(name)
    }
}

/// Columns of words.
pub fn words(names: &[&str]) -> Vec<Column> {
    names
        .iter()
        .map(|name| Column {
            name: (*name).to_string(),
            numeric: false,
        })
        .collect()
}

/// Columns of numbers.
pub fn numbers<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Vec<Column> {
    names
        .into_iter()
        .map(|name| Column {
            name: name.as_ref().to_string(),
            numeric: true,
        })
        .collect()
}
