//! Writes a new scenario of a game in the folder of the studio, as `gong new scenario` does.

use std::process::{Command, Stdio};

use anyhow::{Context, anyhow};
use serde::Deserialize;

use super::failure::RequestError;
use super::workspace::Workspace;
use crate::games::title;

/// A new scenario that the page asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedScenario {
    /// Name of the game.
    game: String,
    /// Name of the new file, with or without its ending.
    name: String,
}

impl AskedScenario {
    /// Writes the file, and the official roster of the game if the folder does not have it. Returns
    /// the path of the scenario file.
    ///
    /// # Errors
    /// Fails if there is no such game, if the name is not the name of a file, or if the file exists.
    pub fn write(&self, workspace: &Workspace) -> Result<String, RequestError> {
        let file = Workspace::new_file(&self.name)?;
        let Some(title) = title(&self.game) else {
            let what = format!("there is no game `{}`", self.game);
            return Err(RequestError::refused(what));
        };
        let program = std::env::current_exe().context("cannot find the program gong")?;
        let written = Command::new(program)
            .args(["new", "scenario", file.trim_end_matches(".toml")])
            .args(["--game", title.name(), "--output", &file])
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
