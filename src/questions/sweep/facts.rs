//! The results of `gong sweep` for page, charts and sentences: the results of each fighter at each
//! point (combination of varied values).

use std::collections::BTreeSet;

use anyhow::Result;

use super::agreement::SweepReference;
use super::grid::Axis;
use super::play::{PlayedPoint, SweepFound, SweepPlan};
use crate::analysis::points::{EntrantSums, Sum};
use crate::report::Manifest;
use crate::report::factions::{self, Faction};
use crate::report::measured::GameMeasures;
use crate::report::people::{PARTY, People};
use crate::report::shared::{Wins, descending, share};
use crate::report::words::capital;
use crate::stats::intervals;

/// The results of `gong sweep` with one player, in the form that the report's page and charts need.
pub struct SweepFacts {
    pub level: f64,
    /// Names of the bots that played.
    pub bots: Vec<String>,
    /// Confidence level of the interval of one contestant's win rate at one point, see
    /// [`SweepFacts::contestants`]. The level is corrected so that all intervals together have the
    /// level that the user asked for.
    pub together: f64,
    pub measured: GameMeasures,
    pub people: People,
    pub axes: Vec<Axis>,
    /// For each axis (varied value): the index of the value that the unchanged scenario has; `None`
    /// if the axis does not contain this value.
    pub in_force: Vec<Option<usize>>,
    /// The points that were played.
    pub points: Vec<GridPoint>,
    /// Number of points of the grid that were not played.
    pub missing: usize,
    /// The results of each fighter over all points.
    pub series: Vec<Series>,
    /// The results of the factions (such as heroes and villains), or of the party (all players of a
    /// cooperative game). Empty if the game has neither, or if some points have other factions.
    pub groups: Vec<Series>,
    /// The results of the reference player; `None` without a reference player.
    pub reference: Option<SweepReference>,
}

/// One point of the grid that was played.
pub struct GridPoint {
    /// For each axis (varied value) of the grid: the index of the point's value.
    pub at: Vec<usize>,
    pub fair: Option<f64>,
    /// Mean number of rounds per game at this point.
    pub rounds: f64,
    pub games: u64,
}

/// The results of one fighter at all points. If several bots play the fighter at some point, each
/// bot has its own results. A faction (such as all heroes) and the party (all players of a
/// cooperative game) have such results as well.
#[derive(Clone)]
pub struct Series {
    /// Key (identifier) of the fighter; empty for a faction and for the party.
    pub fighter: String,
    pub label: String,
    pub colour: String,
    /// The fighter's results by point; `None` if the fighter has no games at the point.
    pub cells: Vec<Option<PointResult>>,
}

/// A fighter's results at a point.
#[derive(Clone)]
pub struct PointResult {
    pub wins: Wins,
    /// Win rate if all sides are equally strong, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
    /// The fighter's value of each measure: the mean of an amount, or the share of games without an
    /// event; `None` for other kinds of measures.
    pub values: Vec<Option<f64>>,
}

/// A fighter's result with one value of an axis (varied value), over all points with this value.
#[derive(Clone, Copy)]
pub struct ValueResult {
    /// Win rate over all games, 0 to 1.
    pub rate: f64,
    /// Number of wins and number of games for tests and intervals: the win rate, in the mean number
    /// of games per point. Points share line-ups and dice, so the games of another point may only
    /// repeat the results of one point.
    pub wins_and_games: (u64, u64),
}

/// The distance of a point from fairness: the largest distance of a contestant's win rate from its
/// fair share, see [`SweepFacts::contestants`].
#[derive(Clone, Copy)]
pub struct Off<'a> {
    pub value: f64,
    /// Lower end of the confidence interval of the distance from fairness. The confidence level
    /// holds for all points together, so that the smallest distance is not underestimated.
    pub low: f64,
    /// Upper end of the confidence interval of the distance from fairness.
    pub high: f64,
    /// The contestant whose win rate is farthest from its fair share.
    pub who: &'a Series,
}

