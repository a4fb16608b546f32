//! Creates positions in the middle of a mission, which tests play with scripted random draws.
//!
//! Heroes and tiles are numbered from 0. By default hero 0 acts in its turn in round 5. All heroes
//! have 10 life, defense 3, damage 2, an ability without effect, no K-energy and no cards. All
//! tiles are revealed jungle, except exfiltration, where no hero stands. All heroes stand on tile
//! 5, a neighbour of 1, 4, 6 and 9. Piles are full and in the order of kinds.

use std::fmt::Debug;

use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::game::{Game, Observer, Options, Turn};
use crate::games::Provenance;
use crate::games::jungle::roster::{Ability, Hero as Card, Roster};
use crate::games::jungle::rules::{Corners, Rules};
use crate::games::jungle::{
    Bag, Choice, Dice, Equipment, Event, Face, Jungle, Lurker, NONE, Next, Phase, Rebel, State,
    Tile, Weapon, members,
};
pub(crate) use crate::games::tests::rules;
use crate::simulate::{Seated, Staged};

/// An ability without effect in these tests: one more hour until the hero runs out of time.
pub const IDLE: Ability = Ability::Punctual(1);

/// Creates the card of a hero with this ability.
pub fn who(ability: Ability) -> Card {
    Card {
        name: "somebody".into(),
        colour: "#000000".into(),
        life: 10,
        defense: 3,
        damage: 2,
        ability,
        printed: vec![],
    }
}

/// Number of the tile on which all heroes stand.
pub const HERE: u8 = 5;

pub struct Given {
    heroes: Vec<Card>,
    rules: Rules,
}

/// Creates a party of heroes without special values, on a base of 4 × 4 tiles.
pub fn party(heroes: usize) -> Given {
    given(vec![who(IDLE); heroes])
}

pub fn given(heroes: Vec<Card>) -> Given {
    Given { heroes, rules: rules() }
}

/// Returns the rules for tests. Every base has 4 × 4 tiles. Every amount that was tuned for balance
/// is 1, because tests check where an amount applies and not its size.
pub fn rules() -> Rules {
    let mut rules = Rules::default();
    (rules.side.three, rules.side.four) = (4, 4);
    for tile in [&mut rules.tiles.swamp, &mut rules.tiles.snake_pit] {
        tile.amount = 1;
    }
    let alerts = &mut rules.alerts;
    for alert in [&mut alerts.detour, &mut alerts.howl, &mut alerts.siren, &mut alerts.storm] {
        alert.amount = 1;
    }
    rules.boss.damage = 2;
    rules
}

pub fn roster(heroes: &[Card]) -> Roster {
    let keyed = heroes.iter().enumerate();
    Roster {
        name: "given".into(),
        source: String::new(),
        unlisted: Provenance::Own,
        fighters: keyed.map(|(index, hero)| (format!("h{index}"), hero.clone())).collect(),
    }
}

pub fn seated(heroes: u8) -> Vec<Seated> {
    let at = |seat| Seated { fighter: seat, seat, team: 0 };
    (0..heroes).map(at).collect()
}

/// Returns the random draws that put a pile in order from its top, with the last kind at the
/// bottom.
fn in_order(counts: impl IntoIterator<Item = u8>) -> Vec<PrescribedFall> {
    let kinds = counts.into_iter().enumerate();
    kinds.flat_map(|(kind, count)| vec![PrescribedFall::Card(kind); count.into()]).collect()
}

impl Given {
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Given {
        change(&mut self.rules);
        self
    }

    pub fn game(&self) -> Jungle {
        Jungle::new(&self.rules, &roster(&self.heroes))
    }

    /// Returns the random draws that deal all tiles and piles in the order of their kinds.
    pub fn falls(&self) -> Vec<PrescribedFall> {
        let (game, rules) = (self.game(), &self.rules);
        let side = rules.side.with(self.heroes.len());
        let places = usize::from(side * side) - 2;
        let tiles = in_order(*game.tile_pile(places).counts());
        let mut falls = tiles[..places].to_vec();
        falls.extend(in_order(game.tables.equipment.map(|card| card.count)));
        falls.extend(in_order(game.tables.alerts.map(|card| card.count)));
        falls.extend(in_order(game.tables.rebels.map(|card| card.count)));
        falls
    }

