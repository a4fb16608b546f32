//! The flags that all commands that play games have in common.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use sysinfo::System;

use super::decisions::decisions;
use super::numbers::{confidence_level, count, share};
use super::reading::Kept;
use super::{Usage, describe};
use crate::engine::identity;
use crate::report::words::grouped;
use crate::report::{Extras, Manifest, RosterNote};
use crate::scenario::Scenario;
use crate::simulate::{self, Shard};
use crate::strategies::BotDefinition;
use crate::words::is_blank;

/// Common flags: number of games, precision, seed, threads, folder and output.
#[derive(Debug, Clone, Args)]
pub struct Playing {
    /// Games to play, as in 1000000, 1_000_000 or 1m
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Play until the interval of every win rate (in a comparison: of every difference) has at most
    /// this half-width, as in 0.5% or 0.005
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,
    /// The seed, which determines every game together with the scenario
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The folder for the report [default: in reports/, named after the scenario and its changes]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Play only the K-th of N parts of the games, for gong merge; the folder is then that of the
    /// shards [default: in reports/, named after the scenario and its changes]
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Inputs and counts of games that an earlier command has stored. Used to merge the parts
    /// (shards) of the command's games, or to play the games again.
    #[arg(skip)]
    pub kept: Option<Kept>,
    /// True if the games of this command were interrupted before. Later steps that the interrupted
    /// command had not begun are then left out.
    #[arg(skip)]
    pub interrupted: bool,
    /// Number of threads [default: all]; affects only the time
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The confidence level of intervals, as in 95% or 0.99
    #[arg(long, value_name = "SHARE", default_value = "95%", value_parser = confidence_level)]
    pub level: f64,
    /// Write the charts as PNG too
    #[arg(long)]
    png: bool,
    /// Write the tables as CSV too
    #[arg(long)]
    csv: bool,
    /// Replace a report of another command in the folder
    #[arg(long)]
    pub force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
    /// Write the progress to stderr as lines, for programs
    #[arg(long, hide = true)]
    pub progress: bool,
}

/// A function that changes the common flags of a command.
pub type Adjust<'a> = &'a dyn Fn(&mut Playing);

/// Default number of games of a run if all bots are greedy bots, which are fast.
pub const DEFAULT_GAMES: u64 = 1_000_000;
/// Minimum default number of games, which applies to very slow bots.
const LEAST_GAMES: u64 = 100;
const MOST_GAMES: u64 = 100_000_000;

/// Returns the default number of games for these scenarios, which is smaller if the bots are slow.
pub fn default_games<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>) -> u64 {
    games_by_cost(DEFAULT_GAMES, scenarios)
}

/// Returns a smaller number of games for slow bots: `games` divided by the relative duration of a
/// game in the slowest scenario, but at least 100. A game between greedy bots has the duration 1.
pub fn games_by_cost<'a>(games: u64, scenarios: impl IntoIterator<Item = &'a Scenario>) -> u64 {
    let cost = scenarios.into_iter().map(Scenario::cost).max();
    (games / cost.unwrap_or(1)).max(LEAST_GAMES.min(games))
}

/// Returns a smaller number of games for slow bots: `games` divided by the square root of a game's
/// duration relative to greedy bots, but at least 100. For commands to which [`games_by_cost()`]
/// would give too few games.
pub fn games_by_root_of_cost(games: u64, scenario: &Scenario) -> u64 {
    (games / scenario.cost().isqrt()).max(LEAST_GAMES.min(games))
}

/// Duration of a game, relative to a game between greedy bots, above which a bot counts as slow.
/// Trained bots are below this limit.
const SLOW: u64 = 10;

/// Returns `games` if all bots are fast. If some bots are slow, returns the smaller number that
/// [`games_by_root_of_cost()`] returns.
pub fn games_for_slow_bots(games: u64, scenario: &Scenario) -> u64 {
    if scenario.cost() > SLOW { games_by_root_of_cost(games, scenario) } else { games }
}

