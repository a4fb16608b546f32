//! Tests that the engine's identity changes with everything that determines games, and with nothing
//! else.

use std::fs;
use std::path::Path;

#[path = "../build.rs"]
#[allow(dead_code)]
mod build;

/// Returns the identity of a small package that has these files in addition to the required ones.
fn engine(more: &[(&str, &str)]) -> String {
    let package = tempfile::tempdir().unwrap();
    let always = [("Cargo.lock", "rand 1\n"), ("src/games/arena/attack.rs", "fn attack() {}\n")];
    for (path, text) in always.iter().chain(more) {
        let path = package.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    build::engine(package.path()).unwrap()
}

#[test]
fn what_decides_a_game_makes_another_engine() {
    let plain = engine(&[]);
    assert_eq!(plain, engine(&[]));
    for (path, text) in [
        ("Cargo.lock", "rand 2\n"),
        ("src/games/arena/attack.rs", "fn attack() { }\n"),
        ("src/games/arena/defend.rs", ""),
        ("src/games/arena/script.luau", "return 1"),
        ("src/strategies/greedy.rs", ""),
        ("src/simulate/run.rs", ""),
        ("src/games/arena/tables.rs", "The tables of the rules"),
        ("src/strategies/script/page.rs", ""),
    ] {
        assert_ne!(plain, engine(&[(path, text)]), "{path}");
    }
}

#[test]
fn what_decides_none_does_not() {
    let plain = engine(&[]);
    for (path, text) in [
        ("src/games/arena/attack.rs", "fn attack() {}\r\n"),
        ("src/games/arena/tests/attack.rs", "fn tried() {}"),
        ("src/games/arena/story/prose.rs", "fn prose() {}"),
        ("src/games/arena/RULES.md", "The rules"),
        ("src/report/page.rs", "fn page() {}"),
        ("src/questions/run/tables.rs", "The tables of results"),
        ("docs/run.md", "How"),
    ] {
        assert_eq!(plain, engine(&[(path, text)]), "{path}");
    }
}

#[test]
fn the_program_is_of_these_sources() {
    let title = gong::games::title("ultimate-warriorz").unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(gong::engine::identity(title), build::engine(here).unwrap());
}
