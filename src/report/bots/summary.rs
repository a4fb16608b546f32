//! The summary of a run by several bots.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::Facts;
use super::verdict::{called, headline};
use crate::report::words::{column, decimals, grouped, percent};
use crate::report::{Manifest, Tables};

/// The summary, for a terminal; the report lies in `folder`.
pub fn summary(tables: &Tables, manifest: &Manifest, folder: &Path) -> Result<String> {
    let facts = Facts::new(tables, manifest)?;
    let mut out = String::new();
    let played = format!(
        "{} bots, {} games",
        facts.bots.len(),
        grouped(manifest.games)
    );
    writeln!(out, "{}\n", manifest.opening(&played))?;
    let width = column(
        "win rate %",
        facts.fighters.iter().map(|fighter| &fighter.name),
    );
    let columns: Vec<usize> = facts
        .bots
        .iter()
        .map(|bot| bot.chars().count().max(12))
        .collect();
    write!(out, "{:width$}", "win rate %")?;
    for (bot, column) in facts.bots.iter().zip(&columns) {
        write!(out, "  {bot:>column$}")?;
    }
    writeln!(out, "  verdict")?;
    for fighter in &facts.fighters {
        write!(out, "{:width$}", fighter.name)?;
        for (seen, column) in fighter.seen.iter().zip(&columns) {
            let half = seen.interval.half_width();
            let fine = decimals(half);
            let rate = format!("{} ± {}", percent(seen.rate, fine), percent(half, fine));
            write!(out, "  {rate:>column$}")?;
        }
        writeln!(out, "  {}", called(&fighter.agreement))?;
    }
    writeln!(
        out,
        "\n{}. The fair share is {} %.",
        headline(&facts),
        percent(facts.fair, 1)
    )?;
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    Ok(out)
}
