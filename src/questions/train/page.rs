//! The report's page about a training: its sections and their tables.

use std::path::Path;

use super::charts;
use super::facts::{TrainFacts, TrainedBot};
use super::tables::{Learning, TrialVerdict, Tried};
use crate::questions::findings::Rate;
use crate::questions::findings::train::Finding;
use crate::report::Manifest;
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::standing::Standing;
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level};
use crate::shell;

/// Builds the report's page and its text for a terminal.
pub fn page(facts: &TrainFacts, manifest: &Manifest) -> Page {
    let headline = headline(facts).to_string();
    let findings: Vec<String> = findings(facts).iter().map(ToString::to_string).collect();
    let trials = trials_table(facts);
    let any = !facts.trials.is_empty();
    let tables = vec![trials.clone(), checkpoints_table(facts)];
    let charts = charts::learning(facts).into_iter().collect();
    Page {
        headline,
        judgement: method(facts),
        brief: Brief {
            played: format!("a bot has learnt from {}", counted(manifest.games, "game")),
            tables: match any {
                true => vec![(String::new(), trials.for_terminal())],
                false => vec![],
            },
            told: written(facts).into_iter().collect(),
            next: next(facts, manifest),
        },
        verdict: findings,
        sections: vec![
            Section::Charts(charts),
            Section::Tables(tables),
            Section::Played(asked(facts, manifest)),
            Section::Provenance,
        ],
        ..Page::default()
    }
}

fn headline(facts: &TrainFacts) -> Finding {
    let bot = facts.bot.name.clone();
    if facts.trials.is_empty() {
        return Finding::NoTrial { bot };
    }
    let verdict = |tried: &Tried| match tried.verdict {
        Some(TrialVerdict::More) => Standing::Above,
        Some(TrialVerdict::Fewer) => Standing::Below,
        _ => Standing::Open,
    };
    let verdicts = facts.trials.iter().map(|tried| (tried.opponent.clone(), verdict(tried)));
    Finding::Trials { bot, together: facts.bot.together, verdicts: verdicts.collect() }
}

fn findings(facts: &TrainFacts) -> Vec<Finding> {
    let bot = &facts.bot.name;
    let home: Vec<&Tried> = facts.at_home().collect();
    let sorted = descending(&home, |tried| tried.wins.rate());
    let rate = |tried: &Tried| Rate {
        player: tried.opponent.clone(),
        value: tried.wins.rate(),
        margin_of_error: tried.wins.margin_of_error(),
    };
    let mut findings = vec![];
    if let [best, .., worst] = sorted.as_slice()
        && !facts.bot.together
    {
        findings.push(Finding::BestAndWorstOpponent {
            bot: bot.clone(),
            scenario: facts.several().then(|| best.scenario.clone()),
            opponents: [rate(best), rate(worst)],
        });
    }
    findings.extend((!facts.trials.is_empty()).then_some(Finding::OnlyTrials));
    findings.extend(facts.partial.then_some(Finding::Resumes));
    findings
}

fn method(facts: &TrainFacts) -> String {
    let equal = match facts.bot.together {
        true => "would win as many of the same games as a party of the opponent",
        false => "would win its fair share",
    };
    format!(
        "The confidence level of all intervals is {} (Wilson’s intervals). “Stronger” and “weaker” \
         mean significant after correction for the number of trials (Holm). An equally strong bot \
         {equal}. All measurements use seeds of their own: no measured game was used for training.",
        level(facts.level)
    )
}

/// Returns the commands to continue with: a training with ten times the games if the bot is not
/// significantly stronger than any opponent, otherwise games of the bot.
fn next(facts: &TrainFacts, manifest: &Manifest) -> Vec<String> {
    let watch = &facts.bot.watch;
    let is_stronger = facts.called(TrialVerdict::More).next().is_some();
    let first = match facts.trials.is_empty() || is_stronger || facts.partial {
        true => format!("gong run {watch}"),
        false => {
            let games = |games: u64| format!("--games {games}");
            let (now, more) = (games(manifest.games), games(10 * manifest.games));
            let longer = manifest.command.replace(&now, &more);
            let file = shell::path(Path::new(&facts.bot.file));
            format!("{longer} -o {file} --force")
        }
    };
    vec![first, manifest.watch_line(watch, 0)]
}

