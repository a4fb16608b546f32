//! `gong report`: charts and page again, from the tables and the manifest of any command.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::Usage;
use crate::report::{self, Extras, Manifest};

/// Write charts and page again from the tables of a run, a comparison or a sweep
#[derive(Debug, Args)]
pub struct Report {
    /// The folder that the command wrote: it holds manifest.json and tables/
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
    /// Draws, and says where the page is.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        // A folder without a manifest that can be read was named by mistake; what fails after that is no fault of the user's.
        Manifest::read(&self.dir).map_err(|error| Usage(format!("{error:#}")))?;
        let extras = Extras {
            png: self.png,
            csv: self.csv,
        };
        report::redraw(&self.dir, extras)?;
        writeln!(out, "Wrote {}", self.dir.join("report.html").display())?;
        Ok(())
    }
}
