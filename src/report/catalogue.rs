//! All tables with their columns, as `gong list tables` shows them.

use super::table::{Column, Row, Table, type_name};

/// The commands that are no question of `questions`, each with its tables, without rows.
pub fn catalogue() -> Vec<(&'static str, Vec<Table>)> {
    vec![
        ),
    ]
}

/// The columns of a table, one per line: name, type, unit and meaning.
pub fn lines(table: &Table) -> Vec<String> {
    let columns = table.columns.iter();
    let names = columns.clone().map(|column| column.name.chars().count());
    let width = names.max().unwrap_or(0);
    let line = |column: &Column| {
        let unit = match column.unit.words() {
            "" => String::new(),
            unit => format!(" ({unit})"),
        };
        let (name, kind) = (&column.name, type_name(column.values.dtype()));
        format!("{name:width$}  {kind:<4}  {}{unit}", column.meaning)
    };
    columns.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_and_every_column_says_what_it_means() {
        let all: Vec<Table> = catalogue()
            .into_iter()
            .flat_map(|(_, tables)| tables)
            .collect();
        for table in all {
            assert!(
                !table.name.is_empty() && table.meaning.ends_with('.'),
                "{}",
                table.name
            );
            for column in &table.columns {
                assert!(!column.meaning.is_empty(), "{}.{}", table.name, column.name);
            }
        }
    }
}
