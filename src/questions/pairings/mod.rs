//! The command `gong pairings`: plays every way to form teams of the fighters. In a cooperative
//! game, plays every party.

mod chart;
pub mod counts;
mod effects;
mod facts;
mod flags;
pub mod line_ups;
mod page;
mod plan;
pub mod play;
mod seats;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::PairingsFacts;
use self::plan::PairingsPlan;
use self::tables::LineUpRow;
use super::experiment::CellCounts;
use super::{Question, Takes, facts as all_facts};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

/// Implements the command `gong pairings`.
pub struct Pairings;

impl Question for Pairings {
    type Plan = PairingsPlan;

    const NAME: &'static str = "pairings";

    const TAKES: Takes = Takes::games("8k of each line-up, fewer with slower bots");

    fn kind(plan: &PairingsPlan) -> &'static str {
        match plan.line_ups.has_parties() {
            false => Self::NAME,
            true => "parties",
        }
    }

    fn answer(plan: &PairingsPlan, found: &Vec<CellCounts>, manifest: &Manifest) -> Result<Answer> {
        let facts = PairingsFacts::new(plan, found, manifest)?;
        let tables = vec![tables::line_ups(&facts), all_facts::table(facts.all())];
        Ok(Answer::new(page::page(&facts, plan, manifest), Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![LineUpRow::table(vec![]), all_facts::table([])]
    }
}
