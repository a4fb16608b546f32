//! The `[network]` table of a strategy file: what a bot of kind `trained` has learnt, of which game, and how good it was then.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::document::{Document, directory};
use super::fault::Faults;
use super::learnt::Learnt;
use super::read::read_bytes;
use crate::games::{Title, title};
use crate::shell;
use crate::strategies::trained::{Network, weights};
use crate::words::{hex, suggest};

/// What a bot has learnt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// The game that it plays.
    pub game: String,
    /// The file of its weights, in the folder of this one: safetensors, 300 kB at most.
    #[schemars(length(min = 1, max = 200))]
    pub weights: String,
    /// The SHA-256 of that file, in 64 hexadecimal digits.
    #[schemars(length(min = 64, max = 64))]
    pub sha256: String,
    /// The version of the inputs that it sees: a game that shows its players anything else has another.
    pub inputs: String,
    /// The titles of the scenarios in which it learnt.
    pub scenarios: Vec<String>,
    /// The command that makes it again.
    pub command: String,
    /// The games that it learnt from, with those of the bot that it began as.
    pub games: u64,
    /// Its decisions in the games of the command.
    pub decisions: u64,
    /// What those scenarios are: anything else it may play badly.
    pub learnt: Learnt,
    /// How it did on fresh seeds, alone against several of another bot.
    #[serde(default)]
    pub results: Vec<ResultFile>,
}

/// How a bot did against another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// The title of the scenario.
    pub scenario: String,
    /// Who had all other sides.
    pub against: String,
    pub games: u64,
    pub wins: u64,
    /// Sides of a game: of two that are equally good each wins one game in so many.
    pub sides: u64,
}

/// The most bytes of a file of weights.
pub const MOST_BYTES: usize = 1_000_000;

/// The network of a document's `[network]` table; its weights are `shipped` with the program, or else in a file beside the document.
///
/// # Errors
/// If it is of another game or other inputs, or if its weights are missing, others or none.
pub fn network(
    game: &dyn Title,
    document: &Document,
    file: &NetworkFile,
    shipped: Option<&[u8]>,
) -> Result<Network, Faults> {
    let fault = |field: &str, what: String| document.fault(&["network", field], what);
    if title(&file.game).is_none() {
        let known = crate::games::titles().map(|title| title.name());
        let what = format!(
            "there is no game `{}`{}",
            file.game,
            suggest(&file.game, known)
        );
        return Err(fault("game", what).into());
    }
    if file.game != game.name() {
        let what = format!("has learnt {}, and cannot play {}", file.game, game.name());
        return Err(fault("game", what).into());
    }
    let layout = game.layout();
    if file.inputs != layout.version() {
        let again = match shell::is_quoted(&file.command) {
            true => format!(" by {}", file.command),
            false => String::new(),
        };
        let what = format!(
            "has learnt from inputs of version {}; this gong has {}: train it again{again}",
            file.inputs,
            layout.version()
        );
        return Err(fault("inputs", what).into());
    }
    if Path::new(&file.weights)
        .file_name()
        .is_none_or(|name| name != file.weights.as_str())
    {
        let what = "wants the name of a file in the folder of this one".to_owned();
        return Err(fault("weights", what).into());
    }
    let read;
    let bytes = match shipped {
        Some(bytes) => bytes,
        None => {
            let path = directory(&document.root.location).join(&file.weights);
            read = read_bytes(&path, MOST_BYTES as u64)
                .map_err(|what| fault("weights", format!("{} {what}", path.display())))?;
            &read[..]
        }
    };
    if bytes.len() > MOST_BYTES {
        let what = format!("has {} bytes; wants {MOST_BYTES} at most", bytes.len());
        return Err(fault("weights", what).into());
    }
    if sha256(bytes) != file.sha256 {
        let what = format!(
            "{} is another file than was written with this one: its SHA-256 is {}",
            file.weights,
            sha256(bytes)
        );
        return Err(fault("sha256", what).into());
    }
    weights::read(bytes, &layout)
        .map_err(|what| fault("weights", format!("{} {what}", file.weights)).into())
}

/// The SHA-256 of a file, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
