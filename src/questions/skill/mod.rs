//! The command `gong skill`: plays the same scenario with weak to strong bots, to find for which
//! players it is balanced.

mod flags;
mod levels;
mod plan;

use anyhow::Result;

use self::plan::SkillPlan;
use super::experiment::CellCounts;
use super::run::games::Games;
use super::{Question, Takes, facts};
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong skill`, which plays a scenario at several skill levels.
pub struct Skill;

impl Question for Skill {
    type Plan = SkillPlan;

    const NAME: &'static str = "skill";

    const TAKES: Takes = Takes { games: None, precision: false, undivided: None };

    fn answer(plan: &SkillPlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let games = Games::restored(found, &plan.experiment.players, manifest.level)?;
        Ok(plan.players(manifest).answer(&games, Tables(vec![]), manifest))
    }

    fn tables() -> Vec<Table> {
        vec![facts::table([])]
    }
}
