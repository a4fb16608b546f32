//! A made-up run, for tests of tables, charts and page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::measured::Measured;
use super::{
    Extras, FighterNote, Folder, Kind, Manifest, RosterNote, RuleChange, StrategyNote,
    TablesAnswer, run,
};
use crate::stats::{Cast, Tally, sample};

/// The manifest of a made-up run. Some of its texts would break a page that did not escape them.
pub fn manifest(cast: &Cast, games: u64) -> Manifest {
    let colours = [
        "#C8362B", "#E0A100", "#2E8B57", "#7B4FA3", "#8A5A2B", "#2F6DB5", "#D4629B", "#4E5D6C",
    ];
    let fighter = |(i, key): (usize, &String)| FighterNote {
        key: key.clone(),
        name: match key.as_str() {
            "bonzai" => "Bonzaï".to_string(),
            other => other[..1].to_uppercase() + &other[1..],
        },
        colour: colours[i % colours.len()].to_string(),
        printed: vec![format!("size {}", 5 + i)],
        reconstructed: vec![
            "defense 4".to_string(),
            "card 1: movement, melee, defense".to_string(),
        ],
        own: vec![],
        things: BTreeMap::from([("1".to_string(), "movement 1, defense <4>".to_string())]),
    };
    let mut keys: Vec<String> = cast
        .entrants
        .iter()
        .map(|entrant| entrant.fighter.clone())
        .collect();
    keys.dedup();
    Manifest {
        headline: String::new(),
        kind: Kind::Run,
        gong: env!("CARGO_PKG_VERSION").to_string(),
        engine: String::new(),
        command: "gong run 'tribal <rumble> & co.toml' --seed 7".to_string(),
        title: "Tribal Rumble <four & \"drawn\">".to_string(),
        seed: 7,
        games,
        fewer: false,
        partial: false,
        level: 0.95,
        precision: None,
        threads: 2,
        wall_seconds: 3.25,
        games_per_second: games as f64 / 3.25,
        watch: "'tribal <rumble> & co.toml'".to_string(),
        skill: "'tribal <rumble> & co.toml'".to_string(),
        measured: Measured::from(&sample::measures()),
        fighter: ["fighter", "fighters"].map(str::to_owned),
        fighters: keys.iter().enumerate().map(fighter).collect(),
        factions: vec![],
        set: vec![],
        roster: RosterNote {
            name: "Ultimate Warriorz".to_string(),
            source: "the rulebook, French".to_string(),
        },
        rule_changes: vec![RuleChange {
            rule: "rounds".to_string(),
            value: "8".to_string(),
            default: "7".to_string(),
        }],
        strategies: vec![StrategyNote {
            name: "balanced".to_string(),
            about: "plays every seat".to_string(),
        }],
        unlearnt: vec![],
        strangers: vec![],
        stand_in: None,
        scenario: serde_json::json!({ "title": "</pre><script>alert(1)</script>", "rules": { "rounds": 8 } }),
        beside: None,
        bots: vec![],
        changed: vec![],
        found: String::new(),
        tables: vec![],
        files: BTreeMap::new(),
        charts: vec![],
        results: String::new(),
    }
}

/// The tally of made-up games.
pub fn tally(cast: &Cast, games: u64) -> Tally {
    let mut tally = Tally::new(cast, &sample::measures());
    for seed in 0..games {
        tally.add(&sample::game(cast, seed));
    }
    tally
}

/// Writes the folder of a made-up run, with rows if asked.
pub fn write(target: &Path, cast: &Cast, games: u64, rows: bool, extras: Extras) -> Result<()> {
    let folder = Folder::stage(target)?;
    if rows {
        let mut writer = folder.rows(cast, &sample::measures())?;
        for seed in 0..games {
            writer.add(seed, &[sample::game(cast, seed)])?;
        }
        writer.finish()?;
    }
    let manifest = manifest(cast, games);
    let tables = run::tables(cast, &tally(cast, games), manifest.level);
    folder.publish(TablesAnswer::new(&tables, &manifest), extras)
}
