//! How a tally fills the tables of a run. Long form, one row per fact.
//!
//! Of every measure of an entrant or of the game there is a table, by its form: an amount has its distribution and a summary, a time hazard and
//! survival, a flag its rate, a class its shares. The rows of the game's own have no entrant.

use std::collections::BTreeMap;

use super::fair_share;
use super::row_types::{
    Amount, Beside, Class, Deal, Flag, Length, LuckAdjusted, Matchup, Placement, Summary, Time,
    Used, WinRate, With,
};
use crate::analysis::deal::REPLAYS;
use crate::report::Tables;
use crate::report::measured::{Measure, Measured};
use crate::report::shared::{Who, Wins, WithoutLuck, share};
use crate::report::table::{Row, Table, Unit};
use crate::report::words::capital;
use crate::stats::{Cast, Form, Tally, deal, intervals};

/// Every table of a run. `level` is that of the intervals.
pub fn tables(cast: &Cast, tally: &Tally, level: f64) -> Tables {
    let measured = &Measured::from(tally.measures());
    let source = Source {
        cast,
        tally,
        level,
        measured,
    };
    let mut tables = vec![WinRate::table(source.win_rates())];
    for (m, measure) in measured.entrants.iter().enumerate() {
        let counted = |i| Counted {
            who: Who::from(&cast.entrants[i]),
            values: tally.values(i, m),
            never: tally.never(i, m),
        };
        let each: Vec<Counted> = (0..cast.entrants.len()).map(counted).collect();
        tables.extend(source.of_measure(measure, &each));
    }
    if !cast.cooperative {
        tables.push(Placement::table(source.placements()));
    }
    let adjusted = source.luck_adjusted();
    if !adjusted.is_empty() {
        tables.push(LuckAdjusted::table(adjusted));
    }
    tables.push(source.matchups());
    tables.push(source.things());
    if cast.cooperative {
        tables.push(With::table(source.with_and_without()));
    }
    tables.push(source.narrow(Length::table(source.lengths()), "rounds"));
    for (m, measure) in measured.game.iter().enumerate() {
        let all = Counted {
            who: Who::default(),
            values: tally.game_values(m),
            never: tally.game_never(m),
        };
        let mut of_game = source.of_measure(measure, &[all]);
        for table in &mut of_game {
            let named = |name: &str| ["entrant", "strategy"].contains(&name);
            table.columns.retain(|column| !named(&column.name));
        }
        tables.extend(of_game);
    }
    Tables(tables)
}

/// The table of who played beside a run: its games, and of these how many were won.
pub fn beside_table(strategy: &str, (games, wins): (u64, u64), level: f64) -> Table {
    Beside::table(vec![Beside {
        strategy: strategy.to_owned(),
        wins: Wins::new(games, wins, level),
    }])
}

/// The table of how much was dealt, from how often each deal was won.
pub fn deal_table(wins: &[u64], level: f64) -> Table {
    let share = deal::share(wins, REPLAYS, level);
    Deal::table(vec![Deal {
        deals: wins.len() as u64,
        replays: REPLAYS,
        share: share.map(|share| share.value),
        ci_low: share.map(|share| share.interval.low),
        ci_high: share.map(|share| share.interval.high),
    }])
}

struct Source<'a> {
    cast: &'a Cast,
    tally: &'a Tally,
    measured: &'a Measured,
    level: f64,
}

/// The counters of one measure, of an entrant or of the game.
struct Counted<'a> {
    who: Who,
    /// Games by value.
    values: &'a [u64],
    /// Of a time: those in which it never came, by rounds.
    never: &'a [u64],
}

impl Counted<'_> {
    fn games(&self) -> u64 {
        self.values.iter().sum()
    }
}

