//! Tests of the rules with prescribed random draws; the name of each test states its rule.

use gong::game::chance::{PrescribedFall, ScriptedChance};
use gong::game::{FeatureRow, Game, MAX_FEATURES, Observer, Options, Turn};
use gong::simulate::Seated;

use super::state::{Ending, GUIDES, State, Weather, members};
use super::{Choice, Event, NightPass, Porter, Roster, Rules, features};

/// A game with porters of the given warmth and dice, and the events of the game.
struct Caravan {
    pass: NightPass,
    state: State,
    events: Vec<Event>,
}

impl Observer<Event> for Vec<Event> {
    fn see(&mut self, event: Event) {
        self.push(event);
    }
}

fn porter(warmth: u8, die: u8) -> Porter {
    Porter { name: "Porter".into(), colour: "#000000".into(), warmth, die }
}

impl Caravan {
    fn new(rules: Rules, porters: &[(u8, u8)], weather: Weather) -> Caravan {
        let keyed = (0..).zip(porters);
        let fighters =
            keyed.map(|(i, &(warmth, die))| (format!("porter-{i:02}"), porter(warmth, die)));
        let roster = Roster {
            name: "Test".into(),
            unlisted: gong::games::Provenance::Own,
            fighters: fighters.collect(),
        };
        let pass = NightPass::new(&rules, &roster);
        let seated = |fighter| Seated { fighter, seat: 0, team: 0 };
        let seated: Vec<Seated> = (0..porters.len() as u8).map(seated).collect();
        let mut chance = ScriptedChance::new([PrescribedFall::Card(weather as usize)]);
        let state = pass.set_out(&seated, &mut chance);
        Caravan { pass, state, events: vec![] }
    }

    /// Plays the decision of the guide whose turn it is, with exactly the random draws `falls`.
    fn play(&mut self, choice: Choice, falls: &[PrescribedFall]) -> &mut Self {
        let mut options = Options::new();
        self.pass.options(&self.state, &mut options);
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut chance = ScriptedChance::new(falls.iter().copied());
        self.pass.play(&mut self.state, choice, &mut chance, &mut self.events);
        chance.assert_all_used();
        self
    }

    fn warmth(&self) -> &[u8] {
        &self.state.warmth[..usize::from(self.state.porters)]
    }
}

use Choice::{Guard, March, Rest};
use PrescribedFall::{Card, Die, Pick};

/// Prescribed draw: calm weather for the next round.
const CALM: PrescribedFall = Card(Weather::Calm as usize);

fn rules() -> Rules {
    Rules { needed: 1, ..Rules::default() }
}

#[test]
fn n_1_1_the_larger_half_follows_the_first_guide() {
    let caravan = Caravan::new(rules(), &[(3, 6); 5], Weather::Calm);
    assert_eq!(caravan.warmth(), [3; 5]);
    assert_eq!(caravan.state.walking_of(0), 0b00111);
    assert_eq!(caravan.state.walking_of(1), 0b11000);
}

#[test]
fn n_1_2_n_2_1_the_pile_is_drawn_and_shuffled_again_when_it_is_empty() {
    let two = Rules { calm: 1, wind: 1, snow: 0, wolves: 0, ..rules() };
    let mut caravan = Caravan::new(two, &[(3, 6); 2], Weather::Calm);
    caravan.play(Rest, &[]).play(Rest, &[Card(Weather::Wind as usize)]);
    assert!(caravan.state.pile.is_empty());
    caravan.play(Rest, &[]).play(Rest, &[CALM]);
    assert_eq!((caravan.state.round, caravan.state.pile.len()), (3, 1));
}

#[test]
fn n_2_2_the_guides_are_scouts_in_turn_and_the_scout_decides_last_and_sees_the_card() {
    let mut caravan = Caravan::new(rules(), &[(3, 6); 2], Weather::Calm);
    for (guide, seen) in [(1, None), (0, Some(Weather::Calm)), (0, None), (1, Some(Weather::Calm))]
    {
        assert_eq!(caravan.pass.turn(&caravan.state), Turn::Decision(guide));
        assert_eq!(caravan.pass.view(&caravan.state).weather(), seen);
        caravan.play(Rest, if seen.is_some() { &[CALM] } else { &[] });
    }
}

