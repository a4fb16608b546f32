//! The tables of `gong skill`: the win rate of each fighter at each skill level, its change between
//! levels, and the agreement of levels.

use super::plan::SkillPlan;
use super::play::{LevelResults, SkillFound};
use super::standings::{Verdicts, verdicts};
use crate::report::Tables;
use crate::report::sentences::Standing;
use crate::report::shared::Wins;
use crate::report::table::{Row, Unit, row};
use crate::stats::ranks::agreement;

row! {
    /// One row per skill level and fighter, for the games in which one bot plays all fighters.
    pub struct SkillRow in "skill" {
        /// The skill level, named after the bot that plays all fighters.
        level: String [Unit::Word],
        /// The key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// How often the fighter wins at this skill level.
        wins: Wins,
        /// Win rate that every fighter would have if all were equally strong; null if all players
        /// are on one side.
        fair_share: Option<f64> [Unit::Share(1)],
        /// Maximum difference of a win rate from the fair share that still counts as fair; null if
        /// all players are on one side.
        margin: Option<f64> [Unit::Share(1)],
        /// Verdict on the fighter at this skill level: `strong`, `weak`, `fair` or `open` (not
        /// significant), with Holm’s correction for all tests; null if all players are on one side.
        standing: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per skill level, from the weakest to the strongest.
    pub struct LevelRow in "skill_levels" {
        /// The skill level, named after the bot that plays all fighters.
        level: String [Unit::Word],
        /// Number of games in which this bot plays all fighters.
        games: u64 [Unit::Count],
    }
}

row! {
    /// One row per fighter and two consecutive skill levels.
    pub struct StepRow in "skill_steps" {
        /// The key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// The lower of the two skill levels.
        level: String [Unit::Word],
        /// The higher of the two skill levels.
        level_next: String [Unit::Word],
        /// The fighter’s win rate at the higher skill level minus its win rate at the lower level.
        difference: f64 [Unit::Points(1)],
        /// The lower end of the confidence interval of the difference in win rate.
        ci_low: f64 [Unit::Points(1)],
        /// The upper end of the confidence interval of the difference in win rate.
        ci_high: f64 [Unit::Points(1)],
        /// Verdict on wins at the higher skill level: `more`, `fewer` or `noise` (not significant),
        /// with Holm’s correction for all tests.
        verdict: String [Unit::Word],
    }
}

/// Minimum number of games of each of two skill levels for a rank correlation. With fewer games,
/// the margin of error of a win rate is usually larger than the spread of the win rates.
pub const FEWEST_RANKED: u64 = 30;

row! {
    /// One row per two skill levels: how well they agree on the order of the fighters.
    pub struct Agreed in "skill_agreement" {
        /// The first of the two skill levels.
        level: String [Unit::Word],
        /// The second of the two skill levels.
        other: String [Unit::Word],
        /// Number of ranked fighters, those with games at both levels; fighters that always win
        /// together count as one.
        ranked: u64 [Unit::Count],
        /// Spearman’s rank correlation of the fighters’ win rates at the two skill levels; null
        /// with fewer than three ranked fighters, or fewer than 30 games at one of the levels.
        correlation: Option<f64> [Unit::Signed(2, "−1…1")],
        /// The lower end of the rank correlation’s approximate interval; null with fewer
        /// than five ranked fighters, or without a rank correlation.
        ci_low: Option<f64> [Unit::Signed(2, "−1…1")],
        /// The upper end of the rank correlation’s approximate interval; null with fewer
        /// than five ranked fighters, or without a rank correlation.
        ci_high: Option<f64> [Unit::Signed(2, "−1…1")],
    }
}

/// The rows of all tables of `gong skill`, with the verdicts.
#[derive(Default)]
pub struct SkillRows {
    pub verdicts: Verdicts,
    pub skill: Vec<SkillRow>,
    pub levels: Vec<LevelRow>,
    pub steps: Vec<StepRow>,
    pub agreed: Vec<Agreed>,
}

impl SkillRows {
    /// Makes the rows of all tables of `gong skill`; `level` is the confidence level of intervals
    /// and verdicts.
    pub fn new(plan: &SkillPlan, found: &SkillFound, level: f64) -> SkillRows {
        let source = Source {
            levels: plan.bots().map(|bot| bot.name.clone()).collect(),
            plan,
            found: &found.levels,
            level,
        };
        let verdicts = verdicts(&found.levels, plan.fair, level);
        SkillRows {
            skill: source.skill(&verdicts),
            levels: source.levels(),
            steps: source.steps(&verdicts),
            agreed: source.agreement(),
            verdicts,
        }
    }

    /// Returns the tables of `gong skill`, in the order in which their results are hashed.
    pub fn tables(self) -> Tables {
        Tables(vec![
            SkillRow::table(self.skill),
            LevelRow::table(self.levels),
            StepRow::table(self.steps),
            Agreed::table(self.agreed),
        ])
    }
}

/// Returns the word for a verdict on a fighter in tables, such as `strong` if its win rate is above
/// its fair share.
pub fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Above => "strong",
        Standing::Below => "weak",
        Standing::WithinNoise => "fair",
        Standing::Open => "open",
    }
}

