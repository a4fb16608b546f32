//! Tests of shards: merged shards give the same report as a single run, in any order and from any
//! machine. Runs resume after they were killed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::SystemTime;

use gong::report::Manifest;
use gong::report::ledger::Ledger;

use super::interrupted::interrupt;
use crate::common::patience;
use crate::common::world::World;

/// Plays shards of a command into a folder, in this order.
fn play(world: &World, command: &str, out: &str, shards: &[&str]) {
    for shard in shards {
        let words = format!("{command} --shard {shard} --out {out}");
        let words: Vec<&str> = words.split_whitespace().collect();
        let output = world.command(&words).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {told}");
        assert_eq!(told, "");
    }
}

/// Plays a command without shards, with the report in this folder.
fn whole(world: &World, command: &str, out: &str) {
    let words = format!("{command} --out {out}");
    world.gong(&words.split_whitespace().collect::<Vec<_>>(), 0);
}

/// Returns the files below a folder with their contents, without times and without values that
/// depend on times.
fn written(world: &World, out: &str) -> Vec<(String, Vec<u8>)> {
    let folder = world.path(out);
    let manifest = Manifest::read(&folder).unwrap();
    let timed = [
        format!("{:.1} s", manifest.wall_seconds),
        format!("\"wall_seconds\": {}", manifest.wall_seconds),
    ];
    let mut files = vec![];
    for (path, (contents, _)) in crate::common::world::tree(&folder) {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        // The page and the manifest contain the time and the speed, so they are not compared byte
        // by byte.
        let told = matches!(name.as_str(), "report.html" | "manifest.json");
        if !told {
            files.push((name, contents));
            continue;
        }
        let text = String::from_utf8(contents).unwrap();
        assert!(timed.iter().any(|time| text.contains(time)), "{name}");
    }
    files
}

/// Returns a manifest without its times.
fn timeless(manifest: Manifest) -> Manifest {
    Manifest {
        wall_seconds: 0.0,
        games_per_second: 0.0,
        threads: 0,
        bots: (manifest.bots.into_iter())
            .map(|bot| gong::report::BotNote { seconds: 0.0, ..bot })
            .collect(),
        ..manifest
    }
}

/// Checks that the merged report equals the report of a single run.
fn same(world: &World, one: &str, other: &str) {
    let names = |out: &str| {
        let written = written(world, out);
        written.into_iter().map(|file| file.0).collect::<Vec<_>>()
    };
    assert_eq!(names(one), names(other));
    assert!(written(world, one) == written(world, other), "{one}, {other}");
    let manifest = |out| timeless(world.manifest(out));
    assert_eq!(manifest(one), manifest(other));
}

#[test]
fn shards_in_any_order_are_byte_for_byte_the_whole() {
    let world = World::new();
    let commands = [
        "run four.toml --games 203",
        "run four.toml --games 2 --csv",
        "run teams.toml --games 60 --strategy hunter --seed 7 --level 90%",
        "run cards.toml --games 90 --strategy cards-greedy.toml",
        "run jungle.toml --games 200 --set rules.hours=8",
        "run jungle.toml --games 60 --strategy jungle-greedy.toml --reference careful",
        "run four.toml --games 60 --strategy random,balanced,greedy.toml",
        "run four.toml --games 8 --strategy mcts-fast --set rules.rounds=4",
        "compare four.toml --set rules.rounds=6 --variant rules.rounds=9 --games 150",
        "compare cards.toml --set line-up.team-size=2 --variant rules.one_hurts=false --games 40",
        "compare jungle.toml --set rules.hours=8 --games 50 --strategy jungle-greedy.toml",
        "sweep four.toml --vary rules.rounds=5..7 --vary strategy=balanced,random --games 40",
        "sweep four.toml --vary strategy=random,trained --games 30",
        "ladder four.toml --strategy random,balanced,greedy.toml --games 70",
        "ladder teams.toml --strategy random,hunter --games 30",
        "skill four.toml --levels random:90,greedy.toml:40",
        "skill teams.toml --levels random:40,hunter:10,greedy.toml:9",
        "skill jungle.toml --levels random:60,jungle-greedy.toml:25",
        "tune four.toml --games 30 --edits 1 --only size --only cards.1 --strategy random",
        "pairings four.toml --team-size 1 --games 7",
        "pairings jungle.toml --games 40",
        "sensitivity four.toml --fighter agaric --games 400 --reference balanced",
    ];
    for (i, command) in commands.iter().enumerate() {
        whole(&world, command, &format!("whole{i}"));
        let shards = format!("shards{i}");
        play(&world, command, &shards, &["3/3", "1/3", "2/3"]);
        let merged = format!("merged{i}");
        let output = world.gong(&["merge", &shards, "--out", &merged], 0);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.starts_with("Merged 3 shards\n"), "{told}");
        same(&world, &format!("whole{i}"), &merged);
        // The threads of the machine that merges did not play the games.
        assert_eq!(world.manifest(&merged).threads, 0, "{command}");
        if command.starts_with("sweep") {
            // The time of the report is the time of all shards, not that of the merge.
            let file = |shard: u32| world.path(&format!("{shards}/shard-{shard}-of-3.json"));
            let pieces = (1..=3).flat_map(|shard| Ledger::read(&file(shard)).unwrap().pieces);
            let microseconds: u64 = pieces.map(|piece| piece.microseconds).sum();
            let seconds = world.manifest(&merged).wall_seconds;
            assert!(seconds + 1e-3 >= microseconds as f64 / 1e6, "{command}: {seconds} s");
        }
    }
}

