use std::path::Path;

use super::*;
use crate::analysis::sweep::Point;
use crate::simulate::{self, Plan};

struct Quiet;
impl simulate::Audience for Quiet {
    fn played(&self, _: u64) {}
    fn records(&mut self, _: u64, _: &[crate::stats::Record]) -> anyhow::Result<()> {
        Ok(())
    }
}

fn play(scenario: &Scenario, seed: u64, games: u64) -> anyhow::Result<Option<Point>> {
    let simulation = scenario.open();
    let plan = Plan {
        seed,
        games,
        precision: None,
        threads: 2,
        records: false,
        luck: None,
    };
    let done = simulate::run(&simulation, &plan, &AtomicBool::new(false), &mut Quiet)?;
    Ok(Some(Point::new(String::new(), &simulation, &done)))
}

#[test]
fn probe() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let scenario = Scenario::load(path, &["strategy=balanced".to_owned()]).unwrap();
    let fighters = scenario.seating.fighters.clone();
    let question = Question {
        targets: fighters.iter().map(|key| (key.clone(), 0.25)).collect(),
        within: 0.01,
        edits: 4,
        fighters,
        rules: false,
        allowed: Allowed::default(),
        effort: Effort {
            screened: 960_000,
            step: 6_000,
            proposal: 12_000,
            certified: 200_000,
        },
        level: 0.95,
        seed: 1,
        threads: 2,
    };
    let t = std::time::Instant::now();
    let found = find(
        &[scenario],
        &question,
        &AtomicBool::new(false),
        &(),
        &mut play,
    )
    .unwrap()
    .unwrap();
    println!(
        "{:?} {} tried {} values {} games",
        t.elapsed(),
        found.tried,
        found.values,
        found.games
    );
    for solution in &found.solutions {
        println!(
            "{} edits {} steps: {:.2} certified {}",
            solution.moves.len(),
            solution.steps(),
            solution.distance() * 100.0,
            solution.certified
        );
        for of in &solution.moves {
            println!("   {} {} -> {}", of.knob.field, of.knob.now, of.to);
        }
        for rate in solution.rates.iter().flatten() {
            println!(
                "   {} {:.2} ± {:.2}",
                rate.fighter,
                rate.rate() * 100.0,
                rate.interval.half_width() * 100.0
            );
        }
    }
}
