//! `gong tune`: the fewest, then smallest, edits that bring everybody to a target.

mod allowed;
mod patch;
mod target;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

use self::patch::Patch;
use self::target::Targets;
use crate::analysis::GAME;
use crate::analysis::pilot::pilot;
use crate::analysis::points::{Point, key};
use crate::analysis::tune::{
    Allowed, Effort, Found, Question, alone_cost, find, first_look, first_lots, forecast,
};
use crate::engine::identity;
use crate::report::points::Points;
use crate::report::tune::{best, head, tables};
use crate::report::{Kind, StrategyNote, TuneNote};
use crate::scenario::Scenario;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::{Ahead, Bar, Job};
use crate::session::keeper::Asked;
use crate::session::numbers::share;
use crate::session::playing::{Done, Playing, fewer_of_slow, stem};
use crate::session::reading::Reading;
use crate::session::signals::interrupted;
use crate::session::stand_in::name_bot;
use crate::session::{Interrupted, ScenarioArgs, Usage, describe};
use crate::shell;
use crate::simulate::{self, Plan};

/// Find the fewest, then smallest, edits that make a scenario fair, or bring its win rates where one wants them
///
/// What every edit is worth alone is measured; a linear model of that proposes sets of one, two, three … edits, games correct it, the best race
/// on the same dice, and what is left is certified on games that the search never saw. The same command goes on where it was stopped.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Examples:
  gong tune tribal-rumble.toml
  gong tune tribal-rumble.toml --target zamioculcas=25% --not printed --write fix.toml
  gong tune tribal-rumble.toml --edits 2 --only cards.*.defense --only size
  gong tune tribal-rumble.toml --strategy balanced,trained --rules --within 2%
  gong tune jungle-alert/three.toml --target 50%")]
pub struct Tune {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// How often everybody is to win, as in fair or 25%, or some, as in agaric=25%,cactus=fair, and the others as it comes; fair unless all play together
    #[arg(long, value_name = "SHARE|KEY=SHARE,…", default_value = "fair")]
    target: String,
    /// So far from a target is near enough
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share)]
    within: f64,
    /// At most so many edits
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=8))]
    edits: u8,
    /// Edit only such values: names of a field that stand together, as in fighters.agaric, cards.*.defense or size, or printed, reconstructed, own; may be given several times
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// Leave such values as they are
    #[arg(long, value_name = "PATTERN")]
    not: Vec<String>,
    /// The settings of the rules may be edited, too
    #[arg(long)]
    rules: bool,
    /// Write the scenario with the best edits into a new file, as in fix.toml
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

/// Games of an edit alone that looks good, between bots that are not slow, unless the user asks otherwise.
const GAMES: u64 = 12_000;

