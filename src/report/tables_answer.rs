//! An answer in the form of tables. The page is made from the tables of a command, and from those
//! of a stand-in if the bots have not learnt the scenario.

use std::path::Path;

use anyhow::Result;

use super::page::Page;
use super::{Extras, Manifest, Tables};

/// Prefix of the file names of a stand-in's tables.
const PREFIX: &str = "stand_in_";

/// The report of a stand-in.
#[derive(Debug)]
pub struct StandIn {
    pub tables: Tables,
    pub manifest: Manifest,
}

/// Everything that a report is made from.
#[derive(Debug, Clone, Copy)]
pub struct TablesAnswer<'a> {
    pub tables: &'a Tables,
    pub manifest: &'a Manifest,
    pub stand_in: Option<&'a StandIn>,
}

impl<'a> TablesAnswer<'a> {
    /// An answer without a stand-in.
    pub fn new(tables: &'a Tables, manifest: &'a Manifest) -> TablesAnswer<'a> {
        TablesAnswer {
            tables,
            manifest,
            stand_in: None,
        }
    }

    /// Makes the page. The page has no verdict if the bots have not learnt the scenario.
    ///
    /// # Errors
    /// Fails if the tables do not belong to the manifest's kind.
    pub fn page(self) -> Result<Page> {
        let kind = self.manifest.kind;
        if self.manifest.unlearnt.is_empty() || kind.judges_bots() {
            return kind.page(self.tables, self.manifest);
        }
        let page = kind.page(self.tables, self.manifest)?;
        let page = page.withheld(self.manifest);
        Ok(match self.stand_in {
            None => page,
            Some(StandIn {
                tables,
                manifest: by,
            }) => page.beside(by.kind.page(tables, by)?, self.manifest, by),
        })
    }
}

impl StandIn {
    /// Writes the tables to a folder, as Parquet, and as CSV on request.
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

    /// The manifest of the stand-in, as the report's manifest stores it.
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

    /// Reads the stand-in's report back; `None` if the manifest has none.
    ///
    /// # Errors
    /// Fails if a table is missing or is not a Parquet file.
    pub fn read(folder: &Path, manifest: &Manifest) -> Result<Option<StandIn>> {
        let Some(manifest) = manifest.stand_in.as_deref() else {
            return Ok(None);
        };
        let mut tables = Tables::read(folder, &file_names(manifest))?;
        for (table, name) in tables.0.iter_mut().zip(&manifest.tables) {
            table.name.clone_from(name);
        }
        Ok(Some(StandIn {
            tables,
            manifest: manifest.clone(),
        }))
    }
}

/// The file names of a stand-in's tables, from its manifest.
fn file_names(stand_in: &Manifest) -> Vec<String> {
    let names = stand_in.tables.iter();
    names.map(|name| format!("{PREFIX}{name}")).collect()
}

impl Manifest {
    /// The file names of all tables, those of the stand-in last.
    pub fn files_of_tables(&self) -> Vec<String> {
        let stand_in = self.stand_in.as_deref().map(file_names);
        self.tables
            .iter()
            .cloned()
            .chain(stand_in.into_iter().flatten())
            .collect()
    }
}
