//! `gong sensitivity`: what every value of the fighters, and of the rules, is worth.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::analysis::GAME;
use crate::analysis::knobs::{self, Knob, Step};
use crate::analysis::sensitivity::{Found, Question, Screen, Steps, ahead, find};
use crate::analysis::skill::budget;
use crate::engine::identity;
use crate::report::sensitivity::tables;
use crate::report::{Kind, SensitivityNote, Unlearnt};
use crate::scenario::Scenario;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::{Ahead, Job};
use crate::session::keeper::Asked;
use crate::session::playing::{Done, Playing, fewer_of_slow, stem};
use crate::session::reading::Reading;
use crate::session::signals::interrupted;
use crate::session::stand_in::name_bot;
use crate::session::{Interrupted, ScenarioArgs, Usage, describe};
use crate::shell;
use crate::words::suggest;

/// Tell what every value is worth: what one step of it does to everybody's win rate
///
/// Without --fighter all values of all fighters are screened at once, and those that look largest are then measured one by one, with whatever goes
/// one way only: a card withheld, an effect taken off, two initiatives swapped. With it every step of these fighters' values is measured.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Examples:
  gong sensitivity tribal-rumble.toml
  gong sensitivity tribal-rumble.toml --fighter zamioculcas
  gong sensitivity tribal-rumble.toml --rules --games 100k --strategy balanced")]
