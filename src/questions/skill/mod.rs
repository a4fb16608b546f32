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
use self::flags::Flags;
use self::plan::Plan;
use self::play::Found;
pub use self::play::{Level, Levels};
use self::tables::{Agreed, LevelRow, MixedRow, Rows, SkillRow, StepRow};
use super::{About, Outcome, Player, Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Implements the command `gong skill`.
pub struct Skill;

impl Question for Skill {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "skill";

    const TAKES: Takes = Takes {
        games: None,
        precision: false,
        undivided: None,
    };

    fn plan(flags: Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        Plan::new(flags, playing, files)
    }

    fn about(plan: &Plan) -> About<'_> {
        plan.about()
    }

    fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
        let lots = plan.levels.lots(&plan.scenario);
        player.progress_by_cost(&plan.scenario.title, &lots);
        let Player {
            keeper, bar, stop, ..
        } = player;
        let played = plan.levels.play(&plan.scenario, keeper, stop, bar)?;
        Ok(Outcome {
            games: played.found.games(),
            bots: vec![],
            partial: played.partial,
            reached: false,
            seconds: played.seconds,
            found: played.found,
        })
    }

    fn resolved(plan: &Plan, outcome: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        plan.resolved(outcome)
    }

    fn watchables(plan: &Plan, failed: &FailedGame) -> Vec<Watchable> {
        plan.watchables(failed)
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let rows = Rows::new(plan, found, manifest.level)?;
        let facts = Facts::new(plan, found, &rows, manifest);
        Ok(Answer {
            page: page::page(&facts, manifest)?,
            tables: rows.tables(),
            changed: vec![],
        })
    }

    fn tables() -> Vec<Table> {
        vec![
            SkillRow::table(vec![]),
            LevelRow::table(vec![]),
            StepRow::table(vec![]),
            Agreed::table(vec![]),
            MixedRow::table(vec![]),
        ]
    }
}