impl SweepFacts {
    /// Collects the results of a sweep for the report's page.
    ///
    /// # Errors
    /// Fails if the scenario cannot be written as JSON.
    pub fn new(plan: &SweepPlan, found: &SweepFound, manifest: &Manifest) -> Result<SweepFacts> {
        let bots = manifest.strategies.iter();
        let bots = bots.map(|bot| bot.name.clone()).collect();
        let mut facts = SweepFacts::of(plan, &found.points, bots, manifest)?;
        if let Some((of, points)) = plan.reference.as_ref().zip(found.reference.as_ref()) {
            let strategy = of.name().to_owned();
            let theirs = SweepFacts::of(plan, points, vec![strategy.clone()], manifest)?;
            facts.reference = Some(SweepReference { strategy, facts: Box::new(theirs) });
        }
        Ok(facts)
    }

    /// Collects the results of some bots.
    ///
    /// # Errors
    /// Fails if the scenario cannot be written as JSON.
    fn of(
        plan: &SweepPlan,
        played: &[PlayedPoint],
        bots: Vec<String>,
        manifest: &Manifest,
    ) -> Result<SweepFacts> {
        let all = || {
            let points = played.iter().enumerate();
            points.flat_map(|(i, (_, point))| point.entrants.iter().map(move |of| (i, of)))
        };
        let mut seen = BTreeSet::new();
        let mut twice = BTreeSet::new();
        for (point, of) in all() {
            if !seen.insert((point, &of.fighter)) {
                twice.insert(&of.fighter);
            }
        }
        let groups = match Series::party(played, manifest.level) {
            Some(party) => vec![party],
            None => Series::factions(plan, played, manifest.level),
        };
        let tests = match groups.len() {
            0 | 1 => all().count(),
            factions => factions * played.len(),
        };
        let whole: usize = plan.axes.iter().map(|axis| axis.values.len()).product();
        let mut facts = SweepFacts {
            level: manifest.level,
            bots,
            together: 1.0 - (1.0 - manifest.level) / tests.max(1) as f64,
            measured: manifest.measured.clone(),
            people: People::of(manifest),
            in_force: (plan.axes.iter())
                .map(|axis| axis.in_force(&plan.base))
                .collect::<Result<_>>()?,
            axes: plan.axes.clone(),
            points: played.iter().map(GridPoint::of).collect(),
            missing: whole.saturating_sub(played.len()),
            series: vec![],
            groups,
            reference: None,
        };
        for (point, of) in all() {
            let who = facts.people.get(&of.fighter);
            let label = who.label(&of.strategy, twice.contains(&of.fighter));
            let known = facts.series.iter().position(|series| series.label == label);
            let series = known.unwrap_or(facts.series.len());
            if known.is_none() {
                facts.series.push(Series {
                    fighter: of.fighter.clone(),
                    label,
                    colour: who.colour,
                    cells: vec![None; played.len()],
                });
            }
            if of.won.games() > 0 {
                let fair = facts.points[point].fair;
                let result = PointResult::of(of, fair, manifest.level);
                facts.series[series].cells[point] = Some(result);
            }
        }
        Ok(facts)
    }

    /// Returns the results of the factions or of the party (all players of a cooperative game),
    /// followed by the results of the fighters.
    pub fn with_groups(&self) -> impl Iterator<Item = &Series> + Clone {
        self.groups.iter().chain(&self.series)
    }

    /// Returns whether the game has factions, such as heroes and villains. The party of a
    /// cooperative game is no faction.
    pub fn has_factions(&self) -> bool {
        self.groups.len() > 1
    }

    /// Returns the results of the contestants: the factions, or the fighters if there are no
    /// factions. The contestants' distances from the fair share decide how fair a point is.
    pub fn contestants(&self) -> &[Series] {
        match self.has_factions() {
            true => &self.groups,
            false => &self.series,
        }
    }

