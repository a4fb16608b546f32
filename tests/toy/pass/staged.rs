//! Connects the game to the simulation: set-up, recording and narration.

use arrayvec::ArrayVec;
use gong::game::chance::MAX_OWNERS;
use gong::game::story::Role;
use gong::game::{Chance, MAX_PLAYERS};
use gong::simulate::{Seated, Staged};
use gong::stats::MAX_ENTRANTS;

use super::NightPass;
use super::state::{Ending, GUIDES, State};
use super::story::Story;

impl Staged for NightPass {
    type Teller<'a> = Story<'a>;

    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
        self.set_out(seated, chance)
    }

    /// Returns one player per guide; each guide decides for its group.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let first = (0..GUIDES).map(|guide| state.first_of(guide));
        first.map(|slot| (slot, state.porter[usize::from(slot)])).collect()
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

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}
