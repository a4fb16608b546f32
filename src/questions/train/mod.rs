//! The command `gong train`: trains a bot in one or several scenarios.

mod charts;
mod evolution;
mod exact;
mod facts;
mod files;
mod flags;
pub mod learning;
mod page;
mod plan;
mod play;
mod tables;
mod verdict;

use anyhow::Result;

use self::evolution::{Held, Weight};
use self::facts::Facts;
use self::plan::Plan;
use self::play::Found;
use self::tables::{Balance, Learning, Rows, Tried};
use super::{Question, QuestionPlan, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::session::playing::Playing;

/// Implements the command `gong train`.
pub struct Train;

impl Question for Train {
    type Plan = Plan;

    const NAME: &'static str = "train";

    const TAKES: Takes = Takes {
        games: Some("300k games of training, 1m for kind greedy"),
        precision: false,
        undivided: Some(
            "gong train chooses its next games by earlier results, so its games cannot be divided \
             into shards: leave out --shard, and use all threads of one machine. Several machines \
             can train with different --seed values; gong ladder finds the best bot",
        ),
    };

    fn ready(plan: &Plan, playing: &Playing, command: &str) -> Result<()> {
        if plan.again {
            return Ok(());
        }
        let report = playing.folder(&plan.about().folder, command);
        Ok(files::writable(plan, command, playing.force, &report)?)
    }

    fn answer(plan: &Plan, found: &Found, manifest: &Manifest) -> Result<Answer> {
        let rows = Rows::new(found, manifest.level);
        let facts = Facts::new(plan, found, &rows, manifest);
        Ok(Answer::new(page::page(&facts, manifest)?, rows.tables()))
    }

    fn tables() -> Vec<Table> {
        vec![
            Learning::table(vec![]),
            Tried::table(vec![]),
            Balance::table(vec![]),
            Weight::table(vec![]),
            Held::table(vec![]),
        ]
    }
}
