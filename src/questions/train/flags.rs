//! Command-line flags of `gong train`, which trains a bot.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use crate::session::Sets;
use crate::session::playing::stem;

/// Train a fast bot for scenarios: their roster, rules, line-ups and numbers of players
///
/// With several scenarios of one game, which take turns, the bot learns all of them, with variants
/// of their values and rules. The bot learns by playing against itself and against the bots of a
/// pool. FILE describes how the bot was made and its results, and a file next to it has the bot's
/// weights. FILE can be named wherever a strategy is named. After an interruption the same command
/// resumes.
#[derive(Debug, Args)]
pub struct TrainFlags {
    /// Scenario files, of one game
    #[arg(value_name = "SCENARIO", required = true)]
    pub scenarios: Vec<PathBuf>,
    /// Stop after this many minutes, if the games take longer; the bot depends only on the number
    /// of games played
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub minutes: Option<Duration>,
    /// The bots to play with and to be measured against, as in balanced,mine.toml [default: all
    /// shipped bots of kind greedy, except those for beginners]. The first bot of kind greedy is
    /// imitated at first
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    pub against: Vec<String>,
    /// A bot of kind trained to start from, instead of imitating one of the bots of --against; its
    /// training continues where it ended
    #[arg(long, value_name = "NAME|FILE")]
    pub from: Option<String>,
    /// Train a panel: this many networks with consecutive seeds, of which one plays in each game
    /// and seat; their files are numbered, as in FILE-1. Results depend less on a single training
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(2..=8))]
    pub panel: Option<u8>,
    /// The bot's file, replaced by --force [default: SCENARIO-trained.toml]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub sets: Sets,
}

impl TrainFlags {
    /// Returns the path of the file to which the trained bot is written.
    pub fn file(&self) -> PathBuf {
        let default = || PathBuf::from(format!("{}-trained.toml", stem(&self.scenarios[0])));
        self.output.clone().unwrap_or_else(default)
    }
}

/// Parses a number of minutes, as in 15 or 0.5.
fn minutes(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 10_000.0 => {
            Ok(Duration::from_secs_f64(minutes * 60.0))
        }
        _ => Err("wants minutes, more than 0 and at most 10000, as in 15 or 0.5".into()),
    }
}
