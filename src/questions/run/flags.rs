//! Command-line flags of `gong run`, which plays the games of a scenario.

use std::path::PathBuf;

use clap::Args;

use crate::questions::reference::PlayerArgs;
use crate::scenario::Scenario;
use crate::session::playing::Playing;
use crate::session::{ScenarioArgs, Usage};

/// Play scenarios and write their reports
#[derive(Debug, Args)]
pub struct RunFlags {
    /// Scenario files; each gets a report of its own
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<PathBuf>,
    /// Also write the table `games`, with one row per fighter and game
    #[arg(long)]
    pub rows: bool,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}

impl RunFlags {
    /// Reads the scenario of a run. If the command has a list of bots, returns one scenario for
    /// each bot.
    ///
    /// # Errors
    /// Fails if the scenario has faults. Also fails if the user asks for shards or several bots
    /// together with flags that exclude them.
    pub fn scenarios(&self, playing: &Playing) -> anyhow::Result<Vec<Scenario>> {
        let file = &self.scenarios[0];
        let scenarios = self.changes.scenarios(file)?;
        let is_list = scenarios.len() > 1;
        let refused = [
            (
                self.rows && playing.shard.is_some(),
                "--rows cannot be combined with --shard, because it writes all games in order",
            ),
            (
                self.rows && is_list,
                "--rows needs a single bot, but several play here; name one with --strategy",
            ),
            (
                self.players.reference.is_some() && is_list,
                "--reference needs a single bot, but several play here: add the reference player \
                 to their list",
            ),
        ];
        if let Some((_, what)) = refused.into_iter().find(|(is_refused, _)| *is_refused) {
            return Err(Usage(what.to_owned()).into());
        }
        Ok(scenarios)
    }
}
