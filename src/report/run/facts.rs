//! The facts of a run, read back from its tables and its manifest: the rows put together by entrant.

use anyhow::{Context, Result};

use super::tables::{
    Amount, Class, Flag, Length, Matchup, Placement, Summary, Time, Used, WinRate,
};
use crate::report::measured::{Measure, Measured};
use crate::report::people::{People, Person};
use crate::report::table::{Row, Table};
use crate::report::{Manifest, Tables};
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::order::{Order, Rate};

/// All that a run has to say.
pub struct Facts {
    /// Games played.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// The share of games that an entrant of average strength wins; none if all play together.
    pub fair: Option<f64>,
    pub measured: Measured,
    pub people: People,
    /// The fighters that played.
    pub fighters: Vec<Person>,
    /// The entrants that played, in the order of the tables.
    pub entrants: Vec<Entrant>,
    /// Who met whom, and what the one did to the other, by the game's measures of pairs: games of a flag, the mean of an amount.
    pub meetings: Vec<(Matchup, Vec<f64>)>,
    /// By each of the game's own measures.
    pub game: Vec<Values>,
    pub lengths: Vec<Length>,
}

/// One fighter in the hands of one strategy.
pub struct Entrant {
    pub who: Person,
    /// The name to show: the fighter's, and the strategy's where a fighter has several.
    pub label: String,
    /// All its games.
    pub all: WinRate,
    /// Its games by team and seat.
    pub seats: Vec<WinRate>,
    /// Its win rate differs from the fair share, also after allowing for as many tests as there are entrants (Holm).
    pub significant: bool,
    /// By each of the measures of entrants.
    pub values: Vec<Values>,
    /// The share of games by place, from place 1.
    pub places: Vec<f64>,
    /// Those it used, in the order of the tables.
    pub things: Vec<Thing>,
}

/// What is known of one measure.
pub enum Values {
    Amount(Vec<Amount>, Summary),
    /// By round, and the share of games in which it never came.
    Time(Vec<Time>, f64),
    Flag(Flag),
    Class(Vec<Class>),
}

/// What an entrant did with a thing, over all rounds.
pub struct Thing {
    pub name: String,
    /// Uses, and the rounds in which they were, added up.
    pub plays: u64,
    pub rounds: u64,
    /// By the measures of things: sums.
    pub sums: Vec<u64>,
}

