//! What several bots make of the fighters: verdict, chart and tables of the page. A bot is a style of play, not a level of skill.

use anyhow::{Context, Result};

use super::Robustness;
use crate::analysis::styles::MARGIN;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::marks::{self, Cell, Column, Group, Mark, Marks, Reference};
use crate::report::chart::scale;
use crate::report::measured::Measure;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::run::{Summary, Time, WinRate};
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{grouped, level, list, with_sign};
use crate::report::{Manifest, Tables};
use crate::stats::Form;

/// All that there is to say.
pub struct Facts {
    level: f64,
    fair: Option<f64>,
    bots: Vec<String>,
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
    rate: WinRate,
    side: String,
    /// Its place among all fighters, from 1, by this bot's win rates.
    rank: u64,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or names whom another lacks: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let people = People::of(manifest);
        let rates = WinRate::rows(tables.named(WinRate::NAME)?)?;
        let (mut bots, mut fighters): (Vec<String>, Vec<Fighter>) = (vec![], vec![]);
        for row in Robustness::rows(tables.named(Robustness::NAME)?)? {
            if !bots.contains(&row.strategy) {
                bots.push(row.strategy.clone());
            }
            if fighters
                .iter()
                .all(|fighter| fighter.who.key != row.entrant)
            {
                fighters.push(Fighter {
                    who: people.get(&row.entrant),
                    agreement: row.agreement,
                    seen: vec![],
                });
            }
            let mut own = rates
                .iter()
                .filter(|rate| rate.strategy == row.strategy && rate.seat.is_none());
            let better = |other: &&WinRate, than: &WinRate| other.win_rate > than.win_rate;
            let rate = own.clone().find(|rate| rate.entrant == row.entrant);
            let rate = rate.context("robustness names whom win_rates lacks")?;
            let rank = 1 + own.by_ref().filter(|other| better(other, rate)).count() as u64;
            let fighter = fighters
                .iter_mut()
                .find(|fighter| fighter.who.key == row.entrant);
            fighter.context("it was added")?.seen.push(Seen {
                rate: rate.clone(),
                side: row.side,
                rank,
            });
        }
        let order = |fighter: &Fighter| match fighter.agreement.as_str() {
            "depends-on-skill" => 0,
            "robust" => 1,
            _ => 2,
        };
        fighters.sort_by(|a, b| order(a).cmp(&order(b)).then(b.mean().total_cmp(&a.mean())));
        let mut facts = Facts {
            level: manifest.interval_level(),
            fair: rates.first().and_then(|rate| rate.fair_share),
            bots,
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
        let (title, meaning, unit, values): (_, _, _, Vec<(String, String, Option<f64>)>) =
            match measure.form {
                Form::Amount => {
                    let rows = Summary::rows(tables.named(&measure.summary())?)?.into_iter();
                    let values = rows
                        .map(|row| (row.entrant, row.strategy, row.mean))
                        .collect();
                    (
                        format!("Mean {}", measure.short()),
                        format!("{}, mean of a game, by bot.", measure.words),
                        Unit::Number(2, ""),
                        values,
                    )
                }
                Form::Time => {
                    let rows = Time::rows(tables.named(&measure.table)?)?.into_iter();
                    let never = rows.filter(|row| row.round.is_none());
                    let values = never
                        .map(|row| (row.entrant, row.strategy, Some(row.survival)))
                        .collect();
                    let event = measure.event();
                    (
                        format!("Without {event}"),
                        format!("Share of games without {event} in %, by bot."),
                        Unit::Share(1),
                        values,
                    )
                }
                _ => return Ok(None),
            };
        let mut table = self.by_fighter(&measure.table, &title, &meaning);
        for bot in &self.bots {
            let value = |fighter: &Fighter| {
                let own = values
                    .iter()
                    .find(|row| row.0 == fighter.who.key && row.1 == *bot);
                own.and_then(|row| row.2)
            };
            table = table.with(bot, unit, self.fighters.iter().map(value));
        }
        Ok(Some(table))
    }

    fn by_fighter(&self, id: &str, title: &str, meaning: &str) -> Table {
        let people = || self.fighters.iter().map(|fighter| &fighter.who);
        Table::new(id, title, meaning)
            .with("Fighter", Unit::Word, people().map(|who| who.name.clone()))
            .coloured(people().map(|who| who.colour.clone()))
    }

