//! Tests of conditions that hold in every mission with any bot, in random missions under random
//! rules.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{roster, seated, who};
use crate::game::chance::OneStream;
use crate::game::searchable::Searchable;
use crate::game::{Game, Options, Turn, Unwatched};
use crate::games::jungle::roster::{Ability, Hero as Card};
use crate::games::jungle::rules::{
    BossPicks, Cleared, Corners, Limits, Lurkers, Remains, Rules, SuitDamage, Surplus,
};
use crate::games::jungle::state::{End, Foe, MOST, MOST_HEROES, Phase};
use crate::games::jungle::{Choice, Equipment, Jungle, Rebel, State, Tile, members};
use crate::simulate::Staged;

const ABILITIES: [Ability; 9] = [
    Ability::Stride(2),
    Ability::Marksman(1),
    Ability::Healer(1),
    Ability::Scavenger(2),
    Ability::Steady(1),
    Ability::Punctual(3),
    Ability::Tough(1),
    Ability::Deft(1),
    Ability::Fury(2),
];

fn heroes() -> Vec<Card> {
    ABILITIES.map(who).to_vec()
}

/// Returns random rules, in which every setting may differ from its default.
fn rules(luck: &mut Pcg64Mcg) -> Rules {
    let mut rules = Rules::default();
    let mut coin = || luck.random_range(0..2) == 0;
    if coin() {
        rules.corners = [Corners::Adjacent, Corners::Random][usize::from(coin())];
    }
    if coin() {
        rules.first_game = true;
    }
    if coin() {
        rules.cleared = Cleared::Fights;
    }
    if coin() {
        rules.limits = Limits::Passed;
    }
    if coin() {
        rules.boss_picks = BossPicks::Random;
    }
    rules.life_cap = coin();
    rules.jet = coin();
    rules.free_before_fate = coin();
    rules.capsules_in_fights = coin();
    if coin() {
        rules.remains = Remains::Free;
        rules.lurkers = Lurkers::OwnTurn;
        rules.surplus = Surplus::Freed;
        rules.suit_damage = SuitDamage::Weapon;
        rules.cubes = 3;
        rules.equipment.sabre.attack = -1;
    }
    if coin() {
        rules.side.four = 2;
        rules.side.one = 3;
        rules.side.two = 5;
    }
    if coin() {
        (rules.flight_life, rules.flight_hours) = (0, 0);
    }
    if coin() {
        rules.hostages.two = 1;
        rules.hostages.one = 0;
        rules.hostages.three = 2;
        rules.boss.life.one = 1;
    }
    if coin() {
        (rules.stress_flee, rules.stress_still) = (1, 2);
    }
    rules.dice = luck.random_range(2..=6);
    rules.rolls = luck.random_range(1..=4);
    rules.exchanges = luck.random_range(0..=3);
    rules.energy = luck.random_range(0..=4);
    rules.potions = luck.random_range(0..=2);
    rules.hours = luck.random_range(6..=40);
    rules.fate_stress = luck.random_range(0..=3);
    rules.fate_alert = luck.random_range(0..=3);
    if luck.random_range(0..3) == 0 {
        rules.rebels.guard.count = 0;
        rules.rebels.scout.count = 1;
    }
    rules
}

/// Returns a game with random rules, and the initial state of a mission with a random number of
/// heroes.
fn mission(luck: &mut Pcg64Mcg) -> (Jungle, State) {
    let heroes = luck.random_range(1..=MOST_HEROES as u8);
    let game = Jungle::new(&rules(luck), &roster(&heroes_of(luck)));
    let state = game.deal(&seated(heroes), &mut OneStream(luck));
    (game, state)
}

fn heroes_of(luck: &mut Pcg64Mcg) -> Vec<Card> {
    let mut heroes = heroes();
    for last in (1..heroes.len()).rev() {
        heroes.swap(last, luck.random_range(0..=last));
    }
    for hero in &mut heroes {
        hero.defense = luck.random_range(2..=6);
        hero.life = luck.random_range(4..=12);
    }
    heroes
}

