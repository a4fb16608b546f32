//! Tests of the set-up (rule B-1).

use super::given::{duel, given, plain};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::decks::Under;
use crate::games::battle_cards::rules::{First, LeadersNamed, UsedCards};
use crate::games::battle_cards::state::{MOST_ENERGY, NONE};
use crate::games::battle_cards::{Action, Choice};

fn cards(cards: &[Action]) -> Vec<PrescribedFall> {
    cards.iter().map(|&card| PrescribedFall::Card(card as usize)).collect()
}

#[test]
fn b_1_3_who_is_in_no_team_is_in_the_stock() {
    let played = duel(2, 2).stock(1, 2).start();
    assert_eq!(played.state.stock, 0b111_0000);
    assert_eq!(played.state.team[..2], [0b0011, 0b1100]);
}

#[test]
fn b_1_5_turns_go_from_seat_to_seat() {
    let mut played = given([vec![plain()], vec![plain()], vec![plain()]])
        .rules(|rules| {
            rules.hand = 0;
        })
        .calm()
        .start();
    for next in [1, 2, 0] {
        played.play(Choice::Stop, &[]);
        assert_eq!(played.decider(), Some(next));
    }
}

#[test]
fn b_1_2_every_side_has_its_faction_unless_one_is_mixed() {
    use crate::games::battle_cards::title::LineUp;
    use crate::games::declared::LineUpFile;
    use crate::games::filed::LineUpNames;
    let roster = toml::from_str(include_str!("../../../../scenarios/battle-cards/roster.toml"));
    let roster = roster.expect("the official roster");
    let factions = |line_up: &str| {
        let mut line_up: LineUp = toml::from_str(line_up).expect("a line-up");
        line_up.complete(&mut LineUpNames::new("character", &roster));
        line_up.factions(&roster)
    };
    assert_eq!(factions("players = 3"), ["villains", "heroes", "villains"]);
    assert_eq!(
        factions("players = 4\nseating = 'blocks'"),
        ["villains", "villains", "heroes", "heroes"]
    );
    assert_eq!(factions("players = 4\nmode = 'sides'"), ["villains", "heroes"]);
    assert_eq!(factions("teams = [['superman'], ['joker']]"), ["heroes", "villains"]);
    assert_eq!(factions("teams = [['superman', 'mante'], ['joker']]"), [""; 0]);
}

#[test]
fn b_1_6_who_begins() {
    let first = |first, falls: &[PrescribedFall]| {
        let given = duel(1, 1).rules(|rules| {
            rules.first = first;
            rules.hand = 0;
        });
        given.dealt(falls.iter().copied()).state.first
    };
    assert_eq!(first(First::Villains, &[]), 0);
    assert_eq!(first(First::Heroes, &[]), 1);
    assert_eq!(first(First::Random, &[PrescribedFall::Pick(1)]), 1);
}

#[test]
fn b_1_8_hands_are_drawn_and_leaders_named_from_the_first_player_on() {
    let falls = cards(&[Action::Save, Action::Save, Action::Heal, Action::Fury]);
    let mut played = duel(2, 2)
        .rules(|rules| {
            rules.first = First::Heroes;
            rules.hand = 2;
        })
        .calm()
        .dealt(falls);
    assert_eq!(played.state.hand[1].count(Action::Save as usize), 2);
    assert_eq!(played.state.hand[0].count(Action::Heal as usize), 1);
    assert_eq!(played.decider(), Some(1));
    assert_eq!(played.options(), [Choice::Lead(2), Choice::Lead(3)]);
    played.play(Choice::Lead(3), &[]);
    assert_eq!(played.decider(), Some(0));
    assert_eq!((played.state.round, played.state.leader[0]), (0, NONE));
    played.play(Choice::Lead(0), &[]);
    assert_eq!((played.state.round, played.decider()), (1, Some(1)));
    assert_eq!(played.state.leader[..2], [0, 3]);
}

