//! Finds out whether a mission is lost, and ends missions (rule J-1).

use super::event::Event;
use super::mission::Mission;
use super::rules::Cleared;
use super::state::{End, Foe, MissionFailure, Phase, State};
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Returns the cause for which the mission is lost, or `None` if it is not lost (rule J-1.2).
    pub fn failure(&mut self) -> Option<MissionFailure> {
        let state = &mut *self.state;
        if state.in_play == 0 {
            let boss = state.fight.is_some_and(|fight| fight.foe == Foe::Boss);
            return Some(match (boss, state.last_was_out) {
                (true, _) => MissionFailure::Boss,
                (false, false) => MissionFailure::Death,
                (false, true) => MissionFailure::Time,
            });
        }
        if !state.look || state.fight.is_some() {
            return None;
        }
        state.look = false;
        let short = self.game.rules.cleared == Cleared::Quiet
            && to_be_had(state) < self.game.needed(state).into();
        short.then_some(MissionFailure::Hostages)
    }

    pub fn end(&mut self, end: End) {
        self.state.phase = Phase::Over;
        self.state.end = Some(end);
        self.see(Event::Over { outcome: end });
    }
}

/// Returns the number of hostages that heroes hold, that lie on tiles, or that can still be freed
/// (rule J-1.2).
fn to_be_had(state: &State) -> u16 {
    let tiles = (state.all_tiles() & !state.cleared).count_ones();
    state.held() + state.on_the_ground() + tiles as u16
}
