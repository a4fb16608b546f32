//! Common code of the tuning benchmarks: runs a tuning, plays games of a scenario, and measures how
//! far the win rates are from the fair share.

use std::sync::atomic::AtomicBool;

use gong::analysis::points::{EntrantSums, Point};
use gong::questions::tune::{
    Allowed, Corrections, Effort, Tuned, TuningSettings, candidates, find,
};
use gong::scenario::Scenario;
use gong::simulate::{self, All, Plan};

/// Fair share in a game with four sides.
const FAIR: f64 = 0.25;

/// Tunes all fighters to within one percentage point of the fair share, with at most `edits` edits.
pub fn tune(scenario: &Scenario, edits: usize, games: u64, seed: u64) -> Tuned {
    let fighters = scenario.seating.fighters.clone();
    let settings = TuningSettings {
        targets: fighters.iter().map(|key| (key.clone(), FAIR)).collect(),
        corrections: Corrections::default(),
        within: 0.01,
        edits,
        fighters,
        rules: false,
        allowed: Allowed::default(),
        effort: Effort::of(games),
        level: 0.95,
        seed,
        threads: threads(),
    };
    let mut played = |scenario: &Scenario, seed, games| Ok(play(scenario, seed, games));
    let stop = AtomicBool::new(false);
    let scenarios = std::slice::from_ref(scenario);
    let found = find(
        scenarios,
        &settings,
        &candidates(scenarios, &settings),
        &mut All(settings.effort.single),
        (&stop, &()),
        &mut played,
    );
    found.expect("its bots do not fail, and nobody stops it")
}

/// Plays a number of games of a scenario.
pub fn play(scenario: &Scenario, seed: u64, games: u64) -> Point {
    let simulation = scenario.open();
    let plan = Plan::fixed(seed, games, threads());
    let played = simulate::run(&simulation, &plan, &AtomicBool::new(false), &mut ());
    let played = played.expect("its bots do not fail");
    Point::new(String::new(), &simulation, &played)
}

/// Returns the largest distance of a win rate from the fair share.
pub fn miss(point: &Point) -> f64 {
    let rate = |of: &EntrantSums| of.won.rate();
    let misses = point.entrants.iter().map(|of| (rate(of) - FAIR).abs());
    misses.fold(0.0, f64::max)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