impl Source<'_> {
    /// Rounds are as narrow as the game's declaration allows.
    fn narrow(&self, table: Table, column: &str) -> Table {
        match u8::try_from(self.measured.rounds) {
            Ok(_) => table.narrow(column),
            Err(_) => table,
        }
    }

    fn win_rates(&self) -> Vec<WinRate> {
        let mut rows = vec![];
        for (i, entrant) in self.cast.entrants.iter().enumerate() {
            let mut seats: BTreeMap<(Option<u8>, u8), (u64, u64)> = BTreeMap::new();
            for (s, slot) in self.cast.slots.iter().enumerate() {
                let (games, wins) = self.tally.at_slot(i, s);
                let seat = seats.entry((slot.team, slot.seat)).or_default();
                *seat = (seat.0 + games, seat.1 + wins);
            }
            seats.retain(|_, (games, _)| *games > 0);
            let mut teams = seats.keys().map(|seat| seat.0);
            let first = teams.next().flatten();
            let only = first.filter(|_| teams.all(|team| team == first));
            let all = (only, None, self.tally.results(i));
            let seats = seats
                .iter()
                .map(|(&(team, seat), &of)| (team, Some(seat), of));
            for (team, seat, (games, wins)) in std::iter::once(all).chain(seats) {
                rows.push(WinRate {
                    who: entrant.into(),
                    team,
                    seat,
                    wins: Wins::new(games, wins, self.level),
                    fair_share: fair_share(self.cast),
                });
            }
        }
        rows
    }

    fn with_and_without(&self) -> Vec<With> {
        let told = self.tally.with_and_without();
        // What was used always, or never, says nothing.
        let told: Vec<_> = told
            .filter(|(_, with, without)| with[0] > 0 && without[0] > 0)
            .collect();
        let pair = |[games, wins]: [u64; 2]| (wins, games);
        let p = told
            .iter()
            .map(|(_, with, without)| intervals::p_value_of_two(pair(*without), pair(*with)));
        let holds = intervals::holm(&p.collect::<Vec<_>>(), 1.0 - self.level);
        let row = |((thing, with, without), significant): (&(&str, _, _), bool)| {
            let interval = intervals::difference_of_two(pair(*without), pair(*with), self.level);
            let rate = |[games, wins]: [u64; 2]| wins as f64 / games as f64;
            With {
                thing: (*thing).to_owned(),
                games: with[0],
                win_rate: rate(*with),
                win_rate_without: rate(*without),
                difference: rate(*with) - rate(*without),
                ci_low: interval.low,
                ci_high: interval.high,
                significant,
            }
        };
        told.iter().zip(holds).map(row).collect()
    }

    fn luck_adjusted(&self) -> Vec<LuckAdjusted> {
        let entrants = self.cast.entrants.iter().enumerate();
        let row = |(i, entrant): (usize, &crate::stats::Entrant)| {
            Some(LuckAdjusted {
                who: entrant.into(),
                of: WithoutLuck::new(self.tally.luck(i), 1, self.level)?,
            })
        };
        entrants.filter_map(row).collect()
    }

    /// The tables of a measure of entrants, or of the game.
    fn of_measure(&self, measure: &Measure, all: &[Counted]) -> Vec<Table> {
        let mut tables = match measure.form {
            Form::Amount => vec![amounts(all), summaries(measure, all)],
            Form::Time => vec![self.narrow(self.times(all), "round")],
            Form::Flag => vec![self.flags(all)],
            Form::Class => vec![classes(measure, all)],
        };
        tables[0].name = measure.table.clone();
        for table in &mut tables {
            table.meaning = format!("{}: {}", capital(&measure.words), table.meaning);
        }
        let named = |table: Table| table.rename("value", &measure.name);
        tables.into_iter().map(named).collect()
    }

    fn times(&self, all: &[Counted]) -> Table {
        let longest = self.tally.lengths().map(|(rounds, _)| rounds).max();
        let mut rows = vec![];
        for counted in all {
            let all = counted.games();
            let mut left = all;
            for round in (1..=longest.unwrap_or(0)).map(Some).chain([None]) {
                let at = usize::from(round.unwrap_or(0));
                let games = counted.values.get(at).copied().unwrap_or(0);
                let later = |counts: &[u64]| counts[at.min(counts.len())..].iter().sum::<u64>();
                let faced = round.map_or(0, |_| later(counted.values) + later(counted.never));
                if round.is_some() {
                    left -= games;
                }
                rows.push(Time {
                    who: counted.who.clone(),
                    round,
                    games,
                    share: share(games, all).unwrap_or(0.0),
                    hazard: share(games, faced),
                    survival: share(left, all).unwrap_or(0.0),
                });
            }
        }
        Time::table(rows)
    }

    fn flags(&self, all: &[Counted]) -> Table {
        let row = |counted: &Counted| {
            let (games, value) = (counted.games(), counted.values[1]);
            let interval = intervals::wilson(value, games, self.level);
            Flag {
                who: counted.who.clone(),
                games,
                value,
                rate: share(value, games),
                ci_low: interval.low,
                ci_high: interval.high,
            }
        };
        Flag::table(all.iter().map(row).collect())
    }

    fn placements(&self) -> Vec<Placement> {
        let mut rows = vec![];
        for (i, entrant) in self.cast.entrants.iter().enumerate() {
            let counts = self.tally.placements(i);
            let all = counts.iter().sum();
            for (place, &games) in (0..).zip(counts).skip(1).take(self.cast.sides) {
                let share = share(games, all).unwrap_or(0.0);
                rows.push(Placement {
                    who: entrant.into(),
                    place,
                    games,
                    share,
                });
            }
        }
        rows
    }

    fn matchups(&self) -> Table {
        let mut groups: Vec<(&str, Vec<usize>)> = vec![];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            match groups.iter_mut().find(|(key, _)| *key == who.fighter) {
                Some((_, of)) => of.push(i),
                None => groups.push((&who.fighter, vec![i])),
            }
        }
        let mut rows = vec![];
        let mut sums: Vec<Vec<u64>> = vec![vec![]; self.measured.pairs.len()];
        for (entrant, ours) in &groups {
            for (opponent, theirs) in &groups {
                let pairs = ours
                    .iter()
                    .flat_map(|&i| theirs.iter().map(move |&j| (i, j)));
                let met: Vec<_> = pairs.map(|(i, j)| self.tally.matchup(i, j)).collect();
                let games = met.iter().map(|met| met.games).sum();
                if games == 0 {
                    continue;
                }
                rows.push(Matchup {
                    entrant: (*entrant).to_owned(),
                    opponent: (*opponent).to_owned(),
                    games,
                    finished_ahead: met.iter().map(|met| met.finished_ahead).sum(),
                });
                for (m, sums) in sums.iter_mut().enumerate() {
                    sums.push(met.iter().map(|met| met.sums[m]).sum());
                }
            }
        }
        let games: Vec<u64> = rows.iter().map(|row| row.games).collect();
        let mut table = Matchup::table(rows);
        for (measure, sums) in self.measured.pairs.iter().zip(sums) {
            let (name, words) = (&measure.name, &measure.words);
            if measure.form == Form::Flag {
                table.push(name, Unit::Count, format!("Games with {words}."), sums);
            } else {
                let means = sums
                    .iter()
                    .zip(&games)
                    .map(|(&sum, &games)| share(sum, games));
                let about = format!("{}, mean of a game.", capital(words));
                table.push(name, Unit::Number(2, ""), about, means);
            }
        }
        table
    }

    fn things(&self) -> Table {
        let mut rows = vec![];
        let mut sums: Vec<Vec<u64>> = vec![vec![]; self.measured.things.len()];
        for (i, entrant) in self.cast.entrants.iter().enumerate() {
            for (t, thing) in entrant.things.iter().enumerate() {
                for (round, used) in self.tally.uses(i, t) {
                    rows.push(Used {
                        who: entrant.into(),
                        thing: thing.clone(),
                        round,
                        plays: used.plays,
                        wins: used.wins,
                    });
                    for (sums, &sum) in sums.iter_mut().zip(used.sums) {
                        sums.push(sum);
                    }
                }
            }
        }
        let [thing, things] = &self.measured.thing;
        let table = Used::table(rows).rename("thing", thing);
        let mut table = self.narrow(table, "round");
        table.name = things.clone();
        for (measure, sums) in self.measured.things.iter().zip(sums) {
            let about = format!("{}.", capital(&measure.words));
            table.push(&measure.name, Unit::Count, about, sums);
        }
        table
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

fn amounts(all: &[Counted]) -> Table {
    let mut rows = vec![];
    for counted in all {
        for (value, &games) in (0..).zip(counted.values).filter(|(_, games)| **games > 0) {
            rows.push(Amount {
                who: counted.who.clone(),
                value,
                games,
            });
        }
    }
    Amount::table(rows)
}

fn summaries(measure: &Measure, all: &[Counted]) -> Table {
    let row = |counted: &Counted| {
        let n = counted.games();
        // Sums of whole numbers, exact; 2^128 holds any number of games of 16-bit values.
        let sum_of = |term: fn(u128) -> u128| -> u128 {
            let values = (0..).zip(counted.values);
            values
                .map(|(value, &games)| term(value) * u128::from(games))
                .sum()
        };
        let (sum, squares) = (sum_of(|value| value), sum_of(|value| value * value));
        let spread = u128::from(n) * squares - sum * sum;
        let [p5, p25, p50, p75, p95] =
            [5, 25, 50, 75, 95].map(|percent| percentile(counted.values, n, percent));
        Summary {
            who: counted.who.clone(),
            games: n,
            mean: (n > 0).then(|| sum as f64 / n as f64),
            sd: (n > 1).then(|| (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()),
            p5,
            p25,
            p50,
            p75,
            p95,
        }
    };
    let mut table = Summary::table(all.iter().map(row).collect());
    table.name = measure.summary();
    table
}

/// The least value that at least `percent` of `n` games do not exceed.
fn percentile(counts: &[u64], n: u64, percent: u64) -> Option<u16> {
    let rank = (u128::from(n) * u128::from(percent)).div_ceil(100) as u64;
    let mut seen = 0;
    let found = (0u16..).zip(counts).find(|(_, count)| {
        seen += **count;
        n > 0 && seen >= rank
    });
    found.map(|(value, _)| value)
}

fn classes(measure: &Measure, all: &[Counted]) -> Table {
    let mut rows = vec![];
    for counted in all {
        for (class, &games) in measure.classes.iter().zip(counted.values) {
            rows.push(Class {
                who: counted.who.clone(),
                value: class.clone(),
                games,
                share: share(games, counted.games()).unwrap_or(0.0),
            });
        }
    }
    Class::table(rows)
}
