//! The one table: columns with name, type, unit and meaning. A [`Row`] type writes and reads it; one piece of code each makes it Parquet or CSV
//! (`files`), a sortable table of a page (`html`) and text for a terminal (`text`).

mod files;
mod html;
mod row;
mod text;

use anyhow::{Result, anyhow};
use polars::prelude::{AnyValue, BooleanChunked, DataType, Series};

pub use self::files::{MOST_BYTES, RowGroups, Tables};
pub use self::html::{Keys, Rendered};
pub use self::row::{Field, Row, Value};
pub(crate) use self::row::{by_name, named, row};
pub use self::text::{Excerpt, WIDTH};

use super::words::{grouped, percent, signed};

/// A table: as it is kept in a file, or as a page shows it.
#[derive(Debug, Clone)]
pub struct Table {
    /// The name of its file, or of its place in the page.
    pub name: String,
    /// What a page calls it.
    pub title: String,
    /// What its rows are.
    pub meaning: String,
    pub columns: Vec<Column>,
    /// The rows that the eye should find first; empty if there are none.
    pub marked: Vec<bool>,
    /// Its numbers are not to be relied on.
    pub doubtful: bool,
}

/// A column: values of one type, some of which may be missing.
#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    pub unit: Unit,
    pub meaning: String,
    pub values: Series,
    /// It is half the width of the interval of the column before it.
    pub plus_minus: bool,
    /// Of a column of names: a colour for each, `#RRGGBB`; else empty.
    pub colours: Vec<String>,
}

/// What values mean, and so how people read them. The number is that of the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Names, keys, verdicts.
    Word,
    /// Something to type.
    Command,
    /// True or false.
    Flag,
    /// How many.
    Count,
    /// Which one: a round, a seat, a place; from 1 unless it is said otherwise.
    Ordinal,
    /// A share or a probability, 0…1; shown in %.
    Share(usize),
    /// A difference of two shares, −1…1; shown in percentage points, with its sign.
    Points(usize),
    /// A quantity, with the name of its unit.
    Number(usize, &'static str),
    /// A quantity shown with its sign.
    Signed(usize, &'static str),
}

impl Unit {
    /// The unit as documentation names it.
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

    /// Numbers stand to the right, and are sorted from the largest.
    pub fn numeric(self) -> bool {
        !matches!(self, Unit::Word | Unit::Command | Unit::Flag)
    }

    /// A number as it is read.
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
    /// A value as it is read: a dash where it is missing.
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

/// The columns of tables that name bots.
const BOTS: [&str; 4] = ["strategy", "level", "level_next", "other"];

impl Table {
    /// A table without columns.
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

    /// The same with a line for each of these, of which columns are made.
    pub fn of<R>(self, rows: &[R]) -> Lines<'_, R> {
        Lines { rows, table: self }
    }

    /// Adds a column.
    pub fn push<V: Value>(
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

    /// The columns whose names are these, in their order here; a "±" is that of the column before it.
    pub fn only(&self, named: impl Fn(&str) -> bool) -> Table {
        let mut kept = self.clone();
        let mut last = false;
        kept.columns.retain(|column| {
            last = named(&column.name) && (last || !column.plus_minus);
            last
        });
        kept
    }

    /// Adds the rows of a table with the same columns.
    ///
    /// # Errors
    /// If its columns are others.
    pub fn append(&mut self, more: &Table) -> Result<()> {
        for (column, more) in self.columns.iter_mut().zip(&more.columns) {
            column.values.append(&more.values)?;
        }
        Ok(())
    }

    /// Moves the last column behind the one of this name, if there is one.
    pub fn last_after(mut self, name: &str) -> Table {
        if let Some(at) = self.columns.iter().position(|column| column.name == name) {
            self.columns[at + 1..].rotate_right(1);
        }
        self
    }

    /// The table with these rows only, by their indices in ascending order.
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

    /// How many rows it has.
    pub fn height(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The values of a column.
    ///
    /// # Errors
    /// If it has none of this name.
    pub fn column(&self, name: &str) -> Result<&Series> {
        let found = self.columns.iter().find(|column| column.name == name);
        let found = found.map(|column| &column.values);
        found.ok_or_else(|| anyhow!("table {} has no column {name}", self.name))
    }

    /// The values of a column, as a type of ours.
    ///
    /// # Errors
    /// If it has none of this name, or holds another type in it, or has gaps where there may be none.
    pub fn values<V: Value>(&self, name: &str) -> Result<Vec<V>> {
        let why = || format!("table {}, column {name}", self.name);
        V::values(self.column(name)?).map_err(|error| error.context(why()))
    }

    /// Calls a column by another name.
    pub fn rename(mut self, from: &str, to: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == from) {
            column.name = to.to_owned();
            column.values.rename(to.into());
        }
        self
    }

    /// The same with other words in the columns that name bots.
    ///
    /// # Errors
    /// If such a column holds no words.
    fn with_words(&self, of: impl Fn(&str) -> String) -> Result<Table> {
        let mut table = self.clone();
        for column in &mut table.columns {
            if BOTS.contains(&column.name.as_str()) {
                let words = Option::<String>::values(&column.values)?.into_iter();
                let words = words.map(|word| word.map(|word| of(&word)));
                column.values = Option::<String>::series(&column.name, words.collect());
            }
        }
        Ok(table)
    }

    /// Keeps the whole numbers of a column, at most 255, in a byte each.
    pub fn narrow(mut self, name: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == name) {
            if let Ok(values) = column.values.strict_cast(&DataType::UInt8) {
                column.values = values;
            }
        }
        self
    }

    /// Its columns with their types, as in "games u64, win_rate f64".
    pub fn columns_and_types(&self) -> String {
        let columns = self.columns.iter();
        let columns: Vec<String> = columns
            .map(|column| format!("{} {}", column.name, type_name(column.values.dtype())))
            .collect();
        columns.join(", ")
    }
}

/// A table in the making: a line for each of some rows, and columns by what they have.
pub struct Lines<'a, R> {
    rows: &'a [R],
    pub table: Table,
}

