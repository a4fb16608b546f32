//! La Guilde des Héros: Alerte dans la jungle: a party of heroes explores a base, frees hostages
//! and throws dice. The rules are in `RULES.md`.
//!
//! The files follow the sections of the rules: `setup` J-2, `round` and `turn` J-3, `acting` J-3.5,
//! `board` and `tiles` the base and J-T, `hero` J-4, `fight`, `strike` and `struck` J-5 and J-6,
//! `end` J-1, `items` J-E, `alerts` J-L. `mission` selects the next step. `kinds`, `tables` and
//! `sheet` hold the contents of the rules' tables, `deck` the piles of cards.
//!
//! The other files implement the interfaces of the library. `view` hides secret information.
//! `features` has the numbers that bots weigh; `eyes`, `clash` and `odds` compute expected results
//! for the features. `fields` serves scripted and trained bots, `search` searching bots. `recorder`
//! measures missions, `story` writes them as text, and `title` describes the game for files and
//! commands.

mod acting;
mod alerts;
mod board;
mod choice;
mod clash;
mod deck;
mod dice;
mod end;
mod event;
mod eyes;
mod features;
mod fields;
mod fight;
mod hero;
mod items;
pub mod kinds;
mod mission;
mod odds;
mod recorder;
pub mod roster;
mod round;
pub mod rules;
mod search;
mod setup;
mod sheet;
mod state;
mod story;
mod strike;
mod struck;
pub mod tables;
#[cfg(test)]
mod tests;
mod tiles;
mod title;
mod turn;
mod view;

pub use choice::Choice;
pub use deck::{Bag, Deck};
pub use event::{Act, Annulled, AttackThrow, Cause, Event, Fate, What};
pub use kinds::{Alert, Equipment, Face, Rebel, Tile, Weapon};
pub use roster::{Ability, Roster};
pub use rules::Rules;
pub use sheet::{Sheet, SheetTables};
pub use state::{
    BossFace, Dice, End, FOE, Fight, Foe, HeroState, Heroes, Lurker, MOST_HEROES, MOST_TILES,
    MissionFailure, NONE, Next, Phase, State, Tiles, TurnSoFar, members,
};
pub use strike::{Weapons, sets};
pub use title::JUNGLE_ALERT;
pub use view::View;

use self::odds::Odds;
use crate::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Turn};

/// The rules and the roster (list of heroes) of the game, ready to play missions.
#[derive(Debug, Clone)]
pub struct Jungle {
    rules: Rules,
    tables: SheetTables,
    /// Values of the roster's heroes, in the order of the heroes' keys.
    sheets: Vec<Sheet>,
    roster: Roster,
    keys: Vec<String>,
    odds: &'static Odds,
}

impl Jungle {
    /// Creates the game from checked rules and a checked roster.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        Jungle {
            rules: rules.clone(),
            tables: SheetTables::new(rules),
            sheets: Sheet::all(roster, rules),
            roster: roster.clone(),
            keys: roster.fighters.keys().cloned().collect(),
            odds: Odds::of(rules.dice),
        }
    }

    /// Returns the values of a hero in a mission, such as its initial life and its limits.
    #[inline]
    pub fn sheet(&self, state: &State, hero: u8) -> &Sheet {
        &self.sheets[usize::from(state.hero(hero).fighter)]
    }

    /// Returns the number of hostages that the heroes of the mission need (rule J-1.1).
    #[inline]
    pub fn needed(&self, state: &State) -> u8 {
        self.rules.hostages.with(state.players.into())
    }

    /// Returns the number of tiles of each kind that may lie face down (rule J-7).
    pub fn tiles_left(&self, state: &State) -> [u8; Tile::COUNT] {
        let places = usize::from(state.side * state.side) - 2;
        let mut counts = *self.tile_pile(places).counts();
        if self.rules.first_game {
            // These tiles are always part of the base, whatever their `count` (rule J-2.1).
            for kind in setup::FIRST_GAME.take(places) {
                counts[kind] = counts[kind].max(1);
            }
        }
        for tile in members(state.revealed) {
            let kind = state.tiles[usize::from(tile)] as usize;
            counts[kind] = counts[kind].saturating_sub(1);
        }
        counts
    }
}

impl Game for Jungle {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Decision(state.asked.into()),
        }
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        state.round
    }

    /// Lists the options of a decision, at most 90. [`Phase::Acting`] can have the most options.
    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        let hero = state.asked;
        let board = state.hero(hero);
        match (state.phase, &state.fight) {
            (Phase::Ready, _) => options.push(Choice::Begin),
            (Phase::Keeping, _) => turn::parts(state.turn.dice, options),
            (Phase::Alarm | Phase::Fate | Phase::BossDie, _) => {
                options.extend([Choice::Annul, Choice::Accept]);
            }
            (Phase::Gas, _) => options.extend([Choice::GiveUp, Choice::Suffer]),
            (Phase::Acting, _) => self.acts(state, options),
            (Phase::Landing, _) => options.extend(state.turn.jet.map(Choice::Onto)),
            (Phase::Flying, _) => {
                options.extend(members(self.flights(state, hero)).map(Choice::Onto));
            }
            (Phase::Fleeing, _) => {
                options.extend(members(self.steps(state, hero)).map(Choice::Onto));
            }
            (Phase::Joining, _) => options.extend([Choice::Join, Choice::Stay]),
            (Phase::Striking, Some(fight)) => self.strikes(state, fight, options),
            (Phase::Struck, _) => {
                options.extend((board.energy > 0).then_some(Choice::Annul));
                options.extend((board.hostages > 0).then_some(Choice::Sacrifice));
                options.push(Choice::Suffer);
            }
            (Phase::Dying, _) => {
                options.extend(board.bag.has(Equipment::Medal).then_some(Choice::Medal));
                options.extend((board.energy > 0).then_some(Choice::Revive));
                options.push(Choice::Neither);
            }
            (Phase::BossPick, _) => {
                options.extend(members(state.boss_die_for()).map(Choice::Pick));
            }
            (Phase::Striking | Phase::Over | Phase::Playing, _) => {}
        }
    }

    fn play<C: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        chance: &mut C,
        observer: &mut O,
    ) {
        let mut mission = mission::Mission { game: self, state, chance, observer };
        mission.play(choice);
    }

    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}
