//! Tests of `gong compare`: its output, agreement with two separate runs, and rejected input.

use std::fs;

use gong::report::Table;
use gong::stats::intervals::{difference_of_two, p_value_of_two};

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

#[test]
fn the_reference_player_checks_a_change() {
    let world = World::new();
    let asked = "compare four.toml --set rules.rounds=12 --games 300 --strategy";
    let told = world.says(&format!("{asked} random --reference beginner --out out"));
    assert!(told.contains("With beginner"), "{told}");
    // The reference player finds what a comparison of its own finds.
    world.says(&format!("{asked} beginner --out alone"));
    let [both, alone] = ["out", "alone"].map(|out| {
        let tables = world.tables_of(out, &["results"]);
        of(tables.get("results"), "win_rate", "change")
    });
    assert_eq!(both.len(), 2 * alone.len());
    assert!(both.ends_with(&alone), "{both:?} {alone:?}");
}

#[test]
fn a_comparison_pairs_the_games_of_two_runs() {
    let world = World::new();
    let told = world.says("compare four.toml --set rules.rounds=12 --games 300 --out out");
    assert!(
        told.contains("300 games of each variant") && told.contains("rules.rounds=12"),
        "{told}"
    );
    assert_eq!(world.manifest("out").games_of, "each variant");
    assert!(world.path("out/charts/differences.svg").exists());
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
        let means: Vec<f64> = values(alone.get("score_summary"), "mean");
        assert_eq!(of(results, "score", column), means, "{run}");
    }
    let before = of(results, "win_rate", "base");
    let after = of(results, "win_rate", "value");
    for ((change, a), b) in of(results, "win_rate", "change").iter().zip(before).zip(after) {
        assert!((change - (b - a)).abs() < 1e-12);
    }

    // Checks that the watched games of both variants have the winners that the table states.
    let lines = told.lines().map(|line| line.trim().trim_start_matches("Next: "));
    let watched: Vec<&str> = lines.filter_map(|line| line.strip_prefix("gong watch ")).collect();
    assert!(watched.len() >= 2, "{told}");
    for line in watched {
        world.says(&format!("watch {line}"));
    }
}

#[test]
fn a_change_without_effect_differs_by_exactly_nothing() {
    let world = World::new();
    world.says("compare four.toml --set rules.bramble_defense=3 --games 100 --out out");
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
    assert!(world.text("out/report.html").contains("of the games have another winner"));
}

#[test]
fn teams_and_strategies_are_compared_too() {
    let world = World::new();
    world.says("compare teams.toml --set strategies.teams.2=balanced --games 60 --out out");
    let tables = world.tables_of("out", &["results", "winners"]);
    assert_eq!(
        texts(tables.get("results"), "player"),
        ["random", "random → balanced", "random, balanced"]
    );
    assert!(texts(tables.get("winners"), "winner").iter().all(|side| side.starts_with("team ")));
    // A fighter whose bot changes is labelled so.
    assert!(world.text("out/report.html").contains("random → balanced"));
}

