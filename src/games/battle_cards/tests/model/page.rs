//! Tests of single rules in the model, with scripted random draws: attacks, and cards of a player's
//! own turn.

use super::Choice::{self, Attack, None as No, Play, Stop};
use super::MOST_ENERGY;
use super::Question;
use super::script::Fall::{self, Die, Lost, Who};
use super::script::{ATTACK, CALM, Game, begins, duel, villain, with};
use super::settings::{CardsTiming, DodgeRule, UsedCards};
use super::words::{Card, Kind, Power};

#[test]
fn dice_dodge_and_wound() {
    let hit = [Die(0, 2), Die(0, 4), Die(1, 3)];
    let equal = [Die(0, 2), Die(0, 4), Die(1, 4)];
    let six = [Die(0, 6), Die(0, 1)];
    let miss = [Die(0, 1), Die(0, 1)];
    let cases: [(&[Fall], u32, u32); 4] =
        [(&hit, 3, 2), (&equal, 3, 3), (&six, 3, 2), (&miss, 2, 3)];
    for (falls, mine, its) in cases {
        let mut game = begins(&duel(), &[CALM]);
        game.plays(ATTACK, falls);
        assert_eq!((game.model.life[1], game.model.life[3]), (mine, its), "{falls:?}");
        assert_eq!(game.model.players[0].energy, 2);
        assert_eq!(game.model.taken[1], 3 - its);
        // A character that has attacked in this turn cannot attack again.
        assert!(!game.model.options().contains(&ATTACK));
    }
    let mut setup = duel();
    setup.settings.dodge = DodgeRule::Better;
    setup.settings.sure_hit = 7;
    let mut game = begins(&setup, &[CALM]);
    game.plays(ATTACK, &[Die(0, 6), Die(0, 1), Die(1, 6)]);
    assert_eq!(game.model.life[3], 2);
}

#[test]
fn cards_of_an_attack_in_their_order() {
    let mut game = begins(&duel(), &[CALM]);
    game.gives(0, 9, &[Card::Momentum, Card::Strength, Card::Strength, Card::Fury]);
    game.gives(1, 9, &[Card::Dodge, Card::Riposte, Card::Save]);
    game.plays(ATTACK, &[]).plays(Play(Card::Strength), &[]);
    // After a Strength card, a Momentum card cannot be played (rule B-3.4).
    let after = [Play(Card::Strength), Play(Card::Fury), No];
    assert_eq!(game.model.options(), after);
    game.plays(Play(Card::Fury), &[]);
    assert_eq!(game.asked(), (1, Question::DodgeCard));
    game.plays(Play(Card::Dodge), &[]);
    assert_eq!(game.model.options(), [Play(Card::Riposte), No]);
    game.plays(Play(Card::Riposte), &[Die(0, 1), Die(0, 4), Die(1, 3)]);
    // The attack's score 4 + 1 is higher than the dodge 3 + 1. The wound is 2, and a Save card is
    // asked for.
    assert_eq!(game.asked(), (1, Question::SaveCard));
    game.plays(No, &[]);
    assert_eq!((game.model.life[3], game.model.life[1]), (1, 3));
    assert_eq!(game.model.players[0].energy, 9 - 2 - 1 - 2);
    assert_eq!(game.model.players[1].energy, 9 - 2);
    assert_eq!(game.model.discards.len(), 4);
}

#[test]
fn riposte_strikes_who_is_escaped() {
    let mut game = begins(&duel(), &[CALM]);
    game.gives(1, 1, &[Card::Riposte]);
    game.model.life[1] = 1;
    game.plays(ATTACK, &[]);
    game.plays(Play(Card::Riposte), &[Die(0, 1), Die(0, 2), Die(1, 2)]);
    assert_eq!(game.model.graveyards[&Kind::Villains], [1]);
    assert_eq!(game.asked(), (0, Question::Act));
}

