//! The points of the grid as one player has played them: the judged win rates of all fighters and
//! groups, and how far each point is from fair.

use super::grid::points;
use super::play::SweepPlan;
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
    /// The values of the point, as in "rules.rounds=8, strategy=balanced".
    pub name: String,
    /// For each axis of the grid: the index of the point's value.
    pub at: Vec<usize>,
    pub games: u64,
    pub mean_rounds: Option<f64>,
    /// How far the point is from fair; `None` in a cooperative game.
    pub off: Option<Off>,
    /// True if no other point is significantly closer to fair.
    pub may_be_fairest: bool,
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

/// How far a point is from fair: the largest distance of a contestant's win rate from its fair
/// share. Contestants are the factions, or the fighters without factions.
#[derive(Clone, Copy)]
pub struct Off {
    pub value: f64,
    /// Lower end of the confidence interval of the distance. The intervals of all points hold
    /// together, so that the smallest distance is not underestimated.
    pub low: f64,
    /// Upper end of the confidence interval of the distance.
    pub high: f64,
    /// Index of the series of the contestant whose win rate is farthest from its fair share.
    pub who: usize,
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
        let of_bots = plan.axes.iter().any(|axis| axis.of_bots());
        let (player, several) = (bots.join(", "), bots.len() > 1 && !of_bots);
        let (mut grid_points, mut places, mut facts) = (vec![], vec![], vec![]);
        let (arms, scenarios) = (&plan.experiment.arms, &plan.experiment.own().scenarios);
        let all = points(&plan.axes).into_iter().zip(arms).zip(scenarios);
        // The played points are the first ones of the grid.
        for (i, (((at, arm), scenario), point)) in all.zip(played).enumerate() {
            let rates = rates_at(point, &player, scenario, level).into_iter();
            let all = rates.chain(point.entrants.iter().flat_map(means_of));
            facts.extend(all.map(|fact| fact.of_arm(&arm.name)));
            places.resize(facts.len(), i);
            grid_points.push(GridPoint {
                name: arm.name.clone(),
                at,
                games: point.games,
                mean_rounds: share(point.rounds, point.games),
                off: None,
                may_be_fairest: false,
            });
        }
        judge(&mut facts, |_| (), 0.0, level);
        let mut grid = PlayedGrid { bots, points: grid_points, facts: vec![], series: vec![] };
        for (point, fact) in places.into_iter().zip(&facts).filter(|(_, fact)| fact.won.is_some()) {
            grid.add(point, fact.clone(), people, several);
        }
        // Groups are compared only if they play at every point.
        grid.series.retain(|of| !of.is_group() || of.rates.iter().all(Option::is_some));
        let tests = match grid.has_factions() {
            true => grid.series.iter().filter(|of| of.is_group()).count() * played.len(),
            false => played.iter().map(|point| point.entrants.len()).sum(),
        };
        grid.measure_distances(1.0 - (1.0 - level) / tests.max(1) as f64);
        PlayedGrid { facts, ..grid }
    }

    /// Adds a win rate to the series of its subject, which it begins if there is none.
    fn add(&mut self, point: usize, rate: Fact, people: &People, several: bool) {
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
        self.series[series].rates[point] = Some(rate);
    }

    /// Measures how far each point is from fair, and which points may be the fairest. `together` is
    /// the confidence level of the interval of one contestant's win rate at one point. With it, the
    /// intervals of all contestants and points hold together (Bonferroni).
    pub fn measure_distances(&mut self, together: f64) {
        let all: Vec<Option<Off>> =
            (0..self.points.len()).map(|point| self.off(point, together)).collect();
        let least = all.iter().flatten().map(|off| off.high).fold(f64::INFINITY, f64::min);
        for (point, off) in self.points.iter_mut().zip(all) {
            point.off = off;
            point.may_be_fairest = off.is_some_and(|off| off.low <= least);
        }
    }

    fn off(&self, point: usize, together: f64) -> Option<Off> {
        let off = |(who, series): (usize, &Series)| {
            let rate = series.rates[point].as_ref()?;
            let (won, fair) = rate.won.zip(rate.row.fair)?;
            let interval = intervals::wilson(won.wins(), won.games(), together);
            Some(Off {
                value: (won.rate() - fair).abs(),
                low: (interval.low - fair).max(fair - interval.high).max(0.0),
                high: (interval.high - fair).max(fair - interval.low),
                who,
            })
        };
        let groups = self.has_factions();
        let contestants = self.series.iter().enumerate().filter(|(_, of)| of.is_group() == groups);
        let all: Vec<Off> = contestants.filter_map(off).collect();
        let farthest = all.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        Some(Off {
            low: all.iter().map(|off| off.low).fold(0.0, f64::max),
            high: all.iter().map(|off| off.high).fold(0.0, f64::max),
            ..*farthest
        })
    }

    /// Returns whether the game has factions. The party of a cooperative game is no faction.
    pub fn has_factions(&self) -> bool {
        self.series.iter().filter(|of| of.is_group()).count() > 1
    }

    /// Returns the points that may be the fairest, that with the smallest distance from fair first.
    pub fn fairest(&self) -> Vec<usize> {
        let points = (0..self.points.len()).filter(|point| self.points[*point].may_be_fairest);
        descending(points, |point| self.points[*point].off.map_or(0.0, |off| -off.value))
    }
}

