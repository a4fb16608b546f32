//! Command-line flags of `gong shape`, which measures when and how games are decided.

use std::path::PathBuf;

use clap::Args;

use crate::session::ScenarioArgs;

/// Measure the shape of a game: when it is decided, lead changes, comebacks, waiting and luck
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
}