#[test]
fn cards_after_the_dice() {
    let mut setup = duel();
    setup.settings.cards_timing = CardsTiming::After;
    let mut game = begins(&setup, &[CALM]);
    let cards = [Card::Momentum, Card::Strength, Card::Fury, Card::Precision];
    game.gives(0, 9, &cards).gives(1, 9, &[Card::Dodge]);
    game.plays(ATTACK, &[Die(0, 1), Die(0, 1)]);
    // The attack misses with the dice thrown: only cards that raise the score can be played.
    let mends = [Play(Card::Momentum), Play(Card::Strength), No];
    assert_eq!(game.model.options(), mends);
    game.plays(Play(Card::Momentum), &[Die(0, 5)]);
    assert_eq!(game.model.options().len(), 4);
    // A score of 6 cannot be dodged: Fury can be played, Precision cannot, and no dodge card is
    // asked for.
    game.plays(Play(Card::Strength), &[]);
    assert_eq!(game.model.options(), [Play(Card::Fury), No]);
    game.plays(No, &[]);
    assert_eq!((game.model.life[3], game.asked()), (2, (0, Question::Act)));
}

#[test]
fn powers_of_the_dice() {
    let base = [Die(0, 2), Die(0, 2)];
    let six: &[Fall] = &[Die(0, 2), Die(0, 2), Die(0, 6)];
    let again: &[Fall] = &[Die(0, 2), Die(0, 2), Die(0, 6), Die(0, 1)];
    let cases: [(Power, u32, &[Fall], u32); 7] = [
        (Power::ExtraDice, 1, six, 2),
        (Power::SecondThrow, 2, again, 2),
        (Power::Force, 4, &base, 2),
        (Power::Heavy, 2, &[base[0], base[1], Die(1, 1)], 1),
        (Power::Unstoppable, 2, &base, 2),
        (Power::Menace, 4, &[base[0], base[1], Die(1, 5)], 2),
        // In this row, neither the attacker nor its target is a leader.
        (Power::Kingslayer, 4, &[base[0], base[1], Die(1, 5)], 3),
    ];
    for (power, n, falls, life) in cases {
        let mut setup = duel();
        setup.roster[1] = with(villain(), power, n);
        let mut game = begins(&setup, &[CALM]);
        game.plays(ATTACK, falls);
        assert_eq!(game.model.life[3], life, "{power:?}");
    }
}

#[test]
fn powers_of_the_wound_and_the_fall() {
    let won = |game: &Game| game.model.players[0].energy;
    let mut setup = duel();
    setup.roster[1] = with(villain(), Power::StealEnergy, 5);
    let mut game = begins(&setup, &[CALM]);
    game.gives(1, 3, &[]);
    game.plays(ATTACK, &[Die(0, 6), Die(0, 6)]);
    assert_eq!((won(&game), game.model.players[1].energy), (5, 0));

    // The Splash power of a leader (rule B-P20) can hit a leader, and the fall of the last
    // character ends the game.
    setup.roster[0] = with(villain(), Power::Splash, 9);
    let mut game = begins(&setup, &[CALM]);
    game.model.life[3] = 1;
    let leads = Attack { by: 0, target: 3 };
    game.plays(leads, &[Die(0, 6), Die(0, 6), Who(0, 2)]);
    assert!(game.model.over);
    assert_eq!((game.model.places(), game.model.taken[0]), (vec![1, 2], 4));

    // The Disarm power (rule B-P16) takes cards; the Revive power (rule B-P21) brings a character
    // back.
    setup.roster[1] = with(villain(), Power::Disarm, 2);
    let mut game = begins(&setup, &[CALM]);
    game.gives(1, 0, &[Card::Heal, Card::Save]);
    let lost = [Die(0, 6), Die(0, 6), Lost(1, Card::Save), Lost(1, Card::Heal)];
    game.plays(ATTACK, &lost);
    assert_eq!(game.model.discards, [Card::Save, Card::Heal]);
    setup.roster[1] = with(villain(), Power::Revive, 9);
    setup.roster[3].kind = Kind::Villains;
    let mut game = begins(&setup, &[CALM]);
    game.model.life[3] = 1;
    game.plays(ATTACK, &[Die(0, 6), Die(0, 6), Who(0, 3)]);
    assert_eq!(game.model.players[0].team, [0, 1, 3]);
    assert_eq!(game.model.life[3], 3);
}

