//! Row types: a struct whose fields are a table's columns, which both writes and reads it.

use anyhow::{Result, ensure};
use polars::prelude::{DataType, NamedFrom, Series};

use super::{Table, Unit};

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

/// What a field of a row may be: a value, which is one column, or a row of its own, whose columns stand in its place.
pub trait Field: Sized {
    fn push(table: &mut Table, name: &str, unit: Unit, meaning: &str, values: Vec<Self>);
    /// # Errors
    /// If the table lacks a column, or holds another type in it.
    fn of(table: &Table, name: &str) -> Result<Vec<Self>>;
}

impl<V: Value> Field for V {
    fn push(table: &mut Table, name: &str, unit: Unit, meaning: &str, values: Vec<Self>) {
        table.push(name, unit, meaning, values);
    }

    fn of(table: &Table, name: &str) -> Result<Vec<Self>> {
        table.values(name)
    }
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

macro_rules! values {
    ($($type:ty, $of:ident, $as_stored:expr;)+) => {$(
        impl Value for $type {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                ensure!(series.null_count() == 0, "it has gaps");
                Ok($as_stored(series)?.$of()?.iter().flatten().map(Into::into).collect())
            }
        }
        impl Value for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
            fn values(series: &Series) -> Result<Vec<Self>> {
                Ok($as_stored(series)?.$of()?.iter().map(|value| value.map(Into::into)).collect())
            }
        }
    )+};
}

values! {
    u8, u8, |series| widened(series, &DataType::UInt8);
    u16, u16, |series| widened(series, &DataType::UInt16);
    u64, u64, |series| widened(series, &DataType::UInt64);
    String, str, as_it_is;
    bool, bool, as_it_is;
    f64, f64, as_it_is;
    i64, i64, as_it_is;
}

fn as_it_is(series: &Series) -> Result<&Series> {
    Ok(series)
}

/// A struct that is a row of a table: its fields are the columns, in order, each with its unit; what stands above them in the documentation is
/// their meaning. A field that is such a struct itself has no unit.
macro_rules! row {
    (@unit) => { $crate::report::table::Unit::Word };
    (@unit $unit:expr) => { $unit };
    ($(#[doc = $about:literal])+ $visible:vis struct $row:ident in $name:literal {
        $($(#[doc = $meaning:literal])+ $column:ident: $type:ty $([$unit:expr])?,)+
    }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq)]
        $visible struct $row {
            $($(#[doc = $meaning])+ pub $column: $type,)+
        }

        impl $crate::report::table::Row for $row {
            const NAME: &'static str = $name;

            fn table(rows: Vec<Self>) -> $crate::report::table::Table {
                let about = concat!($($about),+).trim();
                let mut table = $crate::report::table::Table::new($name, "", about);
                $crate::report::table::Field::push(&mut table, "", $crate::report::table::Unit::Word, "", rows);
                table
            }

            fn rows(table: &$crate::report::table::Table) -> anyhow::Result<Vec<Self>> {
                $crate::report::table::Field::of(table, "")
            }
        }

        impl $crate::report::table::Field for $row {
            fn push(
                table: &mut $crate::report::table::Table,
                _: &str,
                _: $crate::report::table::Unit,
                _: &str,
                rows: Vec<Self>,
            ) {
                let ($(mut $column,)+) = ($(Vec::<$type>::with_capacity(rows.len()),)+);
                for row in rows {
                    $($column.push(row.$column);)+
                }
                $(
                    let meaning = concat!($($meaning),+).trim();
                    <$type as $crate::report::table::Field>::push(table, stringify!($column), row!(@unit $($unit)?), meaning, $column);
                )+
            }

            fn of(table: &$crate::report::table::Table, _: &str) -> anyhow::Result<Vec<Self>> {
                $(let mut $column = <$type as $crate::report::table::Field>::of(table, stringify!($column))?.into_iter();)+
                let row = |_| Some($row { $($column: $column.next()?,)+ });
                Ok((0..table.height()).filter_map(row).collect())
            }
        }
    };
}
pub(crate) use row;

/// An enum whose values stand in columns by these names.
macro_rules! named {
    ($(#[doc = $about:literal])+ $visible:vis enum $type:ident {
        $($(#[doc = $meaning:literal])+ $variant:ident = $name:literal,)+
    }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $visible enum $type {
            $($(#[doc = $meaning])+ #[serde(rename = $name)] $variant,)+
        }

        impl $type {
            /// The name that stands in a column.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        $crate::report::table::by_name!($type, [$($type::$variant,)+]);
    };
}
pub(crate) use named;

/// Lets the values of an enum stand in columns by what its method `name` gives.
macro_rules! by_name {
    ($type:ty, $all:expr) => {
        impl $crate::report::table::Value for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> polars::prelude::Series {
                let names = values.into_iter().map(|value| value.map(<$type>::name));
                let names: Vec<Option<&str>> = names.collect();
                polars::prelude::NamedFrom::new(name.into(), names)
            }

            fn values(series: &polars::prelude::Series) -> anyhow::Result<Vec<Self>> {
                let named = |name: &str| {
                    let known = $all.into_iter().find(|known| known.name() == name);
                    known.ok_or_else(|| anyhow::anyhow!("it holds {name}"))
                };
                series
                    .str()?
                    .iter()
                    .map(|name| name.map(named).transpose())
                    .collect()
            }
        }

        impl $crate::report::table::Value for $type {
            fn series(name: &str, values: Vec<Self>) -> polars::prelude::Series {
                let values = values.into_iter().map(Some).collect();
                <Option<$type> as $crate::report::table::Value>::series(name, values)
            }

            fn values(series: &polars::prelude::Series) -> anyhow::Result<Vec<Self>> {
                let values = <Option<$type> as $crate::report::table::Value>::values(series)?;
                let values: Option<Vec<Self>> = values.into_iter().collect();
                values.ok_or_else(|| anyhow::anyhow!("it has gaps"))
            }
        }
    };
}
pub(crate) use by_name;
