//! Tests that every way to play a command gives the same report: on any number of threads, in
//! shards in any order, as its manifest says, again from its report, and after a kill.

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
        world.says(&format!("{command} --shard {shard} --out {out}"));
    }
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

/// Plays each command on one thread, as its manifest says on three threads, in shards, and from the
/// inputs in its report after all files are gone. Checks that all reports are the same.
fn every_way_is_the_same(commands: &[&str]) {
    let world = World::new();
    world.write("mine.luau", "function score(view, option)\n\treturn option.points\nend\n");
    let is_divisible = |command: &str| !command.contains("--precision");
    for (i, &command) in commands.iter().enumerate() {
        let whole = format!("whole{i}");
        world.says(&format!("{command} --threads 1 --out {whole}"));
        let asked = world.manifest(&whole);
        let again = world.again(&asked);
        assert_eq!(again.results, asked.results, "{command}");
        assert_eq!((again.level, again.seed), (asked.level, asked.seed), "{command}");
        assert_eq!((again.games, again.precision), (asked.games, asked.precision), "{command}");
        let [whole, again] = [&*whole, "again"].map(|out| written(&world, out));
        for file in again {
            let is_result = file.0.starts_with("tables/") || file.0.starts_with("charts/");
            assert!(!is_result || whole.contains(&file), "{command}: {} differs", file.0);
        }
        if is_divisible(command) {
            play(&world, command, &format!("b{i}/deep"), &["3/3", "1/3"]);
            play(&world, command, &format!("a{i}"), &["2/3"]);
        }
    }
    for entry in fs::read_dir(world.path("")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::remove_file(path).unwrap();
        }
    }
    for (i, &command) in commands.iter().enumerate() {
        let whole = format!("whole{i}");
        let told = world.says(&format!("rerun {whole}"));
        let results = world.manifest(&whole).results;
        assert!(told.starts_with("the same: ") && told.contains(&results), "{command}: {told}");
        if !is_divisible(command) {
            continue;
        }
        let merged = format!("merged{i}");
        let told = world.says(&format!("merge b{i}/deep a{i} --out {merged}"));
        assert!(told.starts_with("Merged 3 shards\n"), "{told}");
        same(&world, &whole, &merged);
        // The threads of the machine that merges did not play the games.
        assert_eq!(world.manifest(&merged).threads, 0, "{command}");
        if command.starts_with("sweep") && !command.contains("--reference") {
            // The time of the report is the time of all shards, not that of the merge.
            let shards = [format!("b{i}/deep/shard-1"), format!("a{i}/shard-2")];
            let shards = shards.into_iter().chain([format!("b{i}/deep/shard-3")]);
            let ledger = |shard| Ledger::read(&world.path(&format!("{shard}-of-3.json"))).unwrap();
            let pieces = shards.flat_map(|shard| ledger(shard).pieces);
            let microseconds: u64 = pieces.map(|piece| piece.microseconds).sum();
            let seconds = world.manifest(&merged).wall_seconds;
            assert!(seconds + 1e-3 >= microseconds as f64 / 1e6, "{command}: {seconds} s");
        }
    }
}

#[test]
fn every_way_to_play_a_run_is_the_same() {
    every_way_is_the_same(&[
        "run four.toml --games 203",
        "run four.toml --games 2 --csv",
        "run four.toml --games 400 --strategy random --strategy fighters.agaric=greedy.toml",
        "run four.toml --games 100 --strategy trained --set rules.rounds=5 --set fighters.agaric.size=9",
        "run four.toml --games 60 --strategy mine.luau --strategy seats.2=greedy.toml",
        "run four.toml --quick --precision 0.05 --level 80% --seed 11 --games 3k",
        "run four.toml --games 60 --strategy random,balanced,greedy.toml",
        "run teams.toml --strategy random,balanced --precision 5% --seed 3",
        "run four.toml --games 8 --strategy mcts-fast --set rules.rounds=4",
        "run four.toml --games 400 --strategy balanced --reference mcts-quick",
        "run teams.toml --games 60 --strategy hunter --seed 7 --level 90%",
        "run mad.toml --games 200",
        "run cards.toml --games 90 --strategy cards-greedy.toml",
        "run jungle.toml --games 200 --set rules.hours=8",
        "run jungle.toml --games 60 --strategy jungle-greedy.toml --reference careful",
    ]);
}

