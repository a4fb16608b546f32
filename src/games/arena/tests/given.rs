//! Games in progress for tests, described in a few words and played with scripted dice.
//!
//! Fighters are numbered in the order in which they are given, which must be ascending size. By
//! default, the round is 4 (no rocks), lucky charms are used up, and there are no teams. Each
//! fighter has defense 4 and stands in the zone with its own number. A fighter without a card to
//! play has an idle card of initiative 1.

use std::fmt::Debug;

pub use super::guest::*;
use crate::game::chance::ScriptedChance;
use crate::game::{Face, Game, Observer, Options, Turn};
use crate::games::arena::board::Zone;
use crate::games::arena::cards::CardIndex;
use crate::games::arena::state::{NO_CARD, Phase, State};
use crate::games::arena::{Arena, Choice, Event, Rules, Zones};
pub(crate) use crate::games::tests::rules;
use crate::simulate::Seated;

/// The centre of a ring of six zones.
pub const CENTRE: Zone = 6;

/// A game that a test sets up.
pub struct Given {
    rules: Rules,
    round: u8,
    pub guests: Vec<Guest>,
    skulls: Vec<(usize, usize)>,
}

pub fn given(guests: impl IntoIterator<Item = Guest>) -> Given {
    Given {
        rules: Rules::default(),
        round: 4,
        guests: guests.into_iter().collect(),
        skulls: Vec::new(),
    }
}

impl Given {
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Given {
        change(&mut self.rules);
        self
    }
    /// Sets the default rules of Mad Arena, but with a ring of six zones.
    pub fn mad(self) -> Given {
        self.rules(|rules| {
            *rules = Rules::mad_arena();
            rules.zones = Zones::Number(6);
        })
    }
    pub fn round(mut self, round: u8) -> Given {
        self.round = round;
        self
    }
    /// Gives the skull of fighter `giver` to fighter `holder`.
    pub fn skull(mut self, giver: usize, holder: usize) -> Given {
        self.skulls.push((giver, holder));
        self
    }

    /// Replaces a fighter.
    pub fn guest(mut self, index: usize, guest: Guest) -> Given {
        self.guests[index] = guest;
        self
    }

    /// Puts a fighter into a team.
    pub fn team(mut self, index: usize, team: u8) -> Given {
        self.guests[index].team = Some(team);
        self
    }

    fn deal(&self) -> (Arena, State) {
        assert!(
            self.guests.is_sorted_by_key(|guest| guest.size),
            "fighters are given by ascending size"
        );
        let arena = Arena::new(&self.rules, &roster(self.guests.iter().map(Guest::entry)));
        let line_up: Vec<Seated> = (0u8..)
            .zip(&self.guests)
            .map(|(i, guest)| Seated { fighter: i, seat: i, team: guest.team.unwrap_or(100 + i) })
            .collect();
        let state = arena.deal(&line_up);
        (arena, state)
    }

    /// Returns the game before the first fighter is placed.
    pub fn unplaced(self) -> Playing {
        let (arena, state) = self.deal();
        Playing::new(arena, state)
    }

    /// Returns the game before the first secret choice of its round. The card that a fighter is to
    /// play (`Guest::plays`) is in its hand.
    pub fn choosing(self) -> Playing {
        let (arena, mut state) = self.deal();
        state.at = Default::default();
        state.charm = 0;
        for (f, guest) in self.guests.iter().enumerate() {
            let (arena, bit) = (&arena, 1 << f);
            let index = |key: &str| index_of(arena, f, key);
            state.lp[f] = guest.lp.unwrap_or(guest.size);
            state.first[f] = u8::from(!guest.wounded);
            state.points[f] = guest.pp;
            state.trophies[f] = guest.trophies;
            state.zone[f] = guest.zone.unwrap_or(f as Zone);
            if guest.charm {
                state.charm |= bit;
            }
            if guest.netted {
                state.netted |= bit;
            }
            if guest.fell > 0 {
                (state.lp[f], state.fell[f]) = (0, guest.fell);
                state.alive &= !bit;
                continue;
            }
            state.at[usize::from(state.zone[f])] |= bit;
            for spent in 0..guest.spent.len() {
                state.hand[f] &= !(1 << index(&format!("s{spent}")));
            }
            if guest.active.is_some() {
                let active = index("a");
                state.active[f] = active;
                state.hand[f] &= !(1 << active);
                let card = &arena.sheets[f].cards[usize::from(active)];
                state.defense[f] = card.defense as i8;
                for (power, mask) in [
                    (card.lasting.no_melee, &mut state.no_melee),
                    (card.lasting.no_shot, &mut state.no_shot),
                    (card.lasting.die_less, &mut state.die_less),
                    (card.lasting.rolled_defense, &mut state.rolled_defense),
                ] {
                    *mask |= if power { bit } else { 0 };
                }
            }
        }
        for f in 0..self.guests.len() {
            let lost = (state.netted >> f & 1) * self.rules.bramble_defense;
            state.defense[f] -= lost as i8;
        }
        for (giver, holder) in self.skulls {
            state.skull[holder] |= 1 << giver;
        }
        state.round = self.round - 1;
        let mut playing = Playing::new(arena, state);
        let mut events = Seen::default();
        let table = &mut (&mut ScriptedChance::default(), &mut events);
        playing.arena.begin_round(&mut playing.state, table);
        playing.events = events.0;
        playing
    }

