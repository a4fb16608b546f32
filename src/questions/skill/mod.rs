//! The command `gong skill`: plays the same scenario at several levels of play to find for which
//! players its balance holds.

mod budget;
mod charts;
mod facts;
mod flags;
mod levels;
mod mixed;
mod page;
mod plan;
mod play;
mod standings;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::Facts;
use self::plan::Plan;
use self::play::Found;
pub use self::play::{Level, Levels};
use self::tables::Rows;
use super::{Question, Takes};
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong skill`.
pub struct Skill;

impl Question for Skill {
    type Plan = Plan;

    const NAME: &'static str = "skill";

    const TAKES: Takes = Takes {
        games: None,
        precision: false,
        undivided: None,
    };

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let rows = Rows::new(plan, found, manifest.level)?;
        let facts = Facts::new(plan, found, &rows, manifest);
        Ok(Answer::new(page::page(&facts, manifest)?, rows.tables()))
    }

    fn tables() -> Vec<Table> {
        Rows::default().tables().0
    }
}
