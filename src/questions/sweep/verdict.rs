//! The verdict of `gong sweep`: the points (combinations of values) that may be the fairest, and
//! the axes (varied values) that affect fighters.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{Series, SweepFacts};
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::stats::intervals;

/// Maximum number of fighters that a sentence names, and of points (combinations of values) that a
/// headline names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &SweepFacts) -> Result<Sentences> {
    let fairest = facts.fairest();
    let point = |point: usize| {
        let off = facts.off(point)?;
        let cell = off.who.cells[point].as_ref()?;
        Some(context! {
            name => facts.name(point), low => off.low, high => off.high,
            who => off.who.label.clone(), rate => cell.wins.rate(), fair => facts.points[point].fair,
        })
    };
    let off = |point: &usize| facts.off(*point).map_or(0.0, |off| off.value);
    let worst = (0..facts.points.len()).max_by(|a, b| off(a).total_cmp(&off(b)));
    let cells = facts.series.iter().flat_map(|of| of.cells.iter().flatten());
    let axes = 0..facts.axes.len();
    let axes = axes.filter(|&axis| facts.axes[axis].values.len() > 1);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            points => facts.points.len(),
            point => facts.noun(),
            games => facts.points.iter().map(|point| point.games).max(),
            who => facts.people.word(), several => facts.people.several(),
            level => facts.level,
            rivals => facts.points.iter().any(|point| point.fair.is_some()),
            fairest => fairest.iter().map(|point| facts.name(*point)).collect::<Vec<_>>(),
            best => fairest.first().and_then(|first| point(*first)),
            worst => worst.and_then(point),
            axes => Serde(axes.map(|axis| Moves::new(facts, axis)).collect::<Vec<_>>()),
            several_axes => facts.axes.len() > 1,
            widest => cells.map(|cell| cell.wins.half()).fold(0.0, f64::max),
            NAMED,
        },
    )
}

/// The fighters whose win rates change significantly along an axis (a varied value), and the other
/// fighters.
#[derive(Serialize)]
struct Moves {
    path: String,
    changes_fair_share: bool,
    moved: Vec<Moved>,
    still: Vec<String>,
}

/// A fighter whose win rate differs significantly between two values of an axis (a varied value).
#[derive(Serialize)]
struct Moved {
    label: String,
    from: String,
    to: String,
    rates: (f64, f64),
}

impl Moves {
    fn new(facts: &SweepFacts, axis: usize) -> Moves {
        let (moved, still): (Vec<_>, Vec<_>) = effects(facts, axis)
            .into_iter()
            .partition(|of| of.significant);
        let values = &facts.axes[axis].values;
        let told = |of: AxisEffect<'_>| Moved {
            label: of.series.label.clone(),
            from: values[of.from].clone(),
            to: values[of.to].clone(),
            rates: of.rates,
        };
        Moves {
            path: facts.axes[axis].path.clone(),
            changes_fair_share: changes_fair_share(facts, axis),
            moved: moved.into_iter().map(told).collect(),
            still: still
                .into_iter()
                .map(|of| of.series.label.clone())
                .collect(),
        }
    }
}

/// The largest effect of an axis (a varied value) on a fighter: the two values with its lowest and
/// its highest win rate. A win rate is over all points with the value.
pub struct AxisEffect<'a> {
    pub series: &'a Series,
    /// Index, on the axis, of the earlier of the two values.
    pub from: usize,
    /// Index, on the axis, of the later of the two values.
    pub to: usize,
    /// The fighter's win rates at the first and the second value, 0 to 1.
    pub rates: (f64, f64),
    /// True if the difference of the two win rates is significant, with Bonferroni's correction for
    /// all pairs of values of all axes and fighters.
    pub significant: bool,
}

/// Returns the effects of an axis (a varied value) on all fighters, the largest first. The two
/// values of an effect are in the order of the axis. Empty if the axis changes the fair share,
/// because win rates are then not comparable.
pub fn effects(facts: &SweepFacts, axis: usize) -> Vec<AxisEffect<'_>> {
    if changes_fair_share(facts, axis) {
        return vec![];
    }
    let values = facts.axes.iter().map(|axis| axis.values.len());
    let tests = values.map(|count| count * (count - 1) / 2).sum::<usize>() * facts.series.len();
    let effect = |series| {
        let values = 0..facts.axes[axis].values.len();
        let margins = values.map(|value| (value, facts.margin(series, axis, value)));
        let margins = margins.filter(|(_, (games, _))| *games > 0);
        let rates = margins.map(|(value, (games, wins))| (value, games, wins));
        let rate = |of: &(usize, u64, u64)| of.2 as f64 / of.1 as f64;
        let sorted = descending(rates, |of| -rate(of));
        let (least, most) = (sorted.first()?, sorted.last()?);
        let p = intervals::p_value_of_two((least.2, least.1), (most.2, most.1));
        let (first, last) = (least.min(most), least.max(most));
        Some(AxisEffect {
            series,
            from: first.0,
            to: last.0,
            rates: (rate(first), rate(last)),
            significant: p * (tests as f64) < 1.0 - facts.level,
        })
    };
    let effects = facts.series.iter().filter_map(effect);
    descending(effects, |effect| (effect.rates.1 - effect.rates.0).abs())
}

/// Returns whether values of the axis (the varied value) have different fair shares, for example
/// because the number of players differs.
fn changes_fair_share(facts: &SweepFacts, axis: usize) -> bool {
    let point = |value: usize| facts.points.iter().find(|point| point.at[axis] == value);
    let values = 0..facts.axes[axis].values.len();
    let shares: Vec<f64> = values.filter_map(|value| point(value)?.fair).collect();
    shares.iter().any(|share| (share - shares[0]).abs() > 1e-9)
}