#[test]
fn what_a_tuning_in_shards_writes_is_written_by_its_merge() {
    let world = World::new();
    let command = |file: &str| {
        format!(
            "tune four.toml --games 100 --edits 1 --only size --strategy random --target agaric=40% --write {file}"
        )
    };
    whole(&world, &command("whole.toml"), "whole");
    play(&world, &command("fix.toml"), "shards", &["2/2", "1/2"]);
    assert!(!world.path("fix.toml").exists(), "it is not known yet");
    world.gong(&["merge", "shards", "--out", "merged"], 0);
    let written = |file: &str| fs::read_to_string(world.path(file)).unwrap();
    assert_eq!(written("fix.toml"), written("whole.toml"));
    world.gong(&["check", "fix.toml"], 0);
}

#[test]
fn shards_are_merged_after_their_files_are_gone_and_from_several_folders() {
    let world = World::new();
    let command = "run mine.toml --games 50 --strategy mine.luau";
    fs::copy(world.path("jungle.toml"), world.path("mine.toml")).unwrap();
    let script = "function score(view, option)\n\treturn 1\nend\n";
    world.write("mine.luau", script);
    whole(&world, command, "whole");
    play(&world, command, "a", &["2/3"]);
    play(&world, command, "b/deep", &["3/3", "1/3"]);
    for file in ["mine.toml", "mine.luau", "roster.toml", "jungle-alert.toml"] {
        fs::remove_file(world.path(file)).unwrap();
    }
    world.gong(&["merge", "b/deep", "a", "--out", "merged"], 0);
    same(&world, "whole", "merged");
}

