//! Tables in files: Parquet for storage, CSV on request, and the hash of the results.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{BufWriter, Cursor};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use polars::prelude::{AnyValue, DataFrame, DataType, IntoColumn, StringChunked};
use polars_io::parquet::write::BatchedWriter;
use polars_io::prelude::{
    CsvWriter, ParquetCompression, ParquetReader, ParquetWriter, SerReader, SerWriter,
};
use sha2::{Digest, Sha256};

use super::{Column, Table, Unit};
use crate::report::atomic_file::cannot_write;
use crate::scenario::{open, read_bytes};

/// Maximum size of a table that gong reads back, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// The tables of a report, in the order in which their results are hashed.
#[derive(Debug, Clone)]
pub struct Tables(pub Vec<Table>);

impl Table {
    /// Returns the table as a polars data frame.
    pub fn frame(&self) -> Result<DataFrame> {
        let columns = self.columns.iter();
        let columns = columns.map(|column| column.values.clone().into_column());
        Ok(DataFrame::new_infer_height(columns.collect())?)
    }

    /// Reads a table from a Parquet file. Units and meanings of columns are missing, because the
    /// file does not hold them.
    ///
    /// # Errors
    /// Fails if the file is missing or is not a Parquet file.
    pub fn read(path: &Path) -> Result<Table> {
        let why = || format!("cannot read {}", path.display());
        let bytes =
            read_bytes(path, MOST_BYTES).map_err(|what| anyhow!("{} {what}", path.display()))?;
        // The reader may panic on a damaged file.
        let read = catch_unwind(|| ParquetReader::new(Cursor::new(bytes)).finish());
        let read = read.map_err(|_| anyhow!("it is damaged")).with_context(why)?;
        let frame = read.with_context(why)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Table::of_frame(&name, &frame))
    }

    /// Converts a polars data frame to a table, without units and meanings of columns.
    fn of_frame(name: &str, frame: &DataFrame) -> Table {
        let mut table = Table::new(name, "", "");
        table.columns = (frame.columns().iter())
            .map(|column| Column {
                name: column.name().to_string(),
                unit: Unit::Word,
                meaning: String::new(),
                values: column.as_materialized_series().clone(),
                margins_of: None,
                in_terminal: false,
                colours: vec![],
            })
            .collect();
        table
    }

    fn write_parquet(&self, path: &Path) -> Result<()> {
        // The errors of the Parquet writer do not name the errors of the system.
        let mut bytes = vec![];
        ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Zstd(None))
            .set_parallel(false)
            .finish(&mut self.frame()?)?;
        Ok(fs::write(path, bytes)?)
    }

    fn write_csv(&self, path: &Path) -> Result<()> {
        self.append_csv(&mut File::create(path)?, true)
    }

    /// Writes the rows of the table as CSV, after a line of headings if `headings` is true.
    fn append_csv(&self, file: &mut File, headings: bool) -> Result<()> {
        let mut frame = self.frame()?;
        for column in &self.columns {
            if let Ok(texts) = column.values.str() {
                let defused: StringChunked = texts.iter().map(|text| text.map(defused)).collect();
                frame.replace(&column.name, defused.into_column())?;
            }
        }
        let mut writer = CsvWriter::new(file).include_header(headings);
        Ok(writer.finish(&mut frame)?)
    }
}

/// Maximum number of rows that [`copy_as_csv`] has in memory at once.
const PART: usize = 1 << 18;

/// Copies a table from a Parquet file to a CSV file, in parts, so that memory stays bounded.
///
/// # Errors
/// Fails if the Parquet file cannot be read, or the CSV file cannot be written.
pub fn copy_as_csv(parquet: &Path, csv: &Path) -> Result<()> {
    let why = || cannot_write(csv);
    let reader = || -> Result<ParquetReader<File>> {
        let file = open(parquet).map_err(|what| anyhow!("{} {what}", parquet.display()))?;
        Ok(ParquetReader::new(file))
    };
    let mut file = File::create(csv).with_context(why)?;
    let rows = reader()?.num_rows().with_context(why)?;
    // A table without rows has a line of headings too.
    for first in (0..rows.max(1)).step_by(PART) {
        let part = reader()?.with_slice(Some((first, PART)));
        let table = Table::of_frame("", &part.finish().with_context(why)?);
        table.append_csv(&mut file, first == 0).with_context(why)?;
    }
    Ok(())
}

/// Protects a text from being interpreted as a formula by spreadsheets (OWASP, CSV Injection). Puts
/// an apostrophe before a text that begins like a formula and is not a number.
fn defused(text: &str) -> Cow<'_, str> {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    match formula && text.parse::<f64>().is_err() {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}

