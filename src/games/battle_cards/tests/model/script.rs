//! Small games with scripted random draws, for tests of the model.

use std::collections::VecDeque;

use super::draws::{By, Draws, From};
use super::settings::Settings;
use super::words::{Card, Character, Event, Id, Kind, Mode, Power, Seat};
use super::{Choice, Model, Question, Setup, Turn};

#[derive(Debug, Clone, Copy)]
pub enum Fall {
    Die(Seat, usize),
    Lost(Seat, Card),
    Event(Event),
    Who(Seat, Id),
}

/// A list of scripted random draws. The hands of the set-up are not scripted: the lowest card is
/// dealt.
pub struct Script(VecDeque<Fall>);

impl Draws for Script {
    fn draw(&mut self, by: By, from: From<'_>) -> usize {
        if let (By::Table, From::Pile(_)) = (by, from) {
            return 0;
        }
        let fall = self.0.pop_front();
        let fall = fall.unwrap_or_else(|| panic!("{by:?} draws from {from:?}: no script"));
        let place = match (from, fall) {
            (From::Die, Fall::Die(who, face)) if by == By::Player(who) => Some(face - 1),
            (From::Hand(hand), Fall::Lost(who, card)) if by == By::Player(who) => {
                hand.iter().position(|&other| other == card)
            }
            (From::Events(events), Fall::Event(event)) if by == By::Table => {
                events.iter().position(|&other| other == event)
            }
            (From::Characters(all), Fall::Who(who, id)) if by == By::Player(who) => {
                all.iter().position(|&other| other == id)
            }
            _ => None,
        };
        place.unwrap_or_else(|| panic!("{by:?} draws from {from:?}: the script has {fall:?}"))
    }
}

pub const CALM: Fall = Fall::Event(Event::Calm);
pub const ATTACK: Choice = Choice::Attack { by: 1, target: 3 };

/// Returns a villain with 1 energy, 2 dice, 3 life and a power that never takes effect by itself.
pub fn villain() -> Character {
    Character {
        kind: Kind::Villains,
        energy: 1,
        dice: 2,
        life: 3,
        power: Power::Leadership,
        n: 0,
        nemesis: None,
    }
}

pub fn hero() -> Character {
    Character { kind: Kind::Heroes, ..villain() }
}

pub fn with(character: Character, power: Power, n: u32) -> Character {
    Character { power, n, ..character }
}

/// Returns a set-up in which seat 0 has villains 0 and 1, and seat 1 has heroes 2 and 3. Hero 4 and
/// villain 5 are in the stock. Players draw no cards.
pub fn duel() -> Setup {
    let mut events = Settings::default().events;
    events.get_mut(&Event::Calm).unwrap().count = 20;
    Setup {
        roster: vec![villain(), villain(), hero(), hero(), hero(), villain()],
        settings: Settings { hand: 0, events, ..Settings::default() },
        mode: Mode::Alone,
        teams: vec![vec![0, 1], vec![2, 3]],
    }
}

/// A game for one test, at the first decision of the first player. The lowest character of each
/// team is its leader.
pub struct Game {
    pub model: Model,
}

pub fn begins(setup: &Setup, falls: &[Fall]) -> Game {
    let mut script = Script(falls.iter().copied().collect());
    let mut model = Model::new(setup, &mut script);
    while let Turn::Decides { question: Question::Leader, .. } = model.turn() {
        model.play(0, &mut script);
    }
    assert!(script.0.is_empty(), "never drawn: {:?}", script.0);
    Game { model }
}

impl Game {
    pub fn gives(&mut self, player: Seat, energy: u32, cards: &[Card]) -> &mut Game {
        self.model.players[player].energy = energy;
        for &card in cards {
            let index = self.model.pile.iter().position(|&other| other == card);
            let card = self.model.pile.remove(index.unwrap());
            self.model.players[player].hand.push(card);
        }
        self.model.players[player].hand.sort();
        self
    }

    pub fn plays(&mut self, choice: Choice, falls: &[Fall]) -> &mut Game {
        let mut script = Script(falls.iter().copied().collect());
        let options = self.model.options();
        let index = options.iter().position(|&option| option == choice);
        let index = index.unwrap_or_else(|| panic!("{choice:?} is not among {options:?}"));
        self.model.play(index, &mut script);
        assert!(script.0.is_empty(), "never drawn: {:?}", script.0);
        self
    }

    pub fn asked(&self) -> (Seat, Question) {
        self.model.asked.unwrap()
    }
}
