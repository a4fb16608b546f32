//! Plays line-ups: the same number of games of each.

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use super::counts::WinCounts;
use super::line_ups::LineUps;
use super::seats::{Contenders, seat_all};
use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate::batches::{self, BatchWorker, Batches};
use crate::simulate::{self, FailedGame, Lots, Plan, Played};

/// Plays the line-ups with the numbers `chosen` in turn. `lots` determines which games this process
/// plays. Setting `stop` ends play; complete batches of games are kept.
///
/// Game i of line-up n of N rivals has number n + N·i among the games of the seed. So no two
/// line-ups share dice, their results are independent, and each game can be watched. Game i of
/// every party is game i of the seed: all parties play the same missions.
///
/// From game to game of a line-up, the teams and their members change places, because a place can
/// be an advantage. The results depend only on scenario, line-ups, games and seed.
///
/// # Errors
/// Fails if threads cannot be started, if the scenario lacks a fighter or a bot, or if a bot fails.
pub fn play(
    (line_ups, chosen): (&LineUps, &[usize]),
    scenario: &Scenario,
    games: &Plan,
    (lots, stop): (&mut impl Lots, &AtomicBool),
    heard: impl Fn(u64) + Sync,
) -> Result<Played<WinCounts>> {
    let simulation = scenario.open();
    let seated = seat_all(line_ups, scenario, &simulation)?;
    let none = WinCounts::none(line_ups);
    let worker = || LineUpWorker {
        worker: simulation.worker(),
        line_ups,
        chosen,
        seated: &seated,
        seed: games.seed,
        wins: none.clone(),
    };
    lots.play(0, none.clone(), |stretch| {
        let batches = Batches::new(games.threads, batches::LARGEST, worker)?;
        let take =
            |wins: &mut WinCounts, worker: &mut LineUpWorker<'_>| wins.take(&mut worker.wins);
        games.gather(batches, stop, stretch, heard, take)
    })
}

/// Worker that plays line-ups, on one thread.
struct LineUpWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    line_ups: &'a LineUps,
    chosen: &'a [usize],
    /// For each line-up: its fighters in all orders in which they sit, see [`seat_all`].
    seated: &'a [Vec<Contenders>],
    seed: u64,
    /// Results of each line-up in the current batch of games.
    wins: WinCounts,
}

impl BatchWorker for LineUpWorker<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let chosen = self.chosen.len() as u64;
        let (line_up, game) = (self.chosen[(number % chosen) as usize], number / chosen);
        let orders = &self.seated[line_up];
        let contenders = &orders[(game % orders.len() as u64) as usize];
        let number = match self.line_ups.has_parties() {
            true => game,
            false => line_up as u64 + self.seated.len() as u64 * game,
        };
        let teams = self.line_ups.sizes.len();
        let moved = (game % teams as u64) as usize;
        let places = self.worker.play_line_up(contenders, self.seed, number)?;
        let mut won = [0; MAX_PLAYERS];
        if let Some(team) = winner(&places, contenders, teams, moved) {
            won[team] = 1;
        }
        self.wins.0[line_up].add(self.worker.member(self.seed, number), won, 1);
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
