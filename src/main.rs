//! The `gong` command: parse, do, say what went wrong.

use std::process::ExitCode;

use clap::Parser;
use gong::cli::{Cli, exit_code};

fn main() -> ExitCode {
    match Cli::parse().run(&mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let (code, message) = exit_code(&error);
            if let Some(message) = message {
                eprintln!("{message}");
            }
            code
        }
    }
}