pub struct Sensitivity {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Only this fighter's values, and every step of them; may be given several times
    #[arg(long = "fighter", value_name = "FIGHTER")]
    fighters: Vec<String>,
    /// The settings of the rules, too
    #[arg(long)]
    rules: bool,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

/// Games of each step between greedy bots unless the user asks otherwise.
const GAMES: u64 = 30_000;
/// Games of the screen, to one of each step.
const SCREENED: u64 = 40;
/// Values that are screened and then measured.
const LARGEST: usize = 20;

impl Sensitivity {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = std::iter::once(self.scenario.as_path());
        name_bot(&mut self.changes.strategies, scenarios, bot);
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            let what =
                "--precision is of runs; a sensitivity plays --games of each step that it measures";
            return Err(Usage(what.into()).into());
        }
        let mut reading = Reading::new(&self.playing);
        let scenario = reading.scenario(|| self.changes.scenario(&self.scenario))?;
        let question = self.question(&scenario)?;
        if question.largest.is_some() && self.playing.shard.is_some() {
            let what = "--shard wants --fighter: without it all values are screened first, and by that it is decided which steps to measure; give every fighter's name, each with its --fighter, to measure all of them";
            return Err(Usage(what.into()).into());
        }
        let name = format!("{}-sensitivity", stem(&self.scenario)).into();
        self.playing.room_for(scenario.memory())?;
        let command = self.command(&question);
        let steps = question
            .largest
            .is_none()
            .then(|| Steps::every(&scenario, &question));
        let (job, mut keeper) = match &steps {
            None => (Job::begin(&self.playing, &name, &command)?, None),
            Some(steps) => {
                let asked = Asked {
                    command: &command,
                    engine: identity(scenario.game()),
                    reading,
                    lots: steps.lots(&scenario, &question),
                    checkpoints: true,
                };
                let (job, keeper) = Job::keeping(&self.playing, &name, asked)?;
                (job, Some(keeper))
            }
        };
        let stop = interrupted()?;
        let expected = ahead(&scenario, &question);
        let ahead = Ahead {
            title: &scenario.title,
            games: expected.games(),
            about: question.largest.is_some(),
            timed: expected.work() as f64 / GAME as f64,
        };
        let simulation = scenario.open();
        job.announce(&ahead, |slice| {
            budget::pilot(&simulation, (question.seed, question.threads), slice, &stop)
        })?;
        let bar = job.work_bar(&scenario.title, expected.work());
        let found = match (steps, &mut keeper) {
            (Some(steps), Some(keeper)) => {
                let found = steps.measure(&scenario, &question, &stop, &bar, keeper);
                found.map(Some)
            }
            _ => find(&scenario, &question, &stop, &bar),
        };
        drop(bar);
        let found =
            found.map_err(|error| with_advice(error, |_| self.watchables(&scenario, &question)))?;
        let Some(found) = found else {
            return Err(Interrupted::before_anything().into());
        };
        let keeper = match keeper {
            Some(keeper) if keeper.is_shard() => {
                return keeper.finish_shard(found.partial, self.playing.quiet, out);
            }
            keeper => keeper,
        };
        if found.knobs.is_empty() {
            return Err(Usage(format!(
                "{} has no value here that can be turned",
                scenario.game().name()
            ))
            .into());
        }
        let mut manifest = self.playing.manifest(
            &scenario,
            Done {
                kind: Kind::Sensitivity,
                command: self.command(&question),
                games: found.games,
                partial: found.partial,
                seconds: found.seconds,
                precision: None,
            },
        )?;
        manifest.set.clone_from(&self.changes.sets.sets);
        manifest.fewer = self.playing.games.is_none() && question.games < GAMES;
        manifest.measured = scenario.open().measures().into();
        manifest.note_unlearnt(unlearnt(&scenario, &found));
        manifest.sensitivity = Some(self.note(&question, &found));
        let tables = tables(&found, self.playing.level);
        match keeper {
            Some(keeper) => job.publish_kept(keeper, &tables, &manifest, out),
            None => job.publish(&tables, &manifest, out),
        }
    }

    /// What is asked of a scenario.
    fn question(&self, scenario: &Scenario) -> Result<Question, Usage> {
        let playing = &scenario.seating.fighters;
        for (i, key) in self.fighters.iter().enumerate() {
            if !playing.contains(key) {
                let [fighter, _] = scenario.game().words().fighter;
                let known = suggest(key, playing.iter().map(String::as_str));
                return Err(Usage(format!(
                    "--fighter: no {fighter} `{key}` plays in this scenario{known}"
                )));
            }
            if self.fighters[..i].contains(key) {
                return Err(Usage(format!("--fighter names {key} twice")));
            }
        }
        let games = self
            .playing
            .games
            .unwrap_or_else(|| fewer_of_slow(GAMES, [scenario]));
        let all = self.fighters.is_empty();
        Ok(Question {
            fighters: if all { playing } else { &self.fighters }.clone(),
            rules: self.rules,
            largest: all.then_some(LARGEST),
            screened: SCREENED * games,
            games,
            seed: self.playing.seed,
            threads: self.playing.threads(),
        })
    }

    fn note(&self, question: &Question, found: &Found) -> SensitivityNote {
        let screen = found.screen.as_ref();
        // A comparison holds what is set against the scenario as the file has it.
        let compare = self.changes.sets.sets.is_empty().then(|| {
            let mut words = vec!["gong compare".to_owned(), self.file()];
            words.extend(self.changes.words());
            words.join(" ")
        });
        SensitivityNote {
            rosters: screen.map_or(0, |screen| screen.rosters as u64),
            games_each: screen.map_or(0, |screen: &Screen| screen.games_each),
            steps: found.steps.len() as u64,
            games: question.games,
            compare,
        }
    }

    /// The scenario as it is, and with each step that a command line can say: one of them may show what failed.
    fn watchables(&self, scenario: &Scenario, question: &Question) -> Vec<Watchable> {
        let mut knobs = knobs::of_fighters(scenario, &question.fighters);
        if question.rules {
            knobs.extend(knobs::of_rules(scenario));
        }
        let steps = knobs.iter().flat_map(|knob: &Knob| &knob.steps);
        let settings = steps.filter_map(|step: &Step| scenario.settings(&step.edits));
        let each = std::iter::once(vec![]).chain(settings);
        each.map(|settings: Vec<String>| {
            let sets = [&self.changes.sets.sets[..], &settings].concat();
            Watchable::new(&self.scenario, &sets, &self.changes.strategies)
        })
        .collect()
    }

    fn file(&self) -> String {
        shell::path(&self.scenario)
    }

    /// The command that plays the same games again.
    fn command(&self, question: &Question) -> String {
        let mut words = vec!["gong sensitivity".to_owned(), self.file()];
        let keys = self.fighters.iter().map(|key| shell::word(key));
        words.extend(keys.map(|key| format!("--fighter {key}")));
        words.extend(self.rules.then(|| "--rules".to_owned()));
        words.extend(self.playing.words(question.games));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// What bots have not learnt: of the scenario itself in full, of its steps how many.
fn unlearnt(scenario: &Scenario, found: &Found) -> Vec<Unlearnt> {
    let steps = found.knobs.iter().flat_map(|knob| &knob.steps);
    let stepped = steps.filter_map(|step| scenario.with(&step.edits).ok());
    let mut said = describe::unlearnt([scenario]);
    said.extend(describe::unlearnt_steps(
        scenario,
        &stepped.collect::<Vec<_>>(),
    ));
    said
}
