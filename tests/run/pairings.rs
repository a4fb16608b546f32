//! Tests of `gong pairings` as a command: its output, the marks in its tables, and rejected input.

use gong::scenario::Scenario;

use crate::common::world::{World, keeps, rows_with, sum};

const LINE_UPS: &str = "line_up u64, teams str, games u64, off f64, verdict str";

#[test]
fn every_line_up_is_in_the_tables_with_the_columns_that_users_rely_on() {
    let world = World::new();
    let told = world.says("pairings four.toml --team-size 2 --games 20 --out out --png");
    assert!(
        told.starts_with("Four at random, the tests' own: 210 line-ups, 4,200 games in "),
        "{told}"
    );
    assert!(told.contains("open out/report.html"), "{told}");
    let manifest = world.manifest("out");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("pairings", 4_200));
    let tables = world.tables("out");
    assert_eq!(manifest.results, tables.hash().unwrap());
    let headline = &manifest.headline;
    assert!(headline.contains("210 line-ups"), "{headline}");
    keeps(tables.get("line_ups"), LINE_UPS);
    // 420 teams, 8 fighters and 28 pairs.
    let heights = ["line_ups", "results"].map(|name| tables.get(name).height());
    assert_eq!(heights, [210, 420 + 8 + 28]);
    assert_eq!(sum(tables.get("line_ups"), "games"), 4_200);
    for chart in &manifest.charts {
        let svg = world.text(&format!("out/charts/{chart}.svg"));
        assert!(svg.starts_with("<svg ") && !svg.contains("href"), "{chart}");
        assert!(world.path(&format!("out/charts/{chart}.png")).exists(), "{chart}");
    }
    let page = world.copied("out");
    assert!(page.contains(&manifest.command) && page.contains("Agaric + Baobab"));
    // All of the roster, in pairs as in the scenario.
    world.says("pairings teams.toml --games 5 --out teams");
    assert_eq!(world.tables("teams").get("line_ups").height(), 210);
}

/// Checks that the reference player plays the line-ups that the verdict names.
#[test]
fn the_reference_player_checks_the_line_ups_that_the_verdict_names() {
    let world = World::new();
    for (ask, teams, reference) in [
        (
            "four.toml --games 300 --fighters agaric,baobab,bonzai,cactus,sorgho --reference",
            12,
            "beginner",
        ),
        ("jungle.toml --games 100 --fighters tempo,mira-lynx,gros-roc --reference", 3, "careful"),
    ] {
        let ask = format!("pairings {ask} {reference} --strategy random --out out");
        let told = world.says(&ask);
        assert!(told.contains("the reference player “"), "{told}");
        let tables = world.tables_of("out", &["results"]);
        let theirs = rows_with(tables.get("results"), &[("player", reference)]);
        assert_eq!(theirs.height(), teams, "{ask}");
    }
}

#[test]
fn parties_of_a_cooperative_game_play_the_same_missions_and_are_ranked() {
    let world = World::new();
    let fighters = "tempo,mira-lynx,gros-roc,yohan-duo";
    let bot = "jungle-greedy.toml";
    let ask = format!("pairings jungle.toml --strategy {bot} --fighters {fighters} --games 40");
    let told = world.says(&format!("{ask} --out out"));
    assert!(told.starts_with("Two heroes, the tests' own: 6 parties, 240 games in "), "{told}");
    let tables = world.tables("out");
    keeps(tables.get("line_ups"), LINE_UPS);
    let results = tables.get("results");
    let count = |kind| rows_with(results, &[("subject_kind", kind)]).height();
    assert_eq!(["group", "fighter", "pair"].map(count), [6, 4, 6]);
    // The scenario's own party wins the same games as in runs of the scenario, in which its two
    // heroes sit in both orders in turn.
    let seed = world.manifest("out").seed;
    let mut won = 0;
    for (first, heroes) in [(0, ["mira-lynx", "tempo"]), (1, ["tempo", "mira-lynx"])] {
        let sets = [
            format!("line-up.heroes={heroes:?}"),
            format!("strategy={}", world.path("jungle-greedy.toml").display()),
        ];
        let simulation = Scenario::load(&world.path("jungle.toml"), &sets).unwrap().open();
        let mut worker = simulation.worker();
        for game in (first..40).step_by(2) {
            won += u64::from(worker.play(seed, game).unwrap().players[0].won);
        }
    }
    let party = [("subject_kind", "group"), ("subject", "mira-lynx+tempo")];
    let party = rows_with(results, &party);
    let rate = party.column("value").unwrap().f64().unwrap().get(0);
    assert_eq!(rate, Some(won as f64 / 40.0));
    assert_eq!(world.manifest("out").kind, "parties");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let rows = "
        four.toml --team-size 5 => teams of 5 against 5 need 10 fighters; a game has at most 8
        four.toml --team-size 0 => 0 is not in 1..=7
        four.toml --fighters agarik,cactus => did you mean `agaric`?
        four.toml --fighters agaric,cactus,sorgho => need 4 fighters; --fighters names only 3
        four.toml --margin 50% => below the fair share of 2 teams
        four.toml --precision 1% => has no flag --precision
        jungle.toml --team-size 2,2 => with several sizes
        jungle.toml --margin 3% => parties are ranked
        jungle.toml --team-size 5 => ; a game has at most 4
        jungle.toml --fighters tempo => parties of 2 need 2 heroes; --fighters names only 1";
    World::new().refuses_each("pairings --out out", rows);
}
