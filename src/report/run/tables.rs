//! The tables of a run: row types, and how a tally fills them. Long form, one row per fact.
//!
//! Of every measure of an entrant or of the game there is a table, by its form: an amount has its distribution and a summary, a time hazard and
//! survival, a flag its rate, a class its shares. The rows of the game's own have no entrant.

use std::collections::BTreeMap;

use super::fair_share;
use crate::report::Tables;
use crate::report::measured::{Measure, Measured};
use crate::report::table::{Row, Table, Unit, row};
use crate::report::words::capital;
use crate::stats::{Cast, Entrant, Form, Tally, intervals};

row! {
    /// One row per entrant with seat null: all its games; then one row per team and seat that it has played in.
    pub struct WinRate in "win_rates" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Its team; null if it has none or has played for several.
        team: Option<u8> [Unit::Ordinal],
        /// The seat; null: all.
        seat: Option<u8> [Unit::Ordinal],
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of these; null without games.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// What it would win if all were alike; null if all play together.
        fair_share: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// Games by value; only values that occurred.
    pub struct Amount in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// The value.
        value: u16 [Unit::Number(0, "")],
        /// Games with it.
        games: u64 [Unit::Count],
    }
}

row! {
    /// Mean, spread and percentiles: the least value that so many percent of the games do not exceed; null without games.
    pub struct Summary in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// The mean.
        mean: Option<f64> [Unit::Number(2, "")],
        /// The standard deviation, of a sample.
        sd: Option<f64> [Unit::Number(2, "")],
        /// The 5th percentile.
        p5: Option<u16> [Unit::Number(0, "")],
        /// The 25th percentile.
        p25: Option<u16> [Unit::Number(0, "")],
        /// The median.
        p50: Option<u16> [Unit::Number(0, "")],
        /// The 75th percentile.
        p75: Option<u16> [Unit::Number(0, "")],
        /// The 95th percentile.
        p95: Option<u16> [Unit::Number(0, "")],
    }
}

row! {
    /// One row per round up to the longest game, and one with round null: it never came.
    pub struct Time in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// The round; null: it never came.
        round: Option<u16> [Unit::Ordinal],
        /// Games in which it came then.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
        /// Of the games in which it could come in this round, those in which it did; null if there are none.
        hazard: Option<f64> [Unit::Share(1)],
        /// The share of all its games in which it had not come by the end of the round; of the null row, of the game.
        survival: f64 [Unit::Share(1)],
    }
}

row! {
    /// In how many games it was so.
    pub struct Flag in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Games in which it was so.
        value: u64 [Unit::Count],
        /// The share of these; null without games.
        rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the rate’s interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// Games by class.
    pub struct Class in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// The class.
        value: String [Unit::Word],
        /// Games of it.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per place, of which there are as many as sides.
    pub struct Placement in "placements" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// The place: 1 has won.
        place: u8 [Unit::Ordinal],
        /// Games with it.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per two fighters that met as opponents, whatever their strategies; then what the one did to the other: games of a flag, the mean a game of an amount.
    pub struct Matchup in "matchups" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The opponent’s.
        opponent: String [Unit::Word],
        /// Games of both as opponents.
        games: u64 [Unit::Count],
        /// Games in which the entrant’s place was better.
        finished_ahead: u64 [Unit::Count],
    }
}

row! {
    /// One row per thing and round in which it was used at least once; then sums over its uses.
    pub struct Used in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// The thing.
        thing: String [Unit::Word],
        /// The round.
        round: u16 [Unit::Ordinal],
        /// Times it was used.
        plays: u64 [Unit::Count],
        /// Of these, times in a game that its player won.
        wins: u64 [Unit::Count],
    }
}

row! {
    /// Games by their number of rounds.
    pub struct Length in "game_lengths" {
        /// Rounds begun.
        rounds: u16 [Unit::Ordinal],
        /// Games of this length.
        games: u64 [Unit::Count],
        /// The share of all games.
        share: f64 [Unit::Share(1)],
    }
}

