//! Flags of a sensitivity report.

use std::path::PathBuf;

use clap::Args;

use crate::session::ScenarioArgs;

/// Tell what every value is worth: what one step of it does to everybody's win rate
///
/// Without --fighter all values of all fighters are screened at once, and those that look largest
/// are then measured one by one, with whatever goes one way only: a card withheld, an effect taken
/// off, two initiatives swapped. With it every step of these fighters' values is measured.
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
