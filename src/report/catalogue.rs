//! Every table that there is, with its columns: what `gong list tables` shows.

use super::table::{Column, Row, Table, type_name};
use super::{bots, run};
use crate::stats::{Cast, Form, Measure, Measures, Tally};

/// The commands, each with its tables, without rows. Names in capitals stand for those that a game declares of its measures, one of each form.
pub fn catalogue() -> Vec<(&'static str, Vec<Table>)> {
    let measures = measures();
    let cast = Cast {
        entrants: vec![],
        slots: vec![],
        sides: 1,
        cooperative: false,
    };
    let mut of_run = run::tables(&cast, &Tally::new(&cast, &measures), 0.95).0;
    of_run.push(run::LuckAdjusted::table(vec![]));
    of_run.push(run::games_table(&measures));
    of_run.push(run::With::table(vec![]));
    of_run.push(run::Deal::table(vec![]));
    of_run.push(run::Beside::table(vec![]));
    vec![
        ("gong run", of_run),
        (
            "gong run, several bots",
            vec![bots::Robustness::table(vec![])],
        ),
    ]
}

/// What stands for an amount.
const AMOUNT: &str = "an amount that the game declares";

/// A measure of each form.
fn measures() -> Measures {
    let measure = |name, table, form, words, most| Measure {
        name,
        table,
        form,
        words,
        unit: "",
        never: "",
        most,
        classes: &[],
    };
    let flag = |name, words| measure(name, "", Form::Flag, words, 1);
    let amount = |name, words| measure(name, "", Form::Amount, words, 1);
    Measures {
        entrants: vec![
            measure("AMOUNT", "AMOUNTS", Form::Amount, AMOUNT, 1),
            measure("TIME", "TIMES", Form::Time, "a time", 20),
            measure("FLAG", "FLAGS", Form::Flag, "a flag", 1),
            Measure {
                classes: &["CLASS"],
                ..measure("CLASS", "CLASSES", Form::Class, "a class", 0)
            },
        ],
        game: vec![],
        pairs: vec![
            flag("DONE", "what one does to the other"),
            amount("TAKEN", "an amount taken"),
        ],
        things: vec![amount("WORTH", "an amount, summed over its uses")],
        rounds: 20,
        thing: ["THING", "THINGS"],
        nobody: "",
    }
}

/// The columns of a table, a line each: name, type, unit and meaning.
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
        assert!(all.len() > 15);
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