    /// Returns the word for a contestant, see [`SweepFacts::contestants`]: "side", or the game's
    /// word for a fighter.
    pub fn contestant_word(&self) -> &str {
        match self.has_factions() {
            true => "side",
            false => self.people.word(),
        }
    }

    /// Returns the distance of a point from fairness; `None` if all players are on one side.
    pub fn off(&self, point: usize) -> Option<Off<'_>> {
        let of = |who| {
            let who: &Series = who;
            let cell = who.cells[point].as_ref()?;
            let fair = cell.fair?;
            let interval = intervals::wilson(cell.wins.wins, cell.wins.games, self.together);
            Some(Off {
                value: (cell.wins.win_rate? - fair).abs(),
                low: (interval.low - fair).max(fair - interval.high).max(0.0),
                high: (interval.high - fair).max(fair - interval.low),
                who,
            })
        };
        let all = || self.contestants().iter().filter_map(of);
        let furthest = all().max_by(|a, b| a.value.total_cmp(&b.value))?;
        Some(Off {
            low: all().map(|off| off.low).fold(0.0, f64::max),
            high: all().map(|off| off.high).fold(0.0, f64::max),
            ..furthest
        })
    }

    /// Returns the points that may be the fairest, with the smallest observed distance from
    /// fairness first. A point is left out if another point is significantly closer to fair.
    pub fn fairest(&self) -> Vec<usize> {
        let off = (0..self.points.len()).filter_map(|point| Some((point, self.off(point)?)));
        let mut all: Vec<(usize, Off)> = descending(off, |(_, off)| -off.value);
        let least = all.iter().map(|(_, off)| off.high).fold(f64::INFINITY, f64::min);
        all.retain(|(_, off)| off.low <= least);
        all.into_iter().map(|(point, _)| point).collect()
    }

    /// Formats the values of a point, as in "rules.rounds=8, fighters.agaric.size=6".
    pub fn name(&self, point: usize) -> String {
        let at = self.axes.iter().zip(&self.points[point].at);
        let names = at.map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns the word for a point in sentences: a value if one setting varies, a combination of
    /// values otherwise.
    pub fn noun(&self) -> &'static str {
        match self.axes.len() {
            1 => "value",
            _ => "combination",
        }
    }

    /// Returns the index of the point that has, on each axis, the value with the given index;
    /// `None` if the point was not played.
    pub fn find(&self, at: &[usize]) -> Option<usize> {
        self.points.iter().position(|point| point.at == at)
    }

    /// Returns the largest number of games that a fighter has at one point.
    pub fn games(&self) -> u64 {
        self.points.iter().map(|of| of.games).max().unwrap_or(0)
    }

    /// Returns the smallest number of games that a fighter has at one point; 0 if a fighter does
    /// not play at every point.
    pub fn fewest_games(&self) -> u64 {
        self.series.iter().flat_map(Series::games).min().unwrap_or(0)
    }

    /// Returns a fighter's result with one value of an axis, over all points with this value;
    /// `None` without games.
    pub fn margin(&self, series: &Series, axis: usize, value: usize) -> Option<ValueResult> {
        let cells = self.points.iter().zip(&series.cells);
        let here = cells.filter(|(point, _)| point.at[axis] == value);
        let results = here.filter_map(|(_, cell)| Some(&cell.as_ref()?.wins));
        let played: Vec<&Wins> = results.filter(|of| of.games > 0).collect();
        let wins: u64 = played.iter().map(|of| of.wins).sum();
        let games: u64 = played.iter().map(|of| of.games).sum();
        let rate = share(wins, games)?;
        let effective = played.iter().map(|of| of.effective_games(self.level));
        let per_point = effective.sum::<f64>() / played.len() as f64;
        Some(ValueResult {
            rate,
            wins_and_games: ((rate * per_point).round() as u64, per_point.round() as u64),
        })
    }
}