#[test]
fn every_way_to_play_variants_is_the_same() {
    every_way_is_the_same(&[
        "compare four.toml --games 150 --set rules.rounds=6 \
         --variant rules.rounds=5,fighters.agaric.size=9",
        "compare four.toml --set rules.rounds=12 --strategy random --games 300 --reference beginner",
        "compare cards.toml --set line-up.team-size=2 --variant rules.one_hurts=false --games 40",
        "compare jungle.toml --set rules.hours=8 --games 50 --strategy jungle-greedy.toml",
        "sweep four.toml --vary rules.rounds=5..7 --vary strategy=balanced,random --games 40",
        "sweep four.toml --vary rules.rounds=5,6 --games 300 --strategy random --reference beginner",
        "tune four.toml --games 30 --edits 1 --only size --only cards.1 --strategy random",
        "sensitivity four.toml --fighter agaric --games 400 --reference balanced",
        "sensitivity teams.toml --fighter sorgho --rules --games 40 --seed 3 --level 0.9",
    ]);
}

#[test]
fn every_way_to_play_bots_and_line_ups_is_the_same() {
    every_way_is_the_same(&[
        "ladder four.toml --strategy random,balanced,greedy.toml --games 70",
        "ladder teams.toml --strategy random,hunter --games 30 --seed 4",
        "ladder four.toml --strategy random,greedy.toml,balanced,cautious,aggressive \
         --set rules.rounds=3 --games 99",
        "skill teams.toml --levels random:40,hunter:10,greedy.toml:9 --seed 3 --margin 5% \
         --set rules.rounds=3",
        "skill jungle.toml --levels random:60,jungle-greedy.toml:25",
        "pairings four.toml --team-size 3 --games 10",
        "pairings four.toml --team-size 2,2,2 --games 5 --seed 9",
        "pairings four.toml --team-size 3,2 --games 5 --level 0.9",
        "pairings four.toml --games 200 --margin 10% --fighters agaric,baobab,cactus,sorgho \
         --strategy greedy.toml",
        "pairings four.toml --strategy random --reference beginner --games 300 \
         --fighters agaric,baobab,bonzai,cactus,sorgho",
        "pairings jungle.toml --strategy random --reference careful --games 100 \
         --fighters tempo,mira-lynx,gros-roc",
        TRIBAL_SHAPE,
    ]);
}

/// A shape with the bot that has learnt the shipped scenario.
const TRIBAL_SHAPE: &str = concat!(
    "shape ",
    env!("CARGO_MANIFEST_DIR"),
    "/scenarios/ultimate-warriorz/tribal-rumble.toml --games 60"
);

#[test]
fn what_a_tuning_in_shards_writes_is_written_by_its_merge() {
    let world = World::new();
    let command = "tune four.toml --games 100 --edits 1 --only size --strategy random --target agaric=40% --write";
    world.says(&format!("{command} whole.toml --out whole"));
    play(&world, &format!("{command} fix.toml"), "shards", &["2/2", "1/2"]);
    assert!(!world.path("fix.toml").exists(), "it is not known yet");
    world.says("merge shards --out merged");
    assert_eq!(world.text("fix.toml"), world.text("whole.toml"));
    world.says("check fix.toml");
}

#[test]
fn a_shard_is_played_once_and_knows_where_the_report_would_be() {
    let world = World::new();
    let shard = |number: &str| world.says(&format!("run four.toml --games 40 --shard {number}"));
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
    let told = world.says("merge reports/four-shards");
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
        let counted = ["1/2", "2/2"].map(|shard| {
            let told = world.says(&format!("{command} --shard {shard} --out shards"));
            // A shard without games names no number.
            let counted = told.split_once(" is played: ").map_or("0", |(_, counted)| counted);
            counted.split(' ').next().unwrap().parse::<u64>().unwrap()
        });
        assert_eq!(counted.iter().sum::<u64>(), games, "{command}");
        world.says("merge shards --out merged");
        assert_eq!(world.manifest("merged").games, games, "{command}");
        fs::remove_dir_all(world.path("shards")).unwrap();
    }
}

