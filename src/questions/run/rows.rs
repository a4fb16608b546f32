//! Makes the rows of the tables of `gong run` from the counts of its games.

use std::collections::BTreeMap;

use anyhow::Result;

use super::row_types::{
    AmountRow, ClassRow, FlagRow, Length, LuckAdjusted, MatchupRow, PlacementRow, SummaryRow,
    TimeRow, UseCounts, WinRate,
};
use crate::analysis::points::team_wins;
use crate::questions::experiment::CellCounts;
use crate::report::measured::{GameMeasures, MeasureNote};
use crate::report::shared::{Who, Wins, WithoutLuck, share};
use crate::scenario::Scenario;
use crate::stats::members::Won;
use crate::stats::{Cast, Entrant, Form, Tally, intervals};

/// The counts of a run's games, converted to rows of its tables.
#[derive(Debug, Clone)]
pub struct RunRows {
    pub measured: GameMeasures,
    /// The win rate that every fighter would have if all were equally strong, 0 to 1; `None` in a
    /// cooperative game.
    pub fair: Option<f64>,
    /// The table rows of each entrant, in the order of the cast (the list of entrants).
    pub entrants: Vec<EntrantRows>,
    /// The table rows of each pair of fighters that met as opponents.
    pub meetings: Vec<Meeting>,
    /// Number of games by game length (number of rounds).
    pub lengths: Vec<Length>,
    /// The table rows of each measure of the game as a whole, as opposed to measures of single
    /// fighters.
    pub game: Vec<MeasureRows>,
    /// Games and wins of each team; empty if there are no teams.
    pub teams: Vec<Won>,
    /// Games and wins of all players together; `None` unless the game is cooperative.
    pub party: Option<Won>,
}

/// The table rows of one entrant.
#[derive(Debug, Clone)]
pub struct EntrantRows {
    /// The win rate of the entrant over all its games.
    pub all: WinRate,
    /// The win rates of the entrant by team and seat at the table.
    pub seats: Vec<WinRate>,
    /// The table rows of each measure for this entrant.
    pub values: Vec<MeasureRows>,
    pub placements: Vec<PlacementRow>,
    /// Luck-adjusted win rate (the luck of the dice removed); `None` if luck was not measured.
    pub adjusted: Option<LuckAdjusted>,
    pub uses: Vec<UseRow>,
    /// The games and wins by the member of a panel that played.
    pub won: Won,
}

/// The table rows of one measure, for an entrant or for the game as a whole.
#[derive(Debug, Clone)]
pub enum MeasureRows {
    Amount(Vec<AmountRow>, SummaryRow),
    /// The rows of a time: one row for each round, then one for the games without the event.
    Time(Vec<TimeRow>),
    Flag(FlagRow),
    Class(Vec<ClassRow>),
}

/// The counts of two fighters that met as opponents.
#[derive(Debug, Clone)]
pub struct Meeting {
    pub met: MatchupRow,
    /// For each measure of one fighter's actions against the other: the sum over all games. For a
    /// flag: the number of games in which it was true.
    pub sums: Vec<u64>,
}

/// Uses of one thing by one entrant in one round.
#[derive(Debug, Clone)]
pub struct UseRow {
    pub used: UseCounts,
    /// For each measure of the thing, such as the damage done: the sum over the uses.
    pub sums: Vec<u64>,
}

impl Meeting {
    /// Mean per game of what one fighter does to an opponent. For a flag: the share of games in
    /// which it was true.
    pub fn per_game(&self, measure: usize) -> f64 {
        self.sums[measure] as f64 / self.met.games as f64
    }
}

impl MeasureRows {
    /// Returns how many games had the event in each round, and the share of games without the
    /// event; `None` if the measure is not a time.
    pub fn time(&self) -> Option<(&[TimeRow], f64)> {
        match self {
            MeasureRows::Time(rows) => {
                let (never, rounds) = rows.split_last()?;
                Some((rounds, never.survival))
            }
            _ => None,
        }
    }

    /// Returns the row with mean and percentiles; `None` if the measure is not an amount.
    pub fn summary(&self) -> Option<&SummaryRow> {
        match self {
            MeasureRows::Amount(_, summary) => Some(summary),
            _ => None,
        }
    }
}

