//! The interface between the game and the simulation: set-up, recording and stories of missions.

use arrayvec::ArrayVec;

use super::Jungle;
use super::state::{End, State};
use super::story::Story;
use crate::game::story::Role;
use crate::game::{Chance, MAX_PLAYERS};
use crate::simulate::{Seated, Staged};
use crate::stats::MAX_ENTRANTS;

impl Staged for Jungle {
    type Teller<'a> = Story<'a>;

    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
        Jungle::deal(self, seated, chance)
    }

    /// Returns one player for each hero, because each hero decides for itself.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let heroes = state.heroes.iter().take(state.players.into());
        let seats = (0..).zip(heroes);
        seats.map(|(seat, hero)| (seat, hero.fighter)).collect()
    }

    /// Returns the final place of each hero: 1 if the mission is won, else 0. Dead heroes win with
    /// the others (rule J-6.2).
    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        let won = state.end == Some(End::Won);
        let place = |slot| u8::from(won && slot < usize::from(state.players));
        std::array::from_fn(place)
    }

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}
