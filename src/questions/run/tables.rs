//! The tables of `gong run`, in long form: one row per fact.
//!
//! The form of a measure of an entrant or of the game decides its tables. An amount has its
//! distribution and a summary. A time has the hazard and survival of its event. A flag has its
//! rate, and a class has its shares. Tables of the game as a whole have no columns about an
//! entrant.

use anyhow::Result;

use super::row_types::{
    AmountRow, ClassRow, FlagRow, Length, LuckAdjusted, MatchupRow, PlacementRow, SummaryRow,
    TimeRow, UseCounts, WinRate,
};
use super::rows::{MeasureRows, Meeting, RunRows, UseRow};
use crate::report::Tables;
use crate::report::measured::{self, GameMeasures};
use crate::report::rows::games_table;
use crate::report::shared::share;
use crate::report::table::{Row, Table, Unit};
use crate::report::words::capital;
use crate::stats::{Cast, Form, Measure, Measures, Tally};

impl RunRows {
    /// Returns all tables of the run, in the order in which their results are hashed.
    pub fn tables(&self) -> Tables {
        let entrants = || self.entrants.iter();
        let wins = entrants().flat_map(|of| [&of.all].into_iter().chain(&of.seats));
        let mut tables = vec![WinRate::table(wins.cloned().collect())];
        for (m, measure) in self.measured.entrants.iter().enumerate() {
            let values: Vec<&MeasureRows> = entrants().map(|of| &of.values[m]).collect();
            tables.extend(of_measure(&self.measured, measure, &values));
        }
        if self.fair.is_some() {
            let placements = entrants().flat_map(|of| of.placements.iter().cloned());
            tables.push(PlacementRow::table(placements.collect()));
        }
        let adjusted: Vec<_> = entrants().filter_map(|of| of.adjusted.clone()).collect();
        if !adjusted.is_empty() {
            tables.push(LuckAdjusted::table(adjusted));
        }
        tables.push(matchups(&self.measured, &self.meetings));
        tables.push(things(&self.measured, entrants().flat_map(|of| &of.uses)));
        let lengths = Length::table(self.lengths.clone());
        tables.push(narrow(&self.measured, lengths, "rounds"));
        for (measure, values) in self.measured.game.iter().zip(&self.game) {
            let mut of_game = of_measure(&self.measured, measure, &[values]);
            for table in &mut of_game {
                let named = |name: &str| ["entrant", "strategy"].contains(&name);
                table.columns.retain(|column| !named(&column.name));
            }
            tables.extend(of_game);
        }
        Tables(tables)
    }
}

/// Names of tables that are written only if a single bot plays, not if a list of bots plays in
/// turn.
const OF_ONE: [&str; 2] = ["matchups", "game_lengths"];

/// Combines the tables of the runs with each bot: the rows of each run follow the rows of the run
/// before.
///
/// # Errors
/// Fails if two tables of one name have different columns.
pub fn combined(runs: &[RunRows]) -> Result<Tables> {
    let mut each = runs.iter().map(RunRows::tables);
    let mut all = each.next().unwrap_or(Tables(vec![]));
    for tables in each {
        for (table, more) in all.0.iter_mut().zip(tables.0) {
            table.append(&more)?;
        }
    }
    all.0.retain(|table| {
        let of_entrants = table.column("strategy").is_ok();
        of_entrants && !OF_ONE.contains(&table.name.as_str())
    });
    Ok(all)
}

/// Returns all tables that `gong run` can write, without rows. Names in capitals stand for names
/// that a game declares, with one example measure of each form.
pub fn every() -> Vec<Table> {
    let measures = example_measures();
    let cast = Cast { entrants: vec![], slots: vec![], sides: 1, cooperative: false };
    let rows = RunRows::new(&cast, &Tally::new(&cast, &measures), 0.95);
    let mut tables = rows.tables().0;
    tables.extend([LuckAdjusted::table(vec![]), games_table(&measures)]);
    tables
}

