//! Tests of the reference player of `gong run`, which replays the first games of the run.

use gong::report::Table;
use polars::prelude::{DataFrame, DataType};

use crate::common::world::{World, rows_with, sum, texts};

/// Returns the rows about one player and one kind of subjects.
fn of_player(of: &Table, player: &str, kind: &str) -> DataFrame {
    rows_with(of, &[("player", player), ("subject_kind", kind)])
}

#[test]
fn the_reference_player_plays_the_first_games_of_the_run() {
    let world = World::new();
    let own = "run jungle.toml --strategy jungle-greedy.toml --games 120";
    let told = world.says(&format!("{own} --reference bold --out out"));
    assert!(told.contains("with “bold” and "), "{told}");
    let own = "Measured with the reference player “bold” (120 games) and with the bot “jungle-greedy” (120 games)";
    assert!(told.contains(own), "{told}");
    let tables = world.tables_of("out", &["results", "win_rates"]);
    let alone = ["jungle.toml", "--strategy", "bold", "--games", "120"];
    world.run("alone", &alone);
    // Two heroes win or lose together. The table of heroes and the table of seats therefore count
    // every game twice.
    let wins = sum(world.tables_of("alone", &["win_rates"]).get("win_rates"), "wins");
    let party = of_player(tables.get("results"), "bold", "group");
    let [value, games] = ["value", "games"].map(|name| {
        let column = party.column(name).unwrap().cast(&DataType::Float64).unwrap();
        column.f64().unwrap().get(0).unwrap()
    });
    assert_eq!(((value * games * 4.0).round() as u64, games as u64), (wins, 120));

    let manifest = world.manifest("out");
    assert!(manifest.command.contains(" --reference bold "), "{}", manifest.command);
}

/// Checks that a run of a hundred games has no reference player, because its share of the games of
/// a search is too small.
#[test]
fn a_few_games_have_no_reference_player() {
    let world = World::new();
    world.run("out", &["jungle.toml", "--games", "100"]);
    let own = world.tables_of("out", &["results"]);
    assert_eq!(texts(own.get("results"), "player").len(), 1);
    let asked = ["jungle.toml", "--games", "20", "--reference", "beginner"];
    world.run("again", &asked);
    let tables = world.tables_of("again", &["results"]);
    let games = of_player(tables.get("results"), "beginner", "group");
    assert_eq!(games.column("games").unwrap().u64().unwrap().iter().flatten().sum::<u64>(), 20);
}

#[test]
fn rivals_have_a_reference_player() {
    let world = World::new();
    world.says("run four.toml --games 400 --strategy balanced --reference mcts-quick --out out");
    let page = world.copied("out");
    assert!(page.contains("“mcts-quick”"), "{page}");
    let tables = world.tables_of("out", &["results"]);
    // Four fighters play in each of the fewest games of a reference player.
    let games = of_player(tables.get("results"), "mcts-quick", "fighter");
    assert_eq!(games.column("games").unwrap().u64().unwrap().iter().flatten().sum::<u64>(), 4 * 50);
}

#[test]
fn impossible_reference_players_are_refused() {
    let rows = "
        four.toml --reference balanced --quick => '--reference <NAME>' cannot be used with '--quick'
        four.toml --strategy cautious --reference cautious => --reference cautious: cautious plays the command’s own games already
        jungle.toml --reference carefull => --reference carefull: jungle-alert ships no bot of this name; did you mean `careful`?
        jungle.toml --reference jungle-greedy.toml => known: `trained`
        jungle.toml --reference bold --strategy random,beginner => --reference needs a single bot";
    World::new().refuses_each("run", rows);
}
