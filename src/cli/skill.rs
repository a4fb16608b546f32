//! `gong skill`: for whom a table's balance holds.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;

use crate::analysis::ladder::strategies_of;
use crate::analysis::pilot::pilot;
use crate::analysis::skill::{self, Found, Level, Question, at_level, budget, mixed};
use crate::engine::identity;
use crate::games::Title;
use crate::report::skill::{Source, tables};
use crate::report::{Kind, StrategyNote};
use crate::scenario::{Bot, BotError, Faults, Scenario, StrategyPlan, load_bot};
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::{Job, no_other_report};
use crate::session::levels::{self, Asked, Budget};
use crate::session::numbers::share;
use crate::session::playing::{Done, Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::session::{Interrupted, Sets, Usage, keeper, scenarios};
use crate::shell;
use crate::simulate::FailedGame;

/// See for whom a balance holds: the same table at several levels of play
///
/// Each level is a bot that plays everybody; the games go to the levels by what one costs them. Then all levels sit together at a mixed table.
#[derive(Debug, Clone, Args)]
pub struct Skill {
    /// A scenario file: its rules and who meets whom; who plays them is the levels'
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The levels, the weakest first, each with its games if you like, as in random,balanced:50k,mine.toml [default: those that the game has]
    #[arg(long, value_name = "NAME|FILE[:N],…", value_delimiter = ',', value_parser = levels::level)]
    levels: Vec<Asked>,
    /// A time to spend, as in 10min, or the games of a bot of weights: whose games cost c times as much plays √c times fewer [default: 100k, some ten
    /// minutes on two cores if levels search]
    #[arg(long, value_name = "TIME|N", value_parser = levels::budget)]
    budget: Option<Budget>,
    /// Games of the table at which levels sit together, 0 for none [default: as many as the level with the fewest]
    #[arg(long, value_name = "N", value_parser = levels::count_or_none)]
    mixed: Option<u64>,
    /// A fighter is fair at a level if its win rate is within so much of its fair share, as in 2% or 0.02
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = share)]
    margin: f64,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    sets: Sets,
}

/// The margin that nobody asked to change.
const MARGIN: f64 = 0.02;
const DEFAULT_BUDGET: Budget = Budget::Games(100_000);
/// What a level's pilot takes of a time, and at most.
const PILOT: f64 = 0.01;
const LONGEST_PILOT: Duration = Duration::from_secs(5);

impl Skill {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.games.is_some() || self.playing.precision.is_some() {
            let what = "--games and --precision are of runs; skill divides a --budget, and a level's games stand behind its name, as in --levels random,balanced:50k";
            return Err(Usage(what.into()).into());
        }
        let mut reading = Reading::new(&self.playing);
        let scenario = reading.scenario(|| {
            let scenarios = scenarios(&self.scenario, &self.sets.sets, &[])?;
            let scenario = scenarios.into_iter().next().expect("one at least");
            let asked = self.asked(scenario.game());
            with_levels(scenario, &asked)
        })?;
        let asked = self.asked(scenario.game());
        if self.budget.is_some() && asked.iter().all(|level| level.games.is_some()) {
            let what = "--budget has nothing to divide: every level of --levels has its games";
            return Err(Usage(what.into()).into());
        }
        let timed = matches!(self.budget, Some(Budget::Time(_)));
        if timed && self.playing.shard.is_some() {
            let what = "--shard wants as many games on every machine, and what a --budget of time is good for hangs on the machine: give games, as in --budget 100k or --levels random:50k,balanced:50k";
            return Err(Usage(what.into()).into());
        }
        let bots = asked.iter().map(|level| &scenario.bots[&level.bot]);
        let bots: Vec<Bot> = bots.cloned().collect();
        let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
        self.check_margin(&scenario)?;

