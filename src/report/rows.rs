//! The table `games`: one row per game and player, written to Parquet in batches, so that memory
//! stays bounded.

use std::path::Path;

use anyhow::Result;

use crate::report::measured::{GameMeasures, MeasureNote};
use crate::report::table::{RowGroups, Table, Unit};
use crate::report::words::capital;
use crate::stats::{Cast, Form, Measures, NEVER, Player, Record};

/// Number of rows that are kept in memory before they are written to Parquet as one row group.
const BATCH: usize = 1 << 18;

/// Writer of the table `games`, which has one row per game and player.
pub struct RowsWriter {
    file: RowGroups,
    cast: Cast,
    measured: GameMeasures,
    /// The games whose rows are not written yet, each with its number.
    games: Vec<(u64, Record)>,
}

/// One row of the table `games`: a player in a game.
struct Row<'a> {
    game: u64,
    record: &'a Record,
    /// Index of the player in the record.
    me: usize,
    player: &'a Player,
}

impl RowsWriter {
    /// Creates the Parquet file of the table `games`. The file is valid only after
    /// [`RowsWriter::finish`].
    pub fn create(path: &Path, cast: &Cast, measures: &Measures) -> Result<RowsWriter> {
        let measured = GameMeasures::from(measures);
        let file = RowGroups::create(path, &table(cast, &measured, &[]))?;
        Ok(RowsWriter { file, cast: cast.clone(), measured, games: vec![] })
    }

    /// Adds the rows of consecutive games, of which the first has the index `first`. Rows are
    /// written in the order of the calls.
    pub fn add(&mut self, first: u64, records: &[Record]) -> Result<()> {
        for (game, record) in (first..).zip(records) {
            self.games.push((game, record.clone()));
            if self.games.len() * record.players.len() >= BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the remaining rows and the end of the Parquet file.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.file.finish()
    }

    /// Writes the rows in memory to the Parquet file as one row group.
    fn flush(&mut self) -> Result<()> {
        match std::mem::take(&mut self.games) {
            games if games.is_empty() => Ok(()),
            games => self.file.write(&table(&self.cast, &self.measured, &games)),
        }
    }
}

/// Returns the table `games` without rows, for the documentation of its columns.
pub fn games_table(measures: &Measures) -> Table {
    let cast = Cast { entrants: vec![], slots: vec![], sides: 1, cooperative: false };
    table(&cast, &GameMeasures::from(measures), &[])
}

/// Returns the table `games` with the rows of these games.
fn table(cast: &Cast, measured: &GameMeasures, games: &[(u64, Record)]) -> Table {
    let rows: Vec<Row<'_>> = games
        .iter()
        .flat_map(|(game, record)| {
            let players = record.players.iter().enumerate();
            players.map(|(me, player)| Row { game: *game, record, me, player })
        })
        .collect();
    let rows = rows.as_slice();
    let who = |player: &Player| &cast.entrants[usize::from(player.entrant)].fighter;
    let slot = |row: &Row<'_>| cast.slots[usize::from(row.player.slot)];
    let about = "One row per game and entrant; only with `--rows`.";
    let mut table = Table::new("games", "", about)
        .of(rows)
        .with("game", Unit::Ordinal, |row| row.game)
        .meaning("Number of the game, from 0.")
        .word("entrant", |row| who(row.player))
        .meaning("The fighter’s key.")
        .with("seat", Unit::Ordinal, |row| slot(row).seat)
        .meaning("The entrant’s seat.")
        .with("team", Unit::Ordinal, |row| slot(row).team)
        .meaning("The entrant’s team; null without teams.")
        .word("strategy", |row| &cast.entrants[usize::from(row.player.entrant)].strategy)
        .meaning("The bot that plays the entrant.")
        .with("won", Unit::Flag, |row| row.player.won)
        .meaning("True if the entrant won.")
        .with("place", Unit::Ordinal, |row| row.player.place)
        .meaning("The entrant’s place; 0 without places.")
        .table;
    for (i, measure) in measured.entrants.iter().enumerate() {
        table =
            measure_column(table, measured, measure, rows.iter().map(|row| row.player.values[i]));
    }
    let flags = measured.pairs.iter().enumerate().filter(|(_, of)| of.form == Form::Flag);
    for (i, flag) in flags {
        let by = |row: &Row<'_>| {
            let mut others = row.record.players.iter().enumerate();
            let (_, by) = others.find(|(by, _)| row.record.pair(i, *by, row.me) > 0)?;
            Some(who(by).clone())
        };
        let about = format!(
            "{}: key of the entrant that caused the event; null if no entrant did.",
            capital(&flag.words)
        );
        table.push(format!("{}_by", flag.name), Unit::Word, about, rows.iter().map(by));
    }
    let rounds = rows.iter().map(|row| row.record.rounds);
    table.push("rounds", Unit::Ordinal, "Rounds of the game.", rounds);
    if measured.rounds <= u16::from(u8::MAX) {
        table = table.narrow("rounds");
    }
    for (i, measure) in measured.game.iter().enumerate() {
        table = measure_column(table, measured, measure, rows.iter().map(|row| row.record.game[i]));
    }
    table
}

fn measure_column(
    mut table: Table,
    measured: &GameMeasures,
    measure: &MeasureNote,
    values: impl Iterator<Item = u32>,
) -> Table {
    let value = |value: u32| match (measure.form, value) {
        (Form::Time, NEVER) => None,
        (_, value) => u16::try_from(value).ok(),
    };
    let values = values.map(value);
    let name = &measure.name;
    let about = format!("{}.", capital(&measure.words));
    match measure.form {
        Form::Flag => table.push(name, Unit::Flag, about, values.map(|value| value == Some(1))),
        Form::Class => {
            let class = |value: Option<u16>| measure.classes.get(usize::from(value?)).cloned();
            table.push(name, Unit::Word, about, values.map(class));
        }
        Form::Amount => table.push(name, Unit::Number(0, ""), about, values),
        Form::Time => {
            let about = format!("{about} Null if the event did not occur.");
            table.push(name, Unit::Ordinal, about, values);
            if measured.rounds <= u16::from(u8::MAX) {
                table = table.narrow(name);
            }
        }
    }
    table
}
