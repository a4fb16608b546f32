//! Tests of `gong compare`: its output, agreement with two separate runs, and rejected input.

use std::fs;

use gong::report::Table;
use gong::stats::intervals::{difference_of_two, p_value_of_two};

use super::interrupted::{begin, interrupt};
use super::skill::RESULTS;
use crate::common::world::{World, keeps, rows_with, sum, texts, values};

/// Returns the values of a column of floats, in the rows of one measure.
fn of(table: &Table, measure: &str, column: &str) -> Vec<f64> {
    let measures = table.column("measure").unwrap().str().unwrap().iter();
    let values = table.column(column).unwrap().f64().unwrap().iter();
    measures
        .zip(values)
        .filter(|(name, _)| *name == Some(measure))
        .map(|(_, value)| value.unwrap())
        .collect()
}

/// Checks the reference player of a comparison: its table, and that shards and repetitions find the
/// same.
#[test]
fn the_reference_player_checks_a_change() {
    let world = World::new();
    let asked = "compare four.toml --set rules.rounds=12 --strategy random --games 300 \
                 --reference beginner";
    let asked: Vec<&str> = asked.split_whitespace().collect();
    let told = world.gong(&[&asked[..], &["--out", "out"]].concat(), 0).stdout;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("With beginner"), "{told}");
    let tables = world.tables_of("out", &["results"]);
    let both = of(tables.get("results"), "win_rate", "change");
    // The reference player finds what a comparison of its own finds.
    let alone =
        "compare four.toml --set rules.rounds=12 --strategy beginner --games 300 --out alone";
    world.gong(&alone.split(' ').collect::<Vec<_>>(), 0);
    let alone = world.tables_of("alone", &["results"]);
    let alone = of(alone.get("results"), "win_rate", "change");
    assert_eq!(both.len(), 2 * alone.len());
    assert!(both.ends_with(&alone), "{both:?} {alone:?}");
    world.gong(&["rerun", "out"], 0);
    world.shards_give_the_same(&asked);
}

#[test]
fn a_comparison_pairs_the_games_of_two_runs() {
    let world = World::new();
    let told = world.gong(
        &["compare", "four.toml", "--set", "rules.rounds=12", "--games", "300", "--out", "out"],
        0,
    );
    assert_eq!(String::from_utf8_lossy(&told.stderr), "");
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(
        told.contains("300 games of each variant") && told.contains("rules.rounds=12"),
        "{told}"
    );
    assert_eq!(world.manifest("out").games_of, "each variant");
    let tables = world.tables_of("out", &["results", "winners"]);
    let results = tables.get("results");
    keeps(results, RESULTS);
    keeps(
        tables.get("winners"),
        "variant str, winner str, winner_variant str, games u64, first_game u64",
    );
    assert_eq!(sum(tables.get("winners"), "games"), 300);

    // Each half of the pairs equals a run of that half's variant.
    world.run("a", &["four.toml", "--games", "300"]);
    world.run("b", &["four.toml", "--games", "300", "--set", "rules.rounds=12"]);
    for (run, column) in [("a", "base"), ("b", "value")] {
        let alone = world.tables(run);
        let rates: Vec<f64> = alone
            .get("score_summary")
            .column("mean")
            .unwrap()
            .f64()
            .unwrap()
            .iter()
            .flatten()
            .collect();
        assert_eq!(of(results, "score", column), rates, "{run}");
    }
    let before = of(results, "win_rate", "base");
    let after = of(results, "win_rate", "value");
    for ((change, a), b) in of(results, "win_rate", "change").iter().zip(before).zip(after) {
        assert!((change - (b - a)).abs() < 1e-12);
    }

    // Checks that the watched games of both variants have the winners that the table states.
    let watched: Vec<&str> = told
        .lines()
        .filter_map(|line| {
            line.trim()
                .strip_prefix("gong watch ")
                .or(line.trim().strip_prefix("Next: gong watch "))
        })
        .collect();
    assert!(watched.len() >= 2, "{told}");
    for line in watched {
        let arguments: Vec<&str> = ["watch"].into_iter().chain(line.split(' ')).collect();
        world.gong(&arguments, 0);
    }
}

