//! The command `gong ladder`: bots play against each other and are rated.

mod charts;
mod flags;
mod page;
mod play;
mod standings;
mod tables;

use anyhow::Result;

use self::flags::Flags;
use self::play::{Found, Plan};
use self::standings::Standings;
use self::tables::{LuckAdjusted, Met, Rating, Rows, With};
use super::{About, Outcome, Player, Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Implements the command `gong ladder`.
pub struct Ladder;

impl Question for Ladder {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "ladder";

    const TAKES: Takes = Takes {
        games: Some("20k"),
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
        play::play(plan, player)
    }

    fn resolved(plan: &Plan, outcome: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        plan.resolved(outcome)
    }

    fn watchables(plan: &Plan, failed: &FailedGame) -> Vec<Watchable> {
        plan.watchables(failed.game)
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let results = plan.results(found)?;
        let rows = Rows::new(plan, &results, manifest.level);
        let standings = Standings::new(&rows, manifest);
        Ok(Answer {
            page: standings.page(manifest)?,
            tables: rows.tables(),
            changed: vec![],
        })
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
