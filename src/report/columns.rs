//! The columns of a table: put together from plain vectors, and read back as such.

use anyhow::{Result, ensure};
use polars::prelude::DataFrame;

/// A frame of columns, each named as its vector.
macro_rules! frame {
    ($($name:ident),+ $(,)?) => {
        DataFrame::new_infer_height(vec![$(Column::new(stringify!($name).into(), $name)),+]).map_err(anyhow::Error::from)
    };
}
pub(in crate::report) use frame;

/// A column of names.
pub fn texts(table: &DataFrame, name: &str) -> Result<Vec<String>> {
    let column = table.column(name)?.str()?;
    ensure!(column.null_count() == 0, "column {name} has gaps");
    Ok(column.iter().flatten().map(str::to_string).collect())
}

/// A column of names, with gaps.
pub fn maybe_texts(table: &DataFrame, name: &str) -> Result<Vec<Option<String>>> {
    let column = table.column(name)?.str()?;
    Ok(column.iter().map(|text| text.map(str::to_string)).collect())
}

/// A column of truths.
pub fn flags(table: &DataFrame, name: &str) -> Result<Vec<bool>> {
    let column = table.column(name)?.bool()?;
    ensure!(column.null_count() == 0, "column {name} has gaps");
    Ok(column.iter().flatten().collect())
}

/// A column of floats, with gaps.
pub fn maybe_floats(table: &DataFrame, name: &str) -> Result<Vec<Option<f64>>> {
    Ok(table.column(name)?.f64()?.iter().collect())
}

/// A column of counts.
pub fn counts(table: &DataFrame, name: &str) -> Result<Vec<u64>> {
    let column = table.column(name)?.u64()?;
    ensure!(column.null_count() == 0, "column {name} has gaps");
    Ok(column.iter().flatten().collect())
}

/// A column of floats; a gap is 0.
pub fn floats(table: &DataFrame, name: &str) -> Result<Vec<f64>> {
    Ok(table
        .column(name)?
        .f64()?
        .iter()
        .map(|value| value.unwrap_or(0.0))
        .collect())
}

/// A column of rounds, seats, teams or places.
pub fn small(table: &DataFrame, name: &str) -> Result<Vec<Option<u8>>> {
    Ok(table.column(name)?.u8()?.iter().collect())
}

/// A column of scores.
pub fn middling(table: &DataFrame, name: &str) -> Result<Vec<Option<u16>>> {
    Ok(table.column(name)?.u16()?.iter().collect())
}