/// Asserts that the number of rebels stays the same (rule J-2.4).
fn check_rebels(game: &Jungle, state: &State) {
    let (pile, discards) = (state.encounters.in_pile(), state.encounters.discards());
    for (kind, &rebel) in Rebel::ALL.iter().enumerate() {
        let lurk = state.lurkers.iter().flatten();
        let lurk = lurk.filter(|lurker| lurker.rebel == rebel).count() as u8;
        let fights = state.fight.map(|fight| fight.foe) == Some(Foe::Rebel(rebel));
        assert_eq!(
            pile[kind] + discards[kind] + lurk + u8::from(fights),
            game.tables.rebels[kind].count,
            "{rebel:?}"
        );
    }
}

/// Returns the number of equipment cards of each kind in the mission. The number never decreases;
/// it may grow by cards that are not drawn from a pile (rule J-2.4).
fn equipment(state: &State) -> [u8; Equipment::COUNT] {
    let (pile, discards) = (state.equipment.in_pile(), state.equipment.discards());
    std::array::from_fn(|kind| {
        let held = state.heroes[..state.players.into()].iter();
        let held = held.map(|hero| {
            let kind = Equipment::of(kind);
            if (kind as usize) < Equipment::HELD { hero.bag.count(kind) } else { 0 }
        });
        pile[kind] + discards[kind] + held.sum::<u8>()
    })
}

fn check(game: &Jungle, state: &State) {
    check_rebels(game, state);
    let alerts: [u8; 10] =
        std::array::from_fn(|kind| state.alerts.in_pile()[kind] + state.alerts.discards()[kind]);
    assert_eq!(alerts, game.tables.alerts.map(|alert| alert.count));
    assert_eq!(state.in_play & state.dead | state.in_play & state.out | state.dead & state.out, 0);
    let all = (1 << state.players) - 1;
    assert_eq!(state.in_play | state.dead | state.out, all);
    assert_eq!(state.cleared & !state.revealed, 0);
    for hero in members(state.in_play) {
        let board = state.hero(hero);
        assert!(state.is_revealed(board.place));
        assert!(board.stress <= MOST && board.energy <= MOST && board.life <= MOST);
        assert!(board.used_suits <= board.bag.count(Equipment::Suit));
        if state.phase != Phase::Over && state.phase != Phase::Dying {
            assert!(board.life > 0);
        }
        let kind = state.tiles[usize::from(board.place)] as usize;
        let room = u32::from(game.tables.tiles[kind].room);
        let infiltration = board.place == state.infiltration && state.players > 4;
        assert!(infiltration || state.on(board.place).count_ones() <= room);
    }
}

/// Asserts that no two options lead to the same state for the same random draws. Compares the
/// states after all options, for eight random seeds.
fn check_twins(game: &Jungle, state: &State, options: &Options<Choice>, seed: u64) {
    let ends = |option: &Choice| {
        let mut ends = [*state; 8];
        for (end, luck) in ends.iter_mut().zip(seed..) {
            let luck = &mut Pcg64Mcg::seed_from_u64(luck);
            game.play(end, *option, &mut OneStream(luck), &mut Unwatched);
        }
        ends
    };
    let all: Vec<_> = options.iter().map(ends).collect();
    for (place, end) in all.iter().enumerate() {
        for (other, twin) in all[..place].iter().enumerate() {
            // Two different attacks may both miss with the same random draws.
            let attacks =
                [place, other].iter().all(|&of| matches!(options[of], Choice::Attack { .. }));
            let over = end.iter().any(|end| end.phase == Phase::Over);
            assert!(attacks || over || end != twin, "{:?} is {:?}", options[place], options[other]);
        }
    }
}

