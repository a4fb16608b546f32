//! Tests of the rows of the table of effects, and of their verdicts.

use super::{found, measured, shown, step};
use crate::analysis::knobs::StepKind;
use crate::questions::sensitivity::tables::{self, Judged, WorthRow};

fn rows() -> Vec<WorthRow> {
    tables::rows(&found(), 0.95)
}

fn row<'a>(rows: &'a [WorthRow], knob: u64, step: StepKind, entrant: &str) -> &'a WorthRow {
    let found = rows.iter().find(|row| {
        row.knob == knob && row.step == step && row.entrant.as_deref() == Some(entrant)
    });
    found.unwrap_or_else(|| panic!("no {step:?} of {knob} for {entrant}"))
}

fn near(a: Option<f64>, b: f64) {
    let a = a.expect("a number");
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn a_row_has_what_the_screen_and_what_the_games_say() {
    let rows = rows();
    // The screen has two steps of two values, with two entrants each. Three steps have two entrants
    // each, and one step cannot be compared.
    assert_eq!(rows.len(), 2 * 2 * 2 + 3 * 2 + 1);
    let up = row(&rows, 1, StepKind::Up, "baobab");
    near(up.screened, 0.02);
    near(up.difference, 0.031);
    assert_eq!((up.games, up.to.as_str()), (Some(1_000), "5"));
    near(up.mean, 0.3);
    near(up.mean_step, 0.331);
    let down = row(&rows, 1, StepKind::Down, "baobab");
    near(down.screened, -0.02);
    near(down.screened_low, -up.screened_high.unwrap());
    near(down.screened_high, -up.screened_low.unwrap());
    assert!(down.difference.is_none() && down.verdict.is_none());
    assert!(row(&rows, 2, StepKind::Withheld, "baobab").screened.is_none());
    let last = rows.last().unwrap();
    assert_eq!(last.verdict, Some(Judged::Incomparable));
    assert!(last.entrant.is_none() && last.games.is_none());
}

#[test]
fn verdicts_allow_for_their_own_family_alone() {
    let rows = rows();
    let verdict = |knob, step, entrant| row(&rows, knob, step, entrant).verdict;
    // Of the three win rates of changed fighters, two are significant.
    assert_eq!(verdict(1, StepKind::Up, "baobab").unwrap(), Judged::More);
    assert_eq!(verdict(2, StepKind::Withheld, "baobab").unwrap(), Judged::Less);
    assert_eq!(verdict(3, StepKind::Off, "baobab").unwrap(), Judged::Noise);
    // Both win rates with another value of a rule are significant, corrected for two tests.
    assert_eq!(verdict(5, StepKind::Up, "cactus").unwrap(), Judged::Less);
    assert_eq!(verdict(5, StepKind::Up, "baobab").unwrap(), Judged::More);
    // Of the three win rates of other fighters, only this one is significant, corrected for three
    // tests.
    let other = row(&rows, 2, StepKind::Withheld, "cactus");
    let p = other.p_value.unwrap();
    assert!(p < 0.05 / 3.0, "{p}");
    assert_eq!(other.verdict, Some(Judged::More));
}

#[test]
fn many_changes_of_rules_do_not_hide_the_effect_of_a_fighters_own_value() {
    let mut found = found();
    found.steps[0] = measured(0, 1, [8, 0]);
    found.knobs[4].steps = (0..13).map(|to| step(StepKind::Other, &to.to_string())).collect();
    found.steps.extend((1..13).map(|to| measured(4, to, [0, 0])));
    let rows = tables::rows(&found, 0.95);
    let own = row(&rows, 1, StepKind::Up, "baobab");
    // The p-value would not be significant among 29 tests, but it is among three.
    let p = own.p_value.unwrap();
    assert!(p > 0.05 / 29.0 && p < 0.05 / 3.0, "{p}");
    assert_eq!(own.verdict, Some(Judged::More));
    let (page, _) = shown(&found);
    for said in [
        "One group contains the 3 tests",
        "A second group contains the 26 tests of effects of rules on win rates. A third group \
         contains the 3 tests",
    ] {
        assert!(page.judgement.contains(said), "{}", page.judgement);
    }
}
