//! Tests of `gong run` with several bots: the tables contain the run of each bot, and the verdict
//! says on what the bots agree.

use std::fs;

use gong::report::Tables;

use super::skill::win_rates;
use crate::common::world::{World, sum};

/// Returns the rows of a table as text, without the column that names the strategy.
fn rows(tables: &Tables, name: &str, strategy: Option<&str>) -> Vec<String> {
    let table = tables.get(name);
    let strategies = table.column("strategy").unwrap().str().unwrap().clone();
    (0..table.height())
        .filter(|&row| strategy.is_none() || strategies.get(row) == strategy)
        .map(|row| {
            let cells =
                table.columns.iter().map(|column| format!("{:?}", column.values.get(row).unwrap()));
            cells.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

#[test]
fn each_bot_s_rows_are_those_of_its_own_run() {
    let world = World::new();
    let told =
        world.says("run four.toml --strategy random,greedy.toml --games 400 --out both --png");
    assert!(told.contains(": 2 bots, 800 games in ") && told.contains("Verdict"), "{told}");
    let manifest = world.manifest("both");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("bots", 800));
    let both = world.tables("both");
    assert_eq!(manifest.results, both.hash().unwrap());
    for (bot, name) in [("random", "random"), ("greedy.toml", "greedy")] {
        world.run(name, &["four.toml", "--strategy", bot, "--games", "400"]);
        let alone = world.tables(name);
        for table in ["win_rates", "scores", "score_summary", "eliminations", "placements", "cards"]
        {
            assert_eq!(
                rows(&both, table, Some(name)),
                rows(&alone, table, None),
                "{table} of {name}"
            );
        }
    }
    assert_eq!(sum(both.get("win_rates"), "wins"), 2 * 800);
    assert_eq!(win_rates(both.get("results")).height(), 2 * 8);
    for kind in ["svg", "png"] {
        assert!(world.path(&format!("both/charts/win_rates.{kind}")).exists());
    }
    let page = world.copied("both");
    assert!(page.contains(&manifest.command) && page.contains("Win rates by bot"));
}

/// Checks which results are robust and which depend on the style of play, in a scenario in which
/// Baobab hits much harder than all others.
#[test]
fn what_all_bots_see_is_robust_and_what_they_do_not_depends_on_style() {
    let world = World::new();
    let sets = [8, 5, 4, 1].map(|card| format!(" --set fighters.baobab.cards.{card}.melee=12"));
    let ask = "run four.toml --strategy random,greedy.toml --games 30k --out out";
    let told = world.says(&format!("{ask}{}", sets.concat()));
    let tables = world.tables("out");
    let results = win_rates(tables.get("results"));
    let column = |name: &str| -> Vec<String> {
        let column = results.column(name).unwrap().str().unwrap().clone();
        column.iter().map(|text| text.unwrap().to_owned()).collect()
    };
    let (subjects, sides, players) = (column("subject"), column("standing"), column("players"));
    assert!(players.contains(&"same".to_owned()), "{told}");
    assert!(players.contains(&"depends".to_owned()), "{told}");
    for row in (0..subjects.len()).filter(|row| subjects[*row] == "baobab") {
        assert_eq!((sides[row].as_str(), players[row].as_str()), ("above", "same"), "{told}");
    }
}

/// Writes the tests' scenario of four fighters with another value of `strategy`.
fn write_listed(world: &World, name: &str, strategy: &str) {
    let text = world.text("four.toml");
    let listed = text.replace("strategy = \"random\"", &format!("strategy = {strategy}"));
    assert_ne!(listed, text);
    world.write(name, &listed);
}

#[test]
fn a_list_in_the_scenario_plays_what_the_flag_plays() {
    let world = World::new();
    write_listed(&world, "listed.toml", "[\"random\", \"greedy.toml\", \"balanced\"]");
    let games = ["--games", "120", "--seed", "4"];
    let flag = ["four.toml", "--strategy", "random,greedy.toml,balanced"];
    let flag = world.run("flag", &[&flag[..], &games].concat());
    let file = world.run("file", &[&["listed.toml"][..], &games].concat());
    assert_eq!((file.kind.as_str(), file.games), ("bots", 360));
    assert_eq!(file.results, flag.results);
    assert_eq!(file.scenario, flag.scenario);
    assert_eq!(world.again(&file).results, file.results);
    // A list of bots can be set with `--set`, and replaced by a single bot or by another list.
    let set = ["four.toml", "--set", "strategy=['random', 'greedy.toml', 'balanced']"];
    let set = world.run("set", &[&set[..], &games].concat());
    assert_eq!(set.results, flag.results);
    let one = |scenario| {
        let arguments = [scenario, "--strategy", "balanced"];
        world.run("one", &[&arguments[..], &games].concat())
    };
    let (over, plain) = (one("listed.toml"), one("four.toml"));
    assert_eq!((over.kind.as_str(), over.results), ("run", plain.results));
    let other = ["listed.toml", "--strategy", "random,balanced"];
    let other = world.run("other", &[&other[..], &games].concat());
    assert_eq!(other.games, 240);
    assert!(world.says("check listed.toml").contains("with each of 3 bots"));
}

#[test]
fn of_a_list_only_runs_and_ladders_play_all() {
    let world = World::new();
    write_listed(&world, "listed.toml", "[\"random\", \"greedy.toml\"]");
    world.write("listed.toml", &format!("{}\n[rules]\nrounds = 5\n", world.text("listed.toml")));
    for command in [
        "watch listed.toml",
        "compare listed.toml --set rules.rounds=3",
        "compare four.toml listed.toml",
        "sweep listed.toml --vary rules.rounds=3,4",
        "pairings listed.toml --fighters agaric,baobab,cactus,sorgho",
    ] {
        let wanted = "error: listed.toml:4:1: strategy: lists 2 bots, but this command accepts one bot; name it, as in --strategy random\n";
        assert_eq!(world.refuses(command), wanted, "{command}");
        let few = if command.starts_with("watch") { "" } else { "--games 3 --out out" };
        world.says(&format!("{command} {few} --strategy greedy.toml"));
    }
    // A sweep over bots uses no other bot; a ladder rates the bots of the list.
    world.says("sweep listed.toml --vary strategy=random,greedy.toml --games 3 --out varied");
    world.says("ladder listed.toml --games 8 --out ladder");
    let ladder = world.manifest("ladder");
    let rated: Vec<&str> = ladder.bots.iter().map(|bot| &*bot.strategy).collect();
    assert_eq!(rated, ["random", "greedy"]);
    assert!(ladder.command.contains("--strategy random,greedy.toml"));
}

/// Checks that a command of one bot neither accepts a list of bots nor advises one.
#[test]
fn a_command_of_one_bot_accepts_and_advises_no_list() {
    let world = World::new();
    for command in [
        "sensitivity four.toml",
        "shape four.toml",
        "pairings four.toml",
        "watch four.toml",
        "compare four.toml --set rules.rounds=3",
        "sweep four.toml --vary rules.rounds=3,4",
    ] {
        let no_list = "this command accepts no list of bots; name one bot";
        for (bots, wanted) in [
            ("random,balanced", format!("random,balanced: {no_list}")),
            ("random,balanced --strategy seats.1=random", format!("random,balanced: {no_list}")),
            ("seats.1=random,balanced", format!("seats.1=random,balanced: {no_list}")),
            ("random --strategy balanced", "gives strategy twice; remove one of them".to_owned()),
        ] {
            let told = world.refuses(&format!("{command} --strategy {bots}"));
            assert_eq!(told, format!("error: --strategy {wanted}\n"), "{command}");
        }
    }
}

#[test]
fn a_wrong_list_is_refused_at_its_line() {
    let world = World::new();
    fs::create_dir(world.path("mine")).unwrap();
    fs::copy(world.path("greedy.toml"), world.path("mine/greedy.toml")).unwrap();
    for row in r#"
        [] => 4:1: strategy: has 0 entries; wants at least 2
        ["random"] => 4:1: strategy: has 1 entry; wants at least 2
        [\n"random",\n"balancd"] => 6:1: strategy[2]: there is no strategy `balancd`; did you mean `balanced`?
        ["random", "balanced", "random"] => 4:35: strategy[3]: `random` and `random` would both be called random
        ["greedy.toml", "mine/greedy.toml"] => 4:28: strategy[2]: `greedy.toml` and `mine/greedy.toml` would both be called greedy
        ["random", 3] => 4:23: strategy[2]: is 3; wants a text
        ["random", ""] => 4:23: strategy[2]: has 0 letters
        { random = 1 } => 4:1: strategy: is a table; wants a text, or a list
        ["random", "balanced"]\nstrategies.seats.1 = "random" => 5:1: strategies: cannot be combined with a list in `strategy`
        "#.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (strategy, wanted) = row.split_once(" => ").unwrap();
        write_listed(&world, "listed.toml", &strategy.replace("\\n", "\n"));
        for command in ["check listed.toml", "run listed.toml --out out"] {
            let told = world.refuses(command);
            assert!(told.starts_with(&format!("error: listed.toml:{wanted}")), "{row}: {told}");
        }
    }
    let rows = "
        random,balancd => did you mean `balanced`?
        random,random => would both be called random
        random, => has 0 letters
        random,balanced --rows => --rows needs a single bot
        random,balanced --strategy seats.1=random => every other --strategy
        seats.1=random,balanced => leave out the part before
        random --strategy balanced => --strategy gives strategy twice; remove one of them";
    world.refuses_each("run four.toml --out out --strategy", rows);
}

/// With the rule `first=heroes`, heroes win about 60 % of the games.
#[test]
fn heroes_and_villains_are_compared_with_each_bot() {
    let world = World::new();
    let bots = "--strategy random,cards-greedy.toml";
    let told = world.says(&format!("run cards.toml --set rules.first=heroes {bots} --games 1500"));
    let heroes = told.lines().find(|row| row.starts_with("Heroes "));
    assert!(heroes.is_some_and(|row| row.ends_with("strong with every bot")), "{told}");
}
