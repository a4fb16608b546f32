//! Tests that Ctrl-C keeps the games that were played, and that a failing run leaves no incomplete
//! files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::common::patience;
use crate::common::world::{World, sum};

/// Starts a run that would take hours, and waits until it has played for a while.
fn start(world: &World, flags: &str) -> Child {
    begin(world, &format!("run four.toml --games 100m --threads 2 --out out {flags}"))
}

/// Starts a command that would take hours, and waits until it has played for a while.
pub fn begin(world: &World, words: &str) -> Child {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut command = world.command(&words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    has_begun(world);
    std::thread::sleep(Duration::from_millis(600));
    child
}

/// Waits until a command writes a report.
fn has_begun(world: &World) {
    patience::until("the run begins", || staging(world).is_some());
}

/// Returns the hidden folder of a report that is being written.
fn staging(world: &World) -> Option<PathBuf> {
    fs::read_dir(world.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(".gong-"))
}

/// Interrupts a command with Ctrl-C; returns the command's output.
pub fn interrupt(child: Child) -> Output {
    signal(child, "-INT", 1)
}

/// Sends a signal several times at once; returns the command's output.
fn signal(mut child: Child, signal: &str, times: usize) -> Output {
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(signal).args(vec![id; times]).status().unwrap().success());
    assert!(patience::ends(&mut child), "it goes on after {signal}");
    child.wait_with_output().unwrap()
}

#[test]
fn ctrl_c_twice_ends_at_once_and_leaves_nothing() {
    let world = World::new();
    let child = start(&world, "--rows");
    let first = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(first.unwrap().success());
    // The command counts signals within 200 ms as one signal.
    std::thread::sleep(Duration::from_millis(250));
    let output = signal(child, "-INT", 1);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(staging(&world), None, "nothing is left beside the folder");
    // The command may have ended and written its report after the first signal.
    assert_eq!(world.path("out").exists(), !output.stdout.is_empty());
}

/// The command `timeout` sends its signal twice.
#[test]
fn a_command_that_is_asked_to_end_says_by_which_signal() {
    let world = World::new();
    for (name, times, code) in [("-TERM", 2, 143), ("-HUP", 1, 129), ("-INT", 1, 130)] {
        let output = signal(start(&world, ""), name, times);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(world.manifest("out").partial);
        assert_eq!(staging(&world), None);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("Ended early: "), "{told}");
        assert!(told.contains("The same command resumes."), "{told}");
    }
}

