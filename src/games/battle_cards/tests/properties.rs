//! Tests of conditions that hold in every game with any bot, in random games of the official
//! roster.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::game::chance::OneStream;
use crate::game::{Game, Options, Turn, Unwatched};
use crate::games::battle_cards::rules::{CardsTiming, First, Succession, UsedCards};
use crate::games::battle_cards::state::{MOST_ENERGY, MOST_IN_TEAM, State, members};
use crate::games::battle_cards::{Action, BattleCards, Roster, Rules};
use crate::simulate::{Seated, Staged};

pub fn roster() -> Roster {
    let text = include_str!("../../../../scenarios/battle-cards/roster.toml");
    toml::from_str(text).expect("it is sound")
}

/// Returns a line-up of players with teams of equal size, alternating between villains and heroes.
pub fn seated(
    roster: &Roster,
    players: u8,
    size: u8,
    sides: bool,
    luck: &mut Pcg64Mcg,
) -> Vec<Seated> {
    let kinds: Vec<_> = roster.fighters.values().map(|of| of.kind).collect();
    let mut free: Vec<u8> = (0..kinds.len() as u8).collect();
    let mut seated = vec![];
    for seat in 0..players {
        for _ in 0..size {
            let own = |index: &u8| (kinds[usize::from(*index)] as u8) == 1 - seat % 2;
            let own: Vec<u8> = free.iter().copied().filter(own).collect();
            let fighter = own[luck.random_range(0..own.len())];
            free.retain(|&other| other != fighter);
            let team = if sides { seat % 2 } else { seat };
            seated.push(Seated { fighter, seat, team });
        }
    }
    seated
}

fn check(game: &BattleCards, state: &State) {
    let mut cards = state.pile;
    cards.add_all(state.discards);
    state.under.cards().for_each(|card| cards.add(card as usize));
    state.hand.iter().for_each(|hand| cards.add_all(*hand));
    assert_eq!(cards, game.decks.cards, "no card is lost");
    for (shown, hand) in state.shown.iter().zip(&state.hand) {
        let known = |card: Action| shown.cards().filter(|&other| other == card).count();
        let held = |card: Action| usize::from(hand.count(card as usize));
        assert!(Action::ALL.iter().all(|&card| known(card) <= held(card)));
    }
    let mut events = state.events;
    events.add_all(state.used_events);
    assert_eq!(events, game.decks.events, "no event is lost");
    let mut seen = state.stock | state.graveyard;
    assert_eq!(state.stock & state.graveyard, 0);
    for player in 0..usize::from(state.players) {
        let team = state.team[player];
        assert_eq!(seen & team, 0, "everybody is in one place");
        seen |= team;
        assert!(team.count_ones() <= MOST_IN_TEAM);
        assert_eq!(team == 0, state.fell[player] > 0);
        assert!(state.energy[player] <= MOST_ENERGY);
        for own in members(team) {
            let life = state.life[usize::from(own)];
            assert!((1..=game.sheets.of(own).life).contains(&life));
        }
    }
    assert_eq!(seen, game.sheets.everybody());
    assert!(members(state.graveyard).all(|fallen| state.life[usize::from(fallen)] == 0));
}

#[test]
fn nothing_is_lost_and_one_side_wins() {
    let mut luck = Pcg64Mcg::seed_from_u64(5);
    let roster = roster();
    for round in 0..60 {
        let rules = Rules {
            cards_timing: [CardsTiming::Before, CardsTiming::After][round % 2],
            used_cards: [UsedCards::Discard, UsedCards::Under][round / 2 % 2],
            succession: [Succession::Turn, Succession::Free][round / 4 % 2],
            first: [First::Villains, First::Heroes, First::Random][round % 3],
            energy_kept: round % 5 != 0,
            max_turns: if round % 4 == 0 { 10 } else { 200 },
            ..Rules::default()
        };
        let game = BattleCards::new(&rules, &roster);
        let players = [2, 3, 4, 6, 8][round % 5];
        let sides = players != 3 && round % 2 == 0;
        let seated = seated(&roster, players, 3, sides, &mut luck);
        let mut state = game.deal(&seated, &mut OneStream(&mut luck));
        let mut options = Options::new();
        while let Turn::Decision(player) = game.turn(&state) {
            check(&game, &state);
            assert_eq!(state.fell[player], 0, "who is out decides nothing");
            game.options(&state, &mut options);
            for (place, option) in options.iter().enumerate() {
                assert!(!options[..place].contains(option), "{option:?} twice");
            }
            let choice = options[luck.random_range(0..options.len())];
            game.play(&mut state, choice, &mut OneStream(&mut luck), &mut Unwatched);
        }
        check(&game, &state);
        assert!(state.round <= rules.max_turns);
        let places = game.standing(&state);
        let first = places.iter().position(|&place| place == 1);
        let first = first.expect("somebody wins");
        for (player, place) in places.iter().enumerate().take(state.players.into()) {
            let won = *place == 1;
            assert_eq!(won, state.are_mates(first, player), "one side wins");
        }
    }
}
