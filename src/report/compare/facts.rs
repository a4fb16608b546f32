//! The facts of a comparison, read back from its tables and its manifest.

use anyhow::{Context, Result};
use polars::prelude::DataFrame;

use super::build::MEASURES;
use crate::report::columns::{counts, flags, floats, maybe_floats, maybe_texts, texts};
use crate::report::{Manifest, Tables, colours};
use crate::stats::Pairs;
use crate::stats::intervals::Interval;

/// All that a comparison has to say.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Games of each variant.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// What the score is called as a unit ("PP").
    pub score: String,
    /// The share of games that an entrant of average strength wins, where it is the same in all variants.
    pub fair: Option<f64>,
    /// The variant that the others are held against.
    pub first: String,
    /// The others.
    pub variants: Vec<Variant>,
    /// Tests that were made at once.
    pub tests: usize,
}

/// One variant against the first.
#[derive(Debug, Clone)]
pub struct Variant {
    pub name: String,
    pub fighters: Vec<Fighter>,
    /// Rounds of the games.
    pub length: Difference,
    /// Who won in the first and who in this one, only those that differ, the most frequent first.
    pub changes: Vec<Change>,
}

/// A fighter in two variants.
#[derive(Debug, Clone)]
pub struct Fighter {
    /// The name to show: with the strategies where these differ, or where the fighter has several.
    pub label: String,
    /// `#RRGGBB`.
    pub colour: String,
    /// Win rate, a share.
    pub wins: Difference,
    /// The game's score.
    pub score: Difference,
    /// The round of elimination; a survivor's is the one after the game's last.
    pub round: Difference,
}

/// A mean in two variants.
#[derive(Debug, Clone, Copy)]
pub struct Difference {
    pub pairs: Pairs,
    pub before: f64,
    pub after: f64,
    pub difference: f64,
    /// Of the difference; none of too few games.
    pub interval: Option<Interval>,
    /// It differs from 0, also after allowing for as many tests as were made (Holm).
    pub significant: bool,
}

impl Difference {
    /// The "±" of a report; 0 of too few games to have one.
    pub fn half_width(&self) -> f64 {
        self.interval.map_or(0.0, Interval::half_width)
    }
}

