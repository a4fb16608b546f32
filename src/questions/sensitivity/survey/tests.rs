use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::screen::{self, Effects};
use super::{MeasuredStep, Survey, SurveyFound};
use crate::analysis::knobs::{self, StepKind};
use crate::analysis::pairs::{PairTally, WON};
use crate::scenario::Scenario;
use crate::simulate::{All, Plan};

/// Creates a duel of two fighters. One of them has dice for a number of life points that it never
/// reaches.
fn duel(sets: &[&str]) -> Scenario {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
    let dice = "6, 5, 5, 4, 3, 2, 1".to_owned() + &", 1".repeat(23);
    let planted =
        format!("fighters.bonzai.cards.2.technique={{ kamikaze = {{ dice = [{dice}] }} }}");
    let own = ["strategy=random", "line-up.pool=[\"bonzai\", \"agaric\"]", &planted];
    let sets: Vec<String> = own.iter().chain(sets).map(|set| (*set).to_owned()).collect();
    Scenario::load(path, &sets).expect("it is sound")
}

fn survey(largest: Option<usize>, threads: usize) -> Survey {
    let scenario = duel(&[]);
    let knobs = knobs::of(&scenario, &["bonzai".to_owned()], false);
    Survey::new(scenario, knobs, largest, Plan::fixed(1, 400, threads))
}

/// A survey with its results.
struct PlayedSurvey {
    survey: Survey,
    steps: Vec<MeasuredStep>,
    games: u64,
    /// Number of games in which many values were changed at once.
    of_screen: u64,
}

fn play(survey: Survey) -> PlayedSurvey {
    let played = survey.play(&AtomicBool::new(false), &(), &mut All(400)).unwrap();
    assert!(!played.partial);
    // The counts are written to JSON and read back unchanged.
    let text = serde_json::to_string(&played.found).unwrap();
    let found: SurveyFound = serde_json::from_str(&text).unwrap();
    PlayedSurvey {
        steps: survey.measured(&survey.scenario, &found.own).unwrap(),
        games: played.games,
        of_screen: found.of_screen,
        survey,
    }
}

fn screened(survey: &Survey) -> Effects {
    screen::play(survey, &AtomicBool::new(false), &()).unwrap().unwrap().1
}

/// Path of a value that the game never reads: dice at thirty life points.
const NOTHING: &str = "fighters.bonzai.cards.2.technique.kamikaze.dice.29";

#[test]
fn what_is_worth_nothing_gets_nothing_and_what_matters_gets_its_sign() {
    let found = play(survey(Some(4), 2));
    let knobs = &found.survey.knobs;
    let effects = screened(&found.survey);
    let worth = |field: &str| effects[&knobs.iter().position(|of| of.field == field).unwrap()];
    assert!(worth(NOTHING).abs() < 0.02, "{}", worth(NOTHING));
    // Sums the effects of one more defense on each of the eight cards.
    let defenses = (1..=8).map(|card| worth(&format!("fighters.bonzai.cards.{card}.defense")));
    let sum: f64 = defenses.sum();
    assert!(sum > 0.02, "{sum}");
    // The values with the largest effects are measured in both directions. All values that cannot
    // be screened are measured as well.
    let measured = |knob: usize| found.steps.iter().filter(|of| of.at.0 == knob).count();
    let with = |steps: usize| effects.keys().filter(|&&of| measured(of) == steps).count();
    assert_eq!((with(2), with(0)), (4, effects.len() - 4));
    for (knob, of) in knobs.iter().enumerate() {
        if !effects.contains_key(&knob) {
            assert_eq!(measured(knob), of.steps.len(), "{}", of.field);
        }
    }
    assert_eq!(found.games, found.of_screen + 400 * found.steps.len() as u64);
}

#[test]
fn asked_for_one_at_a_time_every_step_is_measured() {
    let found = play(survey(None, 2));
    let knobs = &found.survey.knobs;
    assert_eq!(found.of_screen, 0);
    let all: usize = knobs.iter().map(|knob| knob.steps.len()).sum();
    assert_eq!(found.steps.len(), all);
    for step in &found.steps {
        let knob = &knobs[step.at.0];
        let of = &step.pairs.measures[0][WON];
        assert_eq!(of.games, 400);
        if knob.field == NOTHING {
            assert_eq!(step.pairs.changed(), 0, "{}", knob.field);
        }
    }
    let kinds = found.steps.iter().map(|of| knobs[of.at.0].steps[of.at.1].kind);
    assert_eq!(kinds.filter(|of| *of == StepKind::Withheld).count(), 8);
}

#[test]
fn threads_decide_nothing() {
    let [one, three] = [1, 3].map(|threads| play(survey(Some(2), threads)));
    let steps = |found: &PlayedSurvey| -> Vec<PairTally> {
        found.steps.iter().map(|of| of.pairs.clone()).collect()
    };
    assert_eq!(steps(&one), steps(&three));
    assert_eq!(screened(&one.survey), screened(&three.survey));
}

#[test]
fn who_stops_it_during_the_screen_gets_nothing() {
    let stop = AtomicBool::new(true);
    let played = survey(Some(2), 2).play(&stop, &(), &mut All(400)).unwrap();
    assert!(played.partial && played.games == 0);
}
