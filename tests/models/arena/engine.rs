//! Tests with random games of random rosters under random rules. Each step is compared with the
//! second implementation of the rules.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use super::Model;
use super::random::{Setup, own_setups, setups};
use crate::game::chance::{KeyedChance, Purpose, pick, stream};
use crate::game::{Game, Options, Turn};
use crate::games::arena::board::{Fighters, members};
use crate::games::arena::state::{Phase, State};
use crate::games::arena::{Arena, Choice, Event};
use crate::games::models::campaign;

/// Maximum number of options with printed cards: six dice split among seven fighters, and the
/// option to end the turn.
const MOST_OPTIONS: usize = 925;
/// Maximum number of options with custom effects, which allow moves besides a split shot.
const MOST_OWN_OPTIONS: usize = MOST_OPTIONS + 8;
/// Maximum number of options without a split shot: 21 pairs of seven targets from the centre of a
/// ring of eight zones, and 8 moves.
const MOST_UNSPLIT_OPTIONS: usize = 29;

/// Upper limit for the decisions of a game of 20 rounds: a card, moves, attacks and charms for each
/// of 8 fighters.
const MOST_DECISIONS: usize = 20 * 8 * 40;

/// Asserts that the state of the engine equals the state of the model.
fn compare(state: &State, model: &Model) {
    let mut tokens = model.discarded;
    let mut first_wounds = 0;
    for (f, figure) in model.figures.iter().enumerate() {
        assert_eq!(u32::from(state.lp[f]), figure.lp);
        assert_eq!(u32::from(state.first[f]), figure.firsts);
        assert_eq!(u32::from(state.points[f]), model.points(f as u8));
        assert_eq!(state.alive >> f & 1 == 1, figure.alive);
        assert_eq!(figure.alive, figure.lp > 0, "nobody lives without life points");
        assert_eq!(state.charm >> f & 1 == 1, figure.charm);
        if figure.alive {
            assert_eq!(state.netted >> f & 1 == 1, figure.netted);
        }
        let trophies: Vec<u8> = members(state.trophies[f]).collect();
        assert!(trophies.iter().eq(&figure.trophies));
        let hand: Vec<u8> = members(state.hand[f]).collect();
        assert!(hand.iter().eq(&figure.hand));
        // The model learns each target of a Strike's second phase only when the dice hit it.
        if figure.alive && state.phase != Phase::Charm {
            let skulls: Vec<u8> = members(state.skull[f]).collect();
            assert!(skulls.iter().eq(&figure.skulls));
        }
        // A living fighter that has been placed is in exactly one zone, any other fighter in none.
        let zones = (0..=state.ring).filter(|&z| state.at[usize::from(z)] >> f & 1 == 1);
        let expected = figure.zone.filter(|_| figure.alive);
        assert!(zones.eq(expected), "{f} stands on {expected:?} alone");
        if let Some(zone) = expected {
            assert_eq!(state.zone[f], zone);
        }
        tokens += figure.lp + figure.tokens;
        first_wounds += figure.firsts;
    }
    let sizes: u32 = model.figures.iter().map(|figure| u32::from(figure.size)).sum();
    assert_eq!(tokens, sizes + model.regained, "tokens are conserved");
    assert!(first_wounds <= state.fighters() as u32);
}

/// Returns the options of the decision, as the second implementation of the rules computes them
/// from `RULES.md`.
fn options_of(model: &Model, state: &State) -> Vec<Choice> {
    match state.phase {
        Phase::Placing => model.placements(),
        Phase::Choosing => model.cards(state.actor),
        Phase::Acting => model.steps(),
        Phase::Facing => model.faces(state.actor),
        Phase::Ordering => model.next_in_order(),
        Phase::Throwing => model.landings(),
        Phase::Charm => model.charms(),
        Phase::Over => Vec::new(),
    }
}

fn sorted(options: &[Choice]) -> Vec<Choice> {
    let mut options = options.to_vec();
    options.sort_by_key(|choice| format!("{choice:?}"));
    options
}

/// Plays a game with random decisions and checks every step. Returns the final state, the events
/// and the number of decisions.
fn play_checked(setup: &Setup) -> (State, Vec<Event>, u64) {
    let arena = setup.arena();
    let mut state = arena.deal(&setup.line_up);
    let mut model = Model::new(&arena, setup, &state);
    let mut dice = KeyedChance::new(setup.seed, 0, &state.slots()[..state.fighters()]);
    let mut luck = stream(setup.seed, 0, Purpose::Bot(0, 0));
    let mut options = Options::new();
    for decisions in 0..MOST_DECISIONS {
        compare(&state, &model);
        let Turn::Decision(player) = arena.turn(&state) else {
            finish(&arena, &state, &model);
            return (state, model.events, decisions as u64);
        };
        assert!(state.alive >> player & 1 == 1, "the fallen do not decide");
        assert!((1..=setup.rules.rounds).contains(&state.round) || state.phase == Phase::Placing);
        arena.options(&state, &mut options);
        assert!(!options.is_empty() && options.len() <= MOST_OWN_OPTIONS);
        let split = options.iter().any(|option| matches!(option, Choice::Split { .. }));
        assert!(split || options.len() <= MOST_UNSPLIT_OPTIONS);
        assert_eq!(sorted(&options), sorted(&options_of(&model, &state)));
        assert!(sorted(&options).windows(2).all(|two| two[0] != two[1]), "twins");
        let choice = options[pick(&mut luck, options.len())];
        model.chooses(choice);
        arena.play(&mut state, choice, &mut dice, &mut model);
    }
    panic!("a game without end");
}

