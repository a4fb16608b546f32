//! Finds the line-ups that scenario files in a folder already use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::scenario::Scenario;
use crate::session::first_scenario;
use crate::session::playing::stem;

/// Teams as sets of members, so that line-ups are compared without regard to order.
type Teams = BTreeSet<BTreeSet<usize>>;

/// The line-up (the teams) of each scenario file in a folder, with the name of the scenario.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fielded(Vec<(Teams, String)>);

impl Fielded {
    /// Reads the scenarios in the folder of `path` that have the roster of `scenario`. Files that
    /// are not valid scenarios are ignored.
    pub fn beside(path: &Path, scenario: &Scenario, fighters: &[String]) -> Fielded {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut beside: Vec<PathBuf> = fs::read_dir(folder.unwrap_or(Path::new(".")))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "toml"))
            .collect();
        beside.sort();
        let line_up = |path: &PathBuf| {
            // All bots of a scenario's list play the same line-up, so the first scenario is enough.
            let other = first_scenario(path, &[], &[]).ok()?;
            let seating = &other.seating;
            let party = [seating.fighters.clone()];
            let fixed = party[0].len() == seating.seats && other.open().cast().cooperative;
            let teams = if fixed { &party[..] } else { &seating.members };
            if teams.is_empty() || other.roster_name() != scenario.roster_name() {
                return None;
            }
            let member = |key: &String| fighters.iter().position(|known| known == key);
            let team = |team: &Vec<String>| team.iter().map(member).collect::<Option<_>>();
            let teams = teams.iter().map(team).collect::<Option<Teams>>()?;
            Some((teams, stem(path).to_owned()))
        };
        Fielded(beside.iter().filter_map(line_up).collect())
    }

    /// Returns the names of the scenarios that use these teams, separated by commas; `None` if no
    /// scenario uses these teams.
    pub fn by(&self, teams: &[Vec<usize>]) -> Option<String> {
        let team = |team: &Vec<usize>| team.iter().copied().collect();
        let teams: Teams = teams.iter().map(team).collect();
        let same = |fielded: &&(Teams, String)| fielded.0 == teams;
        let names: Vec<&str> = self.0.iter().filter(same).map(|of| of.1.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}
