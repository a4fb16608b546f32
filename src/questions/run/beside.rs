//! The reference bot of a run of a cooperative game. The win rate of a run depends on the bot, so a
//! stronger bot replays the run's first games for comparison.

use serde::{Deserialize, Serialize};

use crate::scenario::{Scenario, load_bot};
use crate::session::Usage;
use crate::simulate::{Lot, Plan, Played};
use crate::words::suggest;

/// Value of the flag `--beside` that means that no reference bot plays.
pub const NONE: &str = "none";
/// Maximum time for the games of the reference bot, as a multiple of the time of the run.
const TIMES: u64 = 2;
/// Minimum number of games of a reference bot that plays by default; fewer games would not be
/// informative.
const FEWEST: u64 = 100;
/// Maximum number of games that the reference bot plays.
const MOST: u64 = 400;

/// A reference bot, i.e. a stronger bot that plays the first games of a run again in every seat.
pub struct Beside {
    /// The run's scenario, with the reference bot in every seat.
    pub scenario: Scenario,
    /// Number of games that the reference bot plays again.
    games: u64,
}

/// Results of the reference bot (a stronger bot) in the first games of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stronger {
    /// Name of the reference bot.
    pub strategy: String,
    /// Number of games that the reference bot played again.
    pub games: u64,
    /// Number of games that the reference bot won.
    pub wins: u64,
}

impl Beside {
    /// Chooses the reference bot for a run with `games` games: the bot named in `asked`, or else
    /// the strongest bot of the game. Its games take at most [`TIMES`] the time of the run. If
    /// `asked` is `None`, there is no reference bot in three cases: players are rivals, the run's
    /// own bots are as slow, or there is time for few games only.
    ///
    /// # Errors
    /// Fails if `asked` names a bot that the game does not have, or if the game is not cooperative.
    pub fn of(
        scenario: &Scenario,
        asked: Option<&str>,
        games: u64,
    ) -> Result<Option<Beside>, Usage> {
        let title = scenario.game();
        let cooperative = scenario.open().cast().cooperative;
        if asked == Some(NONE) || (asked.is_none() && !cooperative) {
            return Ok(None);
        }
        if !cooperative {
            return Err(Usage(format!(
                "--beside needs a cooperative game: in {} sides are rivals, so a bot that plays \
                 all of them always has the same win rate; gong skill compares levels of play",
                title.name()
            )));
        }
        let Some(name) = asked.or_else(|| title.levels().last().copied()) else {
            return Ok(None);
        };
        let theirs = played_by(scenario, name)?;
        let (own, cost) = (scenario.cost(), theirs.cost());
        let most = MOST.min(games);
        let share = (games.saturating_mul(TIMES * own) / cost).min(most);
        let beside = |games| Beside {
            scenario: theirs,
            games,
        };
        Ok(match asked {
            Some(_) => Some(beside(share.max(FEWEST).min(most))),
            None => (cost > own && share >= FEWEST).then(|| beside(share)),
        })
    }

    pub fn lot(&self) -> Lot {
        Lot::new(self.games, self.scenario.cost())
    }

    /// Returns a plan of the run's first games: as many games as the reference bot plays again.
    pub fn first_games(&self, run: &Plan) -> Plan {
        Plan::fixed(run.seed, self.games, run.threads)
    }

    /// Returns the results of the reference bot; `None` if not all of its games were played.
    pub fn won(&self, played: &Played) -> Option<Stronger> {
        let tally = &played.tally;
        // All entrants win together, so the wins at the first slot (position in the line-up) are
        // the games won.
        let first = (0..tally.entrants()).map(|entrant| tally.at_slot(entrant, 0).1);
        (!played.partial).then(|| Stronger {
            strategy: self.scenario.strategies.everybody.clone(),
            games: tally.games(),
            wins: first.sum(),
        })
    }
}

/// Returns the scenario with the named bot of its game in every seat.
fn played_by(scenario: &Scenario, name: &str) -> Result<Scenario, Usage> {
    let title = scenario.game();
    let known = title.bots().iter().map(|bot| bot.name);
    let bot = known
        .clone()
        .any(|bot| bot == name)
        .then(|| load_bot(title, name));
    match bot {
        Some(Ok(bot)) => Ok(scenario.played_by(name, &bot)),
        _ => Err(Usage(format!(
            "--beside {name}: {} ships no bot of this name{}; `{NONE}` is for no bot",
            title.name(),
            suggest(name, known),
        ))),
    }
}
