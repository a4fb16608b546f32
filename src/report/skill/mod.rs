//! What `gong skill` leaves behind: the balance of a table at several levels of play, what changes from one to the next, how far they agree on who is
//! strong, and a table at which they sit together.

mod charts;
mod facts;
mod page;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::shared::{Wins, share};
use super::table::{Row, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::skill::Found;
use crate::analysis::skill::verdicts::{Standing, Step, Verdicts, together, verdicts};
use crate::stats::clusters::Clusters;
use crate::stats::fairness::Fair;
use crate::stats::ranks::agreement;

row! {
    /// One row per level and fighter, of the games in which the level plays everybody.
    pub struct Skill in "skill" {
        /// The level: the bot that plays everybody.
        level: String [Unit::Word],
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// How often it wins.
        wins: Wins,
        /// What it would win if all were alike; null if all play together.
        fair_share: Option<f64> [Unit::Share(1)],
        /// How far off that it is still fair; null if all play together.
        margin: Option<f64> [Unit::Share(1)],
        /// `strong`, `weak`, `fair` or `open`, allowing for all that is tested (Holm); null if all play together.
        standing: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per level, in their order.
    pub struct LevelRow in "skill_levels" {
        /// The level.
        level: String [Unit::Word],
        /// Games in which it plays everybody.
        games: u64 [Unit::Count],
    }
}

row! {
    /// One row per fighter and two levels that follow each other.
    pub struct StepRow in "skill_steps" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The level.
        level: String [Unit::Word],
        /// The one after it.
        level_next: String [Unit::Word],
        /// What the fighter wins more at that one.
        difference: f64 [Unit::Points(1)],
        /// The lower end of the difference’s interval.
        ci_low: f64 [Unit::Points(1)],
        /// The upper end of the difference’s interval.
        ci_high: f64 [Unit::Points(1)],
        /// `more`, `fewer` or `noise`, allowing for all that is tested (Holm).
        verdict: String [Unit::Word],
    }
}

row! {
    /// One row per two levels.
    pub struct Agreed in "skill_agreement" {
        /// The level.
        level: String [Unit::Word],
        /// Another.
        other: String [Unit::Word],
        /// How many are ranked: fighters, or such as always win together.
        ranked: u64 [Unit::Count],
        /// Spearman’s rank correlation of their win rates; null of fewer than three.
        correlation: Option<f64> [Unit::Signed(2, "−1…1")],
        /// The lower end of where redrawn rankings lie.
        ci_low: Option<f64> [Unit::Signed(2, "−1…1")],
        /// The upper end of where redrawn rankings lie.
        ci_high: Option<f64> [Unit::Signed(2, "−1…1")],
    }
}

row! {
    /// One row per level, per fighter, and per both, of the games in which levels sit together; a game counts for every side of it.
    pub struct MixedRow in "skill_mixed" {
        /// The level; null: whoever plays.
        level: Option<String> [Unit::Word],
        /// The fighter’s key; null: whatever is played.
        entrant: Option<String> [Unit::Word],
        /// How often it wins.
        wins: Wins,
        /// What it would win if all were alike.
        fair_share: Option<f64> [Unit::Share(1)],
    }
}

/// What the tables are made from.
pub struct Source<'a> {
    /// What tables call the levels.
    pub levels: &'a [String],
    pub found: &'a Found,
    /// How far off its fair share a fighter is still fair.
    pub margin: f64,
    /// The level of intervals and verdicts.
    pub level: f64,
}

/// Every table.
pub fn tables(source: &Source) -> Tables {
    let fair = source.found.fair.map(|share| Fair {
        share,
        margin: source.margin,
    });
    let verdicts = verdicts(&source.found.levels, fair, source.level);
    Tables(vec![
        Skill::table(source.skill(&verdicts)),
        LevelRow::table(source.levels()),
        StepRow::table(source.steps(&verdicts)),
        Agreed::table(source.agreement()),
        MixedRow::table(source.mixed()),
    ])
}

/// The page.
///
/// # Errors
/// If the tables are not those of a skill report.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    let facts = facts::Facts::new(tables, manifest)?;
    Ok(page::page(&facts, manifest))
}

