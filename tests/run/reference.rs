//! Tests of the reference player of `gong run`, which replays the first games of the run.

use crate::common::world::{World, sum};

#[test]
fn the_reference_player_plays_the_first_games_of_the_run() {
    let world = World::new();
    let own = ["run", "jungle.toml", "--strategy", "jungle-greedy.toml", "--games", "120"];
    let asked = [&own[..], &["--reference", "bold", "--out", "out"]].concat();
    let told = String::from_utf8(world.gong(&asked, 0).stdout).unwrap();
    assert!(told.contains(" of their games with “bold”, and "), "{told}");
    assert!(
        told.contains("- With the reference player “bold”, all players together win "),
        "{told}"
    );
    assert!(told.contains(" of the first 120 of these games"), "{told}");
    let tables = world.tables_of("out", &["reference_party", "win_rates"]);
    let alone = ["jungle.toml", "--strategy", "bold", "--games", "120"];
    world.run("alone", &alone);
    assert!(!world.path("alone/tables/reference_party.parquet").exists());
    // Two heroes win or lose together. The table of heroes and the table of seats therefore count
    // every game twice.
    let wins = sum(world.tables_of("alone", &["win_rates"]).get("win_rates"), "wins");
    assert_eq!(sum(tables.get("reference_party"), "wins") * 4, wins);
    assert_eq!(sum(tables.get("reference_party"), "games"), 120);
    // The first line of the page's table is the run itself.
    let own = sum(tables.get("win_rates"), "wins") / 4;
    let page = world.copied("out");
    let row =
        page.split("id=\"table-levels\"").nth(1).and_then(|rest| rest.split("</table>").next());
    let rate = format!("{:.0}", own as f64 / 1.2);
    assert!(row.is_some_and(|row| row.contains(&rate)), "{rate}: {row:?}");

    let manifest = world.manifest("out");
    assert!(manifest.command.contains(" --reference bold "), "{}", manifest.command);
    world.typed(&manifest.command.replacen("gong ", "", 1));
    world.gong(&["rerun", "out"], 0);
}

/// Checks that a run of a hundred games has no reference player, because its share of the games of
/// a search is too small.
#[test]
fn a_few_games_have_no_reference_player() {
    let world = World::new();
    world.run("out", &["jungle.toml", "--games", "100"]);
    assert!(!world.path("out/tables/reference_party.parquet").exists());
    let asked = ["jungle.toml", "--games", "20", "--reference", "beginner"];
    world.run("again", &asked);
    let tables = world.tables_of("again", &["reference_party"]);
    assert_eq!(sum(tables.get("reference_party"), "games"), 20);
}

/// Checks a reference player in a game of rivals: its table, the headline, and that shards and
/// repetitions of the run find the same.
#[test]
fn rivals_have_a_reference_player() {
    let world = World::new();
    let asked = "four.toml --games 400 --strategy balanced --reference mcts-quick";
    let asked: Vec<&str> = asked.split(' ').collect();
    world.run("out", &asked);
    let page = world.copied("out");
    assert!(page.contains("“mcts-quick”"), "{page}");
    let tables = world.tables_of("out", &["reference"]);
    // Four fighters play in each of the fewest games of a reference player.
    assert_eq!(sum(tables.get("reference"), "games"), 4 * 50);
    world.gong(&["rerun", "out"], 0);
    world.shards_give_the_same(&[&["run"], &asked[..]].concat());
}

#[test]
fn impossible_reference_players_are_refused() {
    let world = World::new();
    let before = world.tree();
    for (arguments, why) in [
        (
            "four.toml --reference balanced --quick",
            "'--reference <NAME>' cannot be used with '--quick'",
        ),
        (
            "four.toml --strategy cautious --reference cautious",
            "--reference cautious: cautious plays the command’s own games already",
        ),
        (
            "jungle.toml --reference carefull",
            "--reference carefull: jungle-alert ships no bot of this name; did you mean `careful`?",
        ),
        ("jungle.toml --reference jungle-greedy.toml", "known: `trained`"),
        (
            "jungle.toml --reference bold --strategy random,beginner",
            "--reference needs a single bot",
        ),
    ] {
        let words = ["run"].into_iter().chain(arguments.split(' '));
        let told = world.gong(&words.collect::<Vec<_>>(), 2).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(why), "{arguments}: {told}");
    }
    assert!(world.tree() == before, "something was written");
}