#[test]
fn b_1_8_the_villains_may_name_their_leaders_first() {
    use LeadersNamed::{TurnOrder, VillainsFirst};
    for (first, leaders_named, order) in [
        (First::Villains, TurnOrder, [0, 1, 2, 3]),
        (First::Villains, VillainsFirst, [0, 2, 1, 3]),
        (First::Heroes, TurnOrder, [1, 2, 3, 0]),
        (First::Heroes, VillainsFirst, [2, 0, 1, 3]),
    ] {
        let given = given(vec![vec![plain()]; 4])
            .rules(|rules| {
                (rules.first, rules.leaders_named, rules.hand) = (first, leaders_named, 0);
            })
            .calm();
        let mut played = given.dealt([]);
        for player in order {
            assert_eq!(played.decider(), Some(player));
            played.play(Choice::Lead(player as u8), &[]);
        }
        let begins = usize::from(first == First::Heroes);
        assert_eq!((played.state.round, played.decider()), (1, Some(begins)));
    }
}

#[test]
fn b_1_7_an_empty_pile_is_made_of_its_discards() {
    let mut played = duel(1, 1)
        .rules(|rules| {
            rules.hand = 1;
        })
        .calm()
        .start()
        .with(|state| {
            state.pile = Default::default();
            state.discards.add(Action::Riposte as usize);
        });
    played.play(Choice::Stop, &cards(&[Action::Riposte]));
    assert!(played.state.discards.is_empty() && played.state.pile.is_empty());
    // The pile has no card left to draw.
    played.play(Choice::Stop, &[]);
    played.play(Choice::Keep, &[]);
    assert_eq!(played.state.hand[0].len(), 0);
}

#[test]
fn b_1_7_used_cards_may_go_under_the_pile() {
    let mut played = duel(1, 1)
        .rules(|rules| {
            rules.hand = 2;
            rules.used_cards = UsedCards::Under;
        })
        .calm()
        .start()
        .hand(0, &[Action::Save, Action::Energy, Action::Energy])
        .with(|state| {
            state.pile = Default::default();
            state.pile.add(Action::Heal as usize);
        });
    played.play(Choice::Energy, &[]).play(Choice::Energy, &[]);
    played.play(Choice::Stop, &[]);
    // The last card of the pile is drawn at random. Cards that come from under the pile have a
    // fixed order.
    played.play(Choice::Discard(Action::Save), &cards(&[Action::Heal]));
    assert_eq!(played.state.hand[1].count(Action::Heal as usize), 1);
    assert_eq!(played.state.hand[1].count(Action::Energy as usize), 1);
    let left: Vec<Action> = played.state.under.cards().collect();
    assert_eq!(left, [Action::Energy, Action::Save]);
    assert!(played.state.discards.is_empty());
}

#[test]
fn b_1_7_the_cards_of_who_is_out_go_under_the_pile_in_order() {
    let mut played = duel(1, 1)
        .rules(|rules| rules.used_cards = UsedCards::Under)
        .start()
        .hand(1, &[Action::Sabotage, Action::Heal, Action::Heal])
        .with(|state| state.life[1] = 1);
    played.strike(0, 1, &[6, 1]);
    let under: Vec<Action> = played.state.under.cards().collect();
    assert_eq!(under, [Action::Heal, Action::Heal, Action::Sabotage]);
}

#[test]
fn b_1_9_energy_has_a_limit() {
    let mut played = duel(1, 1)
        .start()
        .hand(0, &[Action::Energy])
        .with(|state| state.energy[0] = MOST_ENERGY - 1);
    played.play(Choice::Energy, &[]);
    assert_eq!(played.state.energy[0], MOST_ENERGY);
}

#[test]
fn b_1_7_cards_come_back_in_their_order() {
    let mut under = Under::EMPTY;
    assert_eq!(under.take(), None);
    let mut put = Action::ALL.iter().copied().cycle();
    let mut taken = Action::ALL.iter().copied().cycle();
    for _ in 0..7 {
        put.by_ref().take(100).for_each(|card| under.put(card));
        for _ in 0..95 {
            assert_eq!(under.take(), taken.next());
        }
    }
    assert!(under.cards().eq(taken.take(35)));
}
