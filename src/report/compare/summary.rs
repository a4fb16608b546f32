//! The summary that a comparison prints.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::{Difference, Facts, Variant};
use super::verdict;
use crate::report::words::{column, decimals, grouped, percent, signed};
use crate::report::{Manifest, Tables};

/// The summary of a comparison whose report lies in `folder`, for a terminal.
pub fn summary(tables: &Tables, manifest: &Manifest, folder: &Path) -> Result<String> {
    let facts = Facts::new(tables, manifest)?;
    let mut out = String::new();
    let played = format!("{} games of each variant", grouped(manifest.games));
    writeln!(out, "{}", manifest.opening(&played))?;
    for variant in &facts.variants {
        table(&mut out, &facts, variant)?;
    }
    writeln!(out, "\n{}.", verdict::headline(&facts))?;
    for sentence in verdict::verdict(&facts) {
        writeln!(out, "- {sentence}")?;
    }
    if let Some(missed) = manifest.missed_precision("difference of win rates") {
        writeln!(out, "{missed}")?;
    }
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    let first = &manifest.variants[0].watch;
    for (variant, note) in facts.variants.iter().zip(&manifest.variants[1..]) {
        for change in variant
            .changes
            .iter()
            .take(if facts.variants.len() > 1 { 1 } else { 2 })
        {
            for watch in [first, &note.watch] {
                writeln!(
                    out,
                    "      gong watch {watch} --seed {} --game {}",
                    manifest.seed, change.first_game
                )?;
            }
        }
    }
    Ok(out)
}

fn table(out: &mut String, facts: &Facts, variant: &Variant) -> Result<()> {
    writeln!(out, "\n  from  {}\n  to    {}\n", facts.first, variant.name)?;
    let sorted = variant.sorted();
    let name = column("game length", sorted.iter().map(|fighter| &fighter.label));
    let score = format!("mean {}", facts.score);
    writeln!(
        out,
        "{:name$}  {:>16}  {:>13}  {score:>15}  {:>16}",
        "fighter", "win rate", "difference", "round of fall"
    )?;
    for fighter in &sorted {
        let wins = &fighter.wins;
        let half = wins.half_width();
        let fine = decimals(half);
        writeln!(
            out,
            "{:name$}  {:>16}  {:>13}  {:>15}  {:>16}{}",
            fighter.label,
            format!("{} → {} %", percent(wins.before, 1), percent(wins.after, 1)),
            format!(
                "{} ± {}",
                signed(wins.difference * 100.0, fine),
                percent(half, fine)
            ),
            mean(&fighter.score),
            mean(&fighter.round),
            if wins.significant {
                ""
            } else {
                "  (within noise)"
            },
        )?;
    }
    writeln!(
        out,
        "{:name$}  {:>16}",
        "game length",
        mean(&variant.length)
    )?;
    Ok(())
}

fn mean(of: &Difference) -> String {
    format!("{:.2} ({})", of.after, signed(of.difference, 2))
}
