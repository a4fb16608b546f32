//! Command-line flags of `gong shape`, which measures when and how games are decided.

use std::path::PathBuf;

use clap::Args;

use crate::session::ScenarioArgs;

/// Measure the shape of a game: when it is decided, lead changes, comebacks, waiting, luck and play
///
/// The measures follow the players' own estimates of winning, so every seat needs a bot that gives
/// estimates: a trained bot or a search.
#[derive(Debug, Args)]
pub struct ShapeFlags {
    /// The scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    #[command(flatten)]
    pub changes: ScenarioArgs,
    /// The bot that takes one seat, to measure how much play matters [default: the game's next
    /// stronger level that searches]
    #[arg(long, value_name = "NAME|FILE")]
    pub stronger: Option<String>,
}
