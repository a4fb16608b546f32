//! The results of line-ups: games and wins of each team, and the verdict on the fairness.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::line_ups::{LineUpBudget, LineUpsPlan};
use crate::game::MAX_PLAYERS;
use crate::questions::experiment::CellCounts;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::members::{ByMember, Pooled, Won};
use crate::stats::sequential;
use crate::stats::together::Together;

/// Counts of games and wins in one round of play. A round ends with an interim analysis, unless
/// play was interrupted or the number of games was fixed in advance.
#[derive(Debug, Serialize, Deserialize)]
pub struct Round {
    /// The [`WinCounts`] of rivals, or the counts of missions of parties.
    pub(super) counts: CellCounts,
    /// True if the round ended with an interim analysis (look).
    pub(super) looked: bool,
}

/// Results of one line-up.
#[derive(Debug, Clone, PartialEq)]
pub struct LineUpResult {
    /// Members of each team, as indices into [`LineUpsPlan::fighters`].
    pub teams: Vec<Vec<usize>>,
    /// Games and wins of each team. The fairness test ignores games without a winner, because they
    /// favour no team.
    pub won: Vec<Won>,
    /// Number of interim analyses (looks) of this line-up; 0 if the number of games was fixed in
    /// advance.
    pub looks: u32,
    pub surprise: Surprise,
    /// The verdict on the fairness; open for a party.
    pub verdict: Verdict,
}

/// Results of all line-ups, in the order of [`LineUpsPlan::every`].
#[derive(Debug, Clone)]
pub struct Results {
    pub line_ups: Vec<LineUpResult>,
    /// For each two parties, the number of missions that both won; `None` for rivals.
    pub together: Option<Together>,
}

/// A line-up stops if this share of the variance are differences between trainings.
const MOST_OF_TRAININGS: f64 = 0.8;

impl LineUpResult {
    /// Number of games of the line-up.
    pub fn games(&self) -> u64 {
        self.won.first().map_or(0, Won::games)
    }

    /// Number of games that each team won.
    pub fn wins(&self) -> Vec<u64> {
        self.won.iter().map(Won::wins).collect()
    }

    /// Share of the variance of a win rate that more games would not reduce, 0 to 1.
    fn share_of_trainings(&self) -> f64 {
        self.won.first().map_or(0.0, Won::share_of_trainings)
    }

    /// Returns the wins of each team in the number of games of a single bot that would make its win
    /// rates as well known.
    pub fn effective(&self) -> Vec<u64> {
        let share = 1.0 - self.share_of_trainings();
        let effective = |won: &Won| (won.wins() as f64 * share).round() as u64;
        self.won.iter().map(effective).collect()
    }

    /// Returns whether the line-up plays on: no verdict is significant, and most of the error comes
    /// from the games, so that more games reduce it.
    pub fn plays_on(&self) -> bool {
        self.verdict == Verdict::Open && self.share_of_trainings() < MOST_OF_TRAININGS
    }
}

impl Results {
    /// Restores the results from stored counts, with the verdicts of all interim analyses.
    ///
    /// # Errors
    /// Fails if the games are not of this plan.
    pub fn new(rounds: &[Round], plan: &LineUpsPlan) -> Result<Results> {
        let unplayed = |teams: Vec<Vec<usize>>| LineUpResult {
            won: vec![Won::default(); teams.len()],
            teams,
            looks: 0,
            surprise: Surprise::NONE,
            verdict: Verdict::Open,
        };
        let line_ups: Vec<LineUpResult> = plan.every().into_iter().map(unplayed).collect();
        let together = plan.has_parties().then(|| Together::new(line_ups.len()));
        let mut results = Results { line_ups, together };
        for (look, round) in (1..).zip(rounds) {
            if let Some(together) = &mut results.together {
                *together = round.counts.restored(together.clone())?;
                for (party, of) in results.line_ups.iter_mut().enumerate() {
                    of.won = vec![*together.won(party)];
                }
                continue;
            }
            let wins = round.counts.restored(WinCounts::none(plan))?;
            results.add(plan, &wins, round.looked.then_some(look));
        }
        if !plan.has_parties() && matches!(plan.budget, LineUpBudget::Each(_)) {
            results.pool();
            for line_up in &mut results.line_ups {
                line_up.surprise = Surprise::of(&line_up.effective(), plan.fair());
            }
            results.judge(plan);
        }
        Ok(results)
    }

    /// Number of games of all line-ups together.
    pub fn games(&self) -> u64 {
        self.line_ups.iter().map(LineUpResult::games).sum()
    }

    /// Adds the wins of a round of games to the results. `look` is the number of the interim
    /// analysis after the round, counted from 1; `None` without one.
    pub(super) fn add(&mut self, plan: &LineUpsPlan, round: &WinCounts, look: Option<u32>) {
        for (line_up, more) in self.line_ups.iter_mut().zip(&round.0) {
            let won = line_up.won.iter_mut().enumerate();
            won.for_each(|(team, won)| won.merge(&more.of(team)));
        }
        if let Some(look) = look {
            self.look(plan, round, look);
        }
    }

    /// Makes interim analysis number `look`, counted from 1: tests the fairness of the line-ups
    /// that played in this round.
    fn look(&mut self, plan: &LineUpsPlan, round: &WinCounts, look: u32) {
        self.pool();
        let line_ups = self.line_ups.iter_mut().zip(&round.0);
        for (line_up, _) in line_ups.filter(|(_, round)| round.games() > 0) {
            let seen = Surprise::of(&line_up.effective(), plan.fair());
            line_up.surprise = line_up.surprise.or(seen.spent(sequential::share_of_look(look)));
            line_up.looks = look;
        }
        self.judge(plan);
    }

    /// Estimates what differs between trainings from the games so far.
    fn pool(&mut self) {
        let pooled = Pooled::wins(self.line_ups.iter().flat_map(|line_up| &line_up.won));
        let won = self.line_ups.iter_mut().flat_map(|line_up| &mut line_up.won);
        won.for_each(|won| won.pool(pooled));
    }

    /// Updates the verdicts on all line-ups, with Holm's correction for their number. They decide
    /// which line-ups play on.
    fn judge(&mut self, plan: &LineUpsPlan) {
        let surprises: Vec<Surprise> = self.line_ups.iter().map(|of| of.surprise).collect();
        let verdicts = verdicts(&surprises, 1.0 - plan.level);
        self.line_ups.iter_mut().zip(verdicts).for_each(|(of, verdict)| of.verdict = verdict);
    }
}

/// For each line-up: the games, and the wins of each team.
#[derive(Debug, Clone)]
pub(super) struct WinCounts(pub Vec<ByMember<MAX_PLAYERS>>);

impl WinCounts {
    /// Creates counts in which no game has been played.
    pub fn none(plan: &LineUpsPlan) -> WinCounts {
        WinCounts(vec![ByMember::default(); plan.count() as usize])
    }

    pub fn games(&self) -> u64 {
        self.0.iter().map(ByMember::games).sum()
    }

    /// Adds the counts of a worker thread, and resets the worker's counts to 0.
    pub fn take(&mut self, worker: &mut WinCounts) {
        for (results, more) in self.0.iter_mut().zip(&mut worker.0) {
            results.merge(more);
            *more = ByMember::default();
        }
    }
}

impl CountedSums for WinCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        self.0.iter_mut().for_each(|of| of.show(through));
        through.of_games(self.games());
        // Each game was won by one team, or has no winner.
        through.holds(self.0.iter().all(ByMember::has_one_winner));
    }
}