impl Tables {
    /// Returns the table with this name.
    ///
    /// # Errors
    /// Fails if no table has the name.
    pub fn named(&self, name: &str) -> Result<&Table> {
        let found = self.0.iter().find(|table| table.name == name);
        found.with_context(|| format!("there is no table {name}"))
    }

    /// Returns the table with this name, which must exist.
    ///
    /// # Panics
    /// Panics if no table has the name.
    pub fn get(&self, name: &str) -> &Table {
        self.named(name).expect("a table of this name")
    }

    /// Returns the names of the tables.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|table| table.name.clone()).collect()
    }

    /// Writes every table to a folder, as `<name>.parquet`, compressed with zstd.
    pub fn write(&self, folder: &Path) -> Result<()> {
        self.write_each(folder, "parquet", Table::write_parquet)
    }

    /// Writes every table to a folder, as `<name>.csv`.
    pub fn write_csv(&self, folder: &Path) -> Result<()> {
        self.write_each(folder, "csv", Table::write_csv)
    }

    fn write_each(
        &self,
        folder: &Path,
        kind: &str,
        write: fn(&Table, &Path) -> Result<()>,
    ) -> Result<()> {
        for table in &self.0 {
            let path = folder.join(format!("{}.{kind}", table.name));
            write(table, &path).with_context(|| cannot_write(&path))?;
        }
        Ok(())
    }

    /// Reads the tables with these names from a folder.
    ///
    /// # Errors
    /// Fails if a file is missing or is not a Parquet file.
    pub fn read(folder: &Path, names: &[impl AsRef<str>]) -> Result<Tables> {
        let path = |name: &str| folder.join(format!("{name}.parquet"));
        let read = |name: &_| Table::read(&path(AsRef::<str>::as_ref(name)));
        Ok(Tables(names.iter().map(read).collect::<Result<_>>()?))
    }

    /// Returns the SHA-256 hash of the results, in hexadecimal: of the names and whole numbers in
    /// every table, row by row. Floats and verdicts are left out, because they are computed from
    /// the whole numbers; so the hash is the same on every machine.
    pub fn hash(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for table in &self.0 {
            hash.update(format!("table {}\n", table.name));
            let judged = |kind: &DataType| matches!(kind, DataType::Float64 | DataType::Boolean);
            let columns = table.columns.iter();
            let columns: Vec<&Column> =
                columns.filter(|column| !judged(column.values.dtype())).collect();
            for row in 0..table.height() {
                for column in &columns {
                    let value = match column.values.get(row)? {
                        AnyValue::Null => "-".to_string(),
                        AnyValue::String(text) => format!("{text:?}"),
                        value => value.try_extract::<i128>()?.to_string(),
                    };
                    hash.update(format!("{}={value}\t", column.name));
                }
                hash.update("\n");
            }
        }
        Ok(crate::words::hex(&hash.finalize()))
    }
}

/// A Parquet file that grows by one row group at a time, so that memory stays bounded.
pub struct RowGroups {
    writer: BatchedWriter<BufWriter<File>>,
    path: PathBuf,
}

impl RowGroups {
    /// Begins a Parquet file with the columns of this table. The file is valid only after
    /// [`RowGroups::finish`].
    pub fn create(path: &Path, table: &Table) -> Result<RowGroups> {
        let file = File::create(path).with_context(|| cannot_write(path))?;
        let writer = ParquetWriter::new(BufWriter::new(file))
            .with_compression(ParquetCompression::Zstd(None))
            .batched(table.frame()?.schema())?;
        Ok(RowGroups { writer, path: path.to_owned() })
    }

    /// Writes a table to the Parquet file, as one row group.
    pub fn write(&mut self, table: &Table) -> Result<()> {
        let written = self.writer.write_batch(&table.frame()?);
        written.with_context(|| cannot_write(&self.path))
    }

    /// Writes the end of the Parquet file.
    pub fn finish(self) -> Result<()> {
        let written = self.writer.finish();
        written.with_context(|| cannot_write(&self.path)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_taken_for_a_formula() {
        for text in ["=1+1", "+a", "-a", "@SUM(A1)", "\ta", "\ra", "＝a", "-", "--1"] {
            assert_eq!(defused(text), format!("'{text}"));
        }
        for text in ["a=1", "", "1", "-1", "+0.5", "-1e3", "’"] {
            assert_eq!(defused(text), text);
        }
    }
}