impl Source<'_> {
    fn skill(&self, verdicts: &Verdicts) -> Vec<Skill> {
        let mut rows = vec![];
        for (l, (name, of)) in self.levels.iter().zip(&self.found.levels).enumerate() {
            for (f, (key, &(games, wins))) in
                self.found.fighters.iter().zip(&of.results).enumerate()
            {
                let standing = verdicts.standings.get(l).map(|of| match of[f] {
                    Standing::Strong => "strong",
                    Standing::Weak => "weak",
                    Standing::Fair => "fair",
                    Standing::Open => "open",
                });
                rows.push(Skill {
                    level: name.clone(),
                    entrant: key.clone(),
                    wins: Wins::new(games, wins, self.level),
                    fair_share: self.found.fair,
                    margin: self.found.fair.map(|_| self.margin),
                    standing: standing.map(str::to_owned),
                });
            }
        }
        rows
    }

    fn levels(&self) -> Vec<LevelRow> {
        let levels = self.levels.iter().zip(&self.found.levels);
        let row = |(name, of): (&String, &crate::analysis::skill::Equals)| LevelRow {
            level: name.clone(),
            games: of.games,
        };
        levels.map(row).collect()
    }

    fn steps(&self, verdicts: &Verdicts) -> Vec<StepRow> {
        let mut rows = vec![];
        for (of, names) in verdicts.steps.iter().zip(self.levels.windows(2)) {
            for (step, key) in of.iter().zip(&self.found.fighters) {
                let Step {
                    difference,
                    interval,
                    sure,
                } = *step;
                let verdict = match (sure, difference > 0.0) {
                    (false, _) => "noise",
                    (true, true) => "more",
                    (true, false) => "fewer",
                };
                rows.push(StepRow {
                    entrant: key.clone(),
                    level: names[0].clone(),
                    level_next: names[1].clone(),
                    difference,
                    ci_low: interval.low,
                    ci_high: interval.high,
                    verdict: verdict.to_owned(),
                });
            }
        }
        rows
    }

    fn agreement(&self) -> Vec<Agreed> {
        let levels = &self.found.levels;
        let groups = together(levels);
        let results = |level: usize| -> Vec<(u64, u64)> {
            groups
                .iter()
                .map(|group| levels[level].results[group[0]])
                .collect()
        };
        let mut rows = vec![];
        for a in 0..levels.len() {
            for b in a + 1..levels.len() {
                let agreed = agreement(&results(a), &results(b), self.level);
                rows.push(Agreed {
                    level: self.levels[a].clone(),
                    other: self.levels[b].clone(),
                    ranked: groups.len() as u64,
                    correlation: agreed.map(|of| of.correlation),
                    ci_low: agreed.map(|of| of.interval.low),
                    ci_high: agreed.map(|of| of.interval.high),
                });
            }
        }
        rows
    }

    fn mixed(&self) -> Vec<MixedRow> {
        let Some(mixed) = &self.found.mixed else {
            return vec![];
        };
        let mut rows = vec![];
        let mut push = |level: Option<&String>, entrant: Option<&String>, of: &Clusters| {
            let interval = of.interval(self.level);
            if of.games > 0 {
                rows.push(MixedRow {
                    level: level.cloned(),
                    entrant: entrant.cloned(),
                    wins: Wins {
                        games: of.games,
                        wins: of.wins,
                        win_rate: share(of.wins, of.games),
                        ci_low: interval.low,
                        ci_high: interval.high,
                    },
                    fair_share: self.found.fair,
                });
            }
        };
        let fighters = &self.found.fighters;
        for (name, of) in self.levels.iter().zip(&mixed.levels) {
            push(Some(name), None, of);
        }
        for (key, of) in fighters.iter().zip(&mixed.fighters) {
            push(None, Some(key), of);
        }
        for (name, both) in self.levels.iter().zip(&mixed.both) {
            for (key, of) in fighters.iter().zip(both) {
                push(Some(name), Some(key), of);
            }
        }
        rows
    }
}
