//! Makes again all that is checked in and was not written by hand. Look at the difference before you commit it.
//!
//! `cargo run --example bless` makes everything; with `schemas`, `goldens` or `sample` behind it, that part:
//! - schemas: the JSON Schemas and the script types that editors complete from
//! - goldens: what tests/golden.rs, tests/watch.rs and tests/contract.rs hold games, stories and tables to
//! - sample: the report in reports/sample

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use gong::scenario::schema;

const SAMPLE: &str = "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 100000 --seed 1 --out reports/sample";

/// Cargo with these arguments, in the package's folder.
fn cargo(arguments: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments.split(' '))
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo
}

fn succeed(command: &mut Command) {
    let status = command.status().expect("cargo starts");
    assert!(status.success(), "{command:?}: {status}");
}

fn schemas() {
    for (file, text) in schema::committed() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        fs::write(path, text).expect(&file);
    }
}

fn goldens() {
    let mut tests = cargo("test --quiet --test golden --test watch --test contract");
    succeed(tests.env("INSTA_UPDATE", "always").env("GONG_BLESS", "1"));
}

fn sample() {
    succeed(&mut cargo(&format!(
        "run --quiet --release --bin gong -- {SAMPLE}"
    )));
}

fn main() -> ExitCode {
    let parts: [(&str, fn()); 3] = [
        ("schemas", schemas),
        ("goldens", goldens),
        ("sample", sample),
    ];
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let is_part = |name: &String| parts.iter().any(|(part, _)| part == name);
    if let Some(unknown) = asked.iter().find(|name| !is_part(name)) {
        eprintln!(
            "error: there is nothing called {unknown} to bless; there are schemas, goldens and sample"
        );
        return ExitCode::from(2);
    }
    for (part, make) in parts {
        if asked.is_empty() || asked.iter().any(|name| name == part) {
            make();
        }
    }
    ExitCode::SUCCESS
}
