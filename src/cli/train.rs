//! `gong train`: a bot learns a scenario.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::job;
use super::numbers::count;
use super::playing::{interrupted, shell_word, stem};
use super::{Interrupted, Sets, Usage, scenarios};
use crate::analysis::train::trial::{Trial, trial};
use crate::analysis::train::{Found, GENERATION, Question, Variants, train};
use crate::games::Title;
use crate::report::words::grouped;
use crate::scenario::network_file::{NetworkFile, ResultFile, sha256};
use crate::scenario::{BotError, Faults, Kind, Scenario, StrategyFile, StrategyPlan, load_bot};
use crate::stats::intervals::wilson;
use crate::strategies::Character;
use crate::strategies::trained::{Network, weights};

/// Train a fast bot for a scenario: its roster, rules, line-up and table size
///
/// The bot learns by playing itself and the bots of a pool. It is two files: FILE, which says how it was made and how it did, and its weights
/// beside it. Name FILE wherever a strategy is named.
#[derive(Debug, Args)]
pub struct Train {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Games to learn from, as in 300000 or 300k
    #[arg(long, value_name = "N", default_value = "300k", value_parser = count)]
    games: u64,
    /// Stop after so many minutes, if that is earlier: the bot is the one that as many games make
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Whom it plays with, and is measured against, as in balanced,mine.toml [default: all shipped bots of kind greedy]
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    against: Vec<String>,
    /// The bot's file [default: SCENARIO-trained.toml]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The seed: with scenario, pool and games it decides all that is learnt
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads to learn on [default: all there are]; they decide nothing but the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Replace FILE
    #[arg(long)]
    force: bool,
    /// Say nothing but what went wrong
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    sets: Sets,
}

/// Games against each bot of the pool in the end, on a seed of their own.
const TRIAL_GAMES: u64 = 20_000;
/// What is added to the seed for them.
const FRESH: u64 = 0x0F4E_5B1E_55ED;

