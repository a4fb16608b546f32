//! The command `gong sweep`: plays a grid of variants of a scenario, point by point.

mod charts;
mod effects;
mod facts;
mod grid;
mod page;
mod play;
mod played;
mod tables;
#[cfg(test)]
mod tests;

use anyhow::Result;

use self::facts::SweepFacts;
use self::play::{SweepFound, SweepPlan};
use super::{Question, Takes};
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong sweep`, which plays a grid of variants of a scenario.
pub struct Sweep;

impl Question for Sweep {
    type Plan = SweepPlan;

    const NAME: &'static str = "sweep";

    const TAKES: Takes = Takes {
        precision: true,
        ..Takes::games(
            "100k for each point; fewer with bots slower than greedy ones: 10k with a trained bot \
             or a script, 100 to 250 with a search",
        )
    };

    fn answer(plan: &SweepPlan, found: &SweepFound, manifest: &Manifest) -> Result<Answer> {
        let facts = SweepFacts::new(plan, found, manifest);
        Ok(Answer {
            tables: tables::tables(&facts),
            page: page::page(&facts, plan, manifest),
            changed: plan.axes.iter().map(grid::Axis::written).collect(),
        })
    }

    fn tables() -> Vec<Table> {
        tables::every()
    }
}
