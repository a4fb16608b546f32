use std::path::Path;

use super::*;

#[test]
fn probe() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let scenario = Scenario::load(path, &["strategy=balanced".to_owned()]).unwrap();
    let question = Question {
        fighters: scenario.seating.fighters.clone(),
        rules: false,
        largest: Some(0),
        screened: 960_000,
        games: 10,
        seed: 1,
        threads: 2,
    };
    let t = Instant::now();
    let found = find(&scenario, &question, &AtomicBool::new(false), &())
        .unwrap()
        .unwrap();
    println!("{:?} {} knobs", t.elapsed(), found.knobs.len());
    let screen = found.screen.unwrap();
    for (i, knob) in found.knobs.iter().enumerate() {
        let Some(of) = screen.of(i) else { continue };
        let own = screen
            .subjects
            .iter()
            .position(|s| Some(&s.fighter) == knob.fighter.as_ref())
            .unwrap();
        println!(
            "{:50} {:+.2} ± {:.2}",
            knob.field,
            of[own][WON].value * 100.0,
            of[own][WON].error * 196.0
        );
    }
    for m in found.steps.iter() {
        let knob = &found.knobs[m.knob];
        let own = m
            .pairs
            .subjects
            .iter()
            .position(|s| Some(&s.fighter) == knob.fighter.as_ref())
            .unwrap();
        let pairs = &m.pairs.measures[own][WON];
        println!(
            "{:50} {} {:+.2} ± {:.2}",
            knob.field,
            knob.steps[m.step].turn.name(),
            pairs.difference().unwrap() * 100.0,
            pairs.interval(0.95).unwrap().half_width() * 100.0
        );
    }
}
