//! Tests of `gong train` as a command: its output, reproducibility on any number of threads, the
//! use of the bot, and rejected input.

use std::fs;
use std::process::{Child, Stdio};
use std::time::SystemTime;

use gong::report::ledger::Ledger;
use gong::report::{Manifest, Tables};

use crate::common::patience;
use crate::common::world::{World, keeps, sum, texts};
use crate::run::interrupted::interrupt;

const LEARNING: &str = "games u64, win_rate f64, ci_low f64, ci_high f64";

/// Trains a network with few games; returns the output.
fn train(world: &World, scenario: &str, bot: &str, more: &[&str]) -> String {
    let few = ["train", scenario, "--games", "300", "-o", bot];
    let output = world.gong(&[&few, more].concat(), 0);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must be refused; returns the message.
fn refused(world: &World, arguments: &[&str]) -> String {
    let output = world.gong(arguments, 2);
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn tables(world: &World, out: &str) -> (Manifest, Tables) {
    let manifest = world.manifest(out);
    let tables = Tables::read(&world.path(out).join("tables"), &manifest.tables).unwrap();
    (manifest, tables)
}

#[test]
fn the_same_bot_and_the_same_tables_on_any_number_of_threads() {
    let world = World::new();
    fs::create_dir(world.path("other")).unwrap();
    let pool = ["--against", "greedy.toml,random"];
    let told = train(
        &world,
        "four.toml",
        "a.toml",
        &[&pool[..], &["--threads", "1", "--out", "one"]].concat(),
    );
    assert!(told.contains(": a bot has learnt from 300 games in "), "{told}");
    assert!(
        told.contains(
            "\n- The bot is the file a.toml, with its weights in a.safetensors next to it.\n"
        ),
        "{told}"
    );
    train(
        &world,
        "four.toml",
        "other/a.toml",
        &[&pool[..], &["--threads", "2", "--out", "two"]].concat(),
    );
    let mut same = vec![["a.toml".to_owned(), "other/a.toml".to_owned()]];
    same.push(same[0].clone().map(|file| file.replace(".toml", ".safetensors")));
    let of_table = |name| ["one", "two"].map(|out| format!("{out}/tables/{name}.parquet"));
    same.extend(["learning", "results"].map(of_table));
    for [one, other] in same {
        let [a, b] = [&one, &other].map(|file| fs::read(world.path(file)).unwrap());
        assert!(a == b, "{one} and {other}");
    }

    let (manifest, tables) = tables(&world, "one");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("train", 300));
    assert_eq!(manifest.charts, ["learning"]);
    assert_eq!(manifest.results, tables.hash().unwrap());
    keeps(tables.get("learning"), LEARNING);
    // The training has one generation, which is tested at its end.
    assert_eq!(sum(tables.get("learning"), "games"), 300);
    let results = tables.get("results");
    assert_eq!(texts(results, "player"), ["greedy.toml", "random"]);
    assert_eq!(texts(results, "subject"), ["bot"]);
    assert_eq!(sum(results, "games"), 600);
    // The comment at the head of the file also states the results.
    let head = fs::read_to_string(world.path("a.toml")).unwrap();
    assert_eq!(head.matches("[[network.results]]").count(), 2, "{head}");
    assert!(
        head.contains("gong train four.toml --against greedy.toml,random --seed 1 --games 300\n"),
        "{head}"
    );
    // All files to which the page refers are in the page's folder.
    world.copied("one");
    // Playing the training again gives the same results, and writes no bot.
    let before = world.tree();
    let told = world.gong(&["rerun", "one"], 0).stdout;
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with("the same: 300 games of "), "{told}");
    assert!(world.tree() == before);
    // The texts about the bot are compared although a repeated training writes no bot.
    let manifest = fs::read_to_string(world.path("one/manifest.json")).unwrap();
    let other = manifest.replacen("\"headline\": \"", "\"headline\": \"Surely ", 1);
    world.write("one/manifest.json", &other);
    let told = world.gong(&["rerun", "one"], 1).stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("manifest.json has headline"), "{told}");
}

