//! `gong train`: a bot learns a scenario.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::failed::Watchable;
use super::job::Job;
use super::playing::{Done, Playing, interrupted, shell_word, stem};
use super::{Interrupted, Sets, Usage, scenarios};
use crate::analysis::compare::PairTally;
use crate::analysis::train::balance::balance;
use crate::analysis::train::checkpoints::Checkpoints;
use crate::analysis::train::trial::{Trial, pupil, trial};
use crate::analysis::train::{Found, GENERATION, IMITATED, Question, VARIED_BY, train};
use crate::games::Title;
use crate::report::training::{Source, tables};
use crate::report::words::list;
use crate::report::{self, Manifest, StrategyNote, TrainingNote};
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{NetworkFile, ResultFile, sha256};
use crate::scenario::{Bot, BotError, Faults, Kind, Scenario, StrategyPlan, load_bot};
use crate::stats::intervals;
use crate::strategies::Character;
use crate::strategies::trained::{Network, weights};

/// Train a fast bot for scenarios: their roster, rules, line-ups and table sizes
///
/// With several scenarios of one game it learns them all: half of its games are of the first, the others take turns. The bot learns by playing itself and the bots of a pool. It is two files: FILE, which says how it was made and how it did, and its weights
/// beside it. Name FILE wherever a strategy is named.
#[derive(Debug, Args)]
pub struct Train {
    /// Scenario files, of one game
    #[arg(value_name = "SCENARIO", required = true)]
    scenarios: Vec<PathBuf>,
    /// Stop after so many minutes, if that is earlier: the bot is the one that as many games make
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Whom it plays with, and is measured against, as in balanced,mine.toml [default: all shipped bots of kind greedy, but for beginners]
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    against: Vec<String>,
    /// A bot of kind trained that it begins as, instead of imitating one of the pool: what it knows, it keeps on learning
    #[arg(long, value_name = "NAME|FILE")]
    from: Option<String>,
    /// The bot's file [default: SCENARIO-trained.toml]
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    sets: Sets,
}

const DEFAULT_GAMES: u64 = 300_000;
/// Games against each bot of the pool in the end, on a seed of their own; of a short training no more than it had games.
const TRIAL_GAMES: u64 = 20_000;
/// The same against a bot that searches: it takes a thousand times as long.
const SEARCHED_GAMES: u64 = 500;
/// Games of each trial on the way.
const CHECKPOINT_GAMES: u64 = 2_000;
/// Games of the table between equals, with either bot.
const BALANCE_GAMES: u64 = 50_000;
/// What is added to the seed for all of these.
const FRESH: u64 = 0x0F4E_5B1E_55ED;

/// What is written of a bot: a strategy file without all that is not for its kind.
#[derive(Serialize)]
struct TrainedFile {
    kind: Kind,
    description: String,
    network: NetworkFile,
}

/// What the bot is worth.
struct Measured {
    trials: Vec<Trial>,
    /// On the way: after how many games, and how it went.
    checkpoints: Vec<(u64, Trial)>,
    /// Between equals, with the bot that was there before and with this one.
    balance: Option<PairTally>,
}

