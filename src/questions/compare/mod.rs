//! `gong compare`: measures what a change of the scenario does to each fighter.
//!
//! Games are paired: game number `i` of every variant has the same line-up and dice
//! (`analysis::pairs`). If the line-ups differ, games cannot be paired, and the variants are
//! compared as independent samples (`apart`).

mod apart;
mod changed;
mod charts;
mod counts;
mod facts;
mod flags;
mod live;
mod page;
mod plan;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::facts::CompareFacts;
pub use self::live::{LiveAnswer, LiveComparison, LiveReference};
use self::plan::ComparePlan;
use self::tables::Winner;
use super::experiment::CellCounts;
use super::{Question, Takes, facts as results};
use crate::report::ledger::Request;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};
use crate::session::Usage;
use crate::session::playing::Playing;

/// Implements the command `gong compare`.
pub struct Compare;

impl Question for Compare {
    type Plan = ComparePlan;

    const NAME: &'static str = "compare";

    const TAKES: Takes = Takes {
        precision: true,
        ..Takes::games(
            "1m for each variant; fewer with bots slower than greedy ones, as in gong run",
        )
    };

    /// Refuses two variants that are the same, because their games would be the same.
    fn ready(plan: &ComparePlan, playing: &Playing, _: &Request) -> Result<bool> {
        // Games that were played already are not refused.
        if playing.kept.is_some() {
            return Ok(true);
        }
        let scenarios = &plan.experiment.own().scenarios;
        let played: Vec<serde_json::Value> =
            scenarios.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
        let mut pairs = (0..played.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let is_same =
            |&(a, b): &(usize, usize)| changed::changes(&played[a], &played[b]).is_empty();
        let Some((a, b)) = pairs.find(is_same) else {
            return Ok(true);
        };
        Err(Usage(format!(
            "{} and {} have the same rules, {}, line-up and bots, so all games would be the same; \
             give another value with --set, or another scenario",
            plan.experiment.arms[a].name,
            plan.experiment.arms[b].name,
            scenarios[a].game().words().fighter[1],
        ))
        .into())
    }

    fn answer(plan: &ComparePlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let facts = CompareFacts::new(plan, found, manifest)?;
        let winners = facts.variants.iter().flat_map(|of| of.winners.clone());
        Ok(Answer {
            page: page::page(&facts, manifest)?,
            tables: Tables(vec![results::table(facts.all()), Winner::table(winners.collect())]),
            changed: plan.others().iter().map(|of| format!("against it: {}", of.name)).collect(),
        })
    }

    fn tables() -> Vec<Table> {
        vec![results::table([]), Winner::table(vec![])]
    }
}
