//! Scenario files: TOML in, a checked [`Scenario`] out, every fault with its file, line and what was meant.

use crate::games::arena::{Roster, Rules};

/// Everything that fixes a run but seed, number of games and threads: checked, complete, nothing left to look up.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The scenario's name, as reports show it.
    pub title: String,
    /// What the table is for, a sentence or two; may be empty.
    pub description: String,
    pub rules: Rules,
    /// The roster with the scenario's own overrides applied.
    pub roster: Roster,
    pub line_up: LineUp,
    pub strategies: StrategyPlan,
}

/// who meets whom, and who plays them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineUp {
    /// The same fighters in every game, everyone alone, one seat each. Keys of the roster, 2 to 8, no two alike.
    Fixed(Vec<String>),
    /// As many fighters of the pool for each game, everyone alone; all of the pool equally often.
    Drawn { draw: usize, pool: Vec<String> },
    /// The same teams in every game, two or more, 2 to 8 fighters in all.
    Teams {
        teams: Vec<Vec<String>>,
        seats: Seats,
    },
}

/// how many of its team's fighters a seat controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seats {
    /// One seat for each fighter.
    PerFighter,
    /// One seat for each team.
    PerTeam,
}

/// Which strategy plays whom: the most particular entry holds, fighter before seat before team before everybody.
/// Every string is a strategy's name (`random`, or a file of the shipped `strategies/`) or the path of a strategy file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StrategyPlan {
    pub everybody: String,
    /// By fighter key.
    pub fighters: std::collections::BTreeMap<String, String>,
    /// By seat, from 1.
    pub seats: std::collections::BTreeMap<u8, String>,
    /// By team, from 1.
    pub teams: std::collections::BTreeMap<u8, String>,
}
