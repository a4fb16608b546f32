//! The facts of a run by several bots, read back from its tables and its manifest as plain numbers.

use anyhow::{Context, Result, ensure};

use crate::report::columns::{counts, floats, maybe_floats, small, texts};
use crate::report::{Manifest, Tables, people};
use crate::stats::intervals::Interval;

/// All that there is to say.
#[derive(Debug, Clone)]
pub struct Facts {
    pub level: f64,
    pub fair: f64,
    /// What the score is called as a unit, and in full.
    pub score: String,
    pub score_long: String,
    /// The bots' names.
    pub bots: Vec<String>,
    /// Those on whom the verdict depends on skill first, then those that all bots see the same.
    pub fighters: Vec<Fighter>,
}

#[derive(Debug, Clone)]
pub struct Fighter {
    pub key: String,
    pub name: String,
    pub colour: String,
    /// `robust`, `depends-on-skill` or `open`.
    pub agreement: String,
    /// By bot, in the order of [`Facts::bots`].
    pub seen: Vec<Seen>,
}

/// A fighter in the hands of one bot.
#[derive(Debug, Clone)]
pub struct Seen {
    pub games: u64,
    pub rate: f64,
    pub interval: Interval,
    /// `above`, `below`, `near` or `open`.
    pub side: String,
    pub mean: Option<f64>,
    pub survived: f64,
}

impl Facts {
    /// Reads tables and manifest.
    ///
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut facts = Facts {
            level: manifest.interval_level(),
            fair: 1.0,
            score: manifest.score.short.clone(),
            score_long: manifest.score.long.clone(),
            bots: vec![],
            fighters: vec![],
        };
        facts
            .read_sides(tables, manifest)
            .context("table robustness")?;
        facts.read_rates(tables).context("table win_rates")?;
        facts
            .read_rest(tables)
            .context("tables score_summary and eliminations")?;
        let rank = |fighter: &Fighter| match fighter.agreement.as_str() {
            "depends-on-skill" => 0,
            "robust" => 1,
            _ => 2,
        };
        facts.fighters.sort_by(|a, b| {
            let mean = Fighter::mean_rate;
            rank(a).cmp(&rank(b)).then(mean(b).total_cmp(&mean(a)))
        });
        Ok(facts)
    }

    fn read_sides(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("robustness");
        let (keys, bots) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let (sides, agreements) = (texts(table, "side")?, texts(table, "agreement")?);
        for (row, key) in keys.iter().enumerate() {
            if !self.bots.contains(&bots[row]) {
                self.bots.push(bots[row].clone());
            }
            if self.fighters.iter().all(|fighter| fighter.key != *key) {
                let note = manifest.fighters.iter().find(|note| note.key == *key);
                self.fighters.push(Fighter {
                    key: key.clone(),
                    name: note.map_or(key, |note| &note.name).clone(),
                    colour: people::of(note, self.fighters.len()),
                    agreement: agreements[row].clone(),
                    seen: vec![],
                });
            }
            let fighter = self.fighters.iter_mut().find(|fighter| fighter.key == *key);
            fighter.context("it was added")?.seen.push(Seen {
                games: 0,
                rate: 0.0,
                interval: Interval {
                    low: 0.0,
                    high: 1.0,
                },
                side: sides[row].clone(),
                mean: None,
                survived: 0.0,
            });
        }
        let bots = self.bots.len();
        ensure!(
            self.fighters
                .iter()
                .all(|fighter| fighter.seen.len() == bots),
            "a fighter lacks a bot"
        );
        Ok(())
    }

    /// A fighter in the hands of a bot.
    fn seen(&mut self, key: &str, bot: &str) -> Result<&mut Seen> {
        let bot = self.bots.iter().position(|known| known == bot);
        let bot = bot.context("it names a bot that robustness lacks")?;
        let fighter = self.fighters.iter_mut().find(|fighter| fighter.key == key);
        let fighter = fighter.context("it names a fighter that robustness lacks")?;
        Ok(&mut fighter.seen[bot])
    }

    fn read_rates(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("win_rates");
        let (keys, bots) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let (seats, games) = (small(table, "seat")?, counts(table, "games")?);
        let (rates, low, high) = (
            floats(table, "win_rate")?,
            floats(table, "ci_low")?,
            floats(table, "ci_high")?,
        );
        self.fair = floats(table, "fair_share")?.first().copied().unwrap_or(1.0);
        for row in (0..table.height()).filter(|row| seats[*row].is_none()) {
            let seen = self.seen(&keys[row], &bots[row])?;
            (seen.games, seen.rate) = (games[row], rates[row]);
            seen.interval = Interval {
                low: low[row],
                high: high[row],
            };
        }
        Ok(())
    }

    fn read_rest(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("score_summary");
        let (keys, bots) = (texts(table, "entrant")?, texts(table, "strategy")?);
        for (row, mean) in maybe_floats(table, "mean")?.into_iter().enumerate() {
            self.seen(&keys[row], &bots[row])?.mean = mean;
        }
        let table = tables.get("eliminations");
        let (keys, bots) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let (rounds, survival) = (small(table, "round")?, floats(table, "survival")?);
        for row in (0..table.height()).filter(|row| rounds[*row].is_none()) {
            self.seen(&keys[row], &bots[row])?.survived = survival[row];
        }
        Ok(())
    }

    /// The fighters of an agreement, in order.
    pub fn of(&self, agreement: &str) -> Vec<&Fighter> {
        self.fighters
            .iter()
            .filter(|f| f.agreement == agreement)
            .collect()
    }
}

impl Fighter {
    fn mean_rate(&self) -> f64 {
        self.seen.iter().map(|seen| seen.rate).sum::<f64>() / self.seen.len().max(1) as f64
    }
}
