//! Night Pass: two guides bring up to twelve porters over a mountain in one night, or all fail.
//!
//! `night` has the rules (`RULES.md`), `state` and `event` their data. The other files implement
//! the interfaces of the library: `view` what a guide may know, `features`, `fields` and
//! `search` what bots use, `staged` and `recorder` set-up and measures, `story` the narration,
//! `title` the facts and the files.

mod event;
mod features;
mod fields;
mod night;
mod recorder;
mod search;
mod staged;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod title;
mod view;

use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Turn, members};

use event::Event;
use state::State;
pub use title::NIGHT_PASS;
use title::{Porter, Roster, Rules};
use view::View;

/// The game: its rules and its roster.
#[derive(Debug, Clone)]
pub struct NightPass {
    rules: Rules,
    /// The porters, in the order of their keys.
    porters: Vec<Porter>,
    keys: Vec<String>,
}

gong::options! {
    /// A decision of a guide (rule N-2.3). Porters are given by their slots in the line-up.
    Choice {
        March(u8),
        Guard(u8),
        Rest,
    }
}

impl Choice {
    pub fn porter(self) -> Option<u8> {
        match self {
            Choice::March(porter) | Choice::Guard(porter) => Some(porter),
            Choice::Rest => None,
        }
    }
}

impl NightPass {
    /// Builds the game from rules and a roster that have been checked.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        let porters = roster.fighters.values().cloned().collect();
        NightPass { rules: rules.clone(), porters, keys: roster.fighters.keys().cloned().collect() }
    }

    /// Returns the printed values of the porter in this slot of the line-up.
    fn porter(&self, state: &State, place: u8) -> &Porter {
        &self.porters[state.porter_index(place)]
    }
}

impl Game for NightPass {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    fn turn(&self, state: &State) -> Turn {
        state.ending.map_or(Turn::Decision(state.decider()), |_| Turn::Over)
    }

    fn round(&self, state: &State) -> u16 {
        state.round
    }

    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        let group = members(state.walking_of(state.decider()));
        options.extend(group.clone().map(Choice::March));
        options.extend(group.map(Choice::Guard));
        options.push(Choice::Rest);
    }

    fn play<C: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        chance: &mut C,
        observer: &mut O,
    ) {
        night::Night { pass: self, state, chance, observer }.decide(choice);
    }

    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}
