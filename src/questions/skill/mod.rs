//! The command `gong skill`: plays the same scenario with weak to strong bots, to find for which
//! players it is balanced.

mod charts;
mod facts;
mod flags;
mod levels;
mod page;
mod plan;
mod play;
mod standings;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::SkillFacts;
use self::plan::SkillPlan;
use self::play::SkillFound;
pub use self::play::{Levels, SkillLevel};
use self::tables::SkillRows;
use super::{Question, Takes};
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong skill`, which plays a scenario at several skill levels.
pub struct Skill;

impl Question for Skill {
    type Plan = SkillPlan;

    const NAME: &'static str = "skill";

    const TAKES: Takes = Takes { games: None, precision: false, undivided: None };

    fn answer(plan: &SkillPlan, found: &SkillFound, manifest: &Manifest) -> Result<Answer> {
        let rows = SkillRows::new(plan, found, manifest.level);
        let facts = SkillFacts::new(plan, found, &rows, manifest);
        Ok(Answer::new(page::page(&facts, manifest)?, rows.tables()))
    }

    fn tables() -> Vec<Table> {
        SkillRows::default().tables().0
    }
}
