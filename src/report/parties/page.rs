//! What the parties show: the tables' rows put together by party, fighter and pair, and the page made of them.

use anyhow::{Context, Result};

use super::{Bond, Lift, PartyRow, charts, verdict};
use crate::report::page::{Asked, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::shared::descending;
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{capital, counted, grouped};
use crate::report::{Manifest, Tables};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    /// The mean of all parties' win rates.
    pub average: f64,
    /// The most successful first.
    pub parties: Vec<Party>,
    pub people: People,
    pub fighters: Vec<Fighter>,
    pub bonds: Vec<Pair>,
}

pub struct Party {
    pub row: PartyRow,
    /// The names of its members.
    pub names: String,
}

pub struct Fighter {
    pub who: Person,
    pub row: Lift,
}

/// Two fighters, indices into [`Facts::fighters`].
pub struct Pair {
    pub of: (usize, usize),
    pub row: Bond,
}

/// Rows of the largest table on the page: more would make it slow to open, and nobody reads them.
const MOST_ROWS: usize = 600;
/// Parties that a terminal shows of the most, and of the least successful.
const SHOWN: usize = 5;

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or names whom another lacks: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let people = People::of(manifest);
        let fighter = |row: Lift| Fighter {
            who: people.get(&row.entrant),
            row,
        };
        let lifts = Lift::rows(tables.named(Lift::NAME)?)?;
        let party = |row: PartyRow| {
            let names = row.fighters.split('+').map(|key| people.get(key).name);
            Party {
                names: names.collect::<Vec<_>>().join(" + "),
                row,
            }
        };
        let parties = PartyRow::rows(tables.named(PartyRow::NAME)?)?;
        let parties = descending(parties.into_iter().map(party), |party| {
            party.row.wins.rate()
        });
        let rates = parties.iter().map(|party| party.row.wins.rate());
        let mut facts = Facts {
            level: manifest.level,
            average: rates.sum::<f64>() / parties.len().max(1) as f64,
            parties,
            fighters: lifts.into_iter().map(fighter).collect(),
            bonds: vec![],
            people: people.clone(),
        };
        for row in Bond::rows(tables.named(Bond::NAME)?)? {
            let of = (facts.fighter(&row.entrant)?, facts.fighter(&row.partner)?);
            facts.bonds.push(Pair { of, row });
        }
        Ok(facts)
    }

    fn fighter(&self, key: &str) -> Result<usize> {
        let mut fighters = self.fighters.iter();
        let found = fighters.position(|fighter| fighter.row.entrant == key);
        found.with_context(|| format!("the tables name `{key}`, whom lifts lacks"))
    }

    /// The names of two.
    pub fn two(&self, (a, b): (usize, usize)) -> String {
        let [a, b] = [a, b].map(|i| self.fighters[i].who.name.as_str());
        format!("{a} + {b}")
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let told = verdict::verdict(self);
        let all = grouped(self.parties.len() as u64);
        Page {
            headline: verdict::headline(self),
            judgement: verdict::judgement(self),
            brief: Brief {
                played: format!(
                    "{}, {}",
                    counted(self.parties.len() as u64, "party"),
                    counted(manifest.games, "game")
                ),
                tables: self.brief(),
                // The headline, and the ends of the table, are told already.
                told: (told.iter().skip(verdict::ENDS).cloned())
                    .chain([format!("{}.", manifest.as_played())])
                    .collect(),
                next: vec![],
            },
            verdict: told,
            sections: vec![
                Section::Charts(charts::all(self)),
                Section::Tables(vec![
                    self.table(&self.parties.iter().collect::<Vec<_>>()),
                    self.lifts(),
                    self.bonds(),
                ]),
                Section::Played(vec![self.asked(&all)]),
                Section::Provenance,
            ],
            colours: self.fighters.iter().map(|f| f.who.colour.clone()).collect(),
            ..Page::default()
        }
    }

    fn asked(&self, all: &str) -> Asked {
        let missions = self.parties.first().map_or(0, |party| party.row.wins.games);
        Asked {
            term: "Parties".to_owned(),
            lines: vec![
                format!("{all}: every one of this size, {} each", counted(missions, "game")),
                "All play the same games: game i of a party is game i of a scenario with this party and this seed.".to_owned(),
            ],
        }
    }

    /// Parties with how often they win.
    fn table(&self, parties: &[&Party]) -> Table {
        let parties = &parties[..parties.len().min(MOST_ROWS)];
        let meaning = format!(
            "From the most successful on, {MOST_ROWS} at most. Each interval is of the party by itself; the verdict compares every two, game by game."
        );
        Table::new("parties", "Parties", meaning)
            .of(parties)
            .word("Party", |party| &party.names)
            .with("Win rate %", Unit::Share(1), |party| {
                party.row.wins.win_rate
            })
            .plus_minus(|party| party.row.wins.half())
            .word("Verdict", |party| verdict::called(&party.row.verdict))
            .word("Scenario", |party| {
                party.row.scenario.as_deref().unwrap_or_default()
            })
            .table
    }

    /// The most and the least successful: for a terminal.
    fn brief(&self) -> Vec<(String, Table)> {
        let all: Vec<&Party> = self.parties.iter().collect();
        let few = SHOWN.min(all.len());
        let ends = [
            ("Most successful in these games", &all[..few]),
            (
                "Least successful in these games",
                &all[all.len().saturating_sub(SHOWN).max(few)..],
            ),
        ];
        let some = ends.into_iter().filter(|(_, parties)| !parties.is_empty());
        some.map(|(end, parties)| {
            let shown = ["Party", "Win rate %", "±", "Verdict"];
            let table = self.table(parties).only(|name| shown.contains(&name));
            (end.to_owned(), table)
        })
        .collect()
    }

    fn lifts(&self) -> Table {
        let sorted = descending(&self.fighters, |fighter| fighter.row.lift.unwrap_or(0.0));
        let half = |f: &&Fighter| Some((f.row.ci_high? - f.row.ci_low?) / 2.0);
        let meaning = "How often parties win with it, and without it, on the same missions: “lift” is what it brings compared with the others in its seat, in points.";
        Table::new("lifts", capital(self.people.several()), meaning)
            .of(&sorted)
            .word(self.people.heading(), |f| &f.who.name)
            .coloured(|f| &f.who.colour)
            .with("With %", Unit::Share(1), |f| f.row.win_rate_with)
            .with("Without %", Unit::Share(1), |f| f.row.win_rate_without)
            .with("Lift, points", Unit::Points(1), |f| f.row.lift)
            .plus_minus(half)
            .marked(|f| matches!(f.row.verdict.as_deref(), Some("better" | "worse")))
    }

    fn bonds(&self) -> Table {
        let known = self.bonds.iter().filter(|pair| pair.row.win_rate.is_some());
        let sorted = descending(known, |pair| pair.row.win_rate.unwrap_or(0.0));
        let half = |pair: &&Pair| Some((pair.row.ci_high? - pair.row.ci_low?) / 2.0);
        let together = |pair: &&Pair| match pair.row.verdict.as_deref()? {
            "stronger" => Some("stronger than apart".to_owned()),
            "weaker" => Some("weaker than apart".to_owned()),
            _ => Some("as strong as apart, or within noise".to_owned()),
        };
        let meaning = format!(
            "Every two {} in one party: the mean of the win rates, and how much more the one lifts parties with the other than parties without. Marked: more than chance.",
            self.people.several()
        );
        Table::new("bonds", "Together", meaning)
            .of(&sorted)
            .word("Two", |pair| self.two(pair.of))
            .with("Mean win rate %", Unit::Share(1), |pair| pair.row.win_rate)
            .with("Synergy, points", Unit::Points(1), |pair| pair.row.synergy)
            .plus_minus(half)
            .with("Together", Unit::Word, together)
            .marked(|pair| matches!(pair.row.verdict.as_deref(), Some("stronger" | "weaker")))
    }
}
