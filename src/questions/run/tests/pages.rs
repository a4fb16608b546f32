//! Tests of pages and of the text for a terminal: words, order, and what is left out.

use std::path::Path;

use super::{page, two_teams};
use crate::report::Manifest;
use crate::report::sample::{manifest, tally};
use crate::stats::{Tally, Use, sample};

#[test]
fn one_game_and_one_round_are_in_the_singular() {
    let cast = sample::cast(4, 4);
    let mut record = sample::game(&cast, 0);
    record.rounds = 1;
    record.uses.truncate(1);
    record.players.iter_mut().for_each(|player| player.values[sample::ROUND_ELIMINATED] = 1);
    let mut tally = Tally::new(&cast, &sample::measures());
    tally.add(&record);
    let manifest = Manifest { partial: true, ..manifest(&cast, 1) };
    let page = page(&cast, &tally, &manifest);
    let html = page.render(&manifest).unwrap();
    assert!(html.contains(" · 1 game</p>") && html.contains("<span>1 game, seed 7"));
    let text = page.summary(&manifest, Path::new("x"), usize::MAX).unwrap();
    assert!(text.contains("1 game") && !text.contains(" 1 games"), "{text}");
}

#[test]
fn the_summary_fits_a_terminal_and_leads_on() {
    let cast = sample::cast(8, 4);
    let unchecked = "The reference player “mcts-fast” has not played all its games";
    let manifest = Manifest {
        partial: true,
        unplayed_reference: Some("mcts-fast".to_owned()),
        ..manifest(&cast, 3_000)
    };
    let page = page(&cast, &tally(&cast, 3_000), &manifest);
    let text = page.summary(&manifest, Path::new("reports/run"), usize::MAX).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("Fighter")).unwrap();
    assert!(lines[head + 1].starts_with("Agaric"), "{text}");
    assert!(lines[head..head + 9].iter().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("open reports/run/report.html"));
    assert!(text.contains("gong watch 'tribal <rumble> & co.toml' --seed 7 --game 0"));
    // What is not checked is said before the headline.
    assert!(text.find(unchecked).unwrap() < text.find(&page.headline).unwrap());
}

#[test]
fn a_terminal_prefers_fighters_with_own_values() {
    let cast = sample::cast(8, 4);
    let mut manifest = manifest(&cast, 100);
    let sorgho = manifest.fighters.iter_mut().find(|note| note.key == "sorgho").unwrap();
    sorgho.own = vec!["size 5".to_owned()];
    let page = page(&cast, &tally(&cast, 100), &manifest);
    let brief = &page.brief.tables[0].1;
    let preferred = (0..brief.height()).filter(|&row| brief.preferred[row]);
    let names: Vec<String> = preferred.map(|row| brief.columns[0].shown(row)).collect();
    assert_eq!(names, ["Sorgho"]);
}

#[test]
fn a_manifest_that_does_not_say_how_fighters_are_called_calls_them_so() {
    let mut old = serde_json::to_value(manifest(&sample::cast(4, 4), 10)).unwrap();
    old.as_object_mut().unwrap().remove("fighter").unwrap();
    let read: Manifest = serde_json::from_value(old).unwrap();
    assert_eq!(read.fighter, ["fighter", "fighters"]);
}

/// Checks which things a page shows. The barrel is used in every game, the first card in one of
/// 3,000 games, and no other thing is used.
#[test]
fn things_say_what_they_are_and_those_that_nobody_uses_are_left_out() {
    let cast = sample::cast(4, 4);
    let mut tally = Tally::new(&cast, &sample::measures());
    for seed in 0..3_000 {
        let mut record = sample::game(&cast, seed);
        let things = if seed == 9 { &[6, 0][..] } else { &[6] };
        let used = |&thing| Use { thing, round: 1, ..Default::default() };
        record.uses = things.iter().map(used).collect();
        tally.add(&record);
    }
    let mut manifest = manifest(&cast, 3_000);
    let [barrel, meaning] = ["powder barrel", "movement 1, shooting 3"];
    for fighter in &mut manifest.fighters {
        fighter.things = [(barrel.to_owned(), meaning.to_owned())].into();
    }
    let page = page(&cast, &tally, &manifest);
    let cards = page.tables.iter().find(|table| table.name == "cards").unwrap();
    assert!(cards.height() > 0);
    for (column, expected) in [("Card", barrel), ("What it is", meaning)] {
        let mut values = cards.column(column).unwrap().str().unwrap().iter();
        assert!(values.all(|value| value == Some(expected)));
    }
}

#[test]
fn the_page_begins_with_the_factions_if_there_are_any() {
    let cast = two_teams(8);
    let manifest = Manifest {
        factions: ["heroes", "villains"].map(str::to_owned).to_vec(),
        set: vec!["rules.rounds=8".to_owned()],
        ..manifest(&cast, 2_000)
    };
    let shown = page(&cast, &tally(&cast, 2_000), &manifest);
    assert!(shown.headline.starts_with("No side is measurably strong"), "{}", shown.headline);
    let wins = shown.brief.tables[0].1.column("Win rate %").unwrap();
    let factions = wins.head(Some(2));
    assert!((factions.sum::<f64>().unwrap() - 1.0).abs() < 1e-9, "{factions}");
    let html = shown.render(&manifest).unwrap();
    let top = html.split("<nav").next().unwrap();
    assert!(top.contains("With <code>rules.rounds=8</code>"), "{top}");
}

#[test]
fn a_run_without_games_says_so() {
    let cast = sample::cast(4, 4);
    let manifest = manifest(&cast, 0);
    let page = page(&cast, &tally(&cast, 0), &manifest);
    assert_eq!(page.headline, "No games were played");
    page.render(&manifest).unwrap();
    page.summary(&manifest, Path::new("x"), usize::MAX).unwrap();
}