#[test]
fn a_shard_is_played_once_and_knows_where_the_report_would_be() {
    let world = World::new();
    let shard = |number: &str| {
        let words = ["run", "four.toml", "--games", "40", "--shard", number];
        let output = world.command(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = shard("2/2");
    assert!(told.contains("Shard 2 of 2 is played: 20 games\n"), "{told}");
    assert!(told.contains("gong merge reports/four-shards\n"), "{told}");
    let file = world.path("reports/four-shards/shard-2-of-2.json");
    let before = fs::read(&file).unwrap();
    let told = shard("2/2");
    assert!(told.contains("was played already: 20 games\n"), "{told}");
    assert!(fs::read(&file).unwrap() == before);
    // A file that is cut off in the middle is not a shard, so the shard is played again.
    fs::write(&file, &before[..before.len() / 2]).unwrap();
    assert!(shard("2/2").contains("is played"));
    shard("1/2");
    let output = world.gong(&["merge", "reports/four-shards"], 0);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("open reports/four/report.html"), "{told}");
    assert_eq!(world.manifest("reports/four").games, 40);
}

#[test]
fn shards_count_the_games_that_the_report_counts() {
    let world = World::new();
    // The reference player plays games, too.
    for (command, games) in [
        ("run jungle.toml --strategy random --reference careful --games 100", 100),
        ("pairings jungle.toml --fighters tempo,mira-lynx,gros-roc --games 20", 60),
    ] {
        let mut sum = 0;
        for shard in ["1/2", "2/2"] {
            let words = format!("{command} --shard {shard} --out shards");
            let words: Vec<&str> = words.split(' ').collect();
            let told = String::from_utf8(world.command(&words).output().unwrap().stdout).unwrap();
            let (_, counted) = told.split_once(" is played: ").unwrap_or(("", "0 "));
            let (counted, _) = counted.split_once(' ').unwrap();
            sum += counted.parse::<u64>().unwrap();
        }
        assert_eq!(sum, games, "{command}");
        world.gong(&["merge", "shards", "--out", "merged"], 0);
        assert_eq!(world.manifest("merged").games, games, "{command}");
        fs::remove_dir_all(world.path("shards")).unwrap();
    }
}

#[test]
fn gaps_are_named_with_the_commands_that_fill_them() {
    let world = World::new();
    world.write("my own.toml", &fs::read_to_string(world.path("four.toml")).unwrap());
    let words = |shard: &'static str| {
        let first = ["run", "my own.toml", "--games", "30", "--set", "rules.rounds=6"];
        [&first[..], &["--shard", shard, "--out", "a b"]].concat()
    };
    for shard in ["1/4", "3/4"] {
        assert!(world.command(&words(shard)).output().unwrap().status.success());
    }
    let before = world.tree();
    let merge = ["merge", "a b", "--out", "merged"];
    let told = world.gong(&merge, 2).stderr;
    assert!(world.tree() == before, "something was written");
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("2 of 4 shards are missing"), "{told}");
    let commands: Vec<&str> =
        told.lines().filter_map(|line| line.strip_prefix("error: gong ")).collect();
    assert_eq!(commands.len(), 2, "{told}");
    for command in commands {
        assert!(world.typed(command).status.success(), "{command}");
    }
    world.gong(&merge, 0);
    assert_eq!(world.manifest("merged").games, 30);
    // If many shards are missing, the message names only some of them.
    play(&world, "run four.toml --games 30", "many", &["7/100"]);
    let told = world.gong(&["merge", "many"], 2).stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("99 of 100 shards") && told.contains("and 79 more"), "{told}");
}

#[test]
fn strangers_and_twins_are_refused_by_name() {
    let world = World::new();
    play(&world, "run four.toml --games 30", "own", &["1/2", "2/2"]);
    let others = [
        ("run four.toml --games 30 --seed 2", "2/2", "seed 1, the second has seed 2"),
        (
            "run four.toml --games 40",
            "2/2",
            "a total number of games of 30, the second has a total number of games of 40",
        ),
        ("run four.toml --games 30 --set rules.rounds=6", "2/2", "its roster or its bots differ"),
        ("run four.toml --games 30 --level 90%", "2/2", "--level 90%"),
        ("run four.toml --games 30", "2/3", "one of 2 shards, the second one of 3"),
        ("run four.toml --games 30", "2/2", "shard 2/2 exists twice, in own/shard-2-of-2.json and"),
    ];
    for (i, (command, shard, wanted)) in others.into_iter().enumerate() {
        let stranger = format!("stranger{i}");
        play(&world, command, &stranger, &[shard]);
        let told = world.gong(&["merge", "own", &stranger, "--out", "merged"], 2).stderr;
        let told = String::from_utf8(told).unwrap();
        let told = told.replace('`', "");
        assert!(told.contains(wanted) && told.contains(&stranger), "{command}: {told}");
        assert!(!world.path("merged").exists());
    }
    // A shard of another version of gong is refused.
    let file = world.path("stranger0/shard-2-of-2.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"seed\":2", "\"seed\":3")).unwrap();
    let told = world.gong(&["merge", "own", "stranger0"], 2).stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("is damaged") && told.contains("stranger0/shard-2-of-2.json"), "{told}");
    for (folder, wanted) in [(".", "contains no shards"), ("nowhere", "cannot read nowhere")] {
        let told = world.gong(&["merge", folder], 2).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(wanted), "{told}");
    }
}