/// Returns sentences with the path of the bot's file and the command that makes the same bot again.
fn written(facts: &TrainFacts) -> Vec<String> {
    let TrainedBot { file, weights, .. } = &facts.bot;
    let mut said =
        vec![format!("The bot is the file {file}, with its weights in {weights} next to it.")];
    if let Some(games) = facts.bot.time_was_up {
        said.push(format!("The time limit was reached: --games {games} makes the same bot."));
    }
    said
}

fn asked(facts: &TrainFacts, manifest: &Manifest) -> Vec<PlayedNote> {
    let from = counted(facts.learning.last().map_or(0, |of| of.decisions), "decision");
    let time = match manifest.wall_seconds {
        seconds if seconds < 60.0 => format!("{seconds:.1} seconds"),
        seconds => format!("{:.1} minutes", seconds / 60.0),
    };
    let line = |term: &str, lines: Vec<String>| PlayedNote { term: term.to_owned(), lines };
    vec![
        line("The bot", written(facts)),
        line(
            "Learnt",
            vec![format!(
                "The bot learnt from {from} in {time}. The games of the trials and tables were \
                 played after that."
            )],
        ),
    ]
}

fn trials_table(facts: &TrainFacts) -> Table {
    let verdict = |tried: &Tried| match tried.verdict {
        Some(TrialVerdict::More) => "stronger",
        Some(TrialVerdict::Fewer) => "weaker",
        _ => "within noise",
    };
    let (meaning, equal) = match facts.bot.together {
        true => (
            "Win rate in % of games in which the trained bot plays all seats. “Its party %”: win \
             rate of a party of the row’s bot in the same games. Marked rows: the trained bot does \
             not win significantly more games than the row’s bot.",
            "Its party %",
        ),
        false => (
            "Win rate in % of games in which the trained bot plays one side and the row’s bot \
             plays all other sides. “An equal %”: win rate of an equally strong bot. Marked rows: \
             the trained bot is not significantly stronger than the row’s bot.",
            "An equal %",
        ),
    };
    let table = Table::new("trials", facts.trials_title(), meaning).of(&facts.trials);
    let table = match facts.several() {
        true => table.word("Scenario", |tried| &tried.scenario).in_terminal(),
        false => table,
    };
    table
        .word("Against", |tried| &tried.opponent)
        .in_terminal()
        .with("Win rate %", Unit::Share(1), |tried| tried.wins.win_rate)
        .in_terminal()
        .plus_minus(|tried| tried.wins.margin_of_error())
        .with(equal, Unit::Share(1), |tried| tried.fair_share)
        .in_terminal()
        .with("Games", Unit::Count, |tried| tried.wins.games)
        .word("Verdict", verdict)
        .in_terminal()
        .marked(|tried| tried.verdict != Some(TrialVerdict::More))
}

fn checkpoints_table(facts: &TrainFacts) -> Table {
    let held: Vec<&Learning> = facts.checkpoints().collect();
    let first = facts.trials.first();
    let against = first.map_or(String::new(), |tried| facts.against(tried));
    let about = format!(
        "Win rate in % of games {against}, during the training. “Error”: mean squared error of the \
         bot’s estimates in the preceding games. The target changes as the bot learns, so a \
         smaller error does not mean a better bot."
    );
    Table::new("learning", "How it learnt", about)
        .of(&held)
        .with("Games learnt from", Unit::Count, |of| of.games)
        .with("Decisions", Unit::Count, |of| of.decisions)
        .with("Win rate %", Unit::Share(1), |of| of.win_rate)
        .plus_minus(|of| known_margin_of_error(of.win_rate, of.ci_low, of.ci_high))
        .with("Games", Unit::Count, |of| of.trial_games)
        .with("Error", Unit::Number(4, ""), |of| of.error)
        .table
}
