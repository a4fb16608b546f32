// The package of the rooms that play games. src/lib.rs describes the rooms.

pub mod analysis;
pub mod engine;
pub mod game;
pub mod games;
pub mod scenario;
pub mod shell;
pub mod simulate;
pub mod stats;
pub mod strategies;
pub mod words;
