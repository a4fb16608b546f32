//! `gong ladder`: bots against each other, rated.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failed::{Watchable, with_advice};
use super::job::Job;
use super::keeper::Asked;
use super::playing::{Done, Playing, shell_word, stem, to_a_thousandth};
use super::reading::Reading;
use super::signals::interrupted;
use super::{Sets, Usage, scenarios};
use crate::analysis::ladder::{self, Deals, Question};
use crate::engine::identity;
use crate::games::{FailedGame, Title};
use crate::report::ladder::{Source, tables};
use crate::report::{BotNote, Kind, StrategyNote};
use crate::scenario::{Bot, BotError, Faults, RANDOM, Scenario, StrategyPlan, load_bot};
use crate::simulate::{Lot, Lots};
use crate::strategies::Character;

/// Rate bots: they play each other over all fighters and seats of a scenario
///
/// Every deal of fighters, seats and dice is played as often as there are bots, each moving on by one seat.
#[derive(Debug, Clone, Args)]
pub struct Ladder {
    /// A scenario file: its rules and who meets whom; who plays them is the ladder's
    #[arg(
        value_name = "SCENARIO",
        default_value = "scenarios/ultimate-warriorz/tribal-rumble.toml"
    )]
    scenario: PathBuf,
    /// The bots, as in random,balanced,mine.toml [default: those that the scenario lists, or else all shipped ones that do not search]
    #[arg(long = "strategy", value_name = "NAME|FILE,…", value_delimiter = ',')]
    strategies: Vec<String>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    sets: Sets,
}

const DEFAULT_GAMES: u64 = 20_000;

