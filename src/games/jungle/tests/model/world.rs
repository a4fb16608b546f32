//! The interface through which the model gets its decisions and its random draws. The model plays a
//! whole mission in one call and calls this interface. The draws come in the order of rule J-8.

use super::words::Seat;
use super::{Choice, Model, Question};

/// The owner of a random draw: the game or a hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Game,
    Hero(Seat),
}

pub trait World {
    /// Returns the index of the chosen option. The options are in the order of the rules page.
    fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize;

    /// Returns one of the numbers from 0 to `members - 1`, all with equal probability.
    fn draw(&mut self, model: &Model, by: By, members: usize) -> usize;
}

/// Returned by a step after which the mission is over, so that no further step is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
/// The result of every step of a mission: a value, or `Over`.
pub type Step<T = ()> = Result<T, Over>;
