//! The report's page about a training.

use std::path::Path;

use super::charts;
use super::files::{file_name, weights_of};
use super::plan::TrainPlan;
use super::play::TrainFound;
use super::tables::Learning;
use crate::questions::facts::Fact;
use crate::questions::findings::train::Finding;
use crate::report::Manifest;
use crate::report::page::{Brief, Page};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level};

/// The results of a training.
pub struct TrainFacts {
    /// Name of the trained bot.
    pub bot: String,
    pub learning: Vec<Learning>,
    /// The judged win rates of the trained bot, in the order of its opponents.
    pub trials: Vec<Fact>,
}

/// Builds the report's page and its text for a terminal.
pub fn page(facts: &TrainFacts, plan: &TrainPlan, found: &TrainFound, manifest: &Manifest) -> Page {
    let trials = trials(facts, plan.scenarios.len() > 1);
    let bot = facts.bot.clone();
    let verdicts = facts.trials.iter().map(|trial| (trial.row.player.clone(), trial.standing()));
    let headline = Finding::Trials { bot, verdicts: verdicts.collect() };
    let has_trials = !facts.trials.is_empty();
    let caution = has_trials.then_some(Finding::OnlyTrials);
    let TrainFound { file, games, .. } = found;
    let weights = file_name(&weights_of(Path::new(file)));
    let written = Finding::Written { file: file.clone(), weights };
    let limit = found.time_was_up.then_some(Finding::TimeLimit { games: *games });
    let resumes = manifest.partial.then_some(Finding::Resumes);
    let findings = caution.into_iter().chain(resumes).chain([written]).chain(limit);
    let brief = has_trials.then(|| (String::new(), trials.for_terminal()));
    let watch = plan.watchable(file.clone()).words();
    Page {
        headline: headline.to_string(),
        verdict: findings.map(|of| of.to_string()).collect(),
        judgement: format!(
            "The confidence level of all intervals is {} (Wilson’s intervals). “Above” and “below” \
             an equal mean significant after correction for the number of trials (Holm). All \
             measurements use seeds of their own: no measured game was used for training.",
            level(manifest.level)
        ),
        brief: Brief {
            played: format!("a bot has learnt from {}", counted(manifest.games, "game")),
            tables: brief.into_iter().collect(),
        },
        next: vec![format!("gong run {watch}"), manifest.watch_line(&watch, 0)],
        charts: charts::learning(facts, manifest.level).into_iter().collect(),
        tables: vec![trials],
        ..Page::default()
    }
}

/// Builds the table of all trials.
fn trials(facts: &TrainFacts, several: bool) -> Table {
    let meaning = "Win rate in % of games in which the trained bot plays one side and the row’s \
                   bot all other sides. “Equal %”: win rate of a bot as strong as the row’s bot. \
                   In a cooperative game, each bot plays all seats of the same games.";
    let mut table = Table::new("trials", "Against other bots", meaning).of(&facts.trials);
    if several {
        let scenario = |trial: &Fact| trial.row.arm.clone().unwrap_or_default();
        table = table.word("Scenario", scenario).in_terminal();
    }
    table
        .word("Against", |trial| &trial.row.player)
        .in_terminal()
        .with("Win rate %", Unit::Share(1), |trial| trial.row.value)
        .in_terminal()
        .plus_minus(Fact::margin_of_error)
        .with("Equal %", Unit::Share(1), |trial| trial.row.fair)
        .in_terminal()
        .word("Verdict", |trial| trial.standing().name())
        .in_terminal()
        .table
}