impl Train {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scenario = self.scenario()?;
        let output = self.output()?;
        let question = Question {
            seed: self.seed,
            games: self.games,
            generation: GENERATION,
            pool: self.pool(scenario.game()),
            time: self.minutes,
            threads: self
                .threads
                .map_or_else(rayon::current_num_threads, usize::from),
        };
        let stop = interrupted()?;
        let with = |sets: &[String]| {
            let sets = [&self.sets.sets, sets].concat();
            Scenario::load(&self.scenario, &sets)
        };
        let variants = Variants::new(&scenario, &with, self.seed);
        let bar = job::learning_bar(self.quiet, &scenario.title, self.games);
        let mut played = 0;
        let found = train(&scenario, &variants, &question, &stop, |progress, _| {
            bar.add(progress.games - played);
            played = progress.games;
            Ok(())
        })?;
        drop(bar);
        if found.games == 0 {
            return Err(Interrupted(Some(
                "interrupted before anything was learnt: nothing is written",
            ))
            .into());
        }
        let trials = self.trials(&scenario, &question, &found.network)?;
        self.write(&output, &scenario, &found, &trials)?;
        if !self.quiet {
            write!(out, "{}", self.told(&output, &found, &trials))?;
        }
        match found.partial {
            true => Err(Interrupted(None).into()),
            false => Ok(()),
        }
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
        names.filter(greedy).map(str::to_owned).collect()
    }

    /// The scenario, whose bots are the pool's.
    fn scenario(&self) -> anyhow::Result<Scenario> {
        let scenarios = scenarios(&self.scenario, &self.sets.sets, &[])?;
        let mut scenario = scenarios.into_iter().next().expect("one at least");
        let title = scenario.game();
        if scenario.open().cast().cooperative {
            let what = "gong train teaches rivals; in this game all play together";
            return Err(Usage(what.into()).into());
        }
        let mut faults = Faults::default();
        scenario.bots.clear();
        for name in self.pool(title) {
            match load_bot(title, &name) {
                Ok(bot) => {
                    scenario.bots.insert(name, bot);
                }
                Err(BotError::Unknown(what)) => {
                    return Err(Usage(format!("--against {name}: {what}")).into());
                }
                Err(BotError::File(its)) => faults.extend(its),
            }
        }
        faults.done()?;
        let everybody = scenario.bots.keys().next().cloned().unwrap_or_default();
        scenario.strategies = StrategyPlan {
            everybody,
            ..StrategyPlan::default()
        };
        Ok(scenario)
    }

    /// Where the bot goes.
    fn output(&self) -> Result<PathBuf, Usage> {
        let default = || PathBuf::from(format!("{}-trained.toml", stem(&self.scenario)));
        let output = self.output.clone().unwrap_or_else(default);
        if output
            .extension()
            .is_none_or(|extension| extension != "toml")
        {
            let what = format!("-o {}: wants a file that ends in .toml", output.display());
            return Err(Usage(what));
        }
        for file in [&output, &weights_of(&output)] {
            if file.exists() && !self.force {
                return Err(Usage(format!(
                    "{} is there already: name another file by -o, or replace it by --force",
                    file.display()
                )));
            }
        }
        Ok(output)
    }

    /// How it does against each bot of the pool.
    fn trials(
        &self,
        scenario: &Scenario,
        question: &Question,
        network: &Arc<Network>,
    ) -> anyhow::Result<Vec<Trial>> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(question.threads)
            .build()?;
        let never = AtomicBool::new(false);
        let games = (self.seed.wrapping_add(FRESH), TRIAL_GAMES);
        (question.pool.iter())
            .map(|opponent| trial(scenario, network, opponent, games, &threads, &never))
            .collect()
    }

    /// Writes both files, the one that names the other last.
    fn write(
        &self,
        output: &Path,
        scenario: &Scenario,
        found: &Found,
        trials: &[Trial],
    ) -> anyhow::Result<()> {
        let bytes = weights::write(&found.network, &scenario.game().layout());
        let beside = weights_of(output);
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let result = |trial: &Trial| ResultFile {
            against: trial.opponent.clone(),
            games: trial.games,
            wins: trial.wins,
            sides: trial.sides,
        };
        let command = self.command(found.games);
        let file = StrategyFile {
            kind: Kind::Trained,
            description: format!(
                "has learnt {} in {} games",
                scenario.title,
                grouped(found.games)
            ),
            whim: 0.0,
            weights: None,
            search: None,
            network: Some(NetworkFile {
                game: scenario.game().name().to_owned(),
                weights: name(&beside),
                sha256: sha256(&bytes),
                inputs: scenario.game().layout().version(),
                scenario: scenario.title.clone(),
                command: command.clone(),
                games: found.games,
                decisions: found.lessons,
                results: trials.iter().map(result).collect(),
            }),
        };
        let text = format!(
            "# A bot that has learnt by playing. Made by:\n#   {command}\n# It took {:.1} minutes there.\n{}",
            found.seconds / 60.0,
            toml::to_string(&file)?
        );
        put(&beside, &bytes)?;
        put(output, text.as_bytes())
    }

    /// The command that makes the same bot.
    fn command(&self, games: u64) -> String {
        let mut words = vec![
            "gong train".to_owned(),
            shell_word(&self.scenario.display().to_string()),
            format!("--games {games}"),
        ];
        if !self.against.is_empty() {
            words.push(format!("--against {}", shell_word(&self.against.join(","))));
        }
        if self.seed != 1 {
            words.push(format!("--seed {}", self.seed));
        }
        let sets = self.sets.sets.iter();
        words.extend(sets.map(|set| format!("--set {}", shell_word(set))));
        words.join(" ")
    }

    /// What is said in the end.
    fn told(&self, output: &Path, found: &Found, trials: &[Trial]) -> String {
        let mut told = format!(
            "{} learnt from {} games, {} decisions, in {:.0} s\n",
            output.display(),
            grouped(found.games),
            grouped(found.lessons),
            found.seconds
        );
        if !found.in_time {
            told += &format!(
                "The time was up: --games {} makes the same bot.\n",
                found.games
            );
        }
        for trial in trials {
            let fair = 1.0 / trial.sides as f64;
            let ci = wilson(trial.wins, trial.games, 0.95);
            told += &format!(
                "against {:<12} wins {:.1} % ({:.1}–{:.1}) of {} games; an equal would win {:.1} %\n",
                trial.opponent,
                100.0 * trial.wins as f64 / trial.games as f64,
                100.0 * ci.low,
                100.0 * ci.high,
                grouped(trial.games),
                100.0 * fair,
            );
        }
        told
    }
}

/// The file of the weights that belong to a bot's file.
fn weights_of(output: &Path) -> PathBuf {
    output.with_extension("safetensors")
}

/// Writes a file whole, or not at all.
fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let why = || format!("{} cannot be written", path.display());
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(why)?;
    file.write_all(bytes).with_context(why)?;
    file.persist(path).with_context(why)?;
    Ok(())
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
