//! The summary that a run prints: the fighters in a small table, and what to do next.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::facts::Facts;
use super::verdict::headline;
use crate::report::words::{column, decimals, grouped, percent};
use crate::report::{Manifest, Tables};

/// The summary of a run whose report lies in `folder`, for a terminal. `scenario` is what to type after `gong watch`.
pub fn summary(
    tables: &Tables,
    manifest: &Manifest,
    folder: &Path,
    scenario: &str,
) -> Result<String> {
    let facts = Facts::new(tables, manifest)?;
    let mut out = String::new();
    let played = format!("{} games", grouped(manifest.games));
    writeln!(out, "{}\n", manifest.opening(&played))?;
    let sorted = facts.sorted_by(|entrant| entrant.all.rate);
    let name = column("fighter", sorted.iter().map(|entrant| &entrant.label));
    let score = format!("mean {}", facts.score);
    writeln!(
        out,
        "{:name$}  {:>16}  {:>7}  {score:>8}  {:>8}  {:>9}",
        "fighter", "win rate", "vs fair", "survives", "falls in"
    )?;
    for entrant in &sorted {
        let half = entrant.all.interval.half_width();
        let fine = decimals(half);
        writeln!(
            out,
            "{:name$}  {:>16}  {:>7}  {:>w$.2}  {:>8}  {:>9}{}",
            entrant.label,
            format!(
                "{} % ± {}",
                percent(entrant.all.rate, fine),
                percent(half, fine)
            ),
            format!("{:+.1}", (entrant.all.rate - facts.fair) * 100.0),
            entrant.mean,
            format!("{} %", percent(entrant.survived, 0)),
            entrant
                .mean_fall()
                .map_or("–".to_string(), |round| format!("round {round:.1}")),
            if entrant.significant {
                ""
            } else {
                "  (within noise)"
            },
            w = score.chars().count().max(8)
        )?;
    }
    writeln!(
        out,
        "\n{}. The fair share is {} %.",
        headline(&facts).trim_end_matches('.'),
        percent(facts.fair, 1)
    )?;
    if let Some(missed) = manifest.missed_precision("win rate") {
        writeln!(out, "{missed}")?;
    }
    writeln!(out, "\nNext: open {}", folder.join("report.html").display())?;
    writeln!(
        out,
        "      gong watch {scenario} --seed {} --game 0",
        manifest.seed
    )?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Precision;
    use crate::report::run::tables;
    use crate::report::sample::{manifest, tally};
    use crate::stats::sample;

    #[test]
    fn tells_of_a_precision_that_was_not_reached() {
        let cast = sample::cast(4, 4);
        let tables = tables(&cast, &tally(&cast, 3_000), 0.95).unwrap();
        let text = |reached| {
            let manifest = Manifest {
                precision: Some(Precision {
                    target: 0.002,
                    looks: 3,
                    reached,
                }),
                ..manifest(&cast, 3_000)
            };
            summary(&tables, &manifest, Path::new("reports/run"), "t.toml").unwrap()
        };
        let missed = "Not as precise as asked: ± 0.20 points for every win rate";
        assert!(text(false).contains(missed) && !text(true).contains(missed));
    }

    #[test]
    fn tells_fighters_and_the_next_step_in_eighty_columns() {
        let cast = sample::cast(8, 4);
        let tables = tables(&cast, &tally(&cast, 3_000), 0.95).unwrap();
        let text = summary(
            &tables,
            &manifest(&cast, 3_000),
            Path::new("reports/run"),
            "tribal-rumble.toml",
        )
        .unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[2].starts_with("fighter")
                && lines[3].starts_with("Agaric")
                && lines[10].starts_with("Zamioculcas"),
            "{text}"
        );
        assert!(
            lines[2..11].iter().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        assert!(
            text.contains("open reports/run/report.html")
                && text.contains("gong watch tribal-rumble.toml --seed 7 --game 0")
        );
    }
}
