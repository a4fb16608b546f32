//! The end of the game (rule N-4).

use super::NightPass;
use super::state::{Ending, State};

impl NightPass {
    /// Returns the ending of the game if the game ends after this round (rules N-4.2 and N-4.3).
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
