//! The numbers of games of a tuning that fit into a processor time.

use crate::questions::reference::SEARCH_TIME;

/// Default number of games in which a promising single edit is measured, with fast bots (flag
/// `--games`).
pub const GAMES: u64 = 12_000;

/// Maximum expected processor time with the default number of games, in microseconds: three minutes
/// on two cores, less the games of the reference player and a margin for games that the forecast
/// misses.
pub const TIME: u64 = 220_000_000;

/// Returns the processor time of the reference player's games in microseconds. The time is longer
/// than the default time if `games` is more than the default number `usual`.
pub fn reference_time(games: u64, usual: u64) -> u64 {
    let most = u128::from(SEARCH_TIME) * u128::from(games.max(usual)) / u128::from(usual.max(1));
    u64::try_from(most).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::Tune;
    use super::*;
    use crate::questions::Question;

    #[test]
    fn help_states_the_default_number_of_games() {
        assert_eq!(Tune::TAKES.numbers().first(), Some(&GAMES));
    }
}