#[test]
fn a_trained_bot_is_a_strategy_of_its_game_alone() {
    let world = World::new();
    let told = train(&world, "four.toml", "bot.toml", &["--quiet"]);
    assert_eq!(told, "");
    assert_eq!(world.manifest("reports/four-train").kind, "train");
    let checked = world.gong(&["check", "bot.toml"], 0);
    let checked = String::from_utf8(checked.stdout).unwrap();
    let ok = "ok: bot.toml: strategy: has learnt ";
    assert!(checked.starts_with(ok), "{checked}");
    let manifest = world.run("played", &["four.toml", "--games", "40", "--strategy", "bot.toml"]);
    assert_eq!(manifest.strategies[0].name, "bot");

    let other = ["run", "mad.toml", "--games", "9", "--strategy", "bot.toml"];
    let told = refused(&world, &other);
    assert!(told.contains("bot.toml") && told.contains("network.game"), "{told}");
    let mut weights = fs::read(world.path("bot.safetensors")).unwrap();
    *weights.last_mut().unwrap() ^= 1;
    fs::write(world.path("bot.safetensors"), weights).unwrap();
    for command in ["check bot.toml", "run four.toml --strategy bot.toml"] {
        let words: Vec<&str> = command.split(' ').collect();
        let told = String::from_utf8(world.command(&words).output().unwrap().stderr).unwrap();
        assert!(
            told.contains("bot.toml")
                && told.contains("network.sha256: bot.safetensors was changed or replaced"),
            "{told}"
        );
    }
    fs::remove_file(world.path("bot.safetensors")).unwrap();
    let told = refused(&world, &["run", "four.toml", "--strategy", "bot.toml"]);
    assert!(told.contains("network.weights") && told.contains("bot.safetensors"), "{told}");
}

#[test]
fn a_bot_goes_on_where_another_ended_and_says_what_it_has_not_learnt() {
    let world = World::new();
    let pool = ["--against", "greedy.toml,random"];
    train(&world, "four.toml", "first.toml", &[&pool[..], &["--out", "a"]].concat());
    for (bot, threads) in [("one.toml", "1"), ("two.toml", "2")] {
        let out = format!("out-{threads}");
        let more = ["--from", "first.toml", "--threads", threads, "--out", &out];
        train(&world, "four.toml", bot, &[&pool[..], &more].concat());
    }
    let read = |file: &str| fs::read(world.path(file)).unwrap();
    assert!(read("one.safetensors") == read("two.safetensors"));
    assert!(read("one.safetensors") != read("first.safetensors"));
    let text = fs::read_to_string(world.path("one.toml")).unwrap();
    assert!(text.contains("\ngames = 600\n"), "{text}");
    assert!(text.contains("--from first.toml"), "{text}");
    assert!(text.contains("\nrounds = [\"10\", \"11\", "), "{text}");

    // The report cannot be played again without the bot from which the training started.
    fs::remove_file(world.path("first.toml")).unwrap();
    let told = refused(&world, &["rerun", "out-1"]);
    assert!(told.contains("first.toml"), "{told}");

    let play = ["--strategy", "one.toml", "--games", "20"];
    let familiar = world.gong(&[&["run", "four.toml", "--out", "b"], &play[..]].concat(), 0);
    assert!(!String::from_utf8_lossy(&familiar.stdout).contains("Not learnt"));
    let changes = ["--variant", "rules.rounds=20", "--set", "rules.first_wound=0"];
    let compare = [&["compare", "four.toml", "--out", "c"], &changes[..], &play].concat();
    let told = String::from_utf8(world.gong(&compare, 0).stdout).unwrap();
    let wanted = "Not learnt: one has not learnt first_wound = 0 (only 1 to 6); rounds = 20 (only 3 to 14), so";
    assert!(told.contains(wanted), "{told}");
    let page = fs::read_to_string(world.path("c/report.html")).unwrap();
    assert!(page.contains("has not learnt first_wound = 0"), "{page}");
}

