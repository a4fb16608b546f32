//! Folders of reports and of shards, changed at random, and the commands that read them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gong::cli::ParsedCommand;
use gong::words::hex;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::texts::{changed, one};
use crate::{Came, Seeds};

/// The commands that make the reports.
const REPORTS: [&str; 12] = [
    "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 40 --strategy random --rows",
    "run scenarios/ultimate-warriorz/team-spirit-4-players-a.toml --games 40 --strategy random,balanced",
    "run scenarios/mad-arena/ultimate-warrior.toml --games 40 --strategy balanced",
    "run scenarios/battle-cards/duel.toml --games 40 --strategy random",
    "run scenarios/jungle-alert/one.toml --games 40 --strategy random",
    "compare scenarios/ultimate-warriorz/tribal-rumble.toml --set rules.rounds=9 --games 40 --strategy random",
    "sweep scenarios/ultimate-warriorz/tribal-rumble.toml --vary rules.rounds=5..6 --games 40 --strategy random",
    "pairings scenarios/ultimate-warriorz/tribal-rumble.toml --fighters agaric,cactus,baobab,bonzai --games 20 --strategy random",
    "ladder scenarios/ultimate-warriorz/tribal-rumble.toml --strategy random,balanced --games 100",
    "skill scenarios/ultimate-warriorz/tribal-rumble.toml --levels random:100,balanced:100",
    "sensitivity scenarios/ultimate-warriorz/tribal-rumble.toml --fighter agaric --games 10 --strategy random",
    "tune scenarios/ultimate-warriorz/tribal-rumble.toml --games 10 --edits 1 --only size --strategy random",
];
/// The commands that read the reports.
const READERS: [&str; 3] = ["rerun IN", "compare IN OTHER --out OUT", "compare OTHER IN --out OUT"];
/// The commands that are divided into two shards and merged.
const SHARDS: [&str; 4] = [
    "run scenarios/ultimate-warriorz/tribal-rumble.toml --games 40 --strategy random",
    "compare scenarios/ultimate-warriorz/tribal-rumble.toml --set rules.rounds=9 --games 40 --strategy random",
    "ladder scenarios/ultimate-warriorz/tribal-rumble.toml --games 40 --strategy random,balanced",
    "skill scenarios/ultimate-warriorz/tribal-rumble.toml --levels random:100,balanced:100",
];
const MERGE: &str = "merge IN --out OUT";

/// All files of a folder, by their paths inside the folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Runs a command line.
fn gong(words: &str) -> anyhow::Result<()> {
    ParsedCommand::parse(words.split(' '))?.run(&|_| (), &mut vec![])
}

/// Makes the unchanged folders of reports and of shards.
fn made() -> Vec<Files> {
    let world = tempfile::tempdir().expect("a folder can be made");
    let folder = |commands: &[String]| {
        let out = world.path().join("out");
        for command in commands {
            let made = gong(&format!("{command} --out {}", out.display()));
            made.expect("it can be played");
        }
        let files = files(&out);
        fs::remove_dir_all(out).expect("it is ours");
        files
    };
    let whole = |command: &&str| folder(&[(*command).to_owned()]);
    let divided =
        |command: &&str| folder(&["1/2", "2/2"].map(|part| format!("{command} --shard {part}")));
    let reports = REPORTS.iter().map(whole);
    reports.chain(SHARDS.iter().map(divided)).collect()
}

/// Returns all files below a folder, with their contents.
fn files(folder: &Path) -> Files {
    let (mut found, mut open) = (Files::new(), vec![folder.to_owned()]);
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(path).expect("a folder that can be read") {
            let path = entry.expect("a folder that can be read").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it is in it").to_owned();
            found.insert(name, fs::read(path).expect("a file that can be read"));
        }
    }
    found
}

/// Returns an unusual number or text.
fn odd(luck: &mut Pcg64Mcg) -> Value {
    match luck.random_range(0..12) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(0),
        3 => json!(0.5),
        4 => json!(7),
        5 => json!(""),
        6 => json!("../../../etc/passwd"),
        7 => json!("<script>\u{1b}[31m\u{0}"),
        8 => json!([]),
        9 => json!({}),
        10 => json!(true),
        _ => json!("x".repeat(1 << luck.random_range(0..16))),
    }
}

/// Changes or removes one value somewhere below `value`.
fn shaken(value: &mut Value, luck: &mut Pcg64Mcg) {
    let stays = luck.random_range(0..4) == 0;
    match value {
        Value::Object(fields) if !stays && !fields.is_empty() => {
            let at = luck.random_range(0..fields.len());
            let name = fields.keys().nth(at).expect("it has so many").clone();
            match luck.random_range(0..6) {
                0 => drop(fields.remove(&name)),
                _ => shaken(&mut fields[&name], luck),
            }
        }
        Value::Array(items) if !stays && !items.is_empty() => {
            let at = luck.random_range(0..items.len());
            match luck.random_range(0..6) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => shaken(&mut items[at], luck),
            }
        }
        _ => *value = odd(luck),
    }
}

