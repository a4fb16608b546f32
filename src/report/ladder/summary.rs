//! The summary that `gong ladder` prints.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::Facts;
use super::verdict::{headline, rating, speed, win_rate};
use crate::report::words::{column, grouped};
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
    let width = column("bot", facts.bots.iter().map(|bot| &bot.name));
    writeln!(
        out,
        "{:width$}  {:>12}  {:>14}  {:>18}",
        "bot", "rating", "win rate %", "decisions a second"
    )?;
    for bot in &facts.bots {
        let points = bot.rating.map_or("–".to_string(), |(points, interval)| {
            rating(points, interval.half_width())
        });
        writeln!(
            out,
            "{:width$}  {points:>12}  {:>14}  {:>18}",
            bot.name,
            win_rate(bot.rate, bot.interval.half_width()),
            bot.speed.map_or("–".to_string(), speed)
        )?;
    }
    writeln!(out, "\n{}", headline(&facts))?;
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    Ok(out)
}
