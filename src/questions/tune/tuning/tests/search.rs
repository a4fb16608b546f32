//! Tests of whole searches, and of their stages after the proposals.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::analysis::points::Point;
use crate::analysis::{GAME, WorkAudience};
use crate::questions::tune::correction::{Correction, Corrections};
use crate::questions::tune::effects::{BothPlayed, Differences};
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
    let cards: String = (1..=5)
        .map(|key| {
            format!("{key} = {{ movement = 1, melee = {}, defense = {} }}\n", 6 - key, 3 + key / 2)
        })
        .collect();
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

fn settings(scenario: &Scenario, within: f64, edits: usize) -> TuningSettings {
    let fighters = scenario.seating.fighters.clone();
    TuningSettings {
        targets: fighters.iter().map(|key| (key.clone(), 0.25)).collect(),
        corrections: Corrections::default(),
        within,
        edits,
        fighters,
        rules: false,
        allowed: Allowed::default(),
        effort: Effort { single: 400, better: 800, proposal: 2_000, certified: 6_000 },
        level: 0.95,
        seed: 4,
        threads: 2,
    }
}

fn tune(scenario: Scenario, settings: &TuningSettings) -> Tuned {
    let stop = AtomicBool::new(false);
    let scenarios = [scenario];
    let moves = candidates(&scenarios, settings);
    let mut lots = All(settings.effort.single);
    find(&scenarios, settings, &moves, &mut lots, (&stop, &()), &mut play).unwrap()
}

#[test]
fn what_is_fair_is_left_as_it_is() {
    let scenario = clones(&[]);
    let found = tune(scenario.clone(), &settings(&scenario, 0.03, 3));
    assert_eq!((found.solutions.len(), found.tried), (1, 0));
    assert!(found.solutions[0].certified && found.solutions[0].moves.is_empty());
}

#[test]
fn a_broken_value_is_mended_by_one_edit() {
    let scenario = clones(&["fighters.a.size=10"]);
    let found = tune(scenario.clone(), &settings(&scenario, 0.03, 1));
    let [before, after] = &found.solutions[..] else { panic!("{:?}", found.solutions) };
    assert!(!before.certified && before.distance() > 0.03, "{before:?}");
    assert!(after.certified, "{after:?}");
    assert_eq!(after.moves.len(), 1);
    assert_eq!(after.moves[0].knob.fighter.as_deref(), Some("a"));
    for rate in after.rates.iter().flatten() {
        assert!(rate.distance() <= 0.03 && rate.interval.low <= rate.rate());
    }
}

/// Checks that the rest of a search uses new corrections: with the reference player, the best edit
/// of the first half has no effect, so the search proposes another edit.
#[test]
fn corrections_hold_for_the_rest_of_the_search() {
    let scenarios = [clones(&["fighters.a.size=10"])];
    let settings = settings(&scenarios[0], 0.03, 1);
    let moves = candidates(&scenarios, &settings);
    let stop = AtomicBool::new(false);
    let mut player = play;
    let search = EditSearch::begin(&scenarios, &settings, &moves, &(), &mut player);
    let mut search = search.unwrap();
    let mut lots = All(settings.effort.single);
    search.explore(&mut lots, &stop, &()).unwrap();
    let (best, _) = search.nearest().expect("sets were played");
    let effects = search.effects();
    let effect = &effects[best[0]].by_bot[0];
    assert!(best.len() == 1 && effect["a"] < -0.02, "{effect:?}");
    let games = 1_000_000;
    let point = |times: f64| {
        let wins = effect.iter().map(|(key, by)| {
            let rate = 0.25 + times * by;
            (key.as_str(), (rate * games as f64) as u64)
        });
        Point::made_up(games, wins)
    };
    let correction =
        Correction { by_key: effect.keys().map(|key| (key.clone(), 0.0)).collect(), error: 0.0 };
    let played = BothPlayed { set: &best, own: &point(1.0), reference: &point(0.0) };
    let differences = Differences::new(0, &correction, &effects, &[played]);
    search.correct(Corrections {
        unchanged: vec![correction],
        differences: differences.into_iter().collect(),
    });
    let found = search.finish(&stop, &()).unwrap();
    let [before, after] = &found.solutions[..] else {
        panic!("another edit is nearer than the unchanged scenario")
    };
    assert_ne!(after.set, best, "{after:?}");
    assert!(after.distance() < before.distance(), "{after:?}");
    assert!(after.rates[0][0].correction.is_some(), "{after:?}");
}

