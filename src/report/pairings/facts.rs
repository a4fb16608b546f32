//! The facts of a folder of pairings, read back from its tables and its manifest as plain numbers.

use anyhow::{Context, Result};

use crate::report::columns::{counts, floats, maybe_floats, maybe_texts, small, texts};
use crate::report::{Manifest, Tables, colours};
use crate::stats::intervals::Interval;

/// All that there is to say.
#[derive(Debug, Clone)]
pub struct Facts {
    pub level: f64,
    pub fair: f64,
    pub margin: f64,
    /// Those with games, in the order of the tables.
    pub line_ups: Vec<LineUp>,
    /// The fighters, in the order of the tables.
    pub fighters: Vec<Fighter>,
    pub partners: Vec<Partners>,
}

/// One line-up.
#[derive(Debug, Clone)]
pub struct LineUp {
    /// Its number, from 1.
    pub number: u64,
    pub teams: Vec<Team>,
    pub games: u64,
    /// Looks were taken at it to decide whether to go on.
    pub looked: bool,
    /// How far its farthest team is off the fair share.
    pub off: f64,
    /// `fair`, `unfair` or `open`.
    pub verdict: String,
    /// The scenario files that field it.
    pub scenario: Option<String>,
}

/// One team of a line-up.
#[derive(Debug, Clone)]
pub struct Team {
    /// Indices into [`Facts::fighters`].
    pub members: Vec<usize>,
    pub rate: f64,
    pub interval: Interval,
    /// The win rate if strengths were all.
    pub expected: Option<f64>,
}

#[derive(Debug, Clone)]
pub struct Fighter {
    pub key: String,
    pub name: String,
    /// `#RRGGBB`.
    pub colour: String,
    /// The mean of its team's win rates.
    pub rate: Option<f64>,
    pub strength: Option<Part>,
}

/// A part of a team's strength.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// In logits.
    pub value: f64,
    pub interval: Interval,
    /// What it adds to the win rate of a team of fair strength, a share.
    pub gain: f64,
}

/// Two fighters, indices into [`Facts::fighters`].
#[derive(Debug, Clone)]
pub struct Partners {
    pub pair: (usize, usize),
    /// The mean of their teams' win rates.
    pub rate: Option<f64>,
    pub synergy: Option<Part>,
    /// `stronger`, `weaker` or `noise`.
    pub verdict: Option<String>,
}