    /// Returns the mission before its first decision. `falls` has the random draws of the set-up.
    pub fn dealt(self, falls: impl IntoIterator<Item = PrescribedFall>) -> Played {
        let game = self.game();
        let mut chance = ScriptedChance::new(falls);
        let seated = seated(self.heroes.len() as u8);
        let state = game.deal(&seated, &mut chance);
        chance.assert_all_used();
        Played { game, state, events: vec![] }
    }

    /// Returns the position in the middle of a mission that the comment of this module describes.
    pub fn start(self) -> Played {
        let falls = self.falls();
        let corners = self.rules.corners;
        assert_eq!(corners, Corners::Opposite);
        let mut played = self.dealt(falls);
        let state = &mut played.state;
        for tile in 0..state.side * state.side {
            if tile != state.infiltration && tile != state.exfiltration {
                state.tiles[usize::from(tile)] = Tile::Jungle;
            }
        }
        state.revealed = state.all_tiles();
        for hero in members(state.in_play) {
            let board = &mut state.heroes[usize::from(hero)];
            (board.place, board.energy, board.bag) = (HERE, 0, Bag::EMPTY);
        }
        state.round = 5;
        state.phase = Phase::Acting;
        state.next = Next::Act;
        state.turn.steps = played.game.sheets[0].steps;
        state.turn.exchanges = played.game.rules.exchanges;
        played
    }
}

/// A mission in progress that a test plays.
pub struct Played {
    pub game: Jungle,
    pub state: State,
    pub events: Vec<Event>,
}

struct Kept<'a>(&'a mut Vec<Event>);

impl Observer<Event> for Kept<'_> {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        self.0.push(event);
    }
}

pub fn dice(faces: &[u8]) -> Vec<PrescribedFall> {
    faces.iter().map(|&face| PrescribedFall::Die(face)).collect()
}

/// Returns the option to attack with one weapon.
pub fn with(first: Weapon) -> Choice {
    Choice::Attack { first, second: None, missile: false }
}

/// Returns the option to attack with two weapons.
pub fn with_two(first: Weapon, second: Weapon) -> Choice {
    Choice::Attack { first, second: Some(second), missile: false }
}

/// The option to attack with the weapon that a hero has without a card.
pub const OWN: Choice = Choice::Attack { first: Weapon::Own, second: None, missile: false };

/// An attack die that hits, for all fighters in the tests.
pub const HIT: PrescribedFall = PrescribedFall::Die(6);
/// An attack die that misses, for all fighters in the tests.
pub const MISS: PrescribedFall = PrescribedFall::Die(1);

impl Played {
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Played {
        change(&mut self.state);
        self
    }

    /// Calls the function `change` to change the values of a hero.
    pub fn hero(
        mut self,
        hero: usize,
        change: impl FnOnce(&mut super::super::HeroState),
    ) -> Played {
        change(&mut self.state.heroes[hero]);
        self
    }

    /// Gives these cards to a hero.
    pub fn bag(mut self, hero: usize, cards: &[Equipment]) -> Played {
        self.state.heroes[hero].bag = cards.iter().copied().collect();
        self
    }

    /// Sets the kind of a tile.
    pub fn tile(mut self, tile: u8, kind: Tile) -> Played {
        self.state.tiles[usize::from(tile)] = kind;
        self
    }

    /// Turns these tiles face down.
    pub fn hidden(mut self, tiles: &[u8]) -> Played {
        for tile in tiles {
            self.state.revealed &= !(1 << tile);
        }
        self
    }

    /// Gives the active hero these numbers of explore, fight, search and rest pairs.
    pub fn pairs(mut self, pairs: [u8; 4]) -> Played {
        self.state.turn.pairs = pairs;
        self
    }