#[test]
fn a_panel_is_trained_with_one_command() {
    let world = World::new();
    let panel = ["--panel", "2", "--seed", "5"];
    let told = train(&world, "four.toml", "p.toml", &panel);
    assert!(told.ends_with("A panel of two members: p.toml\n"), "{told}");
    // Each member is the bot of a command of its own.
    train(&world, "four.toml", "alone.toml", &["--seed", "6", "--out", "alone"]);
    let weights = |file: &str| fs::read(world.path(file)).unwrap();
    assert_eq!(weights("p-2.safetensors"), weights("alone.safetensors"));
    assert_ne!(weights("p-1.safetensors"), weights("p-2.safetensors"));
    // Games depend on the members, and on nothing else.
    let wins = |bot: &str, out: &str, threads: &str| {
        world.gong(
            &[
                "run",
                "four.toml",
                "--strategy",
                bot,
                "--games",
                "200",
                "--out",
                out,
                "--threads",
                threads,
            ],
            0,
        );
        world.manifest(out).results
    };
    assert_eq!(wins("p.toml", "one", "1"), wins("p.toml", "two", "2"));
    assert_ne!(wins("p.toml", "three", "1"), wins("p-1.toml", "four", "1"));
    // The same command has nothing left to do. It does not replace another file.
    let told = train(&world, "four.toml", "p.toml", &panel);
    assert_eq!(told, "A panel of two members: p.toml\n");
    fs::write(world.path("p.toml"), "kind = \"greedy\"\n[weights]\n").unwrap();
    let command = ["train", "four.toml", "--games", "300", "-o", "p.toml"];
    let told = refused(&world, &[&command[..], &panel].concat());
    assert!(told.contains("p.toml exists already"), "{told}");
    let command = ["train", "four.toml", "-o", "q.toml", "--panel", "2", "--out", "x"];
    let told = refused(&world, &command);
    assert!(told.contains("each member of a panel has a report"), "{told}");
    for (members, wants) in [
        ("[\"p-1.toml\"]", "wants 2 to 8 members, and has 1"),
        (
            "[\"p-1.toml\", \"p-1.toml\"]",
            "members[2]: `p-1.toml` is a member already; list each bot once",
        ),
        ("[\"p-1.toml\", \"q.toml\"]", "members[2]: `q.toml` cannot be a member of a panel"),
        ("[\"p-1.toml\", \"balanced\"]", "members[2]: `balanced` cannot be a member"),
    ] {
        fs::write(world.path("q.toml"), format!("kind = \"panel\"\nmembers = {members}\n"))
            .unwrap();
        let told = refused(&world, &["check", "q.toml"]);
        assert!(told.contains(wants), "{told}");
    }
}

#[test]
fn mad_arena_and_teams_are_learnt_too() {
    let world = World::new();
    for scenario in ["mad.toml", "teams.toml"] {
        train(&world, scenario, "bot.toml", &["--out", "out"]);
        world.gong(&["check", "bot.toml"], 0);
        let (_, tables) = tables(&world, "out");
        assert!(tables.get("results").height() > 0, "{scenario}");
    }
    // In a cooperative game, each bot plays all seats of the same games.
    let told = train(&world, "jungle.toml", "party.toml", &["--out", "party"]);
    assert!(told.contains("\nThe bot “party” ") && told.contains("Equal %"), "{told}");
}

#[test]
fn several_scenarios_are_learnt_by_one_bot() {
    let world = World::new();
    let more = ["teams.toml", "--against", "greedy.toml", "--out", "out"];
    train(&world, "four.toml", "bot.toml", &more);
    let (_, tables) = tables(&world, "out");
    let trials = tables.get("results");
    assert_eq!((texts(trials, "arm").len(), trials.height()), (2, 2));
    assert_eq!(texts(trials, "player"), ["greedy.toml"]);
    let head = fs::read_to_string(world.path("bot.toml")).unwrap();
    assert!(
        head.contains(
            "gong train four.toml teams.toml --against greedy.toml --seed 1 --games 300\n"
        ),
        "{head}"
    );
    for (other, what) in [
        ("mad.toml", "a bot can play only one game"),
        ("four.toml", "four.toml: its title occurs twice"),
    ] {
        let told = refused(&world, &["train", "four.toml", other, "-o", "other.toml"]);
        assert!(told.contains(what), "{told}");
    }
}

