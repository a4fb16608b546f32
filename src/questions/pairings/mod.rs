//! The command `gong pairings`: plays every way to form teams of the fighters. In a cooperative
//! game, plays every party.

mod chart;
mod effects;
mod facts;
mod flags;
pub mod line_ups;
mod page;
mod plan;
pub mod play;
pub mod results;
mod seats;
mod tables;
mod verdict;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use self::facts::PairingsFacts;
use self::plan::PairingsPlan;
use self::results::Round;
use self::tables::LineUpRow;
use super::experiment::CellCounts;
use super::{Question, Takes, facts as all_facts};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong pairings`.
pub struct Pairings;

/// Results of the games that `gong pairings` played, as numbers of games.
#[derive(Serialize, Deserialize)]
pub struct PairingsFound {
    /// The games of the command's own bots.
    rounds: Vec<Round>,
    /// The games of the reference player; `None` without a reference player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<CellCounts>,
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
        let tables = vec![tables::line_ups(&facts), all_facts::table(facts.all())];
        Ok(Answer::new(page::page(&facts, plan, manifest), Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![LineUpRow::table(vec![]), all_facts::table([])]
    }
}