/// Every table of a run. `level` is that of the intervals (see [`crate::report::Manifest::interval_level`]).
pub fn tables(cast: &Cast, tally: &Tally, level: f64) -> Tables {
    let measured = Measured::from(tally.measures());
    let source = Source {
        cast,
        tally,
        level,
        measured: &measured,
    };
    let mut tables = vec![WinRate::table(source.win_rates())];
    for (m, measure) in measured.entrants.iter().enumerate() {
        let each: Vec<Counted> = (0..cast.entrants.len())
            .map(|i| Counted {
                who: Some(&cast.entrants[i]),
                values: tally.values(i, m),
                never: tally.never(i, m),
            })
            .collect();
        tables.extend(source.of_measure(measure, &each));
    }
    if !cast.cooperative {
        tables.push(Placement::table(source.placements()));
    }
    tables.push(source.matchups());
    tables.push(source.things());
    let lengths = Length::table(source.lengths());
    tables.push(source.narrow(lengths, "rounds"));
    for (m, measure) in measured.game.iter().enumerate() {
        let all = [Counted {
            who: None,
            values: tally.game_values(m),
            never: tally.game_never(m),
        }];
        tables.extend(source.of_measure(measure, &all));
    }
    Tables(tables)
}

struct Source<'a> {
    cast: &'a Cast,
    tally: &'a Tally,
    measured: &'a Measured,
    level: f64,
}

/// The counters of one measure, of an entrant or of the game.
struct Counted<'a> {
    who: Option<&'a Entrant>,
    /// Games by value.
    values: &'a [u64],
    /// Of a time: those in which it never came, by rounds.
    never: &'a [u64],
}

impl Counted<'_> {
    fn who(&self) -> (String, String) {
        let who = self
            .who
            .map(|who| (who.fighter.clone(), who.strategy.clone()));
        who.unwrap_or_default()
    }

    fn games(&self) -> u64 {
        self.values.iter().sum()
    }
}

/// `part` of `whole`, and 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    maybe_share(part, whole).unwrap_or(0.0)
}