#[test]
fn nohup_keeps_a_command_alive() {
    let world = World::new();
    let gong = world.command(&[]).get_program().to_owned();
    let child = Command::new("nohup")
        .arg(gong)
        .args(["run", "four.toml", "--games", "100m", "--out", "out"])
        .current_dir(world.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    has_begun(&world);
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(300));
    assert!(staging(&world).is_some(), "it goes on");
    let output = interrupt(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(world.manifest("out").partial);
}

/// Checks that a command that does not play says that it was interrupted. The test reads one byte
/// of the command's output, so the command waits to print the rest and cannot end before the
/// signal.
#[test]
fn a_command_that_plays_nothing_says_that_it_was_interrupted() {
    let world = World::new();
    let mut child = world
        .command(&[&["check"][..], &["four.toml"; 4000]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    let output = interrupt(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: interrupted before there was a result: nothing is saved, and the same command \
         begins again\n"
    );
}

/// Checks that the hidden folder of a killed command is removed by the next command, but not that
/// of a running command.
#[test]
fn what_a_killed_command_leaves_is_cleaned_up() {
    let world = World::new();
    let mut child = start(&world, "--rows");
    let told = world.gong(&["run", "four.toml", "--games", "5", "--out", "out"], 2).stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("another gong command is writing the report in "), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(staging(&world).is_some(), "nobody could remove it");
    world.run("out", &["four.toml", "--games", "20"]);
    assert_eq!(staging(&world), None);
}

#[test]
fn ctrl_c_keeps_what_was_played() {
    let world = World::new();
    let output = interrupt(start(&world, "--rows"));
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    let told = String::from_utf8(output.stdout).unwrap();
    // The counts of a command that writes rows are not saved.
    assert!(told.contains("The same command plays all games again"), "{told}");
    assert!(!world.path("out/checkpoint.json").exists());
    assert!(told.lines().next().unwrap().contains(" games, ended early in "), "{told}");
    assert_eq!(staging(&world), None, "nothing is left beside the folder");

    let manifest = world.manifest("out");
    assert!(manifest.partial && manifest.games > 0 && manifest.games < 100_000_000);
    let tables = world.tables("out");
    assert_eq!(manifest.results, tables.hash().unwrap());
    for table in ["scores", "eliminations", "placements"] {
        assert_eq!(sum(tables.get(table), "games"), 4 * manifest.games, "{table}");
    }
    assert_eq!(sum(tables.get("game_lengths"), "games"), manifest.games);
    let page = world.text("out/report.html");
    assert!(page.contains("ended early") || page.contains("interrupted"), "the page says so");

    // The games are the first games of the full run, equal to a run of exactly this number.
    let count = manifest.games.to_string();
    let whole = world.run("whole", &["four.toml", "--games", &count, "--rows", "--quick"]);
    assert!(!whole.partial);
    assert_eq!(whole.results, manifest.results);
    let games = |out| world.games(out).frame().unwrap();
    assert!(games("out").equals_missing(&games("whole")));
    assert_eq!(manifest.command, whole.command, "the command that plays the same again");
}

/// Checks that the command in the manifest of an interrupted command plays the same games, and that
/// `gong rerun` leaves out the steps after the games of an interrupted run.
#[test]
fn what_was_played_before_an_interruption_can_be_played_again() {
    let world = World::new();
    for (out, ask, games) in [
        ("compare", "compare four.toml --set rules.rounds=8 --games 100m", 1),
        ("skill", "skill four.toml --levels random:200,greedy.toml:100m", 200),
        ("run", "run jungle.toml --games 100m", 1),
    ] {
        let output = interrupt(begin(&world, &format!("{ask} --threads 2 --out {out}")));
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.lines().next().unwrap().contains(", ended early in "), "{told}");
        let manifest = world.manifest(out);
        assert!(manifest.partial && manifest.games >= games, "{ask}");
        if out == "run" {
            world.says("rerun run");
            continue;
        }
        let again = world.again(&manifest);
        assert_eq!((again.results, again.command), (manifest.results, manifest.command));
    }
}

#[test]
fn a_run_that_fails_midway_leaves_everything_as_it_was() {
    let world = World::new();
    world.run("earlier", &["four.toml", "--games", "20"]);
    for out in ["fresh", "earlier"] {
        let before = world.tree();
        let endless = format!("run four.toml --games 100m --threads 2 --out {out}");
        let child = begin(&world, &endless);
        // The folder into which the command writes is removed, so that the command can play but not
        // write.
        fs::remove_dir_all(staging(&world).unwrap().join("run")).unwrap();
        let output = interrupt(child);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.starts_with("error: cannot "), "{told}");
        assert!(output.stdout.is_empty(), "a summary would promise a report");
        // The counts of the played games are stored, so that the command can resume.
        let checkpoint = world.path(out).join("checkpoint.json");
        let files = |tree: BTreeMap<PathBuf, _>| {
            let mut files = tree;
            files.retain(|path, _| path.is_file() && *path != checkpoint);
            files
        };
        assert!(checkpoint.is_file());
        assert!(files(world.tree()) == files(before), "{out}: something changed");
    }
}

/// Checks that a report of another command is replaced only with `--force`.
#[test]
fn another_command_s_report_is_replaced_by_force_only() {
    let world = World::new();
    let four = ["run", "four.toml", "--games", "20", "--out", "out"];
    let more = ["run", "four.toml", "--games", "30", "--out", "out"];
    for same in [four, more] {
        assert!(world.command(&same).output().unwrap().status.success());
    }
    assert_eq!(world.manifest("out").games, 30, "the same, played for longer");
    for other in ["--set rules.rounds=5", "--seed 2", "--strategy random"] {
        let changed = format!("{} {other}", four.join(" "));
        let told = world.refuses(&changed);
        assert!(told.contains("out holds the report of another command (gong run"), "{told}");
        assert!(told.contains("--force"), "{told}");
        let changed: Vec<&str> = changed.split(' ').collect();
        let forced = [&changed[..], &["--force", "--quiet"]].concat();
        let told = world.command(&forced).output().unwrap();
        assert_eq!(told.status.code(), Some(0));
        assert!(told.stdout.is_empty() && told.stderr.is_empty());
        world.gong(&four, 0);
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let world = World::new();
    let mut child = world
        .command(&["run", "four.toml", "--games", "200", "--out", "out"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(world.manifest("out").games, 200);
}
