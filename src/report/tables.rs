//! Tables: data frames by name, that become Parquet files and come back.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use polars::prelude::{AnyValue, Column, DataFrame, DataType};
use polars_io::prelude::{ParquetCompression, ParquetReader, ParquetWriter, SerReader};
use sha2::{Digest, Sha256};

/// Some tables, each under the name that is also its file's under `tables/`, in the order in which their results are hashed.
#[derive(Debug, Clone)]
pub struct Tables(Vec<(&'static str, DataFrame)>);

impl Tables {
    /// These tables.
    pub fn new(tables: Vec<(&'static str, DataFrame)>) -> Tables {
        Tables(tables)
    }

    /// One table.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn get(&self, name: &str) -> &DataFrame {
        let found = self.0.iter().find(|(known, _)| *known == name);
        &found.expect("a table of this name").1
    }

    /// Writes every table into a folder, as `<name>.parquet`, compressed with zstd.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, table) in &self.0 {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
            ParquetWriter::new(file)
                .with_compression(ParquetCompression::Zstd(None))
                .set_parallel(false)
                .finish(&mut table.clone())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Reads the tables of these names back from a folder.
    ///
    /// # Errors
    /// If one of them is missing or is no Parquet file.
    pub fn read(folder: &Path, names: &[&'static str]) -> Result<Tables> {
        let mut tables = vec![];
        for &name in names {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
            let table = ParquetReader::new(file)
                .finish()
                .with_context(|| format!("cannot read {}", path.display()))?;
            tables.push((name, table));
        }
        Ok(Tables(tables))
    }

    /// SHA-256, in hexadecimal, of the results: every table's names and whole numbers, row by row. Floats and what is judged by them are
    /// left out, being made from the whole numbers, so that the hash is the same on every machine.
    pub fn hash(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for (name, table) in &self.0 {
            hash.update(format!("table {name}\n"));
            let columns: Vec<&Column> = table
                .columns()
                .iter()
                .filter(|column| !matches!(column.dtype(), DataType::Float64 | DataType::Boolean))
                .collect();
            for row in 0..table.height() {
                for column in &columns {
                    let value = match column.get(row)? {
                        AnyValue::Null => "-".to_string(),
                        AnyValue::String(text) => format!("{text:?}"),
                        value => value.try_extract::<i128>()?.to_string(),
                    };
                    hash.update(format!("{}={value}\t", column.name()));
                }
                hash.update("\n");
            }
        }
        Ok(hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect())
    }
}
