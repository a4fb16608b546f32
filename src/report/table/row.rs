//! Row types of tables: structs whose fields are the columns of a table.

use polars::prelude::{NamedFrom, Series};

use super::{Table, Unit};

/// A type whose values are the rows of a table; the macro `row` implements the trait for a struct.
pub trait Row: RowField {
    /// Name of the table and of its file.
    const NAME: &'static str;

    /// Returns the description of what one row stands for.
    fn about() -> &'static str;

    /// Creates a table from its rows.
    fn table(rows: Vec<Self>) -> Table {
        Self::table_with(rows.into_iter().map(|row| ((), row)).collect())
    }

    /// Creates a table from its rows, each behind more columns.
    fn table_with<K: RowField>(rows: Vec<(K, Self)>) -> Table {
        let mut table = Table::new(Self::NAME, "", Self::about());
        RowField::push(&mut table, "", Unit::Word, "", rows);
        table
    }
}

/// A type that can be the value of a table column.
pub trait ColumnValue: Sized {
    fn series(name: &str, values: Vec<Self>) -> Series;
}

/// A type that can be a field of a table row: a value, which becomes one column, or another row
/// type, whose columns are inserted in place of the field.
pub trait RowField: Sized {
    fn push(table: &mut Table, name: &str, unit: Unit, meaning: &str, values: Vec<Self>);
}

impl<V: ColumnValue> RowField for V {
    fn push(table: &mut Table, name: &str, unit: Unit, meaning: &str, values: Vec<Self>) {
        table.push(name, unit, meaning, values);
    }
}

/// Two rows side by side.
impl<A: RowField, B: RowField> RowField for (A, B) {
    fn push(table: &mut Table, name: &str, unit: Unit, meaning: &str, values: Vec<Self>) {
        let (first, second): (Vec<A>, Vec<B>) = values.into_iter().unzip();
        A::push(table, name, unit, meaning, first);
        B::push(table, name, unit, meaning, second);
    }
}

/// No columns.
impl RowField for () {
    fn push(_: &mut Table, _: &str, _: Unit, _: &str, _: Vec<Self>) {}
}

macro_rules! values {
    ($($type:ty),+) => {$(
        impl ColumnValue for $type {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
        }
        impl ColumnValue for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> Series {
                Series::new(name.into(), values)
            }
        }
    )+};
}

values!(u8, u16, u64, String, bool, f64, i64);

/// Declares a struct as a row of a table. Its fields are the columns in order, each with a unit in
/// brackets. The doc comment of a field is the column's description for users. A field that is
/// itself a row has no unit.
macro_rules! row {
    (@unit) => { $crate::report::table::Unit::Word };
    (@unit $unit:expr) => { $unit };
    (
        $(#[doc = $about:literal])+ $(#[derive($derived:ident)])?
        $visible:vis struct $row:ident in $name:literal {
            $($(#[doc = $meaning:literal])+ $column:ident: $type:ty $([$unit:expr])?,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq $(, $derived)?)]
        $visible struct $row {
            $($(#[doc = $meaning])+ pub $column: $type,)+
        }

        impl $crate::report::table::Row for $row {
            const NAME: &'static str = $name;

            fn about() -> &'static str {
                concat!($($about),+).trim()
            }
        }

        impl $crate::report::table::RowField for $row {
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
                    <$type as $crate::report::table::RowField>::push(table, stringify!($column), row!(@unit $($unit)?), meaning, $column);
                )+
            }
        }
    };
}
pub(crate) use row;

/// Declares an enum whose values are stored in table columns as text; each variant is given with
/// its name there.
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
            /// Returns the name that stands for the value in table columns.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        $crate::report::table::by_name!($type);
    };
}
pub(crate) use named;

/// Lets table columns store the values of an enum, as the text that the enum's method `name`
/// returns.
macro_rules! by_name {
    ($type:ty) => {
        impl $crate::report::table::ColumnValue for Option<$type> {
            fn series(name: &str, values: Vec<Self>) -> polars::prelude::Series {
                let names = values.into_iter().map(|value| value.map(<$type>::name));
                let names: Vec<Option<&str>> = names.collect();
                polars::prelude::NamedFrom::new(name.into(), names)
            }
        }

        impl $crate::report::table::ColumnValue for $type {
            fn series(name: &str, values: Vec<Self>) -> polars::prelude::Series {
                let values = values.into_iter().map(Some).collect();
                <Option<$type> as $crate::report::table::ColumnValue>::series(name, values)
            }
        }
    };
}
pub(crate) use by_name;
