//! `gong shape`: measures the shape of a game, such as when it is decided and how often the lead
//! changes.

mod charts;
mod counts;
mod course;
mod flags;
mod measures;
mod page;
mod plan;
mod play;
mod striking;
mod tables;
mod verdict;

use anyhow::Result;

pub use self::striking::StrikingGames;

use self::plan::{ShapeFound, ShapePlan};
use self::tables::ShapeRows;
use self::verdict::ShapeFacts;
use super::{Question, Takes};
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong shape`, which measures when and how games are decided.
pub struct Shape;

impl Question for Shape {
    type Plan = ShapePlan;

    const NAME: &'static str = "shape";

    const TAKES: Takes = Takes::games("100k with a trained bot, fewer with a search");

    fn answer(plan: &ShapePlan, found: &ShapeFound, manifest: &Manifest) -> Result<Answer> {
        let trainings = plan.counts(found)?;
        let rows = ShapeRows::new(plan, found, &trainings, manifest.level);
        let counts = trainings.together();
        let facts = ShapeFacts::new(plan, found, &counts, &rows, manifest);
        Ok(Answer::new(page::page(&facts, manifest), rows.tables()))
    }

    fn tables() -> Vec<Table> {
        ShapeRows::default().tables().0
    }
}
