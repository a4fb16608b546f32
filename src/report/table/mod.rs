//! The table type of all reports: columns with name, type, unit and meaning. A [`Row`] type is a
//! struct whose fields become columns. One module each renders a table as Parquet or CSV (`files`),
//! as a sortable table in a page (`html`), and as text for a terminal (`text`).

mod files;
mod html;
mod row;
mod text;

use anyhow::{Result, anyhow};
use polars::prelude::{AnyValue, BooleanChunked, DataType, Series};

pub use self::files::{MOST_BYTES, RowGroups, Tables, copy_as_csv};
pub use self::html::Rendered;
pub use self::row::{ColumnValue, Row, RowField};
pub(crate) use self::row::{by_name, named, row};
pub use self::text::{Excerpt, WIDTH, described};

use super::words::{decimals_from, grouped, percent, points_margin, signed};

/// A table, as stored in a file or as shown in a page.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name of the table's file; for a table that is only in a page, the identifier in the page.
    pub name: String,
    /// Title of the table in a page.
    pub title: String,
    /// Description of what one row stands for.
    pub meaning: String,
    pub columns: Vec<Column>,
    /// For each row of the table: true if the row is highlighted. Empty if no row is highlighted.
    pub marked: Vec<bool>,
    /// For each row of the table: true if a terminal prefers the row to others if the table is too
    /// long to be shown in full. Empty if all rows are alike.
    pub preferred: Vec<bool>,
}

/// A column of a table: values of one type, some of which may be missing.
#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    pub unit: Unit,
    pub meaning: String,
    pub values: Series,
    /// For a column of margins of error (the numbers after "±"): the values in the column before
    /// it, to which the margins belong.
    pub margins_of: Option<Series>,
    /// True if the table has this column in a terminal, too.
    pub in_terminal: bool,
    /// For a column of names, a colour for each row, as `#RRGGBB`. For other columns, empty.
    pub colours: Vec<String>,
}

/// The unit of a column's values, which determines their format. A whole number in a variant of the
/// enum is the number of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A text, such as a name, a key or a verdict.
    Word,
    /// A command line to type in a shell.
    Command,
    /// A truth value.
    Flag,
    /// A whole number of things, such as games.
    Count,
    /// A position, such as a round, a seat or a place, counted from 1 unless stated otherwise.
    Ordinal,
    /// A share or a probability, 0 to 1; shown in %.
    Share(usize),
    /// A difference of two shares, −1 to 1; shown in percentage points with its sign.
    Points(usize),
    /// A distance of two shares, 0 to 1; shown in percentage points without a sign.
    Distance(usize),
    /// A quantity; the text is the name of its unit.
    Number(usize, &'static str),
    /// A quantity that is shown with its sign, + or −; the text is the name of its unit.
    Signed(usize, &'static str),
}

impl Unit {
    /// Returns the name of the unit for the documentation of columns.
    pub fn words(self) -> &'static str {
        match self {
            Unit::Word | Unit::Command => "",
            Unit::Flag => "true or false",
            Unit::Count => "count",
            Unit::Ordinal => "number",
            Unit::Share(_) | Unit::Distance(_) => "0…1",
            Unit::Points(_) => "−1…1",
            Unit::Number(_, unit) | Unit::Signed(_, unit) => unit,
        }
    }

    /// Returns whether values in this unit are numbers. Numbers are right-aligned and sort in
    /// descending order.
    pub fn numeric(self) -> bool {
        !matches!(self, Unit::Word | Unit::Command | Unit::Flag)
    }

    /// Returns this unit with at least so many decimals that the margin of error `margin` is not
    /// rounded to zero.
    fn finer(self, margin: f64) -> Unit {
        let share = |least: usize| decimals_from(least, margin * 100.0);
        match self {
            Unit::Share(decimals) => Unit::Share(share(decimals)),
            Unit::Points(decimals) => Unit::Points(share(decimals)),
            Unit::Distance(decimals) => Unit::Distance(share(decimals)),
            Unit::Number(decimals, name) => Unit::Number(decimals_from(decimals, margin), name),
            Unit::Signed(decimals, name) => Unit::Signed(decimals_from(decimals, margin), name),
            other => other,
        }
    }

    /// Formats a number in this unit for readers.
    fn written(self, value: f64) -> String {
        match self {
            Unit::Share(decimals) | Unit::Distance(decimals) => percent(value, decimals),
            Unit::Points(decimals) => signed(value * 100.0, decimals),
            Unit::Number(decimals, _) => format!("{value:.decimals$}").replace('-', "−"),
            Unit::Signed(decimals, _) => signed(value, decimals),
            Unit::Count => grouped(value as u64),
            _ => value.to_string(),
        }
    }
}