    /// Returns the game at the first turn of its round, after all fighters have chosen their cards.
    pub fn play(self) -> Playing {
        let mut playing = self.choosing();
        while playing.state.phase == Phase::Choosing
            && playing.state.chosen[playing.who()] == NO_CARD
            && playing.state.round == playing.first_round
        {
            playing.choose("p");
        }
        playing
    }
}

fn index_of(arena: &Arena, fighter: usize, key: &str) -> CardIndex {
    let found = arena.sheets[fighter].keys.iter().position(|k| k == key);
    found.unwrap_or_else(|| panic!("fighter {fighter} has a card {key}")) as CardIndex
}

#[derive(Default)]
struct Seen(Vec<Event>);

impl Observer<Event> for Seen {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        self.0.push(event);
    }
}

/// A game in progress that a test plays.
pub struct Playing {
    pub arena: Arena,
    pub state: State,
    /// The events of the last choice that the test has made.
    pub events: Vec<Event>,
    first_round: u8,
}

impl Playing {
    pub fn new(arena: Arena, state: State) -> Playing {
        Playing { arena, first_round: state.round + 1, state, events: Vec::new() }
    }

    /// Returns the fighter that decides.
    pub fn who(&self) -> usize {
        match self.arena.turn(&self.state) {
            Turn::Decision(player) => player,
            Turn::Over => panic!("the game is over"),
        }
    }

    pub fn over(&self) -> bool {
        self.arena.turn(&self.state) == Turn::Over
    }

