//! The tables of `gong run`, in long form: one row per fact.
//!
//! The form of a measure of an entrant or of the game decides its tables. An amount has its
//! distribution and a summary. A time has the hazard and survival of its event. A flag has its
//! rate, and a class has its shares. Tables of the game as a whole have no columns about an
//! entrant.

use anyhow::Result;

use super::games::{Counts, EventRound, Games};
use crate::report::Tables;
use crate::report::measured::MeasureNote;
use crate::report::rows::games_table;
use crate::report::shared::{Wins, WithoutLuck, share};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::capital;
use crate::stats::intervals::wilson;
use crate::stats::{Cast, Form, Measure, Measures, Tally};

/// A row of a table, with the index of its entrant; `None` for the game as a whole.
type Line<T> = (Option<usize>, T);

impl Games {
    /// Returns all tables of the run, in the order in which their results are hashed.
    pub fn tables(&self) -> Tables {
        let mut tables = vec![self.win_rates()];
        for (m, measure) in self.measured.entrants.iter().enumerate() {
            let counts = self.entrants().map(|i| (Some(i), self.counts(i, m))).collect();
            tables.extend(self.of_measure(measure, counts));
        }
        tables.extend(self.cast.fair_share().map(|_| self.placements()));
        let adjusted = self.entrants().filter_map(|i| Some((Some(i), self.adjusted(i)?)));
        let adjusted: Vec<Line<WithoutLuck>> = adjusted.collect();
        tables.extend((!adjusted.is_empty()).then(|| self.luck_adjusted(&adjusted)));
        tables.extend([self.matchups(), self.things(), self.game_lengths()]);
        for (m, measure) in self.measured.game.iter().enumerate() {
            tables.extend(self.of_measure(measure, vec![(None, self.game_counts(m))]));
        }
        Tables(tables)
    }

