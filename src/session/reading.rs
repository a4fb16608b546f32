//! Reads the input files of a command. Shards and reports store the inputs, so that a merge or a
//! repetition of the command needs no files.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::playing::Playing;
use crate::report::inputs::Inputs;
use crate::report::ledger::Ledger;
use crate::report::{FOUND, Found};
use crate::scenario::{Scenario, load_bot};

/// Stored inputs of an earlier command, used instead of files when its games are merged or played
/// again.
#[derive(Debug, Clone)]
pub struct Kept {
    pub inputs: Inputs,
    /// Path of the file that stores the inputs.
    pub file: PathBuf,
    /// Counts of all shards; `None` if the games are played again.
    pub ledger: Option<Ledger>,
    /// Paths of the shards.
    pub shards: Vec<PathBuf>,
}

impl Kept {
    /// Takes the stored inputs from the report in `folder`.
    pub fn of(found: &Found, folder: &Path) -> Kept {
        Kept {
            inputs: found.inputs.clone(),
            file: folder.join(FOUND),
            ledger: None,
            shards: vec![],
        }
    }
}

/// Reads the inputs of a command: from files, or from the inputs that shards or a report have
/// stored.
pub struct Reading {
    /// The stored inputs that were not read yet, and the path of their file. `None` if inputs are
    /// read from files.
    merged: Option<(std::vec::IntoIter<Json>, PathBuf)>,
    /// The stand-in bot that plays all fighters, if there is one.
    stand_in: Option<&'static str>,
    inputs: Inputs,
}

impl Reading {
    pub fn new(playing: &Playing) -> Reading {
        let merged = playing.kept.as_ref();
        Reading {
            merged: merged.map(|merged| (merged.inputs.0.clone().into_iter(), merged.file.clone())),
            stand_in: playing.stand_in,
            inputs: Inputs::default(),
        }
    }

    /// Returns the command's scenarios. `read` reads them from files and is not called if scenarios
    /// are stored. With a stand-in bot, replaces all bots by it; equal scenarios are then merged.
    ///
    /// # Errors
    /// Fails if a scenario cannot be read.
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
        let frozen = kept
            .next()
            .context("the shards lack a part of their scenario")?;
        let thaw = |scenario: &Json| Ok(Scenario::thaw(scenario, file)?);
        let scenarios = frozen.as_array().into_iter().flatten().map(thaw).collect();
        self.inputs.0.push(frozen);
        scenarios
    }

    /// Returns one scenario, see [`Reading::scenarios`].
    ///
    /// # Errors
    /// Fails if the scenario cannot be read.
    pub fn scenario(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Scenario>,
    ) -> anyhow::Result<Scenario> {
        let mut scenarios = self.scenarios(|| Ok(vec![read()?]))?;
        scenarios
            .pop()
            .context("the shards lack a part of their scenario")
    }

    /// Returns an input that is no scenario: the stored value if there is one, else the result of
    /// `read`.
    ///
    /// # Errors
    /// Fails if the stored value has another form.
    pub fn value<T: Serialize + DeserializeOwned>(
        &mut self,
        read: impl FnOnce() -> T,
    ) -> anyhow::Result<T> {
        let value = match &mut self.merged {
            None => serde_json::to_value(read())?,
            Some((kept, _)) => kept
                .next()
                .context("the shards lack a part of their scenario")?,
        };
        self.inputs.0.push(value.clone());
        Ok(serde_json::from_value(value)?)
    }

    /// Returns all inputs read so far.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }
}