impl Series {
    /// Returns whether the subject is a faction or the party, not a fighter.
    pub fn is_group(&self) -> bool {
        self.kind == SubjectKind::Group
    }

    /// Returns the name for the middle of a sentence: "the party", "heroes", or the fighter's
    /// label.
    pub fn said(&self) -> String {
        match self.is_group() {
            true => self.label.to_lowercase(),
            false => self.label.clone(),
        }
    }
}

/// Returns the win rates at one point: those of the groups, then those of the fighters that played.
fn rates_at(point: &Point, player: &str, scenario: &Scenario, level: f64) -> Vec<Fact> {
    let (teams, entrants) = (&scenario.seating.members, &point.entrants);
    let mut all = Won::default();
    entrants.iter().for_each(|of| all.merge(&of.won));
    // The sum counts each game once for each member of the party.
    let party = point.sides.is_none().then(|| all.in_games(point.games));
    let factions = describe::factions(scenario);
    // No fighter has the side of a group.
    let side = teams.len() + entrants.len();
    let factions = (factions.as_slice(), point.teams.as_slice());
    let mut rates = Fact::groups(player, party, factions, point.games, side, level);
    let team = |of: &EntrantSums| teams.iter().position(|team| team.contains(&of.fighter));
    let sides = entrants.iter().enumerate().map(|(i, of)| team(of).unwrap_or(teams.len() + i));
    let won: Vec<Won> = entrants.iter().map(|of| of.won).collect();
    let sides = one_side_of_two(sides.collect(), &won, point.games);
    for (of, side) in entrants.iter().zip(sides).filter(|(of, _)| of.won.games() > 0) {
        let about = (of.strategy.as_str(), SubjectKind::Fighter, of.fighter.as_str());
        let fair = point.sides.map(|sides| 1.0 / sides as f64);
        let mut fact = Fact::wins(about, of.won, fair, side, level);
        fact.row.team = team(of).map(|team| team as u8 + 1);
        rates.push(fact);
    }
    rates.into_iter().map(|fact| fact.with_p(Won::p_value)).collect()
}

/// Returns the means of the other measures of a fighter: of an amount per game, or the share of
/// games with a flag or without an event.
fn means_of(of: &EntrantSums) -> impl Iterator<Item = Fact> {
    let (games, about) = (of.won.games(), (of.strategy.as_str(), of.fighter.as_str()));
    let measures = of.measures.iter();
    measures.map(move |of| Fact::mean(about, &of.name, (games, share(of.sum, games))))
}
