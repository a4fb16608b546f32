//! What a tree search needs: samples of the face-down card, and the value of a position.

use gong::game::MAX_PLAYERS;
use gong::game::chance::OneStream;
use gong::game::searchable::{Outcome, Outcomes, Root, Searchable, mix};
use rand::Rng;

use super::fields::share;
use super::state::{Ending, State};
use super::{NightPass, View};

impl Searchable for NightPass {
    /// Returns a copy of the state in which the face-down card is drawn from the cards that it may
    /// be.
    fn determinize(&self, view: View<'_>, luck: &mut impl Rng) -> State {
        let mut state = view.state;
        if view.weather.is_none() {
            self.draw_weather(&mut state, &mut OneStream(luck));
        }
        state
    }

    fn root(&self, view: View<'_>) -> Root {
        self.root_of(&view.state, view.me())
    }

    /// Returns a hash of what the guide observes: the round, the other guide's decision, and for
    /// the scout also the weather. Warmth and steps are left out, because they depend on dice.
    fn observation(&self, state: &State, player: usize) -> u64 {
        let weather = if state.scout() == player { 1 + state.weather as u64 } else { 0 };
        let decided = state.decided[1 - player].map_or(0, |choice| {
            1 + choice.kind() as u64 + 3 * u64::from(choice.porter().unwrap_or(0))
        });
        mix(mix(state.round.into(), weather), decided)
    }

    /// Returns the outcome, which is the same for all players. Before the end of the game, the
    /// value grows with the distance covered and with the time left.
    fn outcomes(&self, state: &State) -> Outcomes {
        let gone = share(state.steps.min(self.rules.distance), self.rules.distance);
        let win = match state.ending {
            Some(ending) => f32::from(u8::from(ending == Ending::Arrived)),
            None => (0.5 + gone - share(state.round, self.rules.rounds)).clamp(0.0, 1.0),
        };
        [Outcome { win, placement: win, score: gone }; MAX_PLAYERS]
    }
}