    /// Begins a table with the columns of the entrants, unless its rows are about the game as a
    /// whole.
    fn table<'a, T>(
        &'a self,
        name: impl Into<String>,
        meaning: impl Into<String>,
        rows: &'a [Line<T>],
    ) -> RowLines<'a, Line<T>> {
        let table = Table::new(name, "", meaning).of(rows);
        if rows.first().is_some_and(|(entrant, _)| entrant.is_none()) {
            return table;
        }
        let entrant = |row: &Line<T>| Some(&self.cast.entrants[row.0?]);
        table
            .word("entrant", move |row| entrant(row).map_or("", |of| of.fighter.as_str()))
            .meaning("The fighter’s key.")
            .word("strategy", move |row| entrant(row).map_or("", |of| of.strategy.as_str()))
            .meaning("The bot that plays the fighter.")
    }

    fn win_rates(&self) -> Table {
        let mut rows = vec![];
        for i in self.entrants() {
            let all = (self.team(i), None, self.tally.won(i));
            let seats = self.seats(i).into_iter();
            let seats = seats.map(|(team, seat, won)| (team, Some(seat), won));
            rows.extend(
                [all]
                    .into_iter()
                    .chain(seats)
                    .map(|(team, seat, won)| (Some(i), (team, seat, Wins::of(&won, self.level)))),
            );
        }
        let meaning = "One row per entrant (a fighter with its bot) for all its games, with seat \
                       null; then one row per team and seat that the entrant has played in.";
        self.table("win_rates", meaning, &rows)
            .with("team", Unit::Ordinal, |(_, (team, ..))| *team)
            .meaning("The fighter’s team; null if it has none or has played for several.")
            .with("seat", Unit::Ordinal, |(_, (_, seat, _))| *seat)
            .meaning("The fighter’s seat at the table, from 1; null for all seats together.")
            .with("games", Unit::Count, |(_, (.., wins))| wins.games)
            .meaning("Number of games played.")
            .with("wins", Unit::Count, |(_, (.., wins))| wins.wins)
            .meaning("Number of games won.")
            .with("win_rate", Unit::Share(1), |(_, (.., wins))| wins.win_rate)
            .meaning("Share of games won; null without games.")
            .with("ci_low", Unit::Share(1), |(_, (.., wins))| wins.ci_low)
            .meaning("The lower end of the win rate’s confidence interval.")
            .with("ci_high", Unit::Share(1), |(_, (.., wins))| wins.ci_high)
            .meaning("The upper end of the win rate’s confidence interval.")
            .with("fair_share", Unit::Share(1), |_| self.cast.fair_share())
            .meaning(
                "Win rate that every entrant would have if all were equally strong; null in a \
                 cooperative game.",
            )
            .table
    }

    fn luck_adjusted(&self, rows: &[Line<WithoutLuck>]) -> Table {
        let meaning = "If bots search: one row per entrant (a fighter with its bot) that has \
                       enough games, with its luck-adjusted win rate (the luck of the dice \
                       removed).";
        self.table("luck_adjusted", meaning, rows)
            .with("games", Unit::Count, |(_, of)| of.games)
            .meaning("Number of games played.")
            .with("wins", Unit::Count, |(_, of)| of.wins)
            .meaning("Number of games won.")
            .with("adjusted", Unit::Share(1), |(_, of)| of.adjusted)
            .meaning(
                "The share of games won, adjusted for luck: an estimate of the win rate with less \
                 random error.",
            )
            .with("ci_low", Unit::Share(1), |(_, of)| of.ci_low)
            .meaning("The lower end of the adjusted share’s confidence interval.")
            .with("ci_high", Unit::Share(1), |(_, of)| of.ci_high)
            .meaning("The upper end of the adjusted share’s confidence interval.")
            .with("saving", Unit::Number(2, ""), |(_, of)| of.saving)
            .meaning(
                "Precision gained by the adjustment, as a factor: without it, this many times as \
                 many games would be needed.",
            )
            .table
    }

    /// Makes the tables of one measure from its values.
    fn of_measure(&self, measure: &MeasureNote, counts: Vec<Line<Counts<'_>>>) -> Vec<Table> {
        match measure.form {
            Form::Amount => vec![self.amounts(measure, &counts), self.summaries(measure, &counts)],
            Form::Time => vec![self.times(measure, &counts)],
            Form::Flag => vec![self.flags(measure, &counts)],
            Form::Class => vec![self.classes(measure, &counts)],
        }
    }

    fn amounts(&self, measure: &MeasureNote, counts: &[Line<Counts<'_>>]) -> Table {
        let about = about(
            measure,
            "One row per value of the measure that occurred, with its number of games.",
        );
        let mut rows: Vec<Line<(u16, u64)>> = vec![];
        for (entrant, of) in counts {
            let values = (0..).zip(of.games).filter(|(_, games)| **games > 0);
            rows.extend(values.map(|(value, &games)| (*entrant, (value, games))));
        }
        self.table(&measure.table, about, &rows)
            .with(&measure.name, Unit::Number(0, ""), |(_, (value, _))| *value)
            .meaning("A value that the measure had in at least one game.")
            .with("games", Unit::Count, |(_, (_, games))| *games)
            .meaning("Number of games in which the measure had this value.")
            .table
    }

    fn summaries(&self, measure: &MeasureNote, counts: &[Line<Counts<'_>>]) -> Table {
        let about = about(
            measure,
            "Mean, standard deviation and percentiles of an amount measured in each game; null \
             without games. The N-th percentile is the least value that at least N percent of \
             the games do not exceed.",
        );
        let mut table = self
            .table(measure.summary(), about, counts)
            .with("games", Unit::Count, |(_, of)| of.all())
            .meaning("Number of games in which the amount was measured.")
            .with("mean", Unit::Number(2, ""), |(_, of)| of.mean())
            .meaning("The mean of the amount per game.")
            .with("sd", Unit::Number(2, ""), |(_, of)| of.standard_deviation())
            .meaning("The sample standard deviation of the amount per game.");
        for percent in [5, 25, 50, 75, 95] {
            let meaning = match percent {
                50 => "The median of the amount per game, over all games.".to_owned(),
                _ => format!("The {percent}th percentile of the amount per game."),
            };
            let percentile = |(_, of): &Line<Counts<'_>>| of.percentile(percent);
            table =
                table.with(format!("p{percent}"), Unit::Number(0, ""), percentile).meaning(meaning);
        }
        table.table
    }

    fn times(&self, measure: &MeasureNote, counts: &[Line<Counts<'_>>]) -> Table {
        let about = about(
            measure,
            "When an event occurs: one row per round up to the longest game, and one row with \
             round null for games in which the event never occurred.",
        );
        let rounds = |(entrant, of): &Line<Counts<'_>>| {
            let entrant = *entrant;
            of.rounds().into_iter().map(move |round| (entrant, round))
        };
        let rows: Vec<Line<EventRound>> = counts.iter().flat_map(rounds).collect();
        let table = self
            .table(&measure.table, about, &rows)
            .with("round", Unit::Ordinal, |(_, of)| of.round)
            .meaning(
                "The round in which the event occurred; null for games in which it never occurred.",
            )
            .with("games", Unit::Count, |(_, of)| of.games)
            .meaning("Number of games in which the event occurred in this round.")
            .with("share", Unit::Share(1), |(_, of)| of.share)
            .meaning("Share of the entrant’s games in which the event occurred in this round.")
            .with("hazard", Unit::Share(1), |(_, of)| of.hazard)
            .meaning(
                "Hazard: of the games in which the event could still occur in this round, the \
                 share in which it did; null if there are no such games.",
            )
            .with("survival", Unit::Share(1), |(_, of)| of.survival)
            .meaning(
                "Survival: the share of all games in which the event had not occurred by the end \
                 of the round. In the row with round null: by the end of the game.",
            )
            .table;
        self.narrow(table, "round")
    }

    fn flags(&self, measure: &MeasureNote, counts: &[Line<Counts<'_>>]) -> Table {
        let about = about(
            measure,
            "Number of games in which a condition, true or false in each game, was true.",
        );
        let interval = |(_, of): &Line<Counts<'_>>| wilson(of.games[1], of.all(), self.level);
        self.table(&measure.table, about, counts)
            .with("games", Unit::Count, |(_, of)| of.all())
            .meaning("Number of games in which the condition was checked.")
            .with(&measure.name, Unit::Count, |(_, of)| of.games[1])
            .meaning("Number of games in which the condition was true.")
            .with("rate", Unit::Share(1), |(_, of)| share(of.games[1], of.all()))
            .meaning("Share of games in which the condition was true; null without games.")
            .with("ci_low", Unit::Share(1), |row| interval(row).low)
            .meaning("The lower end of the share’s confidence interval.")
            .with("ci_high", Unit::Share(1), |row| interval(row).high)
            .meaning("The upper end of the share’s confidence interval.")
            .table
    }

    fn classes(&self, measure: &MeasureNote, counts: &[Line<Counts<'_>>]) -> Table {
        let about = about(
            measure,
            "One row per class (a category to which the measure assigns each game), with its \
             number of games.",
        );
        let mut rows: Vec<Line<(&String, u64, u64)>> = vec![];
        for (entrant, of) in counts {
            let classes = measure.classes.iter().zip(of.games);
            rows.extend(classes.map(|(class, &games)| (*entrant, (class, games, of.all()))));
        }
        self.table(&measure.table, about, &rows)
            .word(&measure.name, |(_, (class, ..))| *class)
            .meaning("The class (category) to which the measure assigns the games.")
            .with("games", Unit::Count, |(_, (_, games, _))| *games)
            .meaning("Number of games in this class.")
            .with("share", Unit::Share(1), |(_, (_, games, all))| {
                share(*games, *all).unwrap_or(0.0)
            })
            .meaning("Share of the entrant’s games that belong to this class.")
            .table
    }

    fn placements(&self) -> Table {
        let mut rows: Vec<Line<(u8, u64, u64)>> = vec![];
        for i in self.entrants() {
            let counts = self.tally.placements(i);
            let places = (0..).zip(counts).skip(1).take(self.cast.sides);
            let all = counts.iter().sum();
            rows.extend(places.map(|(place, &games)| (Some(i), (place, games, all))));
        }
        let meaning =
            "One row per place (rank at the end of the game); there are as many places as sides.";
        self.table("placements", meaning, &rows)
            .with("place", Unit::Ordinal, |(_, (place, ..))| *place)
            .meaning("The place (rank) at the end of the game; the winner has place 1.")
            .with("games", Unit::Count, |(_, (_, games, _))| *games)
            .meaning("Number of games that the entrant finished in this place.")
            .with("share", Unit::Share(1), |(_, (_, games, all))| {
                share(*games, *all).unwrap_or(0.0)
            })
            .meaning("Share of the entrant’s games that it finished in this place.")
            .table
    }

    fn matchups(&self) -> Table {
        let meetings = self.meetings();
        let meaning = "One row per two fighters that met as opponents, whichever bots played them. \
                       The last columns are actions of the first fighter against the opponent: the \
                       number of games with the action, or the mean amount per game.";
        let mut table = Table::new("matchups", "", meaning)
            .of(&meetings)
            .word("entrant", |of| &of.fighter)
            .meaning("Key of the fighter whose actions against the opponent are counted.")
            .word("opponent", |of| &of.opponent)
            .meaning("Key of the fighter that is the opponent.")
            .with("games", Unit::Count, |of| of.games)
            .meaning("Number of games in which the two fighters were opponents.")
            .with("finished_ahead", Unit::Count, |of| of.finished_ahead)
            .meaning(
                "Number of games that the first fighter finished in a better place than the \
                 opponent.",
            );
        for (m, measure) in self.measured.pairs.iter().enumerate() {
            let (name, words) = (&measure.name, &measure.words);
            table = match measure.form {
                Form::Flag => table
                    .with(name, Unit::Count, |of| of.sums[m])
                    .meaning(format!("Games with {words}.")),
                _ => table
                    .with(name, Unit::Number(2, ""), |of| share(of.sums[m], of.games))
                    .meaning(format!("Mean {words} per game.")),
            };
        }
        table.table
    }

    fn things(&self) -> Table {
        let [thing, things] = &self.measured.thing;
        let mut rows = vec![];
        for i in self.entrants() {
            for (t, name) in self.cast.entrants[i].things.iter().enumerate() {
                let uses = self.tally.uses(i, t);
                rows.extend(uses.map(|(round, used)| (Some(i), (name, round, used))));
            }
        }
        let meaning = "One row per thing that a fighter uses (such as a card) and round in which \
                       it was used at least once. The last columns are sums over these uses.";
        let mut table = self
            .table(things, meaning, &rows)
            .word(thing, |(_, (name, ..))| *name)
            .meaning("The thing that the fighter used, such as a card.")
            .with("round", Unit::Ordinal, |(_, (_, round, _))| *round)
            .meaning("The round in which the thing was used.")
            .with("plays", Unit::Count, |(_, (.., used))| used.plays)
            .meaning("Number of times that the thing was used in this round, over all games.")
            .with("wins", Unit::Count, |(_, (.., used))| used.wins)
            .meaning("Number of uses in games that the fighter who used the thing won.");
        for (m, measure) in self.measured.things.iter().enumerate() {
            table = table
                .with(&measure.name, Unit::Count, |(_, (.., used))| used.sums[m])
                .meaning(format!("{}.", capital(&measure.words)));
        }
        self.narrow(table.table, "round")
    }

    fn game_lengths(&self) -> Table {
        let lengths: Vec<(u16, u64)> = self.tally.lengths().collect();
        let meaning = "One row per game length (number of rounds), with its number of games.";
        let table = Table::new("game_lengths", "", meaning)
            .of(&lengths)
            .with("rounds", Unit::Ordinal, |(rounds, _)| *rounds)
            .meaning("Length of the games: number of rounds that began.")
            .with("games", Unit::Count, |(_, games)| *games)
            .meaning("Number of games with this number of rounds.")
            .with("share", Unit::Share(1), |(_, games)| {
                share(*games, self.tally.games()).unwrap_or(0.0)
            })
            .meaning("Share of all games that have this number of rounds, 0 to 1.")
            .table;
        self.narrow(table, "rounds")
    }

    /// Stores a table's column of round numbers in one byte per value, if no game can have more
    /// than 255 rounds.
    fn narrow(&self, table: Table, column: &str) -> Table {
        match u8::try_from(self.measured.rounds) {
            Ok(_) => table.narrow(column),
            Err(_) => table,
        }
    }
}

/// Describes a table of a measure.
fn about(measure: &MeasureNote, rows: &str) -> String {
    format!("{}. {rows}", capital(&measure.words))
}

/// Names of tables that are written only if a single bot plays, not if a list of bots plays in
/// turn.
const OF_ONE: [&str; 2] = ["matchups", "game_lengths"];

/// Combines the tables of the runs with each bot: the rows of each run follow the rows of the run
/// before.
///
/// # Errors
/// Fails if two tables of one name have different columns.
pub fn combined(runs: &[Games]) -> Result<Tables> {
    let mut each = runs.iter().map(Games::tables);
    let mut all = each.next().unwrap_or(Tables(vec![]));
    for tables in each {
        for (table, more) in all.0.iter_mut().zip(tables.0) {
            table.append(&more)?;
        }
    }
    all.0.retain(|table| {
        let of_entrants = table.column("strategy").is_ok();
        of_entrants && !OF_ONE.contains(&table.name.as_str())
    });
    Ok(all)
}

/// Returns all tables that `gong run` can write, without rows. Names in capitals stand for names
/// that a game declares, with one example measure of each form.
pub fn every() -> Vec<Table> {
    let measures = example_measures();
    let cast = Cast { entrants: vec![], slots: vec![], sides: 1, cooperative: false };
    let tally = Tally::new(&cast, &measures);
    let games = Games::new(cast, tally, 0.95);
    let mut tables = games.tables().0;
    tables.extend([games.luck_adjusted(&[]), games_table(&measures)]);
    tables
}

/// Creates one example measure of each form: an amount, a time, a flag and a class.
fn example_measures() -> Measures {
    let measure = |name, table, form, words, most| Measure {
        name,
        table,
        form,
        words,
        unit: "",
        never: "",
        most,
        classes: &[],
    };
    let flag = |name, words| measure(name, "", Form::Flag, words, 1);
    let amount = |name, words| measure(name, "", Form::Amount, words, 1);
    Measures {
        entrants: vec![
            measure("AMOUNT", "AMOUNTS", Form::Amount, AMOUNT, 1),
            measure("TIME", "TIMES", Form::Time, "the round of an event", 20),
            measure("FLAG", "FLAGS", Form::Flag, "a condition that is true or false", 1),
            Measure {
                classes: &["CLASS"],
                ..measure("CLASS", "CLASSES", Form::Class, "a class of games", 0)
            },
        ],
        game: vec![],
        pairs: vec![
            flag("DONE", "an action of one entrant against the other"),
            amount("TAKEN", "an amount taken"),
        ],
        things: vec![amount("WORTH", "an amount, summed over its uses")],
        rounds: 20,
        thing: ["THING", "THINGS"],
        nobody: "",
    }
}

/// Description, for users, of the example measure that is an amount.
const AMOUNT: &str = "an amount that the game declares";
