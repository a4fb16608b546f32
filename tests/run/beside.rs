//! Tests of `gong run --beside`: the win rates of stronger bots in the games of a run.

use crate::world::{World, sum};

#[test]
fn who_plays_beside_a_run_plays_the_first_of_its_games() {
    let world = World::new();
    let own = [
        "run",
        "jungle.toml",
        "--strategy",
        "jungle-greedy.toml",
        "--games",
        "120",
    ];
    let asked = [&own[..], &["--beside", "bold", "--out", "out"]].concat();
    let told = String::from_utf8(world.gong(&asked, 0).stdout).unwrap();
    assert!(
        told.contains("With the bot “jungle-greedy”, all players together win "),
        "{told}"
    );
    assert!(
        told.contains("- For comparison, the bot “bold” wins "),
        "{told}"
    );
    assert!(told.contains(" of the first 120 of these games"), "{told}");
    let tables = world.tables_of("out", &["beside", "win_rates"]);
    let alone = [
        "jungle.toml",
        "--strategy",
        "bold",
        "--games",
        "120",
        "--beside",
        "none",
    ];
    world.run("alone", &alone);
    assert!(!world.path("alone/tables/beside.parquet").exists());
    // Two heroes win or lose together. The table of heroes and the table of seats therefore count
    // every game twice.
    let wins = sum(
        world.tables_of("alone", &["win_rates"]).get("win_rates"),
        "wins",
    );
    assert_eq!(sum(tables.get("beside"), "wins") * 4, wins);
    assert_eq!(sum(tables.get("beside"), "games"), 120);
    // The first line of the page's table is the run itself.
    let own = sum(tables.get("win_rates"), "wins") / 4;
    let page = world.copied("out");
    let row = page
        .split("id=\"table-levels\"")
        .nth(1)
        .and_then(|rest| rest.split("</table>").next());
    let rate = format!("{:.0}", own as f64 / 1.2);
    assert!(
        row.is_some_and(|row| row.contains(&rate)),
        "{rate}: {row:?}"
    );

    let manifest = world.manifest("out");
    assert!(
        manifest.command.contains(" --beside bold "),
        "{}",
        manifest.command
    );
    world.typed(&manifest.command.replacen("gong ", "", 1));
    world.gong(&["rerun", "out"], 0);
}

/// Checks that a run of a hundred games gets no reference bot, because a search would take longer
/// than the run.
#[test]
fn a_few_games_have_nobody_beside_them() {
    let world = World::new();
    world.run("out", &["jungle.toml", "--games", "100"]);
    assert!(!world.path("out/tables/beside.parquet").exists());
    let asked = ["jungle.toml", "--games", "20", "--beside", "beginner"];
    world.run("again", &asked);
    let tables = world.tables_of("again", &["beside"]);
    assert_eq!(sum(tables.get("beside"), "games"), 20);
}

#[test]
fn who_cannot_play_beside_a_run_is_refused() {
    let world = World::new();
    let before = world.tree();
    for (arguments, why) in [
        (
            "four.toml --beside balanced",
            "--beside needs a cooperative game: in ultimate-warriorz sides are rivals",
        ),
        (
            "jungle.toml --beside carefull",
            "--beside carefull: jungle-alert ships no bot of this name; did you mean `careful`?",
        ),
        (
            "jungle.toml --beside jungle-greedy.toml",
            "known: `trained`, `careful`",
        ),
        (
            "jungle.toml --beside bold --strategy random,beginner",
            "--beside needs a single bot",
        ),
    ] {
        let words = ["run"].into_iter().chain(arguments.split(' '));
        let told = world.gong(&words.collect::<Vec<_>>(), 2).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(why), "{arguments}: {told}");
    }
    assert!(world.tree() == before, "something was written");
}
