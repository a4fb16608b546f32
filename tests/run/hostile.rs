//! Tests that hostile files, names and arguments are refused at once, with a message of one or two
//! lines that is safe to show in a terminal.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::patience;
use crate::common::program::GONG;
use crate::common::world::World;

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let world = World::new();
    make_pipe(&world.path("pipe.toml"));
    symlink("pipe.toml", world.path("pipe.luau")).unwrap();
    symlink("/dev/zero", world.path("zero.toml")).unwrap();
    let four = world.text("four.toml");
    assert!(four.contains("\"roster.toml\""));
    let other = four.replace("\"roster.toml\"", "\"pipe.toml\"");
    world.write("piped-roster.toml", &other);
    world
        .write("search.toml", "kind = \"mcts\"\n[search]\niterations = 4\nguide = \"pipe.toml\"\n");
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
        let told = world.refuses(words);
        assert!(told.contains("is a pipe or a device, not a file"), "{words}: {told}");
    }
    fs::write(world.path("large.toml"), vec![b'#'; 1 << 20]).unwrap();
    assert!(world.refuses("run large.toml").contains("is larger than 512 KiB"));
}

/// Runs a command that must end with this exit code.
fn ended(world: &World, words: &str, code: i32) -> Output {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = world.command(&words);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let ended = patience::ends_within(&mut child, Duration::from_secs(60));
    assert!(ended, "{words:?} waits for what never comes");
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {told}");
    output
}

#[test]
fn what_is_in_the_place_of_a_file_of_gong_s_own_is_not_waited_for() {
    let world = World::new();
    let instead = |file: &str| {
        let path = world.path(file);
        drop(fs::remove_file(&path));
        make_pipe(&path);
    };
    let odd = "is a pipe or a device, not a file";
    let told = |output: Output| String::from_utf8(output.stderr).unwrap();
    ended(&world, "run four.toml --games 5", 0);
    instead("reports/four/tables/scores.parquet");
    ended(&world, "run four.toml --games 5", 0);
    let table = world.path("reports/four/tables/scores.parquet");
    assert!(fs::symlink_metadata(table).unwrap().is_file());

    let sweep = "sweep four.toml --vary rules.rounds=5,6 --games 4 --out swept";
    ended(&world, sweep, 0);
    let point = fs::read_dir(world.path("swept/points")).unwrap().next();
    let point = point.unwrap().unwrap().file_name().into_string().unwrap();
    instead(&format!("swept/points/{point}"));
    let again = String::from_utf8(ended(&world, sweep, 0).stdout).unwrap();
    assert!(again.starts_with("Points from an earlier run: 1\n"), "{again}");

    let shard = "run four.toml --games 6 --out shards --shard";
    for number in ["1/2", "2/2"] {
        ended(&world, &format!("{shard} {number}"), 0);
    }
    let inputs = fs::read_dir(world.path("shards")).unwrap();
    let names = inputs.map(|file| file.unwrap().file_name().into_string().unwrap());
    let inputs = names.into_iter().find(|name| name.starts_with("inputs-")).unwrap();
    instead(&format!("shards/{inputs}"));
    assert!(told(ended(&world, "merge shards --out merged", 2)).contains("missing or damaged"));
    instead("shards/shard-2-of-2.json");
    instead("shards/checkpoint-shard-2-of-2.json");
    assert!(told(ended(&world, "merge shards --out merged", 2)).contains(odd));
    // Neither of the two files is a shard. The same command then plays the shard.
    ended(&world, &format!("{shard} 2/2"), 0);
    ended(&world, "merge shards --out merged", 0);

    instead("bot.toml");
    let train = "train four.toml --games 20 -o bot.toml";
    assert!(told(ended(&world, train, 2)).contains("exists already"));
}

