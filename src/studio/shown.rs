//! Converts answers to JSON for the page. Numbers in tables have the digits that the report shows.

use polars::prelude::{AnyValue, Series};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::report::page::Warning;
use crate::report::table::Column;
use crate::report::{Answer, Table};

/// An answer as the page shows it.
#[derive(Debug, Serialize)]
pub struct ShownAnswer {
    pub headline: String,
    pub verdict: Vec<String>,
    pub warnings: Vec<String>,
    /// The commands that continue from the results.
    pub next: Vec<String>,
    /// The tables of the report's page.
    pub tables: Vec<ShownTable>,
}

/// A table with its cells as texts.
#[derive(Debug, Serialize)]
pub struct ShownTable {
    pub id: String,
    pub title: String,
    pub meaning: String,
    pub columns: Vec<ShownColumn>,
    pub rows: Vec<Vec<String>>,
    /// For each row, whether it is highlighted; empty if no row is.
    pub marked: Vec<bool>,
}

/// The heading of a column.
#[derive(Debug, Serialize)]
pub struct ShownColumn {
    pub name: String,
    pub numeric: bool,
}

impl ShownAnswer {
    pub fn new(answer: &Answer, warnings: &[Warning]) -> ShownAnswer {
        let page = &answer.page;
        let tables = page.changed.iter().chain(&page.tables);
        ShownAnswer {
            headline: page.headline.clone(),
            verdict: page.verdict.clone(),
            warnings: warnings.iter().map(Warning::sentence).collect(),
            next: page.next.clone(),
            tables: tables.filter(|table| table.height() > 0).map(ShownTable::new).collect(),
        }
    }
}

impl ShownTable {
    fn new(table: &Table) -> ShownTable {
        let column = |column: &Column| ShownColumn {
            name: column.name.clone(),
            numeric: column.unit.numeric(),
        };
        let row = |row| table.columns.iter().map(|column| column.shown(row)).collect();
        ShownTable {
            id: table.name.clone(),
            title: table.title.clone(),
            meaning: table.meaning.clone(),
            columns: table.columns.iter().map(column).collect(),
            rows: (0..table.height()).map(row).collect(),
            marked: table.marked.clone(),
        }
    }
}

/// Returns the rows of a table of results as objects, with only the columns of these names.
pub fn rows(table: &Table, columns: &[&str]) -> Vec<Map<String, Json>> {
    let kept = || table.columns.iter().filter(|column| columns.contains(&column.name.as_str()));
    let row = |row| kept().map(|column| (column.name.clone(), cell(&column.values, row))).collect();
    (0..table.height()).map(row).collect()
}

fn cell(values: &Series, row: usize) -> Json {
    match values.get(row) {
        Ok(AnyValue::String(text)) => text.into(),
        Ok(AnyValue::Boolean(yes)) => yes.into(),
        Ok(AnyValue::Null) | Err(_) => Json::Null,
        Ok(value) => value.extract::<f64>().map_or(Json::Null, Json::from),
    }
}
