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

use self::parties::Missions;
use self::plan::{PairingsForm, PairingsPlan};
use self::teams::Rounds;
use super::{Question, Takes};
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong pairings`.
pub struct Pairings;

/// Results of the games that `gong pairings` played, as numbers of games.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingsFound {
    /// Results of games in which teams play against each other.
    Teams(Rounds),
    /// Results of the parties of a cooperative game; a party is a team that plays against the game.
    Parties(Missions),
}

impl Question for Pairings {
    type Plan = PairingsPlan;

    const NAME: &'static str = "pairings";

    const TAKES: Takes = Takes::games("for each line-up as many as its verdict needs");

    fn kind(plan: &PairingsPlan) -> &'static str {
        match plan.form {
            PairingsForm::Teams(_) => Self::NAME,
            PairingsForm::Parties(_) => "parties",
        }
    }

    fn answer(plan: &PairingsPlan, found: &PairingsFound, manifest: &Manifest) -> Result<Answer> {
        match (&plan.form, found) {
            (PairingsForm::Teams(teams), PairingsFound::Teams(rounds)) => {
                teams::answer(teams, rounds, &plan.fielded, manifest)
            }
            (PairingsForm::Parties(parties), PairingsFound::Parties(missions)) => {
                parties::answer(parties, missions, &plan.fielded, manifest)
            }
            _ => bail!("the stored games belong to another form of teams"),
        }
    }

    fn tables() -> Vec<Table> {
        [teams::tables(), parties::tables()].concat()
    }
}
