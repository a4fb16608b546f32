//! Turns the flags of `gong sensitivity` into a plan of games, and plays them.

use std::path::PathBuf;
use std::slice;

use anyhow::Result;

use super::facts::{self, StepFacts};
use super::flags::SensitivityFlags;
use super::reference::{self, StepGames};
use super::survey::{Survey, SurveyFound, SurveySettings};
use crate::analysis::GAME;
use crate::analysis::knobs::Step;
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::judge::Judged;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, games_for_slow_bots, in_time, stem};
use crate::session::progress_bar::Ahead;
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::session::{Interrupted, ScenarioArgs, Usage, describe};
use crate::simulate::{All, FailedGame};
use crate::words::suggest;

/// Default number of games of each step, with fast bots.
const GAMES: u64 = 30_000;
/// Maximum processor time of the default number of games, in microseconds: 40 seconds on two cores.
/// The games of the reference player take another 20 seconds.
const TIME: u64 = 80_000_000;
/// Number of games that change many values at once, divided by the number of games of a step.
const SCREENED: u64 = 40;
/// Number of values that are changed alone: the values with the largest effects in the games in
/// which many values changed at once.
const LARGEST: usize = 20;

/// Checked settings of `gong sensitivity`, which measures how each game value affects win rates.
pub struct SensitivityPlan {
    file: PathBuf,
    changes: ScenarioArgs,
    pub survey: Survey,
    /// The games of the reference player in the unchanged scenario; `None` without a reference
    /// player.
    pub reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
    /// Confidence level of all intervals, 0 to 1.
    level: f64,
    is_reduced: bool,
}

/// Error message: games that change many values at once cannot be divided into shards.
const UNDIVIDED: &str = "--shard needs --fighter, because without --fighter the results of a \
                           screen decide which steps are measured; to measure all fighters, give \
                           --fighter once for each";

impl QuestionPlan for SensitivityPlan {
    type Flags = SensitivityFlags;
    type Found = SurveyFound;

    fn new(
        flags: SensitivityFlags,
        playing: &Playing,
        files: &mut Reading,
    ) -> Result<SensitivityPlan> {
        let scenario = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        check(&flags.fighters, &scenario)?;
        let usual = games_for_slow_bots(GAMES, [&scenario]);
        let all = flags.fighters.is_empty();
        let settings = SurveySettings {
            fighters: match all {
                true => scenario.seating.fighters.clone(),
                false => flags.fighters,
            },
            rules: flags.rules,
            largest: all.then_some(LARGEST),
            screened: SCREENED * usual,
            games: usual,
            seed: playing.seed,
            threads: playing.threads(),
        };
        let mut survey = Survey::new(scenario, settings);
        let of_all = survey.ahead().1 / GAME * survey.scenario.cost();
        let usual = in_time(usual, slice::from_ref(&survey.scenario), of_all, TIME);
        let games = playing.games.unwrap_or(usual);
        (survey.settings.games, survey.settings.screened) = (games, SCREENED * games);
        if survey.knobs.is_empty() {
            let game = survey.scenario.game().name();
            return Err(Usage(format!("{game} has no value that can be changed here")).into());
        }
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: reference::FEWEST,
            capped: true,
            excluded: None,
        };
        let adaptation = asked.adaptation(&[&survey.scenario])?;
        let reference = reference::games(&survey, &asked)?;
        Ok(SensitivityPlan {
            file: flags.scenario,
            changes: flags.changes,
            survey,
            reference,
            adaptation,
            level: playing.level,
            is_reduced: playing.games.is_none() && usual < GAMES,
        })
    }

    fn about(&self) -> About<'_> {
        let scenario = &self.survey.scenario;
        let screened = self.survey.settings.largest.is_some();
        let report = ReportIdentity::from(format!("{}-sensitivity", stem(&self.file)));
        let reference = self.reference.as_ref().map(reference::memory);
        About {
            sets: self.changes.sets(),
            undivided: screened.then_some(UNDIVIDED),
            checkpoints: !screened,
            more_games_flag: self.is_reduced.then_some("--games"),
            memory: scenario.memory().max(reference.unwrap_or(0)),
            adaptation: self.adaptation,
            reference: self.reference.iter().flat_map(|of| &of.variants).collect(),
            ..About::new(report.nameless("--fighter"), vec![scenario], self.survey.lots())
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        let own = [&mut self.survey.scenario];
        own.into_iter().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SurveyFound>> {
        let (survey, scenario) = (&self.survey, &self.survey.scenario);
        let (games, work) = survey.ahead();
        let ahead = Ahead {
            title: &scenario.title,
            games,
            about: survey.settings.largest.is_some(),
            timed: work as f64 / GAME as f64,
        };
        player.expect(&ahead, work, &scenario.open())?;
        let (keeper, stop, bar) = player.split();
        let played = match survey.settings.largest {
            None => survey.play(stop, bar, keeper)?,
            Some(_) => survey.play(stop, bar, &mut All(survey.settings.games))?,
        };
        let mut outcome = played.ok_or_else(|| Interrupted::before_result(false))?;
        // The steps that the reference player plays depend on the results of all shards.
        let complete = !outcome.partial && !player.keeper.is_shard();
        if let Some(reference) = self.reference.as_ref().filter(|_| complete) {
            let found = survey.results(&outcome.found)?;
            let own = facts::measured(&found, &[], self.level);
            let steps = facts::steps(&found, &Judged::pairs(own, &[]), self.level);
            let chosen = reference::choose(&steps);
            if !chosen.is_empty() {
                outcome.found.reference = reference::play(survey, reference, &chosen, player)?;
                // An analysis is complete only if its games of the reference player are complete.
                outcome.partial = outcome.found.reference.is_none();
            }
        }
        outcome.unplayed_reference =
            ReferenceGames::unplayed(self.reference.as_ref(), outcome.partial);
        Ok(outcome)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<SurveyFound>>) -> FlagValues {
        let mut resolved = vec![("games", self.survey.settings.games.to_string())];
        resolved.extend(ReferenceGames::resolved(outcome));
        resolved
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let scenario = &self.survey.scenario;
        let settings = self.steps().filter_map(|step| scenario.settings(&step.edits));
        let each = std::iter::once(vec![]).chain(settings);
        each.map(|settings| {
            let sets = [self.changes.sets(), &settings].concat();
            Watchable::new(&self.file, &sets, self.changes.strategies())
        })
        .collect()
    }

    fn unlearnt(&self, _: &SurveyFound) -> Vec<String> {
        let scenario = &self.survey.scenario;
        let changed = self.steps().filter_map(|step| scenario.with(&step.edits).ok());
        let changed: Vec<Scenario> = changed.collect();
        describe::unlearnt(std::iter::once(scenario).chain(&changed))
    }
}