/// Returns the default number of games of a command. The number is `games` if the command is
/// expected to take at most `time` microseconds of processor time, and smaller in proportion if
/// the command is expected to take longer.
///
/// `all` is the total number of games of the command, in units of a game between greedy bots. The
/// number of games stays the same if all bots are greedy bots, which are fast, or if one bot is
/// slow, such as a search: see [`games_for_slow_bots()`].
pub fn in_time(games: u64, scenario: &Scenario, all: u64, time: u64) -> u64 {
    let is_trained = (2..=SLOW).contains(&scenario.cost());
    let Some(reference) = scenario.game().reference().filter(|_| is_trained) else {
        return games;
    };
    let of_game = decisions(scenario) * reference.trained_time / BotDefinition::TRAINED_COST;
    let expected = u128::from(all) * u128::from(of_game) / 1000;
    if expected <= u128::from(time) {
        return games;
    }
    rounded((u128::from(games) * u128::from(time) / expected) as u64).max(LEAST_GAMES)
}

/// Rounds a number of games down to two significant digits.
pub fn rounded(games: u64) -> u64 {
    // The value of one in the second significant digit: 100 for 5,678.
    let unit = 10u64.pow(games.max(1).ilog10().saturating_sub(1));
    games / unit * unit
}

impl Playing {
    /// Creates the settings for playing a run's games, such as seed and threads. `games` is the
    /// number of games to play if neither `--games` nor `--precision` is given.
    pub fn plan(&self, games: u64) -> simulate::Plan {
        let most = if self.precision.is_some() { MOST_GAMES } else { games };
        let precision = |target| simulate::Precision { target, level: self.level };
        simulate::Plan {
            seed: self.seed,
            games: self.games.unwrap_or(most),
            precision: self.precision.map(precision),
            threads: self.threads(),
            records: false,
            luck: None,
        }
    }

    /// Checks that enough memory is free for bots that need `bytes` bytes on each thread.
    ///
    /// # Errors
    /// [`Usage`] if less memory is free.
    pub fn room_for(&self, bytes: u64) -> Result<(), Usage> {
        let mut system = System::new();
        system.refresh_memory();
        let group = system.cgroup_limits().map_or(u64::MAX, |group| group.free_memory);
        let free = system.available_memory().min(group);
        if bytes.saturating_mul(self.threads() as u64) <= free {
            return Ok(());
        }
        Err(Usage(format!(
            "the search trees may need {} MB on each of {} threads, but {} MB are free: lower \
             search.nodes or search.iterations of the bots, or use fewer --threads",
            grouped(bytes >> 20),
            self.threads(),
            grouped(free >> 20)
        )))
    }

    pub fn threads(&self) -> usize {
        self.threads.map_or_else(rayon::current_num_threads, usize::from)
    }

    /// Returns the folder of a command's report: the folder that `--out` names, or a folder under
    /// `reports/` with the default name of the report.
    pub fn folder(&self, report: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| Path::new("reports").join(report))
    }

    pub fn extras(&self) -> Extras {
        Extras { png: self.png, csv: self.csv }
    }

    /// Creates the manifest of a report on this scenario, with what is known before its games.
    ///
    /// # Errors
    /// Fails if the scenario cannot be converted to JSON.
    pub fn manifest(&self, scenario: &Scenario) -> anyhow::Result<Manifest> {
        // Shards may have played on other machines, with other numbers of threads.
        let merged = self.kept.as_ref().is_some_and(|of| !of.shards.is_empty());
        Ok(Manifest {
            gong: env!("CARGO_PKG_VERSION").into(),
            engine: identity(scenario.game()),
            title: scenario.title.clone(),
            seed: self.seed,
            level: self.level,
            threads: if merged { 0 } else { self.threads() },
            fighter: scenario.game.title().words().fighter.map(str::to_owned),
            fighters: describe::fighters(scenario),
            factions: describe::factions(scenario),
            roster: RosterNote {
                name: scenario.roster_name().to_owned(),
                source: scenario.roster_source().to_owned(),
            },
            rule_changes: describe::rule_changes(scenario)?,
            scenario: serde_json::to_value(scenario)?,
            ..Manifest::default()
        })
    }
}

/// Rounds a number to three decimals, so that JSON preserves it exactly.
pub fn to_a_thousandth(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// Returns the file name of a scenario without extension.
pub fn stem(scenario: &Path) -> &str {
    let stem = scenario.file_stem().unwrap_or_default().to_str();
    // A blank name, `.` and `..` cannot be names of folders.
    let named = |stem: &&str| !is_blank(stem) && ![".", ".."].contains(stem);
    stem.filter(named).unwrap_or("scenario")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_rounded_to_two_digits() {
        for (games, expected) in [(0, 0), (7, 7), (99, 99), (101, 100), (5_678, 5_600)] {
            assert_eq!(rounded(games), expected);
        }
    }
}
