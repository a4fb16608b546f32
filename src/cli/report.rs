//! The command `gong report`: writes tables, charts and page of a report again, or writes the index
//! of a folder of reports.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{ParsedCommand, keeps_found};
use crate::report::{Extras, Found, MANIFEST, Manifest, index};
use crate::session::Usage;

/// Write the tables, charts and page of a report again, or the index of a folder of reports
///
/// A report is written again from its found.json and manifest.json, without playing a game.
///
/// The index lists every report in the folder with its date, its scenario, its changes and its
/// headline. Every command updates the index of `reports/`, and any other index that exists.
#[derive(Debug, Clone, Args)]
pub struct Report {
    /// The folder of a report, which holds manifest.json and found.json, or a folder that holds
    /// such folders
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Write the charts as PNG too
    #[arg(long)]
    png: bool,
    /// Write the tables as CSV too
    #[arg(long)]
    csv: bool,
}

impl Report {
    /// Writes a report again, or the index of a folder of reports. Prints the path of the written
    /// page.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.dir.is_dir() && !self.dir.join(MANIFEST).exists() {
            let page = index::write(&self.dir).map_err(|error| Usage(format!("{error:#}")))?;
            writeln!(out, "Wrote {}", page.display())?;
            return Ok(());
        }
        // A folder without a readable manifest is a user error. Later failures are not.
        let manifest = Manifest::read(&self.dir).map_err(|error| Usage(format!("{error:#}")))?;
        let extras = Extras { png: self.png, csv: self.csv };
        keeps_found(&self.dir, &manifest)?;
        let found = Found::read(&self.dir, &manifest)?;
        let asked = ParsedCommand::parse(found.command.iter().map(String::as_str))?;
        let note = asked.redraw(&found, &self.dir, extras)?;
        writeln!(out, "Wrote {}", self.dir.join("report.html").display())?;
        if let Some(note) = note {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }
}