        let mut name = Base::from(format!("{}-skill", stem(&self.scenario)));
        if self.levels.is_empty() {
            name = name.without("--levels");
        }
        self.playing.room_for(scenario.memory())?;
        let command = self.command(&asked, self.mixed);
        if timed && !self.playing.force {
            // Before a machine is timed.
            no_other_report(&self.playing.folder(&name, &command), &command)?;
        }
        let stop = interrupted()?;
        let question = self.question(&scenario, &asked, &bots, &stop)?;
        let asked_for = keeper::Asked {
            command: &command,
            engine: identity(scenario.game()),
            reading,
            lots: question.lots(&scenario),
            // Timed again, it has other numbers of games.
            checkpoints: !timed,
        };
        let (job, mut keeper) = Job::keeping(&self.playing, &name, asked_for)?;
        let lots = question.lots(&scenario);
        let costs = (0..)
            .zip(&lots)
            .map(|(lot, of)| keeper.games_of(lot) * of.cost);
        let bar = job.work_bar(&scenario.title, costs.sum());
        let played = skill::play(&scenario, &question, &mut keeper, &stop, &bar);
        drop(bar);
        let shown_by = |failed: &FailedGame| self.watchables(&scenario, &question, failed.game);
        let played = played.map_err(|error| with_advice(error, shown_by))?;
        if keeper.is_shard() {
            return keeper.finish_shard(played.partial, self.playing.quiet, out);
        }
        let found = skill::found(&scenario, &question, played)?;

        let mut manifest = self.playing.manifest(
            &scenario,
            Done {
                kind: Kind::Skill,
                command: self.command_of(&asked, &found),
                games: found.games(),
                partial: found.partial,
                seconds: found.seconds,
                precision: None,
            },
        )?;
        manifest.set.clone_from(&self.sets.sets);
        let note = |bot: &Bot| StrategyNote {
            name: bot.name.clone(),
            about: bot.description.clone(),
        };
        manifest.strategies = bots.iter().map(note).collect();
        let tables = tables(&Source {
            levels: &names,
            found: &found,
            margin: self.margin,
            level: self.playing.level,
        });
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// The levels that are asked for, or else the game's.
    fn asked(&self, title: &dyn Title) -> Vec<Asked> {
        if !self.levels.is_empty() {
            return self.levels.clone();
        }
        let own = title.levels().iter().map(|&bot| Asked {
            bot: bot.to_owned(),
            games: None,
        });
        own.collect()
    }

    /// Refuses a margin within which everybody would be fair.
    fn check_margin(&self, scenario: &Scenario) -> Result<(), Usage> {
        let simulation = scenario.open();
        let cast = simulation.cast();
        let fair = 1.0 / cast.sides.max(1) as f64;
        if cast.cooperative || self.margin < fair.min(1.0 - fair) {
            return Ok(());
        }
        Err(Usage(format!(
            "--margin wants less than the fair share, {:.1} %",
            fair * 100.0
        )))
    }

    /// What is played: how many games each level has, by the budget unless it says so itself.
    fn question(
        &self,
        scenario: &Scenario,
        asked: &[Asked],
        bots: &[Bot],
        stop: &AtomicBool,
    ) -> anyhow::Result<Question> {
        let (seed, threads) = (self.playing.seed, self.playing.threads());
        let mut levels: Vec<Level> = asked
            .iter()
            .zip(bots)
            .map(|(level, bot)| Level {
                bot: level.bot.clone(),
                games: level.games.unwrap_or(0),
                cost: bot.character.cost(),
            })
            .collect();
        match self.budget.unwrap_or(DEFAULT_BUDGET) {
            Budget::Games(games) => {
                for level in levels.iter_mut().filter(|of| of.games == 0) {
                    level.games = budget::by_games(games, level.cost);
                }
            }
            Budget::Time(time) => {
                let slice = time.mul_f64(PILOT).min(LONGEST_PILOT);
                let mut took = vec![];
                for level in &mut levels {
                    let simulation = at_level(scenario, &level.bot).open();
                    let one = pilot(&simulation, (seed, threads), slice, stop);
                    let shown_by = |_: &FailedGame| vec![self.watchable(&level.bot)];
                    let one = one.map_err(|error| with_advice(error, shown_by))?;
                    let one = one.ok_or_else(Interrupted::before_anything)?;
                    // The progress is in what the machine at hand takes.
                    level.cost = (one.as_micros() as u64).max(1);
                    if level.games == 0 {
                        took.push(one);
                    }
                }
                let left = time.saturating_sub(slice * levels.len() as u32);
                let games = budget::by_time(left, &took, self.mixed.is_none());
                let open = levels.iter_mut().filter(|of| of.games == 0);
                for (level, games) in open.zip(games) {
                    level.games = games;
                }
            }
        }
        let fewest = levels.iter().map(|level| level.games).min().unwrap_or(0);
        Ok(Question {
            mixed: self.mixed.unwrap_or(fewest),
            levels,
            seed,
            threads,
        })
    }