/// The settings and results of `gong skill` from which its table rows are made.
struct Source<'a> {
    /// Names of the bots of the skill levels, from the weakest.
    levels: Vec<String>,
    plan: &'a SkillPlan,
    found: &'a [LevelResults],
    /// The confidence level of intervals and verdicts, 0 to 1.
    level: f64,
}

impl Source<'_> {
    fn skill(&self, verdicts: &Verdicts) -> Vec<SkillRow> {
        let mut rows = vec![];
        for (l, (name, of)) in self.levels.iter().zip(self.found).enumerate() {
            for (f, (key, won)) in self.plan.fighters.iter().zip(&of.results).enumerate() {
                let standing = verdicts.standings.get(l).map(|of| word(of[f]));
                rows.push(SkillRow {
                    level: name.clone(),
                    entrant: key.clone(),
                    wins: Wins::of(won, self.level),
                    fair_share: self.plan.fair.map(|of| of.share),
                    margin: self.plan.fair.map(|of| of.margin),
                    standing: standing.map(str::to_owned),
                });
            }
        }
        rows
    }

    fn levels(&self) -> Vec<LevelRow> {
        let levels = self.levels.iter().zip(self.found);
        let row = |(name, of): (&String, &LevelResults)| LevelRow {
            level: name.clone(),
            games: of.games,
        };
        levels.map(row).collect()
    }

    fn steps(&self, verdicts: &Verdicts) -> Vec<StepRow> {
        let mut rows = vec![];
        for (of, names) in verdicts.steps.iter().zip(self.levels.windows(2)) {
            for (step, key) in of.iter().zip(&self.plan.fighters) {
                let verdict = match step.standing() {
                    Standing::Above => "more",
                    Standing::Below => "fewer",
                    Standing::WithinNoise | Standing::Open => "noise",
                };
                rows.push(StepRow {
                    entrant: key.clone(),
                    level: names[0].clone(),
                    level_next: names[1].clone(),
                    difference: step.difference,
                    ci_low: step.interval.low,
                    ci_high: step.interval.high,
                    verdict: verdict.to_owned(),
                });
            }
        }
        rows
    }

    fn agreement(&self) -> Vec<Agreed> {
        let levels = self.found;
        let sides = &self.plan.sides;
        let results = |level: usize| -> Vec<(u64, u64)> {
            let side = |side: &Vec<usize>| {
                let (wins, games) = levels[level].results[side[0]].effective(self.level);
                (games, wins)
            };
            sides.iter().map(side).collect()
        };
        let mut rows = vec![];
        for a in 0..levels.len() {
            for b in a + 1..levels.len() {
                let both = results(a).into_iter().zip(results(b));
                let (a_ranked, b_ranked): (Vec<_>, Vec<_>) =
                    both.filter(|(a, b)| a.0 > 0 && b.0 > 0).unzip();
                let enough = levels[a].games.min(levels[b].games) >= FEWEST_RANKED;
                let agreed = agreement(&a_ranked, &b_ranked, self.level).filter(|_| enough);
                let ends = agreed.and_then(|of| of.interval);
                rows.push(Agreed {
                    level: self.levels[a].clone(),
                    other: self.levels[b].clone(),
                    ranked: a_ranked.len() as u64,
                    correlation: agreed.map(|of| of.correlation),
                    ci_low: ends.map(|of| of.low),
                    ci_high: ends.map(|of| of.high),
                });
            }
        }
        rows
    }
}
