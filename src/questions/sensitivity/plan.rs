//! Turns the flags of `gong sensitivity` into a plan of games, and plays them.

use std::iter::once;
use std::path::PathBuf;

use anyhow::Result;

use super::facts::{self, StepFacts, StepGroup};
use super::flags::SensitivityFlags;
use super::survey::{StepAt, Survey, SurveyFound};
use crate::analysis::{GAME, knobs, paired};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::judge::Judged;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, games_for_slow_bots, in_time, stem};
use crate::session::reading::Reading;
use crate::session::{ScenarioArgs, Usage, describe};
use crate::simulate::{All, FailedGame, Plan};
use crate::words::suggest;

/// Default number of games of each step, with fast bots.
const GAMES: u64 = 30_000;
/// Maximum processor time of the default number of games, in microseconds: 40 seconds on two cores.
/// The games of the reference player take another 20 seconds.
const TIME: u64 = 80_000_000;
/// Number of values that are changed alone: the values with the largest effects in the games in
/// which many values changed at once.
const LARGEST: usize = 20;

/// Minimum number of games of each variant with which the reference player plays by default. Fewer
/// games could confirm only effects of more than ten points.
const FEWEST: u64 = 200;
/// Processor time of a default command for the games of the reference player, in microseconds: 20
/// seconds on two cores.
const REFERENCE_TIME: u64 = 40_000_000;
/// Maximum number of steps that the reference player plays.
const CHECKED: usize = 3;

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
                         screen decide which steps are measured";

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
        let all = flags.fighters.is_empty();
        let fighters = if all { &scenario.seating.fighters } else { &flags.fighters };
        let knobs = knobs::of(&scenario, fighters, flags.rules);
        let usual = games_for_slow_bots(GAMES, &scenario);
        let plan = Plan::fixed(playing.seed, usual, playing.threads());
        let mut survey = Survey::new(scenario, knobs, all.then_some(LARGEST), plan);
        if survey.knobs.is_empty() {
            let game = survey.scenario.game().name();
            return Err(Usage(format!("{game} has no value that can be changed here")).into());
        }
        let work = survey.work() / GAME * survey.scenario.cost();
        let usual = in_time(usual, &survey.scenario, work, TIME);
        survey.games.games = playing.games.unwrap_or(usual);
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: FEWEST,
            capped: true,
            excluded: None,
        };
        let own = [&survey.scenario];
        // The number of games depends on the cost of the steps, although they are chosen later.
        let work = CHECKED as u64 * paired(&survey.scenario.open(), CHECKED);
        let reference = ReferenceGames::in_time(&own, &asked, REFERENCE_TIME * GAME / work)?;
        let adaptation = asked.adaptation(&own)?;
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
        let screened = self.survey.largest.is_some();
        let report = format!("{}-sensitivity", stem(&self.file));
        // The bots of the unchanged scenario and of all checked steps are in memory together.
        let reference: Vec<&Scenario> = self.reference.iter().flat_map(|of| &of.variants).collect();
        let memory = reference.iter().map(|of| (1 + CHECKED as u64) * of.memory()).max();
        About {
            sets: self.changes.sets(),
            undivided: screened.then_some(UNDIVIDED),
            checkpoints: !screened,
            more_games_flag: self.is_reduced.then_some("--games"),
            memory: scenario.memory().max(memory.unwrap_or(0)),
            adaptation: self.adaptation,
            reference,
            ..About::new(report, vec![scenario], self.survey.lots())
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        let own = [&mut self.survey.scenario];
        own.into_iter().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SurveyFound>> {
        let survey = &self.survey;
        player.show_work(&survey.scenario.title, survey.work());
        let (keeper, stop, bar) = player.split();
        let mut outcome = match survey.largest {
            None => survey.play(stop, bar, keeper)?,
            Some(_) => survey.play(stop, bar, &mut All(survey.games.games))?,
        };
        // The steps that the reference player plays depend on the results of all shards.
        let complete = !outcome.partial && !player.keeper.is_shard();
        if let Some(reference) = self.reference.as_ref().filter(|_| complete) {
            let (_, steps) = self.facts(&outcome.found, &[])?;
            let largest = facts::significant(&steps, StepGroup::Value).map(|step| step.at);
            let largest: Vec<StepAt> = largest.take(CHECKED).collect();
            if !largest.is_empty() {
                let (scenario, plan) = (&reference.variants[0], &reference.plan);
                player.progress("reference player", plan.games);
                let (_, stop, bar) = player.split();
                let heard = |games| bar.add(games);
                let lots = (&mut All(plan.games), 0);
                let played = survey.play_steps(scenario, &largest, plan, (stop, heard), lots)?;
                outcome.found.checked = played.map(|(counts, _)| counts);
                // An analysis is complete only if its games of the reference player are complete.
                outcome.partial = outcome.found.checked.is_none();
            }
        }
        Ok(outcome)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<SurveyFound>>) -> FlagValues {
        let games = vec![("games", self.survey.games.games.to_string())];
        [games, ReferenceGames::resolved(self.reference.is_some(), outcome)].concat()
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let steps = self.survey.steps();
        let settings = steps.filter_map(|step| self.survey.scenario.settings(&step.edits));
        once(vec![]).chain(settings).map(|settings| self.watchable(settings)).collect()
    }

    fn unlearnt(&self, _: &SurveyFound) -> Vec<String> {
        let scenario = &self.survey.scenario;
        let changed = self.survey.steps().filter_map(|step| scenario.with(&step.edits).ok());
        let changed: Vec<Scenario> = changed.collect();
        describe::unlearnt(once(scenario).chain(&changed))
    }
}

