use std::collections::{BTreeMap, BTreeSet};
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

/// Returns the lines of code below `folders` of `src` that contain one of `names`, without tests
/// and comments.
fn naming(folders: &[&str], names: &[String]) -> Vec<String> {
    let mut found = vec![];
    for folder in folders {
        for path in sources(&Path::new("src").join(folder)) {
            if path
                .components()
                .any(|part| ["tests", "tests.rs"].iter().any(|tests| part.as_os_str() == *tests))
            {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            // Tests are at the end of their file.
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
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
fn no_module_names_a_question_and_no_question_names_another() {
    let questions = folders("questions");
    assert!(questions.contains(&"sweep".to_owned()), "{questions:?}");
    for question in &questions {
        let path = format!("questions/{question}");
        let others = questions.iter().filter(|other| *other != question);
        let others: Vec<String> = others
            .flat_map(|other| [format!("questions::{other}"), format!("super::super::{other}")])
            .collect();
        let found = naming(&[&path], &others);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    let all: Vec<String> = questions.iter().map(|of| format!("questions::{of}")).collect();
    let found = naming(&["cli", "session", "report", "analysis"], &all);
    assert!(found.is_empty(), "{}", found.join("\n"));
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

/// Returns the names of the public types that a file declares at the top level of a module, without
/// tests.
fn types(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("\n#[cfg(test)]\nmod tests {").next();
    let lines = code.unwrap_or_default().lines();
    let name = |line: &str| {
        // Row types are declared inside a macro, so their lines are indented.
        let item = line.trim_start().strip_prefix("pub ").or_else(|| {
            let (_, item) = line.trim_start().strip_prefix("pub(")?.split_once(") ")?;
            Some(item)
        })?;
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let name = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
        let end = name.find(|c: char| !c.is_alphanumeric());
        let name = &name[..end.unwrap_or(name.len())];
        // A macro that declares types has a variable in place of the name.
        (!name.is_empty()).then(|| name.to_owned())
    };
    lines.filter_map(name).collect()
}

/// Returns the name of the game in whose folder a file is; `None` for files outside the games'
/// folders.
fn game_of(path: &Path) -> Option<String> {
    let below = path.strip_prefix("src/games").ok()?;
    let game = below.components().next()?.as_os_str();
    let folder = Path::new("src/games").join(game);
    folder.is_dir().then(|| game.to_string_lossy().into_owned())
}

#[test]
fn no_two_public_types_have_one_name() {
    let is_test = |path: &Path| {
        let parts = path.iter().map(|part| part.to_string_lossy());
        let parts: Vec<_> = parts.collect();
        parts.iter().any(|part| part == "tests" || part == "tests.rs")
    };
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in sources(Path::new("src")) {
        if !is_test(&path) {
            for name in types(&path) {
                places.entry(name).or_default().push(path.clone());
            }
        }
    }
    // The folders of different games may declare types of the same name, because all games
    // implement the same interface. No game uses another game.
    let of_games = |paths: &[PathBuf]| {
        let games: Option<BTreeSet<String>> = paths.iter().map(|path| game_of(path)).collect();
        games.is_some_and(|games| games.len() == paths.len())
    };
    assert!(of_games(&places["Rules"]), "{:?}", places["Rules"]);
    assert!(places.len() > 500, "{}", places.len());
    places.retain(|_, paths| paths.len() > 1 && !of_games(paths));
    assert!(places.is_empty(), "{places:#?}");
}
