//! Files, names and requests that nobody means well by: refused at once, in a line or two that a terminal can show.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::world::World;

/// What is said to a command that must be refused; it touches nothing.
fn refused(world: &World, words: &str) -> String {
    let before = world.tree();
    let words: Vec<&str> = words.split(' ').collect();
    let told = world.gong(&words, 2).stderr;
    assert!(world.tree() == before, "{words:?}: something changed");
    let told = String::from_utf8(told).unwrap();
    assert!(told.len() < 20_000, "{words:?}: {} bytes", told.len());
    let odd = told.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(odd, None, "{words:?}: {told:?}");
    told
}

fn text(world: &World, name: &str) -> String {
    fs::read_to_string(world.path(name)).unwrap()
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let world = World::new();
    let made = Command::new("mkfifo").arg(world.path("pipe.toml")).status();
    assert!(made.unwrap().success());
    symlink("pipe.toml", world.path("pipe.luau")).unwrap();
    symlink("/dev/zero", world.path("zero.toml")).unwrap();
    let four = text(&world, "four.toml");
    assert!(four.contains("\"roster.toml\""));
    let other = four.replace("\"roster.toml\"", "\"pipe.toml\"");
    world.write("piped-roster.toml", &other);
    world.write(
        "search.toml",
        "kind = \"mcts\"\n[search]\niterations = 4\nguide = \"pipe.toml\"\n",
    );
    for words in [
        "run pipe.toml",
        "run zero.toml",
        "run piped-roster.toml",
        "run four.toml --strategy pipe.toml",
        "run four.toml --strategy pipe.luau",
        "run four.toml --strategy zero.toml",
        "run four.toml --strategy search.toml",
        "check pipe.toml",
        "check pipe.luau",
        "new bot mine --like pipe.toml",
    ] {
        let told = refused(&world, words);
        assert!(
            told.contains("is a pipe or a device, not a file"),
            "{words}: {told}"
        );
    }
    fs::write(world.path("large.toml"), vec![b'#'; 1 << 20]).unwrap();
    assert!(refused(&world, "run large.toml").contains("is larger than 512 KiB"));
}