impl SensitivityPlan {
    /// Returns the judged changes by all measured steps, and the steps with their effects.
    /// `sides` names the faction of each side.
    ///
    /// # Errors
    /// Fails if the games do not belong to this analysis.
    pub fn facts(
        &self,
        found: &SurveyFound,
        sides: &[String],
    ) -> Result<(Vec<Judged>, Vec<StepFacts>)> {
        let Survey { scenario, knobs, .. } = &self.survey;
        let reference = self.reference.as_ref().map_or(scenario, |of| &of.variants[0]);
        let measured = self.survey.measured(scenario, &found.own)?;
        let checked = self.survey.measured(reference, &found.checked)?;
        let [own, theirs] =
            [&measured, &checked].map(|steps| facts::changes(knobs, steps, sides, self.level));
        let judged = Judged::pairs(own, &theirs);
        let steps = facts::steps(knobs, &measured, &judged);
        Ok((judged, steps))
    }

    /// Returns the command that compares the most important step with the unchanged scenario.
    pub fn next(&self, steps: &[StepFacts]) -> Option<String> {
        // `gong compare` with `--set` compares the change with the scenario as in its file, so the
        // scenario must not be changed by `--set` already.
        let mut largest = facts::significant(steps, StepGroup::Value);
        let (knob, step) = largest.next().filter(|_| self.changes.sets().is_empty())?.at;
        let edits = &self.survey.knobs[knob].steps[step].edits;
        let settings = self.survey.scenario.settings(edits)?;
        Some(format!("gong compare {}", self.watchable(settings).words()))
    }

    /// Returns the analysed scenario with these settings, as arguments of a command.
    fn watchable(&self, settings: Vec<String>) -> Watchable {
        let sets = [self.changes.sets(), &settings].concat();
        Watchable::new(&self.file, &sets, self.changes.strategies())
    }
}

/// Refuses names of fighters that do not play in the scenario.
fn check(fighters: &[String], scenario: &Scenario) -> Result<(), Usage> {
    let playing = &scenario.seating.fighters;
    let Some(unknown) = fighters.iter().find(|key| !playing.contains(key)) else {
        return Ok(());
    };
    let [fighter, _] = scenario.game().words().fighter;
    let known = suggest(unknown, playing.iter().map(String::as_str));
    Err(Usage(format!("--fighter: no {fighter} `{unknown}` plays in this scenario{known}")))
}

#[cfg(test)]
mod tests {
    use super::super::Sensitivity;
    use super::super::survey::SCREENED;
    use super::*;
    use crate::questions::Question;

    #[test]
    fn help_states_the_default_number_of_games() {
        let seconds_on_two_cores = TIME / 2 / 1_000_000;
        let stated = [GAMES, seconds_on_two_cores, SCREENED];
        assert_eq!(Sensitivity::TAKES.numbers(), stated);
    }
}
