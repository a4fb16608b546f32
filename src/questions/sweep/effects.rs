//! The effects of the axes (varied values): for each fighter and group, the change of the win rate
//! between the two values of an axis with the lowest and the highest win rate.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::Axis;
use super::played::{PlayedGrid, Series};
use crate::questions::changes::Change;
use crate::questions::facts::{Fact, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::shared::{Wins, descending};
use crate::stats::Compared;
use crate::stats::intervals::{difference_of_two, p_value_of_two};

/// Returns the effects of all axes, for each axis those on groups first, then the largest ones
/// first. The two values of an effect are those of the reference player if its change is
/// significant, else those of the command's own bots. Leaves out axes that change a subject's fair
/// share, because win rates are then not comparable.
pub fn effects(
    axes: &[Axis],
    own: &PlayedGrid,
    reference: Option<&PlayedGrid>,
    level: f64,
) -> Vec<Change> {
    let tests = (axes.len() * own.series.len()) as f64;
    let is_significant = |fact: Fact| fact.row.p.is_some_and(|p| p * tests < 1.0 - level);
    let (mut places, mut facts, mut their_facts) = (vec![], vec![], vec![]);
    for (a, axis) in axes.iter().enumerate() {
        for series in own.series.iter().filter(|of| !own.changes_fair_share(a, of)) {
            let along = |grid, series| Along { axis: (a, axis), grid, series, level };
            let like = |of: &&Series| of.kind == series.kind && of.subject == series.subject;
            let theirs =
                reference.and_then(|grid| Some(along(grid, grid.series.iter().find(like)?)));
            let their_ends = theirs.as_ref().and_then(|of| {
                of.ends().filter(|ends| of.change(*ends).is_some_and(is_significant))
            });
            let mine = along(own, series);
            let ends = their_ends.or_else(|| mine.ends());
            if let Some((ends, fact)) = ends.and_then(|ends| Some((ends, mine.change(ends)?))) {
                their_facts.extend(theirs.and_then(|of| of.change(ends)));
                facts.push(fact);
                places.push((a, series));
            }
        }
    }
    judge(&mut facts, |_| (), 0.0, level);
    judge(&mut their_facts, |_| (), 0.0, level);
    let size = |judged: &Judged| {
        let off = judged.off(&own.bots);
        off.first().map_or(&judged.own, |(fact, _)| *fact).row.change.map_or(0.0, f64::abs)
    };
    let effects = places.into_iter().zip(Judged::pairs(facts, &their_facts));
    let mut effects = descending(effects, |(_, judged)| size(judged));
    effects.sort_by_key(|((axis, series), _)| (*axis, !series.is_group()));
    let change = |((_, series), judged): ((usize, &Series), Judged)| Change {
        label: if series.is_group() { series.label.to_lowercase() } else { series.label.clone() },
        colour: series.colour.clone(),
        judged,
    };
    effects.into_iter().map(change).collect()
}

/// The win rates of one subject along an axis, with one player.
struct Along<'a> {
    /// The axis, with its index.
    axis: (usize, &'a Axis),
    grid: &'a PlayedGrid,
    series: &'a Series,
    level: f64,
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

impl Along<'_> {
    /// Returns the two values with the lowest and the highest win rate, by index, in the order of
    /// the axis; `None` with fewer than two values.
    fn ends(&self) -> Option<[usize; 2]> {
        let values = 0..self.axis.1.values.len();
        let rates = values.filter_map(|value| Some((value, self.at(value)?.rate)));
        match *descending(rates, |(_, rate)| -rate) {
            [(least, _), .., (most, _)] => Some([least.min(most), least.max(most)]),
            _ => None,
        }
    }

    /// Returns the change between two values, before it is judged; `None` without games.
    fn change(&self, ends: [usize; 2]) -> Option<Fact> {
        let Axis { path, values } = self.axis.1;
        let [before, after] = [self.at(ends[0])?, self.at(ends[1])?];
        // The two values are chosen among all pairs (Bonferroni).
        let pairs = (values.len() * (values.len() - 1) / 2) as f64;
        let compared = Compared {
            games: before.games + after.games,
            means: [Some(before.rate), Some(after.rate)],
            difference: Some(after.rate - before.rate),
            interval: Some(difference_of_two(before.effective, after.effective, self.level)),
            p: (p_value_of_two(before.effective, after.effective) * pairs).min(1.0),
            of_trainings: 0.0,
        };
        let arm = format!("{path}={} to {}", values[ends[0]], values[ends[1]]);
        let players = self.series.rates.iter().flatten().map(|rate| rate.row.player.as_str());
        let players = Vec::from_iter(players.collect::<BTreeSet<_>>()).join(", ");
        let about = (players.as_str(), self.series.kind, self.series.subject.as_str());
        Some(Fact::change(&arm, about, WIN_RATE, compared))
    }

    fn at(&self, value: usize) -> Option<AtValue> {
        let rates = self.grid.along(self.axis.0, self.series).filter(|(at, _)| *at == value);
        let played = rates.filter_map(|(_, rate)| Some(Wins::of(&rate.won?, self.level)));
        let played: Vec<Wins> = played.collect();
        let games: u64 = played.iter().map(|of| of.games).sum();
        let rate = played.iter().map(|of| of.wins).sum::<u64>() as f64 / games as f64;
        let effective = played.iter().map(|of| of.effective_games(self.level)).sum::<f64>();
        let per_point = effective / played.len() as f64;
        let effective = ((rate * per_point).round() as u64, per_point.round() as u64);
        (games > 0).then_some(AtValue { rate, games, effective })
    }
}

impl PlayedGrid {
    /// Returns the win rates of a series, each with the index of its value of an axis.
    fn along<'a>(
        &'a self,
        axis: usize,
        series: &'a Series,
    ) -> impl Iterator<Item = (usize, &'a Fact)> {
        let points = self.points.iter().zip(&series.rates);
        points.filter_map(move |(point, rate)| Some((point.at[axis], rate.as_ref()?)))
    }

    /// Returns whether values of an axis have different fair shares of a subject, for example
    /// because the number of players differs.
    pub fn changes_fair_share(&self, axis: usize, series: &Series) -> bool {
        let mut shares = BTreeMap::new();
        let all = self.along(axis, series);
        for (value, fair) in all.filter_map(|(value, rate)| Some((value, rate.row.fair?))) {
            shares.entry(value).or_insert(fair);
        }
        let mut shares = shares.into_values();
        let first = shares.next();
        shares.any(|share: f64| first.is_some_and(|first| (share - first).abs() > 1e-9))
    }
}
