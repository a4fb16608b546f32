//! The table `games`: one row per game and player, written to Parquet in batches, so that memory
//! stays bounded.

use std::path::Path;
use std::sync::Arc;

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
    cast: Arc<Cast>,
    measured: GameMeasures,
    /// Indices of the game's pair measures (what one player does to another) that are flags (0 or
    /// 1). For each of these flags, the table has a column with the player who acted, such as the
    /// player who eliminated the row's player.
    by: Vec<usize>,
    rows: Vec<Kept>,
    /// Measured values of all rows, one row after the other. A row has the values of its player,
    /// the players who acted according to the flags in `by`, and the values of the whole game.
    values: Vec<Option<u16>>,
}

/// One row of the table `games` before it is written. Names are stored as indices.
struct Kept {
    game: u64,
    entrant: u16,
    slot: u8,
    won: bool,
    place: u8,
    rounds: u16,
}

impl RowsWriter {
    /// Creates the Parquet file of the table `games`. The file is valid only after
    /// [`RowsWriter::finish`].
    pub fn create(path: &Path, cast: &Cast, measures: &Measures) -> Result<RowsWriter> {
        let measured = GameMeasures::from(measures);
        let by = flags(&measured);
        let cast = Arc::new(cast.clone());
        Ok(RowsWriter {
            file: RowGroups::create(path, &batch(&cast, &measured, &by, &[], &[]))?,
            cast,
            by,
            measured,
            rows: vec![],
            values: vec![],
        })
    }

    /// Adds the rows of consecutive games, of which the first has the index `first`. Rows are
    /// written in the order of the calls.
    pub fn add(&mut self, first: u64, records: &[Record]) -> Result<()> {
        for (game, record) in (first..).zip(records) {
            for (me, player) in record.players.iter().enumerate() {
                self.rows.push(Kept {
                    game,
                    entrant: player.entrant,
                    slot: player.slot,
                    won: player.won,
                    place: player.place,
                    rounds: record.rounds,
                });
                let value = |(measure, value): (&MeasureNote, &u32)| match (measure.form, *value) {
                    (Form::Time, NEVER) => None,
                    (_, value) => u16::try_from(value).ok(),
                };
                let own = self.measured.entrants.iter().zip(&player.values);
                self.values.extend(own.map(value));
                let did = |flag: usize| {
                    let mut others = 0..record.players.len();
                    let by = others.find(|&by| record.pair(flag, by, me) > 0)?;
                    Some(&record.players[by]).map(|by: &Player| by.entrant)
                };
                self.values.extend(self.by.iter().map(|&flag| did(flag)));
                self.values.extend(self.measured.game.iter().zip(&record.game).map(value));
            }
            if self.rows.len() >= BATCH {
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
        if self.rows.is_empty() {
            return Ok(());
        }
        let (rows, values) = (&self.rows, &self.values);
        let table = batch(&self.cast, &self.measured, &self.by, rows, values);
        self.rows.clear();
        self.values.clear();
        self.file.write(&table)
    }
}

/// Returns the indices of the game's pair measures (what one player does to another) that are
/// flags, 0 or 1.
fn flags(measured: &GameMeasures) -> Vec<usize> {
    let pairs = measured.pairs.iter().enumerate();
    let flags = pairs.filter(|(_, measure)| measure.form == Form::Flag);
    flags.map(|(i, _)| i).collect()
}

/// Returns the table `games` without rows, for the documentation of its columns.
pub fn games_table(measures: &Measures) -> Table {
    let cast = Cast { entrants: vec![], slots: vec![], sides: 1, cooperative: false };
    let measured = GameMeasures::from(measures);
    batch(&cast, &measured, &flags(&measured), &[], &[])
}

/// Returns the table `games` with these rows; `values` are their measured values, row by row.
fn batch(
    cast: &Cast,
    measured: &GameMeasures,
    by: &[usize],
    rows: &[Kept],
    values: &[Option<u16>],
) -> Table {
    let columns = measured.entrants.len() + by.len() + measured.game.len();
    let value = |column: usize| values.iter().skip(column).step_by(columns.max(1)).copied();
    let who = |row: &Kept| &cast.entrants[usize::from(row.entrant)];
    let slot = |row: &Kept| cast.slots[usize::from(row.slot)];
    let about = "One row per game and entrant; only with `--rows`.";
    let mut table = Table::new("games", "", about)
        .of(rows)
        .with("game", Unit::Ordinal, |row| row.game)
        .meaning("Number of the game, from 0.")
        .word("entrant", |row| &who(row).fighter)
        .meaning("The fighter’s key.")
        .with("seat", Unit::Ordinal, |row| slot(row).seat)
        .meaning("The entrant’s seat.")
        .with("team", Unit::Ordinal, |row| slot(row).team)
        .meaning("The entrant’s team; null without teams.")
        .word("strategy", |row| &who(row).strategy)
        .meaning("The bot that plays the entrant.")
        .with("won", Unit::Flag, |row| row.won)
        .meaning("True if the entrant won.")
        .with("place", Unit::Ordinal, |row| row.place)
        .meaning("The entrant’s place; 0 without places.")
        .table;
    for (i, measure) in measured.entrants.iter().enumerate() {
        table = measure_column(table, measured, measure, value(i));
    }
    for (i, &flag) in (measured.entrants.len()..).zip(by) {
        let flag = &measured.pairs[flag];
        let name = |by: Option<u16>| by.map(|by| cast.entrants[usize::from(by)].fighter.clone());
        let about = format!(
            "{}: key of the entrant that caused the event; null if no entrant did.",
            capital(&flag.words)
        );
        table.push(format!("{}_by", flag.name), Unit::Word, about, value(i).map(name));
    }
    let rounds = rows.iter().map(|row| row.rounds);
    table.push("rounds", Unit::Ordinal, "Rounds of the game.", rounds);
    if measured.rounds <= u16::from(u8::MAX) {
        table = table.narrow("rounds");
    }
    for (i, measure) in (measured.entrants.len() + by.len()..).zip(&measured.game) {
        table = measure_column(table, measured, measure, value(i));
    }
    table
}

fn measure_column(
    mut table: Table,
    measured: &GameMeasures,
    measure: &MeasureNote,
    values: impl Iterator<Item = Option<u16>>,
) -> Table {
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
