//! Command-line flags of `gong pairings`, which plays every way to form teams of fighters.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::Value as Json;

use crate::questions::reference::PlayerArgs;
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::numbers::{MARGIN, share};
use crate::session::{ScenarioArgs, Usage, folded, path_of};
use crate::words::suggest;

/// Play every way to form teams: which line-ups are fair, and which fighters are strong together
///
/// The fighters are those that may play in the scenario. If the scenario fields teams or a party,
/// they are the whole roster. Teams are seated as the scenario's teams are; by default every
/// fighter has a seat. In a cooperative game every party plays the same missions, and parties are
/// ranked by their win rates.
#[derive(Debug, Args)]
pub struct PairingsFlags {
    /// A scenario file with the rules, the fighters and the bots
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Number of fighters in a team; of each team if there are more than two or if sizes differ, as
    /// in 2,2,2 or 3,2 [default: as in the scenario's teams or party, or else 2]
    #[arg(long, value_name = "K[,K…]", value_delimiter = ',', value_parser = value_parser!(u8).range(1..=7))]
    pub team_size: Vec<u8>,
    /// Form teams of only these fighters, as in agaric,cactus,sorgho,baobab
    #[arg(long, value_name = "FIGHTER,…", value_delimiter = ',')]
    pub fighters: Vec<String>,
    /// A line-up is fair if every team's win rate is within this distance of its fair share, as in
    /// 2% or 0.02
    #[arg(long, value_name = "SHARE", default_value = MARGIN, value_parser = share)]
    pub margin: f64,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}

impl PairingsFlags {
    /// Returns the sizes of `--team-size`.
    pub fn sizes(&self) -> Vec<usize> {
        self.team_size.iter().map(|&size| size.into()).collect()
    }

    /// Returns the keys of the fighters that form teams, in alphabetical order.
    ///
    /// # Errors
    /// Fails if `--fighters` names an unknown fighter.
    pub fn pool(&self, scenario: &Scenario) -> Result<Vec<String>, Usage> {
        let profiles = scenario.profiles();
        let roster = || profiles.iter().map(|profile| profile.key.as_str());
        let seating = &scenario.seating;
        // A scenario with fixed teams, or with a fixed party, names only the fighters in them;
        // teams are formed of the whole roster.
        let fixed_party =
            seating.fighters.len() == seating.seats && scenario.open().cast().cooperative;
        let pool: BTreeSet<&str> = match seating.teams > 0 || fixed_party {
            false => seating.fighters.iter().map(String::as_str).collect(),
            true => roster().collect(),
        };
        for key in &self.fighters {
            if !pool.contains(key.as_str()) {
                let known = suggest(key, pool.iter().copied());
                let word = scenario.game().words().fighter[0];
                return Err(Usage(format!(
                    "--fighters: there is no {word} `{key}` to team up{known}"
                )));
            }
        }
        let named: BTreeSet<&str> = self.fighters.iter().map(String::as_str).collect();
        let chosen = if named.is_empty() { pool } else { named };
        Ok(chosen.into_iter().map(str::to_owned).collect())
    }

    /// Returns the arguments with which the command `gong watch` shows games of this line-up in the
    /// scenario.
    pub fn watchable(&self, line_up: &Json) -> Watchable {
        // In the arguments, the teams come before the seats that control them.
        let fields = line_up.as_object().into_iter().flatten().rev();
        let line_up: Vec<String> =
            fields.map(|(field, value)| format!("line-up.{field}={value}")).collect();
        // The line-up of the pairings replaces changes of the scenario's line-up.
        let is_kept = |set: &&String| {
            let path = path_of(set).map(folded).unwrap_or_default();
            path.split('.').next() != Some("line-up")
        };
        let kept = self.changes.sets().iter().filter(is_kept).cloned();
        let sets: Vec<String> = kept.chain(line_up).collect();
        Watchable::new(&self.scenario, &sets, self.changes.strategies())
    }
}