/// Checks a comparison of teams of two with teams of three, which cannot be paired, and a
/// comparison of two rules, which can. Both agree with separate runs.
#[test]
fn variants_of_other_line_ups_are_held_apart() {
    let world = World::new();
    let variants = ["line-up.team-size=2", "rules.one_hurts=false"];
    let [smaller, rule] = variants;
    let asked = format!("compare cards.toml --variant {smaller} --variant {rule}");
    let told = world.says(&format!("{asked} --games 150 --out out"));
    assert_eq!(told.matches("Not paired, because the line-ups differ").count(), 1, "{told}");
    assert_eq!(told.matches("of the games have another winner").count(), 1, "{told}");
    assert!(world.copied("out").contains("Not paired, "));

    let alone = |out: &str, set: &[&str]| -> Vec<(u64, u64)> {
        world.run(out, &[&["cards.toml", "--games", "150"], set].concat());
        let tables = world.tables(out);
        let rates = tables.get("win_rates");
        let [wins, games] = ["wins", "games"].map(|column| values::<u64>(rates, column));
        let seats: Vec<Option<u64>> = values(rates, "seat");
        let all = (0..rates.height()).filter(|&row| seats[row].is_none());
        all.map(|row| (wins[row], games[row])).collect()
    };
    let before = alone("a", &[]);
    let after = alone("b", &["--set", smaller]);
    let tables = world.tables_of("out", &["results", "winners"]);
    let results = tables.get("results");
    let of = [("arm", smaller), ("measure", "win_rate"), ("subject_kind", "fighter")];
    let apart = rows_with(results, &of);
    assert_eq!(apart.height(), before.len());
    for (row, (a, b)) in before.into_iter().zip(after).enumerate() {
        let interval = difference_of_two(a, b, 0.95);
        let value = |column: &str| apart.column(column).unwrap().get(row).unwrap();
        let number = |column: &str| value(column).try_extract::<f64>().unwrap();
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
    let told = world.says("compare teams.toml four.toml --games 200 --out out");
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
fn what_cannot_be_compared_is_refused_and_nothing_is_written() {
    let rows = "
        => SCENARIO
        four.toml => give a second scenario
        four.toml jungle.toml => is of jungle-alert: only scenarios of one game can be compared
        teams.toml --set line-up.fighters=[\"cactus\",\"jojoba\"] => they have no fighter in common that the same strategy plays. Use gong run for each
        four.toml four.toml --set rules.rounds=8 => need exactly one scenario
        four.toml --set rules.round=8 => --set rules.round=8: rules.round: there is no such field; did you mean `rounds`?
        four.toml --variant rules.round=8 => --variant rules.round=8: rules.round: there is no such field
        four.toml --variant rules.rounds=8 --variant rules.rounds=8 => four.toml --set rules.rounds=8 is given several times; give every variant once
        four.toml --variant rules.rounds=8, => --variant rules.rounds=8,: wants something before and after each comma
        four.toml --variant rules.rounds=[8 => is not closed
        four.toml --variant rules.rounds=8,rules.rounds=9 => --variant rules.rounds=8,rules.rounds=9 gives rules.rounds twice; remove one of them
        four.toml --set rules.rounds=8 --games 0 => --games
        four.toml --set rules.rounds=8 --precision 2 => --precision
        four.toml --set rules.rounds=8 --strategy agressive => did you mean `aggressive`?
        four.toml --set strategy=balanced --reference beginner => --reference beginner: different bots play the variants
        four.toml no-such.toml => no-such.toml: cannot be read
        four.toml --set rules.rounds=8 --out four.toml => four.toml is a file
        four.toml --set rules.rounds=8 --rows => --rows
        four.toml --variant rules.rounds=8 --variant rules.rounds=7 => and rules.rounds=7 have the same rules, fighters, line-up and bots
        four.toml --variant rules.rounds=8 --variant title=x,rules.rounds=8 => and title=x, rules.rounds=8 have the same rules
        four.toml four.toml => and four.toml have the same rules";
    World::new().refuses_each("compare", rows);
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
    let told = world.says("compare before after --out out");
    assert!(told.contains("90 games of each variant"), "{told}");
    assert!(told.contains("gong watch after --seed 1 --game "), "{told}");
    assert!(world.copied("out").contains("rules.rounds"), "what was changed is told");
    let tables = world.tables_of("out", &["results"]);
    let means: Vec<f64> = values(world.tables("after").get("score_summary"), "mean");
    assert_eq!(of(tables.get("results"), "score", "value"), means);

    let rows = "
        before => nothing to compare: give a second scenario, or a change of this one with --set PATH=VALUE
        before --set rules.rounds=5 => only scenario files can be changed, but before is a report
        before after --strategy random => random: only scenario files can be changed
        before out => out is not a report of gong run
        before . => is this the folder of a report?";
    world.refuses_each("compare", rows);
}

/// Checks that the comparison of a cooperative game begins with the party's win rate before and
/// after the change.
#[test]
fn a_cooperative_game_says_what_a_change_does_to_the_party() {
    let world = World::new();
    let ask = "compare jungle.toml --strategy jungle-greedy.toml --set rules.hours=40 --games 120";
    let told = world.says(&format!("{ask} --out out"));
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
    let told = world.says("compare cards.toml --set rules.first=heroes --games 40 --out out");
    let headline = world.manifest("out").headline;
    assert!(headline.starts_with("rules.first=heroes ") && told.contains(&headline), "{told}");
    let mut table = told.lines().skip_while(|line| !line.contains("Before %"));
    let first = table.nth(1).unwrap();
    assert!(first.starts_with("Heroes ") || first.starts_with("Villains "), "{told}");
    let rows = |name: &str| told.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((rows("Heroes "), rows("Villains ")), (1, 1), "{told}");
}
