//! The end of a game: determines the winning side and the places of all fighters (rule A-8).

use super::{Arena, Event, FighterIndex, Fighters, MAX_FIGHTERS, Phase, State, Table, members};

/// The result of a game. Fighters are given as indices in the order of ascending size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalStanding {
    /// The winning side: one fighter, or all members of one team.
    pub winners: Fighters,
    /// The place of each fighter, from 1; members of a team share a place (rule ).
    pub place: [u8; MAX_FIGHTERS],
}

impl Arena {
    pub(super) fn finish<T: Table>(&self, state: &mut State, table: &mut T) {
        state.phase = Phase::Over;
        if T::WATCHED {
            table.tell(Event::Over { winners: self.standing(state).winners }, state);
        }
    }

    /// Returns the winner and the places by the current state of the game (rule A-8). They are
    /// final when the game is over.
    pub fn standing(&self, state: &State) -> FinalStanding {
        let mut place = [0; MAX_FIGHTERS];
        let mut winners = 0;
        let mut unplaced = state.everybody();
        let mut next = 1;
        while unplaced != 0 {
            let best = sides(state, unplaced)
                .max_by_key(|&side| self.merit(state, side))
                .expect("somebody is unplaced");
            for fighter in members(best) {
                place[usize::from(fighter)] = next;
            }
            if next == 1 {
                winners = best;
            }
            next += 1;
            unplaced &= !best;
        }
        FinalStanding { winners, place }
    }

    /// Returns a fighter's current score, including the bonus for standing in the centre (rule
    ///
    #[inline]
    pub fn score(&self, state: &State, fighter: usize) -> u16 {
        if self.rules.centre_bonus == 0 {
            return state.points[fighter];
        }
        let in_centre = state.at[usize::from(state.ring)] >> fighter & 1;
        state.points[fighter] + u16::from(in_centre) * u16::from(self.rules.centre_bonus)
    }

    /// Returns the sort key for ranking the sides; greater keys rank first. Sides with survivors
    /// rank by score, then trophies, then smallest survivor (rule ). They rank before sides
    /// without survivors, which rank by the elimination of their last member (rule ).
    fn merit(&self, state: &State, side: Fighters) -> (bool, u16, u32, i8) {
        let alive = side & state.alive;
        if alive == 0 {
            let last = members(side).map(|fighter| state.fell[usize::from(fighter)]).max();
            return (false, u16::from(last.unwrap_or(0)), 0, 0);
        }
        let score = members(side).map(|fighter| self.score(state, usize::from(fighter))).sum();
        let trophies =
            members(side).map(|fighter| state.trophies[usize::from(fighter)].count_ones()).sum();
        let smallest = alive.trailing_zeros() as FighterIndex;
        (true, score, trophies, -(smallest as i8))
    }
}

/// Iterates over the sides to which `fighters` belong. A fighter without a team is a side of its
/// own.
pub(super) fn sides(state: &State, fighters: Fighters) -> impl Iterator<Item = Fighters> {
    members(fighters)
        .map(|fighter| state.team[usize::from(fighter)])
        .scan(0, |seen: &mut Fighters, side| {
            let fresh = (*seen & side == 0).then_some(side);
            *seen |= side;
            Some(fresh)
        })
        .flatten()
}