#[test]
fn what_moves_a_terminal_is_refused_and_never_shown() {
    let world = World::new();
    let four = text(&world, "four.toml");
    let title = four.lines().find(|line| line.starts_with("title")).unwrap();
    let retitled = |name: &str, written: &str| {
        world.write(name, &four.replace(title, &format!("title = {written}")));
    };
    retitled("escape.toml", r#""\u001b]0;mine\u0007""#);
    retitled("lines.toml", r#""one\ntwo""#);
    retitled("turned.toml", "\"a\u{202e}b\"");
    retitled("raw.toml", "\"a\u{7f}b\"");
    for name in ["escape", "lines", "turned", "raw"] {
        for command in ["run", "check"] {
            let told = refused(&world, &format!("{command} {name}.toml"));
            assert!(
                told.contains("contains a control character (U+"),
                "{name}: {told}"
            );
        }
    }
    let roster = text(&world, "roster.toml");
    let named = roster
        .lines()
        .find(|line| line.starts_with("name = "))
        .unwrap();
    let renamed = roster.replacen(named, r#"name = "\u001b[2J""#, 1);
    world.write("odd-roster.toml", &renamed);
    world.write("odd.toml", &four.replace("roster.toml", "odd-roster.toml"));
    assert!(refused(&world, "run odd.toml").contains("U+001B"));
    // The name of a file is shown as one would have to type it.
    assert!(refused(&world, "run \u{1b}[2J.toml").contains("cannot be read"));
    world.write(
        "nul.luau",
        "function score() return 0 end\n\0 error('hidden')\n",
    );
    for words in ["check nul.luau", "run four.toml --strategy nul.luau"] {
        let told = refused(&world, words);
        assert!(
            told.contains("line 2 contains a control character (U+0000)"),
            "{told}"
        );
    }
    let long = format!(
        "strategies = {{ seats.1 = \"{}\" }}\n{four}",
        "x".repeat(400_000)
    );
    world.write("long.toml", &long);
    let told = refused(&world, "run long.toml");
    assert!(told.contains(" letters in all)"), "{told}");
}

#[test]
fn a_byte_order_mark_is_as_good_as_none_in_every_kind_of_file() {
    let world = World::new();
    world.write("bot.luau", "function score() return 0 end\n");
    for name in ["four.toml", "roster.toml", "greedy.toml", "bot.luau"] {
        let marked = format!("\u{feff}{}", text(&world, name));
        world.write(name, &marked);
    }
    world.gong(
        &[
            "check",
            "four.toml",
            "roster.toml",
            "greedy.toml",
            "bot.luau",
        ],
        0,
    );
    for bot in ["greedy.toml", "bot.luau"] {
        world.run("out", &["four.toml", "--games", "5", "--strategy", bot]);
    }
}

#[test]
fn a_file_may_be_called_whatever_its_owner_likes() {
    let world = World::new();
    for name in ["a=b.toml", "seats.1=x.toml", "one,two.toml"] {
        fs::copy(world.path("greedy.toml"), world.path(name)).unwrap();
        world.run("out", &["four.toml", "--games", "5", "--strategy", name]);
        let played = world.manifest("out").strategies;
        assert_eq!(format!("{}.toml", played[0].name), name);
    }
    fs::copy(world.path("four.toml"), world.path("a=b'\u{1b}.toml")).unwrap();
    world.run("out", &["a=b'\u{1b}.toml", "--games", "5"]);
    let command = world.manifest("out").command;
    assert_eq!(command, "gong run $'a=b\\'\\u001b.toml' --games 5 --seed 1");
}

#[test]
fn a_wrong_number_names_its_flag() {
    let world = World::new();
    for (words, flag) in [
        ("run four.toml --games -5", "--games"),
        ("run four.toml --threads -1", "--threads"),
        ("run four.toml --seed -3", "--seed"),
        ("run four.toml --precision -0.1", "--precision"),
        ("watch four.toml --game -1", "--game"),
    ] {
        let told = refused(&world, words);
        assert!(told.contains(&format!("for '{flag} <")), "{words}: {told}");
    }
}

#[test]
fn what_would_take_all_memory_is_refused_with_the_number() {
    let world = World::new();
    let search = |iterations: u32| {
        let text =
            format!("kind = \"mcts\"\n[search]\niterations = {iterations}\nnodes = 4_000_000\n");
        world.write("search.toml", &text);
    };
    search(1_000_000);
    for command in ["run", "pairings", "sensitivity"] {
        let words = format!("{command} four.toml --strategy search.toml --threads 1024");
        let told = refused(&world, &words);
        assert!(
            told.contains("1024 threads") && told.contains("MB are free"),
            "{told}"
        );
    }
    // What is allowed is not what is used.
    search(4);
    let few = [
        "four.toml",
        "--strategy",
        "search.toml",
        "--games",
        "8",
        "--threads",
        "64",
    ];
    world.run("out", &few);
    let many = " --variant rules.rounds=5".repeat(3_000);
    let told = refused(&world, &format!("compare four.toml{many}"));
    assert!(
        told.contains("3001 variants are too many: at most 200"),
        "{told}"
    );
}

#[test]
fn whoever_cannot_be_told_is_not_told() {
    let world = World::new();
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    let code = |words: &[&str]| {
        let status = world
            .command(words)
            .stdout(Stdio::null())
            .stderr(full())
            .status();
        status.unwrap().code()
    };
    assert_eq!(code(&["run", "nowhere.toml"]), Some(2));
    assert_eq!(
        code(&["run", "four.toml", "--games", "5", "--out", "out"]),
        Some(0)
    );
    // An answer that cannot be written is none.
    let listed = world
        .command(&["list", "games"])
        .stdout(full())
        .stderr(Stdio::null())
        .status();
    assert_eq!(listed.unwrap().code(), Some(1));
}
