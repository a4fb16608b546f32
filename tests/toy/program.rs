//! gong with one game more: what a user of the library writes to try a game of their own. `tests/toy/main.rs` runs it.

mod pass;

use std::process::ExitCode;

fn main() -> ExitCode {
    gong::games::add_titles(&[&pass::NightPassTitle]);
    gong::cli::main()
}
