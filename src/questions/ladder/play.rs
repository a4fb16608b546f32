//! Plans and plays the games of a ladder, in which bots are rated by playing each other.

use anyhow::Result;

use super::flags::LadderFlags;
use crate::analysis::ladder::{self, Deals, LadderResults, LadderSettings, strategies_of};
use crate::questions::experiment::CellCounts;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotNote, BotRole, StrategyNote};
use crate::scenario::{Bot, RANDOM, Scenario, StrategyPlan, load_bot};
use crate::session::bots::load_players;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, stem, to_a_thousandth};
use crate::session::reading::Reading;
use crate::session::{Usage, scenarios};
use crate::shell;
use crate::simulate::{FailedGame, Lot, Lots};
use crate::strategies::BotDefinition;

/// Default number of games of a ladder.
const DEFAULT_GAMES: u64 = 20_000;

/// The checked settings of `gong ladder`.
pub struct LadderPlan {
    flags: LadderFlags,
    /// The scenario, with all bots that the ladder rates.
    pub scenario: Scenario,
    pub ladder: LadderSettings,
}

impl QuestionPlan for LadderPlan {
    type Flags = LadderFlags;
    /// The stored form of [`Deals`].
    type Found = CellCounts;

    fn new(flags: LadderFlags, playing: &Playing, files: &mut Reading) -> Result<LadderPlan> {
        let listed = files.scenarios(|| scenarios(&flags.scenario, &flags.sets.sets, &[]))?;
        rivals(&listed[0], &flags)?;
        let mut asked = vec![];
        let scenario = files.scenario(|| {
            asked = asked_bots(&flags.strategies, &listed)?;
            let bots = load_players(listed[0].game(), "--strategy", &asked)?;
            let bots = asked.iter().cloned().zip(bots).collect();
            let everybody = asked[0].clone();
            let strategies = StrategyPlan { everybody, ..StrategyPlan::default() };
            Ok(Scenario { strategies, bots, ..listed[0].clone() })
        })?;
        let bots = files.value(|| asked)?;
        let games = playing.games.unwrap_or(DEFAULT_GAMES);
        Ok(LadderPlan {
            ladder: LadderSettings {
                seed: playing.seed,
                deals: games.div_ceil(bots.len() as u64),
                bots,
                threads: playing.threads(),
            },
            flags,
            scenario,
        })
    }

    fn about(&self) -> About<'_> {
        let together = self.ladder.bots.len() as u64;
        let report = format!("{}-ladder", stem(&self.flags.scenario));
        let lot = Lot { together, ..Lot::new(self.ladder.games(), self.scenario.cost()) };
        About {
            sets: &self.flags.sets.sets,
            role: BotRole::Judged,
            strategies: Some(self.bots().map(StrategyNote::of).collect()),
            ..About::new(report, vec![&self.scenario], vec![lot])
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<CellCounts>> {
        let (keeper, stop, bar) = player.split();
        let none = Deals::none(self.ladder.bots.len());
        let mut played = keeper.play(0, none, |stretch| {
            ladder::play(&self.scenario, &self.ladder, stop, |games| bar.add(games), stretch)
        })?;
        let clocks = self.bots().zip(&mut played.tally.clocks);
        let bots = clocks.map(|(bot, clock)| BotNote {
            strategy: bot.name.clone(),
            decisions: clock.decisions,
            // Times are rounded to milliseconds. The counter is reset, so that the stored games are
            // the same on every machine.
            seconds: to_a_thousandth(std::mem::take(&mut clock.nanoseconds) as f64 / 1e9),
        });
        let bots = bots.collect();
        // The games of an interrupted deal are discarded.
        let whole = played.tally.games.len() / self.ladder.bots.len() * self.ladder.bots.len();
        let found = CellCounts::new(played.games, &mut played.tally);
        let outcome = PlanOutcome::new(found, whole as u64, played.partial, played.seconds);
        Ok(PlanOutcome { bots, ..outcome })
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<CellCounts>>) -> FlagValues {
        let games = outcome.map_or(self.ladder.games(), |outcome| outcome.games);
        vec![("strategy", self.ladder.bots.join(",")), ("games", games.to_string())]
    }

    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable> {
        let strategies = strategies_of(&self.scenario, &self.ladder, failed.game).into_iter();
        let (file, sets) = (&self.flags.scenario, &self.flags.sets.sets);
        strategies.map(|of| Watchable::new(file, sets, &of)).collect()
    }
}

impl LadderPlan {
    /// Returns the bots that the ladder rates, in the order of the command line.
    pub fn bots(&self) -> impl Iterator<Item = &Bot> {
        self.ladder.bots.iter().map(|bot| &self.scenario.bots[bot])
    }

    /// Computes the results of the ladder from the stored games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this ladder.
    pub fn results(&self, found: &CellCounts) -> Result<LadderResults> {
        let deals = found.restored(Deals::none(self.ladder.bots.len()))?;
        ladder::found(&self.scenario, &self.ladder, deals)
    }
}

/// Returns an error if all players of the scenario are on one side, because bots then cannot play
/// against each other.
fn rivals(scenario: &Scenario, flags: &LadderFlags) -> Result<(), Usage> {
    if !scenario.open().cast().cooperative {
        return Ok(());
    }
    let title = scenario.game();
    let [_, fighters] = title.words().fighter;
    Err(Usage(format!(
        "a ladder needs rivals, but in {} all {fighters} play together; gong run {} --strategy \
         NAME,NAME,… shows how often they win with each bot",
        title.name(),
        shell::path(&flags.scenario)
    )))
}

/// Returns the names or files of the bots to rate: those of the command line, or those that the
/// scenario lists, or else all shipped bots that do not search.
fn asked_bots(asked: &[String], scenarios: &[Scenario]) -> Result<Vec<String>> {
    let title = scenarios[0].game();
    let quick = |name: &&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| !matches!(bot.definition, BotDefinition::Mcts(_)))
    };
    let shipped = || title.bots().iter().map(|shipped| shipped.name).filter(quick);
    let asked: Vec<String> = match (asked, scenarios) {
        ([], [_]) => std::iter::once(RANDOM).chain(shipped()).map(str::to_owned).collect(),
        ([], listed) => listed.iter().map(|of| of.strategies.everybody.clone()).collect(),
        (some, _) => some.to_vec(),
    };
    if asked.len() < 2 {
        let other = shipped().next().unwrap_or("FILE");
        let what = format!("a ladder needs at least two bots, as in --strategy {RANDOM},{other}");
        return Err(Usage(what).into());
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::super::Ladder;
    use super::*;
    use crate::questions::Question;

    #[test]
    fn help_states_the_default_number_of_games() {
        assert_eq!(Ladder::TAKES.numbers(), [DEFAULT_GAMES]);
    }
}
