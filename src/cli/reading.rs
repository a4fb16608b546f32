//! What a command reads from files, remembered: shards keep it, and a merged command reads it from them.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::playing::Playing;
use crate::report::inputs::Inputs;
use crate::report::ledger::Ledger;
use crate::scenario::{Scenario, load_bot};

/// All shards of a command, as one.
#[derive(Debug, Clone)]
pub struct Merged {
    pub ledger: Ledger,
    pub inputs: Inputs,
    /// The file of the inputs.
    pub file: PathBuf,
}

/// What a command reads from files, or, if it is merged, what its shards have read.
pub struct Reading {
    /// Of a merged command: what is still to be asked for, and the file that it stands in.
    merged: Option<(std::vec::IntoIter<Json>, PathBuf)>,
    /// The bot that takes every seat.
    stand_in: Option<&'static str>,
    inputs: Inputs,
}

impl Reading {
    pub fn new(playing: &Playing) -> Reading {
        let merged = playing.merged.as_ref();
        Reading {
            merged: merged.map(|merged| (merged.inputs.0.clone().into_iter(), merged.file.clone())),
            stand_in: playing.stand_in,
            inputs: Inputs::default(),
        }
    }

    /// Scenarios, read from files or kept by shards. With a stand-in, those that differ in who plays
    /// are one.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn scenarios(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Vec<Scenario>>,
    ) -> anyhow::Result<Vec<Scenario>> {
        let mut scenarios = self.as_asked(read)?;
        if let Some(name) = self.stand_in {
            for scenario in &mut scenarios {
                let bot = load_bot(scenario.game(), name);
                let bot = bot.map_err(|_| anyhow!("there is no bot {name}"))?;
                *scenario = scenario.played_by(name, &bot);
            }
            scenarios.dedup();
        }
        Ok(scenarios)
    }

    fn as_asked(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Vec<Scenario>>,
    ) -> anyhow::Result<Vec<Scenario>> {
        let Some((kept, file)) = &mut self.merged else {
            let scenarios = read()?;
            self.inputs.0.push(serde_json::to_value(&scenarios)?);
            return Ok(scenarios);
        };
        let frozen = kept.next().context("the shards keep too little")?;
        let thaw = |scenario: &Json| Ok(Scenario::thaw(scenario, file)?);
        let scenarios = frozen.as_array().into_iter().flatten().map(thaw).collect();
        self.inputs.0.push(frozen);
        scenarios
    }

    /// One scenario, as [`Reading::scenarios`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn scenario(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Scenario>,
    ) -> anyhow::Result<Scenario> {
        let mut scenarios = self.scenarios(|| Ok(vec![read()?]))?;
        scenarios.pop().context("the shards keep too little")
    }

    /// Anything else that is made of files.
    ///
    /// # Errors
    /// If shards have kept something else.
    pub fn value<T: Serialize + DeserializeOwned>(
        &mut self,
        read: impl FnOnce() -> T,
    ) -> anyhow::Result<T> {
        let value = match &mut self.merged {
            None => serde_json::to_value(read())?,
            Some((kept, _)) => kept.next().context("the shards keep too little")?,
        };
        self.inputs.0.push(value.clone());
        Ok(serde_json::from_value(value)?)
    }

    /// All that was read.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }
}
