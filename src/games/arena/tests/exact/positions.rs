//! Random positions for the tests of features: with random rosters and rules, and with the shipped
//! rosters.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::game::chance::{KeyedChance, Purpose, pick, stream};
use crate::game::{Game, Options, Turn, Unwatched};
use crate::games::arena::state::State;
use crate::games::arena::tests::model::random::Setup;
use crate::games::arena::{Arena, Rules};
use crate::simulate::Seated;

/// Plays a game for each of several random setups, and calls `see` for every position that has a
/// decision.
pub fn of_random_rosters(
    setups: impl Strategy<Value = Setup>,
    setups_to_play: usize,
    mut see: impl FnMut(&Arena, &State),
) {
    let mut runner = TestRunner::deterministic();
    for _ in 0..setups_to_play {
        let setup = setups.new_tree(&mut runner).unwrap().current();
        play(&setup, &mut see);
    }
}

/// Plays games of each shipped roster under its own rules, with two to eight fighters, with and
/// without teams.
pub fn of_shipped_rosters(games: u64, mut see: impl FnMut(&Arena, &State)) {
    let shipped = [
        (Rules::default(), include_str!("../../../../../scenarios/ultimate-warriorz/roster.toml")),
        (Rules::mad_arena(), include_str!("../../../../../scenarios/mad-arena/roster.toml")),
    ];
    for (rules, roster) in shipped {
        let roster: crate::games::arena::Roster = toml::from_str(roster).unwrap();
        let fighters = roster.fighters.len();
        for seed in 0..games {
            let mut luck = stream(seed, 1, Purpose::Bot(0, 0));
            let mut left: Vec<u8> = (0..fighters as u8).collect();
            let count = 2 + pick(&mut luck, fighters - 1);
            let teams = [count, 2, 3][pick(&mut luck, 3)].min(count) as u8;
            let line_up = (0..count as u8).map(|seat| Seated {
                fighter: left.swap_remove(pick(&mut luck, left.len())),
                seat,
                team: seat % teams,
            });
            let setup = Setup {
                rules: rules.clone(),
                line_up: line_up.collect(),
                roster: roster.clone(),
                seed,
            };
            play(&setup, &mut see);
        }
    }
}

fn play(setup: &Setup, see: &mut impl FnMut(&Arena, &State)) {
    let arena = setup.arena();
    let mut state = arena.deal(&setup.line_up);
    let mut dice = KeyedChance::new(setup.seed, 0, &state.slots()[..state.fighters()]);
    let mut luck = stream(setup.seed, 0, Purpose::Bot(0, 0));
    let mut options = Options::new();
    while let Turn::Decision(_) = arena.turn(&state) {
        see(&arena, &state);
        arena.options(&state, &mut options);
        let choice = options[pick(&mut luck, options.len())];
        arena.play(&mut state, choice, &mut dice, &mut Unwatched);
    }
}
