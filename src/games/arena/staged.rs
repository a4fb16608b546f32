//! The interface between arena games and the simulation of many games: set-up, recording, stories
//! and statistics.

use arrayvec::ArrayVec;

use super::Arena;
use super::cards::Sheet;
use super::rules::Scoring;
use super::state::State;
use super::story::Story;
use crate::game::story::Role;
use crate::game::{Chance, MAX_PLAYERS};
use crate::simulate::Seated;
use crate::simulate::{Dealer, Name, Staged};
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
    /// Returns the names that the statistics use: the key of each fighter, and for each of its
    /// cards the key and effect, such as `3 powder-barrel`.
    pub(super) fn entrant_names(&self) -> Vec<Name> {
        let of_sheet = |(sheet, (key, fighter)): (&Sheet, (&String, &super::Fighter))| {
            let card = |key: &String| fighter.cards[key].thing(key);
            Name {
                key: key.clone(),
                name: fighter.name.clone(),
                things: sheet.keys.iter().map(card).collect(),
            }
        };
        self.sheets.iter().zip(&self.roster.fighters).map(of_sheet).collect()
    }

    /// Returns an upper bound of a fighter's score: all life points or trophies of the strongest
    /// possible line-up, plus the bonus for the centre.
    pub(super) fn max_score(&self, dealer: &Dealer) -> u16 {
        let slots = dealer.slots().len();
        let mut fighters: Vec<u8> =
            (0..slots).flat_map(|slot| dealer.may_play(slot)).copied().collect();
        fighters.sort_unstable();
        fighters.dedup();
        let sheets = || fighters.iter().map(|&fighter| &self.sheets[usize::from(fighter)]);
        let first = match self.rules.scoring {
            Scoring::Popularity => u32::from(self.rules.first_wound),
            Scoring::Trophies => 0,
        };
        // Life points that an elimination restores can be taken again.
        let regain = sheets().map(Sheet::most_regained).max().unwrap_or(0);
        let each = first + u32::from(regain);
        let mut sizes: Vec<u32> = sheets().map(|sheet| u32::from(sheet.size) + each).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let all: u32 = sizes.iter().take(slots).sum();
        (all + u32::from(self.rules.centre_bonus)) as u16
    }
}