impl Column {
    /// Formats the value in a row for readers; a missing value is shown as a dash.
    pub fn shown(&self, row: usize) -> String {
        match self.values.get(row) {
            Ok(AnyValue::String(text)) => text.to_string(),
            Ok(AnyValue::Boolean(yes)) => if yes { "yes" } else { "no" }.to_string(),
            Ok(AnyValue::Null) | Err(_) => "–".to_string(),
            Ok(value) => {
                let number = |value: AnyValue| value.extract().unwrap_or(f64::NAN);
                let (value, of) = (number(value), self.margins_of.as_ref());
                match (self.unit, of.and_then(|of| of.get(row).ok())) {
                    (Unit::Points(fine), Some(of)) => points_margin(number(of), value, fine),
                    (Unit::Signed(fine, _), Some(_)) => format!("{value:.fine$}"),
                    (unit, _) => unit.written(value),
                }
            }
        }
    }
}

impl Table {
    /// Creates a table that has no columns yet.
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
            preferred: vec![],
        }
    }

    /// Begins to add columns to the table, with one table row per element of `rows`. Methods of
    /// [`RowLines`] add the columns.
    pub fn of<R>(self, rows: &[R]) -> RowLines<'_, R> {
        RowLines { rows, table: self }
    }

    /// Adds a column to the table.
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
            margins_of: None,
            in_terminal: false,
            colours: vec![],
        });
    }

    /// Returns the table with only the columns for a terminal, see [`RowLines::in_terminal`].
    pub fn for_terminal(&self) -> Table {
        let mut kept = self.clone();
        kept.columns.retain(|column| column.in_terminal);
        kept
    }

    /// Returns the table with only the rows at these indices. The indices must be in ascending
    /// order.
    pub fn rows(&self, kept: &[usize]) -> Table {
        let mut table = self.clone();
        let mask: BooleanChunked = (0..self.height()).map(|row| kept.contains(&row)).collect();
        let kept_rows = |of: &Series| of.filter(&mask).expect("a mask as long as the column");
        for column in &mut table.columns {
            column.values = kept_rows(&column.values);
            column.margins_of = column.margins_of.as_ref().map(kept_rows);
            column.colours = kept_of(&column.colours, kept);
        }
        table.marked = kept_of(&self.marked, kept);
        table.preferred = kept_of(&self.preferred, kept);
        table
    }

    /// Returns the number of rows in the table.
    pub fn height(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Returns the values of the column with this name.
    ///
    /// # Errors
    /// Fails if no column has this name.
    pub fn column(&self, name: &str) -> Result<&Series> {
        let found = self.columns.iter().find(|column| column.name == name);
        let found = found.map(|column| &column.values);
        found.ok_or_else(|| anyhow!("table {} has no column {name}", self.name))
    }

    /// Renames a column of the table.
    pub fn rename(mut self, from: &str, to: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == from) {
            column.name = to.to_owned();
            column.values.rename(to.into());
        }
        self
    }

    /// Changes the storage type of a column of whole numbers to one byte per value. All values must
    /// be at most 255.
    pub fn narrow(mut self, name: &str) -> Table {
        for column in self.columns.iter_mut().filter(|column| column.name == name) {
            if let Ok(values) = column.values.strict_cast(&DataType::UInt8) {
                column.values = values;
            }
        }
        self
    }
}

