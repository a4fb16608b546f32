//! Connects the game to the simulation: set-up (rule N-1), players and result.

use arrayvec::ArrayVec;
use gong::game::chance::{MAX_OWNERS, Pile};
use gong::game::story::{Pages, Role};
use gong::game::{Chance, MAX_PLAYERS};
use gong::simulate::{Seated, Staged};
use gong::stats::MAX_ENTRANTS;

use super::NightPass;
use super::state::{Ending, GUIDES, MOST_PORTERS, State, Weather};
use super::story::Story;

impl Staged for NightPass {
    type Teller<'a> = Story<'a>;

    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
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

    /// Returns one player per guide; each guide decides for its group.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        self.entrants(state).into_iter().take(GUIDES).collect()
    }

    /// Returns the owner of each stream of dice: every porter has its own.
    fn owners(&self, state: &State) -> ArrayVec<u8, MAX_OWNERS> {
        (0..state.porters).collect()
    }

    fn entrants(&self, state: &State) -> ArrayVec<(u8, u8), MAX_ENTRANTS> {
        (0..state.porters).zip(state.porter).collect()
    }

    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        [u8::from(state.ending == Some(Ending::Arrived)); MAX_ENTRANTS]
    }

    fn teller<'a>(&'a self, opening: &State, _: &[Role]) -> Story<'a> {
        Story { pass: self, opening: *opening, pages: Pages::default() }
    }
}
