//! The report of a stand-in, which a report keeps beside its own if the bots have not learnt what
//! they played.

use std::path::Path;

use anyhow::Result;

use super::{Extras, Manifest, Tables};

/// How the names of the files of a stand-in's tables begin.
const PREFIX: &str = "stand_in_";

/// The report of a stand-in.
#[derive(Debug)]
pub struct StandIn {
    pub tables: Tables,
    pub manifest: Manifest,
}

impl StandIn {
    /// Writes the tables into a folder, as Parquet, and as CSV for those who ask.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path, extras: Extras) -> Result<()> {
        let tables = self.stored();
        tables.write(folder)?;
        match extras.csv {
            true => tables.write_csv(folder),
            false => Ok(()),
        }
    }

    /// What the manifest of the report keeps.
    pub fn note(&self) -> Box<Manifest> {
        Box::new(self.manifest.clone())
    }

    /// The tables under the names of their files.
    fn stored(&self) -> Tables {
        let named = |table: &super::Table| super::Table {
            name: format!("{PREFIX}{}", table.name),
            ..table.clone()
        };
        Tables(self.tables.0.iter().map(named).collect())
    }
}

/// The names of the files of a stand-in's tables, from its manifest.
fn file_names(stand_in: &Manifest) -> Vec<String> {
    let names = stand_in.tables.iter();
    names.map(|name| format!("{PREFIX}{name}")).collect()
}

impl Manifest {
    /// The names of the files of all tables, those of the stand-in last.
    pub fn files_of_tables(&self) -> Vec<String> {
        let stand_in = self.stand_in.as_deref().map(file_names);
        self.tables
            .iter()
            .cloned()
            .chain(stand_in.into_iter().flatten())
            .collect()
    }
}
