//! Flags of a sensitivity report.

use std::path::PathBuf;

use clap::Args;

use crate::session::ScenarioArgs;

/// Measure what every value is worth: the effect of one step on everybody's win rate
///
/// Without --fighter, all values of all fighters are screened at once. Then the values with the
/// largest effects are measured one by one, together with changes in one direction only: a card
/// withheld, an effect taken off, two initiatives swapped. With --fighter, every step of these
/// fighters' values is measured.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gong sensitivity tribal-rumble.toml
  gong sensitivity tribal-rumble.toml --fighter zamioculcas
  gong sensitivity tribal-rumble.toml --rules --games 100k --strategy balanced")]
pub struct Flags {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Only this fighter's values, and every step of them; may be given several times
    #[arg(long = "fighter", value_name = "FIGHTER")]
    pub fighters: Vec<String>,
    /// Measure the settings of the rules too
    #[arg(long)]
    pub rules: bool,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}
