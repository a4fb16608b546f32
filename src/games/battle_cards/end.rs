//! The end, B-4: who has won, and how the others are placed.

use super::state::{Phase, Players, State, members};
use super::{BattleCards, Event};
use crate::game::{MAX_PLAYERS, Observer};

/// By player: its place, from 1; players of a side share it.
pub type Places = [u8; MAX_PLAYERS];

impl BattleCards {
    pub(super) fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Over
    }

    /// B-4.1: is only one side left?
    pub(super) fn look_for_end(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let playing = state
            .playing()
            .fold(0, |set: Players, player| set | 1 << player);
        let first = playing.trailing_zeros() as usize;
        if playing & !state.side[first] == 0 {
            self.end(state, false, observer);
        }
    }

    pub(super) fn end(&self, state: &mut State, capped: bool, observer: &mut impl Observer<Event>) {
        state.phase = Phase::Over;
        observer.see(Event::Over { capped });
    }

    /// All life that a player's team has.
    pub(super) fn life_of(&self, state: &State, player: usize) -> u32 {
        let of = |character| u32::from(state.life[usize::from(character)]);
        members(state.team[player]).map(of).sum()
    }

    /// B-4.3, as the game stands.
    pub fn standing(&self, state: &State) -> Places {
        let mut places = [0; MAX_PLAYERS];
        let players = 0..usize::from(state.players);
        let mut next = 1;
        loop {
            let unplaced = players.clone().filter(|&player| places[player] == 0);
            let Some(best) = unplaced.max_by_key(|&player| self.merit(state, player)) else {
                return places;
            };
            for player in players.clone() {
                if state.are_mates(best, player) {
                    places[player] = next;
                }
            }
            next += 1;
        }
    }

    /// What places a player's side, the greater first: B-4.2 of who plays, else the fall of its last player.
    fn merit(&self, state: &State, player: usize) -> (bool, u32, u32, usize) {
        let side = || (0..usize::from(state.players)).filter(|&mate| state.are_mates(player, mate));
        let playing = || side().filter(|&mate| state.fell[mate] == 0);
        let Some(last) = playing().max() else {
            let fall = side().map(|mate| state.fell[mate]).max();
            return (false, u32::from(fall.unwrap_or(0)), 0, 0);
        };
        let life = playing().map(|mate| self.life_of(state, mate)).sum();
        let characters = playing().map(|mate| state.team[mate].count_ones()).sum();
        (true, life, characters, last)
    }
}
