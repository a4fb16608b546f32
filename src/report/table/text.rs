//! Tables in a terminal: columns with headings, in lines short enough that the terminal breaks none
//! of them.

use super::{Column, Table, Unit, type_name};
use crate::words::{aligned, shown_width};

/// Default width of a terminal, in columns.
pub const WIDTH: usize = 80;
/// Minimum width, in columns, of the lines into which a long name is broken in a wide terminal.
const LEAST: usize = 36;
/// Indentation of the second and later lines of a name that is broken into lines.
const INDENT: &str = "  ";
/// Separator between the two sides of a line-up (who plays against whom). A long name is first
/// broken at this separator.
const AGAINST: &str = " – ";
/// Maximum number of rows up to which the terminal output shows a table in full.
const MANY: usize = 24;
/// Number of rows that the terminal output shows if a table is too long to be shown in full.
const SHOWN: usize = 10;

/// A table column as printed in a terminal: the heading, then the values.
struct Printed {
    cells: Vec<String>,
    right: bool,
}

impl Printed {
    fn width(&self) -> usize {
        let lines = self.cells.iter().flat_map(|cell| cell.lines());
        lines.map(shown_width).max().unwrap_or(0)
    }

    /// Breaks each cell of the column that is wider than `width` characters into several lines.
    fn wrap(&mut self, width: usize) {
        for cell in self.cells.iter_mut().filter(|cell| shown_width(cell) > width) {
            *cell = wrapped(cell, width);
        }
    }

    /// Returns whether the column holds a verdict on each row. Such a column has no heading.
    fn is_verdict(&self) -> bool {
        self.cells[0].is_empty()
    }
}