#[test]
fn n_2_3_a_guide_sends_only_its_own_and_only_who_is_left() {
    let mut caravan = Caravan::new(rules(), &[(3, 6); 4], Weather::Calm);
    caravan.state.warmth[2] = 0;
    let mut options = Options::new();
    caravan.pass.options(&caravan.state, &mut options);
    assert_eq!(options[..], [March(3), Guard(3), Rest]);
    caravan.state.warmth[3] = 0;
    caravan.pass.options(&caravan.state, &mut options);
    assert_eq!(options[..], [Rest]);
}

#[test]
fn n_2_4_who_marches_rolls_its_die() {
    let mut caravan = Caravan::new(rules(), &[(3, 6), (3, 12)], Weather::Calm);
    caravan.play(March(1), &[Die(12)]).play(March(0), &[Die(5), CALM]);
    assert_eq!(caravan.state.steps, 17);
}

#[test]
fn n_2_5_a_group_that_rests_grows_warm_but_no_warmer_than_it_was_and_the_lost_stay_lost() {
    let mut caravan = Caravan::new(rules(), &[(3, 6); 8], Weather::Calm);
    caravan.state.warmth[..8].copy_from_slice(&[1, 1, 1, 1, 3, 2, 1, 0]);
    caravan.play(Rest, &[]);
    assert_eq!(caravan.warmth(), [1, 1, 1, 1, 3, 3, 2, 0]);
}

#[test]
fn n_3_1_calm_takes_nothing() {
    let mut caravan = Caravan::new(rules(), &[(3, 6); 2], Weather::Calm);
    caravan.play(March(1), &[Die(1)]).play(March(0), &[Die(1), CALM]);
    assert_eq!(caravan.warmth(), [3, 3]);
}

#[test]
fn n_3_2_wind_chills_who_marches() {
    let chill = Rules { chill: 2, ..rules() };
    let mut caravan = Caravan::new(chill, &[(3, 6); 4], Weather::Wind);
    caravan.play(March(2), &[Die(1)]).play(Guard(0), &[CALM]);
    assert_eq!(caravan.warmth(), [3, 3, 1, 3]);
}

#[test]
fn n_3_3_snow_chills_one_of_each_group_without_a_guard() {
    let mut caravan = Caravan::new(rules(), &[(5, 6); 4], Weather::Snow);
    caravan.play(Guard(2), &[]).play(Rest, &[Pick(1), Die(4), CALM]);
    assert_eq!(caravan.warmth(), [5, 1, 5, 5]);
}

#[test]
fn n_3_4_wolves_come_for_one_whom_a_guard_may_save() {
    let wolves = || Caravan::new(rules(), &[(7, 6); 4], Weather::Wolves);
    let mut caravan = wolves();
    caravan.play(Guard(2), &[]).play(Guard(0), &[Pick(3), Die(4), CALM]);
    assert_eq!(caravan.warmth(), [7; 4], "driven off");
    let mut caravan = wolves();
    caravan.play(Guard(2), &[]).play(Guard(0), &[Pick(3), Die(3), Die(6), CALM]);
    assert_eq!(caravan.warmth(), [7, 7, 7, 1], "the guard has failed");
    let mut caravan = wolves();
    caravan.play(Guard(2), &[]).play(Rest, &[Pick(0), Die(5), CALM]);
    assert_eq!(caravan.warmth(), [2, 7, 7, 7], "the guard is of the other group");
    let mut caravan = Caravan::new(rules(), &[(7, 6); 2], Weather::Wolves);
    caravan.play(Guard(1), &[]).play(Guard(0), &[CALM]);
    assert_eq!(caravan.warmth(), [7, 7], "there are none but guards");
}

#[test]
fn n_3_5_who_has_no_warmth_is_lost() {
    let mut caravan = Caravan::new(rules(), &[(3, 6); 4], Weather::Snow);
    caravan.play(Guard(2), &[]).play(Rest, &[Pick(1), Die(4), CALM]);
    let lost = Event::Lost { porter: 1, to: Weather::Snow };
    assert!(caravan.events.contains(&Event::Chills { porter: 1, warmth: 3 }));
    assert!(caravan.events.contains(&lost));
    assert_eq!(caravan.state.walking(), 0b1101);
}

