//! The interface through which the model gets decisions and random draws, the draws in the order of
//! rule J-8. The model plays a whole mission in one call; the implementor of the interface answers.

use super::words::Seat;
use super::{Choice, Model, Question};

/// The owner of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Game,
    Hero(Seat),
}

pub trait World {
    /// Returns the index of one of the options, which are in the order of the page.
    fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize;

    /// Returns one of `members` indices, all equally likely.
    fn draw(&mut self, model: &Model, by: By, members: usize) -> usize;
}

/// Signals that the mission is over, so that no further step is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
/// The result of every step of a mission.
pub type Step<T = ()> = Result<T, Over>;