    fn of(&self, agreement: &str) -> Vec<&Fighter> {
        self.fighters
            .iter()
            .filter(|fighter| fighter.agreement == agreement)
            .collect()
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let (asked, warnings) = page::precision(manifest, "win rate");
        let rates = self.rates();
        let fair = self
            .fair
            .map(|fair| format!("The fair share is {}.", with_sign(fair, 1)));
        let mut brief = rates.clone();
        brief.columns.retain(|column| column.name != "Ranks");
        let mut tables = vec![rates.clone()];
        tables.extend(self.measures.iter().cloned());
        Page {
            headline: self.headline(),
            warnings,
            verdict: self.verdict(),
            judgement: format!(
                "Every bot played the same games, everybody alike; a bot is a style of play, not a level of skill. It sees a fighter above or below if its win rate is certainly more than {:.0} point off the fair share, near if it is certainly not; certain at {}, allowing for the number of fighters and bots (Holm’s correction). Same side: all bots see the same side, however far from it. Depends on style: two see it on different sides. Open: neither. Shift: from the bot with which it wins least to that with which it wins most; picked from {} bots, it looks larger than it is by about its “±”.",
                MARGIN * 100.0,
                level(self.level),
                self.bots.len()
            ),
            brief: Brief {
                played: format!(
                    "{} bots, {} games",
                    self.bots.len(),
                    grouped(manifest.games)
                ),
                tables: vec![(String::new(), brief)],
                told: fair.into_iter().collect(),
                next: vec![],
            },
            sections: vec![
                Section::Charts(self.chart().into_iter().collect()),
                Section::Tables(tables),
                Section::Played(asked),
                Section::Provenance,
            ],
            colours: self
                .fighters
                .iter()
                .map(|fighter| fighter.who.colour.clone())
                .collect(),
        }
    }

    /// The verdict in one line.
    fn headline(&self) -> String {
        let (same, style) = (self.of("robust").len(), self.of("depends-on-skill"));
        let all = self.fighters.len();
        let most = self
            .fighters
            .iter()
            .map(|fighter| fighter.shift().0)
            .fold(0.0, f64::max);
        let shift = format!(
            "win rates shift by up to {:.1} points with the style",
            most * 100.0
        );
        match (self.bots.len(), style.len()) {
            (0 | 1, _) => "Only one bot has played".to_string(),
            (bots, 0) if same == all => {
                format!("All {bots} bots see every fighter on the same side; {shift}")
            }
            (_, 0) => format!(
                "{same} of {all} fighters are on the same side with every bot, none on different ones; {shift}"
            ),
            _ => format!(
                "{same} of {all} fighters are on the same side with every bot; {} depends on style; {shift}",
                names(&style)
            ),
        }
    }

    /// The verdict, sentence by sentence.
    fn verdict(&self) -> Vec<String> {
        let mut said = vec![];
        let fair = self.fair.map_or(String::new(), |fair| {
            format!(", where {} would be fair", with_sign(fair, 1))
        });
        let rates = |fighter: &Fighter| {
            let seen = fighter.seen.iter().zip(&self.bots);
            let rate = |seen: &Seen| with_sign(seen.rate.win_rate.unwrap_or(0.0), 1);
            list(
                &seen
                    .map(|(seen, bot)| format!("{} with {bot}", rate(seen)))
                    .collect::<Vec<_>>(),
            )
        };
        for fighter in self.of("depends-on-skill") {
            said.push(format!(
                "{} depends on style: it wins {}{fair}.",
                fighter.who.name,
                rates(fighter)
            ));
        }
        for (side, words) in [
            ("above", "above the fair share"),
            ("below", "below the fair share"),
            ("near", "near the fair share"),
        ] {
            let mut found = self.of("robust");
            found.retain(|fighter| fighter.seen[0].side == side);
            if !found.is_empty() {
                said.push(format!("With every bot {words}: {}.", names(&found)));
            }
        }
        let open = self.of("open");
        if !open.is_empty() {
            said.push(format!("Open: {}. No bot contradicts another, but not all are certain; more games may tell.", names(&open)));
        }
        let shifted = self
            .fighters
            .iter()
            .max_by(|a, b| a.shift().0.total_cmp(&b.shift().0));
        if let Some(fighter) = shifted.filter(|_| self.bots.len() > 1) {
            let ranks = fighter.ranks();
            said.push(format!(
                "The side is not all: {} shifts most, by {:.1} points (± {:.1}); among the {} fighters it ranks {ranks}.",
                fighter.who.name,
                fighter.shift().0 * 100.0,
                fighter.shift().1 * 100.0,
                self.fighters.len()
            ));
        }
        said
    }