impl Ladder {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            return Err(Usage("--precision is of runs; a ladder plays --games".into()).into());
        }
        let mut reading = Reading::new(&self.playing);
        let scenarios = reading.scenarios(|| scenarios(&self.scenario, &self.sets.sets, &[]))?;
        let title = scenarios[0].game();
        if scenarios[0].open().cast().cooperative {
            let [_, fighters] = title.words().fighter;
            return Err(Usage(format!(
                "a ladder rates rivals, and in {} all {fighters} play together: nobody beats anybody; gong run {} --strategy NAME,NAME,… tells how often they win with each bot",
                title.name(),
                shell_word(&self.scenario.display().to_string())
            ))
            .into());
        }
        let mut references: Vec<String> = vec![];
        let scenario = reading.scenario(|| {
            let bots = self.bots(title, &scenarios)?;
            references = bots.iter().map(|(bot, _)| bot.clone()).collect();
            let strategies = StrategyPlan {
                everybody: references[0].clone(),
                ..StrategyPlan::default()
            };
            Ok(Scenario {
                strategies,
                bots: bots.into_iter().collect::<BTreeMap<_, _>>(),
                ..scenarios[0].clone()
            })
        })?;
        let references = reading.value(|| references)?;
        let bots = references.iter().map(|bot| &scenario.bots[bot]);
        let names: Vec<String> = bots.map(|bot| bot.name.clone()).collect();

        let question = Question {
            seed: self.playing.seed,
            deals: self
                .playing
                .games
                .unwrap_or(DEFAULT_GAMES)
                .div_ceil(references.len() as u64),
            bots: references,
            threads: self.playing.threads(),
        };
        let games = question.games();
        let name = format!("{}-ladder", stem(&self.scenario));
        self.playing.room_for(scenario.memory())?;
        let asked = Asked {
            command: &self.command(&question, games),
            engine: identity(title),
            reading,
            lots: vec![Lot {
                together: question.bots.len() as u64,
                ..Lot::new(games, scenario.cost())
            }],
            checkpoints: true,
        };
        let (job, mut keeper) = Job::keeping(&self.playing, &name, asked)?;
        let stop = interrupted()?;
        let bar = job.bar(&scenario.title, 0);
        let none = Deals::none(names.len());
        let played = keeper.play(0, none, |stretch| {
            ladder::play_stretch(&scenario, &question, &stop, &bar, stretch)
        });
        drop(bar);
        let files = (self.scenario.as_path(), self.sets.sets.as_slice());
        let shown_by = |failed: &FailedGame| watchables(files, &scenario, &question, failed.game);
        let played = played.map_err(|error| with_advice(error, shown_by))?;
        if keeper.is_shard() {
            return keeper.finish_shard(played.partial, self.playing.quiet, out);
        }
        let found = ladder::found(&scenario, &question, played)?;
        let games = found.games.len() as u64;
        let mut manifest = self.playing.manifest(
            &scenario,
            Done {
                kind: Kind::Ladder,
                command: self.command(&question, games),
                games,
                partial: found.partial,
                seconds: found.seconds,
                precision: None,
            },
        )?;
        manifest.strategies = question
            .bots
            .iter()
            .map(|reference| &scenario.bots[reference])
            .map(|bot| StrategyNote {
                name: bot.name.clone(),
                about: bot.description.clone(),
            })
            .collect();
        manifest.bots = names
            .iter()
            .zip(&found.clocks)
            .map(|(name, clock)| BotNote {
                strategy: name.clone(),
                decisions: clock.decisions,
                seconds: to_a_thousandth(clock.nanoseconds as f64 / 1e9),
            })
            .collect();
        let profiles = scenario.profiles().into_iter();
        let fighters: Vec<String> = profiles.map(|profile| profile.key).collect();
        let tables = tables(&Source {
            bots: &names,
            fighters: &fighters,
            found: &found,
            level: self.playing.level,
        });
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// The bots, each by what it was asked for as. All that is wrong with them is said at once.
    fn bots(
        &self,
        title: &dyn Title,
        scenarios: &[Scenario],
    ) -> anyhow::Result<Vec<(String, Bot)>> {
        let quick = |name: &&str| {
            let bot = load_bot(title, name);
            bot.is_ok_and(|bot| !matches!(bot.character, Character::Mcts(_)))
        };
        let shipped = || {
            title
                .bots()
                .iter()
                .map(|shipped| shipped.name)
                .filter(quick)
        };
        let asked: Vec<String> = match (self.strategies.as_slice(), scenarios) {
            ([], [_]) => std::iter::once(RANDOM)
                .chain(shipped())
                .map(str::to_owned)
                .collect(),
            ([], listed) => listed
                .iter()
                .map(|scenario| scenario.strategies.everybody.clone())
                .collect(),
            (some, _) => some.to_vec(),
        };
        if asked.len() < 2 {
            return Err(Usage(
                "a ladder wants two bots or more, as in --strategy random,balanced".into(),
            )
            .into());
        }
        if asked.len() > usize::from(u8::MAX) {
            return Err(Usage(format!("a ladder has room for {} bots", u8::MAX)).into());
        }
        let mut faults = Faults::default();
        let mut bots: Vec<(String, Bot)> = vec![];
        for reference in asked {
            if let Some((who, bot)) = reference.split_once('=') {
                return Err(Usage(format!("--strategy {who}={bot}: in a ladder every bot plays everybody in turn; name bots only")).into());
            }
            match load_bot(title, &reference) {
                Ok(bot) => {
                    if let Some((other, _)) = bots.iter().find(|(_, known)| known.name == bot.name)
                    {
                        return Err(Usage(format!(
                            "--strategy: {other} and {reference} would both be called {}",
                            bot.name
                        ))
                        .into());
                    }
                    bots.push((reference, bot));
                }
                Err(BotError::Unknown(what)) => {
                    return Err(Usage(format!("--strategy {reference}: {what}")).into());
                }
                Err(BotError::File(its)) => faults.extend(its),
            }
        }
        faults.done()?;
        Ok(bots)
    }

    /// The command that plays the same games again.
    fn command(&self, question: &Question, games: u64) -> String {
        let mut words = vec![
            "gong ladder".to_owned(),
            shell_word(&self.scenario.display().to_string()),
            format!("--strategy {}", shell_word(&question.bots.join(","))),
        ];
        words.extend(self.playing.words(games));
        words.extend(
            self.sets
                .sets
                .iter()
                .map(|set| format!("--set {}", shell_word(set))),
        );
        words.join(" ")
    }
}

/// The games of a deal of the scenario in a file, with these sets, each with its bots in their seats.
pub fn watchables(
    (path, sets): (&Path, &[String]),
    scenario: &Scenario,
    question: &Question,
    deal: u64,
) -> Vec<Watchable> {
    let simulation = scenario.open();
    let Ok(ladder) = ladder::Ladder::new(&simulation, question) else {
        return vec![];
    };
    let side = match scenario.seating.teams {
        0 => "seats",
        _ => "teams",
    };
    let watchable = |turn: u64| {
        let line_up = ladder.line_up(deal * question.bots.len() as u64 + turn);
        let mut bots = (line_up.bots.iter()).map(|&bot| &question.bots[usize::from(bot)]);
        // One for everybody first: it puts the scenario's own bots aside.
        let mut strategies: Vec<String> = bots.next().cloned().into_iter().collect();
        strategies.extend((2..).zip(bots).map(|(n, bot)| format!("{side}.{n}={bot}")));
        Watchable::new(path, sets, &strategies)
    };
    (0..question.bots.len() as u64).map(watchable).collect()
}
