//! The bot beside a run of a cooperative game: how often a run is won depends on who plays, so a
//! stronger bot plays some of the same games.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::scenario::{Scenario, load_bot};
use crate::session::Usage;
use crate::session::job::Bar;
use crate::simulate::{self, Lot, Plan, Played, Stretch};
use crate::stats::Tally;
use crate::words::suggest;

/// Value of `--beside` for no bot.
pub const NONE: &str = "none";
/// Maximum time, as a multiple of the run's.
const TIMES: u64 = 2;
/// With fewer games the default is no bot, because the result would say little.
const FEWEST: u64 = 100;
const MOST: u64 = 400;

/// A bot that plays the first games of a run, in every seat.
pub struct Beside {
    /// The run's scenario, with the bot in every seat.
    pub scenario: Scenario,
    games: u64,
}

/// What a stronger bot wins of the first games of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stronger {
    /// Name of the bot.
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
}

impl Beside {
    /// The bot beside a run of so many games: the one that is asked for, or else the strongest
    /// level of the game, for up to [`TIMES`] the time of the run. `None` by default if sides are rivals,
    /// if the run's own bots are as slow, or if there is time for few games only.
    ///
    /// # Errors
    /// If the game does not ship the bot that is asked for, or is not cooperative.
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
                "--beside: in {} sides are rivals, and a bot that plays all of them wins as much as it loses; gong skill shows for whom a balance holds",
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

    /// The counters before the first game.
    pub fn nothing(&self) -> Tally {
        let simulation = self.scenario.open();
        Tally::new(simulation.cast(), simulation.measures())
    }

    /// Plays a stretch of the games.
    ///
    /// # Errors
    /// If threads cannot be started, or the bot fails.
    pub fn play(
        &self,
        plan: &Plan,
        stop: &AtomicBool,
        mut bar: &Bar,
        stretch: Stretch<'_, Tally>,
    ) -> anyhow::Result<Played> {
        let plan = Plan::fixed(plan.seed, self.games, plan.threads);
        simulate::run_stretch(&self.scenario.open(), &plan, stop, &mut bar, stretch)
    }

    /// The wins, if all games were played.
    pub fn won(&self, played: &Played) -> Option<Stronger> {
        let tally = &played.tally;
        // All entrants win together: the entrants of the first slot have won every game won.
        let first = (0..tally.entrants()).map(|entrant| tally.at_slot(entrant, 0).1);
        (!played.partial).then(|| Stronger {
            strategy: self.scenario.strategies.everybody.clone(),
            games: tally.games(),
            wins: first.sum(),
        })
    }
}

/// A scenario with a shipped bot of its game in every seat.
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
