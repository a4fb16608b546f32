//! Scenarios with random settings, and their games.

use std::path::PathBuf;

use gong::scenario::Scenario;
use gong::stats::Record;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::Value as Json;

use crate::texts::one;
use crate::{Came, Seeds};

/// Returns the path and the text of a random scenario among the seeds (the files from which cases
/// are made).
fn scenario(seeds: &Seeds, luck: &mut Pcg64Mcg) -> (PathBuf, String) {
    loop {
        let (path, text) = one(&seeds.files, luck);
        if text.contains("[line-up]") && path.extension().is_some_and(|kind| kind == "toml") {
            return (path.clone(), text.clone());
        }
    }
}

/// Returns a value for a setting: near the current value, or arbitrary.
fn value(of: &Json, luck: &mut Pcg64Mcg) -> String {
    if luck.random_range(0..20) == 0 {
        return (*one(
            &[
                "-1",
                "999999999999",
                "nan",
                "[]",
                "{}",
                "\"\"",
                "[1, 2",
                "x\u{1b}",
                "\"𝔘\"",
                "false",
                "1e400",
            ],
            luck,
        ))
        .to_owned();
    }
    match of {
        Json::Bool(_) => luck.random_bool(0.5).to_string(),
        Json::Number(number) => {
            let number = number.as_i64().unwrap_or(1);
            let near = number + luck.random_range(-3..=3);
            (*one(&[near, near, near, luck.random_range(0..=12), luck.random_range(0..=60)], luck))
                .to_string()
        }
        Json::Array(list) => {
            let length = luck.random_range(0..=list.len() + 1);
            let mut entries = (0..length).map(|_| match list.is_empty() {
                true => luck.random_range(0..=9).to_string(),
                false => value(one(list, luck), luck),
            });
            let entries: Vec<String> = entries.by_ref().collect();
            format!("[{}]", entries.join(", "))
        }
        // Uses a word from gong's schemas; an arbitrary word would mostly be refused.
        Json::String(text) => {
            let words = [
                text.as_str(),
                "none",
                "all",
                "random",
                "choice",
                "strict",
                "free",
                "never",
                "after",
                "before",
                "under",
                "adjacent",
            ];
            format!("{:?}", one(&words, luck))
        }
        Json::Null | Json::Object(_) => "{}".to_owned(),
    }
}

/// Collects the path and the value of every leaf of a tree.
fn leaves<'a>(path: &str, tree: &'a Json, found: &mut Vec<(String, &'a Json)>) {
    match tree {
        Json::Object(table) => {
            for (key, below) in table {
                leaves(&format!("{path}.{key}"), below, found);
            }
        }
        leaf => found.push((path.to_owned(), leaf)),
    }
}

/// Returns a few random settings for a scenario, as arguments of `--set`.
fn settings(scenario: &Scenario, luck: &mut Pcg64Mcg) -> Vec<String> {
    let mut paths = vec![];
    leaves("rules", &scenario.rules, &mut paths);
    let rules = paths.len();
    leaves("fighters", &scenario.roster["fighters"], &mut paths);
    let draw = |luck: &mut Pcg64Mcg| {
        let most = if luck.random_bool(0.5) { rules } else { paths.len() };
        let (path, of) = &paths[luck.random_range(0..most)];
        let mut path = path.clone();
        if luck.random_range(0..30) == 0 {
            path.truncate(path.floor_char_boundary(luck.random_range(0..=path.len())));
        }
        format!("{path}={}", value(of, luck))
    };
    let count = 1 << luck.random_range(0..4);
    (0..count).map(|_| draw(luck)).collect()
}

/// Creates a fuzzing case that loads a scenario with random settings, without games.
pub fn setting(seeds: &Seeds, luck: &mut Pcg64Mcg) -> (String, Box<dyn FnOnce() -> Came>) {
    let (path, text) = scenario(seeds, luck);
    let sets = match Scenario::from_text(&path, &text, &[]) {
        Ok(scenario) => settings(&scenario, luck),
        Err(_) => vec!["rules.rounds=5".to_owned()],
    };
    let shown = format!("{}\n{}", path.display(), sets.join("\n"));
    let attempt = move || match Scenario::from_text(&path, &text, &sets) {
        Ok(_) => Came::Accepted(0),
        Err(faults) if faults.is_empty() => {
            Came::Wrong("it is refused without a reason".to_owned())
        }
        Err(_) => Came::Refused,
    };
    (shown, Box::new(attempt))
}