    /// Puts a lurking rebel with full life on a tile; no hero fled from it.
    pub fn lurks(mut self, tile: u8, rebel: Rebel) -> Played {
        self.state.encounters.take(rebel as usize);
        self.state.lurkers[usize::from(tile)] =
            Some(Lurker { rebel, life: self.game.tables.rebels[rebel as usize].life, fled: NONE });
        self
    }

    /// Puts these rebels on top of the encounter pile.
    pub fn rebels(mut self, rebels: &[Rebel]) -> Played {
        let kinds: Vec<usize> = rebels.iter().map(|&rebel| rebel as usize).collect();
        self.state.encounters.stack(&kinds);
        self
    }

    /// Makes the last hero the active one, whose turn ends the round. In a mission with one hero,
    /// hero 0 is active.
    pub fn at_round_end(mut self) -> Played {
        self.state.active = self.state.players - 1;
        self.state.asked = self.state.active;
        self
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.game.options(&self.state, &mut options);
        options.to_vec()
    }

    #[track_caller]
    pub fn offers(&self, choice: Choice) -> bool {
        self.options().contains(&choice)
    }

    pub fn decider(&self) -> Option<usize> {
        match self.game.turn(&self.state) {
            Turn::Decision(player) => Some(player),
            Turn::Over => None,
        }
    }

    /// Plays an option of the decision. `falls` has exactly the random draws that the option needs.
    #[track_caller]
    pub fn play(&mut self, choice: Choice, falls: &[PrescribedFall]) -> &mut Played {
        let options = self.options();
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut chance = ScriptedChance::new(falls.iter().copied());
        let observer = &mut Kept(&mut self.events);
        self.game.play(&mut self.state, choice, &mut chance, observer);
        chance.assert_all_used();
        self
    }

    /// Plays several options in sequence, none of which needs random draws.
    #[track_caller]
    pub fn plays(&mut self, choices: &[Choice]) -> &mut Played {
        for &choice in choices {
            self.play(choice, &[]);
        }
        self
    }

    /// Asserts the options of the decision, in their order.
    #[track_caller]
    pub fn expect(&mut self, options: impl AsRef<[Choice]>) -> &mut Played {
        assert_eq!(self.options(), options.as_ref());
        self
    }

    pub fn set(&mut self, change: impl FnOnce(&mut State)) -> &mut Played {
        change(&mut self.state);
        self
    }

    /// Asserts one value.
    #[track_caller]
    pub fn is<T: Debug + PartialEq>(
        &mut self,
        value: impl FnOnce(&Played) -> T,
        expected: T,
    ) -> &mut Played {
        assert_eq!(value(self), expected);
        self
    }

    /// Makes other assertions.
    pub fn then(&mut self, check: impl FnOnce(&Played)) -> &mut Played {
        check(self);
        self
    }

    pub fn life(&self, hero: usize) -> u8 {
        self.state.heroes[hero].life
    }

    pub fn stress(&self, hero: usize) -> u8 {
        self.state.heroes[hero].stress
    }

    pub fn clock(&self, hero: usize) -> u8 {
        self.state.heroes[hero].clock
    }

    pub fn energy(&self, hero: usize) -> u8 {
        self.state.heroes[hero].energy
    }

    pub fn hostages(&self, hero: usize) -> u8 {
        self.state.heroes[hero].hostages
    }

    pub fn place(&self, hero: usize) -> u8 {
        self.state.heroes[hero].place
    }

    pub fn holds(&self, hero: usize, kind: Equipment) -> u8 {
        self.state.heroes[hero].bag.count(kind)
    }
}

/// Creates action dice with these numbers of the faces `explore`, `fight`, `search`, `rest`,
/// `alarm` and `phew`.
pub fn faces(counts: [u8; 6]) -> Dice {
    let faces = Face::ALL.iter().zip(counts);
    faces.flat_map(|(&face, count)| vec![face; count.into()]).collect()
}
