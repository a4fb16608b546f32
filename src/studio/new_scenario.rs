//! Writes a new scenario of a game in the folder of the studio, as `gong new scenario` does.

use std::process::{Command, Stdio};

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

use super::failure::RequestError;
use super::workspace::{ScenarioEntry, Workspace};
use crate::games::{Shipped, Title, title, titles};
use crate::scenario::Document;

/// A new scenario that the page asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedScenario {
    /// Name of the game.
    game: String,
    /// Name of the new file, with or without its ending.
    name: String,
    /// Name of the shipped scenario to copy; absent for a scenario with the first bot of the game.
    #[serde(default)]
    like: Option<String>,
}

/// A scenario that is part of the program.
#[derive(Debug, Serialize)]
pub struct ShippedEntry {
    game: &'static str,
    name: &'static str,
    title: String,
    description: String,
}

/// Lists the shipped scenarios, except those whose file names exist in the folder.
///
/// # Errors
/// Fails if a shipped scenario cannot be read.
pub fn shipped(own: &[ScenarioEntry]) -> anyhow::Result<Vec<ShippedEntry>> {
    let mut entries = vec![];
    for title in titles() {
        for shipped in title.scenarios() {
            let file = format!("{}.toml", shipped.name);
            let is_there = |of: &ScenarioEntry| of.game == title.name() && of.is_named(&file);
            if own.iter().any(is_there) {
                continue;
            }
            entries.push(ShippedEntry::new(title, shipped)?);
        }
    }
    Ok(entries)
}

impl ShippedEntry {
    /// # Errors
    /// Fails if the scenario cannot be read.
    fn new(title: &dyn Title, shipped: &Shipped) -> anyhow::Result<ShippedEntry> {
        let document = Document::parse(shipped.path(), shipped.text)?;
        let text = |key: &str| document.text(&[key]).map_or("", |(text, _)| text).to_owned();
        Ok(ShippedEntry {
            game: title.name(),
            name: shipped.name,
            title: text("title"),
            description: text("description"),
        })
    }
}

impl AskedScenario {
    /// Writes the file, and the official roster of the game if the folder does not have it. Returns
    /// the path of the scenario file.
    ///
    /// # Errors
    /// Fails if there is no such game, if the name is not the name of a file, or if the file
    /// exists.
    pub fn write(&self, workspace: &Workspace) -> Result<String, RequestError> {
        let file = Workspace::new_file(&self.name)?;
        let Some(title) = title(&self.game) else {
            let what = format!("there is no game `{}`", self.game);
            return Err(RequestError::refused(what));
        };
        let mut name = file.trim_end_matches(".toml").to_owned();
        let mut like = vec![];
        if let Some(key) = &self.like {
            let found = title.scenarios().iter().find(|of| of.name == key);
            let missing = || {
                let what = format!("{} has no shipped scenario `{key}`", title.name());
                RequestError::refused(what)
            };
            name = ShippedEntry::new(title, found.ok_or_else(missing)?)?.title;
            like = vec!["--like", key];
        }
        let program = std::env::current_exe().context("cannot find the program gong")?;
        let written = Command::new(program)
            .args(["new", "scenario", &name])
            .args(["--game", title.name(), "--output", &file])
            .args(like)
            .current_dir(workspace.folder())
            .stdin(Stdio::null())
            .output()
            .context("cannot start the command")?;
        match written.status.success() {
            true => Ok(file),
            false => {
                let told = String::from_utf8_lossy(&written.stderr);
                Err(anyhow!("{}", told.trim()).into())
            }
        }
    }
}
