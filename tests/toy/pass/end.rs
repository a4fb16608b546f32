//! How a game ends, N-4.

use super::NightPass;
use super::state::{Ending, State};

impl NightPass {
    /// N-4.2, N-4.3: how the game ends with this round, if it does.
    pub(super) fn ending(&self, state: &State) -> Option<Ending> {
        if state.walking().count_ones() < u32::from(self.rules.needed) {
            Some(Ending::TurnedBack)
        } else if state.round >= self.rules.rounds {
            Some(Ending::NightOver)
        } else {
            None
        }
    }
}
