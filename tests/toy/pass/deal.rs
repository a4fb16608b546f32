//! The set-up (rule N-1), and the drawing of the weather (rule N-2.1).

use gong::game::Chance;
use gong::game::chance::{Owner, Pile};
use gong::simulate::Seated;

use super::state::{GUIDES, MOST_PORTERS, State, Weather};
use super::{NightPass, Rules};

impl NightPass {
    /// Creates the state of a game before its first decision (rule N-1).
    pub fn set_out(&self, seated: &[Seated], chance: &mut impl Chance) -> State {
        let mut state = State {
            round: 1,
            steps: 0,
            porters: seated.len() as u8,
            porter: [0; MOST_PORTERS],
            warmth: [0; MOST_PORTERS],
            decided: [None; GUIDES],
            pile: Pile::EMPTY,
            weather: Weather::Calm,
            ending: None,
        };
        for (place, porter) in seated.iter().enumerate() {
            state.porter[place] = porter.fighter;
            state.warmth[place] = self.porters[usize::from(porter.fighter)].warmth;
        }
        self.draw_weather(&mut state, chance);
        state
    }

    /// Lays a random weather card face down (rule N-2.1).
    pub(super) fn draw_weather(&self, state: &mut State, chance: &mut impl Chance) {
        if state.pile.is_empty() {
            state.pile = self.rules.pile();
        }
        let card = chance.draw(Owner::Game, &mut state.pile);
        state.weather = Weather::ALL[card.expect("checked rules have weather")];
    }
}

impl Rules {
    /// Returns the pile with all weather cards (rule N-1.2).
    pub fn pile(&self) -> Pile<{ Weather::ALL.len() }> {
        Pile::new([self.calm, self.wind, self.snow, self.wolves])
    }
}
