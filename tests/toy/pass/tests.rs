//! Tests of the rules with prescribed random draws.

use gong::game::chance::{PrescribedFall, ScriptedChance};
use gong::game::{Game, MAX_FEATURES, Options, Turn, Unwatched};
use gong::games::Provenance;
use gong::simulate::{Seated, Staged};

use super::state::{Ending, State, Weather};
use super::{Choice, NightPass, Porter, Roster, Rules, features};

use Choice::{Guard, March, Rest};
use PrescribedFall::{Card, Die, Pick};
use Weather::{Calm, Wind, Wolves};

/// Prescribed draw: calm weather for the next round.
const CALM: PrescribedFall = Card(Calm as usize);

/// A game with porters of the given warmth and dice.
struct Caravan {
    pass: NightPass,
    state: State,
}

impl Caravan {
    fn new(rules: &Rules, porters: &[(u8, u8)], weather: Weather) -> Caravan {
        let porter = |(i, &(warmth, die)): (usize, &(u8, u8))| {
            (format!("porter-{i}"), Porter { name: "".into(), colour: "".into(), warmth, die })
        };
        let fighters = porters.iter().enumerate().map(porter).collect();
        let (name, source, unlisted) = ("".into(), "".into(), Provenance::Own);
        let pass = NightPass::new(rules, &Roster { name, source, unlisted, fighters });
        let seated = |fighter| Seated { fighter, seat: 0, team: 0 };
        let seated: Vec<Seated> = (0..porters.len() as u8).map(seated).collect();
        let state = pass.deal(&seated, &mut ScriptedChance::new([Card(weather as usize)]));
        Caravan { pass, state }
    }

    fn options(&self) -> Options<Choice> {
        let mut options = Options::new();
        self.pass.options(&self.state, &mut options);
        options
    }

    /// Plays the decision of the guide whose turn it is, with exactly the random draws `falls`.
    fn play(&mut self, choice: Choice, falls: &[PrescribedFall]) {
        assert!(self.options().contains(&choice), "{choice:?}");
        let mut chance = ScriptedChance::new(falls.iter().copied());
        self.pass.play(&mut self.state, choice, &mut chance, &mut Unwatched);
        chance.assert_all_used();
    }

    /// Returns the features of an option.
    fn features(&self, choice: Choice) -> [f32; features::FEATURES.len()] {
        let mut rows = [[0.0; MAX_FEATURES]];
        let option = Options::from_iter([choice]);
        self.pass.features(self.pass.view(&self.state), &option, &mut rows);
        *rows[0].first_chunk().unwrap()
    }
}

fn rules() -> Rules {
    Rules { needed: 1, ..Rules::default() }
}

