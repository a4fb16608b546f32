//! What is written of a bot: a strategy file, and the weights of a network beside it.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use super::{Evolution, Learns, Train};
use crate::analysis::train::greedy::Moved;
use crate::analysis::train::trial::Trial;
use crate::analysis::train::{Found, VARIED_BY};
use crate::report::Manifest;
use crate::report::whole::{self, folder_of};
use crate::report::words::{counted, grouped, list, with_sign};
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{NetworkFile, ResultFile, sha256};
use crate::scenario::{Kind, Scenario, bot_name, read_text};
use crate::session::Usage;
use crate::session::job::question;
use crate::session::playing::stem;
use crate::strategies::Character;
use crate::strategies::trained::weights;

/// What was made, as far as it is known.
pub struct Made<'a> {
    pub output: &'a Path,
    pub scenarios: &'a [Scenario],
    /// From how many games the bot that it began as knew what it knew.
    pub before: u64,
    pub found: &'a Found,
    pub trials: &'a [Trial],
    /// Of a bot of weights.
    pub(super) evolution: Option<&'a Evolution>,
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
    serializer.collect_map(weights.iter().map(|moved| (moved.feature, moved.after)))
}

impl Train {
    /// Where the bot goes.
    pub(super) fn file(&self) -> PathBuf {
        let kind = match self.kind {
            Learns::Trained => "trained",
            Learns::Greedy => "greedy",
        };
        let default = || PathBuf::from(format!("{}-{kind}.toml", stem(&self.scenarios[0])));
        self.output.clone().unwrap_or_else(default)
    }

    /// The same, if it can be written. A bot that is there already is replaced only by what the same command makes of it: where that command goes on from
    /// what it has kept, or was ended between the bot and the report. `games` is what the command asks for.
    pub(super) fn output(&self, games: u64, keeps: bool, report: &Path) -> Result<PathBuf, Usage> {
        let output = self.file();
        let shown = output.display();
        bot_name(&output).map_err(|what| Usage(format!("-o {shown}: {what}")))?;
        if output
            .extension()
            .is_none_or(|extension| extension != "toml")
        {
            let what = format!("-o {shown}: wants a file that ends in .toml");
            return Err(Usage(what));
        }
        let command = self.command(games);
        let made_by = made_by(&output);
        let goes_on = keeps && made_by.iter().any(|by| question(by) == question(&command));
        let same = |by: &String| by.split_whitespace().eq(command.split_whitespace());
        let reported = Manifest::read(report).is_ok_and(|report| {
            report.games == games && question(&report.command) == question(&command)
        });
        let unreported = made_by.iter().any(same) && !reported;
        let replaced = self.playing.force || goes_on || unreported;
        let mut files = vec![output.clone()];
        if self.kind == Learns::Trained {
            files.push(weights_of(&output));
        }
        for file in files {
            if file.exists() && !replaced {
                return Err(Usage(format!(
                    "{} is there already: name another file by -o, or replace it by --force",
                    file.display()
                )));
            }
        }
        // Better now than after an hour.
        tempfile::NamedTempFile::new_in(folder_of(&output))
            .map_err(|error| Usage(format!("-o {shown}: cannot be written: {error}")))?;
        Ok(output)
    }

    /// Writes what was made, whole or not at all.
    pub(super) fn write(&self, made: &Made<'_>) -> anyhow::Result<()> {
        match (made.evolution, &made.found.bot) {
            (Some(evolution), Character::Greedy(weights)) => {
                // As it was written: a longer number would not be the same to a reader.
                let whim = weights.whim.to_string().parse()?;
                whole::write(made.output, self.greedy(made, evolution, whim)?.as_bytes())
            }
            (_, Character::Trained(network)) => {
                let layout = made.scenarios[0].game().layout();
                let bytes = weights::write(network, &layout);
                let text = self.trained(made, &bytes)?;
                // First the one that says who made both: killed between the two, the same command goes on.
                whole::write(made.output, text.as_bytes())?;
                whole::write(&weights_of(made.output), &bytes)
            }
            _ => unreachable!("nothing else learns"),
        }
    }

    /// The file of a network with these weights.
    fn trained(&self, made: &Made<'_>, bytes: &[u8]) -> anyhow::Result<String> {
        let game = made.scenarios[0].game();
        let titles: Vec<String> = (made.scenarios.iter())
            .map(|scenario| scenario.title.clone())
            .collect();
        let result = |trial: &Trial| ResultFile {
            scenario: trial.scenario.clone(),
            against: trial.opponent.clone(),
            games: trial.games,
            wins: trial.wins,
            sides: trial.sides,
        };
        let command = self.command(made.found.games);
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
                weights: file_name(&weights_of(made.output)),
                sha256: sha256(bytes),
                inputs: game.layout().version(),
                scenarios: titles,
                command: command.clone(),
                games: made.before + made.found.games,
                decisions: made.found.lessons(),
                learnt: Learnt::of(made.scenarios, VARIED_BY),
                results: made.trials.iter().map(result).collect(),
            },
        };
        Ok(format!(
            "# A bot that has learnt by playing. Made by:\n#   {command}\n{}",
            toml::to_string(&file)?
        ))
    }

    /// The file of a bot of weights.
    fn greedy(&self, made: &Made<'_>, of: &Evolution, whim: f64) -> anyhow::Result<String> {
        let games = counted(made.found.games, "game");
        let mut head = vec![
            "A bot whose weights were learnt by playing. Made by:".to_owned(),
            format!("  {}", self.command(made.found.games)),
        ];
        let titles = made.scenarios.iter().map(|scenario| &scenario.title);
        head.push(format!(
            "It began as {} and has learnt from {games} of {}.",
            of.parent.name,
            list(titles)
        ));
        if let Some(gate) = &of.gate {
            let all = gate.all();
            let rate = |wins: u64| with_sign(wins as f64 / all.games.max(1) as f64, 2);
            head.push(format!(
                "At the gate, in {} fresh games against the pool, it won {}, {} in its place {}.",
                grouped(all.games),
                rate(all.b),
                of.parent.name,
                rate(all.a)
            ));
        }
        if !made.trials.is_empty() {
            head.push("In other fresh games it won, one side against all others:".to_owned());
        }
        head.extend(made.trials.iter().map(|trial| {
            format!(
                "  {} of {} against {} in {}; an equal wins {}.",
                with_sign(trial.wins as f64 / trial.games.max(1) as f64, 1),
                counted(trial.games, "game"),
                trial.opponent,
                trial.scenario,
                with_sign(trial.equal(), 1)
            )
        }));
        let file = GreedyFile {
            kind: Kind::Greedy,
            description: format!("has learnt its weights in {games}"),
            whim,
            weights: &of.evolved.weights,
        };
        let head: String = head.iter().map(|line| comment(line)).collect();
        Ok(head + &toml::to_string(&file)?)
    }
}

/// A line as a comment: a title may have anything in it, and a number a space that is not one to a reader who searches.
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

/// The commands by which the bot of a file says that it was made; none if there is no such file.
fn made_by(file: &Path) -> Vec<String> {
    let text = read_text(file).unwrap_or_default();
    let comments = text.lines().filter_map(|line| line.strip_prefix("#   "));
    comments.map(str::to_owned).collect()
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
