//! The number of decisions in a game. Commands estimate the duration of their games from this
//! number, and choose their default numbers of games accordingly.

use crate::scenario::Scenario;

/// Number of games that are played to count the decisions in a game.
const GAMES: u64 = 40;
/// Random seed of these games.
const SEED: u64 = 1;

/// Returns the mean number of decisions with two or more options in a game of this scenario, at
/// least 1. The scenario's bots play a few games of a fixed seed, so the number is the same on
/// every machine. Games in which a bot fails are left out.
pub fn decisions(of: &Scenario) -> u64 {
    let simulation = of.open();
    let mut worker = simulation.worker();
    let (mut decisions, mut games) = (0, 0);
    for game in 0..GAMES {
        let mut counted = 0;
        let played = worker.listen(SEED, game, &mut |_| {
            counted += 1;
            None
        });
        if played.is_ok() {
            decisions += counted;
            games += 1;
        }
    }
    (decisions / games.max(1)).max(1)
}
