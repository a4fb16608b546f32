//! The command `gong pairings`: plays every way to form teams of the fighters. In a cooperative
//! game, plays every party.

mod fielded;
mod flags;
mod pairs;
mod parties;
mod plan;
mod reference;
mod seats;
pub mod teams;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use self::parties::Missions;
use self::plan::{PairingsForm, PairingsPlan};
use self::reference::{CheckedTeam, LineUpCheck};
use self::teams::Rounds;
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};

/// Implements the command `gong pairings`.
pub struct Pairings;

/// Results of the games that `gong pairings` played.
#[derive(Serialize, Deserialize)]
pub struct PairingsFound {
    #[serde(flatten)]
    games: PairingsGames,
    /// Results of the reference player; `None` without a reference player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<LineUpCheck>,
}

/// Results of the games of the command's own bots, as numbers of games.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingsGames {
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
        let reference = found.reference.as_ref();
        match (&plan.form, &found.games) {
            (PairingsForm::Teams(teams), PairingsGames::Teams(rounds)) => {
                teams::answer(teams, rounds, reference, &plan.fielded, manifest)
            }
            (PairingsForm::Parties(parties), PairingsGames::Parties(missions)) => {
                parties::answer(parties, missions, reference, &plan.fielded, manifest)
            }
            _ => bail!("the stored games belong to another form of teams"),
        }
    }

    fn tables() -> Vec<Table> {
        let reference = vec![CheckedTeam::table(vec![])];
        [teams::tables(), parties::tables(), reference].concat()
    }
}

impl PairingsFound {
    /// Creates the results of the command's own bots, without a reference player.
    fn new(games: PairingsGames) -> PairingsFound {
        PairingsFound { games, reference: None }
    }
}
