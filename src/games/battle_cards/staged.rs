//! The interface between the game and the simulation: set-up, recording and stories of games.

use arrayvec::ArrayVec;

use super::story::Story;
use super::{BattleCards, State};
use crate::game::story::Role;
use crate::game::{Chance, MAX_PLAYERS};
use crate::simulate::{Seated, Staged};
use crate::stats::MAX_ENTRANTS;

impl Staged for BattleCards {
    type Teller<'a> = Story<'a>;

    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
        BattleCards::deal(self, seated, chance)
    }

    /// Returns the players of a game, one for each seat at the table, because a seat decides for
    /// its whole team.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let slots = state.first_slot.iter().take(state.players.into());
        slots.map(|&slot| (slot, state.dealt[usize::from(slot)])).collect()
    }

    fn entrants(&self, state: &State) -> ArrayVec<(u8, u8), MAX_ENTRANTS> {
        (0..state.slots).zip(state.dealt).collect()
    }

    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        let places = self.standing(state);
        let mut of_slot = [0; MAX_ENTRANTS];
        for (place, slot) in of_slot.iter_mut().zip(0..state.slots) {
            *place = places[state.owner_of_slot(slot)];
        }
        of_slot
    }

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}
