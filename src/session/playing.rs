//! What every command that plays games takes, and how it behaves while it plays.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::numbers::{count, share};
use super::reading::Kept;
use super::{Interrupted, Usage, describe, memory};
use crate::engine::identity;
use crate::report::words::grouped;
use crate::report::{self, Extras, Kind, Manifest};
use crate::scenario::Scenario;
use crate::simulate::{self, Shard};
use crate::stats::intervals;
use crate::words::unprintable;
use clap::Args;

/// How much to play, how, and where to write what it says.
#[derive(Debug, Clone, Args)]
pub struct Playing {
    /// Games to play, as in 1000000, 1_000_000 or 1m
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Play until the interval of every win rate, in a comparison of every difference, is this narrow to either side, as in 0.5% or 0.005
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,
    /// The seed: with the scenario it decides every game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The folder for the report [default: in reports/, by the scenario's name]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Play the K-th of N parts of the games only, for gong merge; the folder is then that of the shards [default: in reports/, by the scenario's name]
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// What an earlier command has read and counted, of one that is merged or played again
    #[arg(skip)]
    pub kept: Option<Kept>,
    /// Only see whether it could be played
    #[arg(skip)]
    pub rehearsal: bool,
    /// Threads to play on [default: all there are]; they decide nothing but the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The level of intervals, as in 95% or 0.99
    #[arg(long, value_name = "SHARE", default_value = "95%", value_parser = share)]
    pub level: f64,
    /// Write the charts as PNG too
    #[arg(long)]
    png: bool,
    /// Write the tables as CSV too
    #[arg(long)]
    csv: bool,
    /// Replace a report of another command that is in the folder
    #[arg(long)]
    pub force: bool,
    /// Say nothing but what went wrong
    #[arg(long, short)]
    pub quiet: bool,
}

/// Games of a run between greedy bots unless the user asks otherwise.
const DEFAULT_GAMES: u64 = 1_000_000;
/// The fewest that bots get who take long.
const LEAST_GAMES: u64 = 100;
const MOST_GAMES: u64 = 100_000_000;

/// Games of a run of these scenarios unless the user asks otherwise: fewer where the bots take longer over them.
pub fn default_games<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>) -> u64 {
    fewer(DEFAULT_GAMES, scenarios)
}

/// So many games between greedy bots; fewer where the bots take longer.
pub fn fewer<'a>(games: u64, scenarios: impl IntoIterator<Item = &'a Scenario>) -> u64 {
    let cost = scenarios.into_iter().map(Scenario::cost).max();
    (games / cost.unwrap_or(1)).max(LEAST_GAMES.min(games))
}

/// So many games between greedy bots; fewer where the bots take longer, by the root of how much longer: a question that a part of the games
/// cannot answer at all gets more of them, and takes longer.
pub fn fewer_by_root(games: u64, scenario: &Scenario) -> u64 {
    (games / scenario.cost().isqrt()).max(LEAST_GAMES.min(games))
}

/// A bot that takes so many times as long as a greedy one is not slow: trained ones do.
const SLOW: u64 = 10;

/// So many games; of slow bots fewer, by the root of how much longer they take.
pub fn fewer_of_slow<'a>(games: u64, scenarios: impl IntoIterator<Item = &'a Scenario>) -> u64 {
    let slowest = scenarios.into_iter().max_by_key(|of| of.cost());
    let slow = slowest.filter(|of| of.cost() > SLOW);
    slow.map_or(games, |slow| fewer_by_root(games, slow))
}

impl Playing {
    /// What to play; `games` unless the user asks otherwise.
    pub fn plan(&self, games: u64) -> simulate::Plan {
        let most = if self.precision.is_some() {
            MOST_GAMES
        } else {
            games
        };
        simulate::Plan {
            seed: self.seed,
            games: self.games.unwrap_or(most),
            precision: self.precision.map(|target| simulate::Precision {
                target,
                level: self.level,
            }),
            threads: self.threads(),
            records: false,
            luck: None,
        }
    }

    /// Is there room for bots that take so many bytes on each thread?
    ///
    /// # Errors
    /// If the machine has not so much memory; where nobody knows, it has.
    pub fn room_for(&self, bytes: u64) -> Result<(), Usage> {
        let all = bytes.saturating_mul(self.threads() as u64);
        match memory::free() {
            Some(free) if all > free => {
                let megabytes = |bytes: u64| grouped(bytes >> 20);
                Err(Usage(format!(
                    "the trees of the searches may take {} MB on each of {} threads, and {} MB are free: lower their search.nodes or search.iterations, or play on fewer --threads",
                    megabytes(bytes),
                    self.threads(),
                    megabytes(free)
                )))
            }
            _ => Ok(()),
        }
    }

