//! Shows one game: the command `gong watch`, and the page that this command writes. A separate
//! process plays the game. The process ends when the page closes the connection, or at its time
//! limit.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, anyhow};
use serde::Deserialize;
use tokio::process::Command;
use tokio::time::timeout;

use super::asking::scenario_words;
use super::failure::RequestError;
use super::jobs::gong;
use super::workspace::{AskedVariant, Workspace};
use crate::scenario::read_bytes;
use crate::shell;

/// Time in which a game must end.
const LONGEST: Duration = Duration::from_secs(60);
/// Maximum size of the page of a game, in bytes.
const MOST_PAGE: u64 = 64 << 20;

/// A game of a scenario with edits.
#[derive(Debug, Deserialize)]
pub struct AskedGame {
    #[serde(flatten)]
    of: AskedVariant,
    seed: u64,
    /// Number of the game, from 0.
    game: u64,
}

impl AskedGame {
    /// Returns the words of the command, without `gong` and without the file.
    ///
    /// # Errors
    /// Fails if the page may not read the scenario, or if an edit is refused.
    pub fn words(&self, workspace: &Workspace) -> Result<Vec<String>, RequestError> {
        let (_, mut words) = scenario_words(workspace, &self.of)?;
        words.insert(0, "watch".to_owned());
        let (seed, game) = (self.seed.to_string(), self.game.to_string());
        words.extend(["--seed".to_owned(), seed, "--game".to_owned(), game]);
        Ok(words)
    }

    /// Returns the command that writes the same page, quoted for a shell.
    ///
    /// # Errors
    /// Fails as [`AskedGame::words`] does.
    pub fn command(&self, workspace: &Workspace) -> Result<String, RequestError> {
        let words = self.words(workspace)?;
        let words: Vec<String> = words.iter().map(|word| shell::word(word)).collect();
        // The games before and after the edits have two files, so that both can be kept.
        let which = if self.of.edits.is_empty() { "" } else { "-edited" };
        let file = format!("game-{}{which}.html", self.game);
        Ok(format!("gong {} --html {file}", words.join(" ")))
    }
}

/// Plays a game, and returns the page of its replay. `words` are those of [`AskedGame::words`].
///
/// # Errors
/// Fails if the command fails, or if the game takes too long.
pub async fn page(words: &[String]) -> Result<Vec<u8>, RequestError> {
    let folder = tempfile::tempdir().context("cannot make a folder for the game")?;
    let file = folder.path().join("game.html");
    let mut command = gong(words)?;
    command.arg("--html").arg(&file).stderr(Stdio::piped());
    let mut process =
        Command::from(command).kill_on_drop(true).spawn().context("cannot start the command")?;
    // The process ends when its stdin is closed.
    let _stdin = process.stdin.take();
    let Ok(ended) = timeout(LONGEST, process.wait_with_output()).await else {
        return Err(RequestError::busy(format!(
            "The game takes longer than {} seconds, because its bots search for long. Show the \
             game with the command below, or choose faster bots.",
            LONGEST.as_secs()
        )));
    };
    let told = ended.context("cannot wait for the command")?.stderr;
    // If a bot fails, the command writes the page of the game up to the failure.
    match file.exists() {
        true => read_bytes(&file, MOST_PAGE).map_err(RequestError::missing),
        false => Err(anyhow!("{}", String::from_utf8_lossy(&told).trim()).into()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_command_shows_the_same_game() {
        let workspace = Workspace::new(Path::new("."), None).unwrap();
        let command = |edits: &[&str]| {
            let asked = AskedGame {
                of: AskedVariant {
                    scenario: "scenarios/ultimate-warriorz/tribal-rumble.toml".to_owned(),
                    edits: edits.iter().map(|&edit| edit.to_owned()).collect(),
                    player: None,
                },
                seed: 3,
                game: 17,
            };
            asked.command(&workspace)
        };
        let path = "gong watch scenarios/ultimate-warriorz/tribal-rumble.toml";
        assert_eq!(command(&[]).unwrap(), format!("{path} --seed 3 --game 17 --html game-17.html"));
        assert_eq!(
            command(&["rules.rounds=9"]).unwrap(),
            format!("{path} --set rules.rounds=9 --seed 3 --game 17 --html game-17-edited.html")
        );
        assert!(command(&["roster=../secret.toml"]).is_err());
    }
}
