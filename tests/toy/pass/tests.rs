//! Tests of the rules with prescribed random draws.

use gong::game::chance::{PrescribedFall, ScriptedChance};
use gong::game::{FeatureRow, Game, MAX_FEATURES, Options, Turn, Unwatched};
use gong::games::Provenance;
use gong::simulate::Seated;

use super::state::{Ending, State, Weather};
use super::{Choice, NightPass, Porter, Roster, Rules, features};

use Choice::{Guard, March, Rest};
use PrescribedFall::{Card, Die, Pick};
use Weather::{Calm, Snow, Wind, Wolves};

/// Prescribed draw: calm weather for the next round.
const CALM: PrescribedFall = Card(Weather::Calm as usize);

/// A game with porters of the given warmth and dice.
struct Caravan {
    pass: NightPass,
    state: State,
}

impl Caravan {
    fn new(rules: &Rules, porters: &[(u8, u8)], weather: Weather) -> Caravan {
        let porter = |(i, &(warmth, die)): (usize, &(u8, u8))| {
            let (name, colour) = ("Porter".into(), "#000000".into());
            (format!("porter-{i:02}"), Porter { name, colour, warmth, die })
        };
        let fighters = porters.iter().enumerate().map(porter).collect();
        let roster = Roster {
            name: "Test".into(),
            source: String::new(),
            unlisted: Provenance::Own,
            fighters,
        };
        let pass = NightPass::new(rules, &roster);
        let seated = |fighter| Seated { fighter, seat: 0, team: 0 };
        let seated: Vec<Seated> = (0..porters.len() as u8).map(seated).collect();
        let mut chance = ScriptedChance::new([Card(weather as usize)]);
        let state = pass.set_out(&seated, &mut chance);
        Caravan { pass, state }
    }

    fn options(&self) -> Options<Choice> {
        let mut options = Options::new();
        self.pass.options(&self.state, &mut options);
        options
    }

    /// Plays the decision of the guide whose turn it is, with exactly the random draws `falls`.
    fn play(&mut self, choice: Choice, falls: &[PrescribedFall]) -> &mut Self {
        assert!(self.options().contains(&choice), "{choice:?}");
        let mut chance = ScriptedChance::new(falls.iter().copied());
        self.pass.play(&mut self.state, choice, &mut chance, &mut Unwatched);
        chance.assert_all_used();
        self
    }

    /// Returns a feature of an option, by its name.
    fn feature(&self, choice: Choice, name: &str) -> f32 {
        let options = self.options();
        let mut rows: Vec<FeatureRow> = vec![[0.0; MAX_FEATURES]; options.len()];
        self.pass.features(self.pass.view(&self.state), &options, &mut rows);
        let option = options.iter().position(|option| *option == choice).unwrap();
        let feature = features::FEATURES.iter().position(|feature| feature.name == name);
        rows[option][feature.unwrap()]
    }
}

fn rules() -> Rules {
    Rules { needed: 1, ..Rules::default() }
}