#[test]
fn gaps_are_named_with_the_commands_that_fill_them() {
    let world = World::new();
    world.write("my own.toml", &world.text("four.toml"));
    for shard in ["1/4", "3/4"] {
        let run = "run 'my own.toml' --games 30 --set rules.rounds=6 --out 'a b'";
        assert!(world.typed(&format!("{run} --shard {shard}")).status.success());
    }
    let before = world.tree();
    let merge = ["merge", "a b", "--out", "merged"];
    let told = String::from_utf8(world.gong(&merge, 2).stderr).unwrap();
    assert!(world.tree() == before, "something was written");
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
    let told = world.refuses("merge many");
    assert!(told.contains("99 of 100 shards") && told.contains("and 79 more"), "{told}");
}

#[test]
fn strangers_and_twins_are_refused_by_name() {
    let world = World::new();
    play(&world, "run four.toml --games 30", "own", &["1/2", "2/2"]);
    for (i, (command, shard, wanted)) in [
        ("run four.toml --games 30 --seed 2", "2/2", "seed 1, the second has seed 2"),
        (
            "run four.toml --games 40",
            "2/2",
            "total number of games of 30, the second has a total number of games of 40",
        ),
        ("run four.toml --games 30 --set rules.rounds=6", "2/2", "its roster or its bots differ"),
        ("run four.toml --games 30 --level 90%", "2/2", "--level 90%"),
        ("run four.toml --games 30", "2/3", "one of 2 shards, the second one of 3"),
        ("run four.toml --games 30", "2/2", "shard 2/2 exists twice, in own/shard-2-of-2.json and"),
    ]
    .into_iter()
    .enumerate()
    {
        let stranger = format!("stranger{i}");
        play(&world, command, &stranger, &[shard]);
        let told = world.refuses(&format!("merge own {stranger} --out merged")).replace('`', "");
        assert!(told.contains(wanted) && told.contains(&stranger), "{command}: {told}");
    }
    // A shard that was changed is refused.
    let file = "stranger0/shard-2-of-2.json";
    world.write(file, &world.text(file).replace("\"seed\":2", "\"seed\":3"));
    let told = world.refuses("merge own stranger0");
    assert!(told.contains("is damaged") && told.contains(file), "{told}");
    world.refuses_each("merge", ". => contains no shards\n nowhere => cannot read nowhere");
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
    play(&world, "run four.toml --games 60", "own", &["1/2", "2/2"]);
    let file = "own/shard-2-of-2.json";
    let sound = world.text(file);
    let refused = |wanted: &str| {
        let told = world.gong(&["merge", "own", "--out", "merged"], 2).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(file) && told.contains(wanted), "{told}");
        assert!(!world.path("merged").exists());
        world.write(file, &sound);
    };
    // The counts of a tenth of the shard's games.
    play(&world, "run four.toml --games 6", "few", &["2/2"]);
    let few = Ledger::read(&world.path("few/shard-2-of-2.json")).unwrap();
    forge(&world, file, |of| of.pieces[0].counts = few.pieces[0].counts.clone());
    refused("is invalid: its counts are impossible for its number of games");
    forge(&world, file, |of| of.pieces[0].first = 0);
    refused("games of other shards");
    for (from, to) in [
        ("\"of\":2", "\"of\":0"),
        ("\"number\":2", "\"number\":0"),
        ("\"games\":60", "\"games\":-1"),
        ("\"microseconds\":", "\"microseconds\":1"),
    ] {
        assert!(sound.contains(from), "{from}");
        world.write(file, &sound.replace(from, to));
        refused("is damaged");
    }
    world.says("merge own --out merged");
}