impl Train {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            let what = "--precision is of runs; a bot learns from --games";
            return Err(Usage(what.into()).into());
        }
        let (scenarios, own) = self.scenarios()?;
        let scenario = &scenarios[0];
        let output = self.output()?;
        let question = Question {
            seed: self.playing.seed,
            games: self.playing.games.unwrap_or(DEFAULT_GAMES),
            before: self.before(scenario.game())?,
            generation: GENERATION,
            pool: self.pool(scenario.game()),
            time: self.minutes,
            threads: self.playing.threads(),
        };
        let name = format!("{}-train", stem(&self.scenarios[0]));
        let job = Job::begin(&self.playing, &name, &self.command(question.games))?;
        let stop = interrupted()?;
        let bar = job.bar(&scenario.title, question.games);
        let mut played = 0;
        let mut checkpoints = Checkpoints::new(GENERATION);
        let found = train(&scenarios, &question, &stop, |progress, network| {
            bar.add(progress.games - played);
            played = progress.games;
            checkpoints.hear(played, network);
        })?;
        drop(bar);
        if found.games == 0 {
            let what = "interrupted before anything was learnt: nothing is written";
            return Err(Interrupted(Some(what)).into());
        }
        // Whatever may happen to the measuring, what was learnt is not lost.
        let before = question.before.as_ref().map_or(0, |(_, games)| *games);
        self.write(&output, &scenarios, (&found, before), &[])?;
        let measured = self.measure(
            (&scenarios, &own),
            &question,
            &found,
            checkpoints,
            &stop,
            &job,
        )?;
        self.write(&output, &scenarios, (&found, before), &measured.trials)?;
        let tables = tables(&Source {
            curve: &found.curve,
            checkpoints: &measured.checkpoints,
            trials: &measured.trials,
            balance: measured.balance.as_ref(),
            level: self.playing.level,
        });
        let partial = found.partial || stop.load(Ordering::Relaxed);
        let manifest = self.manifest(scenario, &question, &found, &output, partial)?;
        job.publish(&tables, &manifest, out)
    }

    /// What it is worth, measured in games that it has not learnt from: trials in every scenario, all else in the first. Once it is
    /// interrupted, no more.
    fn measure(
        &self,
        (scenarios, own): (&[Scenario], &Bot),
        question: &Question,
        found: &Found,
        checkpoints: Checkpoints,
        stop: &AtomicBool,
        job: &Job<'_>,
    ) -> anyhow::Result<Measured> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(question.threads)
            .build()?;
        let scenario = &scenarios[0];
        let games = |most: u64| (question.seed.wrapping_add(FRESH), found.games.min(most));
        let [of_trial, of_search, of_checkpoint, of_table] =
            [TRIAL_GAMES, SEARCHED_GAMES, CHECKPOINT_GAMES, BALANCE_GAMES].map(games);
        let games_against = |name: &String| match scenario.bots[name].character {
            Character::Mcts(_) => of_search,
            _ => of_trial,
        };
        let of_pool: u64 = question.pool.iter().map(|name| games_against(name).1).sum();
        let all = of_pool * scenarios.len() as u64
            + of_checkpoint.1 * checkpoints.count(found.games)
            + of_table.1;
        let bar = job.bar(&format!("{}, tried", scenario.title), all);
        let mut trials = vec![];
        for scenario in scenarios {
            for opponent in &question.pool {
                let games = games_against(opponent);
                let trial = trial(scenario, &found.network, opponent, games, &threads, stop)?;
                bar.add(trial.games);
                trials.extend((trial.games == games.1).then_some(trial));
            }
        }
        let last = (found.games, &found.network);
        let checkpoints = checkpoints.trials(last, |network| {
            let against = &question.pool[0];
            let trial = trial(scenario, network, against, of_checkpoint, &threads, stop)?;
            bar.add(trial.games);
            Ok((trial.games == of_checkpoint.1).then_some(trial))
        })?;
        // A search would take hours for so many games.
        let of_pool = question.pool.iter().map(|name| &scenario.bots[name]);
        let mut quick = std::iter::once(own)
            .chain(of_pool)
            .filter(|bot| !matches!(bot.character, Character::Mcts(_)));
        let balance = match quick.next() {
            Some(before) => {
                let bots = [before, &pupil(&found.network)];
                let told = |games| bar.add(games);
                let played = balance(scenario, bots, of_table, question.threads, stop, told)?;
                (!played.partial)
                    .then(|| played.tally.into_iter().next())
                    .flatten()
            }
            None => None,
        };
        Ok(Measured {
            trials,
            checkpoints,
            balance,
        })
    }

    fn manifest(
        &self,
        scenario: &Scenario,
        question: &Question,
        found: &Found,
        output: &Path,
        partial: bool,
    ) -> anyhow::Result<Manifest> {
        let mut command = self.command(found.games);
        if self.playing.level != intervals::LEVEL {
            command += &format!(" --level {}", self.playing.level);
        }
        let done = Done {
            kind: report::Kind::Train,
            command,
            games: found.games,
            partial,
            seconds: found.seconds,
            precision: None,
        };
        let mut manifest = self.playing.manifest(scenario, done)?;
        let pool = || question.pool.iter().map(|name| &scenario.bots[name]);
        let note = |bot: &Bot| StrategyNote {
            name: bot.name.clone(),
            about: bot.description.clone(),
        };
        manifest.strategies = pool().map(note).collect();
        let teaches = |bot: &Bot| matches!(bot.character, Character::Greedy(_));
        manifest.training = Some(TrainingNote {
            bot: stem(output).to_owned(),
            file: output.display().to_string(),
            weights: file_name(&weights_of(output)),
            teams: scenario.seating.teams > 0,
            imitated: match pool().any(teaches) {
                true => found.games.min(IMITATED),
                false => 0,
            },
            time_was_up: (!found.in_time).then_some(found.games),
        });
        let bot = output.display().to_string();
        manifest.watch = Watchable::new(&self.scenarios[0], &self.sets.sets, &[bot]).words();
        Ok(manifest)
    }

    /// The bots of the pool, by name.
    fn pool(&self, title: &dyn Title) -> Vec<String> {
        if !self.against.is_empty() {
            return self.against.clone();
        }
        let greedy = |name: &&str| {
            let bot = load_bot(title, name);
            bot.is_ok_and(|bot| matches!(bot.character, Character::Greedy(_)))
        };
        let names = title.bots().iter().map(|shipped| shipped.name);
        let all: Vec<&str> = names.filter(greedy).collect();
        // Who is weaker than the first by design teaches nothing.
        let levels = title.levels().iter();
        let below: Vec<&&str> = levels
            .take_while(|level| Some(*level) != all.first())
            .collect();
        let pool = all.iter().filter(|name| !below.contains(name));
        pool.map(|name| (*name).to_owned()).collect()
    }

    /// The scenarios, whose bots are the pool's; and the bot that the first has for everybody by itself.
    fn scenarios(&self) -> anyhow::Result<(Vec<Scenario>, Bot)> {
        let mut found: Vec<Scenario> = vec![];
        let mut own = None;
        for (index, path) in self.scenarios.iter().enumerate() {
            if self.scenarios[..index].contains(path) {
                return Err(Usage(format!("{} is named twice", path.display())).into());
            }
            let of_file = scenarios(path, &self.sets.sets, &[])?;
            let mut scenario = of_file.into_iter().next().expect("one at least");
            if scenario.open().cast().cooperative {
                let what = "gong train teaches rivals; in this game all play together";
                return Err(Usage(what.into()).into());
            }
            let (game, first) = (scenario.game(), found.first().map(Scenario::game));
            if let Some(first) = first.filter(|first| first.name() != game.name()) {
                let what = format!(
                    "{} is of {}, {} of {}: a bot plays one game",
                    self.scenarios[0].display(),
                    first.name(),
                    path.display(),
                    game.name()
                );
                return Err(Usage(what).into());
            }
            let same = found.iter().position(|other| other.title == scenario.title);
            if let Some(same) = same {
                let what = format!(
                    "{} and {} have one title, and results could not be told apart: {}",
                    self.scenarios[same].display(),
                    path.display(),
                    scenario.title
                );
                return Err(Usage(what).into());
            }
            let everybody = scenario.bots.remove(&scenario.strategies.everybody);
            own = own.or(everybody);
            scenario.bots = match found.first() {
                Some(first) => first.bots.clone(),
                None => self.bots(game)?,
            };
            scenario.strategies = StrategyPlan {
                everybody: scenario.bots.keys().next().cloned().unwrap_or_default(),
                ..StrategyPlan::default()
            };
            found.push(scenario);
        }
        let own = own.expect("a scenario holds the bots that it names");
        Ok((found, own))
    }

    /// What it begins as, and from how many games that knows what it knows.
    fn before(&self, title: &dyn Title) -> anyhow::Result<Option<(Arc<Network>, u64)>> {
        let Some(name) = &self.from else {
            return Ok(None);
        };
        let bot = load_bot(title, name).map_err(|error| match error {
            BotError::Unknown(what) => Usage(format!("--from {name}: {what}")).into(),
            BotError::File(faults) => anyhow::Error::from(faults),
        })?;
        let games = bot.settings.and_then(|file| Some(file.network?.games));
        match bot.character {
            Character::Trained(network) => Ok(Some((network, games.unwrap_or(0)))),
            _ => {
                let what = format!("--from {name}: wants a bot of kind trained");
                Err(Usage(what).into())
            }
        }
    }

    /// The bots of the pool.
    fn bots(&self, title: &dyn Title) -> anyhow::Result<BTreeMap<String, Bot>> {
        let mut bots = BTreeMap::new();
        let mut faults = Faults::default();
        for name in self.pool(title) {
            if bots.contains_key(&name) {
                return Err(Usage(format!("--against: {name} is named twice")).into());
            }
            match load_bot(title, &name) {
                Ok(bot) => {
                    bots.insert(name, bot);
                }
                Err(BotError::Unknown(what)) => {
                    return Err(Usage(format!("--against {name}: {what}")).into());
                }
                Err(BotError::File(its)) => faults.extend(its),
            }
        }
        faults.done()?;
        Ok(bots)
    }

    /// Where the bot goes.
    fn output(&self) -> Result<PathBuf, Usage> {
        let default = || PathBuf::from(format!("{}-trained.toml", stem(&self.scenarios[0])));
        let output = self.output.clone().unwrap_or_else(default);
        if output
            .extension()
            .is_none_or(|extension| extension != "toml")
        {
            let what = format!("-o {}: wants a file that ends in .toml", output.display());
            return Err(Usage(what));
        }
        for file in [&output, &weights_of(&output)] {
            if file.exists() && !self.playing.force {
                return Err(Usage(format!(
                    "{} is there already: name another file by -o, or replace it by --force",
                    file.display()
                )));
            }
        }
        // Better now than after an hour.
        tempfile::NamedTempFile::new_in(folder_of(&output)).map_err(|error| {
            Usage(format!(
                "-o {}: cannot be written: {error}",
                output.display()
            ))
        })?;
        Ok(output)
    }

    /// Writes both files, the one that names the other last.
    fn write(
        &self,
        output: &Path,
        scenarios: &[Scenario],
        (found, before): (&Found, u64),
        trials: &[Trial],
    ) -> anyhow::Result<()> {
        let scenario = &scenarios[0];
        let titles: Vec<String> = (scenarios.iter())
            .map(|scenario| scenario.title.clone())
            .collect();
        let bytes = weights::write(&found.network, &scenario.game().layout());
        let beside = weights_of(output);
        let result = |trial: &Trial| ResultFile {
            scenario: trial.scenario.clone(),
            against: trial.opponent.clone(),
            games: trial.games,
            wins: trial.wins,
            sides: trial.sides,
        };
        let command = self.command(found.games);
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
                game: scenario.game().name().to_owned(),
                weights: file_name(&beside),
                sha256: sha256(&bytes),
                inputs: scenario.game().layout().version(),
                scenarios: titles.clone(),
                command: command.clone(),
                games: before + found.games,
                decisions: found.lessons,
                learnt: Learnt::of(scenarios, VARIED_BY),
                results: trials.iter().map(result).collect(),
            },
        };
        let text = format!(
            "# A bot that has learnt by playing. Made by:\n#   {command}\n{}",
            toml::to_string(&file)?
        );
        put(&beside, &bytes)?;
        put(output, text.as_bytes())
    }

    /// The command that makes the same bot.
    fn command(&self, games: u64) -> String {
        let mut words = vec!["gong train".to_owned()];
        let files = self.scenarios.iter();
        words.extend(files.map(|file| shell_word(&file.display().to_string())));
        words.push(format!("--games {games}"));
        if let Some(from) = &self.from {
            words.push(format!("--from {}", shell_word(from)));
        }
        if !self.against.is_empty() {
            words.push(format!("--against {}", shell_word(&self.against.join(","))));
        }
        if self.playing.seed != 1 {
            words.push(format!("--seed {}", self.playing.seed));
        }
        let sets = self.sets.sets.iter();
        words.extend(sets.map(|set| format!("--set {}", shell_word(set))));
        words.join(" ")
    }
}

/// The file of the weights that belong to a bot's file.
fn weights_of(output: &Path) -> PathBuf {
    output.with_extension("safetensors")
}

/// A path's last part.
fn file_name(path: &Path) -> String {
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

/// So many minutes, as in 15 or 0.5.
fn minutes(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 10_000.0 => {
            Ok(Duration::from_secs_f64(minutes * 60.0))
        }
        _ => Err("wants minutes, more than 0 and at most 10000, as in 15 or 0.5".into()),
    }
}
