//! The facts of a run, read back from its tables and its manifest: the rows put together by entrant.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::row_types::{
    Amount, Beside, Class, Deal, Flag, Length, LuckAdjusted, Matchup, Placement, Summary, Time,
    Used, WinRate, With,
};
use crate::report::factions::{self, Faction};
use crate::report::measured::{Measure, Measured};
use crate::report::people::{People, Person};
use crate::report::shared::{Who, WithoutLuck, descending};
use crate::report::table::{Row, Table, Unit};
use crate::report::{FighterNote, Manifest, Tables};
use crate::stats::Form;
use crate::stats::intervals;
use crate::stats::order::{Order, Rate};

/// All that a run has to say.
pub struct Facts {
    /// Games played.
    pub games: u64,
    /// The factions of the sides, if they have any.
    pub factions: Vec<Faction>,
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
    /// Of a cooperative game: what the party used, from what goes with most wins to what goes with fewest.
    pub with: Vec<With>,
    /// How much was dealt, if that was asked.
    pub deal: Option<Deal>,
    /// Who played some of the games beside it.
    pub beside: Option<Beside>,
    /// Who played, by name.
    pub bots: Vec<String>,
}

/// One fighter in the hands of one strategy.
pub struct Entrant {
    pub who: Person,
    /// The name to show: the fighter's, and the strategy's where a fighter has several.
    pub label: String,
    /// All its games.
    pub all: WinRate,
    /// How often it wins with the luck taken out, if that was weighed.
    pub adjusted: Option<WithoutLuck>,
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
    /// What it is, such as the values of a card; empty if its name says it.
    pub about: String,
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
            factions: vec![],
            level: manifest.level,
            fair: None,
            measured: manifest.measured.clone(),
            people: People::of(manifest),
            fighters: vec![],
            entrants: vec![],
            meetings: vec![],
            game: vec![],
            lengths: Length::rows(tables.named(Length::NAME)?)?,
            with: vec![],
            deal: None,
            beside: None,
            bots: (manifest.strategies.iter())
                .map(|bot| bot.name.clone())
                .collect(),
        };
        if let Ok(table) = tables.named(Deal::NAME) {
            facts.deal = Deal::rows(table)?.pop();
        }
        if let Ok(table) = tables.named(Beside::NAME) {
            facts.beside = Beside::rows(table)?.pop();
        }
        if let Ok(table) = tables.named(With::NAME) {
            facts.with = descending(With::rows(table)?, |with| with.difference);
        }
        facts.read_wins(tables.named(WinRate::NAME)?)?;
        let who: Vec<Who> = facts.entrants.iter().map(|of| of.all.who.clone()).collect();
        for measure in &manifest.measured.entrants {
            let values = Values::read(tables, measure, &who)?;
            for (entrant, values) in facts.entrants.iter_mut().zip(values) {
                entrant.values.push(values);
            }
        }
        for measure in &manifest.measured.game {
            facts
                .game
                .extend(Values::read(tables, measure, &[Who::default()])?);
        }
        if let Ok(table) = tables.named(Placement::NAME) {
            for row in Placement::rows(table)? {
                facts.entrant(&row.who)?.places.push(row.share);
            }
        }
        if let Ok(table) = tables.named(LuckAdjusted::NAME) {
            for row in LuckAdjusted::rows(table)? {
                facts.entrant(&row.who)?.adjusted = Some(row.of);
            }
        }
        let things = tables.named(&manifest.measured.thing[1])?;
        facts.read_things(things, &manifest.fighters)?;
        if let Ok(table) = tables.named(Matchup::NAME) {
            facts.read_meetings(table)?;
        }
        let seats = facts.entrants.iter().flat_map(|of| &of.seats);
        let won = seats.map(|seat| (seat.team, &seat.wins));
        facts.factions = factions::of(&manifest.factions, facts.games, won, facts.level);
        facts.entrants.retain(|entrant| entrant.all.wins.games > 0);
        let fair = facts.fair.unwrap_or(0.0);
        let wins = facts.entrants.iter().map(|of| &of.all.wins);
        let p = wins.map(|of| intervals::p_value(of.wins, of.games, fair));
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
                let last = self.entrants.last_mut();
                last.context("table win_rates begins with a seat")?
                    .seats
                    .push(row);
                continue;
            }
            let who = self.people.get(&row.who.entrant);
            if self.fighters.iter().all(|known| known.key != who.key) {
                self.fighters.push(who.clone());
            }
            self.entrants.push(Entrant {
                label: String::new(),
                who,
                all: row,
                adjusted: None,
                seats: vec![],
                significant: false,
                values: vec![],
                places: vec![],
                things: vec![],
            });
        }
        let keys: Vec<String> = self.entrants.iter().map(|of| of.who.key.clone()).collect();
        for of in &mut self.entrants {
            let several = keys.iter().filter(|key| **key == of.who.key).count() > 1;
            of.label = of.who.label(&of.all.who.strategy, several);
        }
        Ok(())
    }

    fn entrant(&mut self, who: &Who) -> Result<&mut Entrant> {
        let found = self.entrants.iter_mut().find(|of| of.all.who == *who);
        found.with_context(|| format!("the tables name {}, whom win_rates lacks", who.entrant))
    }

    fn read_things(&mut self, table: &Table, fighters: &[FighterNote]) -> Result<()> {
        let none = BTreeMap::new();
        let [thing, _] = self.measured.thing.clone();
        let measures = self.measured.things.iter();
        let sums = measures.map(|measure| table.values::<u64>(&measure.name));
        let sums = sums.collect::<Result<Vec<Vec<u64>>>>()?;
        let rows = Used::rows(&table.clone().rename(&thing, "thing"))?;
        for (row, used) in rows.into_iter().enumerate() {
            let notes = fighters.iter().find(|of| of.key == used.who.entrant);
            let notes = notes.map(|of| &of.things).unwrap_or(&none);
            let things = &mut self.entrant(&used.who)?.things;
            let known = things.iter().position(|thing| thing.name == used.thing);
            let at = known.unwrap_or(things.len());
            if known.is_none() {
                things.push(Thing {
                    about: notes.get(&used.thing).cloned().unwrap_or_default(),
                    name: used.thing,
                    plays: 0,
                    rounds: 0,
                    sums: vec![0; sums.len()],
                });
            }
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
        let column = |measure: &Measure| match measure.form {
            Form::Flag => {
                let games = table.values::<u64>(&measure.name)?;
                Ok(games.into_iter().map(|games| games as f64).collect())
            }
            _ => table.values::<f64>(&measure.name),
        };
        let columns = self.measured.pairs.iter().map(column);
        let columns = columns.collect::<Result<Vec<Vec<f64>>>>()?;
        let met = Matchup::rows(table)?.into_iter().enumerate();
        let with = |(row, met)| (met, columns.iter().map(|column| column[row]).collect());
        self.meetings = met.map(with).collect();
        Ok(())
    }

    /// The names of the things that anybody uses so often that it shows: 0.05 times in 100 games.
    pub fn things_used(&self) -> BTreeSet<&String> {
        let shows = |(of, thing): &(&Entrant, &Thing)| of.use_of(thing) >= 0.0005;
        let all = self.entrants.iter();
        let all = all.flat_map(|of| of.things.iter().map(move |thing| (of, thing)));
        all.filter(shows).map(|(_, thing)| &thing.name).collect()
    }

    /// The longest game's rounds.
    pub fn longest(&self) -> u16 {
        self.lengths.last().map_or(0, |length| length.rounds)
    }

    /// The entrants in descending order of a number; those without it last.
    pub fn sorted_by(&self, number: impl Fn(&Entrant) -> Option<f64>) -> Vec<&Entrant> {
        descending(&self.entrants, |of| number(of).unwrap_or(f64::NEG_INFINITY))
    }

    pub fn by_wins(&self) -> Vec<&Entrant> {
        self.sorted_by(|of| of.all.wins.win_rate)
    }

    /// The measures of entrants of a form, with their places among all.
    pub fn of_form(&self, form: Form) -> impl Iterator<Item = (usize, &Measure)> {
        let all = self.measured.entrants.iter().enumerate();
        all.filter(move |(_, measure)| measure.form == form)
    }

    /// Whether anyone plays in a team.
    pub fn has_teams(&self) -> bool {
        let mut seats = self.entrants.iter().flat_map(|of| &of.seats);
        seats.any(|seat| seat.team.is_some())
    }

    /// These entrants, compared by their win rates.
    pub fn order(&self, of: &[&Entrant]) -> Order {
        let rate = |of: &&Entrant| Rate {
            wins: of.all.wins.wins,
            games: of.all.wins.games,
        };
        let rates: Vec<Rate> = of.iter().map(rate).collect();
        // Fighters of one side win together, which only makes them more alike.
        let shared = |a: usize, b: usize| {
            let (a, b) = (&of[a].who.key, &of[b].who.key);
            let same = |met: &&(Matchup, Vec<f64>)| met.0.entrant == *a && met.0.opponent == *b;
            self.meetings.iter().find(same).map_or(0, |met| met.0.games)
        };
        Order::of_rates(&rates, shared, 1.0 - self.level)
    }
}

