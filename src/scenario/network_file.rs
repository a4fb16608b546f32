//! The `[network]` table of a strategy file: the network of a bot of kind `trained`, its training
//! and its test results.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::document::Document;
use super::fault::{Faults, directory};
use super::learnt::Learnt;
use super::read::read_bytes;
use super::strategy_file::BotKind;
use crate::games::Title;
use crate::shell;
use crate::strategies::trained::{Network, weights};
use crate::words::hex;

/// Neural network of a trained bot, and data about its training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Name of the game that the bot plays.
    pub game: String,
    /// Name of the file of weights, in the same folder as this file: safetensors, at most 1 MB.
    #[schemars(length(min = 1, max = 200))]
    pub weights: String,
    /// SHA-256 of the file of weights, as 64 hexadecimal digits.
    #[schemars(length(min = 64, max = 64))]
    pub sha256: String,
    /// Version of the network's inputs. When a game changes what players see, this version changes
    /// too.
    pub inputs: String,
    /// Titles of the scenarios used in training.
    pub scenarios: Vec<String>,
    /// Command that repeats the training.
    pub command: String,
    /// Number of training games, including those of the bot that the training started from.
    pub games: u64,
    /// Number of the bot's decisions in the training games that the command played.
    pub decisions: u64,
    /// Training range: the rules, the fighters' values and the group sizes in the training. The
    /// bot's playing strength outside the range is unknown.
    pub learnt: Learnt,
    /// Test results on fresh seeds: this bot plays one side, and another bot plays all other sides.
    #[serde(default)]
    pub results: Vec<ResultFile>,
}

/// Result of test games against another bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// Title of the test scenario.
    pub scenario: String,
    /// Bot that played all other sides in the test games.
    pub against: String,
    pub games: u64,
    pub wins: u64,
    /// Number of sides of a test game. Among equally strong bots the win rate is 1 / sides.
    pub sides: u64,
}

/// Content of the strategy file of a trained bot: only the fields of the kind `trained`.
#[derive(Serialize)]
struct TrainedFile<'a> {
    kind: BotKind,
    description: &'a str,
    network: &'a NetworkFile,
}

/// Returns the text of the strategy file of a trained bot. A comment has the command that made it.
///
/// # Errors
/// Fails if the text cannot be written as TOML.
pub fn text(description: &str, network: &NetworkFile) -> Result<String, toml::ser::Error> {
    let file = TrainedFile { kind: BotKind::Trained, description, network };
    let command = &network.command;
    Ok(format!(
        "# A bot that has learnt by playing. Made by:\n#   {command}\n{}",
        toml::to_string(&file)?
    ))
}

/// Maximum size of a file of weights, in bytes.
pub const MOST_BYTES: usize = 1_000_000;

/// Loads the neural network that the table `[network]` of a strategy file describes. The weights
/// are those `shipped` with the program, or else in a file beside the strategy file.
///
/// # Errors
/// Fails if the network belongs to another game or to other inputs, or if the weights are missing,
/// have another hash, or are invalid.
pub fn network(
    game: &dyn Title,
    document: &Document,
    file: &NetworkFile,
    shipped: Option<&[u8]>,
) -> Result<Network, Faults> {
    let fault = |field: &str, what: String| Faults::from(document.fault(&["network", field], what));
    let layout = game.layout();
    let (inputs, own) = (&file.inputs, layout.version());
    if file.game != game.name() {
        let what = format!("was trained for {} and cannot play {}", file.game, game.name());
        return Err(fault("game", what));
    }
    if *inputs != own {
        let command = Some(&file.command).filter(|command| shell::is_quoted(command));
        let by = command.map_or(String::new(), |command| format!(" by {command}"));
        let what = format!(
            "was trained on inputs of version {inputs}, but this version of gong has {own}; train \
             it again{by}"
        );
        return Err(fault("inputs", what));
    }
    if Path::new(&file.weights).file_name().is_none_or(|name| name != file.weights.as_str()) {
        let what = "wants a file name without a folder, because the file must be beside this one";
        return Err(fault("weights", what.into()));
    }
    let bytes = match shipped {
        Some(bytes) => Cow::Borrowed(bytes),
        None => {
            let path = directory(&document.root.location).join(&file.weights);
            let read = read_bytes(&path, MOST_BYTES as u64);
            read.map_err(|what| fault("weights", format!("{} {what}", path.display())))?.into()
        }
    };
    let hash = sha256(&bytes);
    if hash != file.sha256 {
        let what = format!("{} was changed or replaced: its SHA-256 is {hash}", file.weights);
        return Err(fault("sha256", what));
    }
    weights::read(&bytes, &layout)
        .map_err(|what| fault("weights", format!("{} {what}", file.weights)))
}

/// Name of the subfolder of a report with the files of its adapted bot, which learnt before the
/// games of the report.
pub const BOTS: &str = "bots";

/// Returns the paths of the two files of an adapted bot, relative to the folder of its report: the
/// strategy file and the file of weights. Uses only the last part of a name that contains folders,
/// so that an edited report cannot refer to files in other folders.
pub fn adapted_files(name: &str) -> [PathBuf; 2] {
    let name = Path::new(name).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    ["toml", "safetensors"].map(|kind| Path::new(BOTS).join(format!("{name}.{kind}")))
}

/// Returns the SHA-256 hash of a file, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
