//! The tables of `gong run`, in long form: one row per fact.
//!
//! The form of a measure of an entrant or of the game decides its tables. An amount has its
//! distribution and a summary. A time has the hazard and survival of its event. A flag has its
//! rate, and a class has its shares. Tables of the game as a whole have no columns about an
//! entrant.

use super::games::{Counts, Games};
use super::rows::{
    Amount, Class, EventRound, Flag, Length, Meeting, Placement, Summary, Uses, Who, WinRate,
};
use crate::questions::tally_facts::team;
use crate::report::Tables;
use crate::report::measured::MeasureNote;
use crate::report::rows::games_table;
use crate::report::shared::{Wins, WithoutLuck, share};
use crate::report::table::{Row, RowField, Table, Unit};
use crate::report::words::capital;
use crate::stats::intervals::wilson;
use crate::stats::members::Won;
use crate::stats::{Cast, Entrant, Form, Measure, Measures, Tally};

/// Returns the tables of the games with each bot, in the order in which their results are hashed.
/// If the bots are a list (`is_list`), only those tables whose rows name the bot.
pub fn all(runs: &[Games], is_list: bool) -> Tables {
    let Some(games) = runs.first() else {
        return Tables(vec![]);
    };
    let entrants = runs.iter().flat_map(|games| {
        let entrants = games.cast.entrants.iter().enumerate();
        entrants.map(move |(i, entrant)| (Who::of(entrant), (games, i)))
    });
    let entrants: Vec<(Who, (&Games, usize))> = entrants.collect();
    let mut tables = vec![WinRate::table_with(each(&entrants, |(games, i)| games.win_rates(*i)))];
    for (m, measure) in games.measured.entrants.iter().enumerate() {
        let counts = each(&entrants, |(games, i)| [games.counts(*i, m)]);
        tables.extend(of_measure(games, measure, &counts));
    }
    if games.cast.fair_share().is_some() {
        tables.push(Placement::table_with(each(&entrants, |(games, i)| games.placements(*i))));
    }
    let adjusted = each(&entrants, |(games, i)| games.adjusted(*i));
    tables.extend((!adjusted.is_empty()).then(|| WithoutLuck::table_with(adjusted)));
    tables.extend((!is_list).then(|| matchups(games)));
    tables.push(things(games, each(&entrants, |(games, i)| games.uses(*i))));
    if !is_list {
        tables.push(lengths(games));
        for (m, measure) in games.measured.game.iter().enumerate() {
            tables.extend(of_measure(games, measure, &[((), games.game_counts(m))]));
        }
    }
    Tables(tables)
}

/// Returns the rows of each of `all`, behind the columns that belong to it.
fn each<'a, K: Clone, T, R, I: IntoIterator<Item = R>>(
    all: &'a [(K, T)],
    rows: impl Fn(&'a T) -> I,
) -> Vec<(K, R)> {
    let rows = all.iter().flat_map(|(key, of)| {
        let rows = rows(of).into_iter();
        rows.map(move |row| (key.clone(), row))
    });
    rows.collect()
}