impl WinRate {
    /// How far the win rate is from the fair share.
    pub fn off(&self) -> Option<f64> {
        Some(self.wins.win_rate? - self.fair_share?)
    }
}

impl Thing {
    /// What one use has of a sum over all.
    pub fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.plays.max(1) as f64
    }
}

impl Entrant {
    /// Times per game that it used a thing.
    pub fn use_of(&self, thing: &Thing) -> f64 {
        thing.plays as f64 / self.all.wins.games.max(1) as f64
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

impl Values {
    /// The values of a measure, of each of these.
    fn read(tables: &Tables, measure: &Measure, who: &[Who]) -> Result<Vec<Values>> {
        let named = |name: &str| -> Result<Table> {
            let mut table = tables.named(name)?.clone().rename(&measure.name, "value");
            // The tables of the game's own measures have no entrants.
            for column in ["entrant", "strategy"] {
                if table.column(column).is_err() {
                    let nobody = vec![String::new(); table.height()];
                    table.push(column, Unit::Word, "", nobody);
                }
            }
            Ok(table)
        };
        let table = named(&measure.table)?;
        let lacks = || format!("table {} lacks somebody", measure.table);
        Ok(match measure.form {
            Form::Amount => {
                let rows = by_who(Amount::rows(&table)?, who, |row| &row.who);
                let sums = Summary::rows(&named(&measure.summary())?)?;
                let sums = by_who(sums, who, |row| &row.who).into_iter();
                let each = rows.into_iter().zip(sums);
                let each = each.map(|(rows, mut sum)| Some(Values::Amount(rows, sum.pop()?)));
                each.collect::<Option<_>>().with_context(lacks)?
            }
            Form::Time => {
                let each = by_who(Time::rows(&table)?, who, |row| &row.who).into_iter();
                let each = each.map(|rows| rows.into_iter().partition(|row| row.round.is_some()));
                let never = |rows: Vec<Time>| rows.first().map_or(0.0, |row| row.survival);
                each.map(|(came, not)| Values::Time(came, never(not)))
                    .collect()
            }
            Form::Flag => {
                let each = by_who(Flag::rows(&table)?, who, |row| &row.who).into_iter();
                let each = each.map(|mut rows| Some(Values::Flag(rows.pop()?)));
                each.collect::<Option<_>>().with_context(lacks)?
            }
            Form::Class => {
                let each = by_who(Class::rows(&table)?, who, |row| &row.who);
                each.into_iter().map(Values::Class).collect()
            }
        })
    }
}

/// The rows of each of these.
fn by_who<R>(rows: Vec<R>, who: &[Who], of: impl Fn(&R) -> &Who) -> Vec<Vec<R>> {
    let mut each: Vec<Vec<R>> = who.iter().map(|_| vec![]).collect();
    for row in rows {
        if let Some(at) = who.iter().position(|who| who == of(&row)) {
            each[at].push(row);
        }
    }
    each
}
