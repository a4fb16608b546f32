//! The interface between arena games and the simulation of many games: set-up, recording, stories
//! and statistics.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;

use super::story::Story;
use super::{Arena, Chance, Sheet, State};
use crate::game::MAX_PLAYERS;
use crate::game::story::Role;
use crate::simulate::{Dealer, Seated, Staged};
use crate::stats::MAX_ENTRANTS;

impl Staged for Arena {
    type Teller<'a> = Story<'a>;

    #[inline]
    fn deal<C: Chance>(&self, seated: &[Seated], _: &mut C) -> State {
        Arena::deal(self, seated)
    }

    /// Returns one player for each fighter, even if one seat at the table controls several
    /// fighters.
    #[inline]
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let slots = state.slots();
        let fighters = slots.iter().zip(0..state.fighters());
        fighters.map(|(&slot, fighter)| (slot, state.sheet_of(fighter) as u8)).collect()
    }

    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        let standing = self.standing(state);
        let mut places = [0; MAX_ENTRANTS];
        let of_fighter = standing.place.iter().zip(state.slots());
        for (&place, slot) in of_fighter.take(state.fighters()) {
            places[usize::from(slot)] = place;
        }
        places
    }

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}

impl Arena {
    /// Returns the names of a fighter's cards for the statistics: key and effect, such as
    /// `3 powder-barrel`.
    pub(super) fn things(&self, fighter: usize) -> Vec<String> {
        let cards = &self.roster.fighters[&self.keys[fighter]].cards;
        self.sheets[fighter].keys.iter().map(|key| cards[key].thing(key)).collect()
    }

    /// Returns an upper bound of a fighter's score: all life points or trophies of the strongest
    /// possible line-up, plus the bonus for the centre.
    pub(super) fn max_score(&self, dealer: &Dealer) -> u16 {
        let slots = dealer.slots().len();
        let fighters: BTreeSet<&u8> = (0..slots).flat_map(|slot| dealer.may_play(slot)).collect();
        let sheets = || fighters.iter().map(|&&fighter| &self.sheets[usize::from(fighter)]);
        // Life points that an elimination restores can be taken again.
        let regain = sheets().map(Sheet::most_regained).max().unwrap_or(0);
        let each = u32::from(self.worth[0]) + u32::from(regain);
        let mut sizes: Vec<u32> = sheets().map(|sheet| u32::from(sheet.size) + each).collect();
        sizes.sort_unstable();
        let all: u32 = sizes.iter().rev().take(slots).sum();
        (all + u32::from(self.rules.centre_bonus)) as u16
    }
}
