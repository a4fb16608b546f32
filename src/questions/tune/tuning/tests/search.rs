//! Tests of whole searches, and of their stages after the proposals.

use std::sync::atomic::AtomicBool;

use crate::analysis::points::Point;
use crate::questions::tune::estimates::Correction;
use crate::questions::tune::tests;
use crate::questions::tune::tuning::*;
use crate::scenario::Scenario;
use crate::simulate::{self, All, Plan};

fn play(scenario: &Scenario, seed: u64, games: u64) -> anyhow::Result<Point> {
    let simulation = scenario.open();
    let plan = Plan { seed, games, precision: None, threads: 2, records: false, luck: None };
    let played = simulate::run(&simulation, &plan, &AtomicBool::new(false), &mut ())?;
    Ok(Point::new(String::new(), &simulation, &played))
}

/// Creates a scenario of four fighters that differ only in their names. The scenario is fair,
/// except for the changes `broken` of the first fighter.
fn clones(broken: &[&str]) -> Scenario {
    let card = |key| {
        format!("{key} = {{ movement = 1, melee = {}, defense = {} }}\n", 6 - key, 3 + key / 2)
    };
    let cards: String = (1..=5).map(card).collect();
    let fighter = |name: &str| {
        format!(
            "[fighters.{name}]\nname = \"{name}\"\ncolour = \"#974dd0\"\nsize = 8\ndefense = \
             4\n[fighters.{name}.cards]\n{cards}\n"
        )
    };
    let fighters: String = ["a", "b", "c", "d"].map(fighter).concat();
    let folder = tempfile::tempdir().unwrap();
    let roster = format!("name = \"Clones\"\nunlisted = \"own\"\n{fighters}");
    std::fs::write(folder.path().join("roster.toml"), roster).unwrap();
    let text = "title = \"Clones\"\ngame = \"ultimate-warriorz\"\nroster = \
        \"roster.toml\"\nstrategy = \"balanced\"\n[line-up]\ndraw = 4\n";
    let sets: Vec<String> = broken.iter().map(|set| (*set).to_owned()).collect();
    Scenario::from_text(&folder.path().join("clones.toml"), text, &sets).expect("it is sound")
}

fn settings(within: f64, edits: usize) -> TuningSettings {
    let fair = tests::settings(["a", "b", "c", "d"].map(|key| (key, 0.25)), within, edits);
    TuningSettings { games: 700, seed: 4, threads: 2, ..fair }
}

/// Returns the edits that a search may make, and its result.
fn tune(scenario: Scenario, settings: &TuningSettings) -> (Vec<TuningEdit>, Tuned) {
    let stop = AtomicBool::new(false);
    let moves = candidates(&scenario, &Allowed::default()).unwrap();
    let task = Task { scenario: &scenario, settings, moves: &moves };
    let watch = Watch { stop: &stop, audience: &() };
    let mut lots = All(settings.first_games());
    let found = find(task, watch, &mut lots, &mut play).unwrap();
    (moves, found)
}

#[test]
fn what_is_fair_is_left_as_it_is() {
    let settings = settings(0.03, 3);
    let (_, found) = tune(clones(&[]), &settings);
    assert_eq!((found.solutions.len(), found.tried), (1, 0));
    assert!(settings.certifies(&found.solutions[0]) && found.solutions[0].set.is_empty());
}

#[test]
fn a_broken_value_is_mended_by_one_edit() {
    let settings = settings(0.03, 1);
    let (moves, found) = tune(clones(&["fighters.a.size=10"]), &settings);
    let [before, after] = &found.solutions[..] else { panic!("{:?}", found.solutions) };
    assert!(settings.distance(before).low > 0.0, "{before:?}");
    assert!(!settings.certifies(before) && settings.distance(before).value > 0.03, "{before:?}");
    assert!(settings.certifies(after), "{after:?}");
    assert_eq!(after.set.len(), 1);
    assert_eq!(moves[after.set[0]].knob.fighter.as_deref(), Some("a"));
}

/// Returns the index of the best of three sets of edits: no edit, one edit, and two edits. `wins`
/// has the wins of the first of four fighters in 10,000 games, `error` is the standard error of the
/// correction. The target is 2,500 wins, and the accepted distance 300 wins.
fn best_of_three(wins: [u64; 3], error: f64) -> usize {
    let mut settings = settings(0.03, 2);
    settings.goal.correction = Some(Correction { by_key: [].into(), error });
    let solution = |(set, wins): (Vec<usize>, u64)| {
        let others = (10_000 - wins) / 3;
        let all = [("a", wins), ("b", others), ("c", others), ("d", others)];
        Solution { set, sums: tests::sums(10_000, all) }
    };
    let played = [vec![], vec![3], vec![3, 5]].into_iter().zip(wins);
    Tuned { solutions: played.map(solution).collect(), ..Tuned::default() }.best(&settings)
}

/// Checks that a set of edits is near enough only if its distance and twice the error of the
/// correction are within the accepted distance.
#[test]
fn the_error_of_the_corrections_counts_as_distance() {
    let best = |error| best_of_three([3_200, 2_660, 2_550], error);
    assert_eq!(best(0.004), 1);
    assert_eq!(best(0.010), 2);
}

/// Checks sets that are not within the accepted distance: a further edit must bring the win rates
/// nearer to the targets by a part of the accepted distance.
#[test]
fn a_further_edit_has_to_bring_the_win_rates_nearer() {
    for (wins, best) in [
        ([3_200, 3_060, 3_060], 0),
        ([3_200, 2_900, 2_880], 1),
        ([3_200, 2_900, 2_820], 2),
        ([3_200, 3_060, 3_000], 2),
    ] {
        assert_eq!(best_of_three(wins, 0.0), best, "{wins:?}");
    }
}

/// Checks that the expected number of games is that of a search. The time of the largest number of
/// games that the command line takes is the largest number.
#[test]
fn the_number_of_games_is_forecast() {
    let settings = |games, edits| TuningSettings { games, ..settings(0.02, edits) };
    let forecast = |scenario: &Scenario, settings: &TuningSettings| {
        let moves = candidates(scenario, &Allowed::default()).unwrap();
        expected(Task { scenario, settings, moves: &moves })
    };
    let scenario = clones(&["fighters.a.size=12", "strategy=random"]);
    let (games, _) = forecast(&scenario, &settings(100, 2));
    let (_, found) = tune(scenario, &settings(100, 2));
    let ratio = games as f64 / found.games as f64;
    assert!((0.5..2.0).contains(&ratio), "{games} of {}", found.games);
    let slow = clones(&["strategy=mcts-fast"]);
    assert_eq!(forecast(&slow, &settings(1_000_000_000_000, 6)).1, u64::MAX);
}
