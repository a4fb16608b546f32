//! Shared parts of all commands that play games: flags, input files, checkpoints, progress bars,
//! and shards (parts of a command's games).

pub mod bots;
pub mod decisions;
pub mod describe;
mod errors;
pub mod failed;
pub mod job;
pub mod keeper;
pub mod new_file;
pub mod numbers;
pub mod playing;
pub mod progress;
pub mod reading;
pub mod report_argument;
pub mod report_name;
mod scenario_args;
pub mod signals;
pub mod variants;

pub use self::errors::{Interrupted, Usage};
pub use self::scenario_args::{
    ScenarioArgs, Sets, each_once, first_scenario, folded, path_of, scenario, scenarios,
    toml_string,
};
