//! The end of the game (rule B-4): the winner and the places of all players.

use super::state::{OpenState, Phase, members};
use super::{Battle, BattleCards, Event};
use crate::game::{Chance, MAX_PLAYERS, Observer};

/// Final places of all players in a game, from 1. Players of one side share a place.
pub type Places = [u8; MAX_PLAYERS];

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Ends the game if only one side has living characters left (rule B-4.1).
    pub(super) fn look_for_end(&mut self) {
        let state = &*self.state;
        let first = state.playing().next().unwrap_or_default();
        if state.playing().all(|player| state.are_mates(first, player)) {
            self.end(false);
        }
    }

    pub(super) fn end(&mut self, capped: bool) {
        self.state.phase = Phase::Over;
        self.see(Event::Over { capped });
    }
}

impl BattleCards {
    /// Returns the total life of all characters in the team of `player`.
    pub(super) fn life_of(&self, state: &OpenState, player: usize) -> u32 {
        let of = |character| u32::from(state.life[usize::from(character)]);
        members(state.team[player]).map(of).sum()
    }

    /// Returns the places that all players would have if the game ended in this state (rule B-4.3).
    pub fn standing(&self, state: &OpenState) -> Places {
        let mut places = [0; MAX_PLAYERS];
        let players = 0..usize::from(state.players);
        let mut next = 1;
        loop {
            let unplaced = players.clone().filter(|&player| places[player] == 0);
            let Some(best) = unplaced.max_by_key(|&player| self.merit(state, player)) else {
                return places;
            };
            state.side_of(best).for_each(|player| places[player] = next);
            next += 1;
        }
    }

    /// Returns the sort key by which the sides of players are ranked; the largest key ranks first.
    /// Sides that still play rank by rule B-4.2. The other sides rank by the time at which their
    /// last player was eliminated.
    fn merit(&self, state: &OpenState, player: usize) -> (bool, u32, u32, usize) {
        let playing = || state.side_of(player).filter(|&mate| state.fell[mate] == 0);
        let Some(last) = playing().max() else {
            let fall = state.side_of(player).map(|mate| state.fell[mate]).max();
            return (false, u32::from(fall.unwrap_or(0)), 0, 0);
        };
        let life = playing().map(|mate| self.life_of(state, mate)).sum();
        let characters = playing().map(|mate| state.team[mate].count_ones()).sum();
        (true, life, characters, last)
    }
}
