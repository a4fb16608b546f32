//! The line-ups of a command: every way to form rival teams. In a cooperative game, a line-up is a
//! single team, the party, which plays against the game.

use serde_json::Value as Json;

use super::flags::PairingsFlags;
use super::seats::in_order;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::numbers::{MARGIN, share};
use crate::stats::line_ups;
use crate::words::grouped;

/// Maximum number of line-ups of rival teams; more would take hours.
const MOST_LINE_UPS: u64 = 20_000;
/// Maximum number of parties.
const MOST_PARTIES: u64 = 1_000;

/// The line-ups that `gong pairings` plays: every way to form teams.
#[derive(Debug, Clone)]
pub struct LineUps {
    /// Sizes of the teams, at most 8 fighters in total; one size for parties.
    pub sizes: Vec<usize>,
    /// Fighters to form teams of: keys of the roster, without duplicates.
    pub fighters: Vec<String>,
    /// True if one player controls all fighters of a team; false if each fighter has its own
    /// player.
    pub per_team: bool,
}

impl LineUps {
    /// Creates the line-ups from the flags, with the scenario's defaults.
    ///
    /// # Errors
    /// Fails if no teams can be formed, if there are too many ways to form them, or if a flag does
    /// not apply to the game.
    pub fn new(flags: &PairingsFlags, scenario: &Scenario) -> Result<LineUps, Usage> {
        let cooperative = scenario.open().cast().cooperative;
        let (sizes, what, most_ways) = match cooperative {
            true => (vec![party_size(flags, scenario)?], "parties", MOST_PARTIES),
            false => (team_sizes(flags, scenario), "teams", MOST_LINE_UPS),
        };
        let fighters = flags.pool(scenario)?;
        let teams = format!("{what} of {}", joined(&sizes, " against "));
        let several = scenario.game().words().fighter[1];
        let (in_play, most) = (sizes.iter().sum::<usize>(), scenario.game().most_fighters());
        let refused = |why: String| Err(Usage(format!("{teams} need {in_play} {several}; {why}")));
        if in_play > most {
            return refused(format!("a game has at most {most}"));
        }
        if in_play > fighters.len() {
            let only = if flags.fighters.is_empty() { "there are" } else { "--fighters names" };
            return refused(format!("{only} only {}", fighters.len()));
        }
        let ways = line_ups::count(fighters.len(), &sizes);
        if ways.is_none_or(|ways| ways > most_ways) {
            return Err(Usage(format!(
                "there are {} ways to form {teams} of {} {several}; name fewer of them with \
                 --fighters",
                ways.map_or("countless".to_owned(), grouped),
                fighters.len()
            )));
        }
        let fair = 1.0 / sizes.len() as f64;
        if flags.margin >= fair {
            return Err(Usage(format!(
                "--margin must be below the fair share of {} teams, {:.1} %",
                sizes.len(),
                fair * 100.0
            )));
        }
        let per_team = scenario.seating.per_team && !cooperative;
        Ok(LineUps { sizes, fighters, per_team })
    }

    /// Returns whether the line-ups are the parties of a cooperative game.
    pub fn has_parties(&self) -> bool {
        self.sizes.len() == 1
    }

    /// Returns the fair share of each team; `None` for parties.
    pub fn fair(&self) -> Option<f64> {
        (!self.has_parties()).then(|| 1.0 / self.sizes.len() as f64)
    }

    /// Returns all line-ups: the members of each team, as indices into `fighters`.
    pub fn every(&self) -> Vec<Vec<Vec<usize>>> {
        let members: Vec<usize> = (0..self.fighters.len()).collect();
        line_ups::every(&members, &self.sizes)
    }

    /// Returns the number of line-ups.
    pub fn count(&self) -> u64 {
        line_ups::count(self.fighters.len(), &self.sizes).unwrap_or(0)
    }

    /// Returns the keys of the members of a team: `agaric+baobab`.
    pub fn key(&self, team: &[usize]) -> String {
        let keys: Vec<&str> = team.iter().map(|&member| &*self.fighters[member]).collect();
        keys.join("+")
    }

    /// Returns the keys of the members of each team of a line-up.
    pub fn keys(&self, teams: &[Vec<usize>]) -> Vec<Vec<String>> {
        let key = |&member: &usize| self.fighters[member].clone();
        teams.iter().map(|team| team.iter().map(key).collect()).collect()
    }

    /// Formats the sizes of the teams, as a value of `--team-size`.
    pub fn team_size(&self) -> String {
        joined(&self.sizes, ",")
    }

    /// Returns line-up number `number` (counted from 0) in the format of a scenario file. The
    /// fighters have the order in which they sit in game number `game` of the line-up.
    ///
    /// # Errors
    /// Fails if the game has no teams to form.
    pub fn line_up(&self, scenario: &Scenario, number: usize, game: u64) -> Result<Json, Usage> {
        let title = scenario.game();
        let teams = in_order(&self.keys(&self.every()[number]), game);
        title.teams(&teams, self.per_team).ok_or_else(|| {
            let what = match self.has_parties() {
                true => "parties to form",
                false => "teams to form, because it has no rivals or its teams are fixed",
            };
            Usage(format!(
                "{} has no {what}; gong run and gong compare measure what each fighter is worth",
                title.name()
            ))
        })
    }
}

fn joined(sizes: &[usize], between: &str) -> String {
    sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(between)
}

/// Returns the sizes of the teams, from the flag or the scenario.
fn team_sizes(flags: &PairingsFlags, scenario: &Scenario) -> Vec<usize> {
    match *flags.sizes() {
        [] => match own_sizes(scenario) {
            own if own.len() < 2 => vec![2, 2],
            own => own,
        },
        [size] => vec![size; 2],
        ref several => several.to_vec(),
    }
}

/// Returns the sizes of the scenario's teams, also of teams that are drawn for each game. Empty if
/// everyone plays alone.
fn own_sizes(scenario: &Scenario) -> Vec<usize> {
    let simulation = scenario.open();
    let teams: Vec<u8> = simulation.cast().slots.iter().filter_map(|slot| slot.team).collect();
    let size = |team| teams.iter().filter(|of| **of == team).count();
    (1..=teams.iter().copied().max().unwrap_or(0)).map(size).collect()
}

/// Returns the size of the party, from the flag or the scenario. Refuses flags about rival teams.
fn party_size(flags: &PairingsFlags, scenario: &Scenario) -> Result<usize, Usage> {
    let name = scenario.game().name();
    if share(MARGIN) != Ok(flags.margin) {
        return Err(Usage(format!(
            "--margin: in {name} parties are ranked, and none of them is fair or unfair"
        )));
    }
    match *flags.sizes() {
        [] => Ok(scenario.open().cast().slots.len()),
        [size] => Ok(size),
        _ => Err(Usage(format!(
            "--team-size with several sizes: in {name} all play together, in one party"
        ))),
    }
}