/// Starts a training in folder `out`, and waits until the training has written a new checkpoint.
/// Returns `None` if the training ends before that.
fn until_kept(world: &World, words: &str) -> Option<Child> {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = world.command(&words);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let now = SystemTime::now();
    let mut child = command.spawn().unwrap();
    let checkpoint = world.path("out/checkpoint.json");
    let fresh = || fs::metadata(&checkpoint).is_ok_and(|of| of.modified().unwrap() > now);
    let kept = patience::find(|| match fresh() {
        true => Some(true),
        false => child.try_wait().unwrap().map(|_| false),
    });
    kept.expect("a checkpoint within two minutes").then_some(child)
}

/// Kills the training; returns the number of games in its checkpoint.
fn killed(world: &World, mut child: Child) -> u64 {
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = Ledger::read(&world.path("out/checkpoint.json"));
    kept.unwrap().games()
}

#[test]
fn a_training_that_is_killed_goes_on_where_it_was() {
    let world = World::new();
    fs::create_dir(world.path("other")).unwrap();
    let train = "train four.toml --against greedy.toml";
    // The second training plays some more games in total than had been played at the first kill, or
    // still more if that is too few for a second kill.
    let endless = format!("{train} --games 100m -o bot.toml --out out");
    let first = until_kept(&world, &endless).expect("it takes hours");
    let mut games = killed(&world, first) + 2_000;
    let (words, kept) = loop {
        fs::remove_dir_all(world.path("out")).unwrap();
        let words = format!("{train} --games {games} -o bot.toml --out out --force");
        match until_kept(&world, &words) {
            Some(child) => break (words, killed(&world, child)),
            None => games *= 2,
        }
    };
    assert!(kept > 0 && kept <= games, "{kept} of {games}");
    let told = String::from_utf8(world.typed(&words).stdout).unwrap();
    assert!(told.starts_with("Games from an earlier run: "), "{told}");
    assert!(!world.path("out/checkpoint.json").exists(), "it is of no use any more");

    world.typed(&format!("{train} --games {games} -o other/bot.toml --out whole"));
    let read = |file: &str| fs::read(world.path(file)).unwrap();
    assert!(read("bot.toml") == read("other/bot.toml"));
    assert!(read("bot.safetensors") == read("other/bot.safetensors"));
    let results = |out: &str| world.manifest(out).results;
    assert_eq!(results("out"), results("whole"));
}

/// Checks that a training resumes after it was killed before its report. Such a training may be too
/// short for a checkpoint.
#[test]
fn a_training_that_is_killed_before_its_report_goes_on() {
    let world = World::new();
    let here = "train four.toml --games 40 --against greedy.toml -o bot.toml --out out";
    let bot = || ["bot.toml", "bot.safetensors"].map(|file| fs::read(world.path(file)).unwrap());
    assert!(world.typed(here).status.success());
    let (whole, results) = (bot(), world.manifest("out").results);
    let told = refused(&world, &here.split(' ').collect::<Vec<_>>());
    assert!(told.contains("bot.toml exists already"), "{told}");
    for gone in [&["out"][..], &["out", "bot.safetensors"]] {
        for path in gone.iter().map(|gone| world.path(gone)) {
            match path.is_dir() {
                true => fs::remove_dir_all(path).unwrap(),
                false => fs::remove_file(path).unwrap(),
            }
        }
        let other = here.replace("--games 40", "--games 60");
        let told = refused(&world, &other.split(' ').collect::<Vec<_>>());
        assert!(told.contains("exists already"), "{told}");
        let output = world.typed(here);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{gone:?}: {told}");
        assert!(bot() == whole, "{gone:?}");
        assert_eq!(world.manifest("out").results, results, "{gone:?}");
    }
}

