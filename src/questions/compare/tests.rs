use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::apart::ApartCounts;
use super::counts::{VariantCounts, play, uncounted};
use crate::analysis::pairs::Subject;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::standing::Standing;
use crate::scenario::Scenario;
use crate::simulate::{Plan, Simulation, Stretch};
use crate::stats::{PairKind, Pairs, sample};

fn simulation(sets: &[&str]) -> Simulation {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    Scenario::load(path, &sets).unwrap().open()
}

/// Checks that two variants are compared as independent samples if their numbers of slots differ
/// and one fighter plays only in the first.
#[test]
fn line_ups_that_differ_are_counted_apart() {
    let set =
        |fighters: &str| simulation(&["strategy=random", &format!("line-up.fighters={fighters}")]);
    let variants = [set(r#"["agaric","cactus","jojoba"]"#), set(r#"["cactus","agaric"]"#)];
    let plan = Plan::fixed(4, 90, 2);
    let stop = AtomicBool::new(false);
    let all = Stretch::of(plan.games, uncounted(&variants));
    let played = play(&variants, &plan, &stop, |_| (), all).unwrap();
    let VariantCounts::Apart(tally) = &played.tally[0] else {
        panic!("they cannot be paired");
    };
    let whom: Vec<&str> = tally.subjects.iter().map(|of| of.fighter.as_str()).collect();
    assert_eq!(whom, ["agaric", "cactus"]);
    for (subject, [before, after]) in tally.subjects.iter().zip(&tally.fighters) {
        let wins = |of: &Simulation| {
            let mut worker = of.worker();
            let won = |game: u64| {
                let record = worker.play(4, game).unwrap();
                let own = record.players.iter().find(|player| {
                    of.cast().entrants[usize::from(player.entrant)].fighter == subject.fighter
                });
                u64::from(own.unwrap().won)
            };
            (0..90).map(won).sum::<u64>()
        };
        assert_eq!((before.games(), after.games()), (90, 90));
        assert_eq!([before.wins(), after.wins()], [wins(&variants[0]), wins(&variants[1])]);
    }
}

/// Checks that a fighter with several strategies is compared strategy by strategy.
#[test]
fn apart_strategies_meet_themselves() {
    let mut casts = [sample::crowd(6, 2), sample::crowd(4, 2)];
    let name = |cast: &mut crate::stats::Cast, names: &[(&str, &str)]| {
        for (entrant, (fighter, strategy)) in cast.entrants.iter_mut().zip(names) {
            (entrant.fighter, entrant.strategy) = ((*fighter).into(), (*strategy).into());
        }
    };
    let first = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "x"), ("d", "x"), ("d", "y")];
    name(&mut casts[0], &first);
    name(&mut casts[1], &[("b", "y"), ("a", "y"), ("e", "x"), ("d", "z")]);
    let counter = ApartCounts::new([&casts[0], &casts[1]]);
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
    let test = |growing: bool| {
        let mut facts = [Fact::change("change", about, "rounds", compared)];
        if growing {
            facts[0].repeat_test();
        }
        judge(&mut facts, |_| (), 0.0, 0.95);
        facts[0].row.clone()
    };
    let [ended, growing] = [false, true].map(test);
    assert_eq!(
        [&ended, &growing].map(|of| of.changes),
        [Standing::Above, Standing::Open].map(Some)
    );
    assert!(ended.p.unwrap() < 0.01 && growing.p.unwrap() > 0.05);
    assert_eq!(ended.change_low, growing.change_low);
}