/// checks that exactly one side wins, and that the places equal those of the model.
fn finish(arena: &Arena, state: &State, model: &Model) {
    let standing = arena.standing(state);
    let count = state.fighters();
    assert_eq!(standing.place[..count], model.places());
    let winners = (0..count).filter(|&f| standing.place[f] == 1);
    let winners: Fighters = winners.map(|f| 1 << f).sum();
    assert_eq!((Some(winners), winners), (model.over, standing.winners));
    let one = winners.trailing_zeros() as usize;
    assert_eq!(winners, state.team[one], "one side, and the whole of it");
    assert!(winners & state.alive != 0, "with somebody left to cheer");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_follow_the_rules(setup in setups()) {
        play_checked(&setup);
    }

    #[test]
    fn random_games_follow_the_rules_with_effects_of_ones_own(setup in own_setups()) {
        play_checked(&setup);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_game_twice_is_the_same(setup in setups()) {
        let (first, second) = (play_checked(&setup), play_checked(&setup));
        prop_assert!(first == second);
    }
}

/// Plays random games with random rosters and rules, and compares each step with the model. A
/// campaign plays as many games as its time limit allows.
#[test]
fn games_go_by_the_page() {
    let (all, own) = (setups(), own_setups());
    campaign::play("arena", 100, |number| {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let luck = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), luck);
        let setup = match number % 4 {
            0 => own.new_tree(&mut runner).unwrap().current(),
            _ => all.new_tree(&mut runner).unwrap().current(),
        };
        play_checked(&setup).2
    });
}

/// Checks that the random games reach rare situations and decisions of effects, so that the other
/// tests cover them.
#[test]
fn random_games_come_by_everything_that_effects_leave_and_ask() {
    let mut runner = TestRunner::deterministic();
    let mut met = [0; 8];
    for _ in 0..1000 {
        let setup = setups().new_tree(&mut runner).unwrap().current();
        let mut of_effect = false;
        for event in play_checked(&setup).1 {
            let kind = match event {
                Event::Netted { .. } => 0,
                Event::ShedsNet { .. } => 1,
                Event::Regains { .. } => 2,
                Event::Throws { .. } => 3,
                Event::Attacks { choice: Choice::Split { .. }, .. } => 4,
                Event::Attacks { choice: Choice::Attack { .. }, targets, .. }
                    if targets.count_ones() > 2 =>
                {
                    5
                }
                Event::Spares { .. } => 6,
                Event::UsesCharm { .. } if of_effect => 7,
                Event::RollsNet { .. } | Event::RollsDiceCount { .. } => {
                    of_effect = true;
                    continue;
                }
                Event::Rolls { .. } => {
                    of_effect = false;
                    continue;
                }
                _ => continue,
            };
            met[kind] += 1;
        }
    }
    assert!(met.iter().all(|&times| times > 10), "{met:?}");
}

#[test]
fn the_most_options_of_a_decision() {
    use crate::game::MAX_OPTIONS;
    use crate::games::arena::tests::given::*;
    use crate::games::arena::{Compulsory, Effect, MOST_SPLIT, Zones};
    let among = |plays, zones: [u8; 7]| {
        let others = (6..).zip(zones).map(|(size, zone)| fighter(size).at(zone));
        let guests = [fighter(5).at(8).plays(plays)].into_iter().chain(others);
        let rules = |rules: &mut crate::games::arena::Rules| {
            rules.zones = Zones::Number(8);
            rules.compulsory = Compulsory::AtEnd;
        };
        given(guests).rules(rules).play().options().len()
    };
    let bow = card(4).moves(1).shoots(1).technique(Effect::DoubleBow);
    let epaulet = card(4).moves(1).melee(1).technique(Effect::SpikedEpaulet { dice: 2 });
    assert_eq!(among(bow, [0, 1, 2, 3, 4, 5, 6]), MOST_UNSPLIT_OPTIONS);
    assert_eq!(among(epaulet, [8; 7]), 22);
    let dragon = fighter(5).at(CENTRE).dragon().plays(card(4).shoots(MOST_SPLIT));
    let others = (6..13).map(|size| fighter(size).at(0));
    let never = |rules: &mut crate::games::arena::Rules| rules.compulsory = Compulsory::Never;
    let all = given([dragon].into_iter().chain(others)).rules(never);
    assert_eq!(all.play().options().len(), MOST_OPTIONS);
    const { assert!(MOST_OWN_OPTIONS <= MAX_OPTIONS) };
}
