//! The verdict of `gong sweep`: the points that may be the fairest, and the axes (varied values)
//! that affect fighters.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::agreement::{self, ReferenceEffect};
use super::facts::{Series, SweepFacts};
use crate::questions::confirmation::Confirmation;
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::report::words::{NBSP, counted, grouped, percent, signed};
use crate::stats::intervals;

/// Maximum number of fighters that a sentence names, and of points that a headline names.
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
            who => off.who.said(), rate => cell.wins.rate(), fair => cell.fair,
        })
    };
    let names = |points: &[usize]| -> Vec<String> {
        points.iter().map(|point| facts.name(*point)).collect()
    };
    let reference = facts.reference.as_ref().map(|of| {
        let agreement = facts.agreement();
        let both = agreement.as_ref().map(|of| of.both.as_slice());
        let range = |facts: &SweepFacts, point: usize| {
            let off = facts.off(point)?;
            Some(context! { low => off.low, high => off.high })
        };
        let only = both.and_then(|both| match both {
            [only] => Some([range(facts, *only)?, range(&of.facts, *only)?]),
            _ => None,
        });
        context! {
            strategy => of.strategy.clone(),
            games => of.facts.games(),
            each => games_played(&of.facts),
            fairest => agreement.as_ref().map(|of| names(&of.theirs)),
            both => both.map(names),
            agreement => agreement.as_ref().map(|of| Serde(of.agreement)),
            // Distances from the fair share of the only point that may be the fairest with both
            // players.
            only,
        }
    });
    let each = match facts.groups.is_empty() {
        true => facts.people.word(),
        false => facts.noun(),
    };
    let cells = facts.series.iter().flat_map(|of| of.cells.iter().flatten());
    let axes = 0..facts.axes.len();
    let axes = axes.filter(|&axis| facts.axes[axis].values.len() > 1);
    let own = effects(facts);
    let theirs = facts.reference.as_ref().map(|of| effects(&of.facts));
    let moves = |axis: usize| {
        let theirs = theirs.as_ref().map_or(&[][..], |of| &of[axis]);
        Moves::new(facts, axis, &own[axis], theirs)
    };
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            points => facts.points.len(),
            point => facts.noun(),
            each => format!("{} of each {each}", games_played(facts)),
            factions => facts.has_factions(),
            groups => !facts.groups.is_empty(),
            bots => facts.bots.clone(),
            reference => reference,
            who => facts.people.word(), several => facts.people.several(),
            level => facts.level,
            fair_shares => facts.points.iter().any(|point| point.fair.is_some()),
            fairest => names(&fairest),
            best => fairest.first().and_then(|first| point(*first)),
            worst => least_fair(facts).and_then(point),
            axes => Serde(axes.map(moves).collect::<Vec<_>>()),
            several_axes => facts.axes.len() > 1,
            // Whether all points have games, and each setting has tests of its effects on win
            // rates.
            compared => facts.missing == 0 && own.iter().all(|of| !of.is_empty()),
            widest => cells.map(|cell| cell.wins.margin_of_error()).fold(0.0, f64::max),
            NAMED,
        },
    )
}

/// Distances from fairness that differ by less are equal.
const SAME: f64 = 1e-9;

/// Returns the point with the largest distance from fairness; `None` if several points have the
/// largest distance.
fn least_fair(facts: &SweepFacts) -> Option<usize> {
    let all = (0..facts.points.len()).filter_map(|point| Some((point, facts.off(point)?.value)));
    match *descending(all, |(_, off)| *off) {
        [(_, first), (_, second), ..] if first - second < SAME => None,
        [(point, _), ..] => Some(point),
        [] => None,
    }
}

/// Writes how many games were played at each point: "188 games", "125 to 188 games" or "up to 188
/// games". If the game has neither factions nor a party, counts the games of each fighter.
fn games_played(facts: &SweepFacts) -> String {
    match facts.groups.first() {
        Some(group) => {
            let (least, most) = (group.games().min(), group.games().max());
            fewest_to_most(least.unwrap_or(0), most.unwrap_or(0))
        }
        None => fewest_to_most(facts.fewest_games(), facts.games()),
    }
}