impl Series {
    /// Returns the results of the party at the points; `None` unless the game is cooperative.
    fn party(played: &[PlayedPoint], level: f64) -> Option<Series> {
        let result = |(_, point): &PlayedPoint| {
            let (wins, games) = point.party()?;
            Some(PointResult { wins: Wins::new(games, wins, level), fair: None, values: vec![] })
        };
        let cells: Vec<Option<PointResult>> = played.iter().map(result).collect();
        cells.iter().any(Option::is_some).then(|| Series {
            fighter: String::new(),
            label: PARTY.to_owned(),
            colour: String::new(),
            cells,
        })
    }

    /// Returns the results of the factions (such as heroes and villains) at the points, in
    /// alphabetical order. Empty if sides have no factions, or if the points have different
    /// factions.
    fn factions(plan: &SweepPlan, played: &[PlayedPoint], level: f64) -> Vec<Series> {
        let at_point = |(at, point): &PlayedPoint| -> Vec<Faction> {
            let sides = plan.factions(at);
            let mut factions = factions::of(&sides, &point.teams, level);
            factions.sort_by(|a, b| a.name.cmp(&b.name));
            factions
        };
        let points: Vec<Vec<Faction>> = played.iter().map(at_point).collect();
        let Some(first) = points.first() else {
            return vec![];
        };
        let name = |of: &Faction| of.name.clone();
        let same = |of: &Vec<Faction>| of.iter().map(name).eq(first.iter().map(name));
        if !points.iter().all(same) {
            return vec![];
        }
        let result = |of: &Faction| PointResult {
            wins: of.wins.clone(),
            fair: Some(of.fair),
            values: vec![],
        };
        let series = |(i, of): (usize, &Faction)| Series {
            fighter: String::new(),
            label: capital(&of.name),
            colour: of.colour.clone(),
            cells: points.iter().map(|point| Some(result(&point[i]))).collect(),
        };
        first.iter().enumerate().map(series).collect()
    }

    /// Returns whether these are the results of a faction or of the party, not of a fighter.
    pub fn is_group(&self) -> bool {
        self.fighter.is_empty()
    }

    /// Returns whether two series have the same fighter, the same faction, or the party. The games
    /// of the two series may have different players.
    pub fn is_like(&self, other: &Series) -> bool {
        let same_group = !self.is_group() || self.label == other.label;
        self.fighter == other.fighter && same_group
    }

    /// Returns the name for the middle of a sentence: "the party", "heroes", or the fighter's
    /// label.
    pub fn said(&self) -> String {
        match self.is_group() {
            true => self.label.to_lowercase(),
            false => self.label.clone(),
        }
    }

    /// Returns the number of games at each point.
    pub fn games(&self) -> impl Iterator<Item = u64> + Clone {
        let cells = self.cells.iter();
        cells.map(|cell| cell.as_ref().map_or(0, |of| of.wins.games))
    }
}

impl GridPoint {
    fn of((at, point): &PlayedPoint) -> GridPoint {
        let games = point.entrants.iter().map(|of| of.won.games());
        GridPoint {
            at: at.clone(),
            fair: point.sides.map(|sides| 1.0 / sides as f64),
            rounds: share(point.rounds, point.games).unwrap_or(0.0),
            games: games.max().unwrap_or(0),
        }
    }
}

impl PointResult {
    fn of(sums: &EntrantSums, fair: Option<f64>, level: f64) -> PointResult {
        let value = |sum: &Sum| match sum {
            Sum::Amount { total } => share(*total, sums.won.games()),
            Sum::Time { games, .. } => share(sums.won.games() - games, sums.won.games()),
            Sum::Flag { .. } | Sum::Class { .. } => None,
        };
        PointResult {
            wins: Wins::of(&sums.won, level),
            fair,
            values: sums.measures.iter().map(|of| value(&of.sum)).collect(),
        }
    }
}
