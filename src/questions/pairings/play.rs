//! Plays line-ups: a fixed number of games of each line-up, or games until the fairness of the
//! line-up is decided. Parties of a cooperative game all play the same missions (games).

use std::iter;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;

use super::line_ups::{LineUpBudget, LineUpsPlan};
use super::results::{Results, Round, WinCounts};
use super::seats::{Contenders, seat_all};
use crate::analysis::WorkAudience;
use crate::game::MAX_PLAYERS;
use crate::questions::LotPlayer;
use crate::questions::experiment::CellCounts;
use crate::questions::reference::ReferenceGames;
use crate::scenario::Scenario;
use crate::simulate::batches::{self, BatchWorker, Batches};
use crate::simulate::{self, FailedGame, Lots, Plan, Played};
use crate::stats::counts::CountedSums;
use crate::stats::hash::mix;
use crate::stats::sequential;
use crate::stats::together::Together;

/// Number that separates the seed of the reference player's games from the seed of the command.
const STREAM: u64 = 0x6c69_6e65_7570;

/// Plays every line-up of a plan. If the number of games is fixed, `lots` determines which games
/// this process plays. Setting `stop` ends play; complete batches of games are kept.
///
/// Game i of line-up n of N rivals has number n + N·i among the games of the seed. So no two
/// line-ups share dice, their results are independent, and each game can be watched. Mission i of
/// every party is game i of the seed: the setup and the random numbers of each seat are the same
/// for all parties. So the value of a fighter is a paired difference between games that differ only
/// in the fighter of one seat.
///
/// From game to game of a line-up, the teams and their members change places, because a place can
/// be an advantage. The results depend only on scenario, plan and seed.
///
/// # Errors
/// Fails if threads cannot be started, if the scenario lacks a fighter or a bot, or if a bot fails.
pub fn play(
    scenario: &Scenario,
    plan: &LineUpsPlan,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<Played<Vec<Round>>> {
    let simulation = scenario.open();
    let seated = seat_all(plan, scenario, &simulation)?;
    let parties = seated.len();
    let mission = || MissionWorker {
        worker: simulation.worker(),
        seed: plan.seed,
        seated: &seated,
        won: Together::new(parties),
        now: vec![false; parties],
    };
    let rivals = || LineUpWorker {
        worker: simulation.worker(),
        plan,
        seated: &seated,
        seeds: &[],
        turn: Turn::first((0..seated.len()).collect()),
        wins: WinCounts::none(plan),
    };
    match plan.budget {
        LineUpBudget::Each(missions) if plan.has_parties() => {
            let games = Fixed { plan, games: missions, each: parties as u64 };
            let take = |won: &mut Together, worker: &mut MissionWorker<'_>| {
                won.merge(&worker.won);
                worker.won.clear();
            };
            games.play((lots, stop, audience), Together::new(parties), mission, take)
        }
        LineUpBudget::Each(_) => {
            let games = Fixed { plan, games: plan.games(), each: 1 };
            let take =
                |wins: &mut WinCounts, worker: &mut LineUpWorker<'_>| wins.take(&mut worker.wins);
            games.play((lots, stop, audience), WinCounts::none(plan), rivals, take)
        }
        LineUpBudget::UntilClear { most } => {
            let batches = Batches::new(plan.threads, batches::LARGEST, rivals)?;
            until_clear(plan, most, batches, stop, audience)
        }
    }
}

/// A fixed number of games, each of which counts `each` games of line-ups.
struct Fixed<'a> {
    plan: &'a LineUpsPlan,
    games: u64,
    each: u64,
}

impl Fixed<'_> {
    fn play<T: CountedSums + Sync, W: BatchWorker>(
        &self,
        (lots, stop, audience): (&mut impl Lots, &AtomicBool, &impl WorkAudience),
        empty: T,
        worker: impl Fn() -> W + Sync,
        take: impl FnMut(&mut T, &mut W) + Sync,
    ) -> Result<Played<Vec<Round>>> {
        let (each, threads) = (self.each, self.plan.threads);
        let played = lots.play(0, empty, |stretch| {
            let batches = Batches::new(threads, (batches::LARGEST / each).max(1), worker)?;
            audience.left((stretch.games.end - stretch.played) * each);
            let games = Plan::fixed(self.plan.seed, self.games, threads);
            games.gather(batches, stop, stretch, |games| audience.played(games * each), take)
        })?;
        let Played { tally: counts, games, partial, reached, seconds } = CellCounts::of(played);
        let tally = vec![Round { counts, looked: false }];
        Ok(Played { tally, games: games * each, partial, reached, seconds })
    }
}