/// Creates one example measure of each form: an amount, a time, a flag and a class.
fn example_measures() -> Measures {
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
            measure("TIME", "TIMES", Form::Time, "the round of an event", 20),
            measure("FLAG", "FLAGS", Form::Flag, "a condition that is true or false", 1),
            Measure {
                classes: &["CLASS"],
                ..measure("CLASS", "CLASSES", Form::Class, "a class of games", 0)
            },
        ],
        game: vec![],
        pairs: vec![
            flag("DONE", "an action of one entrant against the other"),
            amount("TAKEN", "an amount taken"),
        ],
        things: vec![amount("WORTH", "an amount, summed over its uses")],
        rounds: 20,
        thing: ["THING", "THINGS"],
        nobody: "",
    }
}

/// Description, for users, of the example measure that is an amount.
const AMOUNT: &str = "an amount that the game declares";

/// Stores a table's column of round numbers in one byte per value, if no game can have more than
/// 255 rounds.
fn narrow(measured: &GameMeasures, table: Table, column: &str) -> Table {
    match u8::try_from(measured.rounds) {
        Ok(_) => table.narrow(column),
        Err(_) => table,
    }
}

/// Makes the tables of one measure, from the rows of all entrants or of the game as a whole.
fn of_measure(
    measured: &GameMeasures,
    measure: &measured::MeasureNote,
    all: &[&MeasureRows],
) -> Vec<Table> {
    let mut tables = match measure.form {
        Form::Amount => vec![amounts(all), summaries(measure, all)],
        Form::Time => {
            let rows = all.iter().filter_map(|of| match of {
                MeasureRows::Time(rows) => Some(rows.clone()),
                _ => None,
            });
            vec![narrow(measured, TimeRow::table(rows.flatten().collect()), "round")]
        }
        Form::Flag => {
            let rows = all.iter().filter_map(|of| match of {
                MeasureRows::Flag(row) => Some(row.clone()),
                _ => None,
            });
            vec![FlagRow::table(rows.collect())]
        }
        Form::Class => {
            let rows = all.iter().filter_map(|of| match of {
                MeasureRows::Class(rows) => Some(rows.clone()),
                _ => None,
            });
            vec![ClassRow::table(rows.flatten().collect())]
        }
    };
    tables[0].name = measure.table.clone();
    for table in &mut tables {
        table.meaning = format!("{}. {}", capital(&measure.words), table.meaning);
    }
    let named = |table: Table| table.rename("value", &measure.name);
    tables.into_iter().map(named).collect()
}

fn amounts(all: &[&MeasureRows]) -> Table {
    let rows = all.iter().filter_map(|of| match of {
        MeasureRows::Amount(rows, _) => Some(rows.clone()),
        _ => None,
    });
    AmountRow::table(rows.flatten().collect())
}

fn summaries(measure: &measured::MeasureNote, all: &[&MeasureRows]) -> Table {
    let rows = all.iter().filter_map(|of| of.summary().cloned());
    let mut table = SummaryRow::table(rows.collect());
    table.name = measure.summary();
    table
}

fn matchups(measured: &GameMeasures, meetings: &[Meeting]) -> Table {
    let mut table = MatchupRow::table(meetings.iter().map(|of| of.met.clone()).collect());
    for (m, measure) in measured.pairs.iter().enumerate() {
        let (name, words) = (&measure.name, &measure.words);
        if measure.form == Form::Flag {
            let games = meetings.iter().map(|of| of.sums[m]);
            table.push(name, Unit::Count, format!("Games with {words}."), games);
        } else {
            let means = meetings.iter().map(|of| share(of.sums[m], of.met.games));
            let about = format!("Mean {words} per game.");
            table.push(name, Unit::Number(2, ""), about, means);
        }
    }
    table
}

fn things<'a>(measured: &GameMeasures, uses: impl Iterator<Item = &'a UseRow> + Clone) -> Table {
    let [thing, things] = &measured.thing;
    let rows = uses.clone().map(|of| of.used.clone());
    let table = UseCounts::table(rows.collect()).rename("thing", thing);
    let mut table = narrow(measured, table, "round");
    table.name = things.clone();
    for (m, measure) in measured.things.iter().enumerate() {
        let about = format!("{}.", capital(&measure.words));
        let sums = uses.clone().map(|of| of.sums[m]);
        table.push(&measure.name, Unit::Count, about, sums);
    }
    table
}