/// Changes a ledger and updates its checksum.
fn forge(world: &World, file: &str, change: impl Fn(&mut Ledger)) {
    let path = world.path(file);
    let mut ledger = Ledger::read(&path).unwrap();
    change(&mut ledger);
    ledger.write(&path).unwrap();
}

#[test]
fn shards_with_impossible_numbers_are_refused_by_name() {
    let world = World::new();
    let command = "run four.toml --games 60";
    play(&world, command, "own", &["1/2", "2/2"]);
    let file = "own/shard-2-of-2.json";
    let sound = fs::read(world.path(file)).unwrap();
    let refused = |wanted: &str| {
        let told = world.gong(&["merge", "own", "--out", "merged"], 2).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(file) && told.contains(wanted), "{told}");
        assert!(!world.path("merged").exists());
        fs::write(world.path(file), &sound).unwrap();
    };
    // The counts of a tenth of the shard's games.
    play(&world, "run four.toml --games 6", "few", &["2/2"]);
    let few = Ledger::read(&world.path("few/shard-2-of-2.json")).unwrap();
    let counts = &few.pieces[0].counts;
    forge(&world, file, |of| of.pieces[0].counts = counts.clone());
    refused("is invalid: its counts are impossible for its number of games");
    forge(&world, file, |of| of.pieces[0].first = 0);
    refused("games of other shards");
    let text = String::from_utf8(sound.clone()).unwrap();
    for (from, to) in [
        ("\"of\":2", "\"of\":0"),
        ("\"number\":2", "\"number\":0"),
        ("\"games\":60", "\"games\":-1"),
        ("\"microseconds\":", "\"microseconds\":1"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(world.path(file), text.replace(from, to)).unwrap();
        refused("is damaged");
    }
    world.gong(&["merge", "own", "--out", "merged"], 0);
}

#[test]
fn a_checkpoint_with_impossible_numbers_is_refused_by_name() {
    let world = World::new();
    let checkpoint = world.path("out/checkpoint.json");
    let command = "run four.toml --games 100m --out out";
    let mut child = until_kept(&world, command, &checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    forge(&world, "out/checkpoint.json", |of| of.pieces[0].end -= 1);
    let told = world.typed(command).stderr;
    let told = String::from_utf8(told).unwrap();
    let wanted = "out/checkpoint.json is invalid: its counts are impossible for its number of games; remove out/checkpoint.json, and play its games again";
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn what_cannot_be_divided_is_refused_with_what_to_do_instead() {
    let world = World::new();
    whole(&world, "run four.toml --games 20", "report");
    let before = world.tree();
    for (command, wanted) in [
        ("run four.toml --shard 0/4", "as in 3/64"),
        ("run four.toml --shard 5/4", "as in 3/64"),
        ("run four.toml --shard 1/2 --precision 1%", "the same --games"),
        ("run four.toml --shard 1/2 --rows --games 20", "--rows cannot be combined with --shard"),
        ("run four.toml teams.toml --shard 1/2", "one by one"),
        ("run four.toml --shard 1/2 --out report", "the folder of a report"),
        ("run four.toml --shard 1/2 --out four.toml", "four.toml is a file"),
        ("run four.toml --shard 1/2 --out four.toml/shards", "cannot write into four.toml/shards"),
        ("train four.toml --shard 1/2", "Several machines can train with different --seed"),
    ] {
        let words: Vec<&str> = command.split_whitespace().collect();
        let told = world.gong(&words, 2).stderr;
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains(wanted), "{command}: {told}");
        assert!(world.tree() == before, "{command}: something was written");
    }
    std::os::unix::fs::symlink("nowhere", world.path("link")).unwrap();
    let words = ["run", "four.toml", "--shard", "1/2", "--out", "link"];
    let told = world.gong(&words, 2).stderr;
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("link is a broken symbolic link"), "{told}");
    assert!(!world.path("nowhere").exists());
}