/// Breaks the name of a line-up into lines of at most `width` characters. Each side of the line-up
/// begins a line, and is broken at spaces if it is too long.
fn wrapped(name: &str, width: usize) -> String {
    let mut lines: Vec<String> = vec![];
    for (side, text) in name.split(AGAINST).enumerate() {
        let begin = match side {
            0 => String::new(),
            _ => format!("{INDENT}{} ", AGAINST.trim()),
        };
        let mut line = begin;
        let mut empty = true;
        for word in text.split(' ') {
            if !empty && shown_width(&line) + 1 + shown_width(word) > width {
                lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            for letter in word.chars() {
                if shown_width(&format!("{line}{letter}")) > width {
                    lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
                }
                line.push(letter);
            }
            empty = false;
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// The text of a table in a terminal. For a long table, the text has only the preferred rows (see
/// [`Table::preferred`]) and the rows that deviate most.
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
            return Excerpt { text: blocks(table, width), shown: None };
        }
        let text = blocks(&table.rows(&farthest(table)), width);
        let first = text.split("\n\n").next().unwrap_or_default();
        Excerpt { text: format!("{}\n", first.trim_end_matches('\n')), shown: Some((SHOWN, all)) }
    }
}

/// Returns the indices of the rows to show, in the order of the table. Preferred rows are chosen
/// first, then rows whose difference exceeds its "±", then the rows with the largest differences.
/// The difference is that of the first column of differences, or else the distance of the first
/// column of shares from its mean.
fn farthest(table: &Table) -> Vec<usize> {
    let unit = |is: fn(Unit) -> bool| {
        let mut columns = table.columns.iter();
        columns.position(|of| !of.plus_minus && is(of.unit))
    };
    let differences =
        unit(|unit| matches!(unit, Unit::Points(_) | Unit::Distance(_) | Unit::Signed(..)));
    let column = differences.or_else(|| unit(|unit| matches!(unit, Unit::Share(_))));
    let number = |column: &Column, row: usize| column.values.get(row).ok()?.extract::<f64>();
    let value = |row: usize| number(&table.columns[column?], row);
    let margins = column.and_then(|at| table.columns.get(at + 1).filter(|of| of.plus_minus));
    let margin = |row: usize| number(margins?, row);
    let mut rows: Vec<usize> = (0..table.height()).collect();
    let known: Vec<f64> = rows.iter().filter_map(|&row| value(row)).collect();
    let mean = match differences {
        Some(_) => 0.0,
        None => known.iter().sum::<f64>() / known.len().max(1) as f64,
    };
    let off = |row: usize| value(row).map_or(-1.0, |value| (value - mean).abs());
    let certain = |row: usize| margin(row).is_some_and(|margin| off(row) > margin);
    let preferred = |row: usize| table.preferred.get(row) == Some(&true);
    let rank = |row: usize| (preferred(row), certain(row));
    rows.sort_by(|&a, &b| {
        let order = rank(b).cmp(&rank(a));
        order.then(off(b).total_cmp(&off(a))).then(a.cmp(&b))
    });
    rows.truncate(SHOWN);
    rows.sort_unstable();
    rows
}

/// Formats a table in lines of at most `width` characters. Columns that do not fit are printed
/// below, after a copy of the first column. If all columns fit, a column of verdicts ends the line;
/// otherwise it stays with the column before it.
pub fn blocks(table: &Table, width: usize) -> String {
    let mut columns = printed(table);
    if columns.is_empty() {
        return String::new();
    }
    let mut names = columns.remove(0);
    // A column of verdicts is left out if no row has a verdict.
    columns.retain(|column| column.width() > 0);
    let widest = columns.iter().map(Printed::width).max().unwrap_or(0);
    let all: usize = columns.iter().map(|column| column.width() + 2).sum();
    // Names are broken if all columns then fit side by side. Otherwise the columns are printed in
    // several blocks.
    let beside_all = width.saturating_sub(all);
    let least = LEAST.min(width / 2);
    let side_by_side = beside_all >= names.width().min(least);
    names.wrap(match side_by_side {
        true => beside_all,
        false => width.saturating_sub(widest + 2).max(least),
    });
    if side_by_side {
        columns.sort_by_key(Printed::is_verdict);
    }
    let mut out = String::new();
    let mut rest = columns.as_slice();
    loop {
        let (here, after) = rest.split_at(fitting(rest, width.saturating_sub(names.width())));
        block(&mut out, &names, here);
        if after.is_empty() {
            return out;
        }
        out.push('\n');
        rest = after;
    }
}

/// Returns the number of columns that fit into `width` characters, at least one. A column of
/// verdicts is not separated from the column before it, unless the two do not fit.
fn fitting(columns: &[Printed], width: usize) -> usize {
    let (mut used, mut fit) = (0, 0);
    while fit < columns.len() {
        let verdicts = columns[fit + 1..].iter().take_while(|of| of.is_verdict());
        let end = fit + 1 + verdicts.count();
        used += columns[fit..end].iter().map(|of| of.width() + 2).sum::<usize>();
        if used > width {
            break;
        }
        fit = end;
    }
    fit.max(1).min(columns.len())
}

/// Returns the columns with headings and formatted values. A "±" column (half-widths of intervals)
/// is joined to the column before it, except where a value or a half-width is missing.
fn printed(table: &Table) -> Vec<Printed> {
    let mut columns: Vec<Printed> = vec![];
    for column in &table.columns {
        let shown = (0..table.height()).map(|row| column.shown(row));
        match columns.last_mut().filter(|_| column.plus_minus) {
            Some(before) => {
                let cells = before.cells.iter_mut().skip(1).zip(shown);
                for (cell, half_width) in
                    cells.filter(|(cell, half_width)| cell.as_str() != "–" && half_width != "–")
                {
                    *cell = format!("{cell} ± {half_width}");
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

fn block(out: &mut String, names: &Printed, columns: &[Printed]) {
    for (row, name) in names.cells.iter().enumerate() {
        let mut lines = name.lines();
        let mut line = aligned(lines.next().unwrap_or_default(), names.width(), false);
        for column in columns {
            let cell = &column.cells[row];
            line.push_str("  ");
            line.push_str(&aligned(cell, column.width(), column.right));
        }
        for line in std::iter::once(line.as_str()).chain(lines) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
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
        let text = blocks(&table(&["Agaric", "Zamioculcas"], 1), 80);
        assert_eq!(
            text,
            "name           rate 0 %\nAgaric       25.0 ± 1.1\nZamioculcas  25.0 ± 1.1\n"
        );
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

    #[test]
    fn a_missing_value_has_no_half_width() {
        let rates = [Some(0.25), None];
        let table = Table::new("t", "", "").of(&rates);
        let table = table.with("rate %", Unit::Share(1), |rate| *rate);
        let table = table.plus_minus(|_| 0.5).table;
        let cells = printed(&table).remove(0).cells;
        assert_eq!(cells, ["rate %", "25.0 ± 50.0", "–"]);
        // A distance has no sign, as opposed to a difference.
        let rates = [0.25];
        let table = Table::new("t", "", "").of(&rates);
        let table = table.with("shift", Unit::Distance(1), |rate| *rate);
        let cells = printed(&table.plus_minus(|_| 0.004).table).remove(0).cells;
        assert_eq!(cells, ["shift", "25.0 ± 0.4"]);
    }

    #[test]
    fn a_value_is_not_rounded_coarser_than_its_margin() {
        let rows = [(0.99777, 0.0001), (0.5, 0.02)];
        let of_unit = |unit, factor: f64| {
            let table = Table::new("t", "", "").of(&rows);
            let table = table.with("value", unit, |row| row.0 * factor);
            let table = table.plus_minus(|row| row.1 * factor).table;
            printed(&table).remove(0).cells[1..].join(", ")
        };
        assert_eq!(of_unit(Unit::Share(1), 1.0), "99.78 ± 0.01, 50.00 ± 2.00");
        assert_eq!(of_unit(Unit::Points(1), 1.0), "+99.78 ± 0.01, +50.00 ± 2.00");
        assert_eq!(of_unit(Unit::Number(0, ""), 100.0), "99.78 ± 0.01, 50.00 ± 2.00");
        assert_eq!(of_unit(Unit::Number(0, ""), 1e5), "99777 ± 10, 50000 ± 2000");
    }

    #[test]
    fn wide_characters_take_two_columns_and_narrow_terminals_break_no_row() {
        let names = ["巴拉巴", "🌵 Cactus", "e\u{301}lan", "a name of many words in a row"];
        for width in [30, 40, 60, 80] {
            let text = blocks(&table(&names, 4), width);
            assert!(text.lines().all(|line| shown_width(line) <= width), "{text}");
            let ends = text.lines().filter(|line| line.ends_with("± 1.1"));
            let mut ends: Vec<usize> = ends.map(shown_width).collect();
            ends.dedup();
            assert!(ends.len() <= 3, "{text}");
        }
    }

    #[test]
    fn a_verdict_stands_with_the_numbers_that_it_judges() {
        let rows = ["Agaric", "Cactus"];
        let table = |columns: usize| {
            let mut table = Table::new("t", "", "").of(&rows).word("name", |name| *name);
            table = table.with("vs fair", Unit::Points(1), |_| 0.25);
            table = table.word("", |_| "within noise");
            for i in 0..columns {
                table = table.with(format!("a rate {i} %"), Unit::Share(1), |_| 0.25);
            }
            blocks(&table.table, 60)
        };
        let (short, long) = (table(2), table(9));
        let first = long.split("\n\n").next().unwrap();
        assert!(first.contains("vs fair") && long.contains("\n\n"), "{long}");
        assert_eq!(first.matches("within noise").count(), 2, "{long}");
        assert_eq!(long.matches("within noise").count(), 2, "{long}");
        assert!(long.lines().all(|line| shown_width(line) <= 60), "{long}");
        assert!(short.lines().skip(1).all(|line| line.ends_with("within noise")), "{short}");
    }

    #[test]
    fn a_column_without_any_verdict_takes_no_space() {
        let table = Table::new("t", "", "").of(&["Agaric"]);
        let table = table.word("name", |name| *name).word("", |_| "");
        let table = table.with("games", Unit::Count, |_| 7u64).table;
        assert_eq!(blocks(&table, 80), "name    games\nAgaric      7\n");
        assert_eq!(blocks(&table, 12), "name    games\nAgaric      7\n");
    }

    #[test]
    fn sides_of_a_line_up_are_all_named() {
        let line_up = "Docteur Nadir + Mante + Hyène – Docteur Aube + Luciole + Ronin Rouge";
        let text = blocks(&table(&[line_up, "Ash – Bay"], 3), 76);
        let told: Vec<&str> = text.lines().skip(1).collect();
        assert!(told[0].starts_with("Docteur Nadir + Mante + Hyène  "), "{text}");
        assert_eq!(told[1], "  – Docteur Aube + Luciole + Ronin Rouge", "{text}");
        assert!(told[2].starts_with("Ash – Bay  "), "{text}");
        let long = wrapped(&"x".repeat(100), 36);
        assert!(long.lines().all(|line| shown_width(line) <= 36) && !long.contains('…'));
    }

    #[test]
    fn of_a_long_table_the_largest_differences_are_shown_in_one_part() {
        let rows: Vec<f64> = (0..50).map(|i| (f64::from(i * 7 % 50) - 25.0) / 100.0).collect();
        let mut table = Table::new("t", "", "")
            .of(&rows)
            .word("name", |off| format!("fighter {off:+.2}"))
            .preferred(|off| *off == 0.02)
            .with("Win rate %", Unit::Share(1), |off| 0.5 + off)
            .with("vs fair", Unit::Points(1), |off| *off)
            .word("", |_| "within noise");
        for i in 0..9 {
            table = table.with(format!("another {i}"), Unit::Count, |_| 1_u64);
        }
        let excerpt = Excerpt::of(&table.table, 80);
        assert_eq!(excerpt.shown, Some((SHOWN, 50)));
        let lines: Vec<&str> = excerpt.text.lines().collect();
        assert_eq!(lines.len(), 1 + SHOWN, "{}", excerpt.text);
        assert!(lines[0].contains("vs fair") && lines[1].contains("within noise"));
        for off in ["-0.25", "-0.24", "-0.23", "-0.22", "-0.21", "+0.24", "+0.21", "+0.02"] {
            assert!(excerpt.text.contains(&format!("fighter {off}")), "{off}: {}", excerpt.text);
        }
        let short = super::tests::table(&["Agaric"], 2);
        assert_eq!(Excerpt::of(&short, 80).shown, None);
    }

    /// Checks that a difference beyond its "±" comes before a larger difference within noise.
    #[test]
    fn of_a_long_table_differences_beyond_their_margin_come_first() {
        let rows: Vec<usize> = (0..50).collect();
        let table = Table::new("t", "", "")
            .of(&rows)
            .word("name", |row| format!("fighter {row}"))
            .with("vs fair", Unit::Points(1), |row| 0.02 + *row as f64 / 1_000.0)
            .plus_minus(|row| if *row == 3 { 0.01 } else { 0.2 });
        let excerpt = Excerpt::of(&table.table, 80);
        assert!(excerpt.text.contains("fighter 3 "), "{}", excerpt.text);
        assert!(!excerpt.text.contains("fighter 4 "), "{}", excerpt.text);
        assert!(excerpt.text.contains("fighter 49 "), "{}", excerpt.text);
    }

    #[test]
    fn no_line_is_wider_than_asked_and_no_column_is_lost() {
        for (names, columns) in [
            (&["Agaric", "rules.rounds=12, strategy=balanced, line-up.draw=3"][..], 2),
            (&["Agaric"], 20),
            (
                &["a name that goes on and on and on and on and on and on and on and on and on \
                     and on"],
                9,
            ),
        ] {
            let text = blocks(&table(names, columns), 80);
            assert!(text.lines().all(|line| shown_width(line) <= 80), "{text}");
            for i in 0..columns {
                assert_eq!(text.matches(&format!("rate {i} %")).count(), 1, "{text}");
            }
        }
    }
}
