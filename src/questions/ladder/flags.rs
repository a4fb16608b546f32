//! Command-line flags of `gong ladder`, which rates bots.

use std::path::PathBuf;

use clap::Args;

use crate::session::Sets;

/// Rate bots: they play each other over all fighters and seats of a scenario
///
/// Every deal of fighters, seats and dice is played once per bot. From game to game, every bot
/// moves on by one seat.
#[derive(Debug, Args)]
pub struct LadderFlags {
    /// A scenario file with the rules and the line-up; the bots of the ladder replace its bots
    #[arg(
        value_name = "SCENARIO",
        default_value = "scenarios/ultimate-warriorz/tribal-rumble.toml"
    )]
    pub scenario: PathBuf,
    /// The bots, as in random,balanced,mine.toml [default: the bots that the scenario lists, or
    /// else all shipped bots that do not search]
    #[arg(long = "strategy", value_name = "NAME|FILE,…", value_delimiter = ',')]
    pub strategies: Vec<String>,
    #[command(flatten)]
    pub sets: Sets,
}
