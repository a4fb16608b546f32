//! The points of the grid as one player has played them: the judged win rates of all fighters and
//! groups, and how far each point is from fair.

use super::grid::{Axis, points};
use super::play::SweepPlan;
use super::tables::PointRow;
use crate::analysis::points::{EntrantSums, Point};
use crate::questions::facts::{Fact, SubjectKind, one_side_of_two};
use crate::questions::judge::judge;
use crate::report::people::{self, People};
use crate::report::shared::{descending, share};
use crate::report::words::capital;
use crate::scenario::Scenario;
use crate::session::describe;
use crate::stats::intervals;
use crate::stats::members::Won;

/// Maximum number of win rates that readers can follow in one chart or table.
const MOST: usize = 10;

/// The points of the grid that one player has played.
pub struct PlayedGrid {
    /// Names of the bots that played.
    pub bots: Vec<String>,
    pub points: Vec<GridPoint>,
    /// The judged facts of all points: the win rates, and the means of the other measures.
    pub facts: Vec<Fact>,
    /// The win rates of the groups, then those of the fighters.
    pub series: Vec<Series>,
}

/// One point of the grid that was played.
pub struct GridPoint {
    /// For each axis of the grid: the index of the point's value.
    pub at: Vec<usize>,
    /// The row of the point. Its distance from fair is the largest one of a contestant. Contestants
    /// are the factions, or the fighters without factions.
    pub row: PointRow,
}

/// The win rates of a fighter or a group at all points. A fighter that several bots play has one
/// series for each bot, unless an axis varies the bots.
pub struct Series {
    pub kind: SubjectKind,
    /// The fighter's key, or the group's name.
    pub subject: String,
    pub label: String,
    pub colour: String,
    /// The judged win rate at each point; `None` without games.
    pub rates: Vec<Option<Fact>>,
}

impl PlayedGrid {
    /// Collects and judges the results of the bots with these names.
    pub fn new(
        plan: &SweepPlan,
        played: &[Point],
        bots: Vec<String>,
        people: &People,
        level: f64,
    ) -> PlayedGrid {
        let several = bots.len() > 1 && !plan.axes.iter().any(Axis::of_bots);
        let (player, mut grid_points, mut facts) = (bots.join(", "), vec![], vec![]);
        let (arms, scenarios) = (&plan.experiment.arms, &plan.experiment.own().scenarios);
        // The played points are the first ones of the grid.
        let all = points(&plan.axes).into_iter().zip(arms).zip(scenarios).zip(played);
        for (((at, arm), scenario), point) in all {
            let rates = rates_at(point, &player, scenario, level).into_iter();
            let of_point = rates.chain(point.entrants.iter().flat_map(means_of));
            facts.extend(of_point.map(|fact| fact.of_arm(&arm.name)));
            // The distance from fair is measured later.
            let row = PointRow {
                arm: arm.name.clone(),
                player: player.clone(),
                games: point.games,
                mean_rounds: share(point.rounds, point.games),
                ..PointRow::default()
            };
            grid_points.push(GridPoint { at, row });
        }
        judge(&mut facts, |_| (), 0.0, level);
        let mut grid = PlayedGrid { bots, points: grid_points, facts: vec![], series: vec![] };
        let by_point = facts.chunk_by(|one, other| one.row.arm == other.row.arm);
        for (point, facts) in by_point.enumerate() {
            for rate in facts.iter().filter(|fact| fact.won.is_some()) {
                grid.add(point, rate, people, several);
            }
        }
        // Groups are compared only if they play at every point.
        grid.series.retain(|of| !of.is_group() || of.rates.iter().all(Option::is_some));
        grid.measure_distances(level);
        PlayedGrid { facts, ..grid }
    }

    /// Adds a win rate to the series of its subject, which it begins if there is none.
    fn add(&mut self, point: usize, rate: &Fact, people: &People, several: bool) {
        let (kind, subject) = (rate.row.subject_kind, rate.row.subject.clone());
        let who = people.get(&subject);
        let (label, colour) = match kind {
            SubjectKind::Group => (capital(&subject), people::of(None, self.series.len())),
            _ => (who.label(&rate.row.player, several), who.colour),
        };
        let is_free =
            |of: &Series| of.kind == kind && of.label == label && of.rates[point].is_none();
        let found = self.series.iter().position(is_free);
        let series = found.unwrap_or_else(|| {
            let rates = vec![None; self.points.len()];
            self.series.push(Series { kind, subject, label, colour, rates });
            self.series.len() - 1
        });
        self.series[series].rates[point] = Some(rate.clone());
    }

