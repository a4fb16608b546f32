//! Tests of luck-adjusted win rates in reports: they exist if bots search, and do not depend on the
//! number of threads.

use gong::report::{Manifest, Tables};

use crate::common::world::{World, keeps, values};

const DUEL: &str = "title = 'A duel'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\nstrategy = 'search.toml'\n[line-up]\nfighters = ['bonzai', 'sorgho']\n";

/// A search that is just long enough for luck to be measured.
const SEARCH: &str =
    "kind = 'mcts'\n[search]\niterations = 40\nguide = 'greedy.toml'\nrounds = 0\n";

const COLUMNS: &str = "games u64, wins u64, adjusted f64, ci_low f64, ci_high f64, saving f64";

fn world() -> World {
    let world = World::new();
    world.write("duel.toml", DUEL);
    world.write("search.toml", SEARCH);
    world
}

fn tables(world: &World, out: &str, manifest: &Manifest) -> Tables {
    Tables::read(&world.path(out).join("tables"), &manifest.tables).unwrap()
}

#[test]
fn a_run_of_searchers_says_what_is_left_without_luck() {
    let world = world();
    let run = |out: &str, games: &str, threads: &str| {
        let asked = ["duel.toml", "--games", games, "--threads", threads];
        world.run(out, &asked)
    };
    let manifest = run("one", "60", "1");
    assert_eq!(manifest.results, run("two", "60", "2").results);
    let all = tables(&world, "one", &manifest);
    let table = all.get("luck_adjusted");
    let named = format!("entrant str, strategy str, {COLUMNS}");
    keeps(table, &named);
    assert_eq!(values::<u64>(table, "games"), [60, 60]);
    let adjusted = values::<f64>(table, "adjusted");
    // Exactly one of the two players wins, so the luck of one player is the bad luck of the other.
    assert!((adjusted[0] + adjusted[1] - 1.0).abs() < 1e-4, "{adjusted:?}");
    let low = values::<f64>(table, "ci_low");
    let high = values::<f64>(table, "ci_high");
    for i in 0..2 {
        assert!(low[i] < adjusted[i] && adjusted[i] < high[i]);
    }
    let page = world.copied("one");
    assert!(page.contains("luck-adjusted"), "{page}");
    // With too few games there are no luck-adjusted rates.
    let few = run("few", "8", "1");
    assert!(!few.tables.contains(&"luck_adjusted".to_owned()));
}

#[test]
fn where_nobody_searches_nothing_is_adjusted() {
    let world = world();
    let asked = ["duel.toml", "--games", "200", "--strategy", "greedy.toml"];
    let manifest = world.run("out", &asked);
    assert!(!manifest.tables.contains(&"luck_adjusted".to_owned()));
    assert!(!world.copied("out").contains("luck-adjusted"));
}
