//! The command `gong pairings`: plays every way to form teams of the fighters. In a cooperative
//! game, plays every party.

mod fielded;
mod flags;
mod pairs;
mod parties;
mod plan;
mod seats;
pub mod teams;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use self::flags::Flags;
use self::parties::Missions;
use self::plan::{Form, Plan};
use self::teams::Rounds;
use super::{About, Outcome, Player, Question, Takes};
use crate::report::{Answer, Manifest, Table};
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Implements the command `gong pairings`.
pub struct Pairings;

/// The counts of the games of pairings.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// Results of line-ups of rival teams.
    Teams(Rounds),
    /// Results of the parties of a cooperative game.
    Parties(Missions),
}

impl Question for Pairings {
    type Flags = Flags;
    type Plan = Plan;
    type Found = Found;

    const NAME: &'static str = "pairings";

    const TAKES: Takes = Takes {
        games: Some("for each line-up as many as its verdict needs"),
        precision: false,
        undivided: None,
    };

    fn kind(plan: &Plan) -> &'static str {
        match plan.form {
            Form::Teams(_) => Self::NAME,
            Form::Parties(_) => "parties",
        }
    }

    fn plan(flags: Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        Plan::new(flags, playing, files)
    }

    fn about(plan: &Plan) -> About<'_> {
        plan.about()
    }

    fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
        match &plan.form {
            Form::Teams(teams) => teams::play_plan(&plan.scenario, teams, player),
            Form::Parties(parties) => parties::play_plan(&plan.scenario, parties, player),
        }
    }

    fn resolved(plan: &Plan, outcome: Option<&Outcome<Found>>) -> Vec<(&'static str, String)> {
        plan.resolved(outcome)
    }

    fn watchables(plan: &Plan, failed: &FailedGame) -> Vec<Watchable> {
        plan.watchable(failed.game).into_iter().collect()
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        match (&plan.form, found) {
            (Form::Teams(teams), Found::Teams(rounds)) => {
                teams::answer(teams, rounds, &plan.fielded, manifest)
            }
            (Form::Parties(parties), Found::Parties(missions)) => {
                parties::answer(parties, missions, &plan.fielded, manifest)
            }
            _ => bail!("the stored games belong to another form of teams"),
        }
    }

    fn tables() -> Vec<Table> {
        [teams::tables(), parties::tables()].concat()
    }
}
