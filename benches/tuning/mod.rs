//! Common code of the tuning benchmarks: runs a tuning, plays games of a scenario, and measures how
//! far the win rates are from the fair share.

use std::sync::atomic::AtomicBool;

use gong::analysis::points::{EntrantSums, Point};
use gong::questions::tune::{
    Allowed, Goal, Task, Tuned, TuningEdit, TuningSettings, Watch, candidates, find,
};
use gong::scenario::Scenario;
use gong::simulate::{self, All, Plan};

/// Fair share in a game with four sides.
const FAIR: f64 = 0.25;

/// The settings of a tuning, the edits that it may make, and its result.
pub type Tuning = (TuningSettings, Vec<TuningEdit>, Tuned);

/// Tunes all fighters to within one percentage point of the fair share, with at most `edits` edits.
pub fn tune(scenario: &Scenario, edits: usize, games: u64, seed: u64) -> Tuning {
    let fighters = scenario.seating.fighters.iter();
    let targets = fighters.map(|key| (key.clone(), FAIR)).collect();
    let settings = TuningSettings {
        goal: Goal { targets, within: 0.01, correction: None },
        edits,
        games,
        level: 0.95,
        seed,
        threads: threads(),
    };
    let moves = candidates(scenario, &Allowed::default()).expect("no pattern is faulty");
    let task = Task { scenario, settings: &settings, moves: &moves };
    let mut played = |scenario: &Scenario, seed, games| Ok(play(scenario, seed, games));
    let watch = Watch { stop: &AtomicBool::new(false), audience: &() };
    let found = find(task, watch, &mut All(games.div_ceil(4)), &mut played);
    let found = found.expect("its bots do not fail, and nobody stops it");
    (settings, moves, found)
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
