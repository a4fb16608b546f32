use std::path::Path;

use super::*;
use crate::scenario::Scenario;
use crate::simulate::All;
use crate::stats::{Form, Measure, NEVER, PairKind, intervals, sample};

fn simulation(sets: &[&str]) -> Simulation {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    Scenario::load(path, &sets).unwrap().open()
}

fn play(variants: &[&[&str]], games: u64, threads: usize) -> Compared {
    let variants: Vec<Simulation> = variants.iter().map(|sets| simulation(sets)).collect();
    let plan = Plan { seed: 1, games, precision: None, threads, records: false, luck: None };
    compare(&variants, &plan, &AtomicBool::new(false), |_| ()).unwrap()
}

#[test]
fn identical_variants_differ_by_exactly_nothing() {
    let done = play(&[&[], &[]], 60, 2);
    let pairs = &done.tally[0];
    assert_eq!((done.games, pairs.changed(), pairs.length.changed), (60, 0, 0));
    assert_eq!(pairs.subjects.len(), 8);
    for of in pairs.measures.iter().flatten() {
        assert_eq!((of.games, of.changed, of.difference()), (30, 0, Some(0.0)));
        for values in [PairKind::Shares, PairKind::Amounts] {
            // Even if no pair differs in 30 games, a difference remains possible, so the interval
            // has a positive width.
            let interval = of.interval(values, 0.95).unwrap();
            assert!(interval.low < -0.1 && interval.high > 0.1, "{interval:?}");
            assert_eq!(of.p_value(values), 1.0);
        }
    }
}

/// Returns the p-values of all comparisons in a tally; the last one is that of the number of
/// rounds.
fn p_values(tally: &PairTally) -> Vec<f64> {
    let forms = tally.compared.iter().map(|measure| measure.form);
    let values: Vec<PairKind> =
        std::iter::once(Form::Flag).chain(forms).map(PairKind::from).collect();
    let each = tally.measures.iter();
    let each = each.flat_map(|of| of.iter().zip(&values));
    each.map(|(pairs, values)| pairs.p_value(*values))
        .chain([tally.length.p_value(PairKind::Amounts)])
        .collect()
}

/// Checks the rate of false alarms: compares games of two equal variants with a thousand seeds.
/// Samples of different seeds are independent, and every significant difference is a false alarm.
#[test]
fn a_thousand_comparisons_of_nothing_stay_at_the_promised_rate() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-fixed-4.toml");
    let simulation = Scenario::load(path, &["strategy=random".to_owned()]).unwrap().open();
    let empty = Pairing::new(&simulation, &simulation);
    let (mut first, mut other) = (simulation.worker(), simulation.worker());
    let mut alarms = 0;
    for comparison in 0..1_000 {
        let mut pairing = empty.clone();
        for game in 0..30 {
            pairing.add(
                game,
                first.play(2 * comparison, game).unwrap(),
                other.play(2 * comparison + 1, game).unwrap(),
            );
        }
        let tally = &pairing.tally;
        let p = p_values(tally);
        alarms += usize::from(intervals::holm(&p, 0.05).contains(&true));
    }
    // The expected number of false alarms is at most 50 of 1,000, with a standard deviation of 7.
    assert!(alarms <= 71, "{alarms} of 1,000 comparisons of nothing raised an alarm");
    assert!(alarms >= 5, "{alarms} of 1,000: a test that never speaks proves nothing");
}

/// Checks that pairing halves the variance, for a variant that adds one die to one card of one
/// fighter.
#[test]
fn the_same_dice_halve_the_variance_of_a_small_change() {
    for change in ["fighters.agaric.cards.3.shooting=4", "fighters.zamioculcas.cards.1.melee=7"] {
        let done = play(&[&[], &[change]], 1_200, 2);
        let variances = done.tally[0].measures.iter().map(|of| of[WON].variances().unwrap());
        let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        assert!(together > 0.0 && apart / together > 2.0, "{change}: {apart} to {together}");
    }
}