/// The moves of a game: choices with their random draws.
type Moves<'a> = &'a [(Choice, &'a [PrescribedFall])];

#[test]
fn rules_of_rounds_weather_and_end() {
    let windy = Rules { chill: 2, ..rules() };
    let near = Rules { distance: 6, ..rules() };
    let [two, short] = [Rules { needed: 2, ..rules() }, Rules { rounds: 2, ..rules() }];
    let rests: Moves<'_> = &[(Rest, &[]), (Rest, &[CALM]), (Rest, &[]), (Rest, &[])];
    // Rule; rules, porters, weather; moves; warmth, steps and ending after them.
    type Row<'a> =
        (&'a str, &'a Rules, Vec<(u8, u8)>, Weather, Moves<'a>, &'a [u8], u16, Option<Ending>);
    #[rustfmt::skip]
    let rows: &[Row<'_>] = &[
        ("N-2.4 N-3.1", &rules(), vec![(3, 6), (3, 12)], Calm,
            &[(March(1), &[Die(12)]), (March(0), &[Die(5), CALM])], &[3, 3], 17, None),
        ("N-3.2", &windy, vec![(3, 6); 4], Wind,
            &[(March(2), &[Die(1)]), (Guard(0), &[CALM])], &[3, 3, 1, 3], 1, None),
        ("N-3.3", &rules(), vec![(5, 6); 4], Snow,
            &[(Guard(2), &[]), (Rest, &[Pick(1), Die(4), CALM])], &[5, 1, 5, 5], 0, None),
        ("N-3.4: driven off", &rules(), vec![(7, 6); 4], Wolves,
            &[(Guard(2), &[]), (Guard(0), &[Pick(3), Die(4), CALM])], &[7; 4], 0, None),
        ("N-3.4: the guard fails", &rules(), vec![(7, 6); 4], Wolves,
            &[(Guard(2), &[]), (Guard(0), &[Pick(3), Die(3), Die(6), CALM])], &[7, 7, 7, 1], 0, None),
        ("N-3.4: a guard of the other group", &rules(), vec![(7, 6); 4], Wolves,
            &[(Guard(2), &[]), (Rest, &[Pick(0), Die(5), CALM])], &[2, 7, 7, 7], 0, None),
        ("N-3.4: only guards", &rules(), vec![(7, 6); 2], Wolves,
            &[(Guard(1), &[]), (Guard(0), &[CALM])], &[7, 7], 0, None),
        ("N-3.5", &rules(), vec![(3, 6); 4], Snow,
            &[(Guard(2), &[]), (Rest, &[Pick(1), Die(4), CALM])], &[3, 0, 3, 3], 0, None),
        ("N-4.1", &near, vec![(1, 6); 2], Wind,
            &[(March(1), &[Die(6)])], &[1, 1], 6, Some(Ending::Arrived)),
        ("N-4.2", &two, vec![(1, 6); 2], Wind,
            &[(March(1), &[Die(6)]), (Rest, &[])], &[1, 0], 6, Some(Ending::TurnedBack)),
        ("N-4.3", &short, vec![(1, 6); 2], Calm, rests, &[1, 1], 0, Some(Ending::NightOver)),
    ];
    for (rule, rules, porters, weather, moves, warmth, steps, ending) in rows {
        let mut caravan = Caravan::new(rules, porters, *weather);
        for (choice, falls) in *moves {
            caravan.play(*choice, falls);
        }
        let state = caravan.state;
        let reached = (&state.warmth[..porters.len()], state.steps, state.ending);
        assert_eq!(reached, (*warmth, *steps, *ending), "{rule}");
    }
}

#[test]
fn n_1_1_the_larger_half_follows_the_first_guide() {
    for (count, groups) in [(2, [0b01, 0b10]), (5, [0b00111, 0b11000])] {
        let state = Caravan::new(&rules(), &vec![(3, 6); count], Calm).state;
        assert_eq!([0, 1].map(|guide| state.walking_of(guide)), groups);
    }
}

#[test]
fn n_1_2_n_2_1_the_pile_is_drawn_and_shuffled_again_when_it_is_empty() {
    let two = Rules { calm: 1, wind: 1, snow: 0, wolves: 0, ..rules() };
    let mut caravan = Caravan::new(&two, &[(3, 6); 2], Calm);
    caravan.play(Rest, &[]).play(Rest, &[Card(Wind as usize)]);
    assert!(caravan.state.pile.is_empty());
    caravan.play(Rest, &[]).play(Rest, &[CALM]);
    assert_eq!((caravan.state.round, caravan.state.pile.len()), (3, 1));
}

#[test]
fn n_2_2_the_guides_are_scouts_in_turn_and_the_scout_decides_last_and_sees_the_card() {
    let mut caravan = Caravan::new(&rules(), &[(3, 6); 2], Calm);
    for (guide, seen) in [(1, None), (0, Some(Calm)), (0, None), (1, Some(Calm))] {
        assert_eq!(caravan.pass.turn(&caravan.state), Turn::Decision(guide));
        assert_eq!(caravan.pass.view(&caravan.state).weather, seen);
        caravan.play(Rest, if seen.is_some() { &[CALM] } else { &[] });
    }
}

#[test]
fn n_2_3_n_2_5_a_guide_sends_who_is_left_or_lets_them_rest() {
    let mut caravan = Caravan::new(&rules(), &[(3, 6); 8], Calm);
    caravan.state.warmth[..8].copy_from_slice(&[1, 1, 1, 1, 3, 0, 0, 0]);
    assert_eq!(caravan.options()[..], [March(4), Guard(4), Rest]);
    caravan.state.warmth[4..8].copy_from_slice(&[3, 2, 1, 0]);
    caravan.play(Rest, &[]);
    assert_eq!(caravan.state.warmth[..8], [1, 1, 1, 1, 3, 3, 2, 0], "the lost stay lost");
}

/// Checks the features of a march against the engine, which plays every face of the die.
#[test]
fn the_march_is_worth_what_its_die_brings() {
    for (die, distance) in [(4, 150), (6, 5), (12, 12), (3, 1)] {
        let near = Rules { distance, ..rules() };
        let (mut steps, mut arrivals) = (0, 0);
        for face in 1..=die {
            let mut tried = Caravan::new(&near, &[(3, die); 2], Calm);
            tried.play(March(1), &[Die(face)]);
            steps += tried.state.steps.min(distance);
            arrivals += u8::from(tried.state.ending.is_some());
        }
        let caravan = Caravan::new(&near, &[(3, die); 2], Calm);
        assert_eq!(caravan.feature(March(1), "steps"), f32::from(steps) / f32::from(die));
        assert_eq!(caravan.feature(March(1), "arrives"), f32::from(arrivals) / f32::from(die));
    }
}

#[test]
fn a_guide_weighs_the_weather_as_it_knows_it() {
    let mut caravan = Caravan::new(&rules(), &[(1, 6); 4], Wind);
    let deck = caravan.pass.rules.pile();
    let share = |weather: Weather| f32::from(deck.count(weather as usize)) / deck.len() as f32;
    assert_eq!(caravan.feature(March(2), "fall"), share(Wind));
    assert_eq!(caravan.feature(March(2), "snow"), share(Snow));
    assert_eq!(caravan.feature(Guard(2), "wolves"), share(Wolves) / 2.0);
    caravan.play(Rest, &[]);
    // The scout has seen the card.
    assert_eq!(["wind", "snow"].map(|name| caravan.feature(March(0), name)), [1.0, 0.0]);
}
