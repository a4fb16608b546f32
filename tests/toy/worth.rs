//! Tests the measured effect of a value where the true effect can be computed exactly: two rounds
//! in calm weather. All throws of the dice are enumerated here, independently of the engine.
//!
//! Both porters march in each round, so the caravan arrives if two throws of either die cover the
//! distance.

use std::fs;
use std::sync::atomic::AtomicBool;

use gong::analysis::knobs::{self, Knob, StepKind};
use gong::analysis::pairs::WON;
use gong::questions::sensitivity::{MeasuredStep, Survey};
use gong::scenario::Scenario;
use gong::simulate::{All, Plan};

use crate::titles;

const DISTANCE: usize = 17;
/// The numbers of sides of the dice of the porters alder and rowan.
const DICE: [usize; 2] = [6, 8];
const SEEDS: u64 = 200;
const GAMES: u64 = 400;

fn pass() -> Scenario {
    assert_eq!(titles().count(), 1, "the toy is known");
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("marcher.toml");
    fs::write(&bot, "kind = \"greedy\"\n[weights]\nsteps = 1.0\n").unwrap();
    let strategy = format!("strategy={}", bot.display());
    let distance = format!("rules.distance={DISTANCE}");
    let sets = [
        "line-up.porters=[\"alder\", \"rowan\"]",
        &strategy,
        "rules.rounds=2",
        "rules.needed=1",
        "rules.calm=4",
        "rules.wind=0",
        "rules.wolves=0",
        &distance,
    ];
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    Scenario::load("tests/toy/scenarios/caravan.toml".as_ref(), &sets)
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Returns the probability that two throws of either die cover a distance, by enumeration of all
/// throws.
fn arrives(dice: [usize; 2], distance: usize) -> f64 {
    let [a, b] = dice;
    let faces = |die: usize| 1..=die;
    let mut enough = 0;
    for first in faces(a) {
        for second in faces(a) {
            for third in faces(b) {
                enough +=
                    faces(b).filter(|fourth| first + second + third + fourth >= distance).count();
            }
        }
    }
    enough as f64 / (a * a * b * b) as f64
}

/// Returns the true effect of a step: the share of missions won with the change, minus the share
/// won without it.
fn truth(knob: &Knob, step: usize) -> f64 {
    let by = |kind: StepKind| match kind {
        StepKind::Up => 1_isize,
        StepKind::Down => -1,
        other => panic!("{}: {other:?}", knob.field),
    };
    let turned = by(knob.steps[step].kind);
    let mut dice = DICE;
    let mut distance = DISTANCE;
    match knob.field.as_str() {
        "fighters.alder.die" => dice[0] = dice[0].strict_add_signed(turned),
        "fighters.rowan.die" => dice[1] = dice[1].strict_add_signed(turned),
        "rules.distance" => distance = distance.strict_add_signed(turned),
        // In calm weather no porter loses warmth.
        _ => assert!(knob.field.ends_with(".warmth"), "{}", knob.field),
    }
    arrives(dice, distance) - arrives(DICE, DISTANCE)
}

fn measured(scenario: &Scenario, seed: u64) -> (Vec<Knob>, Vec<MeasuredStep>) {
    let porters = ["alder", "rowan"].map(str::to_owned);
    let knobs = knobs::of(scenario, &porters, false);
    let survey = Survey::new(scenario.clone(), knobs, None, Plan::fixed(seed, GAMES, 2));
    let played = survey.play(&AtomicBool::new(false), &(), &mut All(GAMES)).unwrap();
    let steps = survey.measured(scenario, &played.found.own).unwrap();
    (survey.knobs, steps)
}

/// The results of a step over all seeds.
#[derive(Default)]
struct Kept {
    words: String,
    truth: f64,
    covered: u64,
    sum: f64,
    squares: f64,
}

#[test]
fn what_enumeration_says_a_step_is_worth_lies_in_its_interval_as_often_as_promised() {
    let scenario = pass();
    let mut kept: Vec<Kept> = vec![];
    for seed in 0..SEEDS {
        let (knobs, steps) = measured(&scenario, seed);
        kept.resize_with(steps.len(), Kept::default);
        for (of, kept) in steps.iter().zip(&mut kept) {
            let (knob, step) = (&knobs[of.at.0], of.at.1);
            let won = &of.pairs.measures[0][WON];
            kept.words = format!("{} {:?}", knob.field, knob.steps[step].kind);
            kept.truth = truth(knob, step);
            let difference = won.difference().expect("it was played");
            kept.sum += difference;
            kept.squares += difference * difference;
            // With so few games, no value is rejected, not even the true one.
            let interval = won.shares().interval(0.95);
            kept.covered +=
                u64::from(interval.is_none_or(|of| (of.low..=of.high).contains(&kept.truth)));
            if kept.truth == 0.0 {
                assert_eq!(of.pairs.changed(), 0, "{}", kept.words);
            }
        }
    }
    // There are eight steps: the die and the warmth of each of two porters, up and down.
    assert_eq!(kept.len(), 8);
    let worth_something = kept.iter().filter(|of| of.truth.abs() > 0.04).count();
    assert_eq!(worth_something, 4);
    for of in &kept {
        let n = SEEDS as f64;
        let mean = of.sum / n;
        let error = ((of.squares / n - mean * mean) / n).sqrt();
        assert!(
            (mean - of.truth).abs() <= 4.0 * error,
            "{}: {mean} ± {error}, in truth {}",
            of.words,
            of.truth
        );
        // Fewer than 180 of 200 intervals at 95 % cover the true value only once in a thousand
        // tests.
        assert!(of.covered >= 180, "{}: {} of 200", of.words, of.covered);
    }
}