impl RunRows {
    /// Makes the table rows of these games; `level` is the confidence level of the intervals.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn of(counts: &CellCounts, scenario: &Scenario, level: f64) -> Result<RunRows> {
        let simulation = scenario.open();
        Ok(RunRows::new(simulation.cast(), &counts.tally(&simulation)?, level))
    }

    /// Makes the table rows from the counts in `tally`; `level` is the confidence level of the
    /// intervals.
    pub fn new(cast: &Cast, tally: &Tally, level: f64) -> RunRows {
        let measured = GameMeasures::from(tally.measures());
        let games = Source { cast, tally, level, measured: &measured };
        let game = |(m, measure): (usize, &MeasureNote)| {
            let counts = [tally.game_values(m), tally.game_never(m)];
            games.values(Who::default(), measure, counts)
        };
        RunRows {
            fair: cast.fair_share(),
            entrants: (0..cast.entrants.len()).map(|i| games.entrant(i)).collect(),
            meetings: games.meetings(),
            lengths: games.lengths(),
            game: measured.game.iter().enumerate().map(game).collect(),
            teams: team_wins(cast, tally),
            // All entrants of a party win together.
            party: cast.cooperative.then(|| tally.of_slot(0)),
            measured,
        }
    }
}

struct Source<'a> {
    cast: &'a Cast,
    tally: &'a Tally,
    measured: &'a GameMeasures,
    level: f64,
}

impl Source<'_> {
    fn entrant(&self, i: usize) -> EntrantRows {
        let entrant = &self.cast.entrants[i];
        let won = self.tally.won(i);
        let (all, seats) = self.win_rates(i, entrant, won);
        let measures = self.measured.entrants.iter().enumerate();
        let values = measures.map(|(m, measure)| {
            let counts = [self.tally.values(i, m), self.tally.never(i, m)];
            self.values(entrant.into(), measure, counts)
        });
        let adjusted = WithoutLuck::new(self.tally.luck(i), 1, won.between(), self.level);
        EntrantRows {
            all,
            seats,
            values: values.collect(),
            placements: self.placements(i, entrant),
            adjusted: adjusted.map(|of| LuckAdjusted { who: entrant.into(), of }),
            uses: self.uses(i, entrant),
            won,
        }
    }

    /// Makes the win-rate row of all games of an entrant, and its rows by team and seat.
    fn win_rates(&self, i: usize, entrant: &Entrant, won: Won) -> (WinRate, Vec<WinRate>) {
        let mut seats: BTreeMap<(Option<u8>, u8), Won> = BTreeMap::new();
        for (s, slot) in self.cast.slots.iter().enumerate() {
            let seat = seats.entry((slot.team, slot.seat)).or_default();
            seat.merge(self.tally.at_slot(i, s));
        }
        seats.retain(|_, won| won.games() > 0);
        let mut teams = seats.keys().map(|seat| seat.0);
        let first = teams.next().flatten();
        let only = first.filter(|_| teams.all(|team| team == first));
        let row = |team, seat, won: &Won| WinRate {
            who: entrant.into(),
            team,
            seat,
            wins: Wins::of(won, self.level),
            fair_share: self.cast.fair_share(),
        };
        seats.values_mut().for_each(|seat| seat.pool(won.pooled()));
        let all = row(only, None, &won);
        let seats = seats.into_iter();
        let seats = seats.map(|((team, seat), won)| row(team, Some(seat), &won));
        (all, seats.collect())
    }

    /// Makes the table rows of a measure. The first part of `counts` is the number of games by
    /// value. For an event, the second part is the number of games without the event, by the game's
    /// number of rounds.
    fn values(&self, who: Who, measure: &MeasureNote, counts: [&[u64]; 2]) -> MeasureRows {
        let [values, never] = counts;
        let games = values.iter().sum();
        match measure.form {
            Form::Amount => MeasureRows::Amount(amounts(&who, values), summary(&who, values)),
            Form::Time => MeasureRows::Time(self.times(&who, values, never)),
            Form::Flag => {
                let interval = intervals::wilson(values[1], games, self.level);
                MeasureRows::Flag(FlagRow {
                    who,
                    games,
                    value: values[1],
                    rate: share(values[1], games),
                    ci_low: interval.low,
                    ci_high: interval.high,
                })
            }
            Form::Class => {
                let classes = measure.classes.iter().zip(values);
                let row = |(class, &of): (&String, &u64)| ClassRow {
                    who: who.clone(),
                    value: class.clone(),
                    games: of,
                    share: share(of, games).unwrap_or(0.0),
                };
                MeasureRows::Class(classes.map(row).collect())
            }
        }
    }

    fn times(&self, who: &Who, values: &[u64], never: &[u64]) -> Vec<TimeRow> {
        let longest = self.tally.lengths().map(|(rounds, _)| rounds).max();
        let all = values.iter().sum();
        let mut left = all;
        let rounds = (1..=longest.unwrap_or(0)).map(Some).chain([None]);
        let row = |round: Option<u16>| {
            let at = usize::from(round.unwrap_or(0));
            let games = values.get(at).copied().unwrap_or(0);
            let later = |counts: &[u64]| counts[at.min(counts.len())..].iter().sum::<u64>();
            let faced = round.map_or(0, |_| later(values) + later(never));
            if round.is_some() {
                left -= games;
            }
            TimeRow {
                who: who.clone(),
                round,
                games,
                share: share(games, all).unwrap_or(0.0),
                hazard: share(games, faced),
                survival: share(left, all).unwrap_or(0.0),
            }
        };
        rounds.map(row).collect()
    }

    fn placements(&self, i: usize, entrant: &Entrant) -> Vec<PlacementRow> {
        let counts = self.tally.placements(i);
        let all = counts.iter().sum();
        let places = (0..).zip(counts).skip(1).take(self.cast.sides);
        let row = |(place, &games): (u8, &u64)| PlacementRow {
            who: entrant.into(),
            place,
            games,
            share: share(games, all).unwrap_or(0.0),
        };
        places.map(row).collect()
    }

    fn uses(&self, i: usize, entrant: &Entrant) -> Vec<UseRow> {
        let things = entrant.things.iter().enumerate();
        let uses = things.flat_map(|(t, thing)| {
            let rounds = self.tally.uses(i, t);
            rounds.map(move |(round, used)| UseRow {
                used: UseCounts {
                    who: entrant.into(),
                    thing: thing.clone(),
                    round,
                    plays: used.plays,
                    wins: used.wins,
                },
                sums: used.sums.to_vec(),
            })
        });
        uses.collect()
    }

    fn meetings(&self) -> Vec<Meeting> {
        let mut groups: Vec<(&str, Vec<usize>)> = vec![];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            match groups.iter_mut().find(|(key, _)| *key == who.fighter) {
                Some((_, of)) => of.push(i),
                None => groups.push((&who.fighter, vec![i])),
            }
        }
        let pairs = groups.iter().flat_map(|one| groups.iter().map(move |other| (one, other)));
        let meeting =
            |((entrant, ours), (opponent, theirs)): (&(&str, Vec<_>), &(&str, Vec<_>))| {
                let pairs = ours.iter().flat_map(|&i| theirs.iter().map(move |&j| (i, j)));
                let met: Vec<_> = pairs.map(|(i, j)| self.tally.matchup(i, j)).collect();
                let measures = 0..self.measured.pairs.len();
                Meeting {
                    met: MatchupRow {
                        entrant: (*entrant).to_owned(),
                        opponent: (*opponent).to_owned(),
                        games: met.iter().map(|met| met.games).sum(),
                        finished_ahead: met.iter().map(|met| met.finished_ahead).sum(),
                    },
                    sums: measures.map(|m| met.iter().map(|met| met.sums[m]).sum()).collect(),
                }
            };
        let meetings = pairs.map(meeting);
        meetings.filter(|meeting| meeting.met.games > 0).collect()
    }

    fn lengths(&self) -> Vec<Length> {
        let row = |(rounds, games)| Length {
            rounds,
            games,
            share: share(games, self.tally.games()).unwrap_or(0.0),
        };
        self.tally.lengths().map(row).collect()
    }
}