fn maybe_share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
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
        for (i, who) in self.cast.entrants.iter().enumerate() {
            let mut places: BTreeMap<(Option<u8>, u8), (u64, u64)> = BTreeMap::new();
            for (s, slot) in self.cast.slots.iter().enumerate() {
                let (games, wins) = self.tally.at_slot(i, s);
                let place = places.entry((slot.team, slot.seat)).or_default();
                *place = (place.0 + games, place.1 + wins);
            }
            places.retain(|_, (games, _)| *games > 0);
            let mut teams = places.keys().map(|place| place.0);
            let first = teams.next().flatten();
            let only = first.filter(|_| teams.all(|team| team == first));
            let all = ((only, None), self.tally.results(i));
            let seats = places
                .iter()
                .map(|(&(team, seat), &of)| ((team, Some(seat)), of));
            for ((team, seat), (games, wins)) in std::iter::once(all).chain(seats) {
                let interval = intervals::wilson(wins, games, self.level);
                rows.push(WinRate {
                    entrant: who.fighter.clone(),
                    strategy: who.strategy.clone(),
                    team,
                    seat,
                    games,
                    wins,
                    win_rate: maybe_share(wins, games),
                    ci_low: interval.low,
                    ci_high: interval.high,
                    fair_share: fair_share(self.cast),
                });
            }
        }
        rows
    }

    /// The tables of a measure of entrants, or of the game.
    fn of_measure(&self, measure: &Measure, all: &[Counted]) -> Vec<Table> {
        let mut tables = match measure.form {
            Form::Amount => vec![amounts(measure, all), summaries(measure, all)],
            Form::Time => vec![self.narrow(self.times(all), "round")],
            Form::Flag => vec![self.flags(measure, all)],
            Form::Class => vec![classes(measure, all)],
        };
        tables[0].name = measure.table.clone();
        for table in &mut tables {
            table.meaning = format!("{}: {}", capital(&measure.words), table.meaning);
            if all.iter().any(|counted| counted.who.is_none()) {
                table
                    .columns
                    .retain(|column| !["entrant", "strategy"].contains(&column.name.as_str()));
            }
        }
        tables
    }

    fn times(&self, all: &[Counted]) -> Table {
        let longest = self.tally.lengths().map(|(rounds, _)| rounds).max();
        let mut rows = vec![];
        for counted in all {
            let games = counted.games();
            let mut left = games;
            for round in (1..=longest.unwrap_or(0)).map(Some).chain([None]) {
                let at = usize::from(round.unwrap_or(0));
                let came = counted.values.get(at).copied().unwrap_or(0);
                let later = |counts: &[u64]| counts[at.min(counts.len())..].iter().sum::<u64>();
                let faced = round.map_or(0, |_| later(counted.values) + later(counted.never));
                if round.is_some() {
                    left -= came;
                }
                let (entrant, strategy) = counted.who();
                rows.push(Time {
                    entrant,
                    strategy,
                    round,
                    games: came,
                    share: share(came, games),
                    hazard: maybe_share(came, faced),
                    survival: share(left, games),
                });
            }
        }
        Time::table(rows)
    }

    fn flags(&self, measure: &Measure, all: &[Counted]) -> Table {
        let row = |counted: &Counted| {
            let (entrant, strategy) = counted.who();
            let (games, value) = (counted.games(), counted.values[1]);
            let interval = intervals::wilson(value, games, self.level);
            Flag {
                entrant,
                strategy,
                games,
                value,
                rate: maybe_share(value, games),
                ci_low: interval.low,
                ci_high: interval.high,
            }
        };
        Flag::table(all.iter().map(row).collect()).rename("value", &measure.name)
    }

    fn placements(&self) -> Vec<Placement> {
        let mut rows = vec![];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            let counts = self.tally.placements(i);
            let all = counts.iter().sum();
            for (place, &games) in (0..).zip(counts).skip(1).take(self.cast.sides) {
                rows.push(Placement {
                    entrant: who.fighter.clone(),
                    strategy: who.strategy.clone(),
                    place,
                    games,
                    share: share(games, all),
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
            match measure.form {
                Form::Flag => table.push(name, Unit::Count, format!("Games with {words}."), sums),
                _ => {
                    let means = sums
                        .iter()
                        .zip(&games)
                        .map(|(&sum, &games)| share(sum, games));
                    table.push(
                        name,
                        Unit::Number(2, ""),
                        format!("{}, mean of a game.", capital(words)),
                        means,
                    );
                }
            }
        }
        table
    }

    fn things(&self) -> Table {
        let mut rows = vec![];
        let mut sums: Vec<Vec<u64>> = vec![vec![]; self.measured.things.len()];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            for (t, thing) in who.things.iter().enumerate() {
                for (round, used) in self.tally.uses(i, t) {
                    rows.push(Used {
                        entrant: who.fighter.clone(),
                        strategy: who.strategy.clone(),
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
            table.push(
                &measure.name,
                Unit::Count,
                format!("{}.", capital(&measure.words)),
                sums,
            );
        }
        table
    }

    fn lengths(&self) -> Vec<Length> {
        let row = |(rounds, games)| Length {
            rounds,
            games,
            share: share(games, self.tally.games()),
        };
        self.tally.lengths().map(row).collect()
    }
}

fn amounts(measure: &Measure, all: &[Counted]) -> Table {
    let mut rows = vec![];
    for counted in all {
        for (value, &games) in (0..).zip(counted.values).filter(|(_, games)| **games > 0) {
            let (entrant, strategy) = counted.who();
            rows.push(Amount {
                entrant,
                strategy,
                value,
                games,
            });
        }
    }
    Amount::table(rows).rename("value", &measure.name)
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
        let percentile = |percent| percentile(counted.values, n, percent);
        let (entrant, strategy) = counted.who();
        Summary {
            entrant,
            strategy,
            games: n,
            mean: (n > 0).then(|| sum as f64 / n as f64),
            sd: (n > 1).then(|| (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()),
            p5: percentile(5),
            p25: percentile(25),
            p50: percentile(50),
            p75: percentile(75),
            p95: percentile(95),
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
    (0u16..)
        .zip(counts)
        .find(|(_, count)| {
            seen += **count;
            n > 0 && seen >= rank
        })
        .map(|(value, _)| value)
}

fn classes(measure: &Measure, all: &[Counted]) -> Table {
    let mut rows = vec![];
    for counted in all {
        for (class, &games) in measure.classes.iter().zip(counted.values) {
            let (entrant, strategy) = counted.who();
            rows.push(Class {
                entrant,
                strategy,
                value: class.clone(),
                games,
                share: share(games, counted.games()),
            });
        }
    }
    Class::table(rows).rename("value", &measure.name)
}
