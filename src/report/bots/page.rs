//! What several bots make of the fighters: verdict, chart and tables of the page. A bot is a style of play, not a level of skill.

use anyhow::{Context, Result};

use super::Robustness;
use crate::analysis::styles::MARGIN;
use crate::report::chart::Chart;
use crate::report::chart::marks::{Cell, Mark, Marks, Reference, Row as MarkRow};
use crate::report::chart::scale;
use crate::report::measured::Measure;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::run::{Summary, Time, WinRate};
use crate::report::shared::{Who, Wins, descending, greatest};
use crate::report::table::{Lines, Row, Table, Unit};
use crate::report::words::{counted, level, list, with_sign};
use crate::report::{Manifest, Tables};
use crate::stats::Form;

/// All that there is to say.
pub struct Facts {
    level: f64,
    fair: Option<f64>,
    bots: Vec<String>,
    people: People,
    /// Those whom two bots see on different sides first.
    fighters: Vec<Fighter>,
    /// By measure, a table: a line each fighter, a column each bot.
    measures: Vec<Table>,
}

struct Fighter {
    who: Person,
    agreement: String,
    /// By bot.
    seen: Vec<Seen>,
}

struct Seen {
    wins: Wins,
    side: String,
    /// Its place among all fighters, from 1, by this bot's win rates.
    rank: u64,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or names whom another lacks: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let people = People::of(manifest);
        let mut rates = WinRate::rows(tables.named(WinRate::NAME)?)?;
        rates.retain(|rate| rate.seat.is_none());
        let (mut bots, mut fighters): (Vec<String>, Vec<Fighter>) = (vec![], vec![]);
        for row in Robustness::rows(tables.named(Robustness::NAME)?)? {
            if !bots.contains(&row.who.strategy) {
                bots.push(row.who.strategy.clone());
            }
            let rate = rates.iter().find(|rate| rate.who == row.who);
            let wins = &rate.context("robustness names whom win_rates lacks")?.wins;
            let own = rates
                .iter()
                .filter(|rate| rate.who.strategy == row.who.strategy);
            let better = own.filter(|rate| rate.wins.win_rate > wins.win_rate);
            let seen = Seen {
                wins: wins.clone(),
                side: row.side,
                rank: 1 + better.count() as u64,
            };
            match fighters.iter_mut().find(|of| of.who.key == row.who.entrant) {
                Some(fighter) => fighter.seen.push(seen),
                None => fighters.push(Fighter {
                    who: people.get(&row.who.entrant),
                    agreement: row.agreement,
                    seen: vec![seen],
                }),
            }
        }
        let order = |fighter: &Fighter| match fighter.agreement.as_str() {
            "depends-on-skill" => 0,
            "robust" => 1,
            _ => 2,
        };
        fighters.sort_by(|a, b| order(a).cmp(&order(b)).then(b.mean().total_cmp(&a.mean())));
        let mut facts = Facts {
            level: manifest.level,
            fair: rates.first().and_then(|rate| rate.fair_share),
            bots,
            people,
            fighters,
            measures: vec![],
        };
        for measure in &manifest.measured.entrants {
            facts.measures.extend(facts.measure(tables, measure)?);
        }
        Ok(facts)
    }

    /// One number of a measure, by fighter and bot.
    fn measure(&self, tables: &Tables, measure: &Measure) -> Result<Option<Table>> {
        let (title, meaning, unit, values): (_, _, _, Vec<(Who, Option<f64>)>) = match measure.form
        {
            Form::Amount => {
                let rows = Summary::rows(tables.named(&measure.summary())?)?.into_iter();
                let title = format!("Mean {}", measure.short());
                let meaning = format!("{}, mean of a game, by bot.", measure.words);
                let values = rows.map(|row| (row.who, row.mean)).collect();
                (title, meaning, Unit::Number(2, ""), values)
            }
            Form::Time => {
                let rows = Time::rows(tables.named(&measure.table)?)?.into_iter();
                let never = rows.filter(|row| row.round.is_none());
                let (title, event) = (format!("Without {}", measure.event()), measure.event());
                let meaning = format!("Share of games without {event} in %, by bot.");
                let values = never.map(|row| (row.who, Some(row.survival))).collect();
                (title, meaning, Unit::Share(1), values)
            }
            _ => return Ok(None),
        };
        let mut table = self.by_fighter(&measure.table, &title, meaning);
        for bot in &self.bots {
            table = table.with(bot, unit, |fighter| {
                let own = |of: &Who| of.entrant == fighter.who.key && of.strategy == *bot;
                values.iter().find(|(who, _)| own(who))?.1
            });
        }
        Ok(Some(table.table))
    }

    fn by_fighter(&self, id: &str, title: &str, meaning: String) -> Lines<'_, Fighter> {
        Table::new(id, title, meaning)
            .of(&self.fighters)
            .word(self.people.heading(), |fighter| &fighter.who.name)
            .coloured(|fighter| &fighter.who.colour)
    }

    fn of(&self, agreement: &str) -> Vec<&Fighter> {
        let same = |fighter: &&Fighter| fighter.agreement == agreement;
        self.fighters.iter().filter(same).collect()
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let (asked, warnings) = page::precision(manifest, "win rate");
        let rates = self.rates();
        let fair = self
            .fair
            .map(|fair| format!("The fair share is {}.", with_sign(fair, 1)));
        let played = format!(
            "{}, {}",
            counted(self.bots.len() as u64, "bot"),
            counted(manifest.games, "game")
        );
        let mut brief = rates.clone();
        brief.columns.retain(|column| column.name != "Ranks");
        let mut tables = vec![rates];
        tables.extend(self.measures.iter().cloned());
        Page {
            headline: self.headline(),
            warnings,
            verdict: self.verdict(),
            judgement: self.judgement(),
            brief: Brief {
                played,
                tables: vec![(String::new(), brief)],
                told: fair.into_iter().collect(),
                next: vec![manifest.watch_line(&manifest.watch, 0)],
            },
            sections: vec![
                Section::Charts(self.chart().into_iter().collect()),
                Section::Tables(tables),
                Section::Played(asked),
                Section::Provenance,
            ],
            colours: self.people.colours(),
            ..Page::default()
        }
    }

    /// The verdict in one line.
    fn headline(&self) -> String {
        let (same, style) = (self.of("robust").len(), self.of("depends-on-skill"));
        let (all, bots, several) = (self.fighters.len(), self.bots.len(), self.people.several());
        let most = greatest(self.fighters.iter().map(|fighter| fighter.shift().0)) * 100.0;
        let shift = format!("win rates shift by up to {most:.1} points with the style");
        if bots < 2 {
            return "Only one bot has played".to_owned();
        }
        if self.fair.is_none() {
            // All win together: there is no side to be on.
            return format!("With {bots} bots, {shift}");
        }
        let on = format!("{same} of {all} {several} are on the same side with every bot");
        match style.len() {
            0 if same == all => {
                format!(
                    "All {bots} bots see every {} on the same side; {shift}",
                    self.people.word()
                )
            }
            0 => format!("{on}, none on different ones; {shift}"),
            1 => format!("{on}; {} depends on style; {shift}", names(&style)),
            _ => format!("{on}; {} depend on style; {shift}", names(&style)),
        }
    }

    /// How it was judged, for the small print.
    fn judgement(&self) -> String {
        let (word, level, bots) = (self.people.word(), level(self.level), self.bots.len());
        let sides = format!(
            " It sees a {word} above or below if its win rate is certainly more than {:.0} point off the fair share, near if it is certainly not; certain at {level}, allowing for the number of {} and bots (Holm’s correction). Same side: all bots see the same side, however far from it. Depends on style: two see it on different sides. Open: neither.",
            MARGIN * 100.0,
            self.people.several(),
        );
        format!(
            "Every bot played the same games, everybody alike; a bot is a style of play, not a level of skill.{} Shift: from the bot with which it wins least to that with which it wins most; picked from {bots} bots, it looks larger than it is by about its “±”, which is half of a {level} interval.",
            self.fair.map_or("", |_| &sides)
        )
    }

    /// The verdict, sentence by sentence.
    fn verdict(&self) -> Vec<String> {
        let mut said = vec![];
        let fair = self.fair.map_or(String::new(), |fair| {
            format!(", where {} would be fair", with_sign(fair, 1))
        });
        let rates = |fighter: &Fighter| {
            let seen = fighter.seen.iter().zip(&self.bots);
            list(seen.map(|(seen, bot)| format!("{} with {bot}", with_sign(seen.wins.rate(), 1))))
        };
        for fighter in self.of("depends-on-skill") {
            said.push(format!(
                "{} depends on style: it wins {}{fair}.",
                fighter.who.name,
                rates(fighter)
            ));
        }
        for side in ["above", "below", "near"] {
            let mut found = self.of("robust");
            found.retain(|fighter| fighter.seen[0].side == side);
            if !found.is_empty() {
                said.push(format!(
                    "With every bot {side} the fair share: {}.",
                    names(&found)
                ));
            }
        }
        let mut open = self.of("open");
        open.retain(|_| self.fair.is_some());
        if !open.is_empty() {
            said.push(format!("Open: {}. No bot contradicts another, but not all are certain; more games may tell.", names(&open)));
        }
        let shift = |fighter: &&Fighter| fighter.shift().0;
        let shifted = self
            .fighters
            .iter()
            .max_by(|a, b| shift(a).total_cmp(&shift(b)));
        if let Some(fighter) = shifted.filter(|_| self.bots.len() > 1 && self.fair.is_some()) {
            let (by, half) = fighter.shift();
            said.push(format!(
                "The side is not all: in these games {} shifts most, by {:.1} points (± {:.1}); among the {} {} it ranks {}.",
                fighter.who.name,
                by * 100.0,
                half * 100.0,
                self.fighters.len(),
                self.people.several(),
                fighter.ranks()
            ));
        }
        said
    }

    fn rates(&self) -> Table {
        let fair = self.fair.map_or(String::new(), |fair| {
            format!("; the fair share is {}", with_sign(fair, 1))
        });
        let marked = if self.fair.is_some() {
            " Marked: on different sides."
        } else {
            ""
        };
        let meaning = format!(
            "In % of games, with their intervals{fair}. Shift: between the bots with which it wins most and least, in points. Ranks: its place among the {} with each bot, in their order.{marked}",
            self.people.several()
        );
        let mut table = self.by_fighter("fighters", "Win rates by bot", meaning);
        for (b, bot) in self.bots.iter().enumerate() {
            table = table
                .with(format!("{bot} %"), Unit::Share(1), |of| {
                    of.seen[b].wins.win_rate
                })
                .plus_minus(|of| of.seen[b].wins.half());
        }
        table = table
            .with("Shift", Unit::Points(1), |of| of.shift().0)
            .plus_minus(|of| of.shift().1)
            .word("Ranks", Fighter::ranks);
        if self.fair.is_some() {
            table = table.word("Verdict", Fighter::called);
        }
        table.marked(|fighter| fighter.agreement == "depends-on-skill")
    }

    fn chart(&self) -> Option<Chart> {
        let mark = |seen: &Seen| {
            let wins = &seen.wins;
            Some(Mark::within(wins.win_rate?, wins.ci_low, wins.ci_high))
        };
        let row = |fighter: &Fighter| {
            let cell = Cell {
                marks: fighter.seen.iter().map(mark).collect(),
                said: self
                    .fair
                    .map_or(String::new(), |_| fighter.called().to_owned()),
                faint: false,
            };
            MarkRow::of(&fighter.who.name, &fighter.who.colour, cell)
        };
        let rows: Vec<MarkRow> = self.fighters.iter().map(row).collect();
        let fair = self.fair.map(Reference::fair);
        let form = Marks {
            marks: self.bots.clone(),
            ..Marks::column("win rate, % of games", scale::Unit::Percent, fair, rows)
        };
        let level = level(self.level);
        let subtitle = format!("Win rate in % of games, by bot. Bars: {level} intervals.");
        let note = match self.fair {
            Some(_) => {
                "Where the marks of a line stand on one side of the dashed line, the bots see the same side; how far apart they stand is what the style of play does."
            }
            None => "How far apart the marks of a line stand is what the style of play does.",
        };
        let form = (form, self.people.several());
        let chart = Chart::of_marks("robustness", self.headline(), subtitle, form);
        (!self.fighters.is_empty()).then(|| chart.presented("Win rates by bot", note))
    }
}

impl Fighter {
    fn mean(&self) -> f64 {
        let rates = self.seen.iter().map(|seen| seen.wins.rate());
        rates.sum::<f64>() / self.seen.len().max(1) as f64
    }

    /// From the bot with which it wins least to that with which it wins most, and half the width of that difference's interval.
    fn shift(&self) -> (f64, f64) {
        let sorted = descending(&self.seen, |seen| seen.wins.rate());
        let (Some(most), Some(least)) = (sorted.first(), sorted.last()) else {
            return (0.0, 0.0);
        };
        let half = most.wins.half().hypot(least.wins.half());
        (most.wins.rate() - least.wins.rate(), half)
    }

    /// "2, 1, 4": its rank with each bot.
    fn ranks(&self) -> String {
        let ranks = self.seen.iter().map(|seen| seen.rank.to_string());
        ranks.collect::<Vec<_>>().join(", ")
    }
    /// What the bots agree on, as a reader has it.
    fn called(&self) -> &'static str {
        match self.agreement.as_str() {
            "robust" => "same side",
            "depends-on-skill" => "depends on style",
            _ => "open",
        }
    }
}

fn names(fighters: &[&Fighter]) -> String {
    list(fighters.iter().map(|fighter| &fighter.who.name))
}
