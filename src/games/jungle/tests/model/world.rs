//! What the model asks for: decisions, and chance in the order of J-8. The model plays a mission from its beginning to its end in one go;
//! who answers is the world outside.

use super::words::Seat;
use super::{Choice, Model, Question};

/// Who draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Game,
    Hero(Seat),
}

pub trait World {
    /// The index of one of the options, which are in the order of the page.
    fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize;

    /// One of so many, all equally likely.
    fn draw(&mut self, model: &Model, by: By, members: usize) -> usize;
}

/// The mission is over: nothing more happens, whatever was going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
/// What every step of a mission gives back.
pub type Step<T = ()> = Result<T, Over>;
