//! Night Pass: two guides bring up to twelve porters over a mountain in one night, or all fail.
//!
//! The files follow the rules page, `RULES.md`: `deal` N-1, `round` N-2, `weather` N-3, `end` N-4.
//! The other files implement the interfaces of the library: `view` what a guide may know,
//! `features` the features that bots weigh, `inputs` the inputs of learning bots, `search` and
//! `script` the interfaces of searching bots and of scripts, `staged` and `recorder` the set-up and
//! the measurements, `story` the narration, `title` the contents of its files.

mod deal;
mod end;
mod event;
mod features;
mod inputs;
mod picture;
mod recorder;
mod roster;
mod round;
mod rules;
mod script;
mod search;
mod staged;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod title;
mod view;
mod weather;

pub use event::Event;
pub use roster::{Porter, Roster};
pub use rules::Rules;
pub use state::State;
pub use title::NightPassTitle;
pub use view::View;

use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Turn};

/// The game: its rules and its roster.
#[derive(Debug, Clone)]
pub struct NightPass {
    rules: Rules,
    /// The porters, in the order of their keys.
    porters: Vec<Porter>,
    keys: Vec<String>,
}

/// A decision of a guide (rule N-2.3). Porters are given by their slots in the line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    March(u8),
    Guard(u8),
    Rest,
}

impl NightPass {
    /// Builds the game from rules and a roster that have been checked.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        NightPass {
            rules: rules.clone(),
            porters: roster.fighters.values().cloned().collect(),
            keys: roster.fighters.keys().cloned().collect(),
        }
    }

    /// Returns the printed values of the porter in this slot of the line-up.
    fn porter(&self, state: &State, place: u8) -> &Porter {
        &self.porters[usize::from(state.porter[usize::from(place)])]
    }
}

impl Game for NightPass {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    fn turn(&self, state: &State) -> Turn {
        match state.ending {
            Some(_) => Turn::Over,
            None => Turn::Decision(state.decider()),
        }
    }

    fn round(&self, state: &State) -> u16 {
        state.round
    }

    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        let group = || state::members(state.walking_of(state.decider()));
        options.extend(group().map(Choice::March));
        options.extend(group().map(Choice::Guard));
        options.push(Choice::Rest);
    }

    fn play<C: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        chance: &mut C,
        observer: &mut O,
    ) {
        self.decide(state, choice, chance, observer);
    }

    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}
