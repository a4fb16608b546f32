//! `gong train`: a bot learns a scenario.

mod files;
mod ground;
mod pool;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::files::{Made, file_name, weights_of};
use self::ground::Ground;
use self::pool::Parent;
use crate::analysis::train::greedy::gate::Gate;
use crate::analysis::train::greedy::{self, Evolved};
use crate::analysis::train::trial::Trial;
use crate::analysis::train::{Found, GENERATION, IMITATED, Question};
use crate::engine::identity;
use crate::report::training::{self, Source, tables};
use crate::report::{self, EvolvedNote, Manifest, StrategyNote, TrainingNote, Verdict};
use crate::scenario::{Bot, Scenario};
use crate::session::failed::Watchable;
use crate::session::job::{Job, not_divided};
use crate::session::keeper::{Asked, Keeper};
use crate::session::playing::{Done, Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::session::{Sets, Usage};
use crate::shell;
use crate::simulate::Lot;
use crate::stats::intervals;
use crate::strategies::Character;
use crate::strategies::mcts::Guide;
use crate::strategies::trained::Network;

/// Train a fast bot for scenarios: their roster, rules, line-ups and table sizes
///
/// With several scenarios of one game it learns them all: half of its games are of the first, the others take turns. The bot learns by playing itself and the bots of a pool. Of kind trained it is two files: FILE, which says how it was made and how it did, and its weights
/// beside it. Of kind greedy it is one file with a weight for each feature, as one could write it: less strong, but one can read it, and it is faster. Name FILE wherever a strategy is named. Stopped before its end, by Ctrl-C or otherwise, the same command goes on where it was.
#[derive(Debug, Clone, Args)]
pub struct Train {
    /// Scenario files, of one game
    #[arg(value_name = "SCENARIO", required = true)]
    scenarios: Vec<PathBuf>,
    /// What learns: a network, or the weights of a greedy bot
    #[arg(long, value_name = "KIND", value_enum, default_value = "trained")]
    kind: Learns,
    /// Stop after so many minutes, if that is earlier: the bot is the one that as many games make
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Whom it plays with, and is measured against, as in balanced,mine.toml [default: all shipped bots of kind greedy, but for beginners]. The first of kind greedy is imitated at first, or lends the weights to begin with
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    against: Vec<String>,
    /// Of kind trained: a bot of this kind that it begins as, instead of imitating one of the pool; it goes on where that one ended
    #[arg(long, value_name = "NAME|FILE")]
    from: Option<String>,
    /// The bot's file [default: SCENARIO-trained.toml or SCENARIO-greedy.toml]
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    sets: Sets,
}

/// What learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Learns {
    /// A network: strong, and an eighth as fast
    Trained,
    /// The weights of a greedy bot
    Greedy,
}

const DEFAULT_GAMES: u64 = 300_000;
/// The same for weights, of which a game teaches less and takes less time.
const DEFAULT_GREEDY: u64 = 1_000_000;

/// How a bot of weights came about.
struct Evolution {
    parent: Parent,
    evolved: Evolved,
    /// None if it was interrupted before it had ended.
    gate: Option<Gate>,
}

impl Evolution {
    /// Only a bot that did not fail is kept.
    fn kept(&self) -> bool {
        self.gate.as_ref().is_none_or(Gate::passed)
    }
}