impl Facts {
    /// Reads tables and manifest.
    ///
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut facts = Facts {
            level: manifest.level,
            fair: 0.5,
            margin: 0.0,
            line_ups: vec![],
            fighters: vec![],
            partners: vec![],
        };
        facts
            .read_fighters(tables, manifest)
            .context("table strengths")?;
        facts.read_partners(tables).context("table partners")?;
        facts.read_line_ups(tables).context("table line_ups")?;
        facts.read_teams(tables).context("table teams")?;
        facts.line_ups.retain(|line_up| line_up.games > 0);
        Ok(facts)
    }

    fn read_fighters(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("strengths");
        let parts = parts(tables, "strengths", "strength")?;
        let rates = maybe_floats(table, "win_rate")?;
        for (i, key) in texts(table, "entrant")?.into_iter().enumerate() {
            let note = manifest.fighters.iter().find(|note| note.key == key);
            self.fighters.push(Fighter {
                name: note.map_or(&key, |note| &note.name).clone(),
                colour: colours::of(note, i),
                key,
                rate: rates[i],
                strength: parts[i],
            });
        }
        Ok(())
    }

    fn fighter(&self, key: &str) -> Result<usize> {
        self.fighters
            .iter()
            .position(|fighter| fighter.key == key)
            .with_context(|| format!("it names `{key}`, whom strengths lacks"))
    }

    fn read_partners(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("partners");
        let (a, b) = (texts(table, "entrant")?, texts(table, "partner")?);
        let rates = maybe_floats(table, "win_rate")?;
        let parts = parts(tables, "partners", "synergy")?;
        let verdicts = maybe_texts(table, "verdict")?;
        for (row, verdict) in verdicts.into_iter().enumerate() {
            let partners = Partners {
                pair: (self.fighter(&a[row])?, self.fighter(&b[row])?),
                rate: rates[row],
                synergy: parts[row],
                verdict,
            };
            self.partners.push(partners);
        }
        Ok(())
    }

    fn read_line_ups(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("line_ups");
        let (numbers, games) = (counts(table, "line_up")?, counts(table, "games")?);
        let (looks, off) = (small(table, "looks")?, floats(table, "off")?);
        let verdicts = texts(table, "verdict")?;
        let scenarios = maybe_texts(table, "scenario")?;
        self.margin = floats(table, "margin")?.first().copied().unwrap_or(0.0);
        for row in 0..table.height() {
            self.line_ups.push(LineUp {
                number: numbers[row],
                teams: vec![],
                games: games[row],
                looked: looks[row].unwrap_or(0) > 0,
                off: off[row],
                verdict: verdicts[row].clone(),
                scenario: scenarios[row].clone(),
            });
        }
        Ok(())
    }

    fn read_teams(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("teams");
        let (line_ups, fighters) = (counts(table, "line_up")?, texts(table, "fighters")?);
        let rates = floats(table, "win_rate")?;
        let (low, high) = (floats(table, "ci_low")?, floats(table, "ci_high")?);
        let expected = maybe_floats(table, "expected")?;
        self.fair = floats(table, "fair_share")?.first().copied().unwrap_or(0.5);
        for row in 0..table.height() {
            let members = fighters[row].split('+').map(|key| self.fighter(key));
            let team = Team {
                members: members.collect::<Result<_>>()?,
                rate: rates[row],
                interval: Interval {
                    low: low[row],
                    high: high[row],
                },
                expected: expected[row],
            };
            let line_up = self.line_ups.iter_mut().find(|l| l.number == line_ups[row]);
            line_up
                .context("teams has a line-up that line_ups lacks")?
                .teams
                .push(team);
        }
        Ok(())
    }

    /// The names of a team.
    pub fn team(&self, members: &[usize]) -> String {
        let names: Vec<&str> = members
            .iter()
            .map(|&m| self.fighters[m].name.as_str())
            .collect();
        names.join(" + ")
    }

    /// The names of a line-up's teams, the most successful first.
    pub fn names(&self, line_up: &LineUp) -> String {
        let names: Vec<String> = line_up
            .sorted()
            .iter()
            .map(|t| self.team(&t.members))
            .collect();
        names.join(" – ")
    }

    /// The line-ups, from the fairest.
    pub fn fairest(&self) -> Vec<&LineUp> {
        let mut sorted: Vec<&LineUp> = self.line_ups.iter().collect();
        sorted.sort_by(|a, b| a.off.total_cmp(&b.off).then(a.number.cmp(&b.number)));
        sorted
    }

    /// How many line-ups have this verdict.
    pub fn count(&self, verdict: &str) -> usize {
        self.line_ups
            .iter()
            .filter(|l| l.verdict == verdict)
            .count()
    }
}

impl LineUp {
    /// Its teams, the most successful first.
    pub fn sorted(&self) -> Vec<&Team> {
        let mut teams: Vec<&Team> = self.teams.iter().collect();
        teams.sort_by(|a, b| b.rate.total_cmp(&a.rate));
        teams
    }

    /// The farthest half-width of its teams' intervals.
    pub fn half_width(&self) -> f64 {
        let halves = self.teams.iter().map(|team| team.interval.half_width());
        halves.fold(0.0, f64::max)
    }
}

/// The column of a part of strength, with its interval and its gain.
fn parts(tables: &Tables, table: &str, name: &str) -> Result<Vec<Option<Part>>> {
    let table = tables.get(table);
    let values = maybe_floats(table, name)?;
    let (low, high) = (floats(table, "ci_low")?, floats(table, "ci_high")?);
    let gains = floats(table, "gain")?;
    let part = |(row, value): (usize, Option<f64>)| {
        value.map(|value| Part {
            value,
            interval: Interval {
                low: low[row],
                high: high[row],
            },
            gain: gains[row],
        })
    };
    Ok(values.into_iter().enumerate().map(part).collect())
}