#[test]
fn rules_of_rounds_weather_and_end() {
    let windy = Rules { chill: 2, ..rules() };
    let near = Rules { distance: 6, ..rules() };
    let [two, short] = [Rules { needed: 2, ..rules() }, Rules { rounds: 2, ..rules() }];
    let pile = Rules { calm: 1, wind: 1, wolves: 0, ..rules() };
    // Rule; rules, porters, weather; choices with random draws; then warmth, steps and ending.
    type Moves<'a> = &'a [(Choice, &'a [PrescribedFall])];
    type Then<'a> = (&'a [u8], u16, Option<Ending>);
    type Row<'a> = (&'a str, &'a Rules, &'a [(u8, u8)], Weather, Moves<'a>, Then<'a>);
    #[rustfmt::skip]
    let rows: &[Row<'_>] = &[
        ("N-2.1: an empty pile is shuffled", &pile, &[(3, 6); 2], Calm,
            &[(Rest, &[]), (Rest, &[Card(1)]), (Rest, &[]), (Rest, &[CALM])], (&[3, 3], 0, None)),
        ("N-2.4 N-3.1", &rules(), &[(3, 6), (3, 12)], Calm,
            &[(March(1), &[Die(12)]), (March(0), &[Die(5), CALM])], (&[3, 3], 17, None)),
        ("N-2.5 N-3.2", &windy, &[(3, 6); 4], Wind,
            &[(March(1), &[Die(1)]), (March(2), &[Die(1), CALM]), (Rest, &[])],
            (&[3, 1, 2, 3], 2, None)),
        ("N-3.3", &rules(), &[(7, 6); 4], Wolves,
            &[(Guard(3), &[]), (Rest, &[Pick(2), Die(6), CALM])], (&[7, 7, 1, 7], 0, None)),
        ("N-3.4: the lost stay lost", &rules(), &[(3, 6); 4], Wolves,
            &[(Guard(1), &[]), (Rest, &[Pick(2), Die(4), CALM]), (Rest, &[]), (Rest, &[CALM])],
            (&[3, 3, 0, 3], 0, None)),
        ("N-4.1", &near, &[(1, 6); 2], Wind,
            &[(March(1), &[Die(6)])], (&[1, 1], 6, Some(Ending::Arrived))),
        ("N-4.2", &two, &[(1, 6); 2], Wind,
            &[(March(1), &[Die(5)]), (Rest, &[])], (&[1, 0], 5, Some(Ending::TurnedBack))),
        ("N-4.3", &short, &[(1, 6); 2], Calm,
            &[(Rest, &[]), (Rest, &[CALM]), (Rest, &[]), (Rest, &[])],
            (&[1, 1], 0, Some(Ending::NightOver))),
    ];
    for (rule, rules, porters, weather, moves, then) in rows {
        let mut caravan = Caravan::new(rules, porters, *weather);
        moves.iter().for_each(|(choice, falls)| caravan.play(*choice, falls));
        let state = caravan.state;
        assert_eq!((&state.warmth[..porters.len()], state.steps, state.ending), *then, "{rule}");
    }
}

#[test]
fn n_1_1_n_2_2_n_2_3_the_scout_decides_last_and_sees_the_card() {
    let mut caravan = Caravan::new(&rules(), &[(3, 6); 3], Calm);
    for (guide, seen) in [(1, None), (0, Some(Calm)), (0, None), (1, Some(Calm))] {
        assert_eq!(caravan.pass.turn(&caravan.state), Turn::Decision(guide));
        assert_eq!(caravan.pass.view(&caravan.state).weather, seen);
        match guide {
            0 => assert_eq!(caravan.options()[..], [March(0), March(2), Guard(0), Guard(2), Rest]),
            _ => assert_eq!(caravan.options()[..], [March(1), Guard(1), Rest]),
        }
        caravan.play(Rest, if seen.is_some() { &[CALM] } else { &[] });
    }
}

/// Checks the expected steps of a march to near goals, the odds of the weather as each guide knows
/// it, and the warmth that a rest brings.
#[test]
fn features_are_exact() {
    for (die, distance, steps) in [(4, 150, 2.5), (6, 5, 20.0 / 6.0), (12, 12, 6.5), (3, 1, 1.0)] {
        let caravan = Caravan::new(&Rules { distance, ..rules() }, &[(3, die); 2], Calm);
        assert_eq!(caravan.features(March(1))[0], steps);
    }
    let deck = Rules { calm: 4, wind: 3, wolves: 1, ..rules() };
    let mut caravan = Caravan::new(&deck, &[(2, 6); 4], Wind);
    assert_eq!(caravan.features(March(1)), [3.5, 0.375, 0.125, 0.0]);
    assert_eq!(caravan.features(Guard(1)), [0.0; 4]);
    assert_eq!(caravan.features(Rest), [0.0, 0.0, 0.125, 0.0]);
    caravan.play(Rest, &[]);
    caravan.state.warmth[2] = 1;
    // The scout has seen the card.
    assert_eq!(caravan.features(March(0)), [3.5, 1.0, 0.0, 0.0]);
    assert_eq!(caravan.features(Rest), [0.0, 0.0, 0.0, 1.0]);
}
