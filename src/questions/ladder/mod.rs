//! The command `gong ladder`: bots play against each other and are rated.

mod facts;
mod flags;
mod page;
mod play;

use anyhow::Result;

use self::facts::LadderFacts;
use self::play::LadderPlan;
use super::experiment::CellCounts;
use super::{Question, Takes, facts as results};
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong ladder`, which rates bots.
pub struct Ladder;

impl Question for Ladder {
    type Plan = LadderPlan;

    const NAME: &'static str = "ladder";

    const TAKES: Takes = Takes::games("20k");

    fn answer(plan: &LadderPlan, found: &CellCounts, manifest: &Manifest) -> Result<Answer> {
        let facts = LadderFacts::new(plan, &plan.results(found)?, manifest.level);
        let tables = Tables(vec![results::table(facts.all())]);
        Ok(Answer::new(page::page(&facts, manifest), tables))
    }

    fn tables() -> Vec<Table> {
        vec![results::table([])]
    }
}
