//! The facts of a ladder, read back from its tables and its manifest as plain numbers.

use anyhow::{Context, Result};

use crate::report::columns::{counts, floats, maybe_floats, maybe_texts, texts};
use crate::report::{Manifest, Tables, colours};
use crate::stats::intervals::Interval;

/// All that there is to say.
#[derive(Debug, Clone)]
pub struct Facts {
    pub level: f64,
    /// The share of wins of a bot if all were alike.
    pub fair: f64,
    /// The strongest first.
    pub bots: Vec<Bot>,
    /// By places in `bots`: what the first makes of the second.
    pub encounters: Vec<Encounter>,
    pub fighters: Vec<Fighter>,
}

#[derive(Debug, Clone)]
pub struct Bot {
    pub name: String,
    /// In Elo's points.
    pub rating: Option<(f64, Interval)>,
    pub games: u64,
    pub wins: u64,
    pub rate: f64,
    pub interval: Interval,
    /// Decisions it makes in a second, if anybody took the time.
    pub speed: Option<f64>,
    /// Wins and games by index into [`Facts::fighters`].
    pub with: Vec<(u64, u64)>,
}

#[derive(Debug, Clone)]
pub struct Encounter {
    pub bots: (usize, usize),
    pub games: u64,
    pub wins: u64,
    pub losses: u64,
    pub ahead: u64,
    /// Of the ratings.
    pub difference: Option<(f64, Interval)>,
    /// `stronger`, `weaker` or `noise`.
    pub verdict: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Fighter {
    pub key: String,
    pub name: String,
    pub colour: String,
}

impl Facts {
    /// Reads tables and manifest.
    ///
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let fighter = |(i, note): (usize, &crate::report::FighterNote)| Fighter {
            key: note.key.clone(),
            name: note.name.clone(),
            colour: colours::of(Some(note), i),
        };
        let mut facts = Facts {
            level: manifest.level,
            fair: 1.0,
            bots: vec![],
            encounters: vec![],
            fighters: manifest.fighters.iter().enumerate().map(fighter).collect(),
        };
        facts.read_bots(tables, manifest).context("table ratings")?;
        facts.read_encounters(tables).context("table encounters")?;
        facts
            .read_fighters(tables)
            .context("table bots_by_fighter")?;
        Ok(facts)
    }

    fn read_bots(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("ratings");
        let (games, wins) = (counts(table, "games")?, counts(table, "wins")?);
        let ratings = rated(tables, "ratings", "rating", ["rating_low", "rating_high"])?;
        let (rates, low, high) = (
            floats(table, "win_rate")?,
            floats(table, "ci_low")?,
            floats(table, "ci_high")?,
        );
        self.fair = floats(table, "fair_share")?.first().copied().unwrap_or(1.0);
        for (row, name) in texts(table, "strategy")?.into_iter().enumerate() {
            let note = manifest.bots.iter().find(|note| note.strategy == name);
            let speed = note
                .filter(|note| note.seconds > 0.0)
                .map(|note| note.decisions as f64 / note.seconds);
            self.bots.push(Bot {
                name,
                rating: ratings[row],
                games: games[row],
                wins: wins[row],
                rate: rates[row],
                interval: Interval {
                    low: low[row],
                    high: high[row],
                },
                speed,
                with: vec![(0, 0); self.fighters.len()],
            });
        }
        let strength = |bot: &Bot| (bot.rating.map_or(0.0, |rating| rating.0), bot.rate);
        self.bots.sort_by(|a, b| {
            let (a, b) = (strength(a), strength(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        Ok(())
    }

    fn bot(&self, name: &str) -> Result<usize> {
        let found = self.bots.iter().position(|bot| bot.name == name);
        found.context("it names a strategy that ratings lacks")
    }

    fn read_encounters(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("encounters");
        let (a, b) = (texts(table, "strategy")?, texts(table, "opponent")?);
        let (games, wins) = (counts(table, "games")?, counts(table, "wins")?);
        let (losses, ahead) = (counts(table, "losses")?, counts(table, "finished_ahead")?);
        let differences = rated(tables, "encounters", "difference", ["ci_low", "ci_high"])?;
        let verdicts = maybe_texts(table, "verdict")?;
        for (row, verdict) in verdicts.into_iter().enumerate() {
            self.encounters.push(Encounter {
                bots: (self.bot(&a[row])?, self.bot(&b[row])?),
                games: games[row],
                wins: wins[row],
                losses: losses[row],
                ahead: ahead[row],
                difference: differences[row],
                verdict,
            });
        }
        Ok(())
    }

    fn read_fighters(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("bots_by_fighter");
        let (bots, keys) = (texts(table, "strategy")?, texts(table, "entrant")?);
        let (games, wins) = (counts(table, "games")?, counts(table, "wins")?);
        for (row, key) in keys.iter().enumerate() {
            let bot = self.bot(&bots[row])?;
            let fighter = self.fighters.iter().position(|fighter| fighter.key == *key);
            let fighter = fighter.context("it names a fighter that the manifest lacks")?;
            self.bots[bot].with[fighter] = (wins[row], games[row]);
        }
        Ok(())
    }

    /// What one bot makes of another, by their places in `bots`.
    pub fn encounter(&self, a: usize, b: usize) -> Option<&Encounter> {
        self.encounters.iter().find(|met| met.bots == (a, b))
    }
}

impl Encounter {
    /// Of the games that one of the two won, the share that was the first one's.
    pub fn share(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }
}

/// A column of Elo's points with the two of its interval.
fn rated(
    tables: &Tables,
    table: &str,
    name: &str,
    ends: [&str; 2],
) -> Result<Vec<Option<(f64, Interval)>>> {
    let table = tables.get(table);
    let (low, high) = (floats(table, ends[0])?, floats(table, ends[1])?);
    let interval = |row: usize| Interval {
        low: low[row],
        high: high[row],
    };
    let values = maybe_floats(table, name)?.into_iter().enumerate();
    Ok(values
        .map(|(row, value)| value.map(|value| (value, interval(row))))
        .collect())
}
