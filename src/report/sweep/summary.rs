//! The summary that a sweep prints.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::Facts;
use super::verdict;
use crate::report::words::{column, grouped, percent};
use crate::report::{Manifest, Tables};

/// Points that the summary lists; the page has all.
const LISTED: usize = 24;

/// The summary of a sweep whose report lies in `folder`, for a terminal. `kept` points were there already.
pub fn summary(tables: &Tables, manifest: &Manifest, folder: &Path, kept: usize) -> Result<String> {
    let facts = Facts::new(tables, manifest)?;
    let mut out = String::new();
    let whole = facts.points.len() + facts.missing;
    let ended = match facts.missing {
        0 => format!("{whole} {}", plural(whole)),
        _ => format!("{} of {whole} points, ended early", facts.points.len()),
    };
    let there = match kept {
        0 => String::new(),
        1 => " (1 was there already)".to_string(),
        _ => format!(" ({kept} were there already)"),
    };
    writeln!(
        out,
        "{}: {ended}{there}, {} games in all, {:.1} s\n",
        manifest.title,
        grouped(manifest.games),
        manifest.wall_seconds
    )?;
    let names: Vec<String> = (0..facts.points.len())
        .map(|point| facts.name(point))
        .collect();
    let width = column("point", &names);
    let short: Vec<String> = facts
        .series
        .iter()
        .map(|series| series.label.chars().take(6).collect())
        .collect();
    write!(out, "{:width$}", "win rate, %")?;
    for name in &short {
        write!(out, " {name:>6}")?;
    }
    writeln!(out, "   off fair")?;
    for (point, name) in names.iter().enumerate().take(LISTED) {
        write!(out, "{name:width$}")?;
        for series in &facts.series {
            let rate = series.cells[point].map_or("–".to_string(), |cell| percent(cell.rate, 1));
            write!(out, " {rate:>6}")?;
        }
        let off = facts.imbalance(point).map_or(0.0, |found| found.0);
        let star = if facts.fairest() == Some(point) {
            "  fairest"
        } else {
            ""
        };
        writeln!(out, "   {:>8}{star}", percent(off, 1))?;
    }
    if names.len() > LISTED {
        writeln!(out, "… and {} more points", names.len() - LISTED)?;
    }
    writeln!(out, "\n{}.", verdict::headline(&facts))?;
    for sentence in verdict::verdict(&facts) {
        writeln!(out, "- {sentence}")?;
    }
    if facts.missing > 0 {
        writeln!(
            out,
            "\nThe same command plays the other {} {}.",
            facts.missing,
            plural(facts.missing)
        )?;
    }
    if let Some(missed) = manifest.missed_precision("win rate of every point") {
        writeln!(out, "{missed}")?;
    }
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    Ok(out)
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "point" } else { "points" }
}
