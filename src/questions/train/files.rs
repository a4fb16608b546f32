//! What is written of a bot: a strategy file, and the weights of a network beside it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Serialize, Serializer};

use super::flags::{Flags, Learns};
use super::learning::greedy::Moved;
use super::learning::trial::Trial;
use super::learning::{Trained, VARIED_BY};
use super::plan::{Parent, Plan};
use super::play::Evolution;
use crate::report::words::{grouped, list, with_sign};
use crate::scenario::Kind;
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{NetworkFile, ResultFile, sha256};
use crate::session::Usage;
use crate::session::job::question;
use crate::strategies::Character;
use crate::strategies::trained::weights;

/// What was made, as far as it is known.
pub struct Made<'a> {
    pub plan: &'a Plan,
    /// The command that makes the same bot.
    pub command: &'a str,
    pub trained: &'a Trained,
    pub trials: &'a [Trial],
    /// Of a bot of weights.
    pub evolution: Option<&'a Evolution>,
}

/// A strategy file of a bot that is a network, without all that is not for its kind.
#[derive(Serialize)]
struct TrainedFile {
    kind: Kind,
    description: String,
    network: NetworkFile,
}

/// The same of a bot of weights.
#[derive(Serialize)]
struct GreedyFile<'a> {
    kind: Kind,
    description: String,
    whim: f64,
    #[serde(serialize_with = "in_order")]
    weights: &'a [Moved],
}

/// As the game has its features: what belongs together stands together.
fn in_order<S: Serializer>(weights: &&[Moved], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(weights.iter().map(|moved| (&moved.feature, moved.after)))
}

/// Checks that the bot's file can be written. A bot that is there already is replaced by --force,
/// or if this command has made it and `goes_on`: then it
/// is what the command has come to so far.
///
/// # Errors
/// If a bot is there already, or the file cannot be written.
pub fn writable(flags: &Flags, command: &str, force: bool, goes_on: bool) -> Result<(), Usage> {
    let output = flags.file();
    let replaced = force || goes_on && has_made(command, &output);
    if output
        .extension()
        .is_none_or(|extension| extension != "toml")
    {
        let what = format!("-o {}: wants a file that ends in .toml", output.display());
        return Err(Usage(what));
    }
    let mut files = vec![output.clone()];
    if flags.kind == Learns::Trained {
        files.push(weights_of(&output));
    }
    if let Some(file) = files.iter().find(|file| file.exists() && !replaced) {
        return Err(Usage(format!(
            "{} is there already: name another file by -o, or replace it by --force",
            file.display()
        )));
    }
    // Better now than after an hour.
    tempfile::NamedTempFile::new_in(folder_of(&output)).map_err(|error| {
        Usage(format!(
            "-o {}: cannot be written: {error}",
            output.display()
        ))
    })?;
    Ok(())
}

/// Whether this command, whatever its number of games, has made the bot of a file.
fn has_made(command: &str, file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut comments = text.lines().filter_map(|line| line.strip_prefix("#   "));
    comments.any(|made_by| question(made_by) == question(command))
}

