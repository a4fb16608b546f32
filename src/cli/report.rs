//! `gong report DIR`: charts and page again, from a run's tables and manifest.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::report::{self, Extras};

/// Write charts and page again from a run's tables
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of a run: it holds manifest.json and tables/
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Write the charts as PNG too
    #[arg(long)]
    pub png: bool,
}

/// Does it, and says where the page is.
pub fn run(args: &ReportArgs) -> Result<()> {
    report::redraw(&args.dir, Extras { png: args.png })?;
    println!("Wrote {}", args.dir.join("report.html").display());
    Ok(())
}
