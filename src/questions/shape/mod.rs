//! `gong shape`: the shape of a game, such as when it is decided and how often the lead changes.

mod charts;
mod counts;
mod course;
mod flags;
mod measures;
mod page;
mod play;
mod tables;
mod verdict;

use anyhow::Result;

use self::flags::Flags;
use self::play::{Found, Plan};
use self::tables::{Calibrated, Chance, Decided, Measured, Rows, Waiting};
use self::verdict::Facts;
use super::{About, Outcome, Player, Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// `gong shape`.
pub struct Shape;

impl Question for Shape {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "shape";

    const TAKES: Takes = Takes {
        games: Some("100k with a trained bot, fewer with a search"),
        precision: false,
        undivided: None,
    };

    /// A bot of weights gives no estimates.
    const STAND_IN: bool = false;

    fn plan(flags: Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        Plan::new(flags, playing, files)
    }

    fn about(plan: &Plan) -> About<'_> {
        plan.about()
    }

    fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
        play::play(plan, player)
    }

    fn resolved(plan: &Plan, outcome: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        plan.resolved(outcome)
    }

    fn watchables(plan: &Plan, _: &FailedGame) -> Vec<Watchable> {
        plan.watchables()
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let counts = plan.counts(found)?;
        let rows = Rows::new(plan, found, &counts, manifest.level);
        let facts = Facts::new(plan, found, &counts, &rows, manifest);
        Ok(Answer {
            page: page::page(&facts, manifest)?,
            tables: rows.tables(),
            changed: vec![],
        })
    }

    fn tables() -> Vec<Table> {
        vec![
            Measured::table(vec![]),
            Decided::table(vec![]),
            Calibrated::table(vec![]),
            Waiting::table(vec![]),
            Chance::table(vec![]),
        ]
    }
}
