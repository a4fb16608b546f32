//! Plays line-ups of rival teams: a fixed number of games of each line-up, or games until the
//! fairness of the line-up is decided.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::line_ups::{LineUpBudget, LineUpsPlan};
use super::seats::{Contenders, seat_all};
use crate::analysis::WorkAudience;
use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate::batches::{self, Batches};
use crate::simulate::{self, FailedGame, Lots, Plan, Played, Stretch};
use crate::stats::counts::{CountedSums, Counts, Through};
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::members::{ByMember, Pooled, Won};
use crate::stats::sequential;
use crate::stats::synergy::Fought;

/// Results of the games, stored round by round. A round ends with an interim analysis, unless play
/// was interrupted or the number of games was fixed in advance.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rounds(Vec<Round>);

/// Number of games and of wins in one round of play, which usually ends with an interim analysis.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Round {
    /// Number of games of all line-ups together in this round.
    games: u64,
    wins: Counts,
    /// True if the round ended with an interim analysis (look).
    looked: bool,
}

impl Round {
    fn new(mut wins: WinCounts, looked: bool) -> Round {
        Round { games: wins.games(), wins: Counts::of(&mut wins), looked }
    }
}

impl Rounds {
    /// Converts the counts of the games to results, with the verdicts of all interim analyses.
    ///
    /// # Errors
    /// Fails if the games are not of this plan.
    pub fn results(&self, plan: &LineUpsPlan) -> Result<RivalsResults> {
        let mut results = RivalsResults::none(plan);
        for (look, round) in (1..).zip(&self.0) {
            let mut wins = WinCounts::none(plan);
            ensure!(
                round.wins.fill(&mut wins, round.games),
                "the stored games do not belong to these line-ups"
            );
            results.add(&wins);
            if round.looked {
                results.look(plan, &wins, look);
            }
        }
        if matches!(plan.budget, LineUpBudget::Each(_)) {
            results.pool();
            for line_up in &mut results.line_ups {
                line_up.surprise = Surprise::of(&line_up.effective(), plan.fair());
            }
            results.judge(plan);
        }
        Ok(results)
    }
}

/// Plays every line-up of a plan. If the number of games is fixed, `lots` determines which games
/// this process plays. Setting `stop` ends play; complete batches of games are kept.
///
/// Game i of line-up n of N has number n + N·i among the games of the seed. So no two line-ups
/// share dice, their results are independent, and each game can be watched. From game to game of a
/// line-up, the teams and their members change places, because a place can be an advantage. The
/// results depend only on scenario, plan and seed.
///
/// # Errors
/// Fails if threads cannot be started or the scenario lacks a fighter or a bot.
pub fn play(
    scenario: &Scenario,
    plan: &LineUpsPlan,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<Played<Rounds>> {
    let simulation = scenario.open();
    let seated = seat_all(plan, scenario, &simulation)?;
    let batches = Batches::new(plan.threads, batches::LARGEST, || LineUpWorker {
        worker: simulation.worker(),
        plan,
        seated: &seated,
        turn: Turn::first(seated.len()),
        wins: WinCounts::none(plan),
    })?;
    if let LineUpBudget::UntilClear { most } = plan.budget {
        return until_clear(plan, most, batches, stop, audience);
    }
    let played = lots.play(0, WinCounts::none(plan), |stretch: Stretch<'_, WinCounts>| {
        audience.left(stretch.games.end - stretch.played);
        let games = Plan::fixed(plan.seed, plan.games(), plan.threads);
        let heard = |games| audience.played(games);
        let take =
            |wins: &mut WinCounts, worker: &mut LineUpWorker<'_>| wins.take(&mut worker.wins);
        games.gather(batches, stop, stretch, heard, take)
    })?;
    let Played { tally, games, partial, reached, seconds } = played;
    let tally = Rounds(vec![Round::new(tally, false)]);
    Ok(Played { tally, games, partial, reached, seconds })
}

