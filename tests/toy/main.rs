//! The acceptance test of the seam: a cooperative game, written as a user of the library would write it, goes through everything that there is.
//!
//! `pass` is the game, `program.rs` the program that has it; `docs/adding-a-game.md` walks through both.

mod commands;
#[path = "../common/counting.rs"]
#[allow(dead_code, reason = "nobody asks for the peak here")]
mod counting;
#[path = "../common/every_title.rs"]
mod every_title;
#[path = "../common/frame.rs"]
mod frame;
mod pass;
mod worth;

use std::sync::Once;

use gong::games::{Title, add_titles, title};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// The toy alone: the others are looked at in `tests/titles.rs`.
fn titles() -> impl Iterator<Item = &'static dyn Title> {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| add_titles(&[&pass::NightPassTitle]));
    title("night-pass").into_iter()
}
