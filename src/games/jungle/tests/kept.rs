//! Tests that the features of kept dice are exact. An option is played in the engine through all
//! remaining throws; the dice are kept to maximise the value of one goal.

use super::given::{faces, given, who};
use crate::game::chance::EnumeratedChance;
use crate::game::{Game, MAX_FEATURES, Options, Unwatched};
use crate::games::jungle::features::FEATURES;
use crate::games::jungle::{Ability, Choice, Dice, Face, Jungle, Phase, State, TurnSoFar};

/// A function that values the final action dice for one goal, such as a number of pairs.
type Worth = fn(Dice) -> f64;

fn options(game: &Jungle, state: &State) -> Options<Choice> {
    let mut options = Options::new();
    game.options(state, &mut options);
    options
}

/// Returns the highest expected value of the final dice that the hero can reach after an option.
/// `worth` values the final dice for one goal.
fn best(game: &Jungle, state: &State, choice: Choice, worth: Worth) -> f64 {
    let mut sum = 0.0;
    let mut chance = EnumeratedChance::new();
    loop {
        let mut after = *state;
        game.play(&mut after, choice, &mut chance, &mut Unwatched);
        let goes_on = after.phase == Phase::Keeping && after.turn.throws > state.turn.throws;
        let value = if goes_on {
            let options = options(game, &after);
            let of = |&choice: &Choice| best(game, &after, choice, worth);
            options.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
        } else {
            worth(after.turn.dice)
        };
        sum += chance.probability() * value;
        if !chance.advance() {
            return sum;
        }
    }
}

fn rings(dice: Dice) -> bool {
    dice.count(Face::Alarm) > 0
}

fn pairs(dice: Dice, face: Face) -> f64 {
    match rings(dice) {
        true => 0.0,
        false => (dice.count(face) / 2).into(),
    }
}

const HELD: [(&str, Worth); 4] = [
    ("explore", |dice| pairs(dice, Face::Explore)),
    ("cards", |dice| pairs(dice, Face::Search)),
    // The hero has 1 stress or the maximum stress. In both cases, only the first rest brings its
    // stress below a limit.
    ("calm", |dice| pairs(dice, Face::Rest).min(1.0)),
    ("alarm", |dice| -f64::from(u8::from(rings(dice)))),
];

/// Asserts that the features of all options are exact, for a hero with `count` action dice, `rolls`
/// throws, and the faces `lie` after the first throw.
fn hold(count: u8, rolls: u8, lie: [u8; 6]) {
    let mut played = given(vec![who(Ability::Stride(1))])
        .rules(|rules| (rules.dice, rules.rolls) = (count, rolls))
        .start()
        .hero(0, |hero| hero.stress = 1);
    let (game, state) = (&played.game, &mut played.state);
    state.phase = Phase::Keeping;
    state.turn = TurnSoFar { dice: faces(lie), throws: 1, ..state.turn };
    // No fight is possible, so cards are drawn only by searches.
    state.cleared = state.all_tiles();
    let options = options(game, state);
    let mut rows = vec![[0.0; MAX_FEATURES]; options.len()];
    game.features(game.view(state), &options, &mut rows);
    for (&choice, row) in options.iter().zip(&rows) {
        for (name, worth) in HELD {
            let at = FEATURES.iter().position(|feature| feature.name == name);
            let claimed = f64::from(row[at.expect("a feature")]);
            let value = best(game, state, choice, worth).abs();
            assert!(
                (claimed - value).abs() < 1e-5,
                "{name} is {value}, not {claimed}: {choice:?} of {lie:?}"
            );
        }
    }
}

#[test]
fn kept_dice_promise_what_the_last_throw_brings() {
    hold(4, 2, [1, 1, 1, 1, 0, 0]);
    hold(4, 2, [2, 0, 0, 1, 1, 0]);
    hold(3, 2, [0, 0, 2, 0, 0, 1]);
    hold(5, 2, [3, 0, 1, 0, 1, 0]);
}

#[test]
fn kept_dice_promise_what_two_throws_bring() {
    hold(2, 3, [1, 0, 0, 0, 1, 0]);
    hold(2, 3, [0, 0, 1, 1, 0, 0]);
}
