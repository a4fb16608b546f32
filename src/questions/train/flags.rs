//! Flags of a training.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::session::Sets;
use crate::session::playing::stem;

/// Train a fast bot for scenarios: their roster, rules, line-ups and table sizes
///
/// With several scenarios of one game it learns them all: half of its games are of the first, the
/// others take turns. The bot learns by playing itself and the bots of a pool. Of kind trained it
/// is two files: FILE, which says how it was made and how it did, and its weights beside it. Of
/// kind greedy it is one file with a weight for each feature, as one could write it: less strong,
/// but one can read it, and it is faster. Name FILE wherever a strategy is named. Stopped before
/// its end, by Ctrl-C or otherwise, the same command goes on where it was.
#[derive(Debug, Args)]
pub struct Flags {
    /// Scenario files, of one game
    #[arg(value_name = "SCENARIO", required = true)]
    pub scenarios: Vec<PathBuf>,
    /// What learns: a network, or the weights of a greedy bot
    #[arg(long, value_name = "KIND", value_enum, default_value = "trained")]
    pub kind: Learns,
    /// Stop after so many minutes, if that is earlier: the bot is the one that as many games make
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub minutes: Option<Duration>,
    /// Whom it plays with, and is measured against, as in balanced,mine.toml [default: all shipped
    /// bots of kind greedy, but for beginners]. The first of kind greedy is imitated at first, or
    /// lends the weights to begin with
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Of kind trained: a bot of this kind that it begins as, instead of imitating one of the pool;
    /// it goes on where that one ended
    #[arg(long, value_name = "NAME|FILE")]
    pub from: Option<String>,
    /// The bot's file, replaced by --force [default: SCENARIO-trained.toml or SCENARIO-greedy.toml]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub sets: Sets,
}

/// What is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Learns {
    /// A network: strong, and an eighth as fast
    Trained,
    /// The weights of a greedy bot
    Greedy,
}

impl Flags {
    /// The path of the bot's file.
    pub fn file(&self) -> PathBuf {
        let kind = match self.kind {
            Learns::Trained => "trained",
            Learns::Greedy => "greedy",
        };
        let default = || PathBuf::from(format!("{}-{kind}.toml", stem(&self.scenarios[0])));
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
