//! The information that a guide has: everything except the face-down card, which only the scout
//! knows (rule N-2.2).

use super::NightPass;
use super::state::{State, Weather};

/// The game as the deciding guide sees it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pub pass: &'a NightPass,
    /// The state without secrets. An unseen card is put back into the pile, because it might be any
    /// card of the pile.
    pub state: State,
    /// The face-down card, if the guide has looked at it.
    pub weather: Option<Weather>,
}

impl<'a> View<'a> {
    pub fn new(pass: &'a NightPass, state: &State) -> Self {
        let mut state = *state;
        let weather = (state.decider() == state.scout()).then_some(state.weather);
        if weather.is_none() {
            state.pile.add(state.weather as usize);
            state.weather = Weather::Calm;
        }
        View { pass, state, weather }
    }

    /// Returns the deciding guide.
    pub fn me(&self) -> usize {
        self.state.decider()
    }

    /// Returns the number of steps that are still necessary, at least 1.
    pub fn steps_left(&self) -> u16 {
        self.pass.rules.distance - self.state.steps
    }

    /// Returns the probability of a kind of weather, given the guide's knowledge.
    pub fn odds(&self, weather: Weather) -> f32 {
        let pile = self.state.pile;
        match self.weather {
            Some(seen) => f32::from(u8::from(seen == weather)),
            None => f32::from(pile.count(weather as usize)) / pile.len() as f32,
        }
    }
}
