//! The files of a trained bot: a strategy file, and the weights of a network next to it.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use super::flags::Learns;
use super::plan::{Parent, TrainPlan};
use super::play::Evolution;
use crate::analysis::learning::greedy::Moved;
use crate::analysis::learning::trial::Trial;
use crate::analysis::learning::{self, TrainingResult};
use crate::questions::QuestionPlan;
use crate::report::Manifest;
use crate::report::atomic_file::{self, folder_of};
use crate::report::ledger::{CHECKPOINT, Ledger};
use crate::report::words::{counted, grouped, list, with_sign};
use crate::scenario::network_file::{self, NetworkFile, ResultFile, sha256};
use crate::scenario::{BotKind, bot_name, read_text};
use crate::session::Usage;
use crate::session::keeper::AskedCommand;
use crate::session::playing::Playing;
use crate::strategies::BotDefinition;
use crate::strategies::trained::weights;

/// Facts about a trained bot that are written to its strategy file.
pub struct Made<'a> {
    pub plan: &'a TrainPlan,
    /// The command line with which the same bot can be trained again.
    pub command: &'a str,
    pub trained: &'a TrainingResult,
    pub trials: &'a [Trial],
    /// The changes of a greedy bot's weights; `None` if a network was trained.
    pub evolution: Option<&'a Evolution>,
}

/// Content of the strategy file of a greedy bot: only the fields of the bot kind `greedy`.
#[derive(Serialize)]
struct GreedyFile<'a> {
    kind: BotKind,
    description: String,
    whim: f64,
    #[serde(serialize_with = "in_order")]
    weights: &'a [Moved],
}

/// Writes the weights in the order of the game's features, which groups related features.
fn in_order<S: Serializer>(weights: &&[Moved], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(weights.iter().map(|moved| (&moved.feature, moved.after)))
}