impl Tune {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody; it writes no scenario.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = std::iter::once(self.scenario.as_path());
        name_bot(&mut self.changes.strategies, scenarios, bot);
        self.write = None;
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            let what = "--precision is of runs; a tuning plays --games of each set of edits, and --within says how near is near enough";
            return Err(Usage(what.into()).into());
        }
        let patch = self.write.as_deref().map(Patch::new).transpose()?;
        // One for each bot that has to be served.
        let mut reading = Reading::new(&self.playing);
        let scenarios = reading.scenarios(|| self.changes.scenarios(&self.scenario))?;
        let scenario = &scenarios[0];
        let targets = Targets::new(&self.target, scenario)?;
        targets.possible(scenario, self.within)?;
        let question = self.question(&scenarios, &targets);
        allowed::check(&question.allowed, question.rules, scenario)?;
        let command = self.command(&question, &targets);
        let name = format!("{}-tuned", stem(&self.scenario)).into();
        self.playing
            .room_for(scenarios.iter().map(Scenario::memory).max().unwrap_or(0))?;
        let lots = first_lots(&scenarios, &question);
        let asked = Asked {
            command: &command,
            engine: identity(scenario.game()),
            reading,
            // The rest hangs on what comes out of these.
            lots: lots.clone(),
            checkpoints: true,
        };
        let (job, mut keeper) = Job::keeping(&self.playing, &name, asked)?;
        let stop = interrupted()?;
        if keeper.is_shard() {
            let costs = (0..)
                .zip(&lots)
                .map(|(lot, of)| keeper.games_of(lot) * of.cost);
            let work = costs.sum::<u64>() * alone_cost(scenario);
            let bar = job.work_bar(&scenario.title, work);
            let whole = first_look(&scenarios, &question, &mut keeper, &stop, &bar);
            drop(bar);
            let shown_by = |_: &_| self.watchables(&scenarios, scenario);
            let whole = whole.map_err(|error| with_advice(error, shown_by))?;
            return keeper.finish_shard(!whole, self.playing.quiet, out);
        }
        let expected = forecast(&scenarios, &question);
        let ahead = Ahead {
            title: &scenario.title,
            games: expected.games(),
            about: true,
            timed: expected.work() as f64 / (GAME * scenario.cost()) as f64,
        };
        let simulation = scenario.open();
        job.announce(&ahead, |slice| {
            pilot(&simulation, (question.seed, question.threads), slice, &stop)
        })?;
        let begin = Instant::now();
        let bar = job.work_bar(&scenario.title, expected.work());
        let mut store = Store {
            points: Points::of(&job.target),
            files: vec![],
            kept: 0,
        };
        let mut play = |scenario: &Scenario, seed, games| {
            let plan = Plan::fixed(seed, games, question.threads);
            let point = store.play(scenario, &plan, &stop, &bar);
            point.map_err(|error| with_advice(error, |_| self.watchables(&scenarios, scenario)))
        };
        let found = find(&scenarios, &question, &mut keeper, &stop, &bar, &mut play);
        drop(bar);
        let found =
            found.map_err(|error| with_advice(error, |_| self.watchables(&scenarios, scenario)))?;
        let Some(found) = found else {
            keeper.save_for_later();
            return Err(store.interrupted().into());
        };
        let mut manifest = self.playing.manifest(
            scenario,
            Done {
                kind: Kind::Tune,
                command,
                games: found.games,
                partial: false,
                seconds: begin.elapsed().as_secs_f64(),
                precision: None,
            },
        )?;
        manifest.set.clone_from(&self.changes.sets.sets);
        manifest.fewer = self.playing.games.is_none() && question.effort.better < GAMES;
        manifest.measured = scenario.open().measures().into();
        manifest.strategies = strategies(&scenarios);
        let solved = solved(&scenarios, &found);
        manifest.note_unlearnt(describe::unlearnt(scenarios.iter().chain(&solved)));
        let note = self.note(&scenarios, &question, &targets, &found);
        manifest.tuned = Some(note);
        let bots: Vec<String> = scenarios.iter().map(|of| everybody(of).0).collect();
        let tables = tables(&found, &bots);
        let head = head(&tables, &manifest)?;
        if let Some(patch) = &patch
            && !head.is_empty()
        {
            let edits = best_of(&found).edits();
            let settings = scenario.settings(&edits).unwrap_or_default();
            let text = patch.text(&self.scenario, &self.changes, &settings, &head)?;
            patch.write(&text)?;
            if let Some(note) = &mut manifest.tuned {
                note.written = Some(shell::path(patch.path()));
            }
        }
        job.keep_points(&store.files)?;
        if store.kept > 0 && !self.playing.quiet {
            writeln!(out, "Points that were there already: {}", store.kept)?;
        }
        if let (Some(patch), true, false) = (&patch, head.is_empty(), self.playing.quiet) {
            let file = patch.path().display();
            writeln!(out, "There are no edits to write: {file} is not written")?;
        }
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// What is asked of a scenario, which is given once for each bot.
    fn question(&self, scenarios: &[Scenario], targets: &Targets) -> Question {
        let usual = || fewer_of_slow(GAMES, scenarios);
        let games = self.playing.games.unwrap_or_else(usual);
        Question {
            targets: targets.by_key.clone(),
            within: self.within,
            edits: self.edits.into(),
            fighters: scenarios[0].seating.fighters.clone(),
            rules: self.rules,
            allowed: Allowed {
                only: self.only.clone(),
                not: self.not.clone(),
            },
            effort: Effort::of(games),
            level: self.playing.level,
            seed: self.playing.seed,
            threads: self.playing.threads(),
        }
    }

    fn note(
        &self,
        scenarios: &[Scenario],
        question: &Question,
        targets: &Targets,
        found: &Found,
    ) -> TuneNote {
        let flags = |settings: Vec<String>| {
            let flags = settings
                .iter()
                .map(|set| format!("--set {}", shell::word(set)));
            flags.collect::<Vec<_>>().join(" ")
        };
        let settings = found.solutions.iter();
        let settings = settings.map(|of| scenarios[0].settings(&of.edits()).unwrap_or_default());
        // A comparison holds what is set against the scenario as the file has it.
        let compared = match self.changes.sets.sets.is_empty() {
            true => scenarios,
            false => &[],
        };
        let compare = |of: &Scenario| {
            let mut words = vec!["gong compare".to_owned(), self.file()];
            match scenarios {
                [_] => words.extend(self.changes.words()),
                _ => words.push(format!("--strategy {}", shell::word(&everybody(of).1))),
            }
            words.join(" ")
        };
        TuneNote {
            fair: targets.fair,
            within: question.within,
            edits: question.edits as u64,
            values: found.values as u64,
            tried: found.tried as u64,
            alone: question.effort.alone,
            proposal: question.effort.proposal,
            certified: question.effort.certified,
            compare: compared.iter().map(compare).collect(),
            settings: settings.map(flags).collect(),
            written: None,
        }
    }

    /// A scenario that was played, as a command line says it: one of those that were asked about, with edits.
    fn watchables(&self, asked: &[Scenario], played: &Scenario) -> Vec<Watchable> {
        let same = |of: &&Scenario| of.strategies == played.strategies;
        let Some(own) = asked.iter().find(same) else {
            return vec![];
        };
        let settings = own.settings(&own.edits_to(played)).unwrap_or_default();
        let sets = [&self.changes.sets.sets[..], &settings].concat();
        let strategies = match asked {
            [_] => self.changes.strategies.clone(),
            _ => vec![own.strategies.everybody.clone()],
        };
        vec![Watchable::new(&self.scenario, &sets, &strategies)]
    }

    fn file(&self) -> String {
        shell::path(&self.scenario)
    }

    /// The command that plays the same games again.
    fn command(&self, question: &Question, targets: &Targets) -> String {
        let mut words = vec!["gong tune".to_owned(), self.file()];
        words.push(format!("--target {}", shell::word(&targets.words())));
        words.push(format!("--within {}", self.within));
        words.push(format!("--edits {}", self.edits));
        for (flag, patterns) in [("--only", &self.only), ("--not", &self.not)] {
            words.extend(
                patterns
                    .iter()
                    .map(|of| format!("{flag} {}", shell::word(of))),
            );
        }
        words.extend(self.rules.then(|| "--rules".to_owned()));
        words.extend(self.playing.words(question.effort.better));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// Where what is played is kept, and found again.
struct Store {
    points: Points,
    /// What was played or found.
    files: Vec<PathBuf>,
    /// How much was found.
    kept: usize,
}

impl Store {
    /// Plays a scenario, if it was not played before; nothing if it was interrupted: half a point is none.
    fn play(
        &mut self,
        scenario: &Scenario,
        plan: &Plan,
        stop: &AtomicBool,
        bar: &Bar,
    ) -> anyhow::Result<Option<Point>> {
        let cost = GAME * scenario.cost();
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let key = key(scenario, plan)?;
        if let Some(point) = self.points.find(&key, scenario, plan) {
            let file = self.points.file(&key);
            // The same may be asked for twice.
            if !self.files.contains(&file) {
                self.kept += 1;
                self.files.push(file);
            }
            bar.add(plan.games * cost);
            return Ok(Some(point));
        }
        let simulation = scenario.open();
        let played = simulate::run(&simulation, plan, stop, &mut bar.times(cost))?;
        if played.partial {
            return Ok(None);
        }
        let point = Point::new(key, &simulation, &played);
        self.files.push(self.points.write(&point)?);
        Ok(Some(point))
    }

    /// What to say of an interruption.
    fn interrupted(&self) -> Interrupted {
        match self.files.is_empty() {
            true => Interrupted::before_anything(),
            false => Interrupted(Some(
                "interrupted before an answer was found: there is no report; what was played is kept, and the same command goes on",
            )),
        }
    }
}

/// The bot that plays everybody who is not someone else's: its name, and how a command line names it.
fn everybody(scenario: &Scenario) -> (String, String) {
    let reference = &scenario.strategies.everybody;
    (scenario.bots[reference].name.clone(), reference.clone())
}

/// Those who played: of several bots one after the other, each; else who plays whom.
fn strategies(scenarios: &[Scenario]) -> Vec<StrategyNote> {
    let note = |scenario: &Scenario| {
        let bot = &scenario.bots[&scenario.strategies.everybody];
        StrategyNote {
            name: bot.name.clone(),
            about: bot.description.clone(),
        }
    };
    match scenarios {
        [scenario] => describe::strategies(scenario),
        several => several.iter().map(note).collect(),
    }
}

/// The scenarios with the best edits.
fn solved(scenarios: &[Scenario], found: &Found) -> Vec<Scenario> {
    let edits = best_of(found).edits();
    let with = |scenario: &Scenario| scenario.with(&edits).ok();
    scenarios.iter().filter_map(with).collect()
}

/// The certified one of the fewest edits, or else the nearest.
fn best_of(found: &Found) -> &crate::analysis::tune::Solution {
    let judged = found.solutions.iter();
    &found.solutions[best(judged.map(|of| (of.certified, of.distance())))]
}
