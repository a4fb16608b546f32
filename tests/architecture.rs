use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns every Rust file below a folder.
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

/// Returns whether a file consists of tests.
fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// Returns the code of a file without its tests, which are at its end.
fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Returns the lines of code below `folders` of `src` that contain one of `names`, without tests
/// and comments.
fn naming(folders: &[&str], names: &[String]) -> Vec<String> {
    let mut found = vec![];
    for folder in folders {
        for path in sources(&Path::new("src").join(folder)) {
            if is_test(&path) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = before_tests(&text);
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

/// Returns the subfolders of a folder of `src`.
fn folders(of: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new("src").join(of)).unwrap();
    let folders = entries.map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn modules_above_the_games_name_no_game() {
    let games: Vec<String> = folders("games")
        .into_iter()
        .filter(|game| Path::new("src/games").join(game).join("RULES.md").is_file())
        .map(|game| format!("{game}::"))
        .collect();
    assert!(games.contains(&"arena::".to_owned()), "{games:?}");
    let others = ORDER.map(|module| if module == "games" { "game" } else { module });
    let found = naming(&others, &games);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// All modules from top to bottom, in the order of the data flow.
const ORDER: [&str; 12] = [
    "cli",
    "studio",
    "questions",
    "session",
    "report",
    "analysis",
    "scenario",
    "games",
    "simulate",
    "strategies",
    "game",
    "stats",
];

#[test]
fn no_module_uses_one_above_it() {
    for (i, module) in ORDER.iter().enumerate().skip(1) {
        let above: Vec<String> = ORDER[..i].iter().map(|name| format!("crate::{name}::")).collect();
        let found = naming(&[module], &above);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    // Makes sure that the check finds violations, in a folder that has some.
    assert!(!naming(&["cli"], &["crate::report::".to_owned()]).is_empty());
}

#[test]
fn no_module_below_names_a_question() {
    let questions = folders("questions");
    assert!(questions.contains(&"sweep".to_owned()), "{questions:?}");
    let all: Vec<String> = questions.iter().map(|of| format!("questions::{of}")).collect();
    let found = naming(&["cli", "session", "report", "analysis"], &all);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// For each room of `src`: the most lines of code (no blanks, comments or tests) that it may have.
/// A step that needs fewer lowers the number; none raises it.
const BUDGETS: [(&str, usize); 13] = [
    ("", 273),
    ("cli", 1_968),
    ("studio", 2_193),
    ("questions", 11_990),
    ("session", 1_491),
    ("report", 3_958),
    ("analysis", 2_119),
    ("scenario", 3_299),
    ("games", 16_948),
    ("simulate", 1_696),
    ("strategies", 4_700),
    ("game", 1_800),
    ("stats", 2_240),
];

#[test]
fn every_room_keeps_its_budget_of_lines() {
    let mut rooms: BTreeMap<String, usize> = BTreeMap::new();
    for path in sources(Path::new("src")).into_iter().filter(|path| !is_test(path)) {
        let text = fs::read_to_string(&path).unwrap();
        let lines = before_tests(&text).lines().map(str::trim);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
        let folders = path.strip_prefix("src").unwrap().parent().unwrap();
        let room = folders.iter().next().unwrap_or_default();
        *rooms.entry(room.to_string_lossy().into_owned()).or_default() += code.count();
    }
    let budgets: BTreeMap<String, usize> =
        BUDGETS.map(|(room, most)| (room.to_owned(), most)).into();
    assert!(rooms.keys().eq(budgets.keys()), "{rooms:?}");
    let over: Vec<_> = rooms.iter().filter(|(room, lines)| **lines > budgets[*room]).collect();
    assert!(over.is_empty(), "over their budgets: {over:?}");
}

#[test]
fn all_code_computes_the_same_on_every_system() {
    // The standard library takes these functions from the C library of the system, and the last
    // bits differ between systems. The functions of the crate `libm` are the same everywhere.
    let names = [
        "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "cbrt", "hypot",
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
        "acosh", "atanh",
    ];
    let calls = names.map(|name| format!(".{name}("));
    let paths = names.map(|name| format!("f64::{name}"));
    let found = naming(&["."], &[&calls[..], &paths, &["statrs".to_owned()]].concat());
    assert!(found.is_empty(), "{}", found.join("\n"));
    // Makes sure that the check finds calls of functions.
    assert!(!naming(&["stats"], &[".sqrt(".to_owned()]).is_empty());
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
    // Stdin is no file that a user names: its end tells that another program has ended.
    let guarded = |line: &&String| {
        line.starts_with("src/./scenario/read.rs:") || line.contains("io::copy(&mut io::stdin()")
    };
    let (inside, outside): (Vec<_>, Vec<_>) = all.iter().partition(guarded);
    assert_eq!(outside, Vec::<&String>::new());
    // Makes sure that the check finds violations, in a folder that has some.
    assert!(!inside.is_empty());
}