/// Makes the tables of one measure from its values.
fn of_measure<K: RowField + Clone>(
    games: &Games,
    measure: &MeasureNote,
    counts: &[(K, Counts<'_>)],
) -> Vec<Table> {
    let named = |name: &str, table: Table| Table {
        name: name.to_owned(),
        meaning: format!("{}. {}", capital(&measure.words), table.meaning),
        ..table.rename("value", &measure.name)
    };
    let table = |table: Table| named(&measure.table, table);
    match measure.form {
        Form::Amount => vec![
            table(Amount::table_with(each(counts, Counts::amounts))),
            named(&measure.summary(), Summary::table_with(each(counts, |of| [of.summary()]))),
        ],
        Form::Time => {
            let rounds = EventRound::table_with(each(counts, Counts::rounds));
            vec![games.narrow("round", table(rounds))]
        }
        Form::Flag => vec![table(Flag::table_with(each(counts, |of| [of.flag(games.level)])))],
        Form::Class => {
            vec![table(Class::table_with(each(counts, |of| of.classes(&measure.classes))))]
        }
    }
}

fn matchups(games: &Games) -> Table {
    let (rows, sums): (Vec<Meeting>, Vec<Vec<u64>>) = games.meetings().into_iter().unzip();
    let played: Vec<u64> = rows.iter().map(|of| of.games).collect();
    let mut table = Meeting::table(rows);
    for (m, measure) in games.measured.pairs.iter().enumerate() {
        let (name, words, sums) = (&measure.name, &measure.words, sums.iter().map(|of| of[m]));
        match measure.form {
            Form::Flag => table.push(name, Unit::Count, format!("Games with {words}."), sums),
            _ => {
                let means = sums.zip(&played).map(|(sum, games)| share(sum, *games));
                table.push(name, Unit::Number(2, ""), format!("Mean {words} per game."), means);
            }
        }
    }
    table
}

/// Makes the table of uses of things, each with the sums of its measures.
fn things(games: &Games, uses: Vec<(Who, (Uses, &[u64]))>) -> Table {
    let [thing, things] = &games.measured.thing;
    let uses = uses.into_iter().map(|(who, (of, sums))| ((who, of), sums));
    let (rows, sums): (Vec<(Who, Uses)>, Vec<&[u64]>) = uses.unzip();
    let table = Uses::table_with(rows).rename("thing", thing);
    let mut table = Table { name: things.clone(), ..table };
    for (m, measure) in games.measured.things.iter().enumerate() {
        let words = format!("{}.", capital(&measure.words));
        table.push(&measure.name, Unit::Count, words, sums.iter().map(|of| of[m]));
    }
    games.narrow("round", table)
}

fn lengths(games: &Games) -> Table {
    let length = |(rounds, of)| Length { rounds, games: of, share: part(of, games.tally.games()) };
    games.narrow("rounds", Length::table(games.tally.lengths().map(length).collect()))
}

/// Returns the share of all games; 0 without games.
fn part(games: u64, all: u64) -> f64 {
    share(games, all).unwrap_or(0.0)
}

impl Who {
    fn of(entrant: &Entrant) -> Who {
        Who { entrant: entrant.fighter.clone(), strategy: entrant.strategy.clone() }
    }
}

impl Games {
    /// Returns the win rates of an entrant over all its games, and by team and seat.
    fn win_rates(&self, entrant: usize) -> Vec<WinRate> {
        let row = |team, seat, won: &Won| {
            let wins = Wins::of(won, self.level);
            WinRate { team, seat, wins, fair_share: self.cast.fair_share() }
        };
        let all = row(team(&self.cast, &self.tally, entrant), None, &self.tally.won(entrant));
        let seats = self.seats(entrant).into_iter();
        let seats = seats.map(|(team, seat, won)| row(team, Some(seat), &won));
        [all].into_iter().chain(seats).collect()
    }

    fn placements(&self, entrant: usize) -> Vec<Placement> {
        let counts = self.tally.placements(entrant);
        let all = counts.iter().sum();
        let places = (0..).zip(counts).skip(1).take(self.cast.sides);
        places.map(|(place, &games)| Placement { place, games, share: part(games, all) }).collect()
    }

    /// Returns the uses of all things of an entrant, each with the sums of its measures.
    pub fn uses(&self, entrant: usize) -> Vec<(Uses, &[u64])> {
        let things = self.cast.entrants[entrant].things.iter().enumerate();
        let uses = things.flat_map(|(t, thing)| {
            self.tally.uses(entrant, t).map(move |(round, of)| {
                let (plays, wins) = (of.plays, of.wins);
                (Uses { thing: thing.clone(), round, plays, wins }, of.sums)
            })
        });
        uses.collect()
    }

    /// Stores a table's column of round numbers in one byte per value, if no game can have more
    /// than 255 rounds.
    fn narrow(&self, column: &str, table: Table) -> Table {
        match u8::try_from(self.measured.rounds) {
            Ok(_) => table.narrow(column),
            Err(_) => table,
        }
    }
}

impl Counts<'_> {
    fn amounts(&self) -> Vec<Amount> {
        let values = (0..).zip(self.games).filter(|(_, games)| **games > 0);
        values.map(|(value, &games)| Amount { value, games }).collect()
    }

    fn summary(&self) -> Summary {
        let [p5, p25, p50, p75, p95] = [5, 25, 50, 75, 95].map(|percent| self.percentile(percent));
        let (games, mean, sd) = (self.all(), self.mean(), self.standard_deviation());
        Summary { games, mean, sd, p5, p25, p50, p75, p95 }
    }

    fn flag(&self, level: f64) -> Flag {
        let (games, value) = (self.all(), self.games[1]);
        let interval = wilson(value, games, level);
        let rate = share(value, games);
        Flag { games, value, rate, ci_low: interval.low, ci_high: interval.high }
    }

    fn classes(&self, names: &[String]) -> Vec<Class> {
        let classes = names.iter().cloned().zip(self.games);
        classes
            .map(|(value, &games)| Class { value, games, share: part(games, self.all()) })
            .collect()
    }
}

/// Returns all tables that `gong run` can write, without rows. Names in capitals stand for names
/// that a game declares, with one example measure of each form.
pub fn every() -> Vec<Table> {
    let measures = example_measures();
    let cast = Cast { entrants: vec![], slots: vec![], sides: 1, cooperative: false };
    let tally = Tally::new(&cast, &measures);
    let mut tables = all(&[Games::new(cast, tally, 0.95)], false).0;
    tables.extend([WithoutLuck::table_with(Vec::<(Who, _)>::new()), games_table(&measures)]);
    tables
}

/// Creates one example measure of each form: an amount, a time, a flag and a class.
fn example_measures() -> Measures {
    let amount = |name, words| Measure::amount(name, words, "", 1);
    let flag = Measure::flag;
    Measures {
        entrants: vec![
            Measure { table: "AMOUNTS", ..amount("AMOUNT", "an amount that the game declares") },
            Measure::time("TIME", "TIMES", "the round of an event", "", 20),
            Measure { table: "FLAGS", ..flag("FLAG", "a condition that is true or false") },
            Measure::class("CLASS", "CLASSES", "a class of games", &["CLASS"]),
        ],
        game: vec![],
        pairs: vec![
            Measure { table: "", ..flag("DONE", "an action of one entrant against the other") },
            Measure { table: "", ..amount("TAKEN", "an amount taken") },
        ],
        things: vec![Measure { table: "", ..amount("WORTH", "an amount, summed over its uses") }],
        rounds: 20,
        thing: ["THING", "THINGS"],
        nobody: "",
    }
}
