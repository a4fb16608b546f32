//! What a command reads from files, remembered: shards keep it, and a merged command reads it from them.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::playing::Playing;
use crate::report::inputs::Inputs;
use crate::report::ledger::Ledger;
use crate::report::{FOUND, Found};
use crate::scenario::Scenario;

/// What an earlier command has read from files, from which its games are played or merged again.
#[derive(Debug, Clone)]
pub struct Kept {
    pub inputs: Inputs,
    /// The file that holds the inputs.
    pub file: PathBuf,
    /// What the shards of the command have counted; none if its games are to be played again.
    pub ledger: Option<Ledger>,
    /// The files of the shards.
    pub shards: Vec<PathBuf>,
}

impl Kept {
    /// What the report in a folder keeps, to play or draw it again.
    pub fn of(found: &Found, folder: &Path) -> Kept {
        Kept {
            inputs: found.inputs.clone(),
            file: folder.join(FOUND),
            ledger: None,
            shards: vec![],
        }
    }
}

/// What a command reads from files, or, if it is merged, what its shards have read.
pub struct Reading {
    /// Of a merged command: what is still to be asked for, and the file that it stands in.
    merged: Option<(std::vec::IntoIter<Json>, PathBuf)>,
    inputs: Inputs,
}

impl Reading {
    pub fn new(playing: &Playing) -> Reading {
        let merged = playing.kept.as_ref();
        Reading {
            merged: merged.map(|merged| (merged.inputs.0.clone().into_iter(), merged.file.clone())),
            inputs: Inputs::default(),
        }
    }

    /// Scenarios, read from files or kept by shards.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn scenarios(
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
