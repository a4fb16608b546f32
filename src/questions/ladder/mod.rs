//! The command `gong ladder`: bots play against each other and are rated.

mod charts;
mod flags;
mod page;
mod play;
mod standings;
mod tables;

use anyhow::Result;

use self::play::{Found, Plan};
use self::standings::Standings;
use self::tables::{LuckAdjusted, Met, Rating, Rows, With};
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong ladder`.
pub struct Ladder;

impl Question for Ladder {
    type Plan = Plan;

    const NAME: &'static str = "ladder";

    const TAKES: Takes = Takes::games("20k");

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let results = plan.results(found)?;
        let rows = Rows::new(plan, &results, manifest.level);
        let standings = Standings::new(&rows, manifest);
        Ok(Answer::new(standings.page(manifest)?, rows.tables()))
    }

    fn tables() -> Vec<Table> {
        vec![
            Rating::table(vec![]),
            Met::table(vec![]),
            With::table(vec![]),
            LuckAdjusted::table(vec![]),
        ]
    }
}
