//! The report of a stand-in: a bot that plays the same games in place of bots that have not learnt
//! the scenario. The bots' own report stores the report of the stand-in.

use std::path::Path;

use anyhow::Result;

use super::{Extras, Manifest, Tables};

/// Prefix of the file names of tables that belong to the stand-in bot.
const PREFIX: &str = "stand_in_";

/// The results and the manifest of a stand-in: a bot that played in place of bots that have not
/// learnt the scenario.
#[derive(Debug)]
pub struct StandIn {
    pub tables: Tables,
    pub manifest: Manifest,
}

impl StandIn {
    /// Writes the stand-in bot's tables into a folder as Parquet, and also as CSV if `extras`
    /// requests CSV.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write(&self, folder: &Path, extras: Extras) -> Result<()> {
        let tables = self.stored();
        tables.write(folder)?;
        match extras.csv {
            true => tables.write_csv(folder),
            false => Ok(()),
        }
    }

    /// Returns a copy of the stand-in bot's manifest, to be stored in the manifest of the report.
    pub fn note(&self) -> Box<Manifest> {
        Box::new(self.manifest.clone())
    }

    /// Returns the tables of the additional games that a second bot played for comparison, renamed
    /// so that they do not conflict with the report's own tables.
    fn stored(&self) -> Tables {
        let named = |table: &super::Table| super::Table {
            name: format!("{PREFIX}{}", table.name),
            ..table.clone()
        };
        Tables(self.tables.0.iter().map(named).collect())
    }
}

/// Returns the names of the stand-in bot's table files, from the stand-in's manifest.
fn file_names(stand_in: &Manifest) -> Vec<String> {
    let names = stand_in.tables.iter();
    names.map(|name| format!("{PREFIX}{name}")).collect()
}

impl Manifest {
    /// Returns the names of all table files in the report. The tables of the games that a second
    /// bot played for comparison come last.
    pub fn files_of_tables(&self) -> Vec<String> {
        let stand_in = self.stand_in.as_deref().map(file_names);
        self.tables
            .iter()
            .cloned()
            .chain(stand_in.into_iter().flatten())
            .collect()
    }
}
