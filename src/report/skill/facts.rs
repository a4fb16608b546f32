//! The tables' rows, in the order of a reader.

use anyhow::{Context, Result};

use super::{Agreed, LevelRow, MixedRow, Skill, StepRow};
use crate::analysis::skill::Equals;
use crate::analysis::skill::verdicts::together;
use crate::report::people::People;
use crate::report::shared::{Wins, descending};
use crate::report::table::Row;
use crate::report::{Manifest, Tables};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub fair: Option<f64>,
    /// How far off that a fighter is still fair.
    pub margin: f64,
    pub people: People,
    /// The weakest first.
    pub levels: Vec<LevelRow>,
    /// Those that win most, over all levels, first.
    pub sides: Vec<Side>,
    pub agreement: Vec<Agreed>,
    pub mixed: Vec<MixedRow>,
}

/// A fighter, or several that always win together.
pub struct Side {
    pub label: String,
    pub colour: String,
    /// By level.
    pub at: Vec<At>,
    /// By level but the last: what changes to the next.
    pub steps: Vec<StepRow>,
}

/// A side at a level.
pub struct At {
    pub wins: Wins,
    /// Empty where no share is fair.
    pub standing: String,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or lacks somebody: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let rows = Skill::rows(tables.named(Skill::NAME)?)?;
        let levels = LevelRow::rows(tables.named(LevelRow::NAME)?)?;
        let steps = StepRow::rows(tables.named(StepRow::NAME)?)?;
        let people = People::of(manifest);
        let first = levels.first().context("no level has played")?;
        let of_first = rows.iter().filter(|row| row.level == first.level);
        let keys: Vec<&String> = of_first.map(|row| &row.entrant).collect();
        let at = |level: &LevelRow, key: &String| {
            let mut own = rows.iter().filter(|row| row.level == level.level);
            let found = own.find(|row| row.entrant == *key);
            found.with_context(|| format!("skill lacks {key} at {}", level.level))
        };
        let mut equals = vec![];
        for level in &levels {
            let results = keys
                .iter()
                .map(|key| at(level, key).map(|row| (row.wins.games, row.wins.wins)));
            equals.push(Equals {
                games: level.games,
                results: results.collect::<Result<_>>()?,
            });
        }
        let mut sides = vec![];
        for group in together(&equals) {
            let one = keys[group[0]];
            let of_level = |level| {
                let row = at(level, one)?;
                Ok(At {
                    wins: row.wins.clone(),
                    standing: row.standing.clone().unwrap_or_default(),
                })
            };
            let names: Vec<String> = group.iter().map(|&f| people.get(keys[f]).name).collect();
            sides.push(Side {
                label: match names.as_slice() {
                    all if all.len() > 3 && all.len() == keys.len() => {
                        format!("all {}", people.several())
                    }
                    [a, _, _, _, ..] => format!("{a} + {} more", names.len() - 1),
                    few => few.join(" + "),
                },
                colour: people.get(one).colour,
                at: levels.iter().map(of_level).collect::<Result<_>>()?,
                steps: steps
                    .iter()
                    .filter(|step| step.entrant == *one)
                    .cloned()
                    .collect(),
            });
        }
        let mean = |side: &Side| -> f64 { side.at.iter().map(|at| at.wins.rate()).sum() };
        Ok(Facts {
            level: manifest.level,
            fair: rows.first().and_then(|row| row.fair_share),
            margin: rows.first().and_then(|row| row.margin).unwrap_or(0.0),
            sides: descending(sides, mean),
            people,
            levels,
            agreement: Agreed::rows(tables.named(Agreed::NAME)?)?,
            mixed: MixedRow::rows(tables.named(MixedRow::NAME)?)?,
        })
    }

    /// The levels' names.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.levels.iter().map(|of| &of.level)
    }

    /// How well the least known win rate of a level is known.
    pub fn widest(&self, level: usize) -> f64 {
        let halves = self.sides.iter().map(|side| side.at[level].wins.half());
        halves.fold(0.0, f64::max)
    }

    /// The rows of the mixed table that are about levels alone.
    pub fn mixed_levels(&self) -> Vec<&MixedRow> {
        let alone = |row: &&MixedRow| row.entrant.is_none();
        self.mixed.iter().filter(alone).collect()
    }
}

impl Side {
    /// The levels at which it stands so, by index.
    pub fn levels(&self, standing: &str) -> Vec<usize> {
        let all = self.at.iter().enumerate();
        let so = all.filter(|(_, at)| at.standing == standing);
        so.map(|(level, _)| level).collect()
    }

    /// What is certain of it at some level: `strong`, `fair` and `weak`, each once.
    pub fn certain(&self) -> Vec<&'static str> {
        let all = ["strong", "fair", "weak"].into_iter();
        all.filter(|standing| !self.levels(standing).is_empty())
            .collect()
    }
}