/// Creates the sums of 10,000 games of one bot, with this number of wins of the first fighter.
fn sums(wins: u64) -> Vec<Vec<race::WinSums>> {
    let rate = |(key, wins): (&str, u64)| race::WinSums {
        fighter: key.to_owned(),
        strategy: "balanced".to_owned(),
        games: 10_000,
        wins,
    };
    let others = (10_000 - wins) / 3;
    let all = [("a", wins), ("b", others), ("c", others), ("d", others)];
    vec![all.map(rate).to_vec()]
}

/// Returns the index of the best of three sets of edits: no edit, one edit, and two edits. `played`
/// has the wins of the first fighter in 10,000 games and the standard error of the correction. The
/// target is 2,500 wins, and the accepted distance 300 wins.
fn best_of_three(played: [(u64, f64); 3]) -> usize {
    let scenarios = [clones(&["fighters.a.size=10"])];
    let settings = settings(&scenarios[0], 0.03, 2);
    let moves = candidates(&scenarios, &settings);
    let sets = [vec![], vec![3], vec![3, 5]];
    let played = sets.iter().zip(played);
    let solutions = played.map(|(set, (wins, error))| Solution {
        error,
        ..race::solution(&settings, &moves, set, &sums(wins))
    });
    let tuned = Tuned {
        solutions: solutions.collect(),
        tried: 9,
        values: 8,
        games: 30_000,
        within: settings.within,
    };
    tuned.best()
}

/// Checks that a set of edits whose corrections are known is preferred to a nearer set whose
/// corrections are not known.
#[test]
fn the_error_of_the_corrections_counts_as_distance() {
    let best = |errors: [f64; 3]| {
        let [none, one, two] = errors;
        best_of_three([(3_200, none), (2_550, one), (2_700, two)])
    };
    assert_eq!(best([0.004, 0.004, 0.004]), 1);
    assert_eq!(best([0.004, 0.015, 0.004]), 2);
}

/// Checks sets that are not within the accepted distance: a further edit must bring the win rates
/// nearer to the targets by a part of the accepted distance.
#[test]
fn a_further_edit_has_to_bring_the_win_rates_nearer() {
    let best = |wins: [u64; 3]| best_of_three(wins.map(|wins| (wins, 0.0)));
    assert_eq!(best([3_200, 3_060, 3_060]), 0);
    assert_eq!(best([3_200, 2_900, 2_880]), 1);
    assert_eq!(best([3_200, 2_900, 2_820]), 2);
    assert_eq!(best([3_200, 3_060, 3_000]), 2);
}

/// Checks that solutions are restored from the games that certified them, but not from the games of
/// another tuning.
#[test]
fn solutions_come_back_from_their_games_unless_the_games_are_of_another_tuning() {
    let scenarios = [clones(&["fighters.a.size=10"])];
    let settings = settings(&scenarios[0], 0.03, 2);
    let moves = candidates(&scenarios, &settings);
    let sets = [vec![], vec![3, 5]];
    let played = sets.iter().zip([3_200, 2_500]);
    let solutions = played.map(|(set, wins)| race::solution(&settings, &moves, set, &sums(wins)));
    let tuned = Tuned {
        solutions: solutions.collect(),
        tried: 9,
        values: 8,
        games: 20_000,
        within: settings.within,
    };
    assert_eq!(tuned.best(), 1);
    let certified = Certifying::all(&tuned);
    let text = serde_json::to_string(&certified).unwrap();
    let read: Vec<Certifying> = serde_json::from_str(&text).unwrap();
    let again = Certifying::solutions(&read, &scenarios, &settings, &moves).unwrap();
    assert_eq!(format!("{again:?}"), format!("{:?}", tuned.solutions));

    let refused = |change: &dyn Fn(&mut Vec<Certifying>)| {
        let mut other = read.clone();
        change(&mut other);
        Certifying::solutions(&other, &scenarios, &settings, &moves).is_none()
    };
    assert!(refused(&Vec::clear));
    assert!(refused(&|of| of[1].moves[0] = moves.len()));
    assert!(refused(&|of| drop(of[1].sums[0].pop())));
    assert!(refused(&|of| of[0].sums.clear()));
}

