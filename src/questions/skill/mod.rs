//! The command `gong skill`: plays the same scenario with weak to strong bots, to find for which
//! players it is balanced.

mod flags;
mod levels;
mod plan;

use anyhow::Result;

use self::plan::SkillPlan;
use super::experiment::CellCounts;
use super::players;
use super::{Question, Takes, facts};
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong skill`, which plays a scenario at several skill levels.
pub struct Skill;

impl Question for Skill {
    type Plan = SkillPlan;

    const NAME: &'static str = "skill";

    const TAKES: Takes = Takes { games: None, precision: false, undivided: None };

    fn answer(plan: &SkillPlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let players = plan.players(manifest);
        let judged = players.facts(found, manifest)?;
        let tables = Tables(vec![facts::table(&judged.facts)]);
        Ok(Answer::new(players::page(&players, &judged, manifest), tables))
    }

    fn tables() -> Vec<Table> {
        vec![facts::table([])]
    }
}