/// Changes, cuts off or inserts a part of a file's bytes.
fn mangled(bytes: &mut Vec<u8>, luck: &mut Pcg64Mcg) {
    let at = luck.random_range(0..=bytes.len());
    match luck.random_range(0..4) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, luck.next_u32() as u8),
        _ if at < bytes.len() => bytes[at] ^= 1 << luck.random_range(0..8),
        _ => {}
    }
}

/// Changes one random file of a folder.
fn change(files: &mut Files, plays: bool, luck: &mut Pcg64Mcg) {
    let names: Vec<PathBuf> = files.keys().cloned().collect();
    let name = one(&names, luck);
    let is_json = name.extension().is_some_and(|kind| kind == "json");
    let other = files[one(&names, luck)].clone();
    let bytes = files.get_mut(name).expect("it is there");
    match luck.random_range(0..8) {
        0 => drop(files.remove(name)),
        1 => *bytes = other,
        // The file contains the number of games that a command plays again. Numbers in the file are
        // therefore not made larger.
        _ if is_json && (plays || luck.random_range(0..3) > 0) => {
            if let Ok(mut value) = serde_json::from_slice(bytes) {
                shaken(&mut value, luck);
                *bytes = value.to_string().into_bytes();
            }
        }
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => *bytes = changed(text, &String::from_utf8_lossy(&other), luck).into_bytes(),
            Err(_) => mangled(bytes, luck),
        },
    }
}

/// Updates the hashes so that they match the changed files, as an attacker would.
fn vouch(files: &mut Files) {
    let hash = |bytes: &[u8]| hex(&Sha256::digest(bytes));
    let tables: Vec<(String, String)> = (files.iter())
        .filter(|(name, _)| name.starts_with("tables"))
        .filter_map(|(name, bytes)| Some((name.file_stem()?.to_str()?.to_owned(), hash(bytes))))
        .collect();
    for (name, bytes) in files {
        let Ok(mut value) = serde_json::from_slice::<Value>(bytes) else {
            continue;
        };
        if name == Path::new("manifest.json") {
            if let Some(hashes) = value.get_mut("files").and_then(Value::as_object_mut) {
                for (table, hash) in &tables {
                    hashes.insert(table.clone(), json!(hash));
                }
            }
        } else if value.get("hash").is_some() {
            let said = json!([value["request"], value["shard"], value["pieces"]]);
            value["hash"] = json!(hash(said.to_string().as_bytes()));
        }
        *bytes = value.to_string().into_bytes();
    }
}

/// Creates a fuzzing case that changes a few files of a folder, and runs a command that reads the
/// folder.
pub fn folder(_: &Seeds, luck: &mut Pcg64Mcg) -> (String, Box<dyn FnOnce() -> Came>) {
    static MADE: OnceLock<Vec<Files>> = OnceLock::new();
    let made = MADE.get_or_init(made);
    let which = luck.random_range(0..made.len());
    let (of, command) = match REPORTS.get(which) {
        Some(report) => (*report, *one(&READERS, luck)),
        None => (SHARDS[which - REPORTS.len()], MERGE),
    };
    let mut changed = made[which].clone();
    let plays = command.starts_with("rerun");
    for _ in 0..1 << luck.random_range(0..3) {
        if !changed.is_empty() {
            change(&mut changed, plays, luck);
        }
    }
    if luck.random_range(0..2) == 0 {
        vouch(&mut changed);
    }
    let differs = |(name, bytes): &(&PathBuf, &Vec<u8>)| made[which].get(*name) != Some(bytes);
    let told: Vec<String> = (changed.iter().filter(differs))
        .map(|(name, bytes)| format!("{}:\n{}", name.display(), String::from_utf8_lossy(bytes)))
        .collect();
    (
        format!("# {of}\n# {command}\n{}", told.join("\n")),
        Box::new(move || read(command, &changed, &made[0])),
    )
}

/// Runs a command on a folder with these files. If the command refuses the folder, checks that the
/// folder is unchanged.
fn read(command: &str, held: &Files, other: &Files) -> Came {
    let world = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| world.path().join(name);
    let write = |folder: &str, files: &Files| {
        for (name, bytes) in files {
            let file = path(folder).join(name);
            let made = fs::create_dir_all(file.parent().expect("it is in a folder"));
            made.and_then(|()| fs::write(file, bytes)).expect("it can be written");
        }
    };
    fs::create_dir(path("in")).expect("it is new");
    write("in", held);
    write("other", other);
    let word = |word: &str| match word {
        "IN" | "OTHER" | "OUT" => path(&word.to_lowercase()).display().to_string(),
        word => word.to_owned(),
    };
    let words: Vec<String> = command.split(' ').map(word).collect();
    match gong(&words.join(" ")) {
        Ok(()) => Came::Accepted(0),
        Err(_) if files(&path("in")) != *held => {
            Came::Wrong("it is refused, and changed".to_owned())
        }
        Err(_) if path("out").exists() => {
            Came::Wrong("it is refused, and leaves something".to_owned())
        }
        Err(_) => Came::Refused,
    }
}
