//! `gong compare`: what a change did, fighter by fighter.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::analysis::compare::{Held, compare_stretch, uncounted};
use crate::engine::identity;
use crate::report::compare::tables;
use crate::report::{ApartNote, Kind, VariantNote};
use crate::scenario::{Faults, Scenario};
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::Job;
use crate::session::keeper::Asked;
use crate::session::playing::{Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::session::stand_in::name_bot;
use crate::session::variants::split;
use crate::session::{Usage, describe, kept, scenario};
use crate::shell;
use crate::simulate::{Lot, Lots, Simulation};
use crate::words::shown_line;

/// Play the same games in several variants, and say what the change did
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Several scenarios are compared with the first of them; one scenario, with --set or --variant, with itself as it is:
  gong compare old.toml new.toml
  gong compare tribal-rumble.toml --set rules.rounds=12
  gong compare tribal-rumble.toml --variant rules.rounds=9 --variant rules.rounds=12,fighters.agaric.size=6
The folder of a run's report stands for the scenario that it keeps; between reports as many games are played as the smaller one has:
  gong compare reports/before reports/after
Where other fighters sit in other places no game of the one is a game of the other: each variant is then known by its own games.")]
pub struct Compare {
    /// Scenario files, or folders of runs' reports; the first is what the others are compared with. Where other fighters sit in other places games are not paired
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Change a value; all --set together are one variant of the scenario
    #[arg(long = "set", value_name = "PATH=VALUE")]
    sets: Vec<String>,
    /// One more variant of the scenario, by its changes
    #[arg(long = "variant", value_name = "PATH=VALUE,…")]
    variants: Vec<String>,
    /// Who plays, in all variants: a strategy's name or file for everybody, or for some, as in fighters.agaric=aggressive, seats.1=random or teams.2=mine.toml
    #[arg(long = "strategy", value_name = "[WHO=]NAME|FILE")]
    strategies: Vec<String>,
    #[command(flatten)]
    playing: Playing,
}

/// Most variants: all are played at once, and each has counters of its own on every thread.
const MOST_VARIANTS: usize = 200;

/// One variant, checked.
struct Variant {
    name: String,
    scenario: Scenario,
    watchable: Watchable,
}

impl Compare {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = self.scenarios.iter().map(PathBuf::as_path);
        name_bot(&mut self.strategies, scenarios, bot);
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut reading = Reading::new(&self.playing);
        let variants = self.variants(&mut reading)?;
        let (first, others) = variants.split_first().expect("two variants or more");
        let simulations: Vec<Simulation> = (variants.iter())
            .map(|variant| variant.scenario.open())
            .collect();
        for (other, held) in others.iter().zip(uncounted(&simulations)) {
            if let Held::Apart(tally) = held
                && tally.subjects.is_empty()
            {
                return Err(nobody_in_both(first, other).into());
            }
        }
        let usual = || default_games(variants.iter().map(|variant| &variant.scenario));
        let paths = || self.scenarios.iter().map(PathBuf::as_path);
        let games = reading
            .value(|| kept::games(paths()))?
            .unwrap_or_else(usual);
        self.playing
            .room_for(variants.iter().map(|of| of.scenario.memory()).sum())?;
        let plan = self.playing.plan(games);
        let asked = Asked {
            command: &self.command(self.playing.games.unwrap_or(games)),
            engine: identity(first.scenario.game()),
            reading,
            lots: vec![Lot::new(plan.games, first.scenario.cost())],
            checkpoints: true,
        };
        let (job, mut keeper) = Job::keeping(&self.playing, &self.folder_name(), asked)?;
        let bar = job.bar(&first.scenario.title, keeper.games_of(0));
        let stop = interrupted()?;
        let done = keeper.play(0, uncounted(&simulations), |stretch| {
            let heard = |games| bar.add(games);
            compare_stretch(&simulations, &plan, &stop, heard, stretch)
        });
        drop(bar);
        let watchables = || variants.iter().map(|v| v.watchable.clone()).collect();
        let done = done.map_err(|error| with_advice(error, |_| watchables()))?;
        if keeper.is_shard() {
            return keeper.finish_shard(done.partial, self.playing.quiet, out);
        }
        let played = (self.playing).done(Kind::Compare, &plan, &done, |games| self.command(games));
        let mut manifest = self.playing.manifest(&first.scenario, played)?;
        manifest.measured = simulations[0].measures().into();
        manifest.note_unlearnt(describe::unlearnt(variants.iter().map(|of| &of.scenario)));
        let note = |(variant, simulation): (&Variant, &Simulation)| {
            let paired = simulations[0].same_fighters(simulation);
            variant.note((!paired).then(|| apart(first, variant)))
        };
        let notes = variants.iter().zip(&simulations).map(note);
        manifest.variants = notes.collect::<Result<_, _>>()?;
        let names: Vec<String> = others.iter().map(|other| other.name.clone()).collect();
        let tables = tables(&names, &done.tally, manifest.level);
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// All variants, the one to compare with first. All are checked before anything is played.
    fn variants(&self, reading: &mut Reading) -> anyhow::Result<Vec<Variant>> {
        let mut changes: Vec<Vec<String>> = vec![];
        if !self.sets.is_empty() {
            changes.push(self.sets.clone());
        }
        for variant in &self.variants {
            changes.push(
                split(variant).map_err(|what| Usage(format!("--variant {variant}: {what}")))?,
            );
        }
        match (self.scenarios.as_slice(), changes.is_empty()) {
            ([_], true) => {
                return Err(Usage("compare what? Give a second scenario, or a change of this one, as in --set rules.rounds=12".into()).into());
            }
            ([_], false) => changes.insert(0, vec![]),
            (_, true) => {}
            (_, false) => {
                return Err(Usage("--set and --variant make variants of one scenario, and there are several: give one, or write the change into a scenario file".into()).into());
            }
        }
        let count = changes.len().max(1) * self.scenarios.len();
        if count > MOST_VARIANTS {
            return Err(Usage(format!(
                "{count} variants are too many: at most {MOST_VARIANTS}, each held against the first game by game; gong sweep plays up to 2000 points of a grid"
            ))
            .into());
        }
        let alone = vec![vec![]];
        let changes = if changes.is_empty() { &alone } else { &changes };
        let mut variants: Vec<Variant> = vec![];
        for path in &self.scenarios {
            for sets in changes {
                let scenario = reading.scenario(|| self.scenario(path, sets))?;
                let shown = path.display().to_string();
                let mut name = if path.is_dir() {
                    shown.clone()
                } else if sets.is_empty() {
                    scenario.title.clone()
                } else {
                    sets.join(", ")
                };
                if variants.iter().any(|other| other.name == name) {
                    name = if sets.is_empty() {
                        shown
                    } else {
                        format!("{name} (again)")
                    };
                }
                if variants.iter().any(|other| other.name == name) {
                    return Err(Usage(format!("{name} is given more than twice")).into());
                }
                variants.push(Variant {
                    name: shown_line(&name),
                    scenario,
                    watchable: Watchable::new(path, sets, &self.strategies),
                });
            }
        }
        Ok(variants)
    }

    /// The scenario of a file, with the changes of a variant.
    fn scenario(&self, path: &Path, sets: &[String]) -> anyhow::Result<Scenario> {
        let by_set = sets.iter().all(|set| self.sets.contains(set));
        scenario(path, sets, &self.strategies).map_err(|error| match error.downcast::<Faults>() {
            Ok(faults) if !by_set => faults.by_flag("--variant").into(),
            Ok(faults) => faults.into(),
            Err(error) => error,
        })
    }

    /// The default folder's name, before what is changed: that of the scenario, or of all.
    fn folder_name(&self) -> Base {
        let stems: Vec<&str> = self.scenarios.iter().map(|path| stem(path)).collect();
        format!("compare-{}", stems.join("-")).into()
    }

    /// The command that plays the same games again, `games` at most.
    fn command(&self, games: u64) -> String {
        let mut words = vec!["gong compare".to_owned()];
        words.extend(self.scenarios.iter().map(|path| shell::path(path)));
        let flags = [
            ("--set", &self.sets),
            ("--variant", &self.variants),
            ("--strategy", &self.strategies),
        ];
        for (flag, values) in flags {
            words.extend(
                values
                    .iter()
                    .map(|value| format!("{flag} {}", shell::word(value))),
            );
        }
        words.extend(self.playing.words(games));
        words.join(" ")
    }
}

impl Variant {
    fn note(&self, apart: Option<ApartNote>) -> anyhow::Result<VariantNote> {
        Ok(VariantNote {
            apart,
            name: self.name.clone(),
            watch: self.watchable.words(),
            fair_share: self.scenario.open().cast().fair_share(),
            scenario: serde_json::to_value(&self.scenario)?,
        })
    }
}

/// How the line-ups of two variants differ.
fn apart(first: &Variant, other: &Variant) -> ApartNote {
    let [ours, theirs] = [first, other].map(|variant| &variant.scenario.seating.fighters);
    let missing = |of: &[String], from: &[String]| -> Vec<String> {
        let strangers = of.iter().filter(|key| !from.contains(key));
        strangers.cloned().collect()
    };
    ApartNote {
        only_before: missing(ours, theirs),
        only_after: missing(theirs, ours),
    }
}

/// Nothing can be held against anything.
fn nobody_in_both(first: &Variant, other: &Variant) -> Usage {
    let only = |variant: &Variant| {
        let keys = variant.scenario.seating.fighters.iter();
        let keys: Vec<String> = keys.map(|key| format!("`{key}`")).collect();
        format!("only {} has {}", variant.name, keys.join(", "))
    };
    Usage(format!(
        "{} and {} cannot be compared: nobody plays in both, with one strategy in each or the same one: {}; {}. Use gong run for each",
        first.name,
        other.name,
        only(first),
        only(other),
    ))
}
