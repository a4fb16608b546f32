//! The effects of the axes (varied values): for each fighter and group, the change of the win rate
//! between the two values of an axis with the lowest and the highest win rate.

use super::grid::Axis;
use super::played::{PlayedGrid, Series};
use crate::questions::facts::{Agreement, Fact, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::shared::{Wins, descending};
use crate::stats::Compared;
use crate::stats::intervals::{difference_of_two, p_value_of_two};

/// The largest effect of an axis on the win rate of one subject.
pub struct Effect {
    /// Index of the axis.
    pub axis: usize,
    /// The two values, by index on the axis, in its order: those of the reference player if its
    /// change is significant, else those of the command's own bots.
    pub ends: [usize; 2],
    /// The subject's name for the middle of a sentence.
    pub said: String,
    pub label: String,
    pub colour: String,
    pub is_group: bool,
    /// The change between the two values.
    pub judged: Judged,
}

/// The results of a subject at all points with one value of an axis.
struct AtValue {
    /// Win rate over all games, 0 to 1.
    rate: f64,
    games: u64,
    /// The win rate as wins and games for tests and intervals, in the mean number of games per
    /// point. Points share line-ups and dice, so that the games of another point may only repeat
    /// those of one.
    effective: (u64, u64),
}

/// The change of one subject's win rate along an axis, before players are compared.
struct Change<'a> {
    axis: usize,
    ends: [usize; 2],
    series: &'a Series,
    fact: Fact,
}

/// Returns the effects of all axes, for each axis those on groups first, then the largest ones
/// first.
pub fn effects(
    axes: &[Axis],
    own: &PlayedGrid,
    reference: Option<&PlayedGrid>,
    level: f64,
) -> Vec<Effect> {
    let largest = |grid| Changes { axes, grid, level }.largest();
    let own_largest = largest(own);
    let Some(theirs) = reference else {
        let facts = own_largest.iter().map(|of| of.fact.clone()).collect();
        return judged(own_largest, Judged::pairs(facts, &[]));
    };
    let their_largest = largest(theirs);
    let (mut changes, mut own_facts, mut their_facts) = (vec![], vec![], vec![]);
    for change in own_largest {
        let same = |of: &&Change| of.axis == change.axis && of.series.is_like(change.series);
        let their_change = their_largest.iter().find(same);
        let leads = their_change.filter(|of| of.fact.standing().is_significant());
        let ends = leads.map_or(change.ends, |of| of.ends);
        let between =
            |grid, series| Changes { axes, grid, level }.between(series, change.axis, ends);
        let Some(fact) = between(own, change.series) else {
            continue;
        };
        their_facts.extend(their_change.and_then(|of| between(theirs, of.series)));
        own_facts.push(fact);
        changes.push(Change { ends, ..change });
    }
    judge(&mut own_facts, |_| (), 0.0, level);
    judge(&mut their_facts, |_| (), 0.0, level);
    judged(changes, Judged::pairs(own_facts, &their_facts))
}

fn judged(changes: Vec<Change<'_>>, judged: Vec<Judged>) -> Vec<Effect> {
    let effect = |(of, judged): (Change<'_>, Judged)| Effect {
        axis: of.axis,
        ends: of.ends,
        said: of.series.said(),
        label: of.series.label.clone(),
        colour: of.series.colour.clone(),
        is_group: of.series.is_group(),
        judged,
    };
    let size = |of: &Effect| {
        let leads = of.judged.check().is_some_and(Agreement::reference_leads);
        let fact = if leads { of.judged.leading() } else { &of.judged.own };
        fact.row.change.map_or(0.0, f64::abs)
    };
    let mut effects = descending(changes.into_iter().zip(judged).map(effect), size);
    effects.sort_by_key(|of| (of.axis, !of.is_group));
    effects
}

/// The changes along the axes with one player.
struct Changes<'a> {
    axes: &'a [Axis],
    grid: &'a PlayedGrid,
    level: f64,
}

