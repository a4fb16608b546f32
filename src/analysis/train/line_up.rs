//! Who sits where in a game of a training: each side is one bot's.

use arrayvec::ArrayVec;

use crate::games::{Contender, Seated};
use crate::stats::MAX_ENTRANTS;

/// How many sides a game has.
pub fn sides(seated: &[Seated]) -> u8 {
    seated.iter().map(|at| at.team + 1).max().unwrap_or(0)
}

/// The line-up in which each side is played by the bot that `of_side` says.
pub fn line_up(
    seated: &[Seated],
    of_side: impl Fn(u8) -> usize,
) -> ArrayVec<Contender, MAX_ENTRANTS> {
    let contender = |&seated: &Seated| Contender {
        seated,
        bot: of_side(seated.team),
    };
    seated.iter().map(contender).collect()
}

/// Has this side won? `places` are those of the line-up's slots.
pub fn has_won(line_up: &[Contender], places: &[u8], side: u8) -> bool {
    let mut of_side = (line_up.iter().zip(places)).filter(|(at, _)| at.seated.team == side);
    of_side.any(|(_, place)| *place == 1)
}
