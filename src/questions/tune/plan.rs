//! The plan of a tuning: its scenarios, targets and allowed edits, and the numbers of games.

use std::path::PathBuf;
use std::slice;

use anyhow::{Result, ensure};

use super::flags::{EDITS, TuneFlags, WITHIN};
use super::found::{TuneFound, corrections};
use super::play::{self, FEWEST};
use super::target::Targets;
use super::tuning::{
    Allowed, Effort, Goal, Solution, Task, TuningEdit, TuningSettings, candidates, expected,
    first_lots,
};
use crate::analysis::GAME;
use crate::analysis::points::Point;
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::reference::{Asked, ReferenceGames, SEARCH_TIME};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::StrategyNote;
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::new_scenario::ScenarioTarget;
use crate::session::numbers::share;
use crate::session::playing::{Playing, games_for_slow_bots, in_time, stem};
use crate::session::reading::Reading;
use crate::session::{ScenarioArgs, describe};
use crate::simulate::{FailedGame, Lot};

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
    /// The scenario, once for each bot; the win rates have to reach their targets with each bot.
    pub scenarios: Vec<Scenario>,
    pub targets: Targets,
    pub settings: TuningSettings,
    /// The edits that the settings allow.
    pub moves: Vec<TuningEdit>,
    /// The new scenario file to write, if the flag `--write` is given.
    pub patch: Option<ScenarioTarget>,
    /// The games of the reference player.
    pub reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
    /// The games of the first measurement of every edit, in lots.
    pub lots: Vec<Lot>,
    is_reduced: bool,
}

impl QuestionPlan for TunePlan {
    type Flags = TuneFlags;
    type Found = TuneFound;

    fn new(flags: TuneFlags, playing: &Playing, files: &mut Reading) -> Result<TunePlan> {
        let patch = flags.write.as_deref();
        let patch = patch.map(|path| ScenarioTarget::new(path, "--write "));
        let patch = patch.transpose()?;
        let scenarios = files.scenarios(|| flags.changes.scenarios(&flags.scenario))?;
        let scenario = &scenarios[0];
        let targets = Targets::new(&flags.target, scenario)?;
        targets.possible(scenario, flags.within)?;
        let allowed = Allowed { rules: flags.rules, only: flags.only, not: flags.not };
        let moves = candidates(&scenarios, &allowed)?;
        let most = games_for_slow_bots(GAMES, &scenarios);
        let mut settings = TuningSettings {
            goal: Goal {
                targets: targets.by_key.clone(),
                within: flags.within,
                corrections: vec![],
            },
            edits: flags.edits.into(),
            effort: Effort::of(most),
            level: playing.level,
            seed: playing.seed,
            threads: playing.threads(),
        };
        let task = Task { scenarios: &scenarios, settings: &settings, moves: &moves };
        let usual = in_time(most, &scenarios, expected(task).1 / GAME, TIME);
        let games = playing.games.unwrap_or(usual);
        settings.effort = Effort::of(games);
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: FEWEST,
            capped: false,
            excluded: None,
        };
        let adaptation = asked.adaptation(&scenarios.iter().collect::<Vec<_>>())?;
        // With more games than by default, the reference player has more time as well.
        let time =
            u128::from(SEARCH_TIME) * u128::from(games.max(usual)) / u128::from(usual.max(1));
        let time = u64::try_from(time).unwrap_or(u64::MAX);
        let reference = ReferenceGames::in_time(&[scenario], &asked, time)?;
        let task = Task { scenarios: &scenarios, settings: &settings, moves: &moves };
        Ok(TunePlan {
            lots: first_lots(task),
            file: flags.scenario,
            changes: flags.changes,
            moves,
            scenarios,
            targets,
            settings,
            patch,
            reference,
            adaptation,
            is_reduced: playing.games.is_none() && usual < GAMES,
        })
    }

    fn about(&self) -> About<'_> {
        let several = self.scenarios.len() > 1;
        let folder = format!("{}-tuned", stem(&self.file));
        // Only the games of the first stage can be divided into shards; all later games depend on
        // their results.
        let lots = self.lots.clone();
        About {
            sets: self.changes.sets(),
            adaptation: self.adaptation,
            reference: self.reference.iter().flat_map(|of| &of.variants).collect(),
            more_games_flag: self.is_reduced.then_some("--games"),
            strategies: several.then(|| self.scenarios.iter().map(note).collect()),
            ..About::new(folder, self.scenarios.iter().collect(), lots)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        self.scenarios.iter_mut().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
        play::play(self, player)
    }

    fn resolved(&self, _: Option<&PlanOutcome<TuneFound>>) -> FlagValues {
        let TuningSettings { goal, edits, effort, .. } = &self.settings;
        let unless = |default: bool, value: String| if default { String::new() } else { value };
        vec![
            ("target", unless(self.targets.fair, self.targets.words.clone())),
            ("within", unless(share(WITHIN) == Ok(goal.within), goal.within.to_string())),
            ("edits", unless(*edits == usize::from(EDITS), edits.to_string())),
            ("games", effort.better.to_string()),
            ("write", String::new()),
        ]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.playing(&self.scenarios[0]).into_iter().collect()
    }

    fn unlearnt(&self, found: &TuneFound) -> Vec<String> {
        let settings = self.corrected(&found.compared);
        let best = found.tuned.solutions.get(found.tuned.best(&settings));
        let edits = best.map_or(vec![], |of| self.task().changes(&of.set));
        let solved = self.scenarios.iter().filter_map(|of| of.with(&edits).ok());
        let solved: Vec<Scenario> = solved.collect();
        describe::unlearnt(self.scenarios.iter().chain(&solved))
    }
}