impl<'a, R> Lines<'a, R> {
    /// The same with a column more.
    pub fn with<V: Value>(
        mut self,
        name: impl Into<String>,
        unit: Unit,
        value: impl Fn(&'a R) -> V,
    ) -> Self {
        self.table.push(name, unit, "", self.rows.iter().map(value));
        self
    }

    /// The same with a column of words.
    pub fn word<W: Into<String>>(self, name: impl Into<String>, word: impl Fn(&'a R) -> W) -> Self {
        self.with(name, Unit::Word, |row| word(row).into())
    }

    /// The same with half the widths of the intervals of the last column's values.
    pub fn plus_minus<V: Value>(mut self, half: impl Fn(&'a R) -> V) -> Self {
        let unit = self.table.columns.last().map_or(Unit::Word, |of| of.unit);
        self = self
            .with("±", unit, half)
            .meaning("half the width of the interval");
        self.last(|column| column.plus_minus = true)
    }

    /// The same with a colour to each value of the last column, `#RRGGBB`.
    pub fn coloured<C: Into<String>>(self, colour: impl Fn(&'a R) -> C) -> Self {
        let colours = self.rows.iter().map(|row| colour(row).into()).collect();
        self.last(|column| column.colours = colours)
    }

    /// The same with what the last column means.
    pub fn meaning(self, meaning: impl Into<String>) -> Self {
        self.last(|column| column.meaning = meaning.into())
    }

    /// The same with rows marked.
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

/// The values at these indices.
fn kept_of<T: Clone>(values: &[T], kept: &[usize]) -> Vec<T> {
    let of = |row: &usize| values.get(*row).cloned();
    kept.iter().filter_map(of).collect()
}

/// A type as documentation names it.
pub fn type_name(kind: &DataType) -> String {
    kind.to_string()
}
