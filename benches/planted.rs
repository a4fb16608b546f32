//! Does `gong tune` find what is wrong? Five fighters that are one and the same, so fair by symmetry, of whom one gets one value wrong by one or two steps.
//!
//! `cargo bench --bench planted` draws faults until ten of them make the roster unfair by more than a point and a half, and tunes each with one edit; `-- FAULTS GAMES` so many, with so
//! many `--games`. `-- --smoke` plays a little of one.

use std::sync::atomic::AtomicBool;

use gong::analysis::knobs;
use gong::analysis::sweep::Point;
use gong::analysis::tune::{Allowed, Effort, Found, Question, find, moves};
use gong::scenario::Scenario;
use gong::simulate::{self, All, Plan};
use gong::stats::Record;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const FAIR: f64 = 0.25;
const WITHIN: f64 = 0.01;
/// So far from fair a roster is unfair beyond doubt.
const UNFAIR: f64 = 0.015;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| {
        let mut numbers = arguments.iter().filter_map(|word| word.parse::<u64>().ok());
        numbers.nth(at)
    };
    let smoke = arguments.iter().any(|argument| argument == "--smoke");
    let faults = number(0).unwrap_or(if smoke { 1 } else { 10 });
    let games = number(1).unwrap_or(if smoke { 40 } else { 4_000 });
    let fair = clones();
    let knobs = knobs::of_fighters(&fair, &fair.seating.fighters[..1]);
    let all = moves(std::slice::from_ref(&fair), &knobs);
    let mut dice = Pcg64Mcg::seed_from_u64(1);
    let (mut planted, mut found_out, mut harmless) = (0, 0, 0);
    while planted < faults {
        let fault = &all[dice.random_range(0..all.len())];
        let broken = fair.with(&fault.edits).expect("it is allowed");
        let seed = 1 << 40;
        let off = miss(&play(&broken, seed, if smoke { 2_000 } else { 100_000 }));
        if off < UNFAIR {
            harmless += 1;
            continue;
        }
        planted += 1;
        let found = tune(&broken, games, planted);
        let last = found.solutions.last().expect("as it is, at least");
        let mended = last.certified && last.moves.len() == 1;
        found_out += u64::from(mended);
        let edits: Vec<String> = (last.moves.iter())
            .map(|of| format!("{} to {}", of.knob.field, of.to))
            .collect();
        println!(
            "{} to {}: {:.1} points off; {} games: {}, {:.2} points off, {}",
            fault.knob.field,
            fault.to,
            100.0 * off,
            found.games,
            edits.join(", "),
            100.0 * last.distance(),
            if mended { "certified" } else { "not certified" }
        );
    }
    println!(
        "{found_out} of {planted} mended by one edit; {harmless} were no fault of more than {UNFAIR}"
    );
}

/// Five fighters of a kind.
fn clones() -> Scenario {
    let cards: String = (1..=6)
        .map(|key| {
            let (melee, shooting) = if key % 2 == 0 { (0, 2) } else { (5 - key / 2, 0) };
            format!("{key} = {{ movement = {}, melee = {melee}, shooting = {shooting}, defense = {} }}\n", 1 + key / 4, 3 + key / 3)
        })
        .collect();
    let fighter = |name: &str| {
        format!(
            "[fighters.{name}]\nname = \"{name}\"\ncolour = \"#974dd0\"\nsize = 9\ndefense = 4\n[fighters.{name}.cards]\n{cards}\n"
        )
    };
    let fighters: String = ["a", "b", "c", "d", "e"].map(fighter).concat();
    let folder = tempfile::tempdir().expect("there is room");
    let roster = format!("name = \"Clones\"\nunlisted = \"own\"\n{fighters}");
    std::fs::write(folder.path().join("roster.toml"), roster).expect("there is room");
    let text = "title = \"Clones\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = \"balanced\"\n[line-up]\ndraw = 4\n";
    Scenario::from_text(&folder.path().join("clones.toml"), text, &[]).expect("it is sound")
}

fn tune(scenario: &Scenario, games: u64, seed: u64) -> Found {
    let fighters = scenario.seating.fighters.clone();
    let question = Question {
        targets: fighters.iter().map(|key| (key.clone(), FAIR)).collect(),
        within: WITHIN,
        edits: 1,
        fighters,
        rules: false,
        allowed: Allowed::default(),
        effort: Effort::of(games),
        level: 0.95,
        seed,
        threads: threads(),
    };
    let mut played = |scenario: &Scenario, seed, games| Ok(Some(play(scenario, seed, games)));
    let stop = AtomicBool::new(false);
    let alone = std::slice::from_ref(scenario);
    let mut lots = All(question.effort.alone);
    let found = find(alone, &question, &mut lots, &stop, &(), &mut played);
    found
        .expect("its bots do not fail")
        .expect("nobody stops it")
}

struct Nobody;

impl simulate::Audience for Nobody {
    fn played(&self, _: u64) {}

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}

fn play(scenario: &Scenario, seed: u64, games: u64) -> Point {
    let simulation = scenario.open();
    let plan = Plan::fixed(seed, games, threads());
    let played = simulate::run(&simulation, &plan, &AtomicBool::new(false), &mut Nobody);
    let played = played.expect("its bots do not fail");
    Point::new(String::new(), &simulation, &played)
}

/// The largest distance of a win rate from fair.
fn miss(point: &Point) -> f64 {
    let rate = |of: &gong::analysis::sweep::Sums| of.wins as f64 / of.games.max(1) as f64;
    let misses = point.entrants.iter().map(|of| (rate(of) - FAIR).abs());
    misses.fold(0.0, f64::max)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
