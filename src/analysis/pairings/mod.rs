//! Every way to team the fighters up: which line-ups are fair, who is strong, and who are strong together.

mod play;

pub use play::{Results, found, play, play_stretch};

use crate::stats::fairness::{Fair, Surprise, Verdict};
use crate::stats::line_ups;
use crate::stats::synergy::Fought;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The sizes of the teams, two or more teams, 8 fighters at most in all.
    pub sizes: Vec<usize>,
    /// Who is teamed up: keys of the roster, no two alike.
    pub fighters: Vec<String>,
    /// Does a seat control a whole team?
    pub per_team: bool,
    pub seed: u64,
    pub budget: Budget,
    /// How far a team may be off its fair share of the wins and the line-up still be called fair, a share.
    pub margin: f64,
    /// The level of intervals and verdicts.
    pub level: f64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// How much to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many games of every line-up.
    Each(u64),
    /// Of every line-up as many as it takes to tell whether it is fair, looking at the checkpoints of [`crate::stats::sequential`].
    UntilClear { most: u64 },
}

impl Question {
    /// What is fair.
    pub fn fair(&self) -> Fair {
        Fair {
            share: 1.0 / self.sizes.len() as f64,
            margin: self.margin,
        }
    }

    /// Games of all line-ups, at most.
    pub fn games(&self) -> u64 {
        self.budget.most() * self.every().len() as u64
    }

    /// Every way to form the teams, of indices into `fighters`.
    fn every(&self) -> Vec<Vec<Vec<usize>>> {
        let members: Vec<usize> = (0..self.fighters.len()).collect();
        line_ups::every(&members, &self.sizes)
    }

    /// The fighters of each team in a game, by its number in the seed (see [`play`]).
    pub fn teams(&self, game: u64) -> Vec<Vec<&str>> {
        let line_ups = self.every();
        let line_up = &line_ups[(game % line_ups.len() as u64) as usize];
        let members = |team: &Vec<usize>| team.iter().map(|&i| &*self.fighters[i]).collect();
        line_up.iter().map(members).collect()
    }
}

/// One line-up and its results.
#[derive(Debug, Clone, PartialEq)]
pub struct LineUp {
    /// The members of each team: indices into [`Question::fighters`].
    pub teams: Vec<Vec<usize>>,
    /// Games that each team won.
    pub wins: Vec<u64>,
    /// Games that nobody won. They favour no team: whether a line-up is fair is judged by the others.
    pub nobody: u64,
    /// Looks taken at it; 0 if the number of its games was fixed before.
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

    /// Games that somebody won.
    pub fn decided(&self) -> u64 {
        self.wins.iter().sum()
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Every line-up, in the order of [`crate::stats::line_ups::every`].
    pub line_ups: Vec<LineUp>,
    /// It was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

impl Found {
    /// The results, for the models of [`crate::stats::synergy`].
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
