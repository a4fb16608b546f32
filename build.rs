//! The engine's identity: a hash of the sources that decide how a game goes, for [`gong::engine`](src/engine.rs).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What decides a game: the rooms below `src` with the games, their bots, the reading of scenarios and the order in which games are played, and the
/// versions of the libraries.
const DECIDES: [&str; 7] = [
    "Cargo.lock",
    "src/analysis",
    "src/games",
    "src/scenario",
    "src/simulate",
    "src/stats",
    "src/strategies",
];

/// What of these rooms decides nothing: tests, and how games are told.
const DECIDES_NOTHING: [&str; 3] = ["tests", "tests.rs", "story"];

fn main() -> io::Result<()> {
    for path in DECIDES {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=GONG_ENGINE={}", engine(Path::new("."))?);
    Ok(())
}

/// SHA-256, in hexadecimal, of the sources below a package's folder that decide a game; of a folder that lacks some, of those that there are.
///
/// # Errors
/// If one of them cannot be read.
pub fn engine(package: &Path) -> io::Result<String> {
    let mut sources = vec![];
    for path in DECIDES {
        sources_below(package, Path::new(path), &mut sources)?;
    }
    sources.sort();
    let mut sha = Sha256::new();
    for source in sources {
        let mut text = fs::read(package.join(&source))?;
        // Line ends are a matter of the checkout.
        text.retain(|&byte| byte != b'\r');
        let name = source.to_string_lossy().replace('\\', "/");
        sha.update(format!("{name} {}\n", text.len()));
        sha.update(text);
    }
    let digest = sha.finalize();
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The sources at or below `path`, relative to the package.
fn sources_below(package: &Path, path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default();
    if DECIDES_NOTHING.iter().any(|nothing| name == *nothing) {
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
