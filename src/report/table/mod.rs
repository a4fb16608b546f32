//! The table type of all reports: columns with name, type, unit and meaning. A [`Row`] type
//! converts to and from a table. One module each renders a table as Parquet or CSV (`files`), as a
//! sortable table in a page (`html`), and as text for a terminal (`text`).

mod files;
mod html;
mod row;
mod text;

use anyhow::{Result, anyhow};
use polars::prelude::{AnyValue, BooleanChunked, DataType, Series};

pub use self::files::{MOST_BYTES, RowGroups, Tables};
pub use self::html::{Keys, Rendered};
pub use self::row::{ColumnValue, Row, RowField};
pub(crate) use self::row::{by_name, named, row};
pub use self::text::{Excerpt, WIDTH, described};

use super::words::{grouped, percent, signed};

/// A table, as stored in a file or as shown in a page.
#[derive(Debug, Clone)]
pub struct Table {
    /// The name of the table's file, or of its place in the page.
    pub name: String,
    /// The title in a page.
    pub title: String,
    /// Description of what one row stands for.
    pub meaning: String,
    pub columns: Vec<Column>,
    /// For each row: true if the row is highlighted. Empty if no row is.
    pub marked: Vec<bool>,
    /// True if the numbers are unreliable, because the bots have not learnt the scenario.
    pub doubtful: bool,
}

/// A column: values of one type, some of which may be missing.
#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    pub unit: Unit,
    pub meaning: String,
    pub values: Series,
    /// True if the column holds the half-widths of the intervals of the column before it.
    pub plus_minus: bool,
    /// For a column of names: a colour for each row, `#RRGGBB`; else empty.
    pub colours: Vec<String>,
}

/// The unit of a column's values, which determines their format. The number in a variant is the
/// number of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Names, keys and verdicts.
    Word,
    /// A command to type.
    Command,
    /// True or false.
    Flag,
    /// A count.
    Count,
    /// A position, such as a round, a seat or a place, counted from 1 unless stated otherwise.
    Ordinal,
    /// A share or a probability, 0 to 1; shown in %.
    Share(usize),
    /// A difference of two shares, −1 to 1; shown in percentage points with its sign.
    Points(usize),
    /// A quantity, with the name of its unit.
    Number(usize, &'static str),
    /// A quantity shown with its sign.
    Signed(usize, &'static str),
}

impl Unit {
    /// Returns the unit's name in the documentation.
    pub fn words(self) -> &'static str {
        match self {
            Unit::Word | Unit::Command => "",
            Unit::Flag => "true or false",
            Unit::Count => "count",
            Unit::Ordinal => "number",
            Unit::Share(_) => "0…1",
            Unit::Points(_) => "−1…1",
            Unit::Number(_, unit) | Unit::Signed(_, unit) => unit,
        }
    }

    /// Returns whether values are numbers, which are right-aligned and sort in descending order.
    pub fn numeric(self) -> bool {
        !matches!(self, Unit::Word | Unit::Command | Unit::Flag)
    }

    /// Returns a number, formatted for readers.
    fn written(self, value: f64) -> String {
        match self {
            Unit::Share(decimals) => percent(value, decimals),
            Unit::Points(decimals) => signed(value * 100.0, decimals),
            Unit::Number(decimals, _) => format!("{value:.decimals$}"),
            Unit::Signed(decimals, _) => signed(value, decimals),
            Unit::Count => grouped(value as u64),
            _ => value.to_string(),
        }
    }
}

impl Column {
    /// Formats a value for readers; a missing value is shown as a dash.
    pub fn shown(&self, row: usize) -> String {
        match self.values.get(row) {
            Ok(AnyValue::String(text)) => text.to_string(),
            Ok(AnyValue::Boolean(yes)) => if yes { "yes" } else { "no" }.to_string(),
            Ok(AnyValue::Null) | Err(_) => "–".to_string(),
            Ok(value) => {
                let value = value.extract().unwrap_or(f64::NAN);
                match self.unit {
                    Unit::Points(decimals) if self.plus_minus => percent(value, decimals),
                    Unit::Signed(decimals, _) if self.plus_minus => format!("{value:.decimals$}"),
                    unit => unit.written(value),
                }
            }
        }
    }
}

