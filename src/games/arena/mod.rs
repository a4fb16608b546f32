//! Ultimate Warriorz and Mad Arena: one engine; the games differ in rules and rosters.
//!
//! The files follow the rules page: [`board`] A-2, `setup` A-3, `round` A-4, `steps` and `reach` A-5, `attack`,
//! `end` A-8, [`cards`] A-9.

mod attack;
pub mod board;
pub mod cards;
mod choice;
mod end;
mod event;
mod features;
mod odds;
mod reach;
mod roster;
mod round;
mod rules;
mod script;
mod search;
mod setup;
pub mod state;
mod steps;
pub mod story;
#[cfg(test)]
mod tests;
mod threat;
mod view;

pub use choice::Choice;
pub use end::Standing;
pub use event::Event;
pub use roster::{Card, Effect, Fighter, Provenance, Roster};
pub use rules::{Compulsory, Recycle, Revisit, Rules};
pub use setup::Seated;
pub use view::View;

use self::board::Board;
use self::cards::{CardIndex, PlayCard, Sheet};
use self::features::Profiles;
use self::odds::Odds;
use self::state::{FighterIndex, Phase, State};
use super::{Dice, Feature, FeatureRow, Game, Observer, Options, Turn};

/// An arena game: a ruleset and a roster, ready to play any line-up of it.
#[derive(Debug, Clone)]
pub struct Arena {
    rules: Rules,
    board: Board,
    /// The roster's fighters, in the order of their keys.
    sheets: Vec<Sheet>,
    keys: Vec<String>,
    odds: Odds,
    /// What the features need of each sheet's cards, in the order of `sheets`.
    profiles: Vec<Profiles>,
}

impl Arena {
    /// A checked ruleset and a checked roster.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        let sheets: Vec<Sheet> = roster.fighters.values().map(Sheet::new).collect();
        let profiles = sheets.iter().map(|sheet| Profiles::new(rules, sheet));
        Arena {
            rules: rules.clone(),
            board: Board::new(rules.zones),
            profiles: profiles.collect(),
            sheets,
            keys: roster.fighters.keys().cloned().collect(),
            odds: Odds::new(),
        }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The fighters, in the order of their keys in the roster.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    #[inline]
    fn sheet(&self, state: &State, fighter: FighterIndex) -> &Sheet {
        &self.sheets[usize::from(state.kind[usize::from(fighter)])]
    }

    #[inline]
    fn card(&self, state: &State, fighter: FighterIndex, card: CardIndex) -> &PlayCard {
        &self.sheet(state, fighter).cards[usize::from(card)]
    }

    /// The card that the actor is playing.
    #[inline]
    fn active_card(&self, state: &State) -> &PlayCard {
        self.card(state, state.actor, state.active[usize::from(state.actor)])
    }
}

impl Game for Arena {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Placing | Phase::Choosing | Phase::Acting => {
                Turn::Decision(usize::from(state.actor))
            }
            Phase::Charm => Turn::Decision(usize::from(state.clash.target)),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn round(&self, state: &State) -> u8 {
        state.round
    }

    #[inline]
    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        match state.phase {
            Phase::Placing => self.placements(state, options),
            Phase::Choosing => self.cards_to_choose(state, options),
            Phase::Acting => self.steps(state, options),
            Phase::Charm => self.charms(state, options),
            Phase::Over => {}
        }
    }

    #[inline]
    fn play<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
        match state.phase {
            Phase::Placing => self.place(state, choice, dice, observer),
            Phase::Choosing => self.choose_card(state, choice, dice, observer),
            Phase::Acting => self.step(state, choice, dice, observer),
            Phase::Charm => self.use_charm(state, choice, dice, observer),
            Phase::Over => unreachable!("nothing is played after the end"),
        }
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    #[inline]
    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}