    fn rates(&self) -> Table {
        let all = || self.fighters.iter();
        let fair = self.fair.map_or(String::new(), |fair| {
            format!("; the fair share is {}", with_sign(fair, 1))
        });
        let meaning = format!(
            "In % of games, with their intervals{fair}. Shift: between the bots with which it wins most and least, in points. Ranks: its place among the fighters with each bot, in their order. Marked: on different sides."
        );
        let mut table = self.by_fighter("fighters", "Win rates by bot", &meaning);
        for (b, bot) in self.bots.iter().enumerate() {
            table = table
                .with(
                    format!("{bot} %"),
                    Unit::Share(1),
                    all().map(|fighter| fighter.seen[b].rate.win_rate),
                )
                .plus_minus(all().map(|fighter| fighter.seen[b].rate.half_width()));
        }
        let called = |fighter: &Fighter| called(&fighter.agreement).to_owned();
        table
            .with(
                "Shift",
                Unit::Points(1),
                all().map(|fighter| fighter.shift().0),
            )
            .plus_minus(all().map(|fighter| fighter.shift().1))
            .with("Ranks", Unit::Word, all().map(Fighter::ranks))
            .with("Verdict", Unit::Word, all().map(called))
            .marked(all().map(|fighter| fighter.agreement == "depends-on-skill"))
    }

    fn chart(&self) -> Option<Chart> {
        let row = |fighter: &Fighter| {
            let mark = |seen: &Seen| {
                let value = seen.rate.win_rate?;
                Some(Mark {
                    value,
                    interval: Some([seen.rate.ci_low, seen.rate.ci_high]),
                })
            };
            marks::Row {
                label: fighter.who.name.clone(),
                colour: colour(&fighter.who.colour),
                cells: vec![Cell {
                    marks: fighter.seen.iter().map(mark).collect(),
                    said: called(&fighter.agreement).to_owned(),
                    faint: false,
                }],
            }
        };
        let rows: Vec<marks::Row> = self.fighters.iter().map(row).collect();
        if rows.is_empty() {
            return None;
        }
        let reference = self.fair.map(|fair| Reference {
            name: format!("fair share {}", with_sign(fair, 1)),
            value: fair,
        });
        let form = Marks {
            columns: vec![Column {
                axis: "win rate, % of games".into(),
                heading: String::new(),
                unit: scale::Unit::Percent,
                reference,
            }],
            marks: self.bots.clone(),
            groups: vec![Group {
                name: String::new(),
                rows,
            }],
            ..Marks::default()
        };
        let subtitle = format!(
            "Win rate in % of games, by bot. Bars: {} intervals.",
            level(self.level)
        );
        Some(Chart::new("robustness", self.headline(), subtitle, &form).presented("Win rates by bot", "Where the marks of a fighter stand on one side of the dashed line, the bots see the same side; how far apart they stand is what the style of play does."))
    }
}

impl Fighter {
    fn mean(&self) -> f64 {
        let rates = self.seen.iter().filter_map(|seen| seen.rate.win_rate);
        rates.sum::<f64>() / self.seen.len().max(1) as f64
    }

    /// From the bot with which it wins least to that with which it wins most, and half the width of that difference's interval.
    fn shift(&self) -> (f64, f64) {
        let rate = |seen: &&Seen| seen.rate.win_rate.unwrap_or(0.0);
        let most = self.seen.iter().max_by(|a, b| rate(a).total_cmp(&rate(b)));
        let least = self.seen.iter().min_by(|a, b| rate(a).total_cmp(&rate(b)));
        let shift = most.zip(least).map(|(most, least)| {
            let half = most.rate.half_width().hypot(least.rate.half_width());
            (rate(&most) - rate(&least), half)
        });
        shift.unwrap_or((0.0, 0.0))
    }

    /// "2, 1, 4": its rank with each bot.
    fn ranks(&self) -> String {
        let ranks = self.seen.iter().map(|seen| seen.rank.to_string());
        ranks.collect::<Vec<_>>().join(", ")
    }
}

fn names(fighters: &[&Fighter]) -> String {
    list(
        &fighters
            .iter()
            .map(|fighter| fighter.who.name.clone())
            .collect::<Vec<_>>(),
    )
}

/// An agreement as a reader has it.
fn called(agreement: &str) -> &'static str {
    match agreement {
        "robust" => "same side",
        "depends-on-skill" => "depends on style",
        _ => "open",
    }
}
