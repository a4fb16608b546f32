//! Tests of the model of effects, and of the sets of edits that the model proposes.

use std::path::Path;

use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::games::Provenance;
use crate::questions::tune::tests::{self, settings, sums};
use crate::questions::tune::tuning::allowed::matches_pattern;
use crate::questions::tune::tuning::model::Model;
use crate::questions::tune::tuning::proposals::propose;
use crate::questions::tune::tuning::{
    Allowed, Round, Task, TuningEdit, TuningSettings, WinSums, round,
};
use crate::scenario::{Edit, Scenario};

/// Creates a numeric knob of a fictitious fighter.
fn knob(fighter: &str, path: &str, provenance: Provenance) -> Knob {
    let field = format!("fighters.{fighter}.{path}");
    let step = |(kind, to): (StepKind, i64)| Step {
        kind,
        to: format!("{to}"),
        edits: vec![Edit::new(&field, to)],
    };
    let steps = [(StepKind::Down, 3), (StepKind::Up, 5)].map(step).into();
    tests::knob(Some(fighter), [&field, path, "4"], provenance, steps)
}

#[test]
fn patterns_name_fields_and_where_values_come_from() {
    let melee = knob("agaric", "cards.3.melee", Provenance::Printed);
    let all = "agaric fighters.agaric cards.*.melee melee cards.3 printed fighters.*.cards";
    for pattern in all.split(' ') {
        assert!(matches_pattern(&melee, pattern), "{pattern}");
    }
    let none =
        "baobab cards.4 3.cards own reconstructed mel melee.3 fighters.agaric.cards.3.melee.x";
    for pattern in none.split(' ') {
        assert!(!matches_pattern(&melee, pattern), "{pattern}");
    }
    let permits = |only: &str, not: &str| {
        let [only, not] = [only, not].map(|of| of.split_whitespace().map(str::to_owned).collect());
        Allowed { rules: false, only, not }.permits(&melee)
    };
    assert!(permits("", "") && permits("agaric", "cards.2"));
    assert!(!permits("baobab", "") && !permits("", "printed"));
}

/// Creates edits of six fictitious values, distributed over three fighters.
fn moves() -> Vec<TuningEdit> {
    let mut all = vec![];
    for at in 0..6 {
        let knob = knob(FIGHTERS[at % 3], &format!("value{at}"), Provenance::Own);
        let edit = |by: i64| TuningEdit {
            by,
            kind: if by > 0 { StepKind::Up } else { StepKind::Down },
            to: (4 + by).to_string(),
            edits: vec![Edit::new(&knob.field, 4 + by)],
            at,
            knob: knob.clone(),
        };
        all.extend([-2, -1, 1, 2].map(edit));
    }
    all
}

/// Creates a model in which one step of each value changes its fighter's win rate by the value's
/// effect, and the win rates of the two other fighters by minus half of this effect.
fn measured<'a>(task: Task<'a>, before: &[WinSums]) -> Model<'a> {
    let mut model = Model::new(task, before);
    for (of, one) in task.moves.iter().enumerate() {
        let effect = [0.010, 0.013, 0.017, 0.022, 0.011, 0.006][one.at] * one.by as f64;
        let change = |fighter| if fighter == one.at % 3 { effect } else { -effect / 2.0 };
        model.measure(of, (0..3).map(|fighter| (change(fighter), 1e-6)).collect());
    }
    model.correct();
    model
}

const FIGHTERS: [&str; 3] = ["a", "b", "c"];

fn wins(games: u64, wins: [u64; 3]) -> Vec<WinSums> {
    sums(games, FIGHTERS.into_iter().zip(wins))
}

/// Returns the settings of a search for fair sets of up to two edits.
fn fair() -> TuningSettings {
    settings(FIGHTERS.map(|key| (key, 1.0 / 3.0)), 0.01, 2)
}

/// Returns a scenario that no test here plays.
fn scenario() -> Scenario {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
    Scenario::load(path, &[]).expect("it is sound")
}

const ROUND: Round = round(8, 8, 0.0, 1);

#[test]
fn the_edit_that_undoes_a_fault_is_proposed_first() {
    let (all, settings, scenario) = (moves(), fair(), scenario());
    let task = Task { scenario: &scenario, settings: &settings, moves: &all };
    // The second value of the first fighter is two steps too high; the win rates differ from 1/3.
    let mut model = measured(task, &wins(100_000, [37_733, 31_133, 31_133]));
    let sets = propose(task, &model, &ROUND);
    let first = &all[sets[0][0]];
    assert_eq!((sets[0].len(), first.knob.field.as_str(), first.by), (1, "fighters.a.value3", -2));
    // Sets that were played before are not proposed again.
    model.learn(sets[0].clone(), &wins(100_000, [33_333; 3]));
    model.correct();
    assert!(!propose(task, &model, &ROUND).contains(&sets[0]));
}

/// Checks that the model learns the positive interaction of two edits of one fighter from games.
#[test]
fn what_was_played_together_corrects_what_was_measured_alone() {
    let (all, settings, scenario) = (moves(), fair(), scenario());
    let task = Task { scenario: &scenario, settings: &settings, moves: &all };
    let mut model = measured(task, &wins(300_000, [100_000; 3]));
    let thought = |model: &Model<'_>, set: &[usize]| model.predict(set)[0] - 1.0 / 3.0;
    let (one, same, other) = (2, 14, 6);
    let told = |of: usize| (all[of].by, all[of].at);
    assert_eq!([one, same, other].map(told), [(1, 0), (1, 3), (1, 1)]);
    assert!((thought(&model, &[one, same]) - 0.032).abs() < 1e-3);
    let added_variance = |model: &Model<'_>, set: &[usize], of| model.added_variance(set, of);
    // The interaction of values of the same fighter is less certain than that of different
    // fighters.
    assert!(added_variance(&model, &[one], same) > added_variance(&model, &[one], other));
    // Played together, the two edits have an effect of six percentage points instead of three.
    let unsure = added_variance(&model, &[one], same);
    model.learn(vec![one, same], &wins(3_000_000, [1_180_000, 910_000, 910_000]));
    model.correct();
    assert!((thought(&model, &[one, same]) - 0.060).abs() < 0.003);
    // The effects of each of the two edits alone, and of other edits, are unchanged.
    assert!((thought(&model, &[one]) - 0.010).abs() < 1e-3);
    assert!((thought(&model, &[other]) + 0.013 / 2.0).abs() < 1e-3);
    let played: Vec<&[usize]> = model.played().map(|(set, _)| set).collect();
    assert_eq!(played, [[one, same]]);
    assert!(added_variance(&model, &[one], same) < unsure);
}