/// Plays the line-ups whose fairness is undecided. Stops when all are decided, or when each has
/// played `most` games.
fn until_clear(
    plan: &LineUpsPlan,
    most: u64,
    mut batches: Batches<LineUpWorker<'_>>,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<Played<Vec<Round>>> {
    let begin = Instant::now();
    let mut turn = Turn::first((0..plan.count() as usize).collect());
    let (mut rounds, mut all, mut looks, mut partial) = (vec![], 0, 0, false);
    let mut results = Results::new(&[], plan)?;
    while turn.games < most && !turn.open.is_empty() && !partial {
        looks += 1;
        let next = sequential::games_at(looks).min(most);
        let end = turn.first + (next - turn.games) * turn.open.len() as u64;
        audience.planned(end - turn.first);
        batches.workers().for_each(|worker| worker.turn = turn.clone());
        let (mut wins, complete) = play_to(end, plan, &mut batches, stop, audience)?;
        partial = !complete;
        all += wins.games();
        results.add(plan, &wins, complete.then_some(looks));
        rounds.push(Round { counts: CellCounts::new(wins.games(), &mut wins), looked: complete });
        (turn.games, turn.first) = (next, batches.played());
        turn.open.retain(|&i| results.line_ups[i].plays_on());
    }
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Played { tally: rounds, games: all, partial, reached: false, seconds })
}

/// Plays the games up to number `end` of these batches. Returns the counts of complete batches, and
/// false if interrupted.
fn play_to(
    end: u64,
    plan: &LineUpsPlan,
    batches: &mut Batches<LineUpWorker<'_>>,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> Result<(WinCounts, bool)> {
    let mut wins = WinCounts::none(plan);
    while batches.played() < end {
        // An incomplete batch is discarded.
        if !batches.play(end, stop, |games| audience.played(games))? {
            return Ok((wins, false));
        }
        batches.workers().for_each(|worker| wins.take(&mut worker.wins));
    }
    Ok((wins, true))
}

/// Plays some line-ups with the reference player, the same number of games of each. The orders of
/// the fighters share these games equally. Returns `None` if interrupted.
///
/// # Errors
/// Fails if threads cannot be started or a bot fails.
pub(super) fn play_reference(
    games: &ReferenceGames,
    plan: &LineUpsPlan,
    line_ups: Vec<usize>,
    player: &mut LotPlayer<'_>,
) -> Result<Option<CellCounts>> {
    let all = games.plan.games * line_ups.len() as u64;
    player.progress("reference player", all);
    let (_, stop, bar) = player.split();
    let scenario = &games.variants[0];
    let simulation = scenario.open();
    let seated = seat_all(plan, scenario, &simulation)?;
    // No two orders of a line-up share dice.
    let first = mix(games.plan.seed ^ mix(STREAM));
    let seeds = iter::successors(Some(first), |seed| Some(mix(*seed)));
    let seeds: Vec<u64> = seeds.take(plan.orders() as usize).collect();
    let mut batches = Batches::new(plan.threads, batches::LARGEST, || LineUpWorker {
        worker: simulation.worker(),
        plan,
        seated: &seated,
        seeds: &seeds,
        turn: Turn::first(line_ups.clone()),
        wins: WinCounts::none(plan),
    })?;
    let (mut wins, complete) = play_to(all, plan, &mut batches, stop, bar)?;
    Ok(complete.then(|| CellCounts::new(all, &mut wins)))
}

/// The next games to play. Line-ups whose fairness is not yet known with the required confidence
/// take turns, one game each.
#[derive(Debug, Clone)]
struct Turn {
    open: Vec<usize>,
    /// Number of games that each undecided line-up has played before this batch.
    games: u64,
    /// Number of the first game of this batch among all games.
    first: u64,
}

impl Turn {
    /// Creates the first batch of games of line-ups that have not played yet.
    fn first(open: Vec<usize>) -> Turn {
        Turn { open, games: 0, first: 0 }
    }
}

/// Worker that plays line-ups, on one thread.
struct LineUpWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    plan: &'a LineUpsPlan,
    /// For each line-up: its fighters in all orders in which they sit, see [`seat_all`].
    seated: &'a [Vec<Contenders>],
    /// Seed of the games of each order, which are then numbered from 0; empty if all games have the
    /// seed of the plan.
    seeds: &'a [u64],
    turn: Turn,
    /// Results of each line-up in the current batch of games.
    wins: WinCounts,
}

impl BatchWorker for LineUpWorker<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let (n, open) = (number - self.turn.first, self.turn.open.len() as u64);
        let line_up = self.turn.open[(n % open) as usize];
        let game = self.turn.games + n / open;
        let orders = &self.seated[line_up];
        let order = (game % orders.len() as u64) as usize;
        let (seed, number) = match self.seeds.get(order) {
            Some(seed) => (*seed, game / orders.len() as u64),
            None => (self.plan.seed, line_up as u64 + self.seated.len() as u64 * game),
        };
        let contenders = &orders[order];
        let teams = self.plan.sizes.len();
        let moved = (game % teams as u64) as usize;
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

/// Worker that plays missions with every party, on one thread.
struct MissionWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    seed: u64,
    /// For each party: its members in all orders in which they sit, see [`seat_all`].
    seated: &'a [Vec<Contenders>],
    won: Together,
    /// For each party: true if it won the current mission.
    now: Vec<bool>,
}

impl BatchWorker for MissionWorker<'_> {
    fn play(&mut self, mission: u64) -> Result<(), Box<FailedGame>> {
        for (won, orders) in self.now.iter_mut().zip(self.seated) {
            let party = &orders[(mission % orders.len() as u64) as usize];
            let places = self.worker.play_line_up(party, self.seed, mission)?;
            *won = winner(&places, party, 1, 0).is_some();
        }
        self.won.add(self.worker.member(self.seed, mission), &self.now);
        Ok(())
    }
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