impl TunePlan {
    /// Returns the task of the search, without corrections.
    pub fn task(&self) -> Task<'_> {
        Task { scenarios: &self.scenarios, settings: &self.settings, moves: &self.moves }
    }

    /// Returns the settings of the search with the corrections from these games, see
    /// [`TuneFound::compared`].
    pub fn corrected(&self, compared: &[Point]) -> TuningSettings {
        let goal = Goal { corrections: corrections(compared), ..self.settings.goal.clone() };
        TuningSettings { goal, ..self.settings.clone() }
    }

    /// Checks that stored results belong to this tuning.
    ///
    /// # Errors
    /// Fails if they have unknown edits, or no games of a bot.
    pub fn check(&self, found: &TuneFound) -> Result<()> {
        let solutions = &found.tuned.solutions;
        let is_known = |of: &Solution| {
            let edits = of.set.iter().all(|&edit| edit < self.moves.len());
            edits && of.sums.len() == solutions[0].sums.len() && !of.sums.is_empty()
        };
        let is_own = !solutions.is_empty() && solutions.iter().all(is_known);
        ensure!(is_own, "the stored games do not belong to this tuning");
        Ok(())
    }

    /// Returns arguments with which the command `gong watch` shows the scenario `played`: the
    /// unchanged scenario, and the edits that turn it into `played`. Returns `None` if no arguments
    /// express the edits.
    pub fn playing(&self, played: &Scenario) -> Option<Watchable> {
        let same = |of: &&Scenario| of.strategies == played.strategies;
        let own = self.scenarios.iter().find(same)?;
        let settings = own.settings(&own.edits_to(played))?;
        Some(self.watchable(own, &[self.changes.sets(), &settings].concat()))
    }

    /// Returns the scenario `own`, changed by these values of the flag `--set`, as arguments of a
    /// command.
    fn watchable(&self, own: &Scenario, sets: &[String]) -> Watchable {
        let strategies = match self.scenarios.as_slice() {
            [_] => self.changes.strategies(),
            _ => slice::from_ref(&own.strategies.everybody),
        };
        Watchable::new(&self.file, sets, strategies)
    }

    /// Returns the names of the bots; the win rates have to reach their targets with each of them.
    pub fn bots(&self) -> Vec<String> {
        self.scenarios.iter().map(|of| note(of).name).collect()
    }

    /// Returns the command that compares the scenario with these values of the flag `--set`, with
    /// the first bot; `None` without any, or if no command line can express the scenario.
    pub fn compare(&self, settings: &[String]) -> Option<String> {
        // `gong compare` compares the changes of `--set` with the scenario as in its file, so a
        // scenario that is already changed by `--set` cannot be the reference.
        let can = self.changes.sets().is_empty() && !settings.is_empty();
        let changed = self.watchable(&self.scenarios[0], settings);
        can.then(|| format!("gong compare {}", changed.words()))
    }
}

/// Returns the bot that plays all fighters to which the scenario assigns no other bot.
fn note(scenario: &Scenario) -> StrategyNote {
    StrategyNote::of(&scenario.bots[&scenario.strategies.everybody])
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
