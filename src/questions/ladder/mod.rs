//! The command `gong ladder`: bots play against each other and are rated.

mod charts;
mod flags;
mod page;
mod play;
mod standings;
mod tables;

use anyhow::Result;

use self::play::{LadderFound, LadderPlan};
use self::standings::Standings;
use self::tables::{BotLuckAdjusted, FighterRow, LadderRows, Met, Rating};
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong ladder`, which rates bots.
pub struct Ladder;

impl Question for Ladder {
    type Plan = LadderPlan;

    const NAME: &'static str = "ladder";

    const TAKES: Takes = Takes::games("20k");

    fn answer(plan: &LadderPlan, found: &LadderFound, manifest: &Manifest) -> Result<Answer> {
        let results = plan.results(found)?;
        let rows = LadderRows::new(plan, &results, manifest.level);
        let standings = Standings::new(&rows, manifest);
        Ok(Answer::new(standings.page(manifest), rows.tables()))
    }

    fn tables() -> Vec<Table> {
        vec![
            Rating::table(vec![]),
            Met::table(vec![]),
            FighterRow::table(vec![]),
            BotLuckAdjusted::table(vec![]),
        ]
    }
}