/// A table under construction: one line per object, with columns computed from the objects.
pub struct RowLines<'a, R> {
    rows: &'a [R],
    pub table: Table,
}

impl<'a, R> RowLines<'a, R> {
    /// Adds a column to the table, whose values are computed from the row objects.
    pub fn with<V: ColumnValue>(
        mut self,
        name: impl Into<String>,
        unit: Unit,
        value: impl Fn(&'a R) -> V,
    ) -> Self {
        self.table.push(name, unit, "", self.rows.iter().map(value));
        self
    }

    /// Adds a column of texts to the table, computed from the row objects.
    pub fn word<W: Into<String>>(self, name: impl Into<String>, word: impl Fn(&'a R) -> W) -> Self {
        self.with(name, Unit::Word, |row| word(row).into())
    }

    /// Adds a "±" column, with the margins of error of the last column's values (`report::shared`).
    /// A terminal shows both columns or none. Both columns have so many decimals that no margin is
    /// rounded to zero.
    pub fn plus_minus<V: ColumnValue>(mut self, margin: impl Fn(&'a R) -> V) -> Self {
        let last = self.table.columns.last();
        let (unit, in_terminal) = last.map_or((Unit::Word, false), |of| (of.unit, of.in_terminal));
        let points = matches!(unit, Unit::Points(_));
        let cut = if points { "; in brackets: the interval, within ±100 points" } else { "" };
        let meaning = format!("half of the interval, or the distance to its farther end{cut}");
        self = self.with("±", unit, margin).meaning(meaning);
        if let [.., value, margins] = &mut self.table.columns[..] {
            let all = (0..margins.values.len()).map(|row| margins.values.get(row));
            let all = all.filter_map(|margin| margin.ok()?.extract::<f64>());
            let least = all.filter(|margin| *margin > 0.0).fold(f64::INFINITY, f64::min);
            margins.unit = unit.finer(least);
            value.unit = margins.unit;
            margins.margins_of = Some(value.values.clone());
            margins.in_terminal = in_terminal;
        }
        self
    }

    /// Marks the last column as a column for a terminal, see [`Table::for_terminal`].
    pub fn in_terminal(self) -> Self {
        self.last(|column| column.in_terminal = true)
    }

    /// Adds a colour, `#RRGGBB`, to each value of the last column.
    pub fn coloured<C: Into<String>>(self, colour: impl Fn(&'a R) -> C) -> Self {
        let colours = self.rows.iter().map(|row| colour(row).into()).collect();
        self.last(|column| column.colours = colours)
    }

    /// Sets the description of the last column.
    pub fn meaning(self, meaning: impl Into<String>) -> Self {
        self.last(|column| column.meaning = meaning.into())
    }

    /// Sets which rows of the table are highlighted.
    pub fn marked(mut self, marked: impl Fn(&'a R) -> bool) -> Table {
        self.table.marked = self.rows.iter().map(marked).collect();
        self.table
    }

    /// Sets which rows a terminal prefers if the table is too long to be shown in full.
    pub fn preferred(mut self, preferred: impl Fn(&'a R) -> bool) -> Self {
        self.table.preferred = self.rows.iter().map(preferred).collect();
        self
    }

    fn last(mut self, change: impl FnOnce(&mut Column)) -> Self {
        if let Some(column) = self.table.columns.last_mut() {
            change(column);
        }
        self
    }
}

/// Returns the values of a column at these row indices.
fn kept_of<T: Clone>(values: &[T], kept: &[usize]) -> Vec<T> {
    let of = |row: &usize| values.get(*row).cloned();
    kept.iter().filter_map(of).collect()
}

/// Returns the name of a column's data type, as the documentation shows it.
pub fn type_name(kind: &DataType) -> String {
    kind.to_string()
}
