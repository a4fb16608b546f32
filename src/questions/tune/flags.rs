//! Command-line flags of `gong tune`, which finds edits that bring win rates to their targets.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::questions::reference::PlayerArgs;
use crate::session::ScenarioArgs;
use crate::session::numbers::share;

/// Find the fewest, then smallest, edits that make a scenario fair, or bring its win rates to a
/// target
///
/// The effect of every single edit is measured. A linear model of these effects proposes sets of
/// one, two, three … edits, and games correct the model. The best sets are certified in games with
/// seeds that the search has not used. The same command resumes where it was stopped. At the end,
/// the reference player checks the best set.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gong tune tribal-rumble.toml
  gong tune tribal-rumble.toml --target zamioculcas=25% --not printed --write fix.toml
  gong tune tribal-rumble.toml --edits 2 --only cards.*.defense --only size
  gong tune tribal-rumble.toml --strategy balanced --rules --within 1%
  gong tune jungle-alert/three.toml --target 50%")]
pub struct TuneFlags {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Target win rate of all fighters, as in fair or 25%, or of some, as in
    /// agaric=25%,cactus=fair; the others may have any win rate; `fair` is not possible if all play
    /// together
    #[arg(long, value_name = "SHARE|KEY=SHARE,…", default_value = "fair")]
    pub target: String,
    /// Maximum accepted distance of a win rate from its target
    #[arg(long, value_name = "SHARE", default_value = "2.5%", value_parser = share)]
    pub within: f64,
    /// Maximum number of edits
    #[arg(long, value_name = "N", default_value_t = 6)]
    #[arg(value_parser = value_parser!(u8).range(1..=8))]
    pub edits: u8,
    /// Edit only values that match: consecutive names of a field's path, as in fighters.agaric,
    /// cards.*.defense or size, or a source: printed, reconstructed, own; may be given several
    /// times
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Do not edit values that match, in the syntax of --only; may be given several times
    #[arg(long, value_name = "PATTERN")]
    pub not: Vec<String>,
    /// Edit the settings of the rules as well
    #[arg(long)]
    pub rules: bool,
    /// Write the scenario with the best edits into a new file, as in fix.toml
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}