/// Checks that the trained bot's file can be written. An existing bot is replaced with `--force`. A
/// bot that the command `asked` made is also replaced if the command resumes from the checkpoint in
/// the folder `report`, or if gong was killed after it wrote the bot and before it wrote the
/// report.
///
/// # Errors
/// Fails if a bot exists already, the file is an input of the training, the bot's name is not
/// allowed, or the file cannot be written.
pub fn writable(
    plan: &TrainPlan,
    asked: &AskedCommand<'_>,
    playing: &Playing,
    report: &Path,
) -> Result<(), Usage> {
    let command = asked.command;
    let output = plan.flags.file();
    let shown = output.display();
    bot_name(&output).map_err(|what| Usage(format!("-o {shown}: {what}")))?;
    if output.extension().is_none_or(|extension| extension != "toml") {
        let what = format!("-o {shown}: wants a file that ends in .toml");
        return Err(Usage(what));
    }
    plan.flags.spares_inputs()?;
    let began = made_by(&output).iter().any(|by| asked.report.same(by, command));
    let checkpoint = Ledger::read(&report.join(CHECKPOINT)).ok().filter(|_| began);
    let changed = checkpoint.map(|of| asked.request(playing).differs(&of.request));
    let goes_on = changed == Some(None);
    let unreported = is_made_by(&output, command) && !is_reported(plan, command, report);
    let replaced = playing.force || goes_on || unreported;
    let mut files = vec![output.clone()];
    if plan.flags.kind == Learns::Trained {
        files.push(weights_of(&output));
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
    let mut named = files.iter().map(|file| atomic_file::valid_name(file));
    let refused = named.find_map(Result::err);
    refused.map_or(Ok(()), |error| Err(Usage(format!("-o {shown}: {error:#}"))))
}

/// Returns whether the command has made the bot's files already, and has written the report.
pub fn is_finished(plan: &TrainPlan, command: &str, report: &Path) -> bool {
    let output = plan.flags.file();
    is_made_by(&output, command)
        && weights_of(&output).exists()
        && is_reported(plan, command, report)
}

fn is_made_by(output: &Path, command: &str) -> bool {
    let same = |by: &String| by.split_whitespace().eq(command.split_whitespace());
    made_by(output).iter().any(same)
}

/// Returns whether the folder has the report of this command with all its games.
fn is_reported(plan: &TrainPlan, command: &str, report: &Path) -> bool {
    let identity = plan.about().report;
    Manifest::read(report)
        .is_ok_and(|report| report.games == plan.games() && identity.same(&report.command, command))
}

impl Made<'_> {
    /// Writes the files of the trained bot, each atomically.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write(&self, output: &Path) -> anyhow::Result<()> {
        let of_weights = self.plan.parent.as_ref().zip(self.evolution);
        match (of_weights, &self.trained.bot) {
            (Some((parent, evolution)), BotDefinition::Greedy(weights)) => {
                // Uses the shortest decimal form, so that the file is read back as the same number.
                let whim = weights.whim.to_string().parse()?;
                atomic_file::write(output, self.greedy(parent, evolution, whim)?.as_bytes())
            }
            (_, BotDefinition::Trained(network)) => {
                let layout = self.plan.scenarios[0].game().layout();
                let bytes = weights::write(network, &layout);
                let beside = weights_of(output);
                let text = self.trained(&file_name(&beside), &bytes)?;
                // The file that names the command is written first. If gong is killed before the
                // second file is written, the same command can resume.
                atomic_file::write(output, text.as_bytes())?;
                atomic_file::write(&beside, &bytes)
            }
            _ => unreachable!("nothing else learns"),
        }
    }

    /// Returns the text of the strategy file of a trained network. The network's weights are in the
    /// file `beside`.
    fn trained(&self, beside: &str, bytes: &[u8]) -> anyhow::Result<String> {
        let scenarios = &self.plan.scenarios;
        let game = scenarios[0].game();
        let titles: Vec<String> =
            (scenarios.iter()).map(|scenario| scenario.title.clone()).collect();
        let result = |trial: &Trial| ResultFile {
            scenario: trial.scenario.clone(),
            against: trial.opponent.clone(),
            games: trial.games,
            wins: trial.wins,
            sides: trial.sides,
        };
        let description = match &titles[..] {
            [first, others @ ..] if others.len() > 1 => {
                let others = others.len();
                format!("has learnt {first}, and {others} other scenarios")
            }
            few => format!("has learnt {}", list(few)),
        };
        let network = NetworkFile {
            game: game.name().to_owned(),
            weights: beside.to_owned(),
            sha256: sha256(bytes),
            inputs: game.layout().version(),
            scenarios: titles,
            command: self.command.to_owned(),
            games: self.plan.before.as_ref().map_or(0, |(_, games)| *games) + self.trained.games,
            decisions: self.trained.lessons(),
            learnt: learning::range(scenarios),
            results: self.trials.iter().map(result).collect(),
        };
        Ok(network_file::text(&description, &network)?)
    }

    /// Returns the text of a greedy bot's strategy file.
    fn greedy(&self, parent: &Parent, of: &Evolution, whim: f64) -> anyhow::Result<String> {
        let games = counted(self.trained.games, "game");
        let mut head = vec![
            "A bot whose weights were learnt by playing. Made by:".to_owned(),
            format!("  {}", self.command),
        ];
        let titles = self.plan.scenarios.iter().map(|scenario| &scenario.title);
        head.push(format!(
            "It began as {} and has learnt from {games} of {}.",
            parent.name,
            list(titles)
        ));
        if let Some(gate) = &of.gate {
            let all = gate.all();
            let rate = |wins: u64| with_sign(wins as f64 / all.games.max(1) as f64, 2);
            head.push(format!(
                "Final test, in {} new games against the pool: this bot won {}, and {} in its \
                 place won {}.",
                grouped(all.games),
                rate(all.b),
                parent.name,
                rate(all.a)
            ));
        }
        if !self.trials.is_empty() {
            head.push("In other new games, with one side against all others, it won:".to_owned());
        }
        head.extend(self.trials.iter().map(|trial| {
            format!(
                "  {} of {} against {} in {}; an equally strong bot wins {}.",
                with_sign(trial.wins as f64 / trial.games.max(1) as f64, 1),
                counted(trial.games, "game"),
                trial.opponent,
                trial.scenario,
                with_sign(trial.equal(), 1)
            )
        }));
        let file = GreedyFile {
            kind: BotKind::Greedy,
            description: format!("has learnt its weights in {games}"),
            whim,
            weights: &of.weights,
        };
        let head: String = head.iter().map(|line| comment(line)).collect();
        Ok(head + &toml::to_string(&file)?)
    }
}

/// Formats a line as a TOML comment; control characters and all kinds of spaces become spaces.
fn comment(line: &str) -> String {
    let plain = |c: char| {
        if c.is_control() || c.is_whitespace() { ' ' } else { c }
    };
    format!("# {}\n", line.chars().map(plain).collect::<String>())
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
