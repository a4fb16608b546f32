//! Tests of the model of effects, and of the sets of edits that the model proposes.

use std::path::Path;

use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::games::Provenance;
use crate::questions::tune::tuning::allowed::matches_pattern;
use crate::questions::tune::tuning::model::Model;
use crate::questions::tune::tuning::proposals::propose;
use crate::questions::tune::tuning::{
    Allowed, Goal, Round, Task, TuningEdit, TuningSettings, WinSums, round,
};
use crate::scenario::{Edit, Scenario};

/// Creates a numeric knob of a fictitious fighter.
fn knob(fighter: &str, path: &str, provenance: Provenance) -> Knob {
    let field = format!("fighters.{fighter}.{path}");
    let step =
        |kind, to: i64| Step { kind, to: to.to_string(), edits: vec![Edit::new(&field, to)] };
    Knob {
        fighter: Some(fighter.to_owned()),
        thing: None,
        words: path.to_owned(),
        provenance: Some(provenance),
        now: "4".into(),
        steps: vec![step(StepKind::Down, 3), step(StepKind::Up, 5)],
        field,
    }
}

#[test]
fn patterns_name_fields_and_where_values_come_from() {
    let melee = knob("agaric", "cards.3.melee", Provenance::Printed);
    for pattern in [
        "agaric",
        "fighters.agaric",
        "cards.*.melee",
        "melee",
        "cards.3",
        "printed",
        "fighters.*.cards",
    ] {
        assert!(matches_pattern(&melee, pattern), "{pattern}");
    }
    for pattern in [
        "baobab",
        "cards.4",
        "3.cards",
        "own",
        "reconstructed",
        "mel",
        "melee.3",
        "fighters.agaric.cards.3.melee.x",
    ] {
        assert!(!matches_pattern(&melee, pattern), "{pattern}");
    }
    let allowed = |only: &[&str], not: &[&str]| {
        let owned = |of: &[&str]| of.iter().map(|of| (*of).to_owned()).collect();
        Allowed { rules: false, only: owned(only), not: owned(not) }.permits(&melee)
    };
    assert!(allowed(&[], &[]) && allowed(&["agaric"], &["cards.2"]));
    assert!(!allowed(&["baobab"], &[]) && !allowed(&[], &["printed"]));
}

/// Creates edits of fictitious values, distributed over three fighters.
fn moves(values: usize) -> Vec<TuningEdit> {
    let fighters = ["a", "b", "c"];
    let mut all = vec![];
    for at in 0..values {
        let knob = knob(fighters[at % 3], &format!("value{at}"), Provenance::Own);
        for by in [-2_i64, -1, 1, 2] {
            all.push(TuningEdit {
                by,
                kind: if by > 0 { StepKind::Up } else { StepKind::Down },
                to: (4 + by).to_string(),
                edits: vec![Edit::new(&knob.field, 4 + by)],
                at,
                knob: knob.clone(),
            });
        }
    }
    all
}

/// Creates a model in which one step of each value changes its fighter's win rate by the given
/// effect, and the win rates of the two other fighters by minus half of this effect.
fn measured<'a>(task: Task<'a>, effects: &[f64], before: &[WinSums]) -> Model<'a> {
    let mut model = Model::new(task, before);
    for (of, one) in task.moves.iter().enumerate() {
        let effect = effects[one.at] * one.by as f64;
        let of_fighter = |fighter| match fighter == one.at % 3 {
            true => (effect, 1e-6),
            false => (-effect / 2.0, 1e-6),
        };
        model.measure(of, (0..3).map(of_fighter).collect());
    }
    model.correct();
    model
}

fn sums(games: u64, wins: [u64; 3]) -> Vec<WinSums> {
    let of = |(fighter, wins): (&str, u64)| WinSums {
        fighter: fighter.to_owned(),
        strategy: "random".into(),
        games,
        wins,
    };
    ["a", "b", "c"].into_iter().zip(wins).map(of).collect()
}

/// Returns the settings of a search for fair sets of up to two edits.
fn settings() -> TuningSettings {
    let targets = ["a", "b", "c"].map(|key| (key.to_owned(), 1.0 / 3.0)).into();
    TuningSettings {
        goal: Goal { targets, within: 0.01, correction: None },
        edits: 2,
        games: 100,
        level: 0.95,
        seed: 1,
        threads: 1,
    }
}

/// Returns a scenario that no test here plays.
fn scenario() -> Scenario {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
    Scenario::load(path, &[]).expect("it is sound")
}

const ROUND: Round = round(8, 8, 0.0, 1);

#[test]
fn the_edit_that_undoes_a_fault_is_proposed_first() {
    let all = moves(6);
    let settings = settings();
    let scenario = scenario();
    let task = Task { scenario: &scenario, settings: &settings, moves: &all };
    // The second value of the first fighter is two steps too high; the win rates differ from 1/3.
    let before = sums(100_000, [37_733, 31_133, 31_133]);
    let mut model = measured(task, &[0.010, 0.013, 0.017, 0.022, 0.011, 0.006], &before);
    let sets = propose(task, &model, &ROUND);
    let first = &all[sets[0][0]];
    assert_eq!((sets[0].len(), first.knob.field.as_str(), first.by), (1, "fighters.a.value3", -2));
    // Sets that were played before are not proposed again.
    model.learn(sets[0].clone(), &sums(100_000, [33_333; 3]));
    model.correct();
    assert!(!propose(task, &model, &ROUND).contains(&sets[0]));
}

/// Checks that the model learns the positive interaction of two edits of one fighter from games.
#[test]
fn what_was_played_together_corrects_what_was_measured_alone() {
    let all = moves(6);
    let effects = [0.010, 0.013, 0.017, 0.022, 0.011, 0.006];
    let settings = settings();
    let scenario = scenario();
    let task = Task { scenario: &scenario, settings: &settings, moves: &all };
    let mut model = measured(task, &effects, &sums(300_000, [100_000; 3]));
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
    model.learn(vec![one, same], &sums(3_000_000, [1_180_000, 910_000, 910_000]));
    model.correct();
    assert!((thought(&model, &[one, same]) - 0.060).abs() < 0.003);
    // The effects of each of the two edits alone, and of other edits, are unchanged.
    assert!((thought(&model, &[one]) - 0.010).abs() < 1e-3);
    assert!((thought(&model, &[other]) + 0.013 / 2.0).abs() < 1e-3);
    let played: Vec<&[usize]> = model.played().map(|(set, _)| set).collect();
    assert_eq!(played, [[one, same]]);
    assert!(added_variance(&model, &[one], same) < unsure);
}
