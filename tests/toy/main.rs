//! Acceptance test of the game interface: a cooperative game, written as a user of the library
//! would write it, works with every command.
//!
//! `pass` is the game, and `program.rs` the program with it; `docs/adding-a-game.md` explains both.

mod commands;
#[path = "../common/counting.rs"]
#[allow(dead_code, reason = "nobody asks for the peak here")]
mod counting;
#[path = "../common/every_title.rs"]
mod every_title;
#[path = "../common/frame.rs"]
mod frame;
mod pass;
#[path = "../common/replays.rs"]
mod replays;
mod worth;

use std::sync::Once;

use gong::games::{Title, add_titles, title};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// Lists the games of this test program: only the toy game. `tests/titles.rs` tests the other
/// games.
fn titles() -> impl Iterator<Item = &'static dyn Title> {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| add_titles(&[&pass::NIGHT_PASS]));
    title("night-pass").into_iter()
}
