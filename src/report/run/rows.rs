//! The table `games`, for `--rows`: one row per game and player, streamed to Parquet in batches, so that memory stays bounded.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use polars::prelude::{Column, DataFrame, DataType, Schema};
use polars_io::parquet::write::BatchedWriter;
use polars_io::prelude::{ParquetCompression, ParquetWriter};

use crate::stats::{Cast, Measure, Measures, NEVER, Record};

/// Rows kept in memory before they are written, as one row group.
const BATCH: usize = 1 << 18;

/// Writes the table `games`.
pub struct RowsWriter {
    writer: BatchedWriter<BufWriter<File>>,
    cast: Arc<Cast>,
    /// Where the measures are.
    score: usize,
    round_eliminated: usize,
    eliminated: usize,
    rows: Rows,
}

/// A batch, column by column. Names are written only when it is full: until then an entrant is its index.
#[derive(Default)]
struct Rows {
    game: Vec<u64>,
    entrant: Vec<u16>,
    slot: Vec<u8>,
    won: Vec<bool>,
    place: Vec<u8>,
    score: Vec<u16>,
    round_eliminated: Vec<Option<u8>>,
    eliminated_by: Vec<Option<u16>>,
    rounds: Vec<u8>,
}

impl RowsWriter {
    /// Begins the file. It is a Parquet file only after [`RowsWriter::finish`].
    pub fn create(path: &Path, cast: &Cast, measures: &Measures) -> Result<RowsWriter> {
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        let writer = ParquetWriter::new(BufWriter::new(file))
            .with_compression(ParquetCompression::Zstd(None))
            .batched(&schema())?;
        let position = |measures: &[Measure], name: &str| {
            Measure::position(measures, name)
                .with_context(|| format!("the game does not measure {name}"))
        };
        Ok(RowsWriter {
            writer,
            cast: Arc::new(cast.clone()),
            score: position(&measures.entrants, "score")?,
            round_eliminated: position(&measures.entrants, "round_eliminated")?,
            eliminated: position(&measures.pairs, "eliminated")?,
            rows: Rows::default(),
        })
    }

    /// Adds games that follow each other: the first has the index `first`. Call it in the order of the games, for the table to be in order.
    pub fn add(&mut self, first: u64, records: &[Record]) -> Result<()> {
        for (game, record) in (first..).zip(records) {
            for (i, player) in record.players.iter().enumerate() {
                let mut others = 0..record.players.len();
                let by = others.find(|&by| record.pair(self.eliminated, by, i) > 0);
                let round = player.values[self.round_eliminated];
                let rows = &mut self.rows;
                rows.game.push(game);
                rows.entrant.push(player.entrant);
                rows.slot.push(player.slot);
                rows.won.push(player.won);
                rows.place.push(player.place);
                rows.score.push(player.values[self.score].try_into()?);
                rows.round_eliminated.push(match round {
                    NEVER => None,
                    round => Some(round.try_into()?),
                });
                rows.eliminated_by
                    .push(by.map(|by| record.players[by].entrant));
                rows.rounds.push(record.rounds.try_into()?);
            }
            if self.rows.game.len() >= BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes what is left, and the end of the file.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.writer
            .finish()
            .context("cannot finish the table of games")?;
        Ok(())
    }

    /// Writes the batch as one row group.
    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.game.is_empty() {
            return Ok(());
        }
        let who = |i: &u16| &self.cast.entrants[usize::from(*i)];
        let slot = |i: &u8| self.cast.slots[usize::from(*i)];
        let fighters: Vec<&str> = rows
            .entrant
            .iter()
            .map(|i| who(i).fighter.as_str())
            .collect();
        let strategies: Vec<&str> = rows
            .entrant
            .iter()
            .map(|i| who(i).strategy.as_str())
            .collect();
        let killers: Vec<Option<&str>> = rows
            .eliminated_by
            .iter()
            .map(|by| by.as_ref().map(|i| who(i).fighter.as_str()))
            .collect();
        let seats: Vec<u8> = rows.slot.iter().map(|i| slot(i).seat).collect();
        let teams: Vec<Option<u8>> = rows.slot.iter().map(|i| slot(i).team).collect();
        let batch = DataFrame::new_infer_height(vec![
            Column::new("game".into(), rows.game),
            Column::new("entrant".into(), fighters),
            Column::new("seat".into(), seats),
            Column::new("team".into(), teams),
            Column::new("strategy".into(), strategies),
            Column::new("won".into(), rows.won),
            Column::new("place".into(), rows.place),
            Column::new("score".into(), rows.score),
            Column::new("round_eliminated".into(), rows.round_eliminated),
            Column::new("eliminated_by".into(), killers),
            Column::new("rounds".into(), rows.rounds),
        ])?;
        self.writer
            .write_batch(&batch)
            .context("cannot write the table of games")
    }
}

/// The columns of the table `games`.
fn schema() -> Schema {
    Schema::from_iter(
        [
            ("game", DataType::UInt64),
            ("entrant", DataType::String),
            ("seat", DataType::UInt8),
            ("team", DataType::UInt8),
            ("strategy", DataType::String),
            ("won", DataType::Boolean),
            ("place", DataType::UInt8),
            ("score", DataType::UInt16),
            ("round_eliminated", DataType::UInt8),
            ("eliminated_by", DataType::String),
            ("rounds", DataType::UInt8),
        ]
        .map(|(name, dtype)| polars::prelude::Field::new(name.into(), dtype)),
    )
}