impl Facts {
    /// Reads tables and manifest.
    ///
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut facts = Facts {
            games: manifest.games,
            level: manifest.interval_level(),
            fair: None,
            measured: manifest.measured.clone(),
            people: People::of(manifest),
            fighters: vec![],
            entrants: vec![],
            meetings: vec![],
            game: vec![],
            lengths: Length::rows(tables.named(Length::NAME)?)?,
        };
        facts.read_wins(tables.named(WinRate::NAME)?)?;
        for measure in facts.measured.clone().entrants {
            let table = Of::read(tables, &measure)?;
            for entrant in &mut facts.entrants {
                let key = (entrant.all.entrant.as_str(), entrant.all.strategy.as_str());
                entrant.values.push(table.of(Some(key))?);
            }
        }
        for measure in &manifest.measured.game {
            facts.game.push(Of::read(tables, measure)?.of(None)?);
        }
        if let Ok(table) = tables.named(Placement::NAME) {
            for row in Placement::rows(table)? {
                facts
                    .entrant(&row.entrant, &row.strategy)?
                    .places
                    .push(row.share);
            }
        }
        facts.read_things(tables.named(&manifest.measured.thing[1])?)?;
        if let Ok(table) = tables.named(Matchup::NAME) {
            facts.read_meetings(table)?;
        }
        facts.entrants.retain(|entrant| entrant.all.games > 0);
        let fair = facts.fair.unwrap_or(0.0);
        let p = facts
            .entrants
            .iter()
            .map(|of| intervals::p_value(of.all.wins, of.all.games, fair));
        let holds = intervals::holm(&p.collect::<Vec<_>>(), 1.0 - facts.level);
        for (entrant, holds) in facts.entrants.iter_mut().zip(holds) {
            entrant.significant = holds && facts.fair.is_some();
        }
        Ok(facts)
    }

    fn read_wins(&mut self, table: &Table) -> Result<()> {
        for row in WinRate::rows(table)? {
            self.fair = row.fair_share;
            if row.seat.is_some() {
                let last = self
                    .entrants
                    .last_mut()
                    .context("table win_rates begins with a seat")?;
                last.seats.push(row);
                continue;
            }
            let who = self.people.get(&row.entrant);
            if self.fighters.iter().all(|known| known.key != who.key) {
                self.fighters.push(who.clone());
            }
            self.entrants.push(Entrant {
                label: who.name.clone(),
                who,
                all: row,
                seats: vec![],
                significant: false,
                values: vec![],
                places: vec![],
                things: vec![],
            });
        }
        let keys: Vec<String> = self.entrants.iter().map(|of| of.who.key.clone()).collect();
        for entrant in &mut self.entrants {
            if keys.iter().filter(|key| **key == entrant.who.key).count() > 1 {
                entrant.label = format!("{} · {}", entrant.label, entrant.all.strategy);
            }
        }
        Ok(())
    }

    fn entrant(&mut self, key: &str, strategy: &str) -> Result<&mut Entrant> {
        let same = |of: &&mut Entrant| of.all.entrant == key && of.all.strategy == strategy;
        let found = self.entrants.iter_mut().find(same);
        found.with_context(|| format!("the tables name {key}, whom win_rates lacks"))
    }

    fn read_things(&mut self, table: &Table) -> Result<()> {
        let [thing, _] = self.measured.thing.clone();
        let measures = self.measured.things.iter();
        let sums = measures.map(|measure| table.values::<u64>(&measure.name));
        let sums = sums.collect::<Result<Vec<Vec<u64>>>>()?;
        for (row, used) in Used::rows(&table.clone().rename(&thing, "thing"))?
            .into_iter()
            .enumerate()
        {
            let things = &mut self.entrant(&used.entrant, &used.strategy)?.things;
            let known = things.iter().position(|thing| thing.name == used.thing);
            let at = known.unwrap_or_else(|| {
                things.push(Thing {
                    name: used.thing.clone(),
                    plays: 0,
                    rounds: 0,
                    sums: vec![0; sums.len()],
                });
                things.len() - 1
            });
            let thing = &mut things[at];
            thing.plays += used.plays;
            thing.rounds += u64::from(used.round) * used.plays;
            for (sum, column) in thing.sums.iter_mut().zip(&sums) {
                *sum += column[row];
            }
        }
        Ok(())
    }

    fn read_meetings(&mut self, table: &Table) -> Result<()> {
        let mut columns = vec![];
        for measure in &self.measured.pairs {
            columns.push(match measure.form {
                Form::Flag => table
                    .values::<u64>(&measure.name)?
                    .into_iter()
                    .map(|games| games as f64)
                    .collect(),
                _ => table.values::<f64>(&measure.name)?,
            });
        }
        let met = Matchup::rows(table)?.into_iter().enumerate();
        let with = |(row, met)| (met, columns.iter().map(|column| column[row]).collect());
        self.meetings = met.map(with).collect();
        Ok(())
    }

    /// The longest game's rounds.
    pub fn longest(&self) -> u16 {
        self.lengths
            .iter()
            .map(|length| length.rounds)
            .max()
            .unwrap_or(0)
    }

    /// The entrants in descending order of a number; those without it last.
    pub fn sorted_by(&self, number: impl Fn(&Entrant) -> Option<f64>) -> Vec<&Entrant> {
        let mut sorted: Vec<&Entrant> = self.entrants.iter().collect();
        let number = |of: &Entrant| number(of).unwrap_or(f64::NEG_INFINITY);
        sorted.sort_by(|a, b| number(b).total_cmp(&number(a)));
        sorted
    }

    pub fn by_wins(&self) -> Vec<&Entrant> {
        self.sorted_by(|entrant| entrant.all.win_rate)
    }

    /// The measures of entrants of a form, with their places among all.
    pub fn of_form(&self, form: Form) -> impl Iterator<Item = (usize, &Measure)> {
        let all = self.measured.entrants.iter().enumerate();
        all.filter(move |(_, measure)| measure.form == form)
    }

    /// Whether anyone plays in a team.
    pub fn has_teams(&self) -> bool {
        self.entrants
            .iter()
            .any(|of| of.seats.iter().any(|seat| seat.team.is_some()))
    }

    /// These entrants, compared by their win rates.
    pub fn order(&self, of: &[&Entrant]) -> Order {
        let rates: Vec<Rate> = of.iter().map(|of| of.all.rate()).collect();
        // Fighters of one side win together, which only makes them more alike.
        let shared = |a: usize, b: usize| {
            let (a, b) = (&of[a].all, &of[b].all);
            let same = |met: &&(Matchup, Vec<f64>)| {
                met.0.entrant == a.entrant && met.0.opponent == b.entrant
            };
            self.meetings.iter().find(same).map_or(0, |met| met.0.games)
        };
        Order::of_rates(&rates, shared, 1.0 - self.level)
    }
}