    /// Returns all options, sorted. Panics if two options are equal.
    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.arena.options(&self.state, &mut options);
        let options = sorted(options);
        assert!(options.windows(2).all(|pair| pair[0] != pair[1]), "twins among {options:?}");
        options
    }

    /// Asserts that the options of the decision are exactly `options`, in any order.
    #[track_caller]
    pub fn expect(&mut self, options: impl IntoIterator<Item = Choice>) -> &mut Self {
        assert_eq!(self.options(), sorted(options));
        self
    }

    /// Asserts the life points of all fighters.
    #[track_caller]
    pub fn lives<const N: usize>(&mut self, lp: [u8; N]) -> &mut Self {
        assert_eq!(self.lp(), lp);
        self
    }

    /// Asserts the points of all fighters.
    #[track_caller]
    pub fn scores<const N: usize>(&mut self, pp: [u16; N]) -> &mut Self {
        assert_eq!(self.pp(), pp);
        self
    }

    /// Asserts which fighter decides.
    #[track_caller]
    pub fn asks(&mut self, fighter: usize) -> &mut Self {
        assert_eq!(self.who(), fighter);
        self
    }

    /// Asserts that the game is over.
    #[track_caller]
    pub fn ends(&mut self) -> &mut Self {
        assert!(self.over());
        self
    }

    /// Asserts the place of each fighter in the result of the game.
    #[track_caller]
    pub fn ranks<const N: usize>(&mut self, places: [u8; N]) -> &mut Self {
        assert_eq!(self.places(), places);
        self
    }

    /// Asserts the dice of the last choice; see [`Playing::rolls`].
    #[track_caller]
    pub fn rolled<const N: usize>(&mut self, rolls: [(u8, Vec<Face>, i8); N]) -> &mut Self {
        assert_eq!(self.rolls(), rolls);
        self
    }

    /// Asserts which fighters began a turn during the last choice.
    #[track_caller]
    pub fn turned<const N: usize>(&mut self, fighters: [u8; N]) -> &mut Self {
        assert_eq!(self.turns(), fighters);
        self
    }

    /// Asserts one value.
    #[track_caller]
    pub fn is<T: Debug + PartialEq>(
        &mut self,
        value: impl FnOnce(&Playing) -> T,
        expected: T,
    ) -> &mut Self {
        assert_eq!(value(self), expected);
        self
    }

    /// Makes other assertions.
    pub fn then(&mut self, check: impl FnOnce(&Playing)) -> &mut Self {
        check(self);
        self
    }

    pub fn with(&mut self, change: impl FnOnce(&mut Playing)) -> &mut Self {
        change(self);
        self
    }

    /// Plays the option `choice` with dice that show `faces`. Panics if the game rolls fewer or
    /// more dice.
    #[track_caller]
    pub fn play<const N: usize>(&mut self, choice: Choice, faces: [Face; N]) -> &mut Self {
        let options = self.options();
        assert!(options.contains(&choice), "{choice:?} is none of {options:?}");
        let mut dice = ScriptedChance::faces(faces);
        let mut seen = Seen::default();
        self.arena.play(&mut self.state, choice, &mut dice, &mut seen);
        dice.assert_all_used();
        self.events = seen.0;
        self
    }

    /// Chooses the card with this key for the fighter who decides.
    #[track_caller]
    pub fn choose(&mut self, key: &str) -> &mut Self {
        let card = index_of(&self.arena, self.who(), key);
        self.play(Choice::Card(card), [])
    }

    /// Returns the keys of the cards that the deciding fighter may choose.
    pub fn choosable(&self) -> Vec<String> {
        let keys = &self.arena.sheets[self.who()].keys;
        let key = |choice| match choice {
            Choice::Card(card) => keys[usize::from(card)].clone(),
            other => panic!("{other:?} instead of a card"),
        };
        self.options().into_iter().map(key).collect()
    }

    /// Returns the fighters that began a turn during the last choice, in order.
    pub fn turns(&self) -> Vec<u8> {
        let turn = |event: &Event| match event {
            Event::TurnBegins { fighter, .. } => Some(*fighter),
            _ => None,
        };
        self.events.iter().filter_map(turn).collect()
    }

    /// Returns the dice rolled during the last choice: target, faces, and lowest face that wounds.
    pub fn rolls(&self) -> Vec<(u8, Vec<Face>, i8)> {
        let roll = |event: &Event| match event {
            Event::Rolls { target, throw, needed, .. } => {
                Some((*target, throw.faces().collect(), *needed))
            }
            _ => None,
        };
        self.events.iter().filter_map(roll).collect()
    }

    pub fn lp(&self) -> &[u8] {
        &self.state.lp[..self.state.fighters()]
    }

    pub fn pp(&self) -> &[u16] {
        &self.state.points[..self.state.fighters()]
    }

    /// Returns the place of each fighter in the result of the game, from 1.
    pub fn places(&self) -> Vec<u8> {
        self.arena.standing(&self.state).place[..self.state.fighters()].to_vec()
    }
}

/// Returns the option to attack this target with the active card's first attack.
pub fn melee(target: u8) -> Choice {
    Choice::Attack { slot: 0, target }
}

/// Returns the option to attack this target with the active card's second attack, the shot.
pub fn shot(target: u8) -> Choice {
    Choice::Attack { slot: 1, target }
}

/// Returns the option to shoot with a double bow at these two targets.
pub fn pair(one: u8, other: u8) -> Choice {
    Choice::Pair { slot: 1, targets: 1 << one | 1 << other }
}

/// Returns the option to shoot with a powder barrel at this zone.
pub fn area(zone: Zone) -> Choice {
    Choice::Area { slot: 1, zone }
}

/// Returns the options to move to these zones.
pub fn moves<const N: usize>(zones: [Zone; N]) -> Vec<Choice> {
    zones.into_iter().map(Choice::Move).collect()
}

fn sorted(options: impl IntoIterator<Item = Choice>) -> Vec<Choice> {
    let mut options: Vec<Choice> = options.into_iter().collect();
    options.sort_by_key(|choice| format!("{choice:?}"));
    options
}