#[test]
fn a_change_without_effect_differs_by_exactly_nothing() {
    let world = World::new();
    world.gong(
        &[
            "compare",
            "four.toml",
            "--set",
            "rules.bramble_defense=3",
            "--games",
            "100",
            "--out",
            "out",
        ],
        0,
    );
    let tables = world.tables_of("out", &["results", "winners"]);
    let results = tables.get("results");
    for measure in ["win_rate", "score", "round_eliminated", "rounds"] {
        let zero = |value: &f64| *value == 0.0;
        assert!(of(results, measure, "change").iter().all(zero), "{measure}");
        // Equal results do not imply certainty: the interval has a positive width.
        let ends = ["change_low", "change_high"].map(|column| of(results, measure, column));
        let around = |(low, high): (&f64, &f64)| *low < 0.0 && *high > 0.0;
        assert!(ends[0].iter().zip(&ends[1]).all(around), "{measure}");
    }
    let page = fs::read_to_string(world.path("out/report.html")).unwrap();
    assert!(page.contains("of the games have another winner"), "{page}");
}

#[test]
fn threads_decide_nothing_and_the_report_comes_again_from_the_tables() {
    let world = World::new();
    let mut pages = vec![];
    for threads in ["1", "2", "7"] {
        let variants =
            ["--variant", "rules.rounds=9", "--variant", "rules.rounds=5,fighters.agaric.size=9"];
        let all = [
            &["compare", "four.toml", "--games", "150", "--threads", threads, "--out", threads],
            &variants[..],
        ]
        .concat();
        world.gong(&all, 0);
        pages.push(["results", "winners"].map(|table| {
            fs::read(world.path(&format!("{threads}/tables/{table}.parquet"))).unwrap()
        }));
        assert_eq!(world.manifest(threads).changed.len(), 2);
    }
    assert!(pages[0] == pages[1] && pages[0] == pages[2]);
    assert!(world.path("2/charts/differences.svg").exists());
}

#[test]
fn teams_and_strategies_are_compared_too() {
    let world = World::new();
    world.gong(
        &[
            "compare",
            "teams.toml",
            "--set",
            "strategies.teams.2=balanced",
            "--games",
            "60",
            "--out",
            "out",
        ],
        0,
    );
    let tables = world.tables_of("out", &["results", "winners"]);
    assert_eq!(
        texts(tables.get("results"), "player"),
        ["random", "random → balanced", "random, balanced"]
    );
    assert!(texts(tables.get("winners"), "winner").iter().all(|side| side.starts_with("team ")));
    let page = fs::read_to_string(world.path("out/report.html")).unwrap();
    assert!(page.contains("random → balanced"), "a fighter whose bot changes is labelled so");
}

/// Checks a comparison of teams of two with teams of three, which cannot be paired, and a
/// comparison of two rules, which can. Both agree with separate runs.
#[test]
fn variants_of_other_line_ups_are_held_apart() {
    let world = World::new();
    let variants = ["line-up.team-size=2", "rules.one_hurts=false"];
    let [smaller, rule] = variants;
    let asked = ["compare", "cards.toml", "--variant", smaller, "--variant", rule];
    let told = world.gong(&[&asked[..], &["--games", "150", "--out", "out"]].concat(), 0);
    let told = String::from_utf8(told.stdout).unwrap();
    assert_eq!(told.matches("Not paired, because the line-ups differ").count(), 1, "{told}");
    assert_eq!(told.matches("of the games have another winner").count(), 1, "{told}");
    assert!(world.copied("out").contains("Not paired, "));

    let alone = |out: &str, set: &[&str]| -> Vec<(u64, u64)> {
        world.run(out, &[&["cards.toml", "--games", "150"], set].concat());
        let tables = world.tables(out);
        let rates = tables.get("win_rates");
        let numbers = |column: &str| -> Vec<u64> {
            rates.column(column).unwrap().u64().unwrap().iter().flatten().collect()
        };
        let seats = rates.column("seat").unwrap();
        let all = (0..rates.height()).filter(|&row| seats.get(row).unwrap().is_null());
        let (wins, games) = (numbers("wins"), numbers("games"));
        all.map(|row| (wins[row], games[row])).collect()
    };
    let before = alone("a", &[]);
    let after = alone("b", &["--set", smaller]);
    let tables = world.tables_of("out", &["results", "winners"]);
    let results = tables.get("results");
    let text = |column: &str| -> Vec<String> {
        let values = results.column(column).unwrap().str().unwrap().iter();
        values.map(|value| value.unwrap_or_default().to_owned()).collect()
    };
    let (names, measures, kinds) = (text("arm"), text("measure"), text("subject_kind"));
    let apart: Vec<usize> = (0..results.height())
        .filter(|&row| names[row] == smaller && measures[row] == "win_rate")
        .filter(|&row| kinds[row] == "fighter")
        .collect();
    assert_eq!(apart.len(), before.len());
    let value = |column: &str, row: usize| results.column(column).unwrap().get(row).unwrap();
    for (row, (a, b)) in apart.into_iter().zip(before.into_iter().zip(after)) {
        let interval = difference_of_two(a, b, 0.95);
        let number = |column: &str| value(column, row).try_extract::<f64>().unwrap();
        assert_eq!(number("games"), a.1 as f64);
        let ends = ["change_low", "change_high"].map(number);
        assert_eq!(ends, [interval.low, interval.high]);
        assert_eq!(number("p"), p_value_of_two(a, b));
    }
    assert_eq!(texts(tables.get("winners"), "variant"), [rule]);
}

