//! The adapted bot of a report: a bot that learnt before the games of the report. The report's
//! folder has it as two files.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::atomic_file;
use crate::scenario::network_file::{BOTS, adapted_files};

/// A bot that learnt before the games of a report, as files.
#[derive(Debug, Clone)]
pub struct AdaptedBot {
    pub name: String,
    /// Text of the strategy file.
    pub text: String,
    /// Bytes of the file of weights, beside the strategy file.
    pub weights: Vec<u8>,
    /// A sentence about the training games.
    pub meaning: String,
}

/// The adapted bot of a report, as the manifest names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdaptedNote {
    /// The bot's name.
    pub bot: String,
    /// Path of the bot's strategy file, as a command can name it.
    pub file: String,
    /// A sentence about the training games.
    pub meaning: String,
}

impl AdaptedBot {
    /// Returns the manifest's entry on the bot of the report in the folder `report`.
    pub fn note(&self, report: &Path) -> AdaptedNote {
        let [file, _] = adapted_files(&self.name).map(|file| report.join(file));
        AdaptedNote {
            bot: self.name.clone(),
            file: file.to_string_lossy().into_owned(),
            meaning: self.meaning.clone(),
        }
    }

    /// Writes the files of the bot to a report's folder.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write(&self, report: &Path) -> Result<()> {
        let [file, weights] = adapted_files(&self.name).map(|file| report.join(file));
        fs::create_dir_all(report.join(BOTS))?;
        atomic_file::put(&file, &self.text)?;
        atomic_file::put(&weights, &self.weights)
    }
}