/// Checks that Ctrl-C leaves a bot. The same command replaces this bot with the result of the full
/// training; it does not replace a bot of another command.
#[test]
fn an_interrupted_training_leaves_a_bot_and_goes_on() {
    let world = World::new();
    let words = "train four.toml --games 100m --against greedy.toml -o bot.toml --out out";
    let interrupted = || {
        let output = interrupt(until_kept(&world, words).expect("it takes hours"));
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        for line in [
            "The training of the bot “bot” was interrupted before the first trial",
            "- The training so far is saved: the same command resumes the training.",
        ] {
            assert!(told.lines().any(|told| told == line), "{line}\n{told}");
        }
        assert!(!told.contains("Verdict"), "{told}");
        world.manifest("out").games
    };
    let first = interrupted();
    world.gong(&["check", "bot.toml"], 0);
    let second = interrupted();
    assert!(second > first && first > 0, "{first}, {second}");
    let head = fs::read_to_string(world.path("bot.toml")).unwrap();
    assert!(head.contains(&format!("\ngames = {second}\n")), "{head}");
    // The checkpoint of another roster does not continue the bot, so the bot is not replaced.
    let scenario = fs::read_to_string(world.path("four.toml")).unwrap();
    world.write("four.toml", &format!("{scenario}\n[rules]\nrounds = 6\n"));
    let told = refused(&world, &words.split(' ').collect::<Vec<_>>());
    assert!(told.contains("interrupted training cannot be resumed"), "{told}");
    assert_eq!(fs::read_to_string(world.path("bot.toml")).unwrap(), head);
    world.write("four.toml", &scenario);
    let other = head.replace("four.toml", "five.toml");
    world.write("bot.toml", &other);
    let told = refused(&world, &words.split(' ').collect::<Vec<_>>());
    assert!(told.contains("bot.toml exists already"), "{told}");
    assert_eq!(fs::read_to_string(world.path("bot.toml")).unwrap(), other);
}

#[test]
fn a_script_that_fails_in_a_test_is_a_faulty_file() {
    let world = World::new();
    world.write(
        "fails.luau",
        "function score(view)\n  if view.round == 3 then error('boom') end\n  return random()\nend",
    );
    let few = "train four.toml --games 300 --against fails.luau -o bot.toml";
    let told = refused(&world, &few.split(' ').collect::<Vec<_>>());
    for said in ["bot.toml", "fails.luau:2: boom (in game "] {
        assert!(told.contains(said), "{told}");
    }
    assert!(world.path("bot.toml").exists(), "the bot is not lost");
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_learnt() {
    let world = World::new();
    world.write("there.toml", "mine");
    let before = world.tree();
    for (flags, what) in [
        (
            &["-o", "four.toml", "--force"][..],
            "-o four.toml: exists already, and is not a trained bot",
        ),
        (
            &["-o", "greedy.toml", "--against", "greedy.toml", "--force"],
            "-o greedy.toml: exists already, and is not a trained bot",
        ),
        (
            &["-o", "there.toml"],
            "-o there.toml: exists already, and is not a trained bot: name another file",
        ),
        (&["-o", "bot.txt"], "-o bot.txt: wants a file that ends in .toml"),
        (&["-o", "missing/bot.toml"], "-o missing/bot.toml: cannot be written"),
        (&["--against", "blanaced"], "--against blanaced: "),
        (&["--against", "random,random"], "random is named twice"),
        (&["--minutes", "0"], "wants minutes, more than 0"),
        (&["--games", "0"], "--games"),
        (&["--precision", "1%"], "gong train has no flag --precision"),
        (&["--set", "rules.nonsense=1"], "nonsense"),
        (&["--from", "greedy.toml"], "--from greedy.toml: wants a bot of kind trained"),
    ] {
        let told = refused(&world, &[&["train", "four.toml"], flags].concat());
        assert!(told.contains(what), "{flags:?}: {told}");
    }
    assert!(world.tree() == before, "nothing is written");
}