#[test]
fn threads_decide_nothing() {
    let variants: &[&[&str]] = &[&["strategy=random"], &["strategy=random", "rules.rounds=9"]];
    let one = play(variants, 300, 1);
    for threads in [2, 7] {
        assert_eq!(play(variants, 300, threads).tally, one.tally, "{threads} threads");
    }
}

/// Checks that skipping games without the changed fighter gives the same results as playing all
/// games again.
#[test]
fn a_variant_of_a_fighter_changes_no_game_without_it() {
    let variants = [
        simulation(&["strategy=balanced"]),
        simulation(&["strategy=balanced", "fighters.cactus.cards.3.melee=5"]),
    ];
    let plan =
        Plan { seed: 3, games: 400, precision: None, threads: 2, records: false, luck: None };
    let stop = AtomicBool::new(false);
    let played = compare(&variants, &plan, &stop, |_| ()).unwrap();
    let only = PairedVariant { simulation: variants[1].clone(), only: Some("cactus".into()) };
    let spared =
        compare_with(&variants[0], &[only], &plan, &stop, |_| (), (&mut All(plan.games), 0))
            .unwrap();
    assert!(played.tally[0].changed() > 20);
    assert_eq!(spared.tally, played.tally);
    // The comparison does not check which fighter a variant changes. If the variant names a wrong
    // fighter, games that differ are skipped.
    let wrong = PairedVariant { simulation: variants[1].clone(), only: Some("agaric".into()) };
    let spared =
        compare_with(&variants[0], &[wrong], &plan, &stop, |_| (), (&mut All(plan.games), 0))
            .unwrap();
    assert!(spared.tally[0].changed() < played.tally[0].changed());
}

#[test]
fn an_unfair_change_is_called() {
    let unfair = &["strategy=random", "fighters.agaric.size=12"];
    let done = play(&[&["strategy=random"], unfair], 800, 2);
    let pairs = &done.tally[0];
    let called = intervals::holm(&p_values(pairs), 0.05);
    let agaric = pairs.subjects.iter().position(|of| of.fighter == "agaric").unwrap();
    let of = &pairs.measures[agaric];
    let round = Measure::position(&pairs.compared, "round_eliminated").unwrap();
    for measure in [WON, 1 + round] {
        let difference = of[measure].difference().unwrap();
        assert!(called[agaric * of.len() + measure] && difference > 0.0, "{measure}");
    }
}

/// Checks that a fighter is found by its slot in the line-up if a change of its size changes its
/// position in the state.
#[test]
fn a_fighter_is_paired_with_itself_whatever_its_size() {
    let done =
        play(&[&["strategy=balanced"], &["fighters.agaric.size=20", "strategy=random"]], 40, 1);
    let games: Vec<u64> = done.tally[0].measures.iter().map(|of| of[WON].games).collect();
    assert_eq!(games, [20; 8]);
    let strategies = &done.tally[0].subjects[0].strategies;
    assert_eq!(strategies, &["balanced", "random"]);
}

#[test]
fn one_game_whose_winner_changed_is_kept() {
    let done = play(&[&["strategy=random"], &["strategy=random", "rules.rounds=12"]], 100, 2);
    let pairs = &done.tally[0];
    let total: u64 = pairs.winners.iter().map(|change| change.games).sum();
    assert_eq!(total, 100);
    assert!(pairs.changed() > 0);
    let simulations =
        [simulation(&["strategy=random"]), simulation(&["strategy=random", "rules.rounds=12"])];
    let fighter = |of: &Simulation, game| {
        let mut worker = of.worker();
        let winner = worker.play(1, game).unwrap().players.iter().find(|p| p.won).unwrap().entrant;
        of.cast().entrants[usize::from(winner)].fighter.clone()
    };
    let found = pairs.winners.iter().enumerate().filter(|(_, change)| change.games > 0);
    for (i, change) in found {
        let sides = pairs.sides.len();
        let [from, to] = [i / sides, i % sides].map(|side| &pairs.sides[side]);
        assert_eq!(&fighter(&simulations[0], change.first_game), from);
        assert_eq!(&fighter(&simulations[1], change.first_game), to);
    }
}

