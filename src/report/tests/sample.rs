//! A made-up report, for tests of folders, tables, charts and pages.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::inputs::Inputs;
use crate::report::measured::GameMeasures;
use crate::report::shared::Wins;
use crate::report::table::{Table, Unit};
use crate::report::words::percent;
use crate::report::{
    Answer, Extras, FighterNote, Folder, Found, Manifest, Page, RosterNote, RuleChange,
    StrategyNote, Tables,
};
use crate::stats::{Cast, Entrant, Tally, sample};

/// Returns the manifest of an invented run, for tests. Some texts would break a page that did not
/// escape them.
pub fn manifest(cast: &Cast, games: u64) -> Manifest {
    let colours =
        ["#C8362B", "#E0A100", "#2E8B57", "#7B4FA3", "#8A5A2B", "#2F6DB5", "#D4629B", "#4E5D6C"];
    let fighter = |(i, key): (usize, &String)| FighterNote {
        key: key.clone(),
        name: match key.as_str() {
            "bonzai" => "Bonzaï".to_owned(),
            other => other[..1].to_uppercase() + &other[1..],
        },
        colour: colours[i % colours.len()].to_owned(),
        printed: vec![format!("size {}", 5 + i)],
        reconstructed: vec!["defense 4".into(), "card 1: movement, melee, defense".into()],
        own: vec![],
        things: BTreeMap::from([("1".to_owned(), "movement 1, defense <4>".to_owned())]),
    };
    let mut keys: Vec<String> = cast.entrants.iter().map(|of| of.fighter.clone()).collect();
    keys.dedup();
    Manifest {
        kind: "run".to_owned(),
        gong: env!("CARGO_PKG_VERSION").to_owned(),
        command: "gong run 'tribal <rumble> & co.toml' --seed 7".to_owned(),
        title: "Tribal Rumble <four & \"drawn\">".to_owned(),
        seed: 7,
        games,
        level: 0.95,
        threads: 2,
        wall_seconds: 3.25,
        games_per_second: games as f64 / 3.25,
        measured: GameMeasures::from(&sample::measures()),
        fighter: ["fighter", "fighters"].map(str::to_owned),
        fighters: keys.iter().enumerate().map(fighter).collect(),
        roster: RosterNote { name: "Ultimate Warriorz".into(), source: "the rulebook".into() },
        rule_changes: vec![RuleChange {
            rule: "rounds".into(),
            value: "8".into(),
            default: "7".into(),
        }],
        strategies: vec![StrategyNote {
            name: "balanced".into(),
            about: "plays every seat".into(),
        }],
        scenario: serde_json::json!({ "title": "</pre><script>alert(1)</script>", "rules": { "rounds": 8 } }),
        ..Manifest::default()
    }
}

/// Returns the statistics of invented games, for tests.
pub fn tally(cast: &Cast, games: u64) -> Tally {
    let mut tally = Tally::new(cast, &sample::measures());
    for seed in 0..games {
        tally.add(&sample::game(cast, seed));
    }
    tally
}

/// Writes the report of a made-up run, with a table and a chart of fighters. If `rows` is true, the
/// report also has the table `games` (one row per game and player).
///
/// # Errors
/// Fails if a file cannot be written.
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
    let answer = answer(cast, &tally(cast, games), &manifest);
    let found = Found::new(vec![], Inputs::default(), &games)?;
    folder.publish(&answer, &found, &manifest, extras)
}

/// Creates the tables and the page of a made-up report: the win rates of the fighters, as a table
/// and as a chart, and the lengths of the games.
fn answer(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Answer {
    let wins = |(i, of)| (of, Wins::of(&tally.won(i), manifest.level));
    let fighters: Vec<(&Entrant, Wins)> = cast.entrants.iter().enumerate().map(wins).collect();
    let table = Table::new("fighters", "Fighters", "One row per fighter.")
        .of(&fighters)
        .word("entrant", |(of, _)| &of.fighter)
        .with("games", Unit::Count, |(_, wins)| wins.games)
        .with("wins", Unit::Count, |(_, wins)| wins.wins)
        .table;
    let lengths: Vec<(u16, u64)> = tally.lengths().collect();
    let lengths = Table::new("game_lengths", "Lengths", "Games by number of rounds.")
        .of(&lengths)
        .with("rounds", Unit::Ordinal, |of| of.0)
        .with("games", Unit::Count, |of| of.1)
        .table;
    let row = |(of, wins): &(&Entrant, Wins)| {
        let mark = Mark::within(wins.rate(), wins.ci_low, wins.ci_high);
        ChartRow::of(&of.fighter, COLD, mark.into(), percent(wins.rate(), 1))
    };
    let form = Rows::win_rates(None, fighters.iter().map(row).collect());
    let headline = match tally.games() {
        0 => "No games were played".to_owned(),
        games => format!("{games} games were played"),
    };
    let charts = vec![Chart::new("fighters", "Win rates", "Win rates in %.", form)];
    let tables = vec![table, lengths];
    let page = Page { headline, charts, tables: tables.clone(), ..Page::default() };
    Answer { page, tables: Tables(tables), changed: vec![] }
}
