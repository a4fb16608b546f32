//! The tables of several runs become one, and say what they agree on.

use anyhow::Result;

use super::NAMES;
use crate::analysis::skill::{Agreement, Side, agreement, sides};
use crate::report::table::{Row, Unit, row};
use crate::report::{Tables, run};
use crate::stats::{Cast, Tally};

row! {
    /// One row per fighter and bot: see the analysis of styles.
    pub struct Robustness in "robustness" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The bot.
        strategy: String [Unit::Word],
        /// How the bot sees the fighter: `above`, `below` or `near` its fair share, or `open`.
        side: String [Unit::Word],
        /// How all bots see it: `robust`, `depends-on-skill` or `open`.
        agreement: String [Unit::Word],
    }
}

/// Every table, of runs that differ in their bot alone. `level`: that of intervals and verdicts.
pub fn tables(runs: &[(&Cast, &Tally)], level: f64) -> Result<Tables> {
    let mut each = runs
        .iter()
        .map(|(cast, tally)| run::tables(cast, tally, level));
    let mut all = each.next().transpose()?.unwrap_or(Tables(vec![]));
    for tables in each {
        for (table, more) in all.0.iter_mut().zip(tables?.0) {
            table.append(&more)?;
        }
    }
    all.0.retain(|table| NAMES.contains(&table.name.as_str()));
    all.0.push(Robustness::table(robustness(runs, level)));
    Ok(all)
}

fn robustness(runs: &[(&Cast, &Tally)], level: f64) -> Vec<Robustness> {
    let Some((first, _)) = runs.first() else {
        return vec![];
    };
    let results: Vec<Vec<(u64, u64)>> = (0..first.entrants.len())
        .map(|i| runs.iter().map(|(_, tally)| tally.results(i)).collect())
        .collect();
    let seen = sides(&results, run::fair_share(first), level);
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
                Agreement::DependsOnSkill => "depends-on-skill",
                Agreement::Open => "open",
            };
            rows.push(Robustness {
                entrant: cast.entrants[i].fighter.clone(),
                strategy: cast.entrants[i].strategy.clone(),
                side: side.to_owned(),
                agreement: agreement.to_owned(),
            });
        }
    }
    rows
}