impl Made<'_> {
    /// Writes the bot, whole or not at all.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, output: &Path) -> anyhow::Result<()> {
        let of_weights = self.plan.parent.as_ref().zip(self.evolution);
        match (of_weights, &self.trained.bot) {
            (Some((parent, evolution)), Character::Greedy(weights)) => {
                // As it was written: a longer number would not be the same to a reader.
                let whim = weights.whim.to_string().parse()?;
                put(output, self.greedy(parent, evolution, whim)?.as_bytes())
            }
            (_, Character::Trained(network)) => {
                let layout = self.plan.scenarios[0].game().layout();
                let bytes = weights::write(network, &layout);
                let beside = weights_of(output);
                let text = self.trained(&file_name(&beside), &bytes)?;
                put(&beside, &bytes)?;
                // Last the one that names the other.
                put(output, text.as_bytes())
            }
            _ => unreachable!("nothing else learns"),
        }
    }

    /// The file of a network with these weights, which lie in file `beside`.
    fn trained(&self, beside: &str, bytes: &[u8]) -> anyhow::Result<String> {
        let scenarios = &self.plan.scenarios;
        let game = scenarios[0].game();
        let titles: Vec<String> = (scenarios.iter())
            .map(|scenario| scenario.title.clone())
            .collect();
        let result = |trial: &Trial| ResultFile {
            scenario: trial.scenario.clone(),
            against: trial.opponent.clone(),
            games: trial.games,
            wins: trial.wins,
            sides: trial.sides,
        };
        let file = TrainedFile {
            kind: Kind::Trained,
            description: match &titles[..] {
                [first, others @ ..] if others.len() > 1 => {
                    let others = others.len();
                    format!("has learnt {first}, and {others} other scenarios")
                }
                few => format!("has learnt {}", list(few)),
            },
            network: NetworkFile {
                game: game.name().to_owned(),
                weights: beside.to_owned(),
                sha256: sha256(bytes),
                inputs: game.layout().version(),
                scenarios: titles,
                command: self.command.to_owned(),
                games: self.plan.before.as_ref().map_or(0, |(_, games)| *games)
                    + self.trained.games,
                decisions: self.trained.lessons(),
                learnt: Learnt::of(scenarios, VARIED_BY),
                results: self.trials.iter().map(result).collect(),
            },
        };
        Ok(format!(
            "# A bot that has learnt by playing. Made by:\n#   {}\n{}",
            self.command,
            toml::to_string(&file)?
        ))
    }

    /// The file of a bot of weights.
    fn greedy(&self, parent: &Parent, of: &Evolution, whim: f64) -> anyhow::Result<String> {
        let games = grouped(self.trained.games);
        let mut head = vec![
            "A bot whose weights were learnt by playing. Made by:".to_owned(),
            format!("  {}", self.command),
        ];
        let titles = self.plan.scenarios.iter().map(|scenario| &scenario.title);
        head.push(format!(
            "It began as {} and has learnt from {games} games of {}.",
            parent.name,
            list(titles)
        ));
        if let Some(gate) = &of.gate {
            let all = gate.all();
            let rate = |wins: u64| with_sign(wins as f64 / all.games.max(1) as f64, 2);
            head.push(format!(
                "At the gate, in {} fresh games against the pool, it won {}, {} in its place {}.",
                grouped(all.games),
                rate(all.b),
                parent.name,
                rate(all.a)
            ));
        }
        if !self.trials.is_empty() {
            head.push("In other fresh games it won, one side against all others:".to_owned());
        }
        head.extend(self.trials.iter().map(|trial| {
            format!(
                "  {} of {} games against {} in {}; an equal wins {}.",
                with_sign(trial.wins as f64 / trial.games.max(1) as f64, 1),
                grouped(trial.games),
                trial.opponent,
                trial.scenario,
                with_sign(trial.equal(), 1)
            )
        }));
        let file = GreedyFile {
            kind: Kind::Greedy,
            description: format!("has learnt its weights in {games} games"),
            whim,
            weights: &of.weights,
        };
        let head: String = head.iter().map(|line| comment(line)).collect();
        Ok(head + &toml::to_string(&file)?)
    }
}

/// A line as a comment: a title may have anything in it, and a number a space that is not one to a
/// reader who searches.
fn comment(line: &str) -> String {
    let plain = |c: char| {
        if c.is_control() || c.is_whitespace() {
            ' '
        } else {
            c
        }
    };
    format!("# {}\n", line.chars().map(plain).collect::<String>())
}

/// The file of the weights that belong to a bot's file.
pub fn weights_of(output: &Path) -> PathBuf {
    output.with_extension("safetensors")
}

/// A path's last part.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a file whole, or not at all.
fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let why = || format!("{} cannot be written", path.display());
    let scratch = tempfile::tempdir_in(folder_of(path)).with_context(why)?;
    let fresh = scratch.path().join("fresh");
    fs::write(&fresh, bytes).with_context(why)?;
    fs::rename(&fresh, path).with_context(why)
}
