//! Row types: a struct whose fields are a table's columns, which both writes and reads it.

use anyhow::{Result, ensure};
use polars::prelude::{NamedFrom, Series};

use super::Table;

/// A type of which a table's rows are; [`row`](crate::report::table::row) makes one of a struct.
pub trait Row: Sized {
    /// The table's name, which is also its file's.
    const NAME: &'static str;
    /// The table of these rows.
    fn table(rows: Vec<Self>) -> Table;
    /// The rows of a table.
    ///
    /// # Errors
    /// If it lacks a column, or holds another type in it: it is not one of gong's.
    fn rows(table: &Table) -> Result<Vec<Self>>;
}

/// What a column may hold.
pub trait Value: Sized {
    fn series(name: &str, values: Vec<Self>) -> Series;
    /// # Errors
    /// If the series is of another type, or has gaps that this type cannot show.
    fn values(series: &Series) -> Result<Vec<Self>>;
}

macro_rules! values {
    ($($type:ty, $of:ident;)+) => {$(
        impl Value for $type {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                ensure!(series.null_count() == 0, "it has gaps");
                Ok(series.$of()?.iter().flatten().map(Into::into).collect())
            }
        }
        impl Value for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                Ok(series.$of()?.iter().map(|value| value.map(Into::into)).collect())
            }
        }
    )+};
}

values! {
    String, str;
    bool, bool;
    u8, u8;
    u16, u16;
    u64, u64;
    f64, f64;
}

/// A struct that is a row of a table: its fields are the columns, in order, each with its unit; what stands above them in the documentation is
/// their meaning.
macro_rules! row {
    ($(#[doc = $about:literal])+ $visible:vis struct $row:ident in $name:literal {
        $($(#[doc = $meaning:literal])+ $column:ident: $type:ty [$unit:expr],)+
    }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq)]
        $visible struct $row {
            $($(#[doc = $meaning])+ pub $column: $type,)+
        }

        impl $crate::report::table::Row for $row {
            const NAME: &'static str = $name;

            fn table(rows: Vec<Self>) -> $crate::report::table::Table {
                let mut table = $crate::report::table::Table::new($name, "", concat!($($about),+).trim());
                let ($(mut $column,)+) = ($(Vec::<$type>::with_capacity(rows.len()),)+);
                for row in rows {
                    $($column.push(row.$column);)+
                }
                $(table.push(stringify!($column), $unit, concat!($($meaning),+).trim(), $column);)+
                table
            }

            fn rows(table: &$crate::report::table::Table) -> anyhow::Result<Vec<Self>> {
                $(let mut $column = table.values::<$type>(stringify!($column))?.into_iter();)+
                let row = |_| Some($row { $($column: $column.next()?,)+ });
                Ok((0..table.height()).filter_map(row).collect())
            }
        }
    };
}
pub(in crate::report) use row;