/// Checks fighters that play in only one of the variants. Each line-up has such a fighter; one wins
/// half of its games, the other a quarter.
#[test]
fn who_plays_in_one_variant_alone_is_not_compared() {
    let world = World::new();
    let told =
        world.gong(&["compare", "teams.toml", "four.toml", "--games", "200", "--out", "out"], 0);
    let told = String::from_utf8(told.stdout).unwrap();
    for said in [
        "What plays in only one variant is not compared.",
        "The fair share is 50.0 % before and 25.0 % after",
        "gong watch teams.toml --seed 1 --game 0",
        "gong watch four.toml --seed 1 --game 0",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let tables = world.tables_of("out", &["results"]);
    let subjects = texts(tables.get("results"), "subject");
    assert_eq!(subjects, ["agaric", "baobab", "bonzai", "sorgho"]);
}

#[test]
fn ctrl_c_keeps_what_was_compared() {
    let world = World::new();
    let child = begin(
        &world,
        &[
            "compare",
            "four.toml",
            "--set",
            "rules.rounds=8",
            "--games",
            "100m",
            "--threads",
            "2",
            "--out",
            "out",
        ],
    );
    let output = interrupt(child);
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let manifest = world.manifest("out");
    assert!(manifest.partial && manifest.games > 0);
    let games = manifest.games.to_string();
    world.gong(
        &[
            "compare",
            "four.toml",
            "--quick",
            "--set",
            "rules.rounds=8",
            "--games",
            &games,
            "--out",
            "whole",
        ],
        0,
    );
    assert_eq!(world.manifest("whole").results, manifest.results);
    assert_eq!(world.manifest("whole").command, manifest.command);
}

#[test]
fn what_cannot_be_compared_is_refused_and_nothing_is_written() {
    let world = World::new();
    let before = world.tree();
    for (arguments, wanted) in [
        ("four.toml", "give a second scenario"),
        ("four.toml jungle.toml", "is of jungle-alert: only scenarios of one game can be compared"),
        ("", "SCENARIO"),
        (
            "teams.toml --set line-up.fighters=[\"cactus\",\"jojoba\"]",
            "they have no fighter in common that the same strategy plays. Use gong run for each",
        ),
        ("four.toml four.toml --set rules.rounds=8", "need exactly one scenario"),
        (
            "four.toml --set rules.round=8",
            "--set rules.round=8: rules.round: there is no such field; did you mean `rounds`?",
        ),
        (
            "four.toml --variant rules.round=8",
            "--variant rules.round=8: rules.round: there is no such field",
        ),
        (
            "four.toml --variant rules.rounds=8 --variant rules.rounds=8",
            "four.toml --set rules.rounds=8 is given several times; give every variant once",
        ),
        (
            "four.toml --variant rules.rounds=8,",
            "--variant rules.rounds=8,: wants something before and after each comma",
        ),
        ("four.toml --variant rules.rounds=[8", "is not closed"),
        (
            "four.toml --variant rules.rounds=8,rules.rounds=9",
            "--variant rules.rounds=8,rules.rounds=9 gives rules.rounds twice; remove one of them",
        ),
        ("four.toml --set rules.rounds=8 --games 0", "--games"),
        ("four.toml --set rules.rounds=8 --precision 2", "--precision"),
        ("four.toml --set rules.rounds=8 --strategy agressive", "did you mean `aggressive`?"),
        (
            "four.toml --set strategy=balanced --reference beginner",
            "--reference beginner: different bots play the variants",
        ),
        ("four.toml no-such.toml", "no-such.toml: cannot be read"),
        ("four.toml --set rules.rounds=8 --out four.toml", "four.toml is a file"),
        ("four.toml --set rules.rounds=8 --rows", "--rows"),
        (
            "four.toml --variant rules.rounds=8 --variant rules.rounds=7",
            " and rules.rounds=7 have the same rules, fighters, line-up and bots",
        ),
        (
            "four.toml --variant rules.rounds=8 --variant title=x,rules.rounds=8",
            " and title=x, rules.rounds=8 have the same rules",
        ),
        ("four.toml four.toml", "and four.toml have the same rules"),
    ] {
        let words = ["compare"].into_iter().chain(arguments.split_whitespace());
        let output = world.gong(&words.collect::<Vec<_>>(), 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(wanted), "{arguments}: {told}");
    }
    assert!(world.tree() == before, "something was written");
}

/// Checks that a comparison of two reports repeats the results of the reports' runs, from the
/// scenarios stored in the reports.
#[test]
fn reports_are_compared_as_the_scenarios_that_they_keep() {
    let world = World::new();
    world.run("before", &["four.toml", "--games", "120"]);
    let changed = ["four.toml", "--set", "rules.rounds=5", "--games", "90"];
    world.run("after", &changed);
    fs::remove_file(world.path("four.toml")).unwrap();
    let told = world.gong(&["compare", "before", "after", "--out", "out"], 0);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("90 games of each variant"), "{told}");
    assert!(told.contains("gong watch after --seed 1 --game "), "{told}");
    let page = world.copied("out");
    assert!(page.contains("rules.rounds"), "what was changed is told");
    let tables = world.tables_of("out", &["results"]);
    let after = world.tables("after");
    let means = after.get("score_summary").column("mean").unwrap();
    let means: Vec<f64> = means.f64().unwrap().iter().flatten().collect();
    assert_eq!(of(tables.get("results"), "score", "value"), means);

    for (refused, why) in [
        (
            "compare before",
            "nothing to compare: give a second scenario, or a change of this one with --set PATH=VALUE",
        ),
        (
            "compare before --set rules.rounds=5",
            "only scenario files can be changed, but before is a report",
        ),
        ("compare before after --strategy random", "random: only scenario files can be changed"),
        ("compare before out", "out is not a report of gong run"),
        ("compare before .", "is this the folder of a report?"),
    ] {
        let words: Vec<&str> = refused.split(' ').collect();
        let told = String::from_utf8(world.gong(&words, 2).stderr).unwrap();
        assert!(told.contains(why), "{refused}: {told}");
    }
}

