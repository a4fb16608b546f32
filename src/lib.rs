//! gong, the balance lab for arena games.
//!
//! The data goes one way, from top to bottom:
//!
//! - `cli`: one file per subcommand: flags in, a typed request out
//! - [`scenario`]: TOML files become a checked `Scenario`
//! - [`games`]: what is played: the `Game` trait, and one folder per game
//! - [`strategies`]: who plays
//! - [`simulate`]: how it is played: game i of a scenario becomes an outcome, in parallel
//! - [`stats`]: tallies, intervals, survival; knows entrants and outcomes, no game
//! - [`analysis`]: runs asked in a certain order, and their comparison
//! - [`report`]: tables, charts, the page

pub mod analysis;
pub mod cli;
pub mod games;
pub mod report;
pub mod scenario;
pub mod simulate;
pub mod stats;
pub mod strategies;
pub mod words;
