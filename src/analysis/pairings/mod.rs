//! Pairings: plays all ways to form teams, to find fair line-ups, strong fighters and strong pairs.

mod play;

pub use play::{Results, found, play, play_stretch};

use crate::stats::fairness::{Fair, Surprise, Verdict};
use crate::stats::line_ups;
use crate::stats::synergy::Fought;

/// Settings of the pairings.
#[derive(Debug, Clone)]
pub struct Question {
    /// Sizes of the teams: at least two teams, and at most 8 fighters in total.
    pub sizes: Vec<usize>,
    /// Fighters to form teams of: keys of the roster, without duplicates.
    pub fighters: Vec<String>,
    /// Whether one seat controls a whole team.
    pub per_team: bool,
    pub seed: u64,
    pub budget: Budget,
    /// Maximum deviation of a team's win rate from the fair share for a line-up to be fair, as a
    /// share.
    pub margin: f64,
    /// Confidence level of intervals and verdicts.
    pub level: f64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Number of games to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// The same number of games of every line-up.
    Each(u64),
    /// Each line-up is played until an interim analysis decides its fairness, at most `most` games;
    /// see [`crate::stats::sequential`].
    UntilClear { most: u64 },
}

impl Question {
    /// Definition of a fair line-up.
    pub fn fair(&self) -> Fair {
        Fair {
            share: 1.0 / self.sizes.len() as f64,
            margin: self.margin,
        }
    }

    /// Maximum number of games of all line-ups together.
    pub fn games(&self) -> u64 {
        self.budget.most() * self.every().len() as u64
    }

    /// All ways to form the teams, as indices into `fighters`.
    fn every(&self) -> Vec<Vec<Vec<usize>>> {
        let members: Vec<usize> = (0..self.fighters.len()).collect();
        line_ups::every(&members, &self.sizes)
    }

    /// Fighters of each team in the game with this number (see [`play`]).
    pub fn teams(&self, game: u64) -> Vec<Vec<&str>> {
        let line_ups = self.every();
        let line_up = &line_ups[(game % line_ups.len() as u64) as usize];
        let members = |team: &Vec<usize>| team.iter().map(|&i| &*self.fighters[i]).collect();
        line_up.iter().map(members).collect()
    }
}

/// One line-up with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct LineUp {
    /// Members of each team, as indices into [`Question::fighters`].
    pub teams: Vec<Vec<usize>>,
    /// Number of games that each team won.
    pub wins: Vec<u64>,
    /// Number of games without a winner. They favour no team and are left out of the fairness test.
    pub nobody: u64,
    /// Number of interim analyses (looks) of this line-up; 0 if the number of games was fixed in
    /// advance.
    pub looks: u32,
    pub surprise: Surprise,
    pub verdict: Verdict,
}

impl LineUp {
    fn unplayed(teams: Vec<Vec<usize>>) -> LineUp {
        LineUp {
            wins: vec![0; teams.len()],
            nobody: 0,
            teams,
            looks: 0,
            surprise: Surprise::NONE,
            verdict: Verdict::Open,
        }
    }

    pub fn games(&self) -> u64 {
        self.decided() + self.nobody
    }

    /// Number of games with a winner.
    pub fn decided(&self) -> u64 {
        self.wins.iter().sum()
    }
}

/// Results of the pairings.
#[derive(Debug, Clone)]
pub struct Found {
    /// Results of all line-ups, in the order of [`crate::stats::line_ups::every`].
    pub line_ups: Vec<LineUp>,
    /// Whether the pairings were interrupted.
    pub partial: bool,
    pub seconds: f64,
}

impl Found {
    /// Results in the form that the models of [`crate::stats::synergy`] need.
    pub fn fought(&self) -> Vec<Fought> {
        let fought = |line_up: &LineUp| Fought {
            teams: line_up.teams.clone(),
            wins: line_up.wins.clone(),
        };
        self.line_ups.iter().map(fought).collect()
    }

    pub fn games(&self) -> u64 {
        self.line_ups.iter().map(LineUp::games).sum()
    }
}