    /// Measures how far each point is from fair, and which points may be the fairest. The intervals
    /// of all contestants and points hold together (Bonferroni), so that the smallest distance is
    /// not underestimated.
    pub fn measure_distances(&mut self, level: f64) {
        let groups = self.has_factions();
        let contestants = || self.series.iter().filter(move |of| of.is_group() == groups);
        let tests = contestants().flat_map(|of| &of.rates).flatten().count();
        let together = 1.0 - (1.0 - level) / tests.max(1) as f64;
        for (i, point) in self.points.iter_mut().enumerate() {
            let distance = |series: &Series| {
                let rate = series.rate(i)?;
                let (won, fair) = rate.won.zip(rate.row.fair)?;
                let interval = intervals::wilson(won.wins(), won.games(), together);
                let low = (interval.low - fair).max(fair - interval.high);
                let high = (interval.high - fair).max(fair - interval.low);
                Some(((won.rate() - fair).abs(), low, high, rate.row.subject.clone()))
            };
            for (value, low, high, subject) in contestants().filter_map(distance) {
                let row = &mut point.row;
                row.off_low = Some(row.off_low.unwrap_or(0.0).max(low));
                row.off_high = Some(row.off_high.unwrap_or(0.0).max(high));
                if row.off_fair.is_none_or(|known| value >= known) {
                    (row.off_fair, row.farthest) = (Some(value), Some(subject));
                }
            }
        }
        let highs = self.points.iter().filter_map(|point| point.row.off_high);
        let least = highs.fold(f64::INFINITY, f64::min);
        for GridPoint { row, .. } in &mut self.points {
            row.may_be_fairest = row.off_low.is_some_and(|low| low <= least);
        }
    }

    /// Returns the series that the chart and the table show. Of more than [`MOST`]: the groups,
    /// then the fighters that an axis names, then those whose win rates change most.
    pub fn shown(&self, axes: &[Axis]) -> Vec<&Series> {
        if self.series.len() <= MOST {
            return self.series.iter().collect();
        }
        let is_in = |axis: &Axis, of: &Series| axis.path.split('.').any(|part| part == of.subject);
        let is_named = |of: &Series| axes.iter().any(|axis| is_in(axis, of));
        let mut shown = descending(&self.series, |of| of.range());
        shown.sort_by_key(|of| (!of.is_group(), !is_named(of)));
        shown.truncate(MOST);
        shown
    }

    /// Returns whether the game has factions. The party of a cooperative game is no faction.
    pub fn has_factions(&self) -> bool {
        self.series.iter().filter(|of| of.is_group()).count() > 1
    }

    /// Returns the points that may be the fairest, that with the smallest distance from fair first.
    pub fn fairest(&self) -> Vec<usize> {
        let points = (0..self.points.len()).filter(|i| self.points[*i].row.may_be_fairest);
        descending(points, |i| -self.points[*i].row.off_fair.unwrap_or(0.0))
    }
}

impl Series {
    /// Returns whether the subject is a faction or the party, not a fighter.
    pub fn is_group(&self) -> bool {
        self.kind == SubjectKind::Group
    }

    /// Returns the difference between the highest and the lowest win rate.
    fn range(&self) -> f64 {
        let rates = || self.rates.iter().flatten().map(Fact::value);
        rates().fold(0.0, f64::max) - rates().fold(1.0, f64::min)
    }

    /// Returns the win rate at a point; `None` without games.
    pub fn rate(&self, point: usize) -> Option<&Fact> {
        self.rates.get(point)?.as_ref()
    }
}

/// Returns the win rates at one point: those of the groups, then those of the fighters that played.
fn rates_at(point: &Point, player: &str, scenario: &Scenario, level: f64) -> Vec<Fact> {
    let (teams, entrants) = (&scenario.seating.members, &point.entrants);
    let won: Vec<Won> = entrants.iter().map(|of| of.won).collect();
    let mut all = Won::default();
    won.iter().for_each(|of| all.merge(of));
    // The sum counts each game once for each member of the party.
    let party = point.sides.is_none().then(|| all.in_games(point.games));
    let factions = describe::factions(scenario);
    let factions = (factions.as_slice(), point.teams.as_slice());
    // No fighter has the side of a group.
    let side = teams.len() + entrants.len();
    let mut rates = Fact::groups(player, party, factions, point.games, side, level);
    let team = |of: &EntrantSums| teams.iter().position(|team| team.contains(&of.fighter));
    let sides = entrants.iter().enumerate().map(|(i, of)| team(of).unwrap_or(teams.len() + i));
    let sides = one_side_of_two(sides.collect(), &won, point.games);
    let fair = point.sides.map(|sides| 1.0 / sides as f64);
    for (of, side) in entrants.iter().zip(sides).filter(|(of, _)| of.won.games() > 0) {
        let about = (of.strategy.as_str(), SubjectKind::Fighter, of.fighter.as_str());
        let mut fact = Fact::wins(about, of.won, fair, side, level);
        fact.row.team = team(of).map(|team| team as u8 + 1);
        rates.push(fact);
    }
    rates.into_iter().map(|fact| fact.with_p(Won::p_value)).collect()
}

/// Returns the means of the other measures of a fighter: of an amount per game, or the share of
/// games with a flag or without an event.
fn means_of(of: &EntrantSums) -> impl Iterator<Item = Fact> {
    let about = (of.strategy.as_str(), SubjectKind::Fighter, of.fighter.as_str());
    let games = of.won.games();
    let value = move |sum| share(sum, games).map(|value| (value, None));
    of.measures.iter().map(move |of| Fact::measured(about, &of.name, games, value(of.sum)))
}