#[test]
fn what_cannot_be_divided_is_refused_with_what_to_do_instead() {
    let world = World::new();
    world.says("run four.toml --games 20 --out report");
    let rows = "
        run four.toml --shard 0/4 => as in 3/64
        run four.toml --shard 5/4 => as in 3/64
        run four.toml --shard 1/2 --precision 1% => the same --games
        run four.toml --shard 1/2 --rows --games 20 => --rows cannot be combined with --shard
        run four.toml teams.toml --shard 1/2 => one by one
        run four.toml --shard 1/2 --out report => the folder of a report
        run four.toml --shard 1/2 --out four.toml => four.toml is a file
        run four.toml --shard 1/2 --out four.toml/shards => cannot write into four.toml/shards
        train four.toml --shard 1/2 => Several machines can train with different --seed";
    world.refuses_each("", rows);
    std::os::unix::fs::symlink("nowhere", world.path("link")).unwrap();
    let told = world.gong(&["run", "four.toml", "--shard", "1/2", "--out", "link"], 2).stderr;
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

/// Kills a command after it has written a checkpoint; returns the games in the checkpoint.
fn kill_when_kept(world: &World, words: &str, checkpoint: &Path) -> u64 {
    let mut child = until_kept(world, words, checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    kept(checkpoint)
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
    let games = kill_when_kept(&world, &format!("{run} 100m --out out"), &checkpoint) + 60_000;
    fs::remove_dir_all(world.path("out")).unwrap();

    let command = format!("{run} {games}");
    let before = kill_when_kept(&world, &format!("{command} --out out"), &checkpoint);
    assert!(before > 0 && before < games);
    // A different command does not change the checkpoint.
    let told = world.gong(&["run", "four.toml", "--games", "9", "--seed", "2", "--out", "out"], 2);
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(
        told.contains("out/checkpoint.json contains games") && told.contains("--force"),
        "{told}"
    );
    assert_eq!(kept(&checkpoint), before);
    // A checkpoint with impossible numbers is refused by name.
    let sound = fs::read(&checkpoint).unwrap();
    forge(&world, "out/checkpoint.json", |of| of.pieces[0].end -= 1);
    let told = String::from_utf8(world.typed(&format!("{command} --out out")).stderr).unwrap();
    let wanted = "out/checkpoint.json is invalid: its counts are impossible for its number of games; remove out/checkpoint.json, and play its games again";
    assert!(told.contains(wanted), "{told}");
    fs::write(&checkpoint, sound).unwrap();

    let output = world.typed(&format!("{command} --out out"));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Games from an earlier run: "), "{told}");
    assert!(!checkpoint.exists(), "it is of no use any more");
    world.says(&format!("{command} --out whole"));
    same(&world, "whole", "out");
}

#[test]
fn an_interrupted_run_reports_and_goes_on_and_a_changed_scenario_begins_anew() {
    let world = World::new();
    let checkpoint = world.path("out/checkpoint.json");
    let command = "run four.toml --games 100m --strategy balanced --out out";
    let output = interrupt(until_kept(&world, command, &checkpoint));
    assert_eq!(output.status.code(), Some(130));
    let manifest = world.manifest("out");
    assert!(manifest.partial);
    assert_eq!(kept(&checkpoint), manifest.games, "all that was reported is kept");
    let output = interrupt(until_kept(&world, command, &checkpoint));
    // The resumed run starts with the games of the checkpoint.
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Games from an earlier run: "), "{told}");
    assert!(kept(&checkpoint) >= manifest.games);
    // A checkpoint of another scenario is never used, even if the name is the same.
    world.write("four.toml", &format!("{}\n[rules]\nrounds = 6\n", world.text("four.toml")));
    let output = world.typed("run four.toml --games 50 --strategy balanced --out out");
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
    let before = kill_when_kept(&world, command, &checkpoint);
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
    // If the folder has no report, it belongs to the user, and gong does not write into it.
    fs::create_dir(world.path("own")).unwrap();
    world.write("own/checkpoint.json", "\"dear\"");
    let rows = "
        --games 30 --out out --force => checkpoint.json is not of gong
        --games 9 --out own => own contains other files";
    world.refuses_each("run four.toml", rows);
}