fn amounts(who: &Who, counts: &[u64]) -> Vec<AmountRow> {
    let values = (0..).zip(counts).filter(|(_, games)| **games > 0);
    let row = |(value, &games): (u16, &u64)| AmountRow { who: who.clone(), value, games };
    values.map(row).collect()
}

fn summary(who: &Who, counts: &[u64]) -> SummaryRow {
    let n = counts.iter().sum::<u64>();
    // Sums of whole numbers are exact; a u128 holds the sums of any number of 16-bit values.
    let sum_of = |term: fn(u128) -> u128| -> u128 {
        let values = (0..).zip(counts);
        values.map(|(value, &games)| term(value) * u128::from(games)).sum()
    };
    let (sum, squares) = (sum_of(|value| value), sum_of(|value| value * value));
    let spread = u128::from(n) * squares - sum * sum;
    let [p5, p25, p50, p75, p95] =
        [5, 25, 50, 75, 95].map(|percent| percentile(counts, n, percent));
    SummaryRow {
        who: who.clone(),
        games: n,
        mean: (n > 0).then(|| sum as f64 / n as f64),
        sd: (n > 1).then(|| (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()),
        p5,
        p25,
        p50,
        p75,
        p95,
    }
}

/// Returns the percentile of a value counted in `n` games: the least value that at least `percent`
/// percent of the games do not exceed.
fn percentile(counts: &[u64], n: u64, percent: u64) -> Option<u16> {
    let rank = (u128::from(n) * u128::from(percent)).div_ceil(100) as u64;
    let mut seen = 0;
    let found = (0u16..).zip(counts).find(|(_, count)| {
        seen += **count;
        n > 0 && seen >= rank
    });
    found.map(|(value, _)| value)
}