/// Games that one side won in the first variant and another in this one.
#[derive(Debug, Clone)]
pub struct Change {
    pub from: String,
    pub to: String,
    pub games: u64,
    pub first_game: u64,
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
            score: manifest.score.short.clone(),
            fair: manifest
                .variants
                .first()
                .and_then(|first| first.fair_share)
                .filter(|fair| {
                    manifest
                        .variants
                        .iter()
                        .all(|v| v.fair_share == Some(*fair))
                }),
            first: manifest
                .variants
                .first()
                .context("the manifest names no variants")?
                .name
                .clone(),
            variants: vec![],
            tests: 0,
        };
        facts
            .read_differences(tables, manifest)
            .context("table differences")?;
        facts
            .read_winners(tables, manifest)
            .context("table winners")?;
        Ok(facts)
    }

    fn read_differences(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("differences");
        self.tests = table.height();
        let (variants, measures) = (texts(table, "variant")?, texts(table, "measure")?);
        let entrants = maybe_texts(table, "entrant")?;
        let strategies = (
            maybe_texts(table, "strategy")?,
            maybe_texts(table, "strategy_variant")?,
        );
        let pairs = pairs(table)?;
        let (before, after) = (floats(table, "mean")?, floats(table, "mean_variant")?);
        let difference = floats(table, "difference")?;
        let low = maybe_floats(table, "ci_low")?;
        let high = maybe_floats(table, "ci_high")?;
        let significant = flags(table, "significant")?;
        let at = |row: usize, measure: usize| -> Result<Difference> {
            let same = variants.get(row) == variants.get(row - measure % 3);
            (same && measures.get(row).map(String::as_str) == Some(MEASURES[measure]))
                .then(|| Difference {
                    pairs: pairs[row],
                    before: before[row],
                    after: after[row],
                    difference: difference[row],
                    interval: low[row]
                        .zip(high[row])
                        .map(|(low, high)| Interval { low, high }),
                    significant: significant[row],
                })
                .context("its rows are not in order")
        };
        let mut fighters: Vec<(Fighter, String)> = vec![];
        let mut row = 0;
        while row < table.height() {
            let Some(key) = &entrants[row] else {
                let count = |key: &str| fighters.iter().filter(|(_, other)| other == key).count();
                let several: Vec<bool> = fighters.iter().map(|(_, key)| count(key) > 1).collect();
                let named = fighters
                    .drain(..)
                    .zip(several)
                    .map(|((fighter, _), several)| {
                        let (name, strategies) = fighter
                            .label
                            .split_once(" · ")
                            .unwrap_or((&fighter.label, ""));
                        let shown = several || strategies.contains('→');
                        let label = if shown {
                            fighter.label.clone()
                        } else {
                            name.to_owned()
                        };
                        Fighter { label, ..fighter }
                    });
                self.variants.push(Variant {
                    name: variants[row].clone(),
                    fighters: named.collect(),
                    length: at(row, 3)?,
                    changes: vec![],
                });
                row += 1;
                continue;
            };
            let note = manifest.fighters.iter().position(|note| note.key == *key);
            let name = note.map_or(key, |i| &manifest.fighters[i].name);
            let played = match (&strategies.0[row], &strategies.1[row]) {
                (Some(a), Some(b)) if a != b => format!("{a} → {b}"),
                (a, _) => a.clone().unwrap_or_default(),
            };
            fighters.push((
                Fighter {
                    label: format!("{name} · {played}"),
                    colour: colours::of(
                        note.map(|i| &manifest.fighters[i]),
                        note.unwrap_or(fighters.len()),
                    ),
                    wins: at(row, 0)?,
                    score: at(row + 1, 1)?,
                    round: at(row + 2, 2)?,
                },
                key.clone(),
            ));
            row += 3;
        }
        Ok(())
    }

    fn read_winners(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("winners");
        let variants = texts(table, "variant")?;
        let (from, to) = (texts(table, "winner")?, texts(table, "winner_variant")?);
        let (games, first_game) = (counts(table, "games")?, counts(table, "first_game")?);
        let name = |key: &String| {
            let note = manifest.fighters.iter().find(|note| note.key == *key);
            note.map_or_else(|| key.replace("team ", "Team "), |note| note.name.clone())
        };
        for variant in &mut self.variants {
            let rows = (0..table.height())
                .filter(|&row| variants[row] == variant.name && from[row] != to[row]);
            variant.changes = rows
                .map(|row| Change {
                    from: name(&from[row]),
                    to: name(&to[row]),
                    games: games[row],
                    first_game: first_game[row],
                })
                .collect();
            variant
                .changes
                .sort_by_key(|change| std::cmp::Reverse(change.games));
        }
        Ok(())
    }
}

impl Variant {
    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        self.changes.iter().map(|change| change.games).sum()
    }

    /// Nothing at all is different.
    pub fn identical(&self) -> bool {
        let same = |d: &Difference| d.pairs.changed == 0;
        same(&self.length)
            && self
                .fighters
                .iter()
                .all(|f| same(&f.wins) && same(&f.score) && same(&f.round))
    }

    /// The fighters, the most helped first.
    pub fn sorted(&self) -> Vec<&Fighter> {
        let mut sorted: Vec<&Fighter> = self.fighters.iter().collect();
        sorted.sort_by(|a, b| b.wins.difference.total_cmp(&a.wins.difference));
        sorted
    }

    /// How many times as many games two independent runs would have needed to know the differences of all win rates as well: the variances of
    /// all fighters together. `None` if nothing differs.
    pub fn saving(&self) -> Option<f64> {
        let variances = self
            .fighters
            .iter()
            .filter_map(|f| f.wins.pairs.variances());
        let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        (together > 0.0).then(|| apart / together)
    }
}

/// The exact sums of each row.
fn pairs(table: &DataFrame) -> Result<Vec<Pairs>> {
    let [games, changed, a, b, aa, bb, ab] = [
        "games",
        "changed",
        "sum",
        "sum_variant",
        "squares",
        "squares_variant",
        "products",
    ]
    .map(|name| counts(table, name));
    let (games, changed, a, b, aa, bb, ab) = (games?, changed?, a?, b?, aa?, bb?, ab?);
    let row = |row: usize| Pairs {
        games: games[row],
        changed: changed[row],
        a: a[row],
        b: b[row],
        aa: aa[row],
        bb: bb[row],
        ab: ab[row],
    };
    Ok((0..table.height()).map(row).collect())
}
