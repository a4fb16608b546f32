//! Tests of `gong skill` as a command: its output, the equality of a level and a run of its bot,
//! the command that repeats it, and rejected input.

use std::fs;

use gong::report::Table;
use polars::prelude::DataFrame;

use crate::common::world::{World, keeps, rows_with, texts};

/// The columns of the table `results`.
pub const RESULTS: &str = "arm str, player str, subject_kind str, subject str, team u8, measure str, games u64, wins u64, value f64, ci_low f64, ci_high f64, fair f64, base f64, change f64, change_low f64, change_high f64, p f64, changes str, standing str, players str";

/// Returns the rows about the win rates of fighters.
pub fn win_rates(of: &Table) -> DataFrame {
    rows_with(of, &[("measure", "win_rate"), ("subject_kind", "fighter")])
}

#[test]
fn levels_are_told_with_the_columns_that_users_rely_on() {
    let world = World::new();
    let levels = "random:2000,greedy.toml:1000";
    let told = world.says(&format!("skill four.toml --levels {levels} --out out --png"));
    assert!(told.contains(": 2 levels, 3,000 games in "), "{told}");
    let again = "gong skill four.toml --levels random:2000,greedy.toml:1000 --seed 1";
    assert!(told.contains(&format!("      {again}\n")), "{told}");
    let manifest = world.manifest("out");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("skill", 3_000));
    assert_eq!(manifest.command, again);
    let tables = world.tables("out");
    assert_eq!(manifest.results, tables.hash().unwrap());
    let results = tables.get("results");
    keeps(results, RESULTS);
    let rates = win_rates(results);
    assert_eq!(rates.height(), 2 * 8);
    // Four fighters play each game.
    assert_eq!(
        rates.column("games").unwrap().u64().unwrap().iter().flatten().sum::<u64>(),
        4 * 3_000
    );
    assert_eq!(texts(results, "player"), ["greedy", "random"]);
    // The second level is compared with the first.
    assert_eq!(rates.column("change").unwrap().null_count(), 8);
    assert_eq!(manifest.charts, ["win_rates"]);
    for chart in &manifest.charts {
        let svg = world.text(&format!("out/charts/{chart}.svg"));
        assert!(svg.starts_with("<svg ") && !svg.contains("href"), "{chart}");
    }
}

/// Checks that the games of a level equal a run of the level's bot.
#[test]
fn a_level_is_a_run_of_its_bot() {
    let world = World::new();
    let how = "four.toml --seed 5 --set rules.rounds=5";
    world.says(&format!("skill {how} --levels greedy.toml:300 --out skill"));
    world.says(&format!("run {how} --strategy greedy.toml --games 300 --out run"));
    let skill = world.tables("skill");
    let run = world.tables("run");
    let all = run.get("win_rates").frame().unwrap();
    let seat = all.column("seat").unwrap().is_null();
    let all = all.filter(&seat).unwrap();
    let of_skill = win_rates(skill.get("results"));
    for (ours, theirs) in
        [("entrant", "subject"), ("games", "games"), ("win_rate", "value"), ("ci_low", "ci_low")]
    {
        let of_run = all.column(ours).unwrap().as_materialized_series();
        let of_skill = of_skill.column(theirs).unwrap().as_materialized_series();
        assert!(of_run.equals_missing(of_skill), "{ours}");
    }
    // The command that the summary of a run suggests can be typed into a shell.
    let told = world
        .says("run four.toml --strategy greedy.toml --set rules.rounds=5 --games 9 --out told");
    let advised = told.lines().find_map(|line| line.trim().strip_prefix("gong skill "));
    let advised = format!("skill {}", advised.unwrap());
    let typed = world.typed(&format!("{advised} --levels random:50,balanced:50 --out advised"));
    assert!(typed.status.success(), "{typed:?}");
}

#[test]
fn where_games_are_few_the_page_says_that_they_do_not_tell() {
    let world = World::new();
    let told = world.says("skill four.toml --levels random:6,greedy.toml:6 --out out");
    assert!(told.contains("No verdict on a fighter depends significantly on the level"), "{told}");
    assert!(told.contains(" open with every bot; more games may decide."), "{told}");
    let results = world.tables("out");
    let standing = win_rates(results.get("results")).column("standing").unwrap().clone();
    assert!(standing.str().unwrap().iter().all(|of| of == Some("open")), "{standing:?}");
}

/// With the rule `first=heroes`, heroes win about 60 % of the games.
#[test]
fn heroes_and_villains_are_compared_at_every_level() {
    let world = World::new();
    let levels = "random:3000,cards-greedy.toml:600";
    let told = world
        .says(&format!("skill cards.toml --set rules.first=heroes --levels {levels} --out out"));
    let heroes = told.lines().find(|row| row.starts_with("Heroes "));
    assert!(heroes.is_some_and(|row| row.matches('±').count() == 2), "{told}");
    assert!(heroes.is_some_and(|row| row.ends_with("strong with every bot")), "{told}");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let world = World::new();
    world.write("broken.toml", "kind = 'greedy'\n[weights]\nwunds = 1\n");
    fs::create_dir(world.path("other")).unwrap();
    world.write("other/greedy.toml", "kind = 'greedy'\n[weights]\nwounds = 1\n");
    let touched = world.touched();
    let rows = "
        --levels random,balancd => --levels balancd: there is no strategy `balancd`; did you mean `balanced`?
        --levels random,random => --levels: random and random would both be called random
        --levels random:5,random:9 => would both be called random
        --levels greedy.toml,other/greedy.toml => would both be called greedy
        --levels random,broken.toml => broken.toml:3:1
        --levels no-such.toml => no-such.toml
        --levels random:0 => the games of random: wants at least 1
        --levels random:few => the games of random: wants a whole number
        --levels random, => wants a strategy's name or file
        --levels seats.1=random => each bot of the list plays all seats
        --margin 25% => --margin must be below the fair share, 25.0 %
        --games 50 => gong skill has no flag --games; gong help skill lists
        --precision 1% => gong skill has no flag --precision
        --strategy random => --strategy
        --set rules.round=8 => did you mean `rounds`?";
    world.refuses_each("skill four.toml --out out", rows);
    assert_eq!(world.touched(), touched);
}