/// Checks that a character that has attacked, fallen and come back in one turn does not attack
/// again. A character that has come back without an attack in this turn may attack (rule B-P21).
#[test]
fn who_comes_back_attacks_once() {
    let mut setup = duel();
    setup.settings.first_turn_attacks = 3;
    setup.roster[1] = with(villain(), Power::Revive, 2);
    for fallen in [0, 5] {
        let mut game = begins(&setup, &[CALM]);
        game.gives(0, 20, &[]);
        game.model.life[0] = 1;
        game.model.life[3] = 1;
        let miss = [Die(0, 1), Die(0, 1)];
        game.plays(Attack { by: 0, target: 3 }, &miss);
        if fallen == 5 {
            let dead = game.model.graveyards.get_mut(&Kind::Villains).unwrap();
            let stock = game.model.stocks.get_mut(&Kind::Villains).unwrap();
            std::mem::swap(dead, stock);
        }
        game.plays(ATTACK, &[Die(0, 6), Die(0, 6), Who(0, fallen)]);
        assert_eq!(game.model.life[fallen], 2);
        let by = |choice: &Choice| matches!(choice, Attack { by, .. } if *by == fallen);
        assert_eq!(game.model.options().iter().any(by), fallen == 5);
    }
}

#[test]
fn shield_and_guard_until_the_next_turn() {
    let mut setup = duel();
    setup.roster[1] = with(villain(), Power::Shield, 1);
    setup.roster[0] = with(villain(), Power::Guard, 4);
    let mut game = begins(&setup, &[CALM]);
    let miss = [Die(0, 1), Die(0, 1)];
    game.plays(ATTACK, &miss).plays(Attack { by: 0, target: 3 }, &miss);
    game.plays(Stop, &[CALM]);
    let at = |by, target| Attack { by, target };
    game.plays(at(2, 0), &[Die(1, 5), Die(1, 1), Die(0, 1)]);
    assert_eq!(game.model.life[0], 2);
    game.plays(at(3, 1), &[Die(1, 6), Die(1, 1)]);
    assert_eq!((game.model.life[1], game.model.shields.len()), (2, 0));
    game.plays(Stop, &[CALM]);
    assert!(game.model.guards.is_empty());
}

#[test]
fn nemesis_theft_and_sabotage() {
    let mut setup = duel();
    setup.roster[1].nemesis = Some(2);
    setup.settings.used_cards = UsedCards::Under;
    let cards = [Card::Nemesis, Card::Theft, Card::Sabotage];
    let by = Choice::Nemesis { by: 1, target: 2 };
    let mut game = begins(&setup, &[CALM]);
    game.gives(0, 9, &cards);
    assert!(!game.model.options().contains(&by));
    setup.settings.nemesis_reaches_leaders = true;
    let mut game = begins(&setup, &[CALM]);
    game.gives(0, MOST_ENERGY, &cards).gives(1, 3, &[Card::Heal]);
    game.plays(by, &[]);
    assert_eq!((game.model.life[2], game.model.taken[1]), (2, 1));
    game.plays(Choice::Theft(1), &[]);
    assert_eq!(game.model.players[0].energy, MOST_ENERGY);
    assert_eq!(game.model.players[1].energy, 1);
    game.plays(Choice::Sabotage(1), &[Lost(1, Card::Heal)]);
    // The cards under the pile are in the order in which they were used (rule B-1.7).
    let under = [Card::Nemesis, Card::Theft, Card::Sabotage, Card::Heal];
    assert_eq!(game.model.under, under);
}
