//! The games of a run with one player, as the tables and the page count them.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use super::rows::{EventRound, Meeting};
use crate::questions::experiment::{CellCounts, Player};
use crate::report::measured::GameMeasures;
use crate::report::shared::{WithoutLuck, share};
use crate::stats::members::Won;
use crate::stats::{Cast, Tally};

/// The counts of a run's games with one player.
#[derive(Debug, Clone)]
pub struct Games {
    pub cast: Cast,
    pub tally: Tally,
    pub measured: GameMeasures,
    /// Confidence level of all intervals, 0 to 1.
    pub level: f64,
}

/// The games of an entrant, or all games, by the value of a measure.
pub struct Counts<'a> {
    /// Number of games by value.
    pub games: &'a [u64],
    /// Number of games without the measured event, by the game's number of rounds.
    never: &'a [u64],
    /// Number of rounds of the longest game.
    longest: u16,
}

impl Games {
    /// Restores the games of each player.
    ///
    /// # Errors
    /// Fails if the games do not belong to these players.
    pub fn restored(found: &[CellCounts], players: &[Player], level: f64) -> Result<Vec<Games>> {
        ensure!(found.len() <= players.len(), "the stored games belong to another number of bots");
        let games = found.iter().zip(players).map(|(counts, player)| {
            let simulation = player.scenarios[0].open();
            Ok(Games::new(simulation.cast().clone(), counts.tally(&simulation)?, level))
        });
        games.collect()
    }

    pub fn new(cast: Cast, tally: Tally, level: f64) -> Games {
        Games { measured: GameMeasures::from(tally.measures()), cast, tally, level }
    }

    /// Returns the indices of all entrants.
    pub fn entrants(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        0..self.cast.entrants.len()
    }

    /// Returns the games and wins of an entrant by team and seat.
    pub fn seats(&self, entrant: usize) -> Vec<(Option<u8>, u8, Won)> {
        let mut seats: BTreeMap<(Option<u8>, u8), Won> = BTreeMap::new();
        for (s, slot) in self.cast.slots.iter().enumerate() {
            let seat = seats.entry((slot.team, slot.seat)).or_default();
            seat.merge(self.tally.at_slot(entrant, s));
        }
        seats.retain(|_, won| won.games() > 0);
        let pooled = self.tally.won(entrant).pooled();
        seats.values_mut().for_each(|won| won.pool(pooled));
        seats.into_iter().map(|((team, seat), won)| (team, seat, won)).collect()
    }

    /// Returns the luck-adjusted win rate of an entrant; `None` if luck was not measured.
    pub fn adjusted(&self, entrant: usize) -> Option<WithoutLuck> {
        let between = self.tally.won(entrant).between();
        WithoutLuck::new(self.tally.luck(entrant), 1, between, self.level)
    }

    /// Returns the values of a measure of an entrant.
    pub fn counts(&self, entrant: usize, measure: usize) -> Counts<'_> {
        let (games, never) =
            (self.tally.values(entrant, measure), self.tally.never(entrant, measure));
        Counts { games, never, longest: self.longest() }
    }

    /// Returns the values of a measure of the game as a whole.
    pub fn game_counts(&self, measure: usize) -> Counts<'_> {
        let (games, never) = (self.tally.game_values(measure), self.tally.game_never(measure));
        Counts { games, never, longest: self.longest() }
    }

    fn longest(&self) -> u16 {
        self.tally.lengths().map(|(rounds, _)| rounds).max().unwrap_or(0)
    }

    /// Returns the pairs of fighters that met as opponents, whichever bots played them. Each has
    /// the sums of its measures over all games; of a flag, the number of games.
    pub fn meetings(&self) -> Vec<(Meeting, Vec<u64>)> {
        let mut fighters: Vec<(&str, Vec<usize>)> = vec![];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            match fighters.iter_mut().find(|(key, _)| *key == who.fighter) {
                Some((_, of)) => of.push(i),
                None => fighters.push((&who.fighter, vec![i])),
            }
        }
        let pairs = fighters.iter().flat_map(|of| fighters.iter().map(move |other| (of, other)));
        let meetings = pairs.map(|((fighter, ours), (opponent, theirs))| {
            let pairs = ours.iter().flat_map(|&i| theirs.iter().map(move |&j| (i, j)));
            let met: Vec<_> = pairs.map(|(i, j)| self.tally.matchup(i, j)).collect();
            let sum = |m: usize| met.iter().map(|met| met.sums[m]).sum();
            let meeting = Meeting {
                entrant: (*fighter).to_owned(),
                opponent: (*opponent).to_owned(),
                games: met.iter().map(|met| met.games).sum(),
                finished_ahead: met.iter().map(|met| met.finished_ahead).sum(),
            };
            (meeting, (0..self.measured.pairs.len()).map(sum).collect())
        });
        meetings.filter(|(meeting, _)| meeting.games > 0).collect()
    }
}

