use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{MeasuredStep, Survey, SurveyFound, screen};
use crate::analysis::knobs::{self, StepKind};
use crate::analysis::pairs::WON;
use crate::scenario::Scenario;
use crate::simulate::{All, Plan};

/// Prepares the survey of a fighter in a duel. The fighter has dice for a number of life points
/// that it never reaches.
fn survey(largest: Option<usize>) -> Survey {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
    let dice = "6, 5, 5, 4, 3, 2, 1".to_owned() + &", 1".repeat(23);
    let planted =
        format!("fighters.bonzai.cards.2.technique={{ kamikaze = {{ dice = [{dice}] }} }}");
    let sets = ["strategy=random", "line-up.pool=[\"bonzai\", \"agaric\"]", &planted];
    let scenario = Scenario::load(path, &sets.map(str::to_owned)).expect("it is sound");
    let knobs = knobs::of(&scenario, &["bonzai".to_owned()], false);
    Survey::new(scenario, knobs, largest, Plan::fixed(1, 400, 2))
}

/// Plays a survey. Returns the measured steps, the number of games, and the number of games in
/// which many values were changed at once.
fn play(survey: &Survey) -> (Vec<MeasuredStep>, u64, u64) {
    let played = survey.play(&AtomicBool::new(false), &(), &mut All(400)).unwrap();
    assert!(!played.partial);
    // The counts are written to JSON and read back unchanged.
    let text = serde_json::to_string(&played.found).unwrap();
    let found: SurveyFound = serde_json::from_str(&text).unwrap();
    let steps = survey.measured(&survey.scenario, &found.own).unwrap();
    (steps, played.games, found.of_screen)
}

/// Path of a value that the game never reads: dice at thirty life points.
const NOTHING: &str = "fighters.bonzai.cards.2.technique.kamikaze.dice.29";

#[test]
fn what_is_worth_nothing_gets_nothing_and_what_matters_gets_its_sign() {
    let survey = survey(Some(4));
    let (steps, games, of_screen) = play(&survey);
    let effects = screen::play(&survey, &AtomicBool::new(false), &()).unwrap().unwrap().1;
    let knobs = &survey.knobs;
    let worth = |field: &str| effects[&knobs.iter().position(|of| of.field == field).unwrap()];
    assert!(worth(NOTHING).abs() < 0.02, "{}", worth(NOTHING));
    // Sums the effects of one more defense on each of the eight cards.
    let defenses = (1..=8).map(|card| worth(&format!("fighters.bonzai.cards.{card}.defense")));
    let sum: f64 = defenses.sum();
    assert!(sum > 0.02, "{sum}");
    // The values with the largest effects are measured in both directions. All values that cannot
    // be screened are measured as well.
    let measured = |knob: usize| steps.iter().filter(|of| of.at.0 == knob).count();
    let with = |steps: usize| effects.keys().filter(|&&of| measured(of) == steps).count();
    assert_eq!((with(2), with(0)), (4, effects.len() - 4));
    for (knob, of) in knobs.iter().enumerate() {
        if !effects.contains_key(&knob) {
            assert_eq!(measured(knob), of.steps.len(), "{}", of.field);
        }
    }
    assert_eq!(games, of_screen + 400 * steps.len() as u64);
}

#[test]
fn asked_for_one_at_a_time_every_step_is_measured() {
    let survey = survey(None);
    let (steps, _, of_screen) = play(&survey);
    let knobs = &survey.knobs;
    assert_eq!(of_screen, 0);
    assert_eq!(steps.len(), knobs.iter().map(|knob| knob.steps.len()).sum::<usize>());
    for step in &steps {
        let knob = &knobs[step.at.0];
        assert_eq!(step.pairs.measures[0][WON].games, 400);
        assert!(knob.field != NOTHING || step.pairs.changed() == 0);
    }
    let kinds = steps.iter().map(|of| knobs[of.at.0].steps[of.at.1].kind);
    assert_eq!(kinds.filter(|of| *of == StepKind::Withheld).count(), 8);
}

#[test]
fn who_stops_it_during_the_screen_gets_nothing() {
    let played = survey(Some(2)).play(&AtomicBool::new(true), &(), &mut All(400)).unwrap();
    assert!(played.partial && played.games == 0);
}
