//! Tests of single rules in the model, with scripted random draws: turns, events, players of one
//! side, and the end of the game.

use super::Choice::{self, Attack, Play, Stop};
use super::script::Fall::{self, Die, Who};
use super::script::{ATTACK, CALM, begins, duel, hero, villain};
use super::settings::Succession;
use super::words::{Card, Event, Kind, Mode, Seating};
use super::{Question, Setup};

#[test]
fn the_start_of_a_turn() {
    let mut game = begins(&duel(), &[CALM]);
    // 2 energy from the event and 1 from each character (rules B-2.1 and B-2.3).
    assert_eq!(game.model.players[0].energy, 4);
    let by = |by, target| Attack { by, target };
    // Leaders may attack leaders (rule B-3.2).
    let expected = [by(0, 2), by(0, 3), by(1, 3), Stop];
    assert_eq!(game.model.options(), expected);
    game.plays(Stop, &[Fall::Event(Event::Recruit), Who(1, 4)]);
    assert_eq!(game.model.players[1].team, [2, 3, 4]);
    assert_eq!(game.model.players[1].energy, 5);
    assert_eq!((game.asked(), game.model.round), ((1, Question::Act), 1));
    game.plays(Stop, &[Fall::Event(Event::Truce)]);
    assert_eq!(game.model.round, 2);
    let by_two = [by(0, 3), by(0, 4), by(1, 3), by(1, 4), Stop];
    assert_eq!(game.model.options(), by_two);
}

#[test]
fn a_fallen_leader_and_its_successor() {
    for succession in [Succession::Turn, Succession::Free] {
        let mut setup = duel();
        setup.settings.succession = succession;
        let mut game = begins(&setup, &[CALM]);
        game.model.life[2] = 1;
        game.plays(Attack { by: 0, target: 2 }, &[Die(0, 6), Die(0, 6)]);
        game.plays(Stop, &[]);
        assert_eq!(game.asked(), (1, Question::Leader));
        game.plays(Choice::Leader(3), &[CALM]);
        let next = usize::from(succession == Succession::Free);
        assert_eq!(game.asked(), (next, Question::Act));
        // The last character of a player is open to all attackers, leader or not.
        if next == 0 {
            assert!(game.model.options().contains(&ATTACK));
        }
    }
}

/// Returns a set-up in which seats 0 and 2 have villains and seats 1 and 3 have heroes, two
/// characters each.
fn two_against_two() -> Setup {
    let mut setup = duel();
    setup.roster = vec![villain(), villain(), hero(), hero(), villain(), villain(), hero(), hero()];
    setup.mode = Mode::Sides;
    setup.teams = vec![vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]];
    setup
}

#[test]
fn mates_help() {
    let mut game = begins(&two_against_two(), &[CALM]);
    game.gives(0, 9, &[Card::Heal]);
    game.gives(3, 9, &[Card::Agility, Card::Save]);
    game.model.life[5] = 1;
    game.plays(Choice::Heal(5), &[]);
    assert_eq!(game.model.life[5], 2);
    game.plays(ATTACK, &[]);
    assert_eq!(game.asked(), (3, Question::DodgeCard));
    // The defender throws the dice of the dodge, even if a mate has played the card.
    let dice = [Die(0, 4), Die(0, 1), Die(1, 1), Die(1, 2)];
    game.plays(Play(Card::Agility), &dice);
    assert_eq!(game.asked(), (3, Question::SaveCard));
    game.plays(Play(Card::Save), &[]);
    assert_eq!(game.model.life[3], 3);
    let mut setup = two_against_two();
    setup.settings.team_help = false;
    let mut game = begins(&setup, &[CALM]);
    game.gives(0, 9, &[Card::Heal]).gives(3, 9, &[Card::Save]);
    game.model.life[5] = 1;
    assert!(!game.model.options().contains(&Choice::Heal(5)));
    game.plays(ATTACK, &[Die(0, 6), Die(0, 1)]);
    assert_eq!(game.model.life[3], 2);
}

#[test]
fn the_cap_and_the_places() {
    let mut setup = two_against_two();
    setup.settings.max_turns = 1;
    let mut game = begins(&setup, &[CALM]);
    game.model.life[0] = 2;
    for _ in 0..3 {
        game.plays(Stop, &[CALM]);
    }
    game.plays(Stop, &[]);
    assert!(game.model.over && game.model.capped);
    assert_eq!(game.model.places(), [2, 1, 2, 1]);
    // If each player plays alone, of two players with equal life and equal numbers of characters
    // the later seat is ahead.
    setup.mode = Mode::Alone;
    let mut game = begins(&setup, &[CALM]);
    game.model.life[0] = 2;
    for _ in 0..3 {
        game.plays(Stop, &[CALM]);
    }
    game.plays(Stop, &[]);
    assert_eq!(game.model.places(), [4, 3, 2, 1]);
}

#[test]
fn who_falls_out_in_its_turn() {
    let mut setup = two_against_two();
    setup.mode = Mode::Alone;
    setup.teams[0] = vec![0];
    let mut game = begins(&setup, &[CALM]);
    game.gives(0, 9, &[Card::Heal]);
    game.model.life[0] = 1;
    let at = Attack { by: 0, target: 3 };
    // A score of 1 eliminates the attacker, and its player's turn ends (rules B-3.3.5, B-3.8 and
    // B-2.6).
    game.plays(at, &[Die(0, 1), Die(0, 1), CALM]);
    assert_eq!(game.asked(), (1, Question::Act));
    assert_eq!((game.model.players[0].energy, game.model.round), (0, 1));
    assert_eq!(game.model.discards, [Card::Heal]);
    for _ in 0..3 {
        game.plays(Stop, &[CALM]);
    }
    // The turn skips the seat of an eliminated player.
    assert_eq!((game.asked().0, game.model.round), (1, 2));
}

#[test]
fn events_of_a_turn() {
    let mut setup = two_against_two();
    setup.roster[0].nemesis = Some(2);
    setup.settings.nemesis_reaches_leaders = true;
    let mut game = begins(&setup, &[Fall::Event(Event::Truce)]);
    game.gives(0, 9, &[Card::Nemesis]);
    let options = game.model.options();
    let at = |by, target| Attack { by, target };
    assert_eq!(options, [at(0, 3), at(0, 7), at(1, 3), at(1, 7), Stop]);
    // The event Quake never takes the last life of a leader.
    game.model.life[2] = 1;
    game.plays(Stop, &[]).plays(Choice::None, &[Fall::Event(Event::Quake)]);
    let life: Vec<u32> = [0, 2, 4, 6].map(|leader| game.model.life[leader]).into();
    assert_eq!(life, [2, 1, 2, 2]);
    game.plays(Stop, &[Fall::Event(Event::Storm)]);
    assert_eq!(game.model.attacks_left(), 1);
    game.plays(Stop, &[Fall::Event(Event::Rage)]);
    game.plays(at(7, 1), &[Die(3, 6), Die(3, 6)]);
    assert_eq!(game.model.life[1], 1);
    game.plays(Stop, &[Fall::Event(Event::Fog)]);
    // With the event Fog, a dodge of 2 + 1 equals the score of 3.
    game.plays(at(1, 3), &[Die(0, 3), Die(0, 3), Die(1, 2)]);
    assert_eq!(game.model.life[3], 3);
}

#[test]
fn seats_of_drawn_teams() {
    use Kind::{Heroes as H, Villains as V};
    assert_eq!(Seating::Alternate.kinds(5), [V, H, V, H, V]);
    assert_eq!(Seating::Blocks.kinds(5), [V, V, V, H, H]);
}