/// Writes a range of numbers of games.
fn fewest_to_most(least: u64, most: u64) -> String {
    let games = counted(most, "game");
    match least {
        least if least == most => games,
        0 => format!("up to {games}"),
        least => format!("{} to {games}", grouped(least)),
    }
}

/// The fighters whose win rates change significantly along an axis (a varied value), and the other
/// fighters.
#[derive(Serialize)]
struct Moves {
    path: String,
    changes_fair_share: bool,
    /// The effect on the party (all players together); `None` unless the game is cooperative.
    party: Option<Moved>,
    /// The effects on the factions, such as heroes and villains; empty without factions.
    factions: Vec<Moved>,
    moved: Vec<Moved>,
    still: Vec<String>,
    /// Fighters whose change the reference player confirms.
    confirmed: Vec<String>,
    /// Fighters whose change the reference player contradicts, without the fighters in `opposite`.
    contradicted: Vec<String>,
    /// Fighters whose win rate changes significantly in the other direction with the reference
    /// player.
    opposite: Vec<String>,
    /// Fighters whose change the reference player can neither confirm nor contradict.
    undecided: Vec<String>,
    /// Fighters whose win rate changes significantly with the reference player only.
    only_reference: Vec<String>,
}

/// The win rates of a fighter, a faction or the party at two values of an axis (a varied value).
#[derive(Serialize)]
struct Moved {
    label: String,
    /// True if the two win rates differ significantly.
    significant: bool,
    from: String,
    to: String,
    rates: (f64, f64),
}

impl Moves {
    /// Sorts the effects of an axis with the command's own bots, and with the reference player.
    fn new(
        facts: &SweepFacts,
        axis: usize,
        own: &[AxisEffect<'_>],
        theirs: &[AxisEffect<'_>],
    ) -> Moves {
        let (moved, still): (Vec<_>, Vec<_>) = own.iter().partition(|of| of.significant);
        let values = &facts.axes[axis].values;
        let told = |of: &AxisEffect<'_>| Moved {
            label: of.series.said(),
            significant: of.significant,
            from: values[of.from].clone(),
            to: values[of.to].clone(),
            rates: of.rates,
        };
        let label = |of: &AxisEffect<'_>| of.series.said();
        let fighter = |of: &&AxisEffect<'_>| !of.series.is_group();
        let groups: Vec<Moved> = own.iter().filter(|of| !fighter(of)).map(told).collect();
        let (party, factions) = match facts.has_factions() {
            true => (None, groups),
            false => (groups.into_iter().next(), vec![]),
        };
        let opposite = |of: &AxisEffect<'_>| of.reference.is_some_and(|of| of.opposite);
        let with = |check: Confirmation| {
            let same = moved.iter().copied().filter(|of| of.check() == Some(check));
            with_changes(same.filter(|of| !opposite(of)))
        };
        let theirs = theirs.iter().filter(|theirs| {
            let same = |of: &&AxisEffect<'_>| of.series.is_like(theirs.series);
            theirs.significant && !moved.iter().any(same)
        });
        Moves {
            path: facts.axes[axis].path.clone(),
            changes_fair_share: changes_fair_share(facts, axis),
            confirmed: with(Confirmation::Confirmed),
            contradicted: with(Confirmation::Contradicted),
            opposite: with_changes(moved.iter().copied().filter(|of| opposite(of))),
            undecided: with(Confirmation::Undecided),
            only_reference: theirs.map(label).collect(),
            party,
            factions,
            moved: moved.iter().copied().filter(fighter).map(told).collect(),
            still: still.iter().copied().filter(fighter).map(label).collect(),
        }
    }
}

/// Returns the names of some fighters, each with the change of its win rate if the reference player
/// plays, as in "Baobab (+3.2 ± 3.0)".
fn with_changes<'a>(effects: impl Iterator<Item = &'a AxisEffect<'a>>) -> Vec<String> {
    let said = effects.filter_map(|of| {
        let theirs = of.reference?;
        let (by, margin) = (
            signed(theirs.by * 100.0, 1),
            percent(theirs.margin_of_error, 1),
        );
        Some(format!("{} ({by} ±{NBSP}{margin})", of.series.said()))
    });
    said.collect()
}

