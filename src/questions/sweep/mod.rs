//! The command `gong sweep`: plays a grid of variants of a scenario, point by point.

mod charts;
mod facts;
mod flags;
mod grid;
mod page;
mod play;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::Facts;
use self::flags::Flags;
use self::play::{Found, Plan};
use super::{About, Outcome, Player, Question, Takes};
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Implements the command `gong sweep`.
pub struct Sweep;

impl Question for Sweep {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "sweep";

    const TAKES: Takes = Takes {
        games: Some(
            "100k for each point; fewer with bots slower than greedy ones: 10k with a trained bot \
             or a script, 100 to 250 with a search",
        ),
        precision: true,
        undivided: None,
    };

    fn plan(flags: Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        Plan::new(&flags, playing, files)
    }

    fn about(plan: &Plan) -> About<'_> {
        plan.about()
    }

    fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
        play::play(plan, player)
    }

    fn resolved(plan: &Plan, _: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        vec![("games", plan.games.games.to_string())]
    }

    fn watchables(plan: &Plan, _: &FailedGame) -> Vec<Watchable> {
        plan.tasks
            .iter()
            .map(|task| task.watchable.clone())
            .collect()
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let facts = Facts::new(plan, found, manifest)?;
        Ok(Answer {
            tables: tables::tables(&plan.axes, &found.points, manifest.level),
            page: page::page(&facts, manifest)?,
            changed: plan.axes.iter().map(grid::Axis::written).collect(),
        })
    }

    fn tables() -> Vec<Table> {
        tables::tables(&[], &[], 0.95).0
    }
}
