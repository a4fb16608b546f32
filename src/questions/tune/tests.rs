//! Tests of a tuning's facts, tables and findings, with made-up results.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::facts::{Asked, TuneFacts};
use super::reference::{ComparedGames, ReferenceCheck, certifies};
use super::target::Targets;
use super::tuning::{Solution, SolutionRate, Tuned, TuningEdit, WinSums};
use super::{head, tables, verdict};
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::points::Point;
use crate::games::Provenance;
use crate::questions::findings::tune::{Finding, Proof};
use crate::report::Table;
use crate::report::sample::manifest;
use crate::stats::{intervals, sample};

const GAMES: u64 = 10_000;

/// Creates the win rates of baobab and cactus from wins in ten thousand games, with their targets.
fn rates(wins: [u64; 2], targets: [Option<f64>; 2]) -> Vec<SolutionRate> {
    let of = ["baobab", "cactus"].into_iter().zip(wins).zip(targets);
    of.map(|((fighter, wins), target)| SolutionRate {
        won: WinSums {
            fighter: fighter.to_owned(),
            strategy: "trained".to_owned(),
            games: GAMES,
            wins,
        },
        interval: intervals::wilson(wins, GAMES, 0.99),
        target,
        correction: None,
    })
    .collect()
}

fn knob(fighter: Option<&str>, field: &str, words: &str, now: &str, kind: StepKind) -> Knob {
    Knob {
        fighter: fighter.map(str::to_owned),
        thing: field.split('.').nth(3).map(str::to_owned),
        field: field.to_owned(),
        words: words.to_owned(),
        provenance: fighter.map(|_| Provenance::Printed),
        now: now.to_owned(),
        steps: vec![Step { kind, to: String::new(), edits: vec![] }],
    }
}

fn moves() -> Vec<TuningEdit> {
    let defense = knob(
        Some("baobab"),
        "fighters.baobab.cards.3.defense",
        "card 3: defense",
        "4",
        StepKind::Down,
    );
    let initiative = knob(
        Some("cactus"),
        "fighters.cactus.cards.1.initiative",
        "card 1: initiative swapped with card 2",
        "5",
        StepKind::Swap,
    );
    let rounds = knob(None, "rules.rounds", "rounds", "7", StepKind::Up);
    vec![
        TuningEdit::made_up(defense, -2, "2"),
        TuningEdit::made_up(initiative, 1, "8"),
        TuningEdit::made_up(rounds, 1, "8"),
    ]
}

const FAIR: [Option<f64>; 2] = [Some(0.5); 2];

/// Creates the results of sets of edits: wins of both fighters with each bot, and whether the set
/// is certified. `correction` is added to the win rate of baobab, and subtracted from that of
/// cactus.
fn tuned(sets: &[(&[[u64; 2]], bool)], targets: [Option<f64>; 2], correction: f64) -> Tuned {
    let solution = |(edits, (bots, certified)): (usize, &(&[[u64; 2]], bool))| {
        let mut all: Vec<_> = bots.iter().map(|wins| rates(*wins, targets)).collect();
        for (rate, by) in all.iter_mut().flat_map(|of| of.iter_mut().zip([correction, -correction]))
        {
            rate.correction = (correction != 0.0).then_some(by);
            rate.target = rate.target.map(|target| target - by);
        }
        let error = if correction == 0.0 { 0.0 } else { 0.01 };
        Solution {
            set: vec![],
            moves: moves()[..edits].to_vec(),
            rates: all,
            certified: *certified,
            error,
        }
    };
    Tuned {
        solutions: sets.iter().enumerate().map(solution).collect(),
        tried: 7,
        values: 30,
        games: 123_456,
        within: 0.03,
    }
}

/// Creates the games of the reference player, a thousand each in the unchanged scenario and with
/// the proposed set, from the wins of both fighters.
fn check(before: [u64; 2], after: [u64; 2]) -> ReferenceCheck {
    let point = |wins| Point::made_up(1_000, ["baobab", "cactus"].into_iter().zip(wins));
    ReferenceCheck {
        strategy: "mcts-fast".to_owned(),
        compared: vec![ComparedGames { edits: vec![], reference: point(before), own: vec![] }],
        effects: vec![],
        edited: Some(point(after)),
    }
}

