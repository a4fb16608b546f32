//! What the pairings show: the tables' rows put together by line-up, fighter and pair, and the page made of them.

use anyhow::{Context, Result};

use super::{LOGITS, LineUpRow, Partners, Strength, TeamRow, charts, verdict};
use crate::report::page::{Asked, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::shared::descending;
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{capital, counted, grouped};
use crate::report::{Manifest, Tables};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub fair: f64,
    pub margin: f64,
    /// Those with games, the fairest first.
    pub line_ups: Vec<LineUp>,
    pub people: People,
    pub fighters: Vec<Fighter>,
    pub pairs: Vec<Pair>,
}

/// One line-up.
pub struct LineUp {
    pub row: LineUpRow,
    /// The most successful first.
    pub teams: Vec<Team>,
}

/// One team of a line-up.
pub struct Team {
    /// Indices into [`Facts::fighters`].
    pub members: Vec<usize>,
    pub rate: f64,
    /// Half the width of the win rate's interval.
    pub half: f64,
    pub expected: Option<f64>,
}

pub struct Fighter {
    pub who: Person,
    pub row: Strength,
}

/// Two fighters, indices into [`Facts::fighters`].
pub struct Pair {
    pub of: (usize, usize),
    pub row: Partners,
}

/// Rows of the largest table on the page: more would make it slow to open, and nobody reads them.
const MOST_ROWS: usize = 600;
/// Line-ups that a terminal shows of the fairest, and of the least fair.
const SHOWN: usize = 3;

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or names whom another lacks: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let people = People::of(manifest);
        let strengths = Strength::rows(tables.named(Strength::NAME)?)?;
        let fighter = |row: Strength| Fighter {
            who: people.get(&row.entrant),
            row,
        };
        let line_ups = LineUpRow::rows(tables.named(LineUpRow::NAME)?)?;
        let teams = TeamRow::rows(tables.named(TeamRow::NAME)?)?;
        let mut facts = Facts {
            level: manifest.level,
            fair: teams.first().map_or(0.5, |team| team.fair_share),
            margin: line_ups.first().map_or(0.0, |line_up| line_up.margin),
            line_ups: vec![],
            fighters: strengths.into_iter().map(fighter).collect(),
            people: people.clone(),
            pairs: vec![],
        };
        for row in Partners::rows(tables.named(Partners::NAME)?)? {
            let of = (facts.fighter(&row.entrant)?, facts.fighter(&row.partner)?);
            facts.pairs.push(Pair { of, row });
        }
        let unplayed = |row| LineUp { row, teams: vec![] };
        facts.line_ups = line_ups.into_iter().map(unplayed).collect();
        for row in teams {
            let members = row.fighters.split('+').map(|key| facts.fighter(key));
            let team = Team {
                members: members.collect::<Result<_>>()?,
                rate: row.wins.rate(),
                half: row.wins.half(),
                expected: row.expected,
            };
            let line_up = facts.line_ups.get_mut(row.line_up as usize - 1);
            let line_up = line_up.context("table teams has a line-up that line_ups lacks")?;
            line_up.teams.push(team);
        }
        facts.line_ups.retain(|line_up| line_up.row.games > 0);
        for line_up in &mut facts.line_ups {
            line_up.teams = descending(std::mem::take(&mut line_up.teams), |team| team.rate);
        }
        facts.line_ups.sort_by(|a, b| a.off().total_cmp(&b.off()));
        Ok(facts)
    }

    fn fighter(&self, key: &str) -> Result<usize> {
        let mut fighters = self.fighters.iter();
        let found = fighters.position(|fighter| fighter.row.entrant == key);
        found.with_context(|| format!("the tables name `{key}`, whom strengths lacks"))
    }

    /// The names of a team.
    pub fn team(&self, members: &[usize]) -> String {
        let names = members.iter().map(|&m| self.fighters[m].who.name.as_str());
        names.collect::<Vec<_>>().join(" + ")
    }

    /// The names of a line-up's teams, the most successful first.
    pub fn names(&self, line_up: &LineUp) -> String {
        let names = line_up.teams.iter().map(|team| self.team(&team.members));
        names.collect::<Vec<_>>().join(" – ")
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let told = verdict::verdict(self);
        // The ready-made, the fairest and the least fair are in the table already.
        let rest = told.iter().skip_while(|said| !said.starts_with("Farthest"));
        let played = format!(
            "{}, {}",
            counted(self.line_ups.len() as u64, "line-up"),
            counted(manifest.games, "game")
        );
        Page {
            headline: verdict::headline(self),
            judgement: verdict::judgement(self),
            brief: Brief {
                played,
                tables: self.brief(),
                told: rest.skip(1).cloned().collect(),
                next: vec![],
            },
            verdict: told,
            sections: vec![
                Section::Charts(charts::all(self)),
                Section::Tables(vec![self.all_line_ups(), self.strengths(), self.partners()]),
                Section::Played(vec![self.asked()]),
                Section::Provenance,
            ],
            colours: self.fighters.iter().map(|f| f.who.colour.clone()).collect(),
            ..Page::default()
        }
    }

    fn asked(&self) -> Asked {
        let games = || self.line_ups.iter().map(|line_up| line_up.row.games);
        let (least, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
        let all = self.line_ups.len();
        let games = counted(most, "game");
        let each = if least == most {
            format!("{games} each")
        } else {
            format!("{} to {games} each, more where it is close", grouped(least))
        };
        Asked {
            term: "Line-ups".to_string(),
            lines: vec![
                format!("{all}: every way to form the teams, {each}"),
                format!(
                    "Game i of line-up n, both counted as in the tables (n from 1, i from 0), is game n − 1 + {all}·i of a scenario with these teams and this seed.",
                ),
            ],
        }
    }

    fn line_ups(&self, line_ups: &[&LineUp], meaning: String) -> Table {
        let teams = line_ups
            .iter()
            .map(|line_up| line_up.teams.len())
            .max()
            .unwrap_or(0);
        let mut table = Table::new("line-ups", "Line-ups", meaning)
            .of(line_ups)
            .word("Line-up", |line_up| self.names(line_up));
        for team in 0..teams {
            let heading = match team {
                0 => "Best %".to_string(),
                _ if team + 1 == teams => "Worst %".to_string(),
                _ => format!("{}. %", team + 1),
            };
            table = table.with(heading, Unit::Share(1), |line_up| {
                Some(line_up.teams.get(team)?.rate)
            });
            if team == 0 {
                table = table.plus_minus(|line_up| line_up.half());
            }
        }
        table
            .with("Off fair", Unit::Points(1), |line_up| line_up.row.off)
            .with("Games", Unit::Count, |line_up| line_up.row.games)
            .with("Expected %", Unit::Share(1), |line_up| {
                line_up.teams.first()?.expected
            })
            .word("Verdict", |line_up| line_up.called())
            .word("Scenario", |line_up| line_up.scenario())
            // What somebody is going to play, and is not fair, is out of line.
            .marked(|line_up| line_up.row.scenario.is_some() && line_up.row.verdict != "fair")
    }

    /// The ready-made line-ups first, then from the fairest on.
    fn all_line_ups(&self) -> Table {
        let mut sorted: Vec<&LineUp> = self.line_ups.iter().collect();
        sorted.sort_by_key(|line_up| line_up.row.scenario.is_none());
        let left_out = match sorted.len().saturating_sub(MOST_ROWS) {
            0 => String::new(),
            more => format!(
                " The {} least fair are in the table line_ups only.",
                grouped(more as u64)
            ),
        };
        sorted.truncate(MOST_ROWS);
        self.line_ups(&sorted, format!(
            "Those that a scenario beside this one fields first, marked if they are not fair; then from the fairest on. Win rates of its teams in %, “off fair”: its farthest team from the fair share, in points; “expected”: the best team’s win rate if the strengths of its fighters were all.{left_out}"
        ))
    }

    /// The ready-made, the fairest, the least fair: for a terminal.
    fn brief(&self) -> Vec<(String, Table)> {
        let all: Vec<&LineUp> = self.line_ups.iter().collect();
        let few = SHOWN.min(all.len());
        let mut ready = all.clone();
        ready.retain(|line_up| line_up.row.scenario.is_some());
        let sorts = [
            ("Ready-made", ready.as_slice()),
            ("Fairest in these games", &all[..few]),
            (
                "Least fair in these games",
                &all[all.len().saturating_sub(SHOWN).max(few)..],
            ),
        ];
        let some = sorts
            .into_iter()
            .filter(|(_, line_ups)| !line_ups.is_empty());
        let table = |(sort, line_ups): (&str, &[&LineUp])| {
            let shown = ["Line-up", "Best %", "±", "Games", "Verdict"];
            let table = self.line_ups(line_ups, String::new());
            (sort.to_owned(), table.only(|name| shown.contains(&name)))
        };
        some.map(table).collect()
    }

    fn strengths(&self) -> Table {
        let sorted = descending(&self.fighters, |fighter| {
            fighter.row.strength.unwrap_or(0.0)
        });
        let half = |f: &&Fighter| half(f.row.strength, f.row.gain, f.row.ci_low, f.row.ci_high);
        Table::new("fighters", capital(self.people.several()), "The mean of its teams’ win rates; and what it adds to a team by itself, whoever else is in it: in points of an otherwise even team’s win rate, and in logits.")
            .of(&sorted)
            .word(self.people.heading(), |f| &f.who.name)
            .coloured(|f| &f.who.colour)
            .with("Mean win rate %", Unit::Share(1), |f| f.row.together.win_rate)
            .with("Strength, points", Unit::Points(1), |f| f.row.gain)
            .plus_minus(half)
            .with("Strength, logits", LOGITS, |f| f.row.strength)
            .table
    }

    fn partners(&self) -> Table {
        let known = self
            .pairs
            .iter()
            .filter(|pair| pair.row.together.win_rate.is_some());
        let sorted = descending(known, |pair| pair.row.together.win_rate.unwrap_or(0.0));
        let half = |pair: &&Pair| {
            let row = &pair.row;
            half(row.synergy, row.gain, row.ci_low, row.ci_high)
        };
        let together = |pair: &&Pair| match pair.row.verdict.as_deref()? {
            "stronger" => Some("stronger than apart".to_string()),
            "weaker" => Some("weaker than apart".to_string()),
            _ => Some("as strong as apart, or within noise".to_string()),
        };
        let sure =
            |pair: &&Pair| matches!(pair.row.verdict.as_deref(), Some("stronger" | "weaker"));
        let meaning = format!(
            "Every two {} in one team: the mean of their teams’ win rates, and what the two add beyond their own strengths. Marked: more than chance.",
            self.people.several()
        );
        Table::new("partners", "Partners", meaning)
            .of(&sorted)
            .word("Partners", |pair| self.team(&[pair.of.0, pair.of.1]))
            .with("Mean win rate %", Unit::Share(1), |pair| {
                pair.row.together.win_rate
            })
            .with("Synergy, points", Unit::Points(1), |pair| pair.row.gain)
            .plus_minus(half)
            .with("Together", Unit::Word, together)
            .marked(sure)
    }
}

/// Half the interval of a part of strength, in points of the win rate: near 0 a logit is worth as many points throughout.
fn half(value: Option<f64>, gain: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<f64> {
    let scale = value.filter(|value| *value != 0.0).zip(gain);
    let scale = scale.map_or(0.25, |(value, gain)| gain / value);
    Some((high? - low?) / 2.0 * scale)
}

impl LineUp {
    pub fn off(&self) -> f64 {
        self.row.off.unwrap_or(0.0)
    }

    /// The widest half-width of its teams' intervals.
    pub fn half(&self) -> f64 {
        self.teams.iter().map(|team| team.half).fold(0.0, f64::max)
    }

    pub fn scenario(&self) -> &str {
        self.row.scenario.as_deref().unwrap_or_default()
    }

    /// Its verdict as a reader has it.
    pub fn called(&self) -> &'static str {
        verdict::called(&self.row.verdict)
    }
}