/// Checks that a symbolic link in the place of a folder or file of gong is refused by name: no file
/// changes, and nothing behind the link is read or copied.
#[test]
fn a_link_in_the_place_of_a_part_of_a_report_is_refused() {
    let world = World::new();
    fs::create_dir_all(world.path("private/deep")).unwrap();
    world.write("private/deep/key.csv", "secret");
    let (run, sweep) = (
        "run four.toml --games 6 --quick --out r",
        "sweep four.toml --vary rules.rounds=5,6 --games 4 --quick --out s",
    );
    let shard = |number| format!("run four.toml --games 6 --quick --out shards --shard {number}/2");
    for words in [run, sweep, &shard(1), &shard(2)] {
        ended(&world, words, 0);
    }
    let forced = format!("{run} --force");
    let again = [&*forced, "rerun r", "compare r r", "watch r"];
    let points = fs::read_dir(world.path("s/points")).unwrap().next();
    let point = points.unwrap().unwrap().file_name().into_string().unwrap();
    let merge = ["merge shards --out merged".to_owned(), shard(2)];
    let merge = merge.each_ref().map(String::as_str);
    for (place, commands) in [
        ("r/tables", &again[..]),
        ("r/charts", &again[..]),
        ("r/points", &again[..1]),
        ("r/tables/scores.parquet", &again[..1]),
        ("r/tables/mine.csv", &again[..1]),
        ("r/report.html", &again[..1]),
        ("r/found.json", &again[..]),
        ("r/manifest.json", &again[..]),
        ("r/checkpoint.json", &again[..1]),
        ("s/points", &[sweep][..]),
        (&format!("s/points/{point}"), &[sweep][..]),
        ("shards/shard-2-of-2.json", &merge[..]),
        ("shards/checkpoint-shard-2-of-2.json", &merge[1..]),
    ] {
        let (path, aside) = (world.path(place), world.path("aside"));
        let moved = fs::rename(&path, &aside).is_ok();
        symlink(world.path("private"), &path).unwrap();
        for words in commands {
            let told = world.refuses(words);
            assert!(told.contains(&format!("{place} is a symbolic link")), "{words}: {told}");
        }
        fs::remove_file(&path).unwrap();
        if moved {
            fs::rename(&aside, &path).unwrap();
        }
    }
}

/// Checks that every command refuses a name that is too long for the system before it plays.
#[test]
fn a_name_that_is_too_long_is_refused_before_the_first_game() {
    let world = World::new();
    let long = "x".repeat(300);
    for words in [
        format!("run four.toml --out {long}"),
        format!("run four.toml --out {long}/r"),
        format!("run four.toml --shard 1/2 --out {long}"),
        format!("sweep four.toml --vary rules.rounds=5,6 --out {long}"),
        format!("tune four.toml --write {long}.toml"),
        format!("train four.toml -o {long}.toml"),
        // The weights of `NAME.toml` are in `NAME.safetensors`.
        format!("train four.toml -o {}.toml", &long[..250]),
        format!("watch four.toml --html {long}.html"),
        format!("new scenario friday -o {long}.toml"),
        format!("new fighter Poppy --like cactus -o {long}.toml"),
        format!("new bot mine -o {long}.toml"),
        format!("cluster slurm run four.toml --job {long}.sh"),
    ] {
        let told = world.refuses(&words);
        assert!(told.contains("File name too long"), "{words}: {told}");
    }
}

/// Checks that the error of a write that fails names the file. A small maximum size of files stands
/// in for a full disk.
#[test]
fn an_error_of_a_full_disk_names_the_file() {
    let world = World::new();
    let run = "run four.toml --games 200 --quick --png --csv --out r";
    for (blocks, flags, file) in [
        (1, "--rows", "tables/games.parquet"),
        (1, "", "tables/"),
        (16, "", "found.json"),
        (60, "", "charts/"),
    ] {
        let command = format!("ulimit -f {blocks}; exec '{GONG}' {run} {flags}");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &command]).current_dir(world.path(""));
        let output = output.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{blocks}: {told}");
        let named = told.contains(&format!("cannot write {file}")) && !told.contains(".gong-");
        assert!(named && told.contains("File too large"), "{blocks}: {told}");
        assert!(!world.path("r").exists(), "{blocks}");
    }
}

#[test]
fn what_moves_a_terminal_is_refused_and_never_shown() {
    let world = World::new();
    let four = world.text("four.toml");
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
            let told = world.refuses(&format!("{command} {name}.toml"));
            assert!(told.contains("contains a control character (U+"), "{name}: {told}");
        }
    }
    let roster = world.text("roster.toml");
    let named = roster.lines().find(|line| line.starts_with("name = ")).unwrap();
    let renamed = roster.replacen(named, r#"name = "\u001b[2J""#, 1);
    world.write("odd-roster.toml", &renamed);
    world.write("odd.toml", &four.replace("roster.toml", "odd-roster.toml"));
    assert!(world.refuses("run odd.toml").contains("U+001B"));
    // The message shows the name of a file, and an unknown word.
    assert!(world.refuses("run \u{1b}[2J.toml").contains("cannot be read"));
    let told = world.refuses("run four.toml --games \u{202e}\u{1b}[2J");
    assert!(told.contains("'\\u{202e}"), "{told}");
    fs::copy(world.path("greedy.toml"), world.path("\u{1b}.toml")).unwrap();
    let told = world.refuses("ladder four.toml --strategy random,\u{1b}.toml");
    assert!(told.contains("U+001B) in its name"), "{told}");
    let told = world.refuses("train four.toml --games 9 -o \u{202e}.toml");
    assert!(told.contains("U+202E) in its name"), "{told}");
    world.write("nul.luau", "function score() return 0 end\n\0 error('hidden')\n");
    for words in ["check nul.luau", "run four.toml --strategy nul.luau"] {
        let told = world.refuses(words);
        assert!(told.contains("line 2 contains a control character (U+0000)"), "{told}");
    }
    let long = format!("strategies = {{ seats.1 = \"{}\" }}\n{four}", "x".repeat(400_000));
    world.write("long.toml", &long);
    let told = world.refuses("run long.toml");
    assert!(told.contains(" letters in all)"), "{told}");
}

