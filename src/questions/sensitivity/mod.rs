//! The command `gong sensitivity`: measures the effect of every value of the fighters and of the
//! rules.

mod charts;
mod facts;
mod flags;
mod lists;
mod page;
mod play;
mod sheets;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::facts::{Facts, Method};
use self::flags::Flags;
use self::play::Plan;
use self::tables::Worth;
use super::{About, Outcome, Player, Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables, Unlearnt};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

pub use self::survey::{Found, Measured, Played, Results, Settings, Survey};

/// Implements the command `gong sensitivity`.
pub struct Sensitivity;

impl Question for Sensitivity {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "sensitivity";

    const TAKES: Takes = Takes {
        games: Some(
            "30k for each measured step, and 40 times as many for the screen; fewer with searches",
        ),
        precision: false,
        undivided: None,
    };

    fn plan(flags: Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        Plan::new(flags, playing, files)
    }

    fn about(plan: &Plan) -> About<'_> {
        plan.about()
    }

    fn unlearnt(plan: &Plan, _: &Found) -> Vec<Unlearnt> {
        plan.unlearnt()
    }

    fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
        play::play(plan, player)
    }

    fn resolved(plan: &Plan, _: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        vec![("games", plan.survey.settings.games.to_string())]
    }

    fn watchables(plan: &Plan, _: &FailedGame) -> Vec<Watchable> {
        plan.watchables()
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let results = plan.survey.results(found)?;
        let rows = tables::rows(&results, manifest.level);
        let method = Method::new(&results, plan.survey.settings.games, plan.compare());
        let page = page::page(&Facts::new(&rows, method, manifest), manifest)?;
        Ok(Answer {
            tables: Tables(vec![Worth::table(rows)]),
            page,
            changed: vec![],
        })
    }

    fn tables() -> Vec<Table> {
        vec![Worth::table(vec![])]
    }
}
