//! The plan of a tuning: its scenarios, targets and allowed edits, and the numbers of games.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::estimates::Correction;
use super::facts::set_name;
use super::flags::TuneFlags;
use super::found::TuneFound;
use super::play::{self, FEWEST};
use super::target::targets;
use super::tuning::{
    Allowed, Goal, Solution, Task, TuningEdit, TuningSettings, candidates, expected, first_lots,
};
use crate::analysis::GAME;
use crate::analysis::points::Point;
use crate::questions::experiment::{Arm, Experiment, Player};
use crate::questions::reference::{Asked, ReferenceGames, SEARCH_TIME};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::new_file::NewFile;
use crate::session::playing::{Playing, games_for_slow_bots, in_time, stem};
use crate::session::reading::Reading;
use crate::session::{ScenarioArgs, describe, first_scenario};
use crate::simulate::FailedGame;

/// Default number of games in which a promising single edit is measured, with fast bots (flag
/// `--games`).
const GAMES: u64 = 12_000;
/// Maximum expected processor time with the default number of games, in microseconds: three minutes
/// on two cores, less the games of the reference player and a margin for games that the forecast
/// misses.
const TIME: u64 = 220_000_000;

/// Checked settings of `gong tune`, which finds edits that bring win rates to their targets.
pub struct TunePlan {
    pub file: PathBuf,
    pub changes: ScenarioArgs,
    /// The only arm is the unchanged scenario, which the tuning's own bot and the reference player
    /// play. The search plays further games.
    pub experiment: Experiment,
    pub settings: TuningSettings,
    /// The edits that the settings allow.
    pub moves: Vec<TuningEdit>,
    /// The new scenario file to write, if the flag `--write` is given.
    pub patch: Option<NewFile>,
}

impl QuestionPlan for TunePlan {
    type Flags = TuneFlags;
    type Found = TuneFound;

    fn new(flags: TuneFlags, playing: &Playing, files: &mut Reading) -> Result<TunePlan> {
        let patch = flags.write.as_deref().map(|path| NewFile::new(path, "toml", "--write "));
        let patch = patch.transpose()?;
        let (sets, strategies) = (flags.changes.sets(), flags.changes.strategies());
        let scenario = files.scenario(|| first_scenario(&flags.scenario, sets, strategies))?;
        let targets = targets(&flags.target, &scenario, flags.within)?;
        let allowed = Allowed { rules: flags.rules, only: flags.only, not: flags.not };
        let moves = candidates(&scenario, &allowed)?;
        let most = games_for_slow_bots(GAMES, &scenario);
        let mut settings = TuningSettings {
            goal: Goal { targets, within: flags.within, correction: None },
            edits: flags.edits.into(),
            games: most,
            level: playing.level,
            seed: playing.seed,
            threads: playing.threads(),
        };
        let task = Task { scenario: &scenario, settings: &settings, moves: &moves };
        let usual = in_time(most, &scenario, expected(task).1 / GAME, TIME);
        let games = playing.games.unwrap_or(usual);
        settings.games = games;
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: FEWEST,
            capped: false,
            excluded: None,
        };
        let adaptation = asked.adaptation(&[&scenario])?;
        // With more games than by default, the reference player has more time as well.
        let time = SEARCH_TIME.saturating_mul(games.max(usual)) / usual.max(1);
        let reference = ReferenceGames::in_time(&[&scenario], &asked, time)?;
        let watchable = Watchable::new(&flags.scenario, sets, strategies);
        let arm = Arm { name: set_name(0), watchable };
        let own = Player { scenarios: vec![scenario], games: playing.plan(games) };
        let experiment = Experiment {
            is_reduced: playing.games.is_none() && usual < GAMES,
            ..Experiment::new(vec![arm], own, reference, adaptation)
        };
        let (file, changes) = (flags.scenario, flags.changes);
        Ok(TunePlan { file, changes, experiment, settings, moves, patch })
    }

    fn about(&self) -> About<'_> {
        About {
            sets: self.changes.sets(),
            // Only the games of the first stage can be divided into shards; all later games depend
            // on their results.
            lots: first_lots(self.task()),
            ..self.experiment.about(format!("{}-tuned", stem(&self.file)))
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        self.experiment.change_bots(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
        play::play(self, player)
    }

    fn resolved(&self, _: Option<&PlanOutcome<TuneFound>>) -> FlagValues {
        vec![("games", self.settings.games.to_string()), ("write", String::new())]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }

    fn unlearnt(&self, found: &TuneFound) -> Vec<String> {
        let settings = self.corrected(found.compared.as_ref());
        let best = found.tuned.solutions.get(found.tuned.best(&settings));
        let solved = best.and_then(|of| self.task().edited(&of.set));
        describe::unlearnt([self.scenario()].into_iter().chain(&solved))
    }
}

impl TunePlan {
    /// Returns the unchanged scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.experiment.own().scenarios[0]
    }

    /// Returns the task of the search, without corrections.
    pub fn task(&self) -> Task<'_> {
        Task { scenario: self.scenario(), settings: &self.settings, moves: &self.moves }
    }

    /// Returns the settings of the search with the corrections from these games, see
    /// [`TuneFound::compared`].
    pub fn corrected(&self, compared: Option<&[Point; 2]>) -> TuningSettings {
        let correction = compared.map(|[own, reference]| Correction::new(own, reference));
        let goal = Goal { correction, ..self.settings.goal.clone() };
        TuningSettings { goal, ..self.settings.clone() }
    }

    /// Checks that stored results belong to this tuning.
    ///
    /// # Errors
    /// Fails if they have unknown edits, or if they lack games.
    pub fn check(&self, found: &TuneFound) -> Result<()> {
        let solutions = &found.tuned.solutions;
        let is_own = |of: &Solution| {
            of.sums.len() == solutions[0].sums.len()
                && of.set.iter().all(|&edit| edit < self.moves.len())
        };
        let are_own = !solutions.is_empty() && solutions.iter().all(is_own);
        ensure!(are_own, "the stored games do not belong to this tuning");
        Ok(())
    }

    /// Returns arguments with which the command `gong watch` shows the scenario `played`: the
    /// unchanged scenario, and the edits that turn it into `played`. Returns `None` if no arguments
    /// express the edits.
    pub fn playing(&self, played: &Scenario) -> Option<Watchable> {
        let settings = self.scenario().settings(&self.scenario().edits_to(played))?;
        Some(self.watchable(&[self.changes.sets(), &settings].concat()))
    }

    fn watchable(&self, sets: &[String]) -> Watchable {
        Watchable::new(&self.file, sets, self.changes.strategies())
    }

    /// Returns the command that compares the scenario with these values of the flag `--set`; `None`
    /// without any, or if no command line can express the scenario.
    pub fn compare(&self, settings: &[String]) -> Option<String> {
        // `gong compare` compares the changes of `--set` with the scenario as in its file, so a
        // scenario that is already changed by `--set` cannot be the reference.
        let can = self.changes.sets().is_empty() && !settings.is_empty();
        can.then(|| format!("gong compare {}", self.watchable(settings).words()))
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