#[test]
fn a_byte_order_mark_is_as_good_as_none_in_every_kind_of_file() {
    let world = World::new();
    world.write("bot.luau", "function score() return 0 end\n");
    for name in ["four.toml", "roster.toml", "greedy.toml", "bot.luau"] {
        let marked = format!("\u{feff}{}", world.text(name));
        world.write(name, &marked);
    }
    world.gong(&["check", "four.toml", "roster.toml", "greedy.toml", "bot.luau"], 0);
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
    assert_eq!(command, "gong run $'a=b\\'\\u001b.toml' --seed 1 --games 5");
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
        let ask = format!("{command} four.toml --strategy search.toml --threads 1024");
        let told = world.refuses(&ask);
        assert!(told.contains("1024 threads") && told.contains("MB are free"), "{told}");
    }
    // The search accepts its upper limit of memory, but uses less.
    search(4);
    world.says("run four.toml --strategy search.toml --games 8 --threads 64 --out out");
    let many: String =
        (1..=3_000).map(|rounds| format!(" --variant rules.rounds={rounds}")).collect();
    let told = world.refuses(&format!("compare four.toml{many}"));
    assert!(told.contains("3001 variants are too many: gong compare allows 200"), "{told}");
}

#[test]
fn whoever_cannot_be_told_is_not_told() {
    let world = World::new();
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    let code = |words: &[&str]| {
        let status = world.command(words).stdout(Stdio::null()).stderr(full()).status();
        status.unwrap().code()
    };
    assert_eq!(code(&["run", "nowhere.toml"]), Some(2));
    assert_eq!(code(&["run", "four.toml", "--games", "5", "--out", "out"]), Some(0));
    // If the answer cannot be printed, the command fails.
    let listed = world.command(&["list", "games"]).stdout(full()).stderr(Stdio::null()).status();
    assert_eq!(listed.unwrap().code(), Some(1));
}

/// Names of files, without endings, that could do harm if they were shown or typed without
/// escaping.
const HOSTILE: [&str; 2] = [
    "it's $(touch pwned) & \"x\" `touch pwned`;touch pwned @REPORT@ 50%",
    "-\u{1b}]0;x\u{7}\u{202e}\u{200f}'$(touch pwned)\ntouch pwned\n#",
];

/// Returns the commands that a text suggests to type.
fn commands(told: &str) -> Vec<&str> {
    let command = |line| {
        let starts = ["Next: ", "      ", "When all shards are played: ", "error: "];
        let rest = starts.iter().find_map(|start| str::strip_prefix(line, start));
        let said = || line.split_once(": gong ").map(|(before, _)| &line[before.len() + 2..]);
        let is_command = |text: &&str| {
            let programs = ["gong ", "open ", "sh ", "python3 "];
            programs.iter().any(|program| text.starts_with(program))
        };
        rest.filter(is_command).or_else(said)
    };
    told.lines().filter_map(command).collect()
}

/// Returns the arguments of a command, as a shell parses them, without running the command.
fn typed(command: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let shown = "{ printf '%s\\0' \"$@\"; }";
    let programs = ["gong", "open", "sh", "python3"].map(|name| format!("{name}() {shown}\n"));
    let script = format!("{}{command}", programs.concat());
    let mut bash = Command::new("bash");
    let bash = bash.args(["-c", &script]).current_dir(folder.path());
    let output = bash.env("LC_ALL", "C.UTF-8").output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0, "{command} does harm");
    let words = String::from_utf8(output.stdout).unwrap();
    words.split_terminator('\0').map(str::to_owned).collect()
}