/// Prepares results with these targets.
fn facts(tuned: &Tuned, targets: [Option<f64>; 2], check: Option<&ReferenceCheck>) -> TuneFacts {
    let by_key = ["baobab", "cactus"].into_iter().zip(targets);
    let by_key = by_key.filter_map(|(key, target)| Some((key.to_owned(), target?))).collect();
    let bots = ["trained", "balanced"][..tuned.solutions[0].rates.len()].iter();
    let asked = Asked {
        targets: Targets { by_key, fair: targets == FAIR, words: String::new() },
        within: 0.03,
        edits: 3,
        bots: bots.map(|bot| (*bot).to_owned()).collect(),
    };
    let settings = vec![vec![]; tuned.solutions.len()];
    TuneFacts::new(tuned, settings, asked, check, &manifest(&sample::cast(8, 2), tuned.games))
}

/// A typical result: the unchanged scenario, a nearer set of one edit, and a certified set of two.
const USUAL: [(&[[u64; 2]], bool); 3] =
    [(&[[5_800, 4_200]], false), (&[[5_300, 4_700]], false), (&[[5_040, 4_960]], true)];

#[test]
fn tables_hold_every_set_its_edits_and_what_they_come_to() {
    let facts = facts(&tuned(&USUAL, FAIR, 0.0), FAIR, None);
    let rows: Vec<_> = facts.sets.iter().map(|of| &of.row).collect();
    let numbers = rows.iter().map(|of| (of.solution, of.edits, of.steps, of.certified));
    assert_eq!(numbers.collect::<Vec<_>>(), [(0, 0, 0, false), (1, 1, 2, false), (2, 2, 3, true)]);
    assert!((rows[1].distance - 0.03).abs() < 1e-9);
    let edits: Vec<_> = facts.sets.iter().flat_map(|of| &of.edits).collect();
    let swap = edits[2];
    assert_eq!((swap.solution, swap.step, swap.by, swap.to.as_str()), (2, StepKind::Swap, 1, "8"));
    assert_eq!((edits[0].step, edits[0].by), (StepKind::Down, -2));
    assert_eq!(edits[0].of.thing.as_deref(), Some("3"));
    let last = &facts.best().rates[1];
    let row = &last.judged.own.row;
    assert_eq!((row.arm.as_deref(), row.subject.as_str()), (Some("2 edits"), "cactus"));
    assert!((last.distance().unwrap() - 0.004).abs() < 1e-9);
    assert!(row.ci_low < row.value && row.value < row.ci_high);
    assert_eq!(facts.facts().count(), 3 * 2);
    let sets = tables::sets(&facts);
    assert_eq!(
        line(&sets, 1),
        "1 edit | 2 | 3.0 | 4.3 | no | Baobab’s card 3, defense: 2 instead of 4"
    );
    let changed = tables::changed(&facts);
    assert_eq!(line(&changed, 0), "Baobab | card 3, defense | 4 | 2 | printed");
    let swapped = "Cactus | card 1, initiative swapped with card 2 | 5 | 8 | printed";
    assert_eq!(line(&changed, 1), swapped);
    let head = head(&facts, &manifest(&sample::cast(8, 2), 1));
    assert_eq!(head.len(), 4);
    assert!(head[2].ends_with("2 instead of 4 (printed)"), "{head:?}");
}

/// Returns the cells of a row of a table.
fn line(table: &Table, row: usize) -> String {
    let cells = table.columns.iter().map(|column| column.shown(row));
    cells.collect::<Vec<_>>().join(" | ")
}

/// Sums up the headline: what is found, with how many edits, and by whose games.
fn found(facts: &TuneFacts) -> String {
    let by = |proof: &Proof| match proof {
        Proof::Certified { with } => format!("certified {with}"),
        Proof::Estimated { .. } => "estimated".to_owned(),
        Proof::Measured { .. } => "measured".to_owned(),
    };
    match verdict::headline(facts) {
        Finding::Reached { edits, proof, .. } => format!("reached {edits}, {}", by(&proof)),
        Finding::TooFar { edits, proof, .. } => format!("too far {edits}, {}", by(&proof)),
        Finding::NoGain { nearest, .. } => format!("no gain, nearest {}", nearest.is_some()),
        Finding::Beyond { edits, away, goal, .. } => {
            format!("beyond {edits}, away {away}: {}", goal.subjects.names.join(" "))
        }
        other => other.to_string(),
    }
}

