//! The columns of a table: put together from plain vectors, and read back as such.

use anyhow::Result;

use super::Table;

/// A frame of columns, each named as its vector.
macro_rules! frame {
    ($($name:ident),+ $(,)?) => {
        DataFrame::new_infer_height(vec![$(Column::new(stringify!($name).into(), $name)),+]).map_err(anyhow::Error::from)
    };
}
pub(in crate::report) use frame;

pub fn texts(table: &Table, name: &str) -> Result<Vec<String>> {
    table.values(name)
}

pub fn maybe_texts(table: &Table, name: &str) -> Result<Vec<Option<String>>> {
    table.values(name)
}

pub fn flags(table: &Table, name: &str) -> Result<Vec<bool>> {
    table.values(name)
}

pub fn maybe_floats(table: &Table, name: &str) -> Result<Vec<Option<f64>>> {
    table.values(name)
}

pub fn counts(table: &Table, name: &str) -> Result<Vec<u64>> {
    table.values(name)
}

/// A column of floats; a gap is 0.
pub fn floats(table: &Table, name: &str) -> Result<Vec<f64>> {
    let values = table.values::<Option<f64>>(name)?;
    Ok(values.into_iter().map(Option::unwrap_or_default).collect())
}

pub fn small(table: &Table, name: &str) -> Result<Vec<Option<u8>>> {
    table.values(name)
}

pub fn middling(table: &Table, name: &str) -> Result<Vec<Option<u16>>> {
    table.values(name)
}
