//! Code that several tests need.

pub mod browser;
pub mod checksum;
pub mod columns;
#[allow(dead_code, reason = "only `tests/allocations.rs` measures the peak")]
pub mod counting;
pub mod every_title;
pub mod frame;
pub mod patience;
pub mod program;
pub mod replays;
pub mod scenarios;
pub mod signals;
pub mod world;

use gong::games::titles;