impl Train {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            let what = "--precision is of runs; a bot learns from --games";
            return Err(Usage(what.into()).into());
        }
        let (scenarios, own) = self.scenarios()?;
        let scenario = &scenarios[0];
        let parent = match self.kind {
            Learns::Trained => None,
            Learns::Greedy => Some(self.parent(scenario)?),
        };
        let question = self.question(scenario)?;
        let name = Base::from(match self.kind {
            Learns::Trained => format!("{}-train", stem(&self.scenarios[0])),
            Learns::Greedy => format!("{}-train-greedy", stem(&self.scenarios[0])),
        });
        let name = name.without("--kind");
        let command = self.command(question.games);
        if self.playing.shard.is_some() {
            return Err(not_divided(&command).into());
        }
        let mut keeper = self.keeper(&name, &command, &scenarios, &question)?;
        let report = self.playing.folder(&name, &command);
        let output = self.output(question.games, keeper.found() > 0, &report)?;
        let job = Job::begin(&self.playing, &name, &command)?;
        let stop = interrupted()?;
        let ground = Ground {
            scenarios: &scenarios,
            question: &question,
            threads: rayon::ThreadPoolBuilder::new()
                .num_threads(question.threads)
                .build()?,
            stop: &stop,
            job: &job,
        };
        let (found, evolved) = ground.learn(parent.as_ref(), &mut keeper)?;
        let evolution = match parent.zip(evolved) {
            None => None,
            Some((parent, evolved)) => Some(Evolution {
                gate: ground.gate(&found, &parent)?,
                parent,
                evolved,
            }),
        };
        let kept = evolution.as_ref().is_none_or(Evolution::kept);
        let write = |trials: &[Trial]| match kept {
            true => self.write(&Made {
                output: &output,
                scenarios: &scenarios,
                before: question.before.as_ref().map_or(0, |(_, games)| *games),
                found: &found,
                trials,
                evolution: evolution.as_ref(),
            }),
            false => Ok(()),
        };
        // Whatever may happen to the measuring, what was learnt is not lost.
        write(&[])?;
        let measured = ground.measure(&found, &own)?;
        write(&measured.trials)?;
        let tables = tables(&Source {
            curve: &found.curve,
            checkpoints: &measured.checkpoints,
            trials: &measured.trials,
            balance: measured.balance.as_ref(),
            evolution: evolution.as_ref().map(|of| training::Evolution {
                parent: &of.parent.name,
                weights: &of.evolved.weights,
                gate: of.gate.as_ref(),
            }),
            level: self.playing.level,
        });
        let partial = found.partial || stop.load(Ordering::Relaxed);
        let manifest = self.manifest(scenario, &question, &found, evolution.as_ref(), partial)?;
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    fn question(&self, scenario: &Scenario) -> anyhow::Result<Question> {
        Ok(Question {
            seed: self.playing.seed,
            games: self.playing.games.unwrap_or(match self.kind {
                Learns::Trained => DEFAULT_GAMES,
                Learns::Greedy => DEFAULT_GREEDY,
            }),
            before: self.before(scenario.game())?,
            generation: match self.kind {
                Learns::Trained => GENERATION,
                Learns::Greedy => greedy::GENERATION,
            },
            pool: self.pool(scenario.game()),
            time: self.minutes,
            threads: self.playing.threads(),
        })
    }

    /// Who keeps what has been learnt, and knows what was learnt before.
    fn keeper(
        &self,
        name: &Base,
        command: &str,
        scenarios: &[Scenario],
        question: &Question,
    ) -> anyhow::Result<Keeper> {
        let mut reading = Reading::new(&self.playing);
        reading.scenarios(|| Ok(scenarios.to_vec()))?;
        let before = question.before.as_ref();
        let digest = |(network, games): &(Arc<Network>, u64)| {
            let network = Guide::Trained(Arc::clone(network));
            (network.digest(), *games)
        };
        reading.value(|| before.map(digest))?;
        let asked = Asked {
            command,
            engine: identity(scenarios[0].game()),
            reading,
            lots: vec![Lot::new(question.games, scenarios[0].cost())],
            checkpoints: true,
        };
        Keeper::begin(&self.playing, &self.playing.folder(name, command), asked)
    }

    fn manifest(
        &self,
        scenario: &Scenario,
        question: &Question,
        found: &Found,
        evolution: Option<&Evolution>,
        partial: bool,
    ) -> anyhow::Result<Manifest> {
        let output = self.file();
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
        manifest.set.clone_from(&self.sets.sets);
        let pool = || question.pool.iter().map(|name| &scenario.bots[name]);
        let note = |bot: &Bot| StrategyNote {
            name: bot.name.clone(),
            about: bot.description.clone(),
        };
        manifest.strategies = pool().map(note).collect();
        let teaches = |bot: &Bot| matches!(bot.character, Character::Greedy(_));
        manifest.training = Some(TrainingNote {
            bot: stem(&output).to_owned(),
            file: output.display().to_string(),
            weights: match self.kind {
                Learns::Trained => Some(file_name(&weights_of(&output))),
                Learns::Greedy => None,
            },
            teams: scenario.seating.teams > 0,
            together: scenario.open().cast().cooperative,
            imitated: match evolution.is_none() && self.from.is_none() && pool().any(teaches) {
                true => found.games.min(IMITATED),
                false => 0,
            },
            time_was_up: (!found.in_time).then_some(found.games),
            evolved: evolution.map(|of| EvolvedNote {
                parent: of.parent.name.clone(),
                whim: of.parent.weights.whim.to_string(),
                verdict: match &of.gate {
                    None => Verdict::Open,
                    Some(gate) if gate.passed() => Verdict::Kept,
                    Some(_) => Verdict::Worse,
                },
            }),
        });
        // What is not there cannot be played with.
        let bot = match evolution {
            Some(of) if !of.kept() => of.parent.reference.clone(),
            _ => output.display().to_string(),
        };
        manifest.watch = Watchable::new(&self.scenarios[0], &self.sets.sets, &[bot]).words();
        Ok(manifest)
    }

    /// The command that makes the same bot.
    fn command(&self, games: u64) -> String {
        let mut words = vec!["gong train".to_owned()];
        let files = self.scenarios.iter();
        words.extend(files.map(|file| shell::path(file)));
        if self.kind == Learns::Greedy {
            words.push("--kind greedy".to_owned());
        }
        words.push(format!("--games {games}"));
        if let Some(from) = &self.from {
            words.push(format!("--from {}", shell::word(from)));
        }
        if !self.against.is_empty() {
            words.push(format!(
                "--against {}",
                shell::word(&self.against.join(","))
            ));
        }
        if self.playing.seed != 1 {
            words.push(format!("--seed {}", self.playing.seed));
        }
        let sets = self.sets.sets.iter();
        words.extend(sets.map(|set| format!("--set {}", shell::word(set))));
        words.join(" ")
    }
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
