//! The command `gong pairings`: plays every way to form teams of the fighters. In a cooperative
//! game, plays every party.

mod charts;
mod facts;
mod fielded;
mod flags;
pub mod line_ups;
mod page;
mod parties;
mod plan;
mod reference;
pub mod rivals;
mod seats;
mod tables;
mod verdict;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use self::facts::PairingsFacts;
use self::parties::Missions;
use self::plan::PairingsPlan;
use self::reference::LineUpCheck;
use self::rivals::Rounds;
use self::tables::LineUpRow;
use super::facts as results;
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

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
    /// Teams play against each other.
    Rivals(Rounds),
    /// Parties of a cooperative game play against the game.
    Parties(Missions),
}

impl Question for Pairings {
    type Plan = PairingsPlan;

    const NAME: &'static str = "pairings";

    const TAKES: Takes = Takes::games("for each line-up as many as its verdict needs");

    fn kind(plan: &PairingsPlan) -> &'static str {
        match plan.line_ups.has_parties() {
            false => Self::NAME,
            true => "parties",
        }
    }

    fn answer(plan: &PairingsPlan, found: &PairingsFound, manifest: &Manifest) -> Result<Answer> {
        let facts = PairingsFacts::new(plan, found, manifest)?;
        let line_ups = tables::line_ups(&facts);
        let tables = Tables(vec![line_ups, results::table(facts.all())]);
        Ok(Answer::new(page::page(&facts, plan, manifest), tables))
    }

    fn tables() -> Vec<Table> {
        vec![LineUpRow::table(vec![]), results::table([])]
    }
}
