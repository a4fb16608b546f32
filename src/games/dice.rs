//! Dice as a parameter of the engine: production draws them from PCG, tests from a script.

/// The face of a six-sided die, 1 to 6.
pub type Face = u8;

/// Where an engine gets its dice.
pub trait Dice {
    /// A round begins; keyed dice start that round's streams.
    fn start_round(&mut self, round: u8);

    /// Rolls one die for a player (an index): the dice of different players are independent streams.
    fn roll(&mut self, player: usize) -> Face;
}