/// The largest effect of an axis (a varied value) on a fighter, a faction or the party: the two
/// values with the lowest and the highest win rate. A win rate is over all points with the value.
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
    /// The change between the two values if the reference player plays; `None` without a reference
    /// player.
    pub reference: Option<ReferenceEffect>,
}

impl AxisEffect<'_> {
    /// Returns what the reference player says about the effect; `None` without a reference player,
    /// or if the effect is not significant.
    pub fn check(&self) -> Option<Confirmation> {
        self.reference?.confirmation
    }
}

/// Returns the effects of each axis (varied value), with what the reference player says about all
/// significant effects.
pub fn effects(facts: &SweepFacts) -> Vec<Vec<AxisEffect<'_>>> {
    let axes = 0..facts.axes.len();
    let mut all: Vec<Vec<AxisEffect<'_>>> = axes.map(|axis| of_axis(facts, axis)).collect();
    let significant = all.iter_mut().flatten().filter(|of| of.significant);
    let checked = significant.filter_map(|of| of.reference.as_mut());
    agreement::check(&mut checked.collect::<Vec<_>>(), facts.level);
    all
}

/// Returns the effects of an axis (a varied value). First come the effects on factions or on the
/// party, then the effects on all fighters, the largest first. The two values of an effect have the
/// order of the axis. Empty if the axis changes the fair share, because win rates are then not
/// comparable.
fn of_axis(facts: &SweepFacts, axis: usize) -> Vec<AxisEffect<'_>> {
    if changes_fair_share(facts, axis) {
        return vec![];
    }
    let values = facts.axes.iter().map(|axis| axis.values.len());
    let pairs: usize = values.map(|count| count * (count - 1) / 2).sum();
    let tests = pairs * facts.with_groups().count();
    let effect = |series| {
        let series: &Series = series;
        let fair = |point: usize| series.cells[point].as_ref()?.fair;
        if series.is_group() && differ(facts, axis, fair) {
            return None;
        }
        let values = 0..facts.axes[axis].values.len();
        let results = values.filter_map(|value| Some((value, facts.margin(series, axis, value)?)));
        let sorted = descending(results, |(_, of)| -of.rate);
        let (least, most) = (sorted.first()?, sorted.last()?);
        let p = intervals::p_value_of_two(least.1.wins_and_games, most.1.wins_and_games);
        let (first, last) = match least.0 <= most.0 {
            true => (least, most),
            false => (most, least),
        };
        Some(AxisEffect {
            series,
            from: first.0,
            to: last.0,
            rates: (first.1.rate, last.1.rate),
            significant: p * (tests as f64) < 1.0 - facts.level,
            reference: facts.with_reference(series, axis, [first.0, last.0]),
        })
    };
    let effects = facts.with_groups().filter_map(effect);
    descending(effects, |effect| match effect.series.is_group() {
        true => f64::INFINITY,
        false => (effect.rates.1 - effect.rates.0).abs(),
    })
}

/// Returns whether values of the axis (the varied value) have different fair shares, for example
/// because the number of players differs.
fn changes_fair_share(facts: &SweepFacts, axis: usize) -> bool {
    differ(facts, axis, |point| facts.points[point].fair)
}

/// Returns whether values of the axis (the varied value) have different fair shares. `fair` returns
/// the fair share at the point with an index.
fn differ(facts: &SweepFacts, axis: usize, fair: impl Fn(usize) -> Option<f64>) -> bool {
    let first = |value: usize| {
        facts
            .points
            .iter()
            .position(|point| point.at[axis] == value)
    };
    let values = 0..facts.axes[axis].values.len();
    let shares: Vec<f64> = values.filter_map(|value| fair(first(value)?)).collect();
    shares.iter().any(|share| (share - shares[0]).abs() > 1e-9)
}
