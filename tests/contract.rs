//! The contract with users who read gong's output: the tables, the hash of the results, and the
//! events of `watch --json` of a few dozen commands are frozen. A later version may add tables and
//! columns; existing ones keep their names, types, order and values.
//!
//! One text file per command in tests/contract holds the frozen facts, values as SHA-256. If they
//! are meant to change (a rule was wrong, a shipped bot plays better),
//! `cargo run --example bless goldens` or `GONG_BLESS=1 cargo test --test all contract` rewrites
//! the files, and the commit gives the reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use polars::prelude::{AnyValue, Column, DataFrame};
use polars_io::prelude::{ParquetReader, SerReader};
use sha2::{Digest, Sha256};

use crate::common::program;

/// Declares one test per command: its name, which is also the name of its golden file, and the
/// words after `gong`. Paths are relative to the package's root.
macro_rules! frozen {
    ($($name:ident: $command:literal)*) => {
        $(#[test] fn $name() { hold(stringify!($name), $command); })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

frozen! {
    run_drawn: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 400 --rows --strategy balanced"
    run_default: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 100"
    run_mad_default: "run scenarios/mad-arena/brothers-in-arms-4-seats-a.toml --games 100"
    run_fixed: "run scenarios/ultimate-warriorz/tribal-rumble-fixed-8.toml --games 200 --seed 2 --rows --strategy balanced"
    run_two_fighters: "run scenarios/ultimate-warriorz/tribal-rumble-fixed-2.toml --games 300 --rows --strategy balanced"
    run_teams_per_fighter: "run scenarios/ultimate-warriorz/team-spirit-6-players-pairs.toml --games 200 --rows --strategy balanced"
    run_teams_per_team: "run scenarios/ultimate-warriorz/team-spirit-2-players-a.toml --games 200 --rows --strategy balanced"
    run_own_changes: "run scenarios/ultimate-warriorz/own-changes.toml --games 300 --rows --level 99%"
    run_other_rules: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 200 --rows --set rules.rounds=20 --set rules.rocks=[] \
        --set rules.zones=3 --set rules.recycle=all --set rules.compulsory=at-end --set rules.range=1 --set rules.first_wound=0 \
        --set rules.placement_centre=true --set line-up.draw=3 --strategy balanced"
    run_several_strategies: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 200 --rows --strategy aggressive \
        --strategy fighters.agaric=random --strategy seats.2=cautious"
    run_precise: "run scenarios/ultimate-warriorz/tribal-rumble-fixed-4.toml --precision 3% --strategy balanced"
    run_bots: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 200 --strategy balanced,aggressive,random"
    run_script: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 60 --rows --strategy hunter --strategy seats.1=coward"
    run_search: "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 4 --rows --strategy balanced --strategy fighters.baobab=mcts-fast \
        --strategy fighters.cactus=mcts-fast"
    run_mad_drawn: "run scenarios/mad-arena/ultimate-warrior.toml --games 400 --rows --strategy balanced"
    run_mad_fixed: "run scenarios/mad-arena/ultimate-warrior-fixed-7.toml --games 200 --rows --strategy balanced"
    run_mad_pairs: "run scenarios/mad-arena/brothers-in-arms-3-seats.toml --games 200 --rows --strategy balanced"
    run_mad_per_fighter: "run scenarios/mad-arena/brothers-in-arms-4-seats-b.toml --games 200 --rows --strategy balanced"
    run_mad_teams: "run scenarios/mad-arena/team-spirit-2-seats.toml --games 200 --rows --strategy balanced"
    run_mad_other_rules: "run scenarios/mad-arena/ultimate-warrior.toml --games 200 --rows --set rules.lucky_charm=true \
        --set rules.scoring=popularity --set rules.rocks=[4,2] --set rules.range=2 --strategy balanced"
    compare_rules: "compare scenarios/ultimate-warriorz/tribal-rumble.toml --games 300 --set rules.rounds=9 --strategy balanced"
    compare_variants: "compare scenarios/mad-arena/ultimate-warrior.toml --games 200 --variant rules.rounds=9 \
        --variant rules.centre_bonus=0,fighters.agaric.size=6 --strategy cautious"
    compare_files: "compare scenarios/ultimate-warriorz/team-spirit-6-players.toml scenarios/ultimate-warriorz/team-spirit-2-players-c.toml --games 200 --strategy balanced"
    sweep_rules: "sweep scenarios/ultimate-warriorz/tribal-rumble.toml --games 100 --vary rules.rounds=5..8 --strategy balanced"
    sweep_grid: "sweep scenarios/mad-arena/ultimate-warrior.toml --games 60 --vary line-up.draw=3,5 --vary strategy=balanced,random"
    sensitivity: "sensitivity scenarios/ultimate-warriorz/tribal-rumble.toml --games 60 --strategy balanced"
    tune: "tune scenarios/ultimate-warriorz/tribal-rumble-fixed-2.toml --games 100 --edits 2 --strategy random"
    sensitivity_jungle: "sensitivity scenarios/jungle-alert/two.toml --fighter tempo --rules --games 40 --strategy careful"
    pairings_uneven: "pairings scenarios/mad-arena/team-spirit-2-seats.toml --team-size 3,2 --fighters agaric,cactus,baobab,bonzai,sorgho --games 50 --strategy balanced"
    ladder: "ladder scenarios/ultimate-warriorz/tribal-rumble.toml --games 400 --strategy random,balanced,aggressive,coward"
    ladder_teams: "ladder scenarios/mad-arena/team-spirit-2-seats.toml --games 200 --strategy random,balanced"
    skill: "skill scenarios/ultimate-warriorz/tribal-rumble.toml --levels random:400,beginner:400,balanced:200"
    skill_teams: "skill scenarios/mad-arena/team-spirit-2-seats.toml --levels random:100,balanced:100,hunter:20"
    shape: "shape scenarios/ultimate-warriorz/tribal-rumble.toml --games 60"
    run_cards: "run scenarios/battle-cards/duel.toml --games 200 --rows --strategy tactician"
    run_cards_sides: "run scenarios/battle-cards/3v3.toml --games 100 --rows --strategy tactician --strategy seats.2=brawler"
    run_cards_other_rules: "run scenarios/battle-cards/three.toml --games 100 --rows --set rules.cards_timing=after --set rules.used_cards=under \
        --set rules.max_turns=12 --set rules.actions.dodge.count=9 --set line-up.team-size=3 --strategy warden"
    compare_cards: "compare scenarios/battle-cards/duel.toml --games 100 --set rules.one_hurts=false --strategy tactician"
    pairings_cards: "pairings scenarios/battle-cards/duel-quick.toml --team-size 2 --fighters batman,superman,joker,mante --games 50 --strategy tactician"
    ladder_cards: "ladder scenarios/battle-cards/four.toml --games 200 --strategy random,brawler,tactician,headhunter"
    watch_cards: "watch scenarios/battle-cards/duel.toml --json --game 4 --strategy tactician --explain 1"
    watch_cards_sides: "watch scenarios/battle-cards/2v2.toml --json --game 1 --strategy warden"
    run_jungle: "run scenarios/jungle-alert/two.toml --games 200 --rows --strategy careful"
    run_jungle_other_rules: "run scenarios/jungle-alert/three.toml --games 100 --rows --set rules.hours=20 --set rules.hostages.three=5 \
        --set rules.corners=adjacent --set rules.alerts.gas.count=0 --strategy bold --strategy seats.2=hasty"
    compare_jungle: "compare scenarios/jungle-alert/two.toml --games 100 --set rules.hours=20 --strategy careful"
    sweep_jungle: "sweep scenarios/jungle-alert/one.toml --games 60 --vary rules.hostages.one=2..4 --strategy careful"
    pairings_jungle: "pairings scenarios/jungle-alert/two.toml --fighters yohan-duo,tempo,gros-roc,mira-lynx --games 100 --strategy careful"
    watch_jungle: "watch scenarios/jungle-alert/two.toml --json --game 1 --strategy careful --explain 1"
    watch_jungle_lone: "watch scenarios/jungle-alert/one.toml --json --game 2 --strategy bold"
    watch_drawn: "watch scenarios/ultimate-warriorz/tribal-rumble.toml --json --game 8 --strategy balanced"
    watch_eight: "watch scenarios/ultimate-warriorz/tribal-rumble-fixed-8.toml --json --game 3 --seed 5 --strategy random"
    watch_teams: "watch scenarios/ultimate-warriorz/team-spirit-2-players-c.toml --json --game 1 --strategy balanced"
    watch_mad: "watch scenarios/mad-arena/ultimate-warrior-fixed-7.toml --json --game 2 --strategy balanced"
    watch_mad_teams: "watch scenarios/mad-arena/team-spirit-6-seats.toml --json --game 4 --strategy balanced"
    watch_explained: "watch scenarios/ultimate-warriorz/own-changes.toml --json --game 6 --explain 2"
    watch_mad_explained: "watch scenarios/mad-arena/brothers-in-arms-6-seats.toml --json --game 0 --explain 1 --strategy cautious"
    watch_script_explained: "watch scenarios/ultimate-warriorz/tribal-rumble.toml --json --game 8 --strategy balanced --strategy seats.2=opening --explain 2"
    watch_search_explained: "watch scenarios/ultimate-warriorz/tribal-rumble-fixed-3.toml --json --game 1 --strategy balanced --strategy seats.1=mcts-fast --explain 1"
}

/// The output of a command as single facts, or the frozen facts. Each line of a golden file is one
/// fact, below the name of the table or value to which it belongs.
#[derive(Default, PartialEq)]
struct Facts {
    /// Single values by name, such as "results" and "events".
    values: BTreeMap<String, String>,
    /// The tables by name.
    tables: BTreeMap<String, Table>,
}

#[derive(Default, PartialEq)]
struct Table {
    rows: String,
    /// Name, type and SHA-256 of the values of each column, in order.
    columns: Vec<[String; 3]>,
}

fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the values of a column, one per line. Floats have twelve digits, because the last bits
/// of logarithms differ between machines.
fn values(column: &Column) -> String {
    let mut text = String::new();
    for row in 0..column.len() {
        match column.get(row).unwrap() {
            AnyValue::Null => writeln!(text, "-"),
            AnyValue::String(value) => writeln!(text, "{value:?}"),
            AnyValue::Float64(value) => writeln!(text, "{value:.11e}"),
            value => writeln!(text, "{value}"),
        }
        .unwrap();
    }
    text
}

impl Table {
    fn of(data: &DataFrame) -> Table {
        let columns = data.columns().iter().map(|column| {
            let kind = column.dtype().to_string();
            [column.name().to_string(), kind, sha256(values(column))]
        });
        Table { rows: data.height().to_string(), columns: columns.collect() }
    }
}

/// Checks that the columns of each table of a page have different names, so that its CSV export can
/// be read by these names. The export names a column “±” after the column before it.
fn names_are_unique(page: &str) {
    for table in page.split("<table id=\"table-").skip(1) {
        let (name, rest) = table.split_once('"').unwrap();
        let head = rest.split("</thead>").next().unwrap();
        let mut names: Vec<String> = vec![];
        for heading in head.split("<button type=\"button\"").skip(1) {
            let heading = heading.split("</button>").next().unwrap();
            let heading = heading.split_once('>').unwrap().1;
            let heading = match heading {
                "±" => format!("{} ±", names.last().unwrap()),
                heading => heading.to_owned(),
            };
            assert!(!names.contains(&heading), "table {name} has two columns “{heading}”");
            names.push(heading);
        }
    }
}

impl Facts {
    /// Reads the facts from a report's folder.
    fn of_folder(folder: &Path) -> Facts {
        names_are_unique(&fs::read_to_string(folder.join("report.html")).unwrap());
        let manifest = fs::read(folder.join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        let mut facts = Facts::default();
        for field in ["results", "games"] {
            let value = manifest[field].to_string();
            facts.values.insert(field.to_string(), value);
        }
        for entry in fs::read_dir(folder.join("tables")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            let data = ParquetReader::new(fs::File::open(&path).unwrap());
            let table = Table::of(&data.finish().unwrap());
            facts.tables.insert(name, table);
        }
        facts
    }

    /// Reads the facts from lines of JSON.
    fn of_events(events: &[u8]) -> Facts {
        let text = std::str::from_utf8(events).unwrap();
        let lines = text.lines().count();
        assert!(lines > 20, "a game has more events than that: {text}");
        let values = [("events", lines.to_string()), ("events as text", sha256(events))];
        Facts { values: values.map(|(key, value)| (key.into(), value)).into(), ..Facts::default() }
    }

    fn write(&self) -> String {
        let mut text = String::new();
        for (key, value) in &self.values {
            writeln!(text, "{key}: {value}").unwrap();
        }
        for (name, table) in &self.tables {
            writeln!(text, "\ntable {name}: {} rows", table.rows).unwrap();
            for [column, kind, hash] in &table.columns {
                writeln!(text, "  {column}: {kind} {hash}").unwrap();
            }
        }
        text
    }

    fn read(text: &str) -> Facts {
        let mut facts = Facts::default();
        let mut table = None;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let (key, value) = line.rsplit_once(": ").expect("key: value");
            if let Some(name) = key.strip_prefix("table ") {
                let rows = value.strip_suffix(" rows").expect("so many rows");
                let new: &mut Table = facts.tables.entry(name.into()).or_default();
                new.rows = rows.into();
                table = Some(new);
            } else if let Some(column) = key.strip_prefix("  ") {
                let (kind, hash) = value.split_once(' ').expect("type and hash");
                let table = table.as_mut().expect("a table above its columns");
                table.columns.push([column, kind, hash].map(str::to_string));
            } else {
                facts.values.insert(key.into(), value.into());
            }
        }
        facts
    }

    /// Returns the number of columns of all tables.
    fn size(&self) -> usize {
        self.tables.values().map(|table| table.columns.len()).sum()
    }

    /// Returns the frozen facts that are no longer true, one per line. Additional tables and
    /// columns are allowed.
    fn broken_by(&self, now: &Facts) -> Vec<String> {
        let mut broken = vec![];
        let added = now.size() > self.size();
        for (key, was) in &self.values {
            // Additional tables and columns change the hash of the results; the hashes of the
            // frozen columns still hold.
            if added && key == "results" {
                continue;
            }
            let is = now.values.get(key).map_or("gone", String::as_str);
            if is != was {
                broken.push(format!("{key}: was {was}, is {is}"));
            }
        }
        for (name, was) in &self.tables {
            let Some(is) = now.tables.get(name) else {
                broken.push(format!("table {name}: gone"));
                continue;
            };
            let wrong = was.broken_by(is).into_iter();
            broken.extend(wrong.map(|wrong| format!("table {name}: {wrong}")));
        }
        broken
    }
}

impl Table {
    fn broken_by(&self, now: &Table) -> Vec<String> {
        if self.rows != now.rows {
            return vec![format!("had {} rows, has {}", self.rows, now.rows)];
        }
        let mut broken = vec![];
        let mut places = vec![];
        for [name, kind, hash] in &self.columns {
            let place = now.columns.iter().position(|[column, ..]| column == name);
            let Some(place) = place else {
                broken.push(format!("column {name}: gone"));
                continue;
            };
            places.push(place);
            let [_, kind_now, hash_now] = &now.columns[place];
            if kind != kind_now {
                broken.push(format!("column {name}: was {kind}, is {kind_now}"));
            } else if hash != hash_now {
                broken.push(format!("column {name}: other values"));
            }
        }
        if !places.is_sorted() {
            let names = |table: &Table| {
                let names = table.columns.iter().map(|[name, ..]| name.as_str());
                names.collect::<Vec<_>>().join(", ")
            };
            broken.push(format!(
                "columns in another order: were {}, are {}",
                names(self),
                names(now)
            ));
        }
        broken
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new("tests/contract").join(name).with_extension("txt")
}

/// Returns whether the golden files are to be rewritten.
fn blessing() -> bool {
    std::env::var_os("GONG_BLESS").is_some()
}

/// Compares the output of a command with its frozen facts, or freezes it.
fn hold(name: &str, command: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    let mut gong = Command::new(program::GONG);
    gong.args(command.split_whitespace());
    let watches = command.starts_with("watch");
    if !watches {
        gong.arg("--out").arg(&out);
    }
    let output = program::ended(&mut gong, 0);
    let now = if watches { Facts::of_events(&output.stdout) } else { Facts::of_folder(&out) };
    let path = golden(name);
    if blessing() {
        fs::write(&path, now.write()).unwrap();
        return;
    }
    let frozen = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; GONG_BLESS=1 freezes it", path.display());
    });
    let broken = Facts::read(&frozen).broken_by(&now);
    let broken = broken.join("\n  ");
    assert!(broken.is_empty(), "{name}: gong {command}\n  {broken}");
}

#[test]
fn every_golden_file_is_of_a_command() {
    if blessing() {
        return; // New facts are being written.
    }
    let mut names: Vec<String> = NAMES.iter().map(|name| format!("{name}.txt")).collect();
    names.sort();
    let files = fs::read_dir("tests/contract").unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, names);
}

/// Checks that frozen facts are read back unchanged, and that each kind of violation is reported.
#[test]
fn a_broken_contract_is_told_by_table_and_column() {
    let frozen =
        "games: 3\nresults: \"xy\"\n\ntable scores: 2 rows\n  entrant: str 11\n  score: u16 22\n";
    let facts = Facts::read(frozen);
    assert_eq!(facts.write(), frozen);
    let told = |from: &str, to: &str| {
        let now = frozen.replace(from, to);
        assert_ne!(now, frozen, "{from}");
        facts.broken_by(&Facts::read(&now)).join("\n")
    };
    assert_eq!(told("xy", "xz"), "results: was \"xy\", is \"xz\"");
    assert_eq!(told("games: 3\n", ""), "games: was 3, is gone");
    assert_eq!(told("scores", "points"), "table scores: gone");
    assert_eq!(told("2 rows", "3 rows"), "table scores: had 2 rows, has 3");
    assert_eq!(told("  score: u16 22\n", ""), "table scores: column score: gone");
    assert_eq!(told("u16", "u32"), "table scores: column score: was u16, is u32");
    assert_eq!(told("22", "23"), "table scores: column score: other values");
    assert_eq!(
        told("  entrant: str 11\n  score: u16 22\n", "  score: u16 22\n  entrant: str 11\n"),
        "table scores: columns in another order: were entrant, score, are score, entrant"
    );
    let more = "  entrant: str 11\n  seat: u8 33\n  score: u16 22\n\ntable more: 1 rows\n";
    assert_eq!(
        told("  entrant: str 11\n  score: u16 22\n", more),
        "",
        "more columns and tables are fine"
    );
    let more = frozen.replace("  score", "  seat: u8 33\n  score");
    let more = Facts::read(&more.replace("xy", "xz"));
    assert_eq!(facts.broken_by(&more), [""; 0], "their hash is another");
}
