//! The plan of a tuning: its scenarios, targets and allowed edits, and the numbers of games.

use std::path::PathBuf;
use std::slice;

use anyhow::{Context, Result};

use super::budget::{GAMES, TIME, reference_time};
use super::correction::Corrections;
use super::flags::{EDITS, TuneFlags, WITHIN};
use super::found::TuneFound;
use super::target::Targets;
use super::tuning::{
    Allowed, Certifying, Effort, Forecast, Tuned, TuningEdit, TuningSettings, candidates,
    first_lots,
};
use super::{allowed, play, reference};
use crate::analysis::GAME;
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::reference::{Asked, ReferenceGames};
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
        let usual = games_for_slow_bots(GAMES, &scenarios);
        let mut settings = TuningSettings {
            targets: targets.by_key.clone(),
            corrections: Corrections::default(),
            within: flags.within,
            edits: flags.edits.into(),
            fighters: scenario.seating.fighters.clone(),
            rules: flags.rules,
            allowed: Allowed { only: flags.only, not: flags.not },
            effort: Effort::of(usual),
            level: playing.level,
            seed: playing.seed,
            threads: playing.threads(),
        };
        allowed::check(&settings.allowed, settings.rules, scenario)?;
        let moves = candidates(&scenarios, &settings);
        let of_all = Forecast::new(&scenarios, &settings, &moves).work() / GAME;
        let usual = in_time(usual, &scenarios, of_all, TIME);
        settings.effort = Effort::of(playing.games.unwrap_or(usual));
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: reference::FEWEST,
            capped: false,
            excluded: None,
        };
        let adaptation = asked.adaptation(&scenarios.iter().collect::<Vec<_>>())?;
        let time = reference_time(settings.effort.better, usual);
        let reference = ReferenceGames::in_time(&[scenario], &asked, time)?;
        Ok(TunePlan {
            file: flags.scenario,
            changes: flags.changes,
            lots: first_lots(&scenarios, &settings, moves.len()),
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
        let TuningSettings { within, edits, effort, .. } = &self.settings;
        let unless = |default: bool, value: String| if default { String::new() } else { value };
        vec![
            ("target", unless(self.targets.fair, self.targets.words.clone())),
            ("within", unless(share(WITHIN) == Ok(*within), within.to_string())),
            ("edits", unless(*edits == usize::from(EDITS), edits.to_string())),
            ("games", effort.better.to_string()),
            ("write", String::new()),
        ]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.playing(&self.scenarios[0]).into_iter().collect()
    }

    fn unlearnt(&self, found: &TuneFound) -> Vec<String> {
        let best = self.tuned(found).map(|tuned| tuned.solutions[tuned.best()].edits());
        let edits = best.unwrap_or_default();
        let solved = self.scenarios.iter().filter_map(|of| of.with(&edits).ok());
        let solved: Vec<Scenario> = solved.collect();
        describe::unlearnt(self.scenarios.iter().chain(&solved))
    }
}

impl TunePlan {
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

    /// Returns the first part of a command that compares the scenario with a set of edits, with the
    /// first bot; the edits have to be appended. `None` if no command line can express the
    /// scenario.
    pub fn compare(&self) -> Option<String> {
        // `gong compare` compares the changes of `--set` with the scenario as in its file, so a
        // scenario that is already changed by `--set` cannot be the reference.
        let is_own = self.changes.sets().is_empty();
        is_own.then(|| format!("gong compare {}", self.watchable(&self.scenarios[0], &[]).words()))
    }

    /// Restores the suggested sets of edits to a scenario, and the win rates with these edits, from
    /// the stored counts of games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this tuning.
    pub fn tuned(&self, found: &TuneFound) -> Result<Tuned> {
        let settings = TuningSettings { corrections: found.corrections(), ..self.settings.clone() };
        let solutions =
            Certifying::solutions(&found.certified, &self.scenarios, &settings, &self.moves);
        Ok(Tuned {
            solutions: solutions.context("the stored games do not belong to this tuning")?,
            tried: found.tried,
            values: found.values,
            games: found.games,
            within: self.settings.within,
        })
    }
}

/// Returns the bot that plays all fighters to which the scenario assigns no other bot.
fn note(scenario: &Scenario) -> StrategyNote {
    StrategyNote::of(&scenario.bots[&scenario.strategies.everybody])
}
