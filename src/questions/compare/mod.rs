//! `gong compare`: what a change does, fighter by fighter.
//!
//! Games are paired: game `i` of every variant has the same line-up and dice (`analysis::pairs`).
//! If the line-ups differ, games cannot be paired, and the variants are compared as independent
//! samples (`parting`).

mod changed;
mod charts;
mod factions;
mod facts;
mod flags;
mod held;
mod page;
mod parting;
mod plan;
mod play;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::facts::Facts;
use self::flags::Flags;
use self::plan::Plan;
use self::play::Found;
use super::{About, Outcome, Player, Question, Takes};
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Implements the command `gong compare`.
pub struct Compare;

impl Question for Compare {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "compare";

    const TAKES: Takes = Takes {
        games: Some("1m for each variant; fewer with bots slower than greedy ones, as in gong run"),
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

    fn resolved(plan: &Plan, outcome: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        let interrupted = outcome.filter(|outcome| outcome.partial);
        let games = interrupted.map_or(plan.games.games, |outcome| outcome.games);
        vec![("games", games.to_string())]
    }

    fn watchables(plan: &Plan, _: &FailedGame) -> Vec<Watchable> {
        plan.variants
            .iter()
            .map(|of| of.watchable.clone())
            .collect()
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let held = found.held(plan)?;
        let names = || plan.others().iter().map(|of| of.name.as_str());
        let effects = tables::effects(names(), &held, manifest.level);
        let tables = tables::tables(&effects);
        Ok(Answer {
            page: page::page(plan, &Facts::new(plan, &held, effects, manifest), manifest)?,
            tables,
            changed: names().map(|name| format!("against it: {name}")).collect(),
        })
    }

    fn tables() -> Vec<Table> {
        tables::tables(&[]).0
    }
}
