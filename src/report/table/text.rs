//! Tables in a terminal: columns with headings, in lines short enough that the terminal breaks none
//! of them. The crate comfy-table aligns the columns and breaks long names into lines.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};

use super::{Column, Table, type_name};
use crate::report::words::with_margin;
use crate::words::shown_width;

/// Default width of a terminal, in columns.
pub const WIDTH: usize = 80;
/// Minimum width of the lines into which texts are broken, in columns of the terminal.
const LEAST: usize = 16;
/// Maximum number of rows up to which the terminal output shows a table in full.
const MANY: usize = 24;
/// Number of rows at each end of a longer table that the terminal output shows.
const ENDS: usize = 8;

/// A table column as printed in a terminal: the heading, then the values.
struct Printed {
    cells: Vec<String>,
    right: bool,
}

impl Printed {
    /// Returns the width of the column. If `broken` is true, headings and texts are broken at
    /// spaces, texts into lines of at least [`LEAST`] columns.
    fn width(&self, broken: bool) -> usize {
        fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
            texts.map(shown_width).max().unwrap_or(0)
        }
        let whole = |cells: &[String]| widest(cells.iter().map(String::as_str));
        let words = |cells: &[String]| widest(cells.iter().flat_map(|cell| cell.split(' ')));
        match (broken, self.right) {
            (false, _) => whole(&self.cells),
            (true, true) => words(&self.cells[..1]).max(whole(&self.cells[1..])),
            (true, false) => words(&self.cells).max(LEAST).min(whole(&self.cells)),
        }
    }
}

/// The text of a table in a terminal. A long table has only its first and last rows, and the
/// preferred rows (see [`Table::preferred`]).
#[derive(Debug)]
pub struct Excerpt {
    pub text: String,
    /// Number of rows that the text shows, and number of all rows of the table; `None` if it shows
    /// all.
    pub shown: Option<(usize, usize)>,
}

impl Excerpt {
    pub fn of(table: &Table, width: usize) -> Excerpt {
        let all = table.height();
        if all <= MANY {
            return Excerpt { text: printed(table, width), shown: None };
        }
        let is_preferred = |row: usize| table.preferred.get(row) == Some(&true);
        let is_shown = |row: &usize| *row < ENDS || *row >= all - ENDS || is_preferred(*row);
        let rows: Vec<usize> = (0..all).filter(is_shown).collect();
        Excerpt { text: printed(&table.rows(&rows), width), shown: Some((rows.len(), all)) }
    }
}

