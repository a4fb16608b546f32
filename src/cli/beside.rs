//! Who plays beside a run of a game that all win or lose together: how hard it is hangs on who plays it, so a stronger bot plays some of the same games.

use std::sync::atomic::AtomicBool;

use crate::report::BesideNote;
use crate::scenario::{Scenario, load_bot};
use crate::session::Usage;
use crate::session::job::Bar;
use crate::simulate::{self, Lot, Plan, Played, Stretch};
use crate::stats::Tally;
use crate::words::suggest;

/// Of `--beside`: nobody.
pub const NOBODY: &str = "none";
/// So many times as long as the run itself it may take, about.
const TIMES: u64 = 2;
/// With fewer games nobody plays beside a run unless the user asks for it: they say little.
const FEWEST: u64 = 100;
const MOST: u64 = 400;

/// A bot that plays the first games of a run, in every seat.
pub struct Beside {
    /// The run's scenario in its hands.
    pub scenario: Scenario,
    pub games: u64,
}

impl Beside {
    /// Who plays beside a run of so many games of a scenario: who is asked for, or else the strongest level of the game, for up to [`TIMES`] the time of the run; nobody
    /// if sides are rivals, if the bots of the run take as long themselves, or if there is time for a few games only.
    ///
    /// # Errors
    /// If the bot that is asked for is none of the game's, or has nothing to show.
    pub fn of(
        scenario: &Scenario,
        asked: Option<&str>,
        games: u64,
    ) -> Result<Option<Beside>, Usage> {
        let title = scenario.game();
        let cooperative = scenario.open().cast().cooperative;
        if asked == Some(NOBODY) || (asked.is_none() && !cooperative) {
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

    /// The same as a run's manifest notes it.
    ///
    /// # Errors
    /// If there is no such bot.
    pub fn again(scenario: &Scenario, note: &BesideNote) -> Result<Beside, Usage> {
        Ok(Beside {
            scenario: played_by(scenario, &note.strategy)?,
            games: note.games,
        })
    }

    pub fn note(&self) -> BesideNote {
        BesideNote {
            strategy: self.scenario.strategies.everybody.clone(),
            games: self.games,
        }
    }

    pub fn lot(&self) -> Lot {
        Lot::new(self.games, self.scenario.cost())
    }

    /// Nothing played yet.
    pub fn nothing(&self) -> Tally {
        let simulation = self.scenario.open();
        Tally::new(simulation.cast(), simulation.measures())
    }

    /// Plays a stretch of the games.
    ///
    /// # Errors
    /// If threads cannot be had.
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
}

/// Games of which all were played, and how many were won: all win together, so whoever sits in the first slot has won them.
pub fn won(played: &Played) -> Option<(u64, u64)> {
    let tally = &played.tally;
    let first = (0..tally.entrants()).map(|entrant| tally.at_slot(entrant, 0).1);
    (!played.partial).then(|| (tally.games(), first.sum()))
}

/// A scenario with a bot of its game in every seat.
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
            "--beside {name}: {} ships no bot of this name{}; `{NOBODY}` is for nobody",
            title.name(),
            suggest(name, known),
        ))),
    }
}
