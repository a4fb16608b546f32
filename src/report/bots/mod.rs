//! What `gong run` leaves behind when several bots play it one after the other: the tables of their runs one below the other, the bot in the column
//! `strategy`, and what they agree on.

mod page;

use anyhow::Result;

use super::page::Page;
use super::run::fair_share;
use super::shared::Who;
use super::table::{Row, Unit, row};
use super::{Manifest, Tables, run};
use crate::analysis::styles::{Agreement, Side, agreement, sides};
use crate::stats::{Cast, Tally};

row! {
    /// One row per fighter and bot.
    pub struct Robustness in "robustness" {
        /// Whose hands it is in.
        who: Who,
        /// How the bot sees the fighter: `above`, `below` or `near` its fair share, or `open`.
        side: String [Unit::Word],
        /// How all bots see it: `robust` (all on the same side), `depends-on-skill` (two on different sides) or `open`.
        agreement: String [Unit::Word],
    }
}

/// Tables of a run that several bots do not have: they are about the games of one.
const OF_ONE: [&str; 2] = ["matchups", "game_lengths"];

/// Every table, of runs that differ in their bot alone. `level`: that of intervals and verdicts.
///
/// # Errors
/// If the runs do not measure the same.
pub fn tables(runs: &[(&Cast, &Tally)], level: f64) -> Result<Tables> {
    let mut each = runs
        .iter()
        .map(|(cast, tally)| run::tables(cast, tally, level));
    let mut all = each.next().unwrap_or(Tables(vec![]));
    for tables in each {
        for (table, more) in all.0.iter_mut().zip(tables.0) {
            table.append(&more)?;
        }
    }
    all.0.retain(|table| {
        let of_entrants = table.column("strategy").is_ok();
        of_entrants && !OF_ONE.contains(&table.name.as_str())
    });
    all.0.push(Robustness::table(robustness(runs, level)));
    Ok(all)
}

/// The page, from tables and manifest.
///
/// # Errors
/// If the tables are not those of a run by several bots.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::Facts::new(tables, manifest)?.page(manifest))
}

fn robustness(runs: &[(&Cast, &Tally)], level: f64) -> Vec<Robustness> {
    let Some((first, _)) = runs.first() else {
        return vec![];
    };
    let of = |i: usize| runs.iter().map(|(_, tally)| tally.results(i)).collect();
    let results: Vec<Vec<(u64, u64)>> = (0..first.entrants.len()).map(of).collect();
    let seen = match fair_share(first) {
        Some(fair) => sides(&results, fair, level),
        None => vec![vec![Side::Open; runs.len()]; results.len()],
    };
    let mut rows = vec![];
    for (i, seen) in seen.iter().enumerate() {
        for ((cast, _), side) in runs.iter().zip(seen) {
            let side = match side {
                Side::Above => "above",
                Side::Below => "below",
                Side::Near => "near",
                Side::Open => "open",
            };
            let agreement = match agreement(seen) {
                Agreement::Robust => "robust",
                Agreement::DependsOnStyle => "depends-on-skill",
                Agreement::Open => "open",
            };
            rows.push(Robustness {
                who: (&cast.entrants[i]).into(),
                side: side.to_owned(),
                agreement: agreement.to_owned(),
            });
        }
    }
    rows
}