/// Formats a table in lines of at most `width` characters. If the columns do not fit, breaks
/// headings and texts, then leaves out the last columns.
pub fn printed(table: &Table, width: usize) -> String {
    let mut columns = columns(table);
    // A column of verdicts is left out if no row has a verdict.
    columns.retain(|column| column.width(true) > 0);
    let others = |columns: &[Printed], broken| -> usize {
        columns.iter().skip(1).map(|column| column.width(broken) + 2).sum()
    };
    let names = |broken| columns.first().map_or(0, |names| names.width(broken));
    let [whole, least] = [false, true].map(names);
    let broken = whole + others(&columns, false) > width;
    while columns.len() > 1 && least + others(&columns, broken) > width {
        columns.pop();
    }
    let mut lines = comfy_table::Table::new();
    lines.load_preset(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    lines.set_width(width as u16);
    for row in 0..=table.height() {
        lines.add_row(columns.iter().map(|column| &column.cells[row]));
    }
    for (at, (line, column)) in lines.column_iter_mut().zip(&columns).enumerate() {
        let (gap, wide) = match at {
            0 => (0, whole.min(width.saturating_sub(others(&columns, broken))).max(1)),
            _ => (2, column.width(broken)),
        };
        line.set_padding((gap, 0));
        line.set_constraint(ColumnConstraint::Absolute(Width::Fixed(wide as u16 + gap)));
        if column.right {
            line.set_cell_alignment(CellAlignment::Right);
        }
    }
    lines.trim_fmt() + "\n"
}

/// Returns the columns with headings and formatted values. A "±" column (half-widths of intervals)
/// is joined to the column before it, except where a value or a half-width is missing.
fn columns(table: &Table) -> Vec<Printed> {
    let mut columns: Vec<Printed> = vec![];
    for column in &table.columns {
        let shown = (0..table.height()).map(|row| column.shown(row));
        match columns.last_mut().filter(|_| column.margins_of.is_some()) {
            Some(before) => {
                for (cell, half_width) in before.cells.iter_mut().skip(1).zip(shown) {
                    if cell != "–" && half_width != "–" {
                        *cell = with_margin(cell, &half_width);
                    }
                }
            }
            None => columns.push(Printed {
                cells: std::iter::once(column.name.clone()).chain(shown).collect(),
                right: column.unit.numeric(),
            }),
        }
    }
    columns
}

/// Describes the columns of a table as text, one line each: name, type, unit and meaning.
pub fn described(table: &Table) -> Vec<String> {
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
    use crate::report::table::Unit;

    fn table(names: &[&str], columns: usize) -> Table {
        let mut lines = Table::new("t", "", "").of(names).word("name", |name| *name);
        for i in 0..columns {
            lines = lines.with(format!("rate {i} %"), Unit::Share(1), |_| 0.25 + i as f64 / 100.0);
        }
        lines.plus_minus(|_| 0.011).table
    }

    #[test]
    fn a_plus_minus_joins_its_value_and_numbers_stand_to_the_right() {
        let text = "name           rate 0 %\nAgaric       25.0 ± 1.1\nZamioculcas  25.0 ± 1.1\n";
        assert_eq!(printed(&table(&["Agaric", "Zamioculcas"], 1), 80), text);
        // A column without any verdict takes no space.
        let table = Table::new("t", "", "").of(&["Agaric"]);
        let table = table.word("name", |name| *name).word("", |_| "");
        let table = table.with("games", Unit::Count, |_| 7u64).table;
        assert_eq!(printed(&table, 80), "name    games\nAgaric      7\n");
    }

    #[test]
    fn a_column_for_the_terminal_keeps_its_half_widths() {
        let table = Table::new("t", "", "").of(&["Agaric"]);
        let table = table.word("name", |name| *name).in_terminal();
        let table = table.with("games", Unit::Count, |_| 7u64).plus_minus(|_| 1u64);
        let table = table.with("rate %", Unit::Share(1), |_| 0.25).in_terminal();
        let shown = table.plus_minus(|_| 0.011).table.for_terminal();
        let names: Vec<&str> = shown.columns.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(names, ["name", "rate %", "±"]);
    }

    /// Checks the cells of values with half-widths. A value is not rounded coarser than its
    /// half-width, a missing value has none, and a distance has no sign, as opposed to a
    /// difference.
    #[test]
    fn values_are_as_precise_as_their_half_widths() {
        let (fine, coarse) = (Some((0.99777, 0.0001)), Some((0.5, 0.02)));
        for (unit, factor, rows, cells) in [
            (Unit::Share(1), 1.0, [fine, coarse], ["99.78 ± 0.01", "50.00 ± 2.00"]),
            (Unit::Points(1), 1.0, [fine, coarse], ["+99.78 ± 0.01", "+50.00 ± 2.00"]),
            (Unit::Number(0, ""), 100.0, [fine, coarse], ["99.78 ± 0.01", "50.00 ± 2.00"]),
            (Unit::Number(0, ""), 1e5, [fine, coarse], ["99777 ± 10", "50000 ± 2000"]),
            (Unit::Share(1), 1.0, [Some((0.25, 0.5)), None], ["25.0 ± 50.0", "–"]),
            (Unit::Distance(1), 1.0, [Some((0.25, 0.004)), None], ["25.0 ± 0.4", "–"]),
        ] {
            let table = Table::new("t", "", "").of(&rows);
            let table = table.with("value", unit, |row| row.map(|(value, _)| value * factor));
            let table = table.plus_minus(|row| row.map_or(0.5, |(_, half)| half * factor)).table;
            assert_eq!(columns(&table).remove(0).cells[1..], cells);
        }
    }

    #[test]
    fn wide_characters_take_two_columns_and_narrow_terminals_break_no_row() {
        let names = ["巴拉巴", "🌵 Cactus", "e\u{301}lan", "a name of many words in a row"];
        for width in [30, 40, 60, 80] {
            let text = printed(&table(&names, 4), width);
            assert!(text.lines().all(|line| shown_width(line) <= width), "{text}");
        }
    }
}
