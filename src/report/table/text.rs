//! Tables in a terminal: columns under their headings, never wider than asked, so that no line is broken by the terminal.

use super::Table;

/// The width of a terminal of which nothing is known.
pub const WIDTH: usize = 80;
/// Names are not cut to less than this.
const LEAST: usize = 36;

/// A column as it is printed: the heading, then the values.
struct Printed {
    cells: Vec<String>,
    right: bool,
}

impl Printed {
    fn width(&self) -> usize {
        self.cells
            .iter()
            .map(|cell| letters(cell))
            .max()
            .unwrap_or(0)
    }

    fn cut(&mut self, width: usize) {
        for cell in self.cells.iter_mut().filter(|cell| letters(cell) > width) {
            let kept: String = cell.chars().take(width - 1).collect();
            *cell = format!("{}…", kept.trim_end());
        }
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// The table as lines of at most `width` letters. What does not fit beside the first column stands below, with that column again.
pub fn blocks(table: &Table, width: usize) -> String {
    let mut columns = printed(table);
    if columns.is_empty() {
        return String::new();
    }
    let mut names = columns.remove(0);
    let widest = columns.iter().map(Printed::width).max().unwrap_or(0);
    let all: usize = columns.iter().map(|column| column.width() + 2).sum();
    // Names are cut where that puts everything side by side; else the columns are stacked.
    let beside_all = width.saturating_sub(all);
    names.cut(match beside_all >= names.width().min(LEAST) {
        true => beside_all,
        false => width.saturating_sub(widest + 2).max(LEAST),
    });
    let mut out = String::new();
    let mut rest = columns.as_slice();
    loop {
        let mut used = names.width();
        let fits = rest.iter().take_while(|column| {
            used += column.width() + 2;
            used <= width
        });
        let (here, after) = rest.split_at(fits.count().max(1).min(rest.len()));
        block(&mut out, &names, here);
        if after.is_empty() {
            return out;
        }
        out.push('\n');
        rest = after;
    }
}

/// Headings and values as they are read; a "±" joins the column before it.
fn printed(table: &Table) -> Vec<Printed> {
    let mut columns: Vec<Printed> = vec![];
    for column in &table.columns {
        let shown = (0..table.height()).map(|row| column.shown(row));
        match columns.last_mut().filter(|_| column.plus_minus) {
            Some(before) => {
                let cells = before.cells.iter_mut().skip(1).zip(shown);
                for (cell, half) in cells.filter(|(_, half)| half != "–") {
                    *cell = format!("{cell} ± {half}");
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
    for row in 0..names.cells.len() {
        let mut line = String::new();
        for column in std::iter::once(names).chain(columns) {
            let cell = &column.cells[row];
            let space = " ".repeat(column.width() - letters(cell));
            if !line.is_empty() {
                line.push_str("  ");
            }
            match column.right {
                true => line.extend([space.as_str(), cell]),
                false => line.extend([cell.as_str(), &space]),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::Unit;

    fn table(names: &[&str], columns: usize) -> Table {
        let mut lines = Table::new("t", "", "").of(names).word("name", |name| *name);
        for i in 0..columns {
            lines = lines.with(format!("rate {i} %"), Unit::Share(1), |_| {
                0.25 + i as f64 / 100.0
            });
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
    fn no_line_is_wider_than_asked_and_no_column_is_lost() {
        for (names, columns) in [
            (
                &[
                    "Agaric",
                    "rules.rounds=12, strategy=balanced, line-up.draw=3",
                ][..],
                2,
            ),
            (&["Agaric"], 20),
            (
                &[
                    "a name that goes on and on and on and on and on and on and on and on and on and on",
                ],
                9,
            ),
        ] {
            let text = blocks(&table(names, columns), 80);
            assert!(text.lines().all(|line| letters(line) <= 80), "{text}");
            for i in 0..columns {
                assert_eq!(text.matches(&format!("rate {i} %")).count(), 1, "{text}");
            }
        }
    }
}
