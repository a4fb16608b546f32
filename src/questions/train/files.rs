//! The files of a trained bot: a strategy file, and the weights of a network next to it.

use std::path::{Path, PathBuf};

use super::plan::TrainPlan;
use crate::analysis::learning::trial::Trial;
use crate::analysis::learning::{self, TrainingResult};
use crate::report::Manifest;
use crate::report::atomic_file::{self, folder_of};
use crate::report::ledger::{CHECKPOINT, Ledger, Request};
use crate::report::words::list;
use crate::scenario::network_file::{self, NetworkFile, ResultFile, sha256};
use crate::scenario::{Document, bot_name, read_text};
use crate::session::Usage;
use crate::session::playing::Playing;
use crate::session::report_name::subject;
use crate::strategies::trained::weights;

/// Checks that the trained bot's file can be written. An existing bot is replaced with `--force`. A
/// bot that the command of `request` made is also replaced if the command resumes from the
/// checkpoint in the folder `report`, or if gong was killed after it wrote the bot and before it
/// wrote the report.
///
/// # Errors
/// Fails if a bot or another file exists already, the bot's name is not allowed, or the file cannot
/// be written.
pub fn writable(
    plan: &TrainPlan,
    request: &Request,
    playing: &Playing,
    report: &Path,
) -> Result<(), Usage> {
    let command = &request.command;
    let output = plan.flags.file();
    let shown = output.display();
    bot_name(&output).map_err(|what| Usage(format!("-o {shown}: {what}")))?;
    if output.extension().is_none_or(|extension| extension != "toml") {
        return Err(Usage(format!("-o {shown}: wants a file that ends in .toml")));
    }
    let began = made_by(&output).iter().any(|by| subject(by) == subject(command));
    let checkpoint = Ledger::read(&report.join(CHECKPOINT)).ok().filter(|_| began);
    let changed = checkpoint.map(|of| request.differs(&of.request));
    let unreported = is_made_by(&output, command) && !is_reported(command, report);
    let replaced = playing.force || changed == Some(None) || unreported;
    let files = [output.clone(), weights_of(&output)];
    if output.exists() && !is_trained(&output) {
        return Err(Usage(format!(
            "-o {shown}: exists already, and is not a trained bot: name another file"
        )));
    }
    if let Some(file) = files.iter().find(|file| file.exists() && !replaced) {
        let why = changed.flatten().map_or(String::new(), |how| {
            format!(", and its interrupted training cannot be resumed ({how})")
        });
        return Err(Usage(format!(
            "{} exists already{why}: name another file with -o, or replace it with --force",
            file.display()
        )));
    }
    // Fails now, not after an hour of training, if the folder cannot be written.
    tempfile::NamedTempFile::new_in(folder_of(&output))
        .map_err(|error| Usage(format!("-o {shown}: cannot be written: {error}")))?;
    let mut names = files.iter().map(|file| atomic_file::valid_name(file));
    names.try_for_each(|name| name.map_err(|error| Usage(format!("-o {shown}: {error:#}"))))
}

/// Returns whether the command has made the bot's files already, and has written the report.
pub fn is_finished(plan: &TrainPlan, command: &str, report: &Path) -> bool {
    let output = plan.flags.file();
    let exists = weights_of(&output).exists();
    exists && is_made_by(&output, command) && is_reported(command, report)
}

fn is_made_by(output: &Path, command: &str) -> bool {
    let same = |by: &String| by.split_whitespace().eq(command.split_whitespace());
    made_by(output).iter().any(same)
}

/// Returns whether the folder has the report of this command with all its games.
fn is_reported(command: &str, report: &Path) -> bool {
    Manifest::read(report).is_ok_and(|report| !report.partial && report.command == command)
}

/// Writes the files of the trained bot, each atomically: the strategy file with the results of the
/// tests and the `command` that trains the same bot again, and the weights of its network.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write(
    plan: &TrainPlan,
    command: &str,
    trained: &TrainingResult,
    trials: &[Trial],
) -> anyhow::Result<()> {
    let (scenarios, output) = (&plan.scenarios, plan.flags.file());
    let game = scenarios[0].game();
    let bytes = weights::write(&trained.network, &game.layout());
    let beside = weights_of(&output);
    let titles: Vec<String> = scenarios.iter().map(|of| of.title.clone()).collect();
    let result = |trial: &Trial| ResultFile {
        scenario: trial.scenario.clone(),
        against: trial.opponent.clone(),
        games: trial.games,
        wins: trial.wins,
        sides: trial.sides,
    };
    let learnt = match titles.len() {
        ..=2 => list(&titles),
        all => format!("{}, and {} other scenarios", titles[0], all - 1),
    };
    let network = NetworkFile {
        game: game.name().to_owned(),
        weights: file_name(&beside),
        sha256: sha256(&bytes),
        inputs: game.layout().version(),
        scenarios: titles,
        command: command.to_owned(),
        games: plan.training.before.as_ref().map_or(0, |(_, games)| *games) + trained.games,
        decisions: trained.curve.last().map_or(0, |last| last.decisions),
        learnt: learning::range(scenarios),
        results: trials.iter().map(result).collect(),
    };
    let text = network_file::text(&format!("has learnt {learnt}"), &network)?;
    // The file that names the command is written first. If gong is killed before the second file is
    // written, the same command can resume.
    atomic_file::write(&output, text.as_bytes())?;
    atomic_file::write(&beside, &bytes)
}

/// Returns whether a file is a bot that `gong train` writes: a trained bot, or a panel of them.
/// Only such a file is replaced with `--force`.
pub fn is_trained(file: &Path) -> bool {
    let document = Document::read(file).ok();
    let kind = document.as_ref().and_then(|of| of.text(&["kind"]));
    kind.is_some_and(|(kind, _)| ["trained", "panel"].contains(&kind))
}

/// Path of the weights file that belongs to a bot's strategy file.
pub fn weights_of(output: &Path) -> PathBuf {
    output.with_extension("safetensors")
}

/// Reads from a bot's file the commands that made the bot; empty if there is no file.
fn made_by(file: &Path) -> Vec<String> {
    let text = read_text(file).unwrap_or_default();
    let comments = text.lines().filter_map(|line| line.strip_prefix("#   "));
    comments.map(str::to_owned).collect()
}

/// Returns the file name at the end of a path.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