impl<'a> Changes<'a> {
    /// Returns the judged change of each subject between the ends of each axis. Leaves out axes
    /// that change the fair share, because their win rates are not comparable.
    fn largest(&self) -> Vec<Change<'a>> {
        let mut changes = vec![];
        for axis in 0..self.axes.len() {
            for series in &self.grid.series {
                let fair = |point: usize| series.rates[point].as_ref()?.row.fair;
                if self.grid.changes_fair_share(axis) || self.grid.differ(axis, fair) {
                    continue;
                }
                let change = self.ends(series, axis).and_then(|ends| {
                    let fact = self.between(series, axis, ends)?;
                    Some(Change { axis, ends, series, fact })
                });
                changes.extend(change);
            }
        }
        let mut facts: Vec<Fact> = changes.iter().map(|of| of.fact.clone()).collect();
        judge(&mut facts, |_| (), 0.0, self.level);
        changes.iter_mut().zip(facts).for_each(|(change, fact)| change.fact = fact);
        changes
    }

    /// Returns the two values of an axis with the lowest and the highest win rate, by index, in the
    /// order of the axis; `None` with fewer than two values.
    fn ends(&self, series: &Series, axis: usize) -> Option<[usize; 2]> {
        let values = 0..self.axes[axis].values.len();
        let rates = values.filter_map(|value| Some((value, self.at(series, axis, value)?.rate)));
        let sorted = descending(rates, |(_, rate)| -rate);
        let [(least, _), .., (most, _)] = *sorted else {
            return None;
        };
        Some([least.min(most), least.max(most)])
    }

    /// Returns the change of the win rate between two values of an axis, before it is judged.
    fn between(&self, series: &Series, axis: usize, ends: [usize; 2]) -> Option<Fact> {
        let [before, after] = ends.map(|value| self.at(series, axis, value));
        let (before, after) = before.zip(after)?;
        let values = &self.axes[axis].values;
        let [from, to] = ends.map(|value| &values[value]);
        let arm = format!("{}={from} to {to}", self.axes[axis].path);
        let player = series.player().unwrap_or_else(|| self.grid.bots.join(", "));
        // The two values are chosen among all pairs (Bonferroni).
        let pairs = values.len() * (values.len() - 1) / 2;
        let p = p_value_of_two(before.effective, after.effective) * pairs as f64;
        let compared = Compared {
            games: before.games + after.games,
            means: [Some(before.rate), Some(after.rate)],
            difference: Some(after.rate - before.rate),
            interval: Some(difference_of_two(before.effective, after.effective, self.level)),
            p: p.min(1.0),
            of_trainings: 0.0,
        };
        Some(Fact::change(&arm, (&player, series.kind, &series.subject), WIN_RATE, compared))
    }

    fn at(&self, series: &Series, axis: usize, value: usize) -> Option<AtValue> {
        let points = self.grid.points.iter().zip(&series.rates);
        let here = points.filter(|(point, _)| point.at[axis] == value);
        let wins = here.filter_map(|(_, rate)| Some(Wins::of(&rate.as_ref()?.won?, self.level)));
        let played: Vec<Wins> = wins.filter(|of| of.games > 0).collect();
        let games: u64 = played.iter().map(|of| of.games).sum();
        let rate = played.iter().map(|of| of.wins).sum::<u64>() as f64 / games as f64;
        let effective = played.iter().map(|of| of.effective_games(self.level)).sum::<f64>();
        let per_point = effective / played.len() as f64;
        let effective = ((rate * per_point).round() as u64, per_point.round() as u64);
        (games > 0).then_some(AtValue { rate, games, effective })
    }
}

impl PlayedGrid {
    /// Returns whether values of an axis have different fair shares, for example because the number
    /// of players differs.
    pub fn changes_fair_share(&self, axis: usize) -> bool {
        self.differ(axis, |point| self.points[point].fair)
    }

    /// Returns whether values of an axis have different fair shares. `fair` returns the fair share
    /// at the point with an index.
    fn differ(&self, axis: usize, fair: impl Fn(usize) -> Option<f64>) -> bool {
        let mut shares: Vec<(usize, f64)> = vec![];
        for (i, point) in self.points.iter().enumerate() {
            if shares.iter().all(|(value, _)| *value != point.at[axis]) {
                shares.extend(fair(i).map(|share| (point.at[axis], share)));
            }
        }
        shares.iter().any(|(_, share)| (share - shares[0].1).abs() > 1e-9)
    }
}

impl Series {
    /// Returns the bot that plays at all points; `None` for several.
    fn player(&self) -> Option<String> {
        let mut players = self.rates.iter().flatten().map(|rate| &rate.row.player);
        let first = players.next()?;
        players.all(|player| player == first).then(|| first.clone())
    }

    /// Returns whether two series are about the same subject, with any players.
    fn is_like(&self, other: &Series) -> bool {
        self.kind == other.kind && self.subject == other.subject
    }
}