/// Checks that the comparison of a cooperative game begins with the party's win rate before and
/// after the change.
#[test]
fn a_cooperative_game_says_what_a_change_does_to_the_party() {
    let world = World::new();
    let change = ["--set", "rules.hours=40", "--games", "120"];
    let ask = [&["compare", "jungle.toml", "--strategy", "jungle-greedy.toml"], &change[..]];
    let told = world.gong(&[&ask.concat()[..], &["--out", "out"]].concat(), 0);
    let told = String::from_utf8(told.stdout).unwrap();
    let tables = world.tables_of("out", &["results", "winners"]);
    let results = tables.get("results");
    let row = rows_with(results, &[("subject", "The party"), ("measure", "win_rate")]);
    assert_eq!(row.height(), 1, "one row is the party's");
    let number = |column: &str| row.column(column).unwrap().get(0).unwrap().try_extract::<f64>();
    let wins = |column: &str| (number(column).unwrap() * 120.0).round() as u64;
    assert_eq!(number("games").unwrap(), 120.0);
    // Checks that the table of changed winners agrees with the win rates.
    let winners = tables.get("winners");
    let won = |column: &str| -> u64 {
        let who = values::<String>(winners, column);
        let games = values::<u64>(winners, "games");
        who.iter().zip(games).filter(|(who, _)| *who == "everybody").map(|(_, games)| games).sum()
    };
    assert_eq!((wins("base"), wins("value")), (won("winner"), won("winner_variant")));
    let share = |wins: u64| format!("{:.1}", wins as f64 / 1.2);
    let rates = [share(wins("base")), share(wins("value"))];
    let line = told.lines().find(|line| line.starts_with("The party ")).expect("its own line");
    assert!(rates.iter().all(|rate| line.contains(rate)), "{line}: {rates:?}");
    let headline = world.manifest("out").headline;
    assert!(headline.contains("The party"), "{headline}");
    assert!(told.contains("of the games have another winner."), "{told}");
}

#[test]
fn what_a_change_does_to_heroes_and_villains_is_said_first() {
    let world = World::new();
    let words = "compare cards.toml --set rules.first=heroes --games 40 --out out";
    let told = world.gong(&words.split(' ').collect::<Vec<_>>(), 0).stdout;
    let told = String::from_utf8(told).unwrap();
    let headline = world.manifest("out").headline;
    assert!(headline.starts_with("rules.first=heroes ") && told.contains(&headline), "{told}");
    let mut table = told.lines().skip_while(|line| !line.contains("Before %"));
    let first = table.nth(1).unwrap();
    assert!(first.starts_with("Heroes ") || first.starts_with("Villains "), "{told}");
    let rows = |name: &str| told.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((rows("Heroes "), rows("Villains ")), (1, 1), "{told}");
}