impl Table {
    /// Creates a table without columns.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        meaning: impl Into<String>,
    ) -> Table {
        Table {
            name: name.into(),
            title: title.into(),
            meaning: meaning.into(),
            columns: vec![],
            marked: vec![],
            doubtful: false,
        }
    }

    /// Begins a table with one line per element of `rows`. Methods of [`RowLines`] add the columns.
    pub fn of<R>(self, rows: &[R]) -> RowLines<'_, R> {
        RowLines { rows, table: self }
    }

    /// Adds a column.
    pub fn push<V: ColumnValue>(
        &mut self,
        name: impl Into<String>,
        unit: Unit,
        meaning: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) {
        let name = name.into();
        self.columns.push(Column {
            values: V::series(&name, values.into_iter().collect()),
            name,
            unit,
            meaning: meaning.into(),
            plus_minus: false,
            colours: vec![],
        });
    }

    /// Returns the columns with these names, in their original order; a "±" column belongs to the
    /// column before it.
    pub fn only(&self, named: impl Fn(&str) -> bool) -> Table {
        let mut kept = self.clone();
        let mut last = false;
        kept.columns.retain(|column| {
            last = named(&column.name) && (last || !column.plus_minus);
            last
        });
        kept
    }

    /// Appends the rows of a table with the same columns.
    ///
    /// # Errors
    /// Fails if the columns differ.
    pub fn append(&mut self, more: &Table) -> Result<()> {
        for (column, more) in self.columns.iter_mut().zip(&more.columns) {
            column.values.append(&more.values)?;
        }
        Ok(())
    }

    /// Moves the last column behind the column with this name. Does nothing if the table has no
    /// such column.
    pub fn last_after(mut self, name: &str) -> Table {
        if let Some(at) = self.columns.iter().position(|column| column.name == name) {
            self.columns[at + 1..].rotate_right(1);
        }
        self
    }

    /// Returns the table with only the rows at these indices, which are in ascending order.
    pub fn rows(&self, kept: &[usize]) -> Table {
        let mut table = self.clone();
        let mask: BooleanChunked = (0..self.height()).map(|row| kept.contains(&row)).collect();
        for column in &mut table.columns {
            let rows = column.values.filter(&mask);
            column.values = rows.expect("a mask as long as the column");
            column.colours = kept_of(&column.colours, kept);
        }
        table.marked = kept_of(&self.marked, kept);
        table
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Returns the values of a column.
    ///
    /// # Errors
    /// Fails if no column has this name.
    pub fn column(&self, name: &str) -> Result<&Series> {
        let found = self.columns.iter().find(|column| column.name == name);
        let found = found.map(|column| &column.values);
        found.ok_or_else(|| anyhow!("table {} has no column {name}", self.name))
    }

    /// Renames a column.
    pub fn rename(mut self, from: &str, to: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == from) {
            column.name = to.to_owned();
            column.values.rename(to.into());
        }
        self
    }

    /// Stores a column of whole numbers in one byte per value. All values must be at most 255.
    pub fn narrow(mut self, name: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == name) {
            if let Ok(values) = column.values.strict_cast(&DataType::UInt8) {
                column.values = values;
            }
        }
        self
    }

    /// Returns the columns with their types, as in "games u64, win_rate f64".
    pub fn columns_and_types(&self) -> String {
        let columns = self.columns.iter();
        let columns: Vec<String> = columns
            .map(|column| format!("{} {}", column.name, type_name(column.values.dtype())))
            .collect();
        columns.join(", ")
    }
}

/// A table under construction: one line per row object, and columns derived from the objects.
pub struct RowLines<'a, R> {
    rows: &'a [R],
    pub table: Table,
}

impl<'a, R> RowLines<'a, R> {
    /// Adds a column.
    pub fn with<V: ColumnValue>(
        mut self,
        name: impl Into<String>,
        unit: Unit,
        value: impl Fn(&'a R) -> V,
    ) -> Self {
        self.table.push(name, unit, "", self.rows.iter().map(value));
        self
    }

    /// Adds a column of texts.
    pub fn word<W: Into<String>>(self, name: impl Into<String>, word: impl Fn(&'a R) -> W) -> Self {
        self.with(name, Unit::Word, |row| word(row).into())
    }

    /// Adds a column with the half-widths of the intervals of the last column's values.
    pub fn plus_minus<V: ColumnValue>(mut self, half: impl Fn(&'a R) -> V) -> Self {
        let unit = self.table.columns.last().map_or(Unit::Word, |of| of.unit);
        self = self
            .with("±", unit, half)
            .meaning("half the width of the interval");
        self.last(|column| column.plus_minus = true)
    }

    /// Adds a colour, `#RRGGBB`, to each value of the last column.
    pub fn coloured<C: Into<String>>(self, colour: impl Fn(&'a R) -> C) -> Self {
        let colours = self.rows.iter().map(|row| colour(row).into()).collect();
        self.last(|column| column.colours = colours)
    }

    /// Sets the meaning of the last column.
    pub fn meaning(self, meaning: impl Into<String>) -> Self {
        self.last(|column| column.meaning = meaning.into())
    }

    /// Marks the rows to highlight.
    pub fn marked(mut self, marked: impl Fn(&'a R) -> bool) -> Table {
        self.table.marked = self.rows.iter().map(marked).collect();
        self.table
    }

    fn last(mut self, change: impl FnOnce(&mut Column)) -> Self {
        if let Some(column) = self.table.columns.last_mut() {
            change(column);
        }
        self
    }
}

/// Returns the values at these indices.
fn kept_of<T: Clone>(values: &[T], kept: &[usize]) -> Vec<T> {
    let of = |row: &usize| values.get(*row).cloned();
    kept.iter().filter_map(of).collect()
}

/// Returns the name of a type in the documentation.
pub fn type_name(kind: &DataType) -> String {
    kind.to_string()
}
