//! gong with an additional game: the program that a user of the library writes for a game of their
//! own. `tests/toy/main.rs` runs it.

mod pass;

use std::process::ExitCode;

fn main() -> ExitCode {
    gong::games::add_titles(&[&pass::NIGHT_PASS]);
    gong::cli::main()
}