/// Plays the line-ups whose fairness is undecided. Stops when all are decided, or when each has
/// played `most` games.
fn until_clear(
    plan: &LineUpsPlan,
    most: u64,
    mut batches: Batches<LineUpWorker<'_>>,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<Played<Rounds>> {
    let begin = Instant::now();
    let mut turn = Turn::first(plan.count() as usize);
    let mut rounds = Rounds::default();
    let (mut looks, mut partial) = (0, false);
    while turn.games < most && !turn.open.is_empty() && !partial {
        looks += 1;
        let next = sequential::games_at(looks).min(most);
        let end = turn.first + (next - turn.games) * turn.open.len() as u64;
        audience.planned(end - turn.first);
        batches.workers().for_each(|worker| worker.turn = turn.clone());
        let mut wins = WinCounts::none(plan);
        while batches.played() < end && !partial {
            // An incomplete batch is discarded.
            partial = !batches.play(end, stop, |games| audience.played(games))?;
            if !partial {
                batches.workers().for_each(|worker| wins.take(&mut worker.wins));
            }
        }
        rounds.0.push(Round::new(wins, !partial));
        let results = rounds.results(plan)?;
        (turn.games, turn.first) = (next, batches.played());
        turn.open.retain(|&i| results.line_ups[i].plays_on());
    }
    Ok(Played {
        games: rounds.0.iter().map(|round| round.games).sum(),
        tally: rounds,
        partial,
        reached: false,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// Results of the games of one line-up.
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
    pub verdict: Verdict,
}

impl LineUpResult {
    /// Creates the results of games with a fixed number, before a test.
    pub fn new(teams: Vec<Vec<usize>>, won: Vec<Won>) -> LineUpResult {
        LineUpResult { teams, won, looks: 0, surprise: Surprise::NONE, verdict: Verdict::Open }
    }

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
    fn effective(&self) -> Vec<u64> {
        let share = 1.0 - self.share_of_trainings();
        let effective = |won: &Won| (won.wins() as f64 * share).round() as u64;
        self.won.iter().map(effective).collect()
    }

    /// Returns whether the line-up plays on: no verdict is significant, and most of the error comes
    /// from the games, so that more games reduce it.
    fn plays_on(&self) -> bool {
        self.verdict == Verdict::Open && self.share_of_trainings() < MOST_OF_TRAININGS
    }
}

/// Results of all line-ups, in the order of [`LineUpsPlan::every`].
#[derive(Debug, Clone)]
pub struct RivalsResults {
    pub line_ups: Vec<LineUpResult>,
}

impl RivalsResults {
    /// Creates results in which no line-up has played a game.
    fn none(plan: &LineUpsPlan) -> RivalsResults {
        let unplayed =
            |teams: Vec<_>| LineUpResult::new(teams, vec![Won::default(); plan.sizes.len()]);
        RivalsResults { line_ups: plan.every().into_iter().map(unplayed).collect() }
    }

    /// Converts the results to the form that the models of [`crate::stats::synergy`] need.
    pub fn fought(&self) -> Vec<Fought> {
        let fought = |of: &LineUpResult| Fought { teams: of.teams.clone(), wins: of.effective() };
        self.line_ups.iter().map(fought).collect()
    }

    /// Number of games of all line-ups together.
    pub fn games(&self) -> u64 {
        self.line_ups.iter().map(LineUpResult::games).sum()
    }

    /// Adds the wins of a round of games to the results.
    fn add(&mut self, round: &WinCounts) {
        for (line_up, more) in self.line_ups.iter_mut().zip(&round.0) {
            let won = line_up.won.iter_mut().enumerate();
            won.for_each(|(team, won)| won.merge(&more.of(team)));
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
struct WinCounts(Vec<ByMember<MAX_PLAYERS>>);

impl WinCounts {
    /// Creates counts in which no game has been played.
    fn none(plan: &LineUpsPlan) -> WinCounts {
        WinCounts(vec![ByMember::default(); plan.count() as usize])
    }

    fn games(&self) -> u64 {
        self.0.iter().map(ByMember::games).sum()
    }

    /// Adds the counts of a worker thread, and resets the worker's counts to 0.
    fn take(&mut self, worker: &mut WinCounts) {
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

/// The next games to play. Line-ups whose fairness is not yet known with the required confidence
/// take turns, one game each.
#[derive(Debug, Clone, Default)]
struct Turn {
    open: Vec<usize>,
    /// Number of games that each undecided line-up has played before this batch.
    games: u64,
    /// Number of the first game of this batch among all games.
    first: u64,
}

impl Turn {
    /// Creates the first batch of games: all line-ups take part, and none has played yet.
    fn first(line_ups: usize) -> Turn {
        Turn { open: (0..line_ups).collect(), ..Turn::default() }
    }
}

/// A line-up stops if this share of the variance are differences between trainings.
const MOST_OF_TRAININGS: f64 = 0.8;

/// Worker that plays line-ups, on one thread.
struct LineUpWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    plan: &'a LineUpsPlan,
    /// For each line-up: its fighters in all orders in which they sit, see [`seat_all`].
    seated: &'a [Vec<Contenders>],
    turn: Turn,
    /// Results of each line-up in the current batch of games.
    wins: WinCounts,
}

impl batches::BatchWorker for LineUpWorker<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let (n, open) = (number - self.turn.first, self.turn.open.len() as u64);
        let line_up = self.turn.open[(n % open) as usize];
        let game = self.turn.games + n / open;
        let orders = &self.seated[line_up];
        let contenders = &orders[(game % orders.len() as u64) as usize];
        let (teams, seed) = (self.plan.sizes.len(), self.plan.seed);
        let moved = (game % teams as u64) as usize;
        let number = line_up as u64 + self.seated.len() as u64 * game;
        let places = self.worker.play_line_up(contenders, seed, number)?;
        let mut won = [0; MAX_PLAYERS];
        if let Some(team) = winner(&places, contenders, teams, moved) {
            won[team] = 1;
        }
        self.wins.0[line_up].add(self.worker.member(seed, number), won, 1);
        Ok(())
    }
}

/// Index of the winning team of a line-up of `teams` teams, from the final rank of each fighter;
/// `None` if nobody wins. In this game, each team sits `moved` places after its place in the
/// line-up, with `moved` below `teams`.
fn winner(ranks: &[u8], contenders: &Contenders, teams: usize, moved: usize) -> Option<usize> {
    let (winner, _) = (contenders.iter().zip(ranks)).find(|(_, rank)| **rank == 1)?;
    Some((usize::from(winner.seated.team) + teams - moved) % teams)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{Contender, Seated};

    #[test]
    fn a_game_that_nobody_wins_is_counted_for_no_team() {
        let contender =
            |seat| Contender { seated: Seated { fighter: seat, seat, team: seat % 2 }, bot: 0 };
        let contenders: Contenders = (0..4).map(contender).collect();
        assert_eq!(winner(&[2, 1, 2, 1], &contenders, 2, 0), Some(1));
        assert_eq!(winner(&[2, 1, 2, 1], &contenders, 2, 1), Some(0));
        assert_eq!(winner(&[2, 2, 2, 2], &contenders, 2, 1), None);
        assert_eq!(winner(&[0; MAX_PLAYERS], &contenders, 2, 0), None);
    }
}
