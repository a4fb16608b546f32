//! The tables of several runs become one, and say what they agree on.

use anyhow::Result;
use polars::prelude::{Column, DataFrame};

use super::NAMES;
use crate::analysis::skill::{Agreement, Side, agreement, sides};
use crate::report::columns::frame;
use crate::report::{Tables, run};
use crate::stats::{Cast, Tally};

/// Every table, of runs that differ in their bot alone. `level`: that of intervals and verdicts.
pub fn tables(runs: &[(&Cast, &Tally)], level: f64) -> Result<Tables> {
    let each = runs
        .iter()
        .map(|(cast, tally)| run::tables(cast, tally, level))
        .collect::<Result<Vec<Tables>>>()?;
    let mut tables = vec![];
    for name in NAMES.into_iter().filter(|name| *name != "robustness") {
        let mut frames = each.iter().map(|tables| tables.get(name));
        let mut all = frames.next().cloned().unwrap_or_default();
        for frame in frames {
            all = all.vstack(frame)?;
        }
        tables.push((name, all));
    }
    tables.push(("robustness", robustness(runs, level)?));
    Ok(Tables::new(tables))
}

/// One row per fighter and bot. `side`: how the bot sees the fighter, `above`, `below` or `near` its fair share, or `open`; `agreement`: how all bots see it,
/// `robust`, `depends-on-skill` or `open`. See [`crate::analysis::skill`].
fn robustness(runs: &[(&Cast, &Tally)], level: f64) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut side, mut agreed) = (vec![], vec![], vec![], vec![]);
    let Some((first, _)) = runs.first() else {
        let agreement = agreed;
        return frame!(entrant, strategy, side, agreement);
    };
    let results: Vec<Vec<(u64, u64)>> = (0..first.entrants.len())
        .map(|i| runs.iter().map(|(_, tally)| tally.results(i)).collect())
        .collect();
    let seen = sides(&results, run::fair_share(first), level);
    for (i, seen) in seen.iter().enumerate() {
        for ((cast, _), of) in runs.iter().zip(seen) {
            entrant.push(cast.entrants[i].fighter.as_str());
            strategy.push(cast.entrants[i].strategy.as_str());
            side.push(match of {
                Side::Above => "above",
                Side::Below => "below",
                Side::Near => "near",
                Side::Open => "open",
            });
            agreed.push(match agreement(seen) {
                Agreement::Robust => "robust",
                Agreement::DependsOnSkill => "depends-on-skill",
                Agreement::Open => "open",
            });
        }
    }
    let agreement = agreed;
    frame!(entrant, strategy, side, agreement)
}
