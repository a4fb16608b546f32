//! Listening to a game: passes each decision to a callback while the game is played. The callback
//! can replace the bot's choice.

use super::game_loop::{Decided, Referee};
use crate::game::{MAX_PLAYERS, Searchable};

/// A player's decision between two or more options, as passed to a callback before it is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// Round in which the decision is made; 0 before the first round.
    pub round: u16,
    /// Number of the seat at the table whose player decides, from 1.
    pub seat: u8,
    /// Number of options in the decision, at least 2.
    pub options: usize,
    /// Index of the option that the bot chose, from 0.
    pub chosen: usize,
    /// The bot's estimate, 0 to 1, that its side wins with this option; `None` if the bot gives no
    /// estimates.
    pub estimate: Option<f32>,
    /// Seats at the table whose side can no longer win, as a bit set: bit 0 is seat 1.
    pub lost: u8,
}

/// A callback that receives each decision of a game. It returns the index of the option to play
/// instead, or `None` to keep the bot's choice.
pub type Ear<'a> = dyn FnMut(Heard) -> Option<usize> + 'a;

/// Passes each decision of a game to a callback ([`Ear`]) before it is played. Allocates nothing.
pub(super) struct Listening<'a> {
    /// Number of the seat at the table of each player, from 1.
    pub seats: &'a [u8],
    pub ear: &'a mut Ear<'a>,
}

impl<G: Searchable> Referee<G> for Listening<'_> {
    fn decide(&mut self, game: &G, state: &G::State, decided: &Decided<'_, G>) -> usize {
        let outcomes = game.outcomes(state);
        let seats = self.seats.iter().zip(outcomes);
        let heard = Heard {
            round: decided.round,
            seat: self.seats[decided.player],
            options: decided.options.len(),
            chosen: decided.chosen,
            estimate: decided.bot.estimate(decided.options, decided.chosen),
            lost: seats.fold(0, |lost, (seat, outcome)| {
                lost | u8::from(outcome.score <= 0.0) << (seat - 1)
            }),
        };
        (self.ear)(heard).unwrap_or(decided.chosen)
    }
}

const _: () = assert!(MAX_PLAYERS <= 8, "a bit for each seat");
