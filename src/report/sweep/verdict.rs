//! What a sweep means in words.

use super::facts::{Facts, Series};
use crate::report::words::{decimals, level, list, percent, with_sign};
use crate::stats::intervals;

/// How many fighters a sentence tells.
const TOLD: usize = 3;

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let Some((point, (off, _))) = facts
        .fairest()
        .and_then(|point| Some((point, facts.imbalance(point)?)))
    else {
        return "No games were played.".to_string();
    };
    if facts.points.len() == 1 {
        return format!(
            "{}: nobody is more than {} points from the fair share",
            facts.name(point),
            percent(off, 1)
        );
    }
    format!(
        "Fairest at {}: nobody is more than {} points from the fair share",
        facts.name(point),
        percent(off, 1)
    )
}

/// What an axis does to a fighter: its win rate where it is least and where it is greatest, over all points of these values.
#[derive(Debug, Clone)]
pub struct Effect<'a> {
    pub series: &'a Series,
    /// Indices of the values.
    pub from: usize,
    pub to: usize,
    /// Win rates there.
    pub rates: (f64, f64),
    /// It differs, also after allowing for all pairs of values of all axes and fighters (Bonferroni).
    pub significant: bool,
}

/// The effects of an axis on every fighter, the greatest first. The two values stand in the order of the axis. None of an axis that changes the
/// fair share: the win rates there are no comparison.
pub fn effects(facts: &Facts, axis: usize) -> Vec<Effect<'_>> {
    if changes_fair_share(facts, axis) {
        return vec![];
    }
    let tests: usize = facts
        .axes
        .iter()
        .map(|axis| axis.values.len() * (axis.values.len() - 1) / 2 * facts.series.len())
        .sum();
    let mut effects: Vec<Effect> = facts
        .series
        .iter()
        .filter_map(|series| {
            let rates: Vec<(usize, u64, u64)> = (0..facts.axes[axis].values.len())
                .map(|value| (value, facts.margin(series, axis, value)))
                .filter(|(_, (games, _))| *games > 0)
                .map(|(value, (games, wins))| (value, games, wins))
                .collect();
            let rate = |of: &&(usize, u64, u64)| of.2 as f64 / of.1 as f64;
            let least = rates.iter().min_by(|a, b| rate(a).total_cmp(&rate(b)))?;
            let most = rates.iter().max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
            let p = intervals::p_value_of_two((least.2, least.1), (most.2, most.1));
            let (first, last) = if least.0 <= most.0 {
                (least, most)
            } else {
                (most, least)
            };
            Some(Effect {
                series,
                from: first.0,
                to: last.0,
                rates: (rate(&first), rate(&last)),
                significant: p * (tests as f64) < 1.0 - facts.level,
            })
        })
        .collect();
    let size = |effect: &Effect| (effect.rates.1 - effect.rates.0).abs();
    effects.sort_by(|a, b| size(b).total_cmp(&size(a)));
    effects
}

/// Whether the values of an axis have different fair shares, as numbers of players have.
fn changes_fair_share(facts: &Facts, axis: usize) -> bool {
    let fair = |value: usize| {
        facts
            .points
            .iter()
            .find(|point| point.at[axis] == value)
            .map(|point| point.fair)
    };
    let shares: Vec<f64> = (0..facts.axes[axis].values.len())
        .filter_map(fair)
        .collect();
    shares.iter().any(|share| (share - shares[0]).abs() > 1e-9)
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    let off = |point: &usize| facts.imbalance(*point).map_or(0.0, |found| found.0);
    let worst = (0..facts.points.len()).max_by(|a, b| off(a).total_cmp(&off(b)));
    if let Some((point, (_, series))) =
        worst.and_then(|point| Some((point, facts.imbalance(point)?)))
        && facts.points.len() > 1
        && let Some(cell) = series.cells[point]
    {
        said.push(format!(
            "Least fair at {}: {} wins {} where {} would be fair.",
            facts.name(point),
            series.label,
            with_sign(cell.rate, 1),
            with_sign(facts.points[point].fair, 1)
        ));
    }
    for (a, axis) in facts
        .axes
        .iter()
        .enumerate()
        .filter(|(_, axis)| axis.values.len() > 1)
    {
        let effects: Vec<Effect> = effects(facts, a)
            .into_iter()
            .filter(|effect| effect.significant)
            .collect();
        if changes_fair_share(facts, a) {
            said.push(format!(
                "{} changes the fair share: compare the distances from it.",
                axis.path
            ));
            continue;
        }
        if effects.is_empty() {
            said.push(format!("{} moves no win rate measurably.", axis.path));
            continue;
        }
        let told: Vec<String> = effects
            .iter()
            .take(TOLD)
            .map(|effect| {
                format!(
                    "{} ({} at {}, {} at {})",
                    effect.series.label,
                    with_sign(effect.rates.0, 1),
                    axis.values[effect.from],
                    with_sign(effect.rates.1, 1),
                    axis.values[effect.to]
                )
            })
            .collect();
        let others = if facts.axes.len() > 1 {
            ", over all values of the other axes"
        } else {
            ""
        };
        said.push(format!("{} moves {} most{others}.", axis.path, list(&told)));
        let still: Vec<String> = facts
            .series
            .iter()
            .filter(|series| {
                !effects
                    .iter()
                    .any(|effect| effect.series.label == series.label)
            })
            .map(|series| series.label.clone())
            .collect();
        if !still.is_empty() {
            said.push(format!(
                "{} does not move {} measurably.",
                axis.path,
                list(&still)
            ));
        }
    }
    let widest = facts
        .series
        .iter()
        .flat_map(|series| series.cells.iter().flatten())
        .map(|cell| cell.interval.half_width())
        .fold(0.0, f64::max);
    said.push(format!(
        "Each win rate is known to ± {} points or better.",
        percent(widest, decimals(widest))
    ));
    said
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "“±” is half of a {} interval (Wilson) of the win rate at a point. An axis is said to move a fighter if its win rates at two values differ even after allowing for all pairs of values, axes and fighters tested at once (Bonferroni’s correction at the same level). All points play with the same dice, which makes neighbours comparable and this test cautious.",
        level(facts.level)
    )
}