#[test]
fn the_fewest_edits_that_are_certified_are_the_answer() {
    let own = "certified with the bot “trained”";
    for (sets, wanted) in [
        (&USUAL[..], format!("reached 2, {own}")),
        (&[(&[[5_010, 4_990]], true)], format!("reached 0, {own}")),
        // The unchanged scenario is near enough, but its intervals are too wide. A set of edits
        // that is a little nearer is not proposed.
        (&[(&[[5_200, 4_800]], false), (&[[5_100, 4_900]], false)], "reached 0, measured".into()),
        // The unchanged scenario is too far from its targets, and edits gain less than half of the
        // accepted three points.
        (&[(&[[5_400, 4_600]], false), (&[[5_310, 4_690]], false)], "no gain, nearest true".into()),
        (&[(&[[5_900, 4_100]], false)], "no gain, nearest false".into()),
        (&[(&[[5_800, 4_200]], false), (&[[5_040, 4_960]], false)], "reached 1, measured".into()),
        // With the second of two bots, the win rates do not reach their targets.
        (
            &[
                (&[[5_800, 4_200], [5_900, 4_100]], false),
                (&[[5_040, 4_960], [5_700, 4_300]], false),
            ],
            "too far 1, measured".into(),
        ),
    ] {
        let facts = facts(&tuned(sets, FAIR, 0.0), FAIR, None);
        assert_eq!(found(&facts), wanted);
    }
}

#[test]
fn the_reference_player_leads_where_it_has_an_answer() {
    let certified = "reached 2, certified with the bot “trained” (undecided with “mcts-fast”)";
    let both = "Baobab Cactus";
    for (before, after, wanted) in [
        ([600, 400], [510, 490], certified.to_owned()),
        ([650, 350], [600, 400], format!("beyond 2, away false: {both}")),
        ([510, 490], [600, 400], format!("beyond 2, away true: {both}")),
        ([400, 600], [600, 400], format!("beyond 2, away false: {both}")),
        ([600, 400], [501, 499], "reached 2, certified with “mcts-fast”".to_owned()),
    ] {
        let check = check(before, after);
        let tuned = tuned(&USUAL, FAIR, 0.0);
        let facts = facts(&tuned, FAIR, Some(&check));
        assert_eq!(found(&facts), wanted, "{before:?} {after:?}");
        assert_eq!(facts.facts().count(), 3 * 2 + 2 * 2);
    }
}

/// Checks corrected win rates: they are estimates for the reference player, whose games can certify
/// a set of edits.
#[test]
fn corrected_win_rates_are_estimates_unless_the_reference_player_certifies() {
    for (after, wanted) in [
        ([508, 492], "reached 2, estimated"),
        ([501, 499], "reached 2, certified with “mcts-fast”"),
        // The one-sided interval of 50.3 % of 1,000 games reaches 52.9 %.
        ([503, 497], "reached 2, certified with “mcts-fast”"),
        ([600, 400], "beyond 2, away true: Baobab Cactus"),
    ] {
        let check = check([520, 480], after);
        let tuned = tuned(&USUAL, FAIR, -0.01);
        let facts = facts(&tuned, FAIR, Some(&check));
        assert_eq!(found(&facts), wanted, "{after:?}");
        // A win rate of 50.4 % with the bot is estimated as 49.4 % with the reference player. The
        // margin of error combines 1.3 points, from the bot's games, with 1.96 standard errors of
        // the correction, one of which is one point.
        let rate = &facts.best().rates[0];
        let shown = [rate.shown().value(), rate.shown().margin_of_error()];
        assert_eq!(shown.map(|of| (of * 1e3).round()), [494.0, 23.0]);
        assert_eq!(rate.judged.own.row.value, Some(0.504));
        assert_eq!(facts.facts().count(), 2 * 3 * 2 + 2 * 2);
    }
}

#[test]
fn side_effects_on_those_without_a_target_are_told() {
    let targets = [Some(0.5), None];
    let facts = facts(&tuned(&USUAL, targets, 0.0), targets, None);
    let findings = verdict::findings(&facts);
    let [Finding::Farthest { subject, before, .. }, Finding::SideEffect { subject: other, .. }] =
        &findings[..]
    else {
        panic!("{findings:?}")
    };
    assert_eq!((subject.as_str(), other.as_str()), ("Baobab", "Cactus"));
    assert!((before.unwrap() - 0.08).abs() < 1e-9);
}

/// Checks the error probability: simulates the games of a set that is just outside the accepted
/// distance.
#[test]
fn the_reference_player_hardly_ever_certifies_a_set_that_is_not_near_enough() {
    let mut random = Pcg64Mcg::seed_from_u64(12);
    let targets = BTreeMap::from([("a".to_owned(), 0.5)]);
    let mut passes = || {
        let wins = (0..4_000).filter(|_| random.random_bool(0.53)).count() as u64;
        certifies(&Point::made_up(4_000, [("a", wins)]), &targets, 0.03, 0.05)
    };
    // A test passes with a probability of 5 %; 72 or more of 1,000 would occur once in a thousand
    // tests.
    let wrong = (0..1_000).filter(|_| passes()).count();
    assert!((20..72).contains(&wrong), "{wrong} of 1,000");
}
