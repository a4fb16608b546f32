//! Checks the changes of win rates with the reference player: does it confirm them?

use super::facts::FighterChange;
use crate::questions::confirmation::Confirmation;

impl FighterChange {
    /// Returns what the reference player says about the change of the fighter's win rate; `None`
    /// without a reference player, or if the change is not significant.
    pub fn check(&self) -> Option<Confirmation> {
        let theirs = self.reference.as_ref()?;
        let own = &self.wins;
        if !own.sure() {
            return None;
        }
        let Some(((low, high), half)) = theirs.ends().zip(own.half_width()) else {
            return Some(Confirmation::Undecided);
        };
        Some(Confirmation::of(
            (own.by(), half),
            (theirs.by(), theirs.half_width().unwrap_or(1.0)),
            low > 0.0 || high < 0.0,
        ))
    }

    /// Returns whether the win rate changes significantly with the reference player only.
    pub fn only_reference(&self) -> bool {
        let theirs = self.reference.as_ref();
        !self.wins.sure() && theirs.is_some_and(|theirs| theirs.sure())
    }
}