/// Plays a random mission to its end, and calls `look` with each state.
fn play(
    game: &Jungle,
    state: &mut State,
    luck: &mut Pcg64Mcg,
    mut look: impl FnMut(&State, &Options<Choice>, &mut Pcg64Mcg),
) {
    let mut options = Options::new();
    let mut decisions = 0;
    while let Turn::Decision(player) = game.turn(state) {
        decisions += 1;
        assert!(decisions < 200_000, "a mission without end: {state:?}");
        game.options(state, &mut options);
        assert!(!options.is_empty(), "{:?}", state.phase);
        assert!(options.len() <= 90);
        assert!(state.is_in_play(player as u8), "{:?}", state.phase);
        look(state, &options, luck);
        let choice = options[luck.random_range(0..options.len())];
        game.play(state, choice, &mut OneStream(luck), &mut Unwatched);
    }
    assert!(state.end.is_some() && state.round <= game.rules.max_rounds);
}

#[test]
fn nothing_is_lost_and_every_mission_ends() {
    let mut luck = Pcg64Mcg::seed_from_u64(5);
    let mut won = 0;
    for _ in 0..400 {
        let (game, mut state) = mission(&mut luck);
        let mut last = equipment(&state);
        let mut before: Option<State> = None;
        play(&game, &mut state, &mut luck, |state, options, _| {
            check(&game, state);
            for (place, option) in options.iter().enumerate() {
                assert!(!options[..place].contains(option), "{option:?} twice");
            }
            let now = equipment(state);
            for (kind, (now, last)) in now.iter().zip(last).enumerate() {
                let kit = Equipment::of(kind) == Equipment::FirstAid;
                assert!(kit && *now >= last || *now == last, "{kind}: {last} {now}");
            }
            last = now;
            if let Some(before) = before {
                assert!(state.cleared | before.cleared == state.cleared);
                assert!(state.revealed | before.revealed == state.revealed);
            }
            before = Some(*state);
        });
        check_rebels(&game, &state);
        won += u32::from(state.end == Some(End::Won));
    }
    assert!(won > 0, "{won}");
}

#[test]
fn no_two_options_are_twins() {
    let mut luck = Pcg64Mcg::seed_from_u64(6);
    for _ in 0..60 {
        let (game, mut state) = mission(&mut luck);
        play(&game, &mut state, &mut luck, |state, options, luck| {
            if luck.random_range(0..4) == 0 {
                check_twins(&game, state, options, luck.random());
            }
        });
    }
}

/// Checks that a random sample of the hidden state agrees with everything visible, and has the same
/// tiles and cards.
#[test]
fn j_7_guesses_agree_with_what_is_seen() {
    let mut luck = Pcg64Mcg::seed_from_u64(7);
    let mut moved = 0;
    for _ in 0..40 {
        let (game, mut state) = mission(&mut luck);
        play(&game, &mut state, &mut luck, |state, options, luck| {
            if luck.random_range(0..20) > 0 {
                return;
            }
            let guess = game.determinize(game.view(state), luck);
            moved += u32::from(guess.tiles != state.tiles);
            let mut same = guess;
            same.tiles = state.tiles;
            for tile in members(state.revealed) {
                let tile = usize::from(tile);
                assert_eq!(guess.tiles[tile], state.tiles[tile]);
            }
            let hidden = state.all_tiles() & !state.revealed;
            let mut counts = [0u8; Tile::COUNT];
            members(hidden).for_each(|tile| counts[guess.tiles[usize::from(tile)] as usize] += 1);
            let left = game.tiles_left(state);
            if !game.rules.first_game {
                assert!(counts.iter().zip(left).all(|(count, left)| *count <= left));
            }
            assert_eq!(equipment(&guess), equipment(state));
            same.equipment = state.equipment;
            same.alerts = state.alerts;
            same.encounters = state.encounters;
            assert_eq!(same, *state);
            let mut offered = Options::new();
            game.options(&guess, &mut offered);
            assert_eq!(offered, *options);
            let player = usize::from(state.asked);
            assert_eq!(game.observation(&guess, player), game.observation(state, player));
        });
    }
    assert!(moved > 50, "{moved}");
}
