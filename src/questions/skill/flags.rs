//! Flags of a skill report.

use std::path::PathBuf;

use clap::Args;

use super::levels::{self, Budget, LevelFlag};
use crate::session::Sets;
use crate::session::numbers::share;

/// See for whom a balance holds: the same table at several levels of play
///
/// At each level, one bot plays everybody. Levels whose games take longer play fewer of them. Then
/// bots of all levels play together at a mixed table.
#[derive(Debug, Args)]
pub struct Flags {
    /// A scenario file: its rules and its line-up; the bots of the levels replace its own
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// The levels, the weakest first, each optionally with its games, as in
    /// random,balanced:50k,mine.toml [default: those that the game has]
    #[arg(long, value_name = "NAME|FILE[:N],…", value_delimiter = ',', value_parser = levels::level)]
    pub levels: Vec<LevelFlag>,
    /// A time to spend, as in 10min, or the games of a bot of weights: whose games cost c times as
    /// much plays √c times fewer [default: 100k, some ten minutes on two cores if levels search]
    #[arg(long, value_name = "TIME|N", value_parser = levels::budget)]
    pub budget: Option<Budget>,
    /// Games of the table at which levels sit together, 0 for none
    /// [default: as many as the level with the fewest]
    #[arg(long, value_name = "N", value_parser = levels::count_or_none)]
    pub mixed: Option<u64>,
    /// A fighter is fair at a level if its win rate is within this distance of its fair share, as
    /// in 2% or
    /// 0.02
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = share)]
    pub margin: f64,
    #[command(flatten)]
    pub sets: Sets,
}