/// Creates a fuzzing case that plays games of a scenario, with those random settings that the
/// scenario accepts.
pub fn game(seeds: &Seeds, luck: &mut Pcg64Mcg) -> (String, Box<dyn FnOnce() -> Came>) {
    let (path, text) = scenario(seeds, luck);
    let mut sets: Vec<String> = vec![];
    let load = |sets: &[String]| Scenario::from_text(&path, &text, sets);
    let Ok(plain) = load(&sets) else {
        return (path.display().to_string(), Box::new(|| Came::Refused));
    };
    let bots = plain.game().bots();
    let names: Vec<&str> = bots.iter().map(|bot| bot.name).chain(["random"]).collect();
    // Of the searching bots only the fastest: a longer search of a long game takes minutes.
    let quick = |name: &&&str| !name.contains("mcts") || name.contains("quick");
    let names: Vec<&str> = names.iter().filter(quick).copied().collect();
    // A random bot is faster, and reaches more positions.
    let bot = match luck.random_bool(0.5) {
        true => "random",
        false => *one(&names, luck),
    };
    sets.push(format!("strategy={bot:?}"));
    // Settings are added one by one, so that many valid ones are combined.
    for setting in settings(&plain, luck) {
        sets.push(setting);
        if load(&sets).is_err() {
            sets.pop();
        }
    }
    let seed = luck.random_range(0..1_000_000);
    // In half of the cases, each bot is asked twice, the second time with other hidden information,
    // and must choose the same. Searching bots are left out, because they are slow already.
    let examined = luck.random_bool(0.5) && !bot.contains("mcts");
    let shown = format!("{}\n{}\nseed {seed}", path.display(), sets.join("\n"));
    let attempt = move || match Scenario::from_text(&path, &text, &sets) {
        Ok(scenario) => play(&scenario, seed, examined),
        Err(_) => Came::Refused,
    };
    (shown, Box::new(attempt))
}

/// Maximum number of games of a scenario. With a searching bot, one game is played.
const GAMES: u64 = 2_000;
/// Maximum number of decisions of a scenario's games; playing stops when it is reached.
const DECISIONS: u64 = 100_000;
/// On average, one game in this number of games is played twice.
const TWICE: u64 = 8;

/// Plays games, some of them twice. Decisions are counted only in games that are played twice,
/// because counting takes time; the other games have about as many decisions.
fn play(scenario: &Scenario, seed: u64, examined: bool) -> Came {
    let simulation = scenario.open();
    let (mut worker, mut counting) = (simulation.worker(), simulation.timed_worker());
    let mut examiner = examined.then(|| simulation.examiner());
    let games = if scenario.cost() > 10 { 1 } else { GAMES };
    let mut decisions = 0;
    for game in 0..games {
        let first = worker.play(seed, game).cloned();
        if game % TWICE == 0 {
            for other in [Some(&mut counting), examiner.as_mut()].into_iter().flatten() {
                let again = other.play(seed, game).cloned();
                let same = match (&first, &again) {
                    (Ok(first), Ok(again)) => first == again,
                    // A script may fail if the rules are not those for which it was written.
                    (Err(first), Err(again)) => first.to_string() == again.to_string(),
                    _ => false,
                };
                if !same {
                    return Came::Wrong(format!(
                        "game {game} comes out differently the second time"
                    ));
                }
            }
            let counted: u64 = counting.clocks().iter().map(|clock| clock.decisions).sum();
            decisions = counted * games.min(TWICE);
        }
        let what = first.map(|first| broken(&first, simulation.cast().slots.len()));
        if let Ok(Some(what)) = what {
            return Came::Wrong(format!("game {game}: {what}"));
        }
        if game % TWICE == TWICE - 1 && decisions >= DECISIONS {
            break;
        }
    }
    Came::Accepted(decisions)
}

/// Returns the condition that a finished game violates; `None` if it violates none.
fn broken(record: &Record, slots: usize) -> Option<String> {
    let players = &record.players;
    if players.is_empty() || players.len() > slots {
        return Some(format!("{} players in {slots} slots", players.len()));
    }
    let first = |player: &&gong::stats::Player| player.place == 1;
    let winners = players.iter().filter(|player| player.won).count();
    if players.iter().any(|player| player.won && player.place > 1) {
        return Some("a winner who is not the first".to_owned());
    }
    if winners > 0
        && players.iter().any(|player| player.place > 0)
        && !players.iter().any(|player| first(&player))
    {
        return Some("nobody is the first".to_owned());
    }
    let odd = record.uses.iter().find(|of| of.round == 0 || of.round > record.rounds);
    odd.map(|of| format!("something is used in round {} of {}", of.round, record.rounds))
}
