//! `gong run`: play a scenario, write the report.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::describe;
use super::numbers::{count, share};
use super::{Table, Usage};
use crate::report::{self, Extras, Folder, Manifest, RowsWriter, Tables};
use crate::scenario::Scenario;
use crate::simulate::{self, Plan, Played, Simulation};
use crate::stats::{Record, intervals};

/// Play scenarios and write their reports
#[derive(Debug, Args)]
pub struct Run {
    /// Scenario files; each gets a report of its own
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Games to play, as in 1000000, 1_000_000 or 1m [default: 1m; with --precision at most 100m]
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Play until the interval of every win rate is this narrow to either side, as in 0.5% or 0.005
    #[arg(long, value_name = "SHARE", value_parser = share)]
    precision: Option<f64>,
    /// The seed: with the scenario it decides every game
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The folder for the report [default: reports/ and the scenario's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the table `games` too: a row for every fighter of every game
    #[arg(long)]
    rows: bool,
    /// Threads to play on [default: all there are]; they decide nothing but the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The level of intervals, as in 95% or 0.99
    #[arg(long, value_name = "SHARE", default_value = "95%", value_parser = share)]
    level: f64,
    /// Write the charts as PNG too
    #[arg(long)]
    png: bool,
    #[command(flatten)]
    table: Table,
}

const DEFAULT_GAMES: u64 = 1_000_000;
const MOST_GAMES: u64 = 100_000_000;

impl Run {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.out.is_some() && self.scenarios.len() > 1 {
            return Err(Usage(
                "--out names one folder; run several scenarios one by one, or leave it out".into(),
            )
            .into());
        }
        no_folder_twice(&self.scenarios)?;
        // All of them are checked before the first is played.
        let scenarios = self
            .scenarios
            .iter()
            .map(|path| Ok((path, self.table.scenario(path)?)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let stop = interrupted()?;
        for (path, scenario) in scenarios {
            if stop.load(Ordering::Relaxed) {
                writeln!(out, "{}: not played, interrupted before it", path.display())?;
                continue;
            }
            self.play(path, &scenario, &stop, out)?;
        }
        Ok(())
    }

    /// Plays one scenario, and writes its report and its summary.
    fn play(
        &self,
        path: &Path,
        scenario: &Scenario,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let simulation = Simulation::new(scenario);
        let target = self.out.clone().unwrap_or_else(|| default_folder(path));
        let folder = Folder::stage(&target).map_err(|error| Usage(format!("{error:#}")))?;
        let plan = self.plan();
        let mut audience = Live {
            bar: progress(&scenario.title, plan.games),
            rows: self
                .rows
                .then(|| folder.rows(simulation.cast()))
                .transpose()?,
        };
        let played = simulate::run(&simulation, &plan, stop, &mut audience)?;
        audience.bar.finish_and_clear();
        if let Some(rows) = audience.rows {
            rows.finish()?;
        }
        if played.games == 0 {
            bail!("interrupted before anything was played: nothing is written");
        }
        let manifest = self.manifest(path, scenario, &plan, &played)?;
        let tables = Tables::new(simulation.cast(), &played.tally, manifest.interval_level())?;
        let summary = report::summary(&tables, &manifest, &target, &path.display().to_string())?;
        folder.publish(&tables, &manifest, Extras { png: self.png })?;
        writeln!(out, "{summary}")?;
        Ok(())
    }

    fn manifest(
        &self,
        path: &Path,
        scenario: &Scenario,
        plan: &Plan,
        played: &Played,
    ) -> anyhow::Result<Manifest> {
        let (long, short) = scenario.rules.scoring.words();
        Ok(Manifest {
            gong: env!("CARGO_PKG_VERSION").into(),
            command: self.command(
                path,
                if played.partial {
                    played.games
                } else {
                    plan.games
                },
            ),
            title: scenario.title.clone(),
            seed: self.seed,
            games: played.games,
            partial: played.partial,
            level: self.level,
            precision: self.precision.map(|target| report::Precision {
                target,
                looks: played.looks.max(1),
                reached: played.reached,
            }),
            threads: plan.threads,
            wall_seconds: played.seconds,
            games_per_second: played.games as f64 / played.seconds,
            score: report::ScoreName {
                long: long.into(),
                short: short.into(),
            },
            nobody: "the crowd’s rocks".into(),
            fighters: describe::fighters(scenario),
            roster: report::RosterNote {
                name: scenario.roster.name.clone(),
                source: scenario.roster.source.clone(),
            },
            rule_changes: describe::rule_changes(scenario)?,
            strategies: describe::strategies(scenario),
            scenario: serde_json::to_value(scenario)?,
            results: String::new(),
        })
    }

    fn plan(&self) -> Plan {
        let most = if self.precision.is_some() {
            MOST_GAMES
        } else {
            DEFAULT_GAMES
        };
        Plan {
            seed: self.seed,
            games: self.games.unwrap_or(most),
            precision: self.precision.map(|target| simulate::Precision {
                target,
                level: self.level,
            }),
            threads: self
                .threads
                .map_or_else(rayon::current_num_threads, usize::from),
            records: self.rows,
        }
    }

    /// The command that plays the same games again, `games` at most.
    fn command(&self, scenario: &Path, games: u64) -> String {
        let mut words = vec![
            "gong run".to_owned(),
            shell_word(&scenario.display().to_string()),
            format!("--games {games}"),
        ];
        if let Some(precision) = self.precision {
            words.push(format!("--precision {precision}"));
        }
        words.push(format!("--seed {}", self.seed));
        if self.level != intervals::LEVEL {
            words.push(format!("--level {}", self.level));
        }
        words.extend(
            self.table
                .words()
                .iter()
                .map(|(flag, value)| format!("{flag} {}", shell_word(value))),
        );
        words.join(" ")
    }
}

/// A word as a shell reads it back.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,%+".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn default_folder(scenario: &Path) -> PathBuf {
    Path::new("reports").join(scenario.file_stem().unwrap_or_default())
}

/// Refuses scenarios of one name: the second report would take the first one's place.
fn no_folder_twice(scenarios: &[PathBuf]) -> Result<(), Usage> {
    for (i, path) in scenarios.iter().enumerate() {
        let folder = default_folder(path);
        let same = |other: &&PathBuf| default_folder(other) == folder;
        if let Some(other) = scenarios[..i].iter().find(same) {
            return Err(Usage(format!(
                "{} and {} would both be written into {}: run them one by one, each with its --out",
                other.display(),
                path.display(),
                folder.display()
            )));
        }
    }
    Ok(())
}

/// A flag that Ctrl-C sets; pressed a second time it ends the program at once.
fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// The progress bar, and the rows that are written as games are played.
struct Live {
    bar: ProgressBar,
    rows: Option<RowsWriter>,
}

impl simulate::Audience for Live {
    fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()> {
        match &mut self.rows {
            Some(rows) => rows.add(first, records),
            None => Ok(()),
        }
    }
}

/// A bar on stderr, if that is a terminal.
fn progress(title: &str, games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{msg}  {wide_bar} {human_pos} of {human_len} games, {rate} a second, {eta} left";
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A rate that cannot be shown is no reason to stop.
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(style)
        .expect("the template is sound")
        .with_key("rate", rate);
    ProgressBar::new(games)
        .with_style(style)
        .with_message(title.to_owned())
}
