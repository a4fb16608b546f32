//! Command-line flags of `gong sensitivity`, which measures how each game value affects win rates.

use std::path::PathBuf;

use clap::Args;

use crate::questions::reference::PlayerArgs;
use crate::session::ScenarioArgs;

/// Measure what every value is worth: the effect of one step on the win rates
///
/// Without --fighter, all values of all fighters are screened at once. Then the values with the
/// largest effects are measured one by one, together with changes in one direction only: a card
/// withheld, an effect removed, two initiatives swapped. With --fighter, every step of these
/// fighters' values is measured. At the end, the reference player checks the largest effects.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gong sensitivity tribal-rumble.toml
  gong sensitivity tribal-rumble.toml --fighter zamioculcas
  gong sensitivity tribal-rumble.toml --rules --games 100k --strategy balanced")]
pub struct SensitivityFlags {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Measure only these fighters' values, with every step of each
    #[arg(long = "fighter", value_name = "FIGHTER,…", value_delimiter = ',')]
    pub fighters: Vec<String>,
    /// Measure the settings of the rules as well
    #[arg(long)]
    pub rules: bool,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}
