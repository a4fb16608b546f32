//! Command-line flags of `gong skill`, which plays a scenario at several skill levels.

use std::path::PathBuf;

use clap::Args;

use super::levels::{self, LevelFlag};
use crate::session::Sets;
use crate::session::numbers::{MARGIN, share};

/// See for which players a balance holds: the same scenario at several skill levels
///
/// At each level, one bot plays all fighters. Levels with slower bots play fewer games.
#[derive(Debug, Args)]
pub struct SkillFlags {
    /// A scenario file with the rules and the line-up; the bots of the levels replace its bots
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// The skill levels, the weakest first, each with an optional number of games, as in
    /// random,balanced:50k,mine.toml [default: the levels of the game, and 100k games of a
    /// weight-based bot; a bot whose games take c times as long plays √c times fewer]
    #[arg(long, value_name = "NAME|FILE[:N],…", value_delimiter = ',', value_parser = levels::level)]
    pub levels: Vec<LevelFlag>,
    /// A fighter is fair at a level if its win rate is within this distance of its fair share, as
    /// in 2% or 0.02
    #[arg(long, value_name = "SHARE", default_value = MARGIN, value_parser = share)]
    pub margin: f64,
    #[command(flatten)]
    pub sets: Sets,
}
