//! Line-ups of games in which each side is played by one bot.

use arrayvec::ArrayVec;

use crate::simulate::{Contender, Seated};
use crate::stats::MAX_ENTRANTS;

/// Returns the number of sides of a game.
pub fn sides(seated: &[Seated]) -> u8 {
    seated.iter().map(|at| at.team + 1).max().unwrap_or(0)
}

/// Creates the line-up of a game in which `of_side(side)` is the bot that plays this side.
pub fn line_up(
    seated: &[Seated],
    of_side: impl Fn(u8) -> usize,
) -> ArrayVec<Contender, MAX_ENTRANTS> {
    let contender = |&seated: &Seated| Contender { seated, bot: of_side(seated.team) };
    seated.iter().map(contender).collect()
}

/// Returns whether a side has won the game; `places` are the final places of the line-up's
/// entrants.
pub fn has_won(line_up: &[Contender], places: &[u8], side: u8) -> bool {
    let mut of_side = (line_up.iter().zip(places)).filter(|(at, _)| at.seated.team == side);
    of_side.any(|(_, place)| *place == 1)
}
