//! Reads the input files of a command. The inputs are also stored with reports and with shards
//! (stored parts of a command's games), so that a merge or a repetition of the command needs no
//! files.

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

/// Stored inputs of an earlier command. The stored inputs replace the files when the command's
/// games are merged or played again.
#[derive(Debug, Clone)]
pub struct Kept {
    pub inputs: Inputs,
    /// Path of the file that stores the inputs.
    pub file: PathBuf,
    /// Counts of the games in all shards (parts of the command's games); `None` if the games are
    /// played again.
    pub ledger: Option<Ledger>,
    /// Paths of the files of shards (parts of the command's games).
    pub shards: Vec<PathBuf>,
}

impl Kept {
    /// Takes the inputs of a command from its report in `folder`.
    pub fn of(found: &Found, folder: &Path) -> Kept {
        Kept {
            inputs: found.inputs.clone(),
            file: folder.join(FOUND),
            ledger: None,
            shards: vec![],
        }
    }
}

/// The error for inputs of a report or of shards with fewer scenarios than the command has.
const LACKING: &str = "the stored inputs lack a scenario";

/// Reads the inputs of a command: from files, or from the inputs stored with a report or with
/// shards (parts of the command's games).
pub struct Reading {
    /// The stored inputs that were not read yet, and the path of the file that stores them. `None`
    /// if inputs are read from the original files.
    stored: Option<(std::vec::IntoIter<Json>, PathBuf)>,
    /// The inputs that were read so far.
    pub inputs: Inputs,
}

impl Reading {
    pub fn new(playing: &Playing) -> Reading {
        let kept = playing.kept.as_ref();
        Reading {
            stored: kept.map(|kept| (kept.inputs.0.clone().into_iter(), kept.file.clone())),
            inputs: Inputs::default(),
        }
    }

    /// Returns the command's scenarios. `read` reads them from files and is not called if scenarios
    /// are stored.
    ///
    /// # Errors
    /// Fails if a scenario cannot be read.
    pub fn scenarios(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Vec<Scenario>>,
    ) -> anyhow::Result<Vec<Scenario>> {
        let Some((stored, file)) = &mut self.stored else {
            let scenarios = read()?;
            self.inputs.0.push(serde_json::to_value(&scenarios)?);
            return Ok(scenarios);
        };
        let frozen = stored.next().context(LACKING)?;
        let thaw = |scenario: &Json| Ok(Scenario::thaw(scenario, file)?);
        let scenarios = frozen.as_array().into_iter().flatten().map(thaw).collect();
        self.inputs.0.push(frozen);
        scenarios
    }

    /// Returns the single scenario of a command, as [`Reading::scenarios`] does for several.
    ///
    /// # Errors
    /// Fails if the scenario cannot be read.
    pub fn scenario(
        &mut self,
        read: impl FnOnce() -> anyhow::Result<Scenario>,
    ) -> anyhow::Result<Scenario> {
        let mut scenarios = self.scenarios(|| Ok(vec![read()?]))?;
        scenarios.pop().context(LACKING)
    }

    /// Returns an input of the command other than a scenario: the stored value if there is one,
    /// else the result of `read`.
    ///
    /// # Errors
    /// Fails if the stored value cannot be decoded as the type `T`.
    pub fn value<T: Serialize + DeserializeOwned>(
        &mut self,
        read: impl FnOnce() -> T,
    ) -> anyhow::Result<T> {
        let value = match &mut self.stored {
            None => serde_json::to_value(read())?,
            Some((stored, _)) => stored.next().context(LACKING)?,
        };
        self.inputs.0.push(value.clone());
        Ok(serde_json::from_value(value)?)
    }
}
