//! Regenerates all files in the repository that are not written by hand. Review the difference
//! before you commit it.
//!
//! `cargo run --example bless` regenerates everything; with the name of a part, only that part:
//! - schemas: the JSON Schemas, and the script types for completion in editors
//! - goldens: the expected results of tests/golden.rs, tests/watch.rs and tests/contract.rs
//! - sample: the report in reports/sample
//! - shown: the terminal listings in README and docs/
//! - picture: the picture of the studio at the top of README (needs Chromium)
//!
//! `shown-check` only checks whether README and docs/ are current.

mod claims;
mod picture;
mod shown;

use std::process::{Command, ExitCode};

const SAMPLE: &str =
    "scenarios/ultimate-warriorz/tribal-rumble.toml --games 100000 --seed 1 --out reports/sample";

/// The parts that are regenerated, in this order.
const PARTS: [(&str, fn()); 5] = [
    ("schemas", schemas),
    ("goldens", goldens),
    ("sample", sample),
    ("shown", shown::write),
    ("picture", picture::write),
];

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    if asked == ["shown-check"] {
        return ExitCode::from(u8::from(!shown::is_current()));
    }
    let is_part = |name: &String| PARTS.iter().any(|(part, _)| part == name);
    if let Some(unknown) = asked.iter().find(|name| !is_part(name)) {
        let parts = PARTS.map(|(part, _)| part).join(", ");
        eprintln!("error: nothing here is called {unknown}; there are {parts} and shown-check");
        return ExitCode::from(2);
    }
    for (part, make) in PARTS {
        if asked.is_empty() || asked.iter().any(|name| name == part) {
            make();
        }
    }
    ExitCode::SUCCESS
}

/// Runs Cargo in the package's folder; tests write their expected files instead of comparing them.
fn cargo(arguments: &str) {
    let status = Command::new(env!("CARGO"))
        .args(arguments.split(' '))
        .env("INSTA_UPDATE", "always")
        .env("GONG_BLESS", "1")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo starts");
    assert!(status.success(), "cargo {arguments}: {status}");
}

fn schemas() {
    cargo("test --quiet --lib -- scenario::schema");
}

fn goldens() {
    cargo("test --quiet --test all -- golden:: watch:: contract::");
}

fn sample() {
    cargo(&format!("run --quiet --release --bin gong -- run {SAMPLE}"));
}
