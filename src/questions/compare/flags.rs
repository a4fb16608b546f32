//! Command-line flags of `gong compare`, which compares variants of a scenario.

use std::path::PathBuf;

use clap::Args;

use crate::questions::reference::PlayerArgs;

/// Play the same games in several variants, and report what the changes did
#[derive(Debug, Args)]
#[command(
    after_help = "With several scenarios, each is compared with the first. With one scenario and --set or --variant, each variant is compared with the unchanged scenario:
  gong compare old.toml new.toml
  gong compare tribal-rumble.toml --set rules.rounds=12
  gong compare tribal-rumble.toml --variant rules.rounds=9 --variant rules.rounds=8,line-up.draw=3
The folder of a run's report can be used as a scenario. Two reports are compared with as many games as the smaller one has:
  gong compare reports/before reports/after
Games are paired if the same fighters sit in the same places in both variants. Otherwise the variants are independent samples."
)]
pub struct CompareFlags {
    /// Scenario files, or folders of runs' reports; the others are compared with the first. Games
    /// are paired if the same fighters sit in the same places
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<PathBuf>,
    /// Change a value; all --set together make one variant of the scenario
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// One more variant of the scenario, given by its changes
    #[arg(long = "variant", value_name = "PATH=VALUE,…")]
    pub variants: Vec<String>,
    #[command(flatten)]
    pub players: PlayerArgs,
    /// The bots that play, in all variants: a strategy's name or file for all fighters, or for
    /// some, as in fighters.agaric=aggressive, seats.1=random or teams.2=mine.toml
    #[arg(long = "strategy", value_name = "[WHO=]NAME|FILE")]
    pub strategies: Vec<String>,
}