#[test]
fn every_command_that_is_told_is_read_back_by_a_shell_as_it_is() {
    for hostile in HOSTILE {
        let world = World::new();
        let named = |ending: &str| format!("./{hostile}{ending}");
        let (scenario, out) = (named(".toml"), named("-out"));
        fs::copy(world.path("four.toml"), world.path(&scenario)).unwrap();
        world.write("fails.luau", "function score(view, option) return nil .. 1 end\n");
        let several = world.text("four.toml");
        let line = several.lines().find(|line| line.starts_with("strategy"));
        let several = several.replace(line.unwrap_or("\0"), "");
        let bots = "strategy = [\"./a b$(touch pwned).toml\", \"random\"]\n";
        fs::copy(world.path("greedy.toml"), world.path("a b$(touch pwned).toml")).unwrap();
        world.write("several.toml", &format!("{bots}{several}"));
        let mut all = 0;
        let mut check = |words: &[&str], code: i32| {
            let output = world.command(words).output().unwrap();
            let told = [output.stdout, output.stderr].concat();
            let told = String::from_utf8(told).unwrap();
            assert_eq!(output.status.code(), Some(code), "{words:?}: {told}");
            let odd = told.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(odd, None, "{words:?}: {told:?}");
            assert!(!told.contains(['\u{202e}', '\u{200f}']), "{words:?}: {told:?}");
            let commands = commands(&told);
            assert!(!commands.is_empty(), "{words:?}: {told}");
            for command in commands {
                let typed = typed(command);
                let named = |word: &String| word.contains(hostile);
                assert!(typed.iter().any(named), "{words:?}: {command}: {typed:?}");
                all += 1;
            }
        };
        let plays = [
            "run --games 5",
            "run --games 5 --strategy random,balanced",
            "compare --set rules.rounds=6 --games 5",
            "sweep --vary rules.rounds=5,6 --games 4",
            "ladder --strategy random,balanced --games 8",
            "skill --levels random:8,balanced:8",
            "tune --games 9 --edits 1 --only size --strategy random",
            "pairings --team-size 1 --games 2",
            "sensitivity --fighter agaric --games 9",
        ];
        for (number, play) in plays.into_iter().enumerate() {
            let mut words: Vec<&str> = play.split(' ').collect();
            words.insert(1, &scenario);
            let out = format!("{out}{number}");
            check(&[&words[..], &["--out", &out]].concat(), 0);
            // The commands that the report stores can also be typed.
            let typed = typed(&world.manifest(&out).command);
            assert!(typed.iter().any(|word| word.contains(hostile)), "{typed:?}");
        }
        let bot = named("-bot.toml");
        // A bot gets its name from the file's name, and a name with a line break is refused.
        if !hostile.contains('\n') {
            check(&["train", &scenario, "--games", "20", "-o", &bot, "--out", &out], 0);
            check(&["new", "bot", "mine", "-o", &named("-new.toml")], 0);
        }
        check(&["new", "scenario", "mine", "-o", &named("-own.toml")], 0);
        let fighter = ["new", "fighter", "mine", "--like", "agaric", "-o"];
        check(&[&fighter[..], &[&named("-fighter.toml")]].concat(), 0);
        let shards = named("-shards");
        let shard = ["run", &scenario, "--games", "6", "--shard", "1/2", "--out", &shards];
        check(&shard, 0);
        check(&["merge", &shards], 2);
        check(&["run", &scenario, "--games", "5", "--strategy", "fails.luau"], 2);
        let told = world.refuses("compare several.toml --set rules.rounds=6");
        assert!(told.contains("--strategy './a b$(touch pwned).toml'"), "{told}");
        for system in ["slurm", "dask"] {
            let job = named(&format!("-{system}"));
            let words = ["cluster", system, &scenario, "--games", "6", "--job", &job];
            check(&words, 0);
        }
        assert!(all > 20, "{all} commands");
        assert!(!world.path("pwned").exists());
    }
}

#[test]
fn a_blank_name_is_refused() {
    let world = World::new();
    let four = world.text("four.toml");
    let title = four.lines().find(|line| line.starts_with("title")).unwrap();
    world.write("blank.toml", &four.replace(title, "title = \" \u{200b}\""));
    for words in ["run blank.toml", "check blank.toml"] {
        let told = world.refuses(words);
        assert!(told.contains("blank.toml:1:1: title: is blank"), "{told}");
    }
    fs::copy(world.path("greedy.toml"), world.path("\u{a0}.toml")).unwrap();
    let told = world.refuses("run four.toml --strategy \u{a0}.toml");
    assert!(told.contains("has a blank name"), "{told}");
}
