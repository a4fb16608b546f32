//! Computes the engine's identity: a hash of all sources that affect games, for
//! [`gong::engine`](src/engine.rs). Both packages of the repository run this.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Sources that affect games: games, bots, the reading of scenarios, the order of games, and the
/// versions of the libraries.
const DECIDES: [&str; 9] = [
    "Cargo.lock",
    "src/analysis",
    "src/game",
    "src/games",
    "src/questions",
    "src/scenario",
    "src/simulate",
    "src/stats",
    "src/strategies",
];

/// Files and folders within these sources that do not affect games: tests, and texts about games.
const DECIDES_NOTHING: [&str; 4] = ["tests", "tests.rs", "story", "sheets.rs"];

/// Files and folders of questions that do not affect games: what a question writes about its
/// results.
const OF_RESULTS: [&str; 9] = [
    "charts",
    "charts.rs",
    "facts.rs",
    "lists",
    "lists.rs",
    "page.rs",
    "standings.rs",
    "tables.rs",
    "verdict.rs",
];

fn main() -> io::Result<()> {
    // The package of the rooms that play is in src/play; the files are in the folder above src.
    let here = fs::canonicalize(".")?;
    let root = if here.join("Cargo.lock").exists() { &here } else { &here.join("../..") };
    for path in DECIDES {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    println!("cargo::rustc-env=GONG_ROOT={}", root.display());
    println!("cargo::rustc-env=GONG_ENGINE={}", engine(root)?);
    Ok(())
}

/// SHA-256, in hexadecimal digits, of all sources in a package's folder that affect games; missing
/// sources are left out.
///
/// # Errors
/// Fails if a source cannot be read.
pub fn engine(package: &Path) -> io::Result<String> {
    let mut sources = vec![];
    for path in DECIDES {
        sources_below(package, Path::new(path), &mut sources)?;
    }
    sources.sort();
    let mut sha = Sha256::new();
    for source in sources {
        let mut text = fs::read(package.join(&source))?;
        // Line ends depend on the checkout, so carriage returns are ignored.
        text.retain(|&byte| byte != b'\r');
        let name = source.to_string_lossy().replace('\\', "/");
        sha.update(format!("{name} {}\n", text.len()));
        sha.update(text);
    }
    let digest = sha.finalize();
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Collects the sources at or below `path`, relative to the package.
fn sources_below(package: &Path, path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default();
    let of_results = path.starts_with("src/questions") && OF_RESULTS.iter().any(|of| name == *of);
    if of_results || DECIDES_NOTHING.iter().any(|nothing| name == *nothing) {
        return Ok(());
    }
    let full = package.join(path);
    if full.is_dir() {
        for entry in fs::read_dir(full)? {
            sources_below(package, &path.join(entry?.file_name()), found)?;
        }
        return Ok(());
    }
    let kind = path.extension().and_then(|kind| kind.to_str());
    if full.is_file() && matches!(kind, Some("rs" | "luau" | "lock")) {
        found.push(path.to_owned());
    }
    Ok(())
}