    pub fn threads(&self) -> usize {
        self.threads
            .map_or_else(rayon::current_num_threads, usize::from)
    }

    /// Threads that the user asks for, or one.
    pub fn one_or_more_threads(&self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    /// Where the report goes: what the user says, or else under `reports/`, `name`.
    pub fn folder(&self, name: &str) -> PathBuf {
        let default = || Path::new("reports").join(name);
        self.out.clone().unwrap_or_else(default)
    }

    pub fn extras(&self) -> Extras {
        Extras {
            png: self.png,
            csv: self.csv,
        }
    }

    /// What was played by a plan, of which `command` plays so many games again.
    pub fn done<T>(
        &self,
        kind: Kind,
        plan: &simulate::Plan,
        played: &simulate::Played<T>,
        command: impl Fn(u64) -> String,
    ) -> Done {
        Done {
            kind,
            // What was cut short would not be cut short again.
            command: command(if played.partial {
                played.games
            } else {
                plan.games
            }),
            games: played.games,
            partial: played.partial,
            seconds: played.seconds,
            precision: self.precision_note(played.reached),
        }
    }

    /// How the precision asked for was met, for a manifest.
    pub fn precision_note(&self, reached: bool) -> Option<report::Precision> {
        self.precision
            .map(|target| report::Precision { target, reached })
    }

    /// The manifest of what was played of this scenario.
    ///
    /// # Errors
    /// [`Interrupted`], if nothing was played.
    pub fn manifest(&self, scenario: &Scenario, done: Done) -> anyhow::Result<Manifest> {
        if done.games == 0 {
            return Err(Interrupted::before_anything().into());
        }
        Ok(Manifest {
            kind: done.kind,
            gong: env!("CARGO_PKG_VERSION").into(),
            engine: identity(scenario.game()),
            command: done.command,
            title: scenario.title.clone(),
            seed: self.seed,
            games: done.games,
            fewer: self.games.is_none()
                && self.precision.is_none()
                && matches!(done.kind, Kind::Run | Kind::Bots | Kind::Compare)
                && scenario.cost() > 1,
            partial: done.partial,
            level: self.level,
            precision: done.precision,
            threads: self.threads(),
            wall_seconds: to_a_thousandth(done.seconds),
            games_per_second: to_a_thousandth(done.games as f64 / done.seconds),
            headline: String::new(),
            watch: String::new(),
            skill: String::new(),
            measured: report::measured::Measured::default(),
            fighter: scenario.game.title().words().fighter.map(str::to_owned),
            fighters: describe::fighters(scenario),
            roster: report::RosterNote {
                name: scenario.roster_name().to_owned(),
                source: scenario.roster_source().to_owned(),
            },
            rule_changes: describe::rule_changes(scenario)?,
            strategies: describe::strategies(scenario),
            unlearnt: describe::unlearnt([scenario]),
            scenario: serde_json::to_value(scenario)?,
            beside: None,
            variants: vec![],
            bots: vec![],
            sensitivity: None,
            tuned: None,
            changed: vec![],
            found: String::new(),
            tables: vec![],
            files: BTreeMap::new(),
            charts: vec![],
            results: String::new(),
        })
    }

    /// The flags that play the same games again, `games` at most, as one would type them.
    pub fn words(&self, games: u64) -> Vec<String> {
        let mut words = vec![format!("--games {games}")];
        if let Some(precision) = self.precision {
            words.push(format!("--precision {precision}"));
        }
        words.push(format!("--seed {}", self.seed));
        if self.level != intervals::LEVEL {
            words.push(format!("--level {}", self.level));
        }
        words
    }
}

/// A number that comes back from a manifest as it was written, to the last bit.
pub fn to_a_thousandth(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// What was played, and how to play it again.
pub struct Done {
    pub kind: Kind,
    pub command: String,
    pub games: u64,
    pub partial: bool,
    pub seconds: f64,
    pub precision: Option<report::Precision>,
}

/// A word as a shell reads it back.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,%+".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else if word.chars().any(unprintable) {
        // As bash and zsh read it: what is copied from a page is not to do anything to a terminal.
        let escaped = |c: char| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if unprintable(c) => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The name of a scenario file without its ending.
pub fn stem(scenario: &Path) -> &str {
    let stem = scenario.file_stem().unwrap_or_default();
    stem.to_str().unwrap_or("scenario")
}
