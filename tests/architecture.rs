//! The house as its map in lib.rs has it: what stands above the games knows none of them, and nothing below the scenarios knows these.
//! No source but the guarded reader opens files for reading.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines of code below `rooms` that name one of these, tests and comments left out.
fn naming(rooms: &[&str], names: &[String]) -> Vec<String> {
    let mut found = vec![];
    for room in rooms {
        for path in sources(&Path::new("src").join(room)) {
            if path.components().any(|part| {
                ["tests", "tests.rs"]
                    .iter()
                    .any(|tests| part.as_os_str() == *tests)
            }) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            // Tests stand at the end of their file.
            let code = text
                .split("\n#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            for (number, line) in (1..).zip(code.lines()) {
                let code = line.split("//").next().unwrap_or_default();
                if names.iter().any(|name| code.contains(name.as_str())) {
                    found.push(format!("{}:{number}: {line}", path.display()));
                }
            }
        }
    }
    found
}

const ABOVE: [&str; 7] = [
    "cli",
    "report",
    "analysis",
    "scenario",
    "simulate",
    "strategies",
    "stats",
];

#[test]
fn what_stands_above_the_games_imports_none_of_them() {
    let folders = fs::read_dir("src/games").unwrap();
    let games: Vec<String> = folders
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("RULES.md").is_file())
        .map(|entry| format!("{}::", entry.file_name().to_string_lossy()))
        .collect();
    assert!(games.contains(&"arena::".to_owned()), "{games:?}");
    let found = naming(&ABOVE, &games);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_below_the_scenarios_imports_what_stands_above() {
    let rooms = ["games", "strategies", "simulate", "stats"];
    let above = ["scenario", "analysis", "report", "cli"].map(|room| format!("crate::{room}"));
    let found = naming(&rooms, &above);
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The test can say no.
    assert!(!naming(&["cli"], &above).is_empty());
}

#[test]
fn every_file_is_read_by_the_guarded_reader() {
    let readers = [
        "fs::read(",
        "read_to_string(",
        "File::open",
        "File::options",
        "OpenOptions",
        "fs::copy(",
        "io::stdin",
    ];
    let all = naming(&["."], &readers.map(str::to_owned));
    let guarded = |line: &&String| line.starts_with("src/./scenario/read.rs:");
    let (inside, outside): (Vec<_>, Vec<_>) = all.iter().partition(guarded);
    assert_eq!(outside, Vec::<&String>::new());
    // The test can say no.
    assert!(!inside.is_empty());
}