#[test]
fn n_4_1_the_caravan_arrives_at_once() {
    let near = Rules { distance: 6, ..rules() };
    let mut caravan = Caravan::new(near, &[(1, 6); 2], Weather::Wind);
    caravan.play(March(1), &[Die(6)]);
    assert_eq!(caravan.pass.turn(&caravan.state), Turn::Over);
    assert_eq!(caravan.state.ending, Some(Ending::Arrived));
}

#[test]
fn n_4_2_too_few_turn_back() {
    let two = Rules { needed: 2, ..rules() };
    let mut caravan = Caravan::new(two, &[(1, 6); 2], Weather::Wind);
    caravan.play(March(1), &[Die(6)]).play(Rest, &[]);
    assert_eq!(caravan.state.ending, Some(Ending::TurnedBack));
}

#[test]
fn n_4_3_the_night_is_over_after_its_last_round() {
    let short = Rules { rounds: 2, ..rules() };
    let mut caravan = Caravan::new(short, &[(1, 6); 2], Weather::Calm);
    caravan.play(Rest, &[]).play(Rest, &[CALM]);
    assert_eq!(caravan.state.ending, None);
    caravan.play(Rest, &[]).play(Rest, &[]);
    assert_eq!(caravan.state.ending, Some(Ending::NightOver));
}

/// Returns the features of the caravan's current decision, by name.
fn valued(caravan: &Caravan) -> impl Fn(Choice, &str) -> f32 + use<> {
    let mut options = Options::new();
    caravan.pass.options(&caravan.state, &mut options);
    let mut rows: Vec<FeatureRow> = vec![[0.0; MAX_FEATURES]; options.len()];
    caravan.pass.features(caravan.pass.view(&caravan.state), &options, &mut rows);
    move |choice, name| {
        let option = options.iter().position(|option| *option == choice).unwrap();
        let feature = features::FEATURES.iter().position(|feature| feature.name == name);
        rows[option][feature.unwrap()]
    }
}

/// Checks the feature for a march against the engine, which plays every face of the die.
#[test]
fn the_march_is_worth_what_its_die_brings() {
    for (die, distance) in [(4, 150), (6, 5), (12, 12), (3, 1)] {
        let caravan = || {
            let near = Rules { distance, ..rules() };
            Caravan::new(near, &[(3, die); 2], Weather::Calm)
        };
        let (mut steps, mut arrivals) = (0, 0);
        for face in 1..=die {
            let mut tried = caravan();
            tried.play(March(1), &[Die(face)]);
            steps += tried.state.steps.min(distance);
            arrivals += u8::from(tried.state.ending.is_some());
        }
        let value = valued(&caravan());
        assert_eq!(value(March(1), "steps"), f32::from(steps) / f32::from(die));
        assert_eq!(value(March(1), "arrives"), f32::from(arrivals) / f32::from(die));
    }
}

#[test]
fn a_guide_weighs_the_weather_as_it_knows_it() {
    let mut caravan = Caravan::new(rules(), &[(1, 6); 4], Weather::Wind);
    let deck = caravan.pass.rules.pile();
    let share = |weather: Weather| f32::from(deck.count(weather as usize)) / deck.len() as f32;
    let value = valued(&caravan);
    assert_eq!(value(March(2), "fall"), share(Weather::Wind));
    assert_eq!(value(March(2), "snow"), share(Weather::Snow));
    assert_eq!(value(Guard(2), "wolves"), share(Weather::Wolves) / 2.0);
    caravan.play(Rest, &[]);
    let value = valued(&caravan);
    assert_eq!(
        [value(March(0), "wind"), value(March(0), "snow")],
        [1.0, 0.0],
        "the scout has seen it"
    );
}

#[test]
fn groups_are_two_parts_of_the_caravan() {
    for count in 2..=12 {
        let state = Caravan::new(rules(), &vec![(1, 2); count], Weather::Calm).state;
        let groups = [0, 1].map(|guide| state.walking_of(guide));
        assert_eq!((groups[0] & groups[1], groups[0] | groups[1]), (0, state.walking()));
        for (guide, group) in groups.into_iter().enumerate().take(GUIDES) {
            assert!(members(group).all(|place| state.guide_of(place) == guide));
        }
    }
}