    /// The scenario with one level for everybody.
    fn watchable(&self, bot: &String) -> Watchable {
        Watchable::new(&self.scenario, &self.sets.sets, std::slice::from_ref(bot))
    }

    /// What shows a game: the table of equals of each level, and the games of the mixed table's deal.
    fn watchables(&self, scenario: &Scenario, question: &Question, game: u64) -> Vec<Watchable> {
        let equals = question
            .levels
            .iter()
            .map(|level| self.watchable(&level.bot));
        let mixed = mixed::ladder(question);
        let files = (self.scenario.as_path(), self.sets.sets.as_slice());
        let mixed = strategies_of(scenario, &mixed, game).into_iter();
        equals
            .chain(mixed.map(|bots| Watchable::new(files.0, files.1, &bots)))
            .collect()
    }

    /// The command that plays the same games again.
    fn command_of(&self, asked: &[Asked], found: &Found) -> String {
        let played = asked.iter().zip(&found.levels);
        let levels: Vec<Asked> = played
            .map(|(level, of)| Asked {
                bot: level.bot.clone(),
                games: Some(of.games),
            })
            .collect();
        let mixed = found.mixed.as_ref().map_or(0, |mixed| mixed.games);
        self.command(&levels, Some(mixed))
    }

    fn command(&self, asked: &[Asked], mixed: Option<u64>) -> String {
        let level = |level: &Asked| match level.games {
            Some(games) => format!("{}:{games}", level.bot),
            None => level.bot.clone(),
        };
        let levels: Vec<String> = asked.iter().map(level).collect();
        let mut words = vec![
            "gong skill".to_owned(),
            shell::path(&self.scenario),
            format!("--levels {}", shell::word(&levels.join(","))),
        ];
        words.extend(mixed.map(|games| format!("--mixed {games}")));
        if self.margin != MARGIN {
            words.push(format!("--margin {}", self.margin));
        }
        // The levels have the games.
        words.extend(self.playing.words(0).into_iter().skip(1));
        let sets = self.sets.sets.iter();
        words.extend(sets.map(|set| format!("--set {}", shell::word(set))));
        words.join(" ")
    }
}

/// The scenario with the levels' bots beside each other.
fn with_levels(scenario: Scenario, asked: &[Asked]) -> anyhow::Result<Scenario> {
    let bots = load(scenario.game(), asked)?;
    let references = asked.iter().map(|level| level.bot.clone());
    Ok(Scenario {
        strategies: StrategyPlan {
            everybody: asked[0].bot.clone(),
            ..StrategyPlan::default()
        },
        bots: references.zip(bots).collect(),
        ..scenario
    })
}

/// The levels' bots. All that is wrong with them is said at once.
fn load(title: &dyn Title, asked: &[Asked]) -> anyhow::Result<Vec<Bot>> {
    let mut faults = Faults::default();
    let mut bots: Vec<Bot> = vec![];
    if asked.len() > usize::from(u8::MAX) {
        return Err(Usage(format!("--levels: there is room for {}", u8::MAX)).into());
    }
    for level in asked {
        let reference = &level.bot;
        if let Some((who, bot)) = reference.split_once('=') {
            return Err(Usage(format!(
                "--levels {who}={bot}: a level plays everybody; name bots only"
            ))
            .into());
        }
        match load_bot(title, reference) {
            Ok(bot) => {
                if let Some(place) = bots.iter().position(|known| known.name == bot.name) {
                    return Err(Usage(match asked[place].bot == *reference {
                        true => format!("--levels: {reference} is named twice"),
                        false => format!(
                            "--levels: {} and {reference} would both be called {}",
                            asked[place].bot, bot.name
                        ),
                    })
                    .into());
                }
                bots.push(bot);
            }
            Err(BotError::Unknown(what)) => {
                return Err(Usage(format!("--levels {reference}: {what}")).into());
            }
            Err(BotError::File(its)) => faults.extend(its),
        }
    }
    faults.done()?;
    Ok(bots)
}
