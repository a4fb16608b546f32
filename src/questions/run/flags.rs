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
        let refused = |what: String| Err(Usage(what).into());
        if self.rows && playing.shard.is_some() {
            return refused(
                "--rows cannot be combined with --shard, because it writes the games \
                            in their order"
                    .into(),
            );
        }
        if self.rows && scenarios.len() > 1 {
            return refused(format!(
                "--rows needs a single bot, but {} is played by {}; name one with --strategy",
                file.display(),
                scenarios.len()
            ));
        }
        if self.players.reference.is_some() && scenarios.len() > 1 {
            return refused(
                "--reference needs a single bot, but several play here: add the reference player to \
                 their list"
                    .into(),
            );
        }
        Ok(scenarios)
    }
}
