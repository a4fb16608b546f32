//! Ultimate Battle Cards: teams of heroes and villains, action cards and dice. The rules are in
//! `RULES.md`.
//!
//! The files follow the sections of the rules: `setup` B-1, `turn` B-2, `targets` B-2.4 and B-3.2,
//! `attack`, `windows` and `wounds` B-3, `end` B-4, `occurrences` B-V. `decks` has the two piles,
//! `sheet` the characters.
//!
//! The other files implement the interfaces of the library. `view` hides secret information.
//! `features` has the numbers that bots weigh, and `odds` the exact probabilities for them.
//! `fields` serves scripted and trained bots, `search` searching bots. `recorder` measures games,
//! `story` writes them as text, and `title` describes the game for files and commands.

mod attack;
mod choice;
pub mod decks;
mod end;
mod event;
mod features;
mod fields;
mod holdings;
mod occurrences;
mod odds;
mod recorder;
mod roster;
mod rules;
mod search;
mod setup;
mod sheet;
mod state;
mod story;
mod tables;
mod targets;
#[cfg(test)]
mod tests;
mod title;
mod turn;
mod view;
mod windows;
mod wounds;

pub use choice::Choice;
pub use decks::{Action, Occurrence};
pub use end::Places;
pub use event::{Drop, Event, Wound};
pub use roster::{Kind, Power, Roster};
pub use rules::Rules;
pub use state::{Attack, CharacterIndex, Characters, OpenState, Phase, State};
pub use title::BATTLE_CARDS;
pub use view::View;

use self::decks::Decks;
use self::odds::Odds;
use self::sheet::Sheets;
use self::state::members;
use crate::game::{Chance, Feature, FeatureRow, Game, LiveGame, Observer, Options, Turn};

/// The rules and the roster of Ultimate Battle Cards, in a form that can play games.
#[derive(Debug, Clone)]
pub struct BattleCards {
    rules: Rules,
    decks: Decks,
    sheets: Sheets,
    odds: Odds,
    roster: Roster,
}

impl BattleCards {
    /// Creates the game from rules and a roster that have been checked.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        BattleCards {
            rules: rules.clone(),
            decks: Decks::new(rules),
            sheets: Sheets::new(roster),
            odds: Odds::new(),
            roster: roster.clone(),
        }
    }

    /// Returns the number printed on the action card `card`, such as the size of a bonus; 0 if the
    /// card has no number.
    #[inline]
    fn amount(&self, card: Action) -> u8 {
        self.decks.amount[card as usize]
    }
}

impl Game for BattleCards {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Leading | Phase::Discarding => Turn::Decision(state.active.into()),
            Phase::Over => Turn::Over,
            _ => Turn::Decision(state.asked.into()),
        }
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        state.round
    }

    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        let player = usize::from(state.active);
        match state.phase {
            Phase::Leading => options.extend(members(state.team[player]).map(Choice::Lead)),
            Phase::Acting => self.acts(state, options),
            Phase::Boosting | Phase::Dodging | Phase::Saving => {
                options.extend(self.playable(state).map(Choice::Play));
                options.push(Choice::Pass);
            }
            Phase::Discarding => {
                let held = |card: &&Action| state.hand[player].count(**card as usize) > 0;
                options.extend(Action::ALL.iter().filter(held).copied().map(Choice::Discard));
                options.push(Choice::Keep);
            }
            Phase::Over => {}
        }
    }

    fn play<C: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        chance: &mut C,
        observer: &mut O,
    ) {
        let mut battle = Battle { game: self, state, chance, observer };
        match choice {
            Choice::Lead(character) => battle.name_leader(character),
            Choice::Attack { attacker, target } => battle.announce(attacker, target),
            Choice::Nemesis { attacker, target } => battle.play_nemesis(attacker, target),
            Choice::Heal(_) => battle.play_in_turn(choice, Action::Heal),
            Choice::Energy => battle.play_in_turn(choice, Action::Energy),
            Choice::Theft(_) => battle.play_in_turn(choice, Action::Theft),
            Choice::Sabotage(_) => battle.play_in_turn(choice, Action::Sabotage),
            Choice::Stop => battle.stop(),
            Choice::Play(card) => battle.play_card(Some(card)),
            Choice::Pass => battle.play_card(None),
            Choice::Discard(card) => battle.discard(Some(card)),
            Choice::Keep => battle.discard(None),
        }
    }

    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}

/// A game of Ultimate Battle Cards in progress, with its random source and its observer.
type Battle<'a, C, O> = LiveGame<'a, BattleCards, C, O>;
