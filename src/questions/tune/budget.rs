//! The numbers of games of a tuning that fit into a processor time.

use crate::questions::reference::SEARCH_TIME;
use crate::session::playing::rounded;

/// Default number of games in which a promising single edit is measured, with fast bots (flag
/// `--games`).
pub const GAMES: u64 = 12_000;

/// Maximum expected processor time with the default number of games, in microseconds: three minutes
/// on two cores, less the games of the reference player and a margin for games that the forecast
/// misses.
pub const TIME: u64 = 220_000_000;

/// Expected processor time with the number of games that a report suggests if no set of edits is
/// certified, in microseconds: ten minutes on two cores, less the games of the reference player and
/// a margin.
const TIME_TO_CERTIFY: u64 = 700_000_000;

/// Returns the processor time of the reference player's games in microseconds. The time is longer
/// than the default time if `games` is more than the default number `usual`.
pub fn reference_time(games: u64, usual: u64) -> u64 {
    let most = u128::from(SEARCH_TIME) * u128::from(games.max(usual)) / u128::from(usual.max(1));
    u64::try_from(most).unwrap_or(u64::MAX)
}

/// A larger number of games (`--games`), which may certify a set of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoreGames {
    /// Number of games of the plan.
    pub now: u64,
    pub games: u64,
    /// Expected duration on two cores.
    pub minutes: u64,
}

impl MoreGames {
    /// Returns the flag for a number of games.
    pub fn flag(self, games: u64) -> String {
        format!("--games {games}")
    }

    /// Suggests the number of games that takes ten minutes. The number is at most the default
    /// number of fast bots, but at least twice `now`, the number of games of the plan. `expected`
    /// is the processor time of the plan's games in microseconds.
    pub fn new(now: u64, expected: u64) -> MoreGames {
        let of_game = expected as f64 / now.max(1) as f64;
        let in_time = (TIME_TO_CERTIFY as f64 / of_game.max(1.0)) as u64;
        let games = rounded(in_time.min(GAMES).max(2 * now));
        let of_limit = games as f64 * of_game / TIME_TO_CERTIFY as f64;
        MoreGames { now, games, minutes: (10.0 * of_limit).ceil() as u64 }
    }
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
