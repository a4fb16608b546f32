//! Row types: a struct whose fields are a table's columns, which both writes and reads it.

use anyhow::{Result, ensure};
use polars::prelude::{DataType, NamedFrom, Series};

use super::Table;

/// A type of which a table's rows are; the macro `row` makes one of a struct.
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

/// A column of counts may be narrower than its type.
fn widened(series: &Series, to: &DataType) -> Result<Series> {
    let narrower = matches!(
        series.dtype(),
        DataType::UInt8 | DataType::UInt16 | DataType::UInt64
    );
    ensure!(narrower, "it holds {}", series.dtype());
    Ok(series.strict_cast(to)?)
}

macro_rules! whole {
    ($($type:ty, $of:ident, $kind:ident;)+) => {$(
        impl Value for $type {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                ensure!(series.null_count() == 0, "it has gaps");
                let series = widened(series, &DataType::$kind)?;
                Ok(series.$of()?.iter().flatten().collect())
            }
        }
        impl Value for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                Ok(widened(series, &DataType::$kind)?.$of()?.iter().collect())
            }
        }
    )+};
}

whole! {
    u8, u8, UInt8;
    u16, u16, UInt16;
    u64, u64, UInt64;
}

values! {
    String, str;
    bool, bool;
    f64, f64;
    i64, i64;
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
