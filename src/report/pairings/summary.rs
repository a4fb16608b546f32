//! The summary that `gong pairings` prints.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::{Facts, LineUp};
use super::verdict::{called, headline, measured, verdict};
use crate::report::words::{column, grouped};
use crate::report::{Manifest, Tables};

/// Line-ups shown of the fairest, and of the least fair.
const SHOWN: usize = 3;

/// The summary, for a terminal; the report lies in `folder`.
pub fn summary(tables: &Tables, manifest: &Manifest, folder: &Path) -> Result<String> {
    let facts = Facts::new(tables, manifest)?;
    let mut out = String::new();
    let played = format!(
        "{} line-ups, {} games",
        grouped(facts.line_ups.len() as u64),
        grouped(manifest.games)
    );
    writeln!(out, "{}\n", manifest.opening(&played))?;
    let sorted = facts.fairest();
    let ready: Vec<&LineUp> = sorted
        .iter()
        .copied()
        .filter(|l| l.scenario.is_some())
        .collect();
    let fairest: Vec<&LineUp> = sorted.iter().copied().take(SHOWN).collect();
    let farthest = sorted.len().saturating_sub(SHOWN).max(fairest.len());
    let least: Vec<&LineUp> = sorted[farthest..].to_vec();
    let groups = [
        ("ready-made", ready),
        ("fairest", fairest),
        ("least fair", least),
    ];
    let shown = groups.iter().flat_map(|(_, group)| group);
    let width = column("least fair", shown.map(|line_up| facts.names(line_up)));
    writeln!(
        out,
        "{:width$}  {:>12}  {:>8}",
        "line-up", "best team", "games"
    )?;
    for (name, group) in groups.iter().filter(|(_, group)| !group.is_empty()) {
        writeln!(out, "{name}")?;
        for line_up in group {
            let best = line_up.sorted()[0];
            writeln!(
                out,
                "{:width$}  {:>12}  {:>8}  {}",
                facts.names(line_up),
                measured(best.rate, best.interval.half_width()),
                grouped(line_up.games),
                called(&line_up.verdict),
            )?;
        }
    }
    writeln!(out, "\n{}.", headline(&facts).trim_end_matches('.'))?;
    // The ready-made, fairest and least fair are told already.
    let told = verdict(&facts);
    let rest = told
        .iter()
        .skip_while(|said| !said.starts_with("Farthest"))
        .skip(1);
    for sentence in rest {
        writeln!(out, "{}", sentence.replace('\u{a0}', " "))?;
    }
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    Ok(out)
}
