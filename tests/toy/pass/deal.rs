//! Set-up, N-1, and the drawing of the weather, N-2.1.

use gong::game::Chance;
use gong::game::chance::{Owner, Pile};
use gong::simulate::Seated;

use super::state::{GUIDES, MOST_PORTERS, State, Weather};
use super::{NightPass, Rules};

impl NightPass {
    /// N-1: a game before its first decision.
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

    /// N-2.1: lays a weather card face down.
    pub(super) fn draw_weather(&self, state: &mut State, chance: &mut impl Chance) {
        if state.pile.is_empty() {
            state.pile = self.rules.pile();
        }
        let card = chance.draw(Owner::Game, &mut state.pile);
        state.weather = Weather::ALL[card.expect("checked rules have weather")];
    }
}

impl Rules {
    /// N-1.2: all weather cards.
    pub fn pile(&self) -> Pile<{ Weather::ALL.len() }> {
        Pile::new([self.calm, self.wind, self.snow, self.wolves])
    }
}