/// Records the progress that a tuning reports, for a test.
#[derive(Default)]
struct Heard {
    done: AtomicU64,
    /// For each estimate of the tuning: the work done and the work left.
    estimates: Mutex<Vec<(u64, u64)>>,
}

impl WorkAudience for Heard {
    fn planned(&self, _: u64) {}

    fn played(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }

    fn left(&self, work: u64) {
        let done = self.done.load(Ordering::Relaxed);
        self.estimates.lock().unwrap().push((done, work));
    }
}

#[test]
fn the_whole_job_is_estimated_before_it_begins_and_the_bar_does_not_go_back() {
    let scenario = clones(&["fighters.a.size=12", "strategy=random"]);
    let heard = Heard::default();
    let asked = TuningSettings {
        fighters: vec!["a".into()],
        effort: Effort::of(200),
        ..settings(&scenario, 0.02, 2)
    };
    let mut play = |scenario: &Scenario, seed, games| {
        let point = play(scenario, seed, games)?;
        heard.played(games * GAME);
        Ok(point)
    };
    let stop = AtomicBool::new(false);
    let mut lots = All(asked.effort.single);
    let scenarios = [scenario];
    let moves = candidates(&scenarios, &asked);
    find(&scenarios, &asked, &moves, &mut lots, (&stop, &heard), &mut play).unwrap();
    let estimates = heard.estimates.into_inner().unwrap();
    let whole = heard.done.into_inner() as f64;
    assert_eq!(estimates[0], (0, Forecast::new(&scenarios, &asked, &moves).work()));
    let first = estimates[0].1 as f64 / whole;
    assert!((0.5..2.0).contains(&first), "{first}: {estimates:?}");
    let shown = |&(done, left): &(u64, u64)| done as f64 / (done + left) as f64;
    for pair in estimates.windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(shown);
        assert!(after > before - 0.05, "{before} to {after}: {estimates:?}");
    }
    assert!(estimates.len() >= 12, "{estimates:?}");
}

/// Checks that the estimate counts each set of edits once if there are few.
#[test]
fn a_search_for_edits_of_one_value_is_expected_to_be_short() {
    let scenarios = [clones(&[])];
    let asked = TuningSettings {
        effort: Effort::of(100),
        allowed: Allowed { only: vec!["fighters.a.size".to_owned()], not: vec![] },
        ..settings(&scenarios[0], 0.02, 4)
    };
    let moves = candidates(&scenarios, &asked);
    assert!((1..=4).contains(&moves.len()), "{}", moves.len());
    let games = Forecast::new(&scenarios, &asked, &moves).games();
    assert!((1..200 * 100).contains(&games), "{games}");
}

/// Checks the estimate for the largest number of games that the command line takes.
#[test]
fn an_estimate_that_is_too_large_is_the_largest_number() {
    let scenarios = [clones(&["strategy=mcts-fast"])];
    let asked = TuningSettings {
        effort: Effort::of(1_000_000_000_000),
        ..settings(&scenarios[0], 0.02, 6)
    };
    let moves = candidates(&scenarios, &asked);
    let work = Forecast::new(&scenarios, &asked, &moves).work();
    assert_eq!(work, u64::MAX);
}

#[test]
fn whoever_stops_it_gets_nothing() {
    let scenario = clones(&["fighters.a.size=10"]);
    let asked = settings(&scenario, 0.03, 1);
    let mut none = |_: &Scenario, _, _| Err(Stopped.into());
    let stop = AtomicBool::new(false);
    let moves = candidates(std::slice::from_ref(&scenario), &asked);
    let found = find(&[scenario], &asked, &moves, &mut All(1), (&stop, &()), &mut none);
    assert!(found.unwrap_err().is::<Stopped>());
}
