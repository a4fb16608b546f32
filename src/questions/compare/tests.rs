use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::apart::ApartCounts;
use super::counts::{VariantCounts, play, uncounted};
use crate::analysis::pairs::Subject;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::standing::Standing;
use crate::scenario::Scenario;
use crate::simulate::{Plan, Stretch};
use crate::stats::{PairKind, Pairs, Player, sample};

/// Checks that two variants are compared as independent samples if their numbers of slots differ
/// and one fighter plays only in the first.
#[test]
fn line_ups_that_differ_are_counted_apart() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let variants = [r#"["agaric","cactus","jojoba"]"#, r#"["cactus","agaric"]"#].map(|fighters| {
        let sets = ["strategy=random".to_owned(), format!("line-up.fighters={fighters}")];
        Scenario::load(path, &sets).unwrap().open()
    });
    let plan = Plan::fixed(4, 90, 2);
    let stop = AtomicBool::new(false);
    let all = Stretch::of(plan.games, uncounted(&variants));
    let played = play(&variants, &plan, &stop, |_| (), all).unwrap();
    let VariantCounts::Apart(tally) = &played.tally[0] else { panic!("they cannot be paired") };
    let whom: Vec<&str> = tally.subjects.iter().map(|of| of.fighter.as_str()).collect();
    assert_eq!(whom, ["agaric", "cactus"]);
    for (fighter, counted) in whom.into_iter().zip(&tally.fighters) {
        for (simulation, counted) in variants.iter().zip(counted) {
            let entrants = &simulation.cast().entrants;
            let is_own =
                |player: &&Player| entrants[usize::from(player.entrant)].fighter == fighter;
            let mut worker = simulation.worker();
            let won = (0..90).filter(|&game| {
                let record = worker.play(4, game).unwrap();
                record.players.iter().find(is_own).unwrap().won
            });
            assert_eq!((counted.games(), counted.wins()), (90, won.count() as u64));
        }
    }
}

/// Checks that a fighter with several strategies is compared strategy by strategy.
#[test]
fn apart_strategies_meet_themselves() {
    let [before, after] = [
        &[("a", "x"), ("a", "y"), ("b", "x"), ("c", "x"), ("d", "x"), ("d", "y")][..],
        &[("b", "y"), ("a", "y"), ("e", "x"), ("d", "z")],
    ]
    .map(|names| {
        let mut cast = sample::crowd(names.len(), 2);
        for (entrant, &(fighter, strategy)) in cast.entrants.iter_mut().zip(names) {
            (entrant.fighter, entrant.strategy) = (fighter.into(), strategy.into());
        }
        cast
    });
    let counter = ApartCounts::new([&before, &after]);
    let told = |of: &Subject| format!("{} {} {}", of.fighter, of.strategies[0], of.strategies[1]);
    let subjects: Vec<String> = counter.subjects.iter().map(told).collect();
    assert_eq!(subjects, ["a y y", "b x y"]);
}

#[test]
fn tests_of_growing_games_are_stricter() {
    // The length of 400 games: 29 games are longer with the change, and 12 are shorter.
    let mut length = Pairs::default();
    for (a, b, times) in [(5, 6, 29), (6, 5, 12), (5, 5, 359)] {
        length.add_times(0, a, b, times);
    }
    let about = ("balanced", SubjectKind::Game, "");
    let compared = length.compared(PairKind::Amounts, 0.95);
    let [ended, growing] = [false, true].map(|growing| {
        let mut facts = [Fact::change("change", about, "rounds", compared)];
        if growing {
            facts[0].repeat_test();
        }
        judge(&mut facts, |_| (), 0.0, 0.95);
        facts[0].row.clone()
    });
    assert_eq!(ended.changes, Some(Standing::Above));
    assert_eq!(growing.changes, Some(Standing::Open));
    assert!(ended.p.unwrap() < 0.01 && growing.p.unwrap() > 0.05);
    assert_eq!(ended.change_low, growing.change_low);
}
