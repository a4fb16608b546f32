//! `gong shape`: measures the shape of a game, such as when it is decided and how often the lead
//! changes.

mod counts;
mod course;
mod facts;
mod flags;
mod measures;
mod page;
mod plan;
mod play;
mod striking;

use anyhow::Result;

pub use self::striking::StrikingGames;

use self::facts::{CourseRow, ShapeFacts};
use self::plan::ShapePlan;
use super::experiment::CellCounts;
use super::{Question, Takes, facts as results};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong shape`, which measures when and how games are decided.
pub struct Shape;

impl Question for Shape {
    type Plan = ShapePlan;

    const NAME: &'static str = "shape";

    const TAKES: Takes = Takes::games("100k with a trained bot, fewer with a search");

    fn answer(plan: &ShapePlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let facts = ShapeFacts::new(&plan.counts(found)?, manifest);
        let page = page::page(&facts, manifest);
        let facts_table = results::table(facts.measured.iter().map(|(_, fact)| fact));
        Ok(Answer::new(page, Tables(vec![facts_table, CourseRow::table(facts.course)])))
    }

    fn tables() -> Vec<Table> {
        vec![results::table([]), CourseRow::table(vec![])]
    }
}
