//! Tests of the effects of steps: their numbers, their families of tests, and what the reference
//! player says.

use super::{Results, changes, found, measured, pairs, step, steps};
use crate::analysis::knobs::{Knob, StepKind};
use crate::analysis::pairs::PairTally;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::sensitivity::facts::{StepFacts, StepGroup, significant};
use crate::questions::sensitivity::survey::{MeasuredStep, StepAt};
use crate::report::standing::Standing;
use crate::stats::Pairs;

fn at(steps: &[StepFacts], at: (usize, usize)) -> &StepFacts {
    steps.iter().find(|step| step.at == at).unwrap_or_else(|| panic!("no {at:?}"))
}

fn near(a: Option<f64>, b: f64) {
    let a = a.expect("a number");
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn a_step_has_the_change_of_its_owners_win_rate() {
    let steps = steps(&found(), &[]);
    assert_eq!(steps.len(), 4);
    let up = at(&steps, (0, 1));
    let own = &up.judged.own.row;
    assert_eq!((own.games, own.subject.as_str(), up.row.to.as_str()), (1_000, "baobab", "5"));
    near(own.base, 0.3);
    near(own.value, 0.331);
    near(up.row.change, 0.031);
    assert_eq!((&*up.row.subject, up.row.changes), ("baobab", Some(Standing::Above)));
}

#[test]
fn verdicts_allow_for_their_own_family_alone() {
    let facts = changes(&found());
    let verdict = |arm: &str, subject: &str| {
        let same = |Fact { row, .. }: &&Fact| {
            row.arm.as_ref().is_some_and(|of| of.ends_with(arm)) && row.subject == subject
        };
        facts.iter().find(same).unwrap().standing()
    };
    for (arm, subject, expected) in [
        // Of the three win rates of changed fighters, two are significant.
        ("3.melee=5", "baobab", Standing::Above),
        ("cards.3=withheld", "baobab", Standing::Below),
        ("2.technique=none", "baobab", Standing::WithinNoise),
        // Both win rates with another value of a rule are significant, corrected for two tests.
        ("rules.rounds=8", "cactus", Standing::Below),
        ("rules.rounds=8", "baobab", Standing::Above),
        // Of the three win rates of other fighters, only this one is significant.
        ("cards.3=withheld", "cactus", Standing::Above),
    ] {
        assert_eq!(verdict(arm, subject), expected, "{arm} {subject}");
    }
}

#[test]
fn many_changes_of_rules_do_not_hide_the_effect_of_a_fighters_own_value() {
    let mut found = found();
    found.steps[0] = measured(0, 1, [8, 0]);
    found.knobs[4].steps = (0..13).map(|to| step(StepKind::Other, &to.to_string())).collect();
    found.steps.extend((1..13).map(|to| measured(4, to, [0, 0])));
    let steps = steps(&found, &[]);
    let own = &at(&steps, (0, 1)).judged.own;
    // The p-value would not be significant among 29 tests, but it is among three.
    let p = own.row.p.unwrap();
    assert!(p > 0.05 / 29.0 && p < 0.05 / 3.0, "{p}");
    assert_eq!(own.standing(), Standing::Above);
}

#[test]
fn a_rule_of_a_cooperative_game_is_judged_by_the_party() {
    let mut found = found();
    let rule = found.steps.iter_mut().find(|step| step.at.0 == 4).unwrap();
    // No effect on a single fighter is significant.
    rule.pairs = PairTally { party: Some(pairs(120)), ..measured(4, 0, [0, 3]).pairs };
    let steps = steps(&found, &[]);
    let rule = &at(&steps, (4, 0)).row;
    assert_eq!((&*rule.subject, rule.changes), ("The party", Some(Standing::Above)));
    near(rule.change, 0.12);
}

/// Returns the results with three more values of a fighter.
fn more_values(steps: Vec<MeasuredStep>) -> Results {
    let mut found = found();
    for field in ["size", "move", "armour"] {
        let field = format!("fighters.cactus.{field}");
        found.knobs.push(Knob { field, ..found.knobs[3].clone() });
    }
    Results { steps, ..found }
}

#[test]
fn the_largest_significant_effects_are_of_different_values() {
    let largest = |measured: Vec<MeasuredStep>| -> Vec<StepAt> {
        let steps = steps(&more_values(measured), &[]);
        significant(&steps, StepGroup::Value).map(|of| of.at).collect()
    };
    // The larger step of each value, but no removal, no rule, and no effect within noise.
    let all = [
        (0, 0, [-60, 0]),
        (0, 1, [50, 0]),
        (1, 0, [-100, 0]),
        (3, 0, [0, 1]),
        (3, 1, [0, 90]),
        (4, 0, [0, -200]),
        (5, 0, [0, 1]),
    ];
    let all = all.map(|(knob, step, by)| measured(knob, step, by));
    assert_eq!(largest(all.into()), [(3, 1), (0, 0)]);
    assert_eq!(largest(vec![]), []);
}

/// Returns games of the reference player. `gained` is the number of games that both fighters win
/// only with the change, `lost` only without it, and `all` the number of all games.
fn games([gained, lost, all]: [u64; 3]) -> PairTally {
    let mut pairs = Pairs::default();
    pairs.add_times(0, 0, 1, gained);
    pairs.add_times(0, 1, 0, lost);
    pairs.add_times(0, 0, 0, all - gained - lost);
    PairTally { measures: vec![vec![pairs]; 2], ..measured(0, 0, [0, 0]).pairs }
}

#[test]
fn an_effect_is_confirmed_or_opposite_only_if_the_reference_player_s_games_suffice() {
    use Agreement::{Confirmed, Opposite, Undecided};
    let slight = [135, 100, 1_000];
    for (theirs, expected) in [
        // +5, 0 and −5 points, about ± 3.
        (&[[150, 100, 1_000]][..], &[Confirmed][..]),
        (&[[125, 125, 1_000]], &[Undecided]),
        (&[[100, 150, 1_000]], &[Opposite]),
        // +3 and −2 points, about ± 10.
        (&[[14, 11, 100]], &[Undecided]),
        (&[[11, 13, 100]], &[Undecided]),
        // p-values of about 0.03: one alone is significant, and two of three are not.
        (&[slight], &[Confirmed]),
        (&[slight, slight, [50, 50, 100]], &[Undecided; 3]),
    ] {
        let values = [0, 3, 5];
        let found = more_values(values.map(|knob| measured(knob, 1, [60, 60])).into());
        let step =
            |(knob, of): (usize, &[u64; 3])| MeasuredStep { at: (knob, 1), pairs: games(*of) };
        let checked: Vec<MeasuredStep> = values.into_iter().zip(theirs).map(step).collect();
        let checked = steps(&found, &changes(&Results { steps: checked, ..found.clone() }));
        let check = |knob: &usize| at(&checked, (*knob, 1)).judged.check().unwrap();
        let checks = values[..theirs.len()].iter().map(check).collect::<Vec<_>>();
        assert_eq!(checks, expected, "{expected:?}");
    }
}
