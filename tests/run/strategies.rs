//! Tests that `--set` and `--strategy` change the intended values, and that the command in the
//! manifest plays the same games again.

use gong::report::Manifest;

use crate::common::world::{World, texts, values};

/// Runs the command in the manifest through a shell, and compares the results.
fn plays_again(world: &World, manifest: &Manifest) {
    assert_eq!(world.again(manifest).results, manifest.results, "{}", manifest.command);
}

/// Returns the strategy of each fighter as `fighter strategy`, sorted.
fn casting(world: &World, out: &str) -> Vec<String> {
    let tables = world.tables(out);
    let table = tables.get("placements");
    let [fighters, bots] = ["entrant", "strategy"].map(|column| values::<String>(table, column));
    let pairs = fighters.into_iter().zip(bots);
    let mut pairs: Vec<String> = pairs.map(|(who, bot)| format!("{who} {bot}")).collect();
    pairs.sort();
    pairs.dedup();
    pairs
}

#[test]
fn each_form_of_strategy_changes_whom_it_names() {
    let world = World::new();
    world.write("mixed.toml", "title = \"Mixed\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = \"random\"\n[line-up]\nteams = [[\"agaric\", \"baobab\"], [\"bonzai\", \"sorgho\"]]\n[strategies]\nfighters.sorgho = \"greedy.toml\"\n");
    let default = world.run("default", &["mixed.toml", "--games", "80"]);
    assert_eq!(
        casting(&world, "default"),
        ["agaric random", "baobab random", "bonzai random", "sorgho greedy"]
    );
    plays_again(&world, &default);
    let forms: [(&[&str], [&str; 4]); 6] = [
        // The given strategy plays all fighters, because it replaces the scenario's own exceptions.
        (&["greedy.toml"], ["greedy", "greedy", "greedy", "greedy"]),
        (&["balanced"], ["balanced", "balanced", "balanced", "balanced"]),
        (&["fighters.agaric=greedy.toml"], ["greedy", "random", "random", "greedy"]),
        (&["seats.2=greedy.toml"], ["random", "greedy", "random", "greedy"]),
        (&["teams.2=greedy.toml"], ["random", "random", "greedy", "greedy"]),
        // The most specific entry applies: fighter before seat, seat before team, team before
        // everybody.
        (
            &["random", "teams.1=greedy.toml", "seats.2=random", "fighters.sorgho=balanced"],
            ["greedy", "random", "random", "balanced"],
        ),
    ];
    for (strategies, expected) in forms {
        let mut arguments = vec!["mixed.toml", "--games", "80"];
        arguments.extend(strategies.iter().flat_map(|strategy| ["--strategy", strategy]));
        let manifest = world.run("out", &arguments);
        let who = ["agaric", "baobab", "bonzai", "sorgho"];
        let expected: Vec<String> =
            who.iter().zip(expected).map(|(who, bot)| format!("{who} {bot}")).collect();
        assert_eq!(casting(&world, "out"), expected, "{strategies:?}");
        for strategy in strategies {
            assert!(
                manifest.command.contains(&format!("--strategy {strategy}")),
                "{}",
                manifest.command
            );
        }
        assert_ne!(manifest.results, default.results, "{strategies:?}");
        plays_again(&world, &manifest);
    }
}

#[test]
fn settings_change_the_games_and_stand_in_the_command() {
    let world = World::new();
    let games = ["four.toml", "--games", "80"];
    let plain = world.run("plain", &games);
    for (set, rule) in [
        ("rules.rounds=3", "/rules/rounds"),
        ("rules.rocks=[9, 9]", "/rules/rocks"),
        ("rules.recycle=all", "/rules/recycle"),
        ("fighters.agaric.cards.1.melee=12", "/roster/fighters/agaric/cards/1/melee"),
        ("fighters.agaric.name=\"O'Brien & `$HOME`\"", "/roster/fighters/agaric/name"),
        ("line-up.draw=3", "/line_up"),
    ] {
        let manifest = world.run("out", &[&games[..], &["--set", set]].concat());
        assert_ne!(
            manifest.scenario.pointer(rule).unwrap(),
            plain.scenario.pointer(rule).unwrap(),
            "{set}"
        );
        assert!(manifest.command.contains("--set "), "{}", manifest.command);
        let moved = !set.contains(".name=") && !set.contains("recycle");
        assert_eq!(manifest.results != plain.results, moved, "{set}");
        plays_again(&world, &manifest);
    }
    let shorter = world.run("out", &[&games[..], &["--set", "rules.rounds=3"]].concat());
    assert_eq!(shorter.rule_changes.len(), 1);
    assert_eq!((&*shorter.rule_changes[0].rule, &*shorter.rule_changes[0].value), ("rounds", "3"));
    let pool = "line-up.pool=[\"agaric\", \"baobab\", \"cactus\", \"sorgho\"]";
    let few = world.run("out", &[&games[..], &["--set", pool]].concat());
    let tables = world.tables("out");
    assert_eq!(texts(tables.get("win_rates"), "entrant"), ["agaric", "baobab", "cactus", "sorgho"]);
    plays_again(&world, &few);
}
