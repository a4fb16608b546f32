//! The command `gong train`: trains a bot in one or several scenarios.

mod charts;
mod files;
mod flags;
mod page;
mod panel;
mod plan;
mod play;
mod tables;

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::{ArgMatches, Command};

use self::page::TrainFacts;
use self::plan::TrainPlan;
use self::play::TrainFound;
use self::tables::Learning;
use super::facts as results;
use super::question::CommandPart;
use super::{Question, Takes};
use crate::report::ledger::Request;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};
use crate::session::playing::{Playing, stem};

/// Implements the command `gong train`.
pub struct Train;

impl Question for Train {
    type Plan = TrainPlan;

    const NAME: &'static str = "train";

    const TAKES: Takes = Takes {
        games: Some("300k games of training"),
        precision: false,
        undivided: Some(
            "gong train chooses its next games by earlier results, so its games cannot be divided \
             into shards: leave out --shard, and use all threads of one machine. Several machines \
             can train with different --seed values; gong ladder finds the best bot",
        ),
    };

    fn parts(command: &Command, flags: &ArgMatches, playing: &Playing) -> Result<Vec<CommandPart>> {
        panel::members(command, flags, playing)
    }

    fn join(flags: &ArgMatches, playing: &Playing, out: &mut dyn Write) -> Result<()> {
        panel::write(flags, playing, out)
    }

    fn ready(plan: &TrainPlan, playing: &Playing, request: &Request) -> Result<bool> {
        if plan.again {
            return Ok(true);
        }
        let report = playing.folder(&request.report);
        let is_member = plan.flags.panel.is_some() && !playing.force;
        if is_member && files::is_finished(plan, &request.command, &report) {
            return Ok(false);
        }
        files::writable(plan, request, playing, &report)?;
        Ok(true)
    }

    fn answer(plan: &TrainPlan, found: &TrainFound, manifest: &Manifest) -> Result<Answer> {
        let bot = stem(Path::new(&found.file)).to_owned();
        let facts = TrainFacts {
            learning: tables::learning(&found.checkpoints, manifest.level),
            trials: tables::trials(&found.trials, manifest.level),
            bot,
        };
        let page = page::page(&facts, plan, found, manifest);
        let tables = vec![Learning::table(facts.learning), results::table(&facts.trials)];
        Ok(Answer::new(page, Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![Learning::table(vec![]), results::table([])]
    }
}