impl WinRate {
    pub fn half_width(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }

    /// How far the win rate is from the fair share.
    pub fn off(&self) -> Option<f64> {
        Some(self.win_rate? - self.fair_share?)
    }

    fn rate(&self) -> Rate {
        Rate {
            wins: self.wins,
            games: self.games,
        }
    }
}

impl Entrant {
    /// Times per game that it used a thing.
    pub fn use_of(&self, thing: &Thing) -> f64 {
        thing.plays as f64 / self.all.games.max(1) as f64
    }

    pub fn summary(&self, measure: usize) -> Option<&Summary> {
        match self.values.get(measure)? {
            Values::Amount(_, summary) => Some(summary),
            _ => None,
        }
    }

    pub fn mean(&self, measure: usize) -> Option<f64> {
        self.summary(measure)?.mean
    }

    /// The rounds of a time, and the share of games in which it never came.
    pub fn time(&self, measure: usize) -> Option<(&[Time], f64)> {
        match self.values.get(measure)? {
            Values::Time(rounds, never) => Some((rounds, *never)),
            _ => None,
        }
    }

    /// Games in which a time came.
    pub fn came(&self, measure: usize) -> u64 {
        let rounds = self.time(measure).map_or(&[][..], |(rounds, _)| rounds);
        rounds.iter().map(|row| row.games).sum()
    }

    /// The mean round of the games in which a time came; none if it never did.
    pub fn mean_round(&self, measure: usize) -> Option<f64> {
        let (rounds, _) = self.time(measure)?;
        let sum = |row: &Time| u64::from(row.round.unwrap_or(0)) * row.games;
        let games = self.came(measure);
        (games > 0).then(|| rounds.iter().map(sum).sum::<u64>() as f64 / games as f64)
    }
}

/// The rows of a measure's table.
enum Of {
    Amount(Vec<Amount>, Vec<Summary>),
    Time(Vec<Time>),
    Flag(Vec<Flag>),
    Class(Vec<Class>),
}

impl Of {
    fn read(tables: &Tables, measure: &Measure) -> Result<Of> {
        // The tables of the game's own measures have no entrants.
        let full = |name: &str| -> Result<Table> {
            let mut table = tables.named(name)?.clone().rename(&measure.name, "value");
            for column in ["entrant", "strategy"] {
                if table.column(column).is_err() {
                    let height = table.height();
                    table.push(
                        column,
                        crate::report::table::Unit::Word,
                        "",
                        vec![String::new(); height],
                    );
                }
            }
            Ok(table)
        };
        let table = full(&measure.table)?;
        Ok(match measure.form {
            Form::Amount => Of::Amount(
                Amount::rows(&table)?,
                Summary::rows(&full(&measure.summary())?)?,
            ),
            Form::Time => Of::Time(Time::rows(&table)?),
            Form::Flag => Of::Flag(Flag::rows(&table)?),
            Form::Class => Of::Class(Class::rows(&table)?),
        })
    }

    /// Those of an entrant, by key and strategy; of the game without.
    fn of(&self, who: Option<(&str, &str)>) -> Result<Values> {
        let (key, strategy) = who.unwrap_or_default();
        macro_rules! own {
            ($rows:expr) => {
                $rows
                    .iter()
                    .filter(|row| row.entrant == key && row.strategy == strategy)
                    .cloned()
            };
        }
        let lacks = || format!("a table lacks {key}");
        Ok(match self {
            Of::Amount(rows, sums) => {
                Values::Amount(own!(rows).collect(), own!(sums).next().with_context(lacks)?)
            }
            Of::Time(rows) => {
                let (came, never): (Vec<Time>, Vec<Time>) =
                    own!(rows).partition(|row| row.round.is_some());
                Values::Time(came, never.first().map_or(0.0, |row| row.survival))
            }
            Of::Flag(rows) => Values::Flag(own!(rows).next().with_context(lacks)?),
            Of::Class(rows) => Values::Class(own!(rows).collect()),
        })
    }
}