impl Counts<'_> {
    /// Returns the number of games.
    pub fn all(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the mean value; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let (all, [sum, _]) = (self.all(), self.sums());
        (all > 0).then(|| sum as f64 / all as f64)
    }

    /// Returns the sample standard deviation; `None` with fewer than two games.
    pub fn standard_deviation(&self) -> Option<f64> {
        let (all, [sum, squares]) = (self.all(), self.sums());
        let spread = u128::from(all) * squares - sum * sum;
        (all > 1).then(|| (spread as f64 / (all as f64 * (all - 1) as f64)).sqrt())
    }

    /// Returns the sums of the values and of their squares. Sums of whole numbers are exact; a u128
    /// holds the sums of any number of 16-bit values.
    fn sums(&self) -> [u128; 2] {
        let values = || (0..).zip(self.games);
        let sum = values().map(|(value, &games): (u128, _)| value * u128::from(games)).sum();
        [sum, values().map(|(value, &games)| value * value * u128::from(games)).sum()]
    }

    /// Returns the least value that at least `percent` percent of the games do not exceed.
    pub fn percentile(&self, percent: u64) -> Option<u16> {
        let all = self.all();
        let rank = (u128::from(all) * u128::from(percent)).div_ceil(100) as u64;
        let mut seen = 0;
        let found = (0u16..).zip(self.games).find(|(_, count)| {
            seen += **count;
            all > 0 && seen >= rank
        });
        found.map(|(value, _)| value)
    }

    /// Returns the share of games without the measured event.
    pub fn without_event(&self) -> f64 {
        share(self.games.first().copied().unwrap_or(0), self.all()).unwrap_or(0.0)
    }

    /// Returns the mean round of the event, in the games in which it occurs.
    pub fn mean_round(&self) -> Option<f64> {
        let games = self.games.iter().skip(1).sum();
        let sum = (0..).zip(self.games).map(|(round, &games): (u64, _)| round * games).sum();
        share(sum, games)
    }

    /// Returns the rounds up to the longest game, then the games without the event.
    pub fn rounds(&self) -> Vec<EventRound> {
        let all = self.all();
        let mut left = all;
        let rounds = (1..=self.longest).map(Some).chain([None]);
        let of_round = |round: Option<u16>| {
            let at = usize::from(round.unwrap_or(0));
            let games = self.games.get(at).copied().unwrap_or(0);
            let later = |counts: &[u64]| counts[at.min(counts.len())..].iter().sum::<u64>();
            let faced = round.map_or(0, |_| later(self.games) + later(self.never));
            if round.is_some() {
                left -= games;
            }
            EventRound {
                round,
                games,
                share: share(games, all).unwrap_or(0.0),
                hazard: share(games, faced),
                survival: share(left, all).unwrap_or(0.0),
            }
        };
        rounds.map(of_round).collect()
    }
}
