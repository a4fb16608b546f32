//! Command-line flags of `gong sweep`, which plays a grid of variants of a scenario.

use std::path::PathBuf;

use clap::Args;

use crate::questions::reference::PlayerArgs;
use crate::session::ScenarioArgs;

/// Play a grid of variants of a scenario; the same command resumes where it was stopped
#[derive(Debug, Args)]
#[command(after_help = "\
Anything that --set can change can be varied; several --vary span a grid:
  gong sweep tribal-rumble.toml --vary rules.rounds=5..12
  gong sweep tribal-rumble.toml --vary fighters.agaric.size=4..7 --vary rules.rounds=6,8
  gong sweep tribal-rumble.toml --vary line-up.draw=2..8 --vary strategy=balanced,aggressive")]
pub struct SweepFlags {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Vary a value over a range, as in rules.rounds=5..12 (both ends included) or 4..12..2 (in
    /// steps of 2), or over a list, as in strategy=balanced,aggressive
    #[arg(long = "vary", value_name = "PATH=VALUES", required = true)]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}