/// Starts a command that takes long, and waits until it has written a checkpoint.
fn until_kept(world: &World, words: &str, checkpoint: &Path) -> std::process::Child {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut command = world.command(&words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let now = SystemTime::now();
    let fresh = || fs::metadata(checkpoint).is_ok_and(|of| of.modified().unwrap() > now);
    patience::until("a checkpoint is written", fresh);
    child.unwrap()
}

/// Returns the number of games in a checkpoint.
fn kept(checkpoint: &Path) -> u64 {
    Ledger::read(checkpoint).unwrap().games()
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let world = World::new();
    let checkpoint = world.path("out/checkpoint.json");
    // The second run plays some more games in total than had been played at the first kill.
    let run = "run four.toml --strategy balanced --games";
    let mut child = until_kept(&world, &format!("{run} 100m --out out"), &checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    let games = kept(&checkpoint) + 60_000;
    fs::remove_dir_all(world.path("out")).unwrap();

    let command = format!("{run} {games}");
    let mut child = until_kept(&world, &format!("{command} --out out"), &checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = kept(&checkpoint);
    assert!(before > 0 && before < games);
    // A different command does not change the checkpoint.
    let told = world.gong(&["run", "four.toml", "--games", "9", "--seed", "2", "--out", "out"], 2);
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(
        told.contains("out/checkpoint.json contains games") && told.contains("--force"),
        "{told}"
    );
    assert_eq!(kept(&checkpoint), before);
    let words = format!("{command} --out out");
    let output = world.typed(&words);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Games from an earlier run: "), "{told}");
    assert!(!checkpoint.exists(), "it is of no use any more");
    whole(&world, &command, "whole");
    same(&world, "whole", "out");
}

#[test]
fn an_interrupted_run_reports_and_goes_on_and_a_changed_scenario_begins_anew() {
    let world = World::new();
    let checkpoint = world.path("out/checkpoint.json");
    let command = "run four.toml --games 100m --strategy balanced --out out";
    let output = interrupt(until_kept(&world, command, &checkpoint));
    assert_eq!(output.status.code(), Some(130));
    let games = world.manifest("out").games;
    assert!(world.manifest("out").partial);
    assert_eq!(kept(&checkpoint), games, "all that was reported is kept");
    let output = interrupt(until_kept(&world, command, &checkpoint));
    // The resumed run starts with the games of the checkpoint.
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Games from an earlier run: "), "{told}");
    assert!(kept(&checkpoint) >= games);
    // A checkpoint of another scenario is never used, even if the name is the same.
    let text = fs::read_to_string(world.path("four.toml")).unwrap();
    world.write("four.toml", &format!("{text}\n[rules]\nrounds = 6\n"));
    let few = "run four.toml --games 50 --strategy balanced --out out";
    let output = world.typed(few);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !told.contains("already"), "{told}");
    let unresumed = "The games of the interrupted command are not used: the scenario, its roster";
    assert!(told.starts_with(unresumed), "{told}");
    assert_eq!(world.manifest("out").games, 50);
    assert!(!checkpoint.exists());
}

#[test]
fn a_shard_that_is_killed_goes_on_where_it_was() {
    let world = World::new();
    let checkpoint = world.path("out/checkpoint-shard-2-of-3.json");
    let command = "run four.toml --games 100m --shard 2/3 --out out";
    let mut child = until_kept(&world, command, &checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = kept(&checkpoint);
    let output = interrupt(until_kept(&world, command, &checkpoint));
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("the same command resumes"), "{told}");
    assert!(kept(&checkpoint) >= before);
    let names: Vec<_> = fs::read_dir(world.path("out")).unwrap().collect();
    assert_eq!(names.len(), 1, "it is no shard yet: {names:?}");
}

#[test]
fn a_file_of_the_user_s_own_is_no_checkpoint() {
    let world = World::new();
    world.run("out", &["four.toml", "--games", "20"]);
    world.write("out/checkpoint.json", "\"dear\"");
    let told = world.gong(&["run", "four.toml", "--games", "30", "--out", "out", "--force"], 2);
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("checkpoint.json is not of gong"), "{told}");
    let own = fs::read_to_string(world.path("out/checkpoint.json")).unwrap();
    assert_eq!(own, "\"dear\"");
    // If the folder has no report, it belongs to the user, and gong does not write into it.
    fs::create_dir(world.path("own")).unwrap();
    world.write("own/checkpoint.json", "\"dear\"");
    let told = world.gong(&["run", "four.toml", "--games", "9", "--out", "own"], 2);
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("own contains other files"), "{told}");
}
