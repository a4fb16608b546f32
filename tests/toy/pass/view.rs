//! The information that a guide has: everything except the face-down card, which only the scout
//! knows (rule N-2.2).

use super::state::{Places, State, Weather};
use super::{Choice, NightPass, Porter, Rules};

/// The game as the deciding guide sees it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pass: &'a NightPass,
    state: &'a State,
}

impl<'a> View<'a> {
    pub(super) fn new(pass: &'a NightPass, state: &'a State) -> Self {
        View { pass, state }
    }

    pub fn rules(self) -> &'a Rules {
        &self.pass.rules
    }

    /// Returns the deciding guide.
    pub fn me(self) -> usize {
        self.state.decider()
    }

    pub fn scout(self) -> usize {
        self.state.scout()
    }

    pub fn round(self) -> u16 {
        self.state.round
    }

    pub fn steps(self) -> u16 {
        self.state.steps
    }

    /// Returns the number of steps that are still necessary, at least 1.
    pub fn steps_left(self) -> u16 {
        self.pass.rules.distance - self.state.steps
    }

    pub fn walking_of(self, guide: usize) -> Places {
        self.state.walking_of(guide)
    }

    /// Returns the decision of a guide in this round.
    pub fn decided(self, guide: usize) -> Option<Choice> {
        self.state.decided[guide]
    }

    pub fn warmth(self, porter: u8) -> u8 {
        self.state.warmth[usize::from(porter)]
    }

    /// Returns the porter in a slot of the line-up, as an index into the roster.
    pub fn porter_index(self, porter: u8) -> usize {
        self.state.porter[usize::from(porter)].into()
    }

    /// Returns the printed values of a porter's card.
    pub fn porter(self, porter: u8) -> &'a Porter {
        self.pass.porter(self.state, porter)
    }

    /// Returns the face-down card, if the guide has looked at it.
    pub fn weather(self) -> Option<Weather> {
        (self.me() == self.scout()).then_some(self.state.weather)
    }

    /// Returns the probability of a kind of weather, given the guide's knowledge.
    pub fn odds(self, weather: Weather) -> f32 {
        match self.weather() {
            Some(seen) => f32::from(u8::from(seen == weather)),
            None => {
                let pile = self.without_secrets().pile;
                f32::from(pile.count(weather as usize)) / pile.len() as f32
            }
        }
    }

    /// Returns the state with an unseen card put back into the pile, because it might be any card
    /// of the pile.
    pub(super) fn without_secrets(self) -> State {
        let mut state = *self.state;
        if self.weather().is_none() {
            state.pile.add(state.weather as usize);
            state.weather = Weather::Calm;
        }
        state
    }
}