#[test]
fn a_precision_stops_at_a_look() {
    let variants =
        [simulation(&["strategy=random"]), simulation(&["strategy=random", "rules.rounds=8"])];
    let precision = crate::simulate::Precision { target: 0.1, level: 0.95 };
    let plan = Plan {
        seed: 1,
        games: 50_000,
        precision: Some(precision),
        threads: 2,
        records: false,
        luck: None,
    };
    let done = compare(&variants, &plan, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!((done.games, done.reached), (146, true));
    assert!(done.tally[0].widest(0.95) < 0.1);
}

/// Checks the comparison of two variants of an invented game, with measures of every form, in which
/// many games have no winner.
#[test]
fn games_that_nobody_wins_are_compared() {
    let cast = sample::crowd(12, 2);
    let measures = sample::every_form(40);
    let meetings = || (0..12).map(|entrant| (entrant, entrant));
    let mut pairing = Pairing::of([&cast, &cast], [&measures, &measures], meetings());
    let records =
        |seed: u64| [0, 12_000].map(|other| sample::any_record(&cast, &measures, seed + other));
    let games = || (0..400).map(records);
    for (game, [a, b]) in (0..).zip(games()) {
        pairing.add(game, &a, &b);
    }
    let tally = &pairing.tally;
    let names: Vec<&str> = tally.compared.iter().map(|measure| measure.name).collect();
    assert_eq!(names, ["bold", "coins", "out"], "a class is no number");
    assert_eq!(tally.sides.len(), 13);
    assert_eq!(tally.sides[12], "nobody");
    let nobody = |record: &crate::stats::Record| !record.players.iter().any(|player| player.won);
    let expected = |of: [bool; 2]| {
        let same = |[a, b]: &[_; 2]| [nobody(a), nobody(b)] == of;
        games().filter(same).count() as u64
    };
    let found = |of: [bool; 2]| -> u64 {
        let same = |i: usize| [i / 13 == 12, i % 13 == 12] == of;
        let all = tally.winners.iter().enumerate().filter(|(i, _)| same(*i));
        all.map(|(_, change)| change.games).sum()
    };
    for of in [[true, true], [true, false], [false, true], [false, false]] {
        assert!(expected(of) > 10);
        assert_eq!(found(of), expected(of), "{of:?}");
    }
    let out = Measure::position(&measures.entrants, "out").unwrap();
    assert_eq!(measures.entrants[out].form, Form::Time);
    let late = |[a, _]: [crate::stats::Record; 2]| -> u64 {
        let round = |player: &crate::stats::Player| match player.values[out] {
            NEVER => u64::from(a.rounds) + 1,
            round => round.into(),
        };
        a.players.iter().map(round).sum()
    };
    let sum: u64 = tally.measures.iter().map(|of| of[1 + 2].a).sum();
    assert_eq!(sum, games().map(late).sum::<u64>());
}

#[test]
fn who_play_together_win_together_or_not_at_all() {
    let mut cast = sample::crowd(3, 3);
    (cast.sides, cast.cooperative) = (1, true);
    let measures = sample::every_form(5);
    let meetings = (0..3).map(|entrant| (entrant, entrant));
    let mut pairing = Pairing::of([&cast, &cast], [&measures, &measures], meetings);
    let record = |won| {
        let mut record = sample::any_record(&cast, &measures, 3);
        record.players.iter_mut().for_each(|player| player.won = won);
        record
    };
    for (game, [a, b]) in [[true, true], [true, false], [true, false]].into_iter().enumerate() {
        pairing.add(game as u64, &record(a), &record(b));
    }
    assert_eq!(pairing.tally.sides, ["everybody", "nobody"]);
    let games: Vec<u64> = pairing.tally.winners.iter().map(|of| of.games).collect();
    assert_eq!(games, [1, 2, 0, 0]);
    assert_eq!(pairing.tally.changed(), 2);
}