impl SensitivityPlan {
    /// Returns the commands that compare the most important step with the unchanged scenario: with
    /// the command's own bots, and in the games of the reference player.
    pub fn next(
        &self,
        steps: &[StepFacts],
        reference: Option<(&ReferenceGames, &StepGames)>,
    ) -> Vec<String> {
        // `gong compare` with `--set` compares the change with the scenario as in its file, so the
        // scenario must not be changed by `--set` already.
        let step = facts::significant(steps).next().filter(|_| self.changes.sets().is_empty());
        let edits = step.map(|step| &self.survey.knobs[step.at.0].steps[step.at.1].edits);
        let Some(sets) = edits.and_then(|edits| self.survey.scenario.settings(edits)) else {
            return vec![];
        };
        let compare = |strategies: &[String]| {
            format!("gong compare {}", Watchable::new(&self.file, &sets, strategies).words())
        };
        let own = compare(self.changes.strategies());
        let theirs = reference.map(|(of, StepGames { games, .. })| {
            let compare = compare(&[of.name().to_owned()]);
            format!("{compare} --games {games} --seed {}", of.plan.seed)
        });
        [own].into_iter().chain(theirs).collect()
    }

    /// Returns all steps that the analysis measures or estimates.
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.survey.knobs.iter().flat_map(|knob| &knob.steps)
    }
}

/// Refuses names of fighters that do not play in the scenario, and repeated names.
fn check(fighters: &[String], scenario: &Scenario) -> Result<(), Usage> {
    let playing = &scenario.seating.fighters;
    for (i, key) in fighters.iter().enumerate() {
        if !playing.contains(key) {
            let [fighter, _] = scenario.game().words().fighter;
            let known = suggest(key, playing.iter().map(String::as_str));
            return Err(Usage(format!(
                "--fighter: no {fighter} `{key}` plays in this scenario{known}"
            )));
        }
        if fighters[..i].contains(key) {
            return Err(Usage(format!("--fighter names {key} twice")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Sensitivity;
    use super::*;
    use crate::questions::Question;

    #[test]
    fn help_states_the_default_number_of_games() {
        let seconds_on_two_cores = TIME / 2 / 1_000_000;
        let stated = [GAMES, seconds_on_two_cores, SCREENED];
        assert_eq!(Sensitivity::TAKES.numbers(), stated);
    }
}
