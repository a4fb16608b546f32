//! The verdict of `gong sweep`: the points that may be the fairest, and the axes (varied values)
//! that affect fighters.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::agreement::RateChange;
use super::facts::{Series, SweepFacts};
use crate::questions::facts::Agreement;
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::report::words::{counted, grouped, points_plus_minus, with_sign};

/// Maximum number of fighters that a sentence names, and of points that a headline names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &SweepFacts) -> Result<Sentences> {
    let (leading, with) = facts.leading();
    let fairest = leading.fairest();
    let point = |facts: &SweepFacts, point: usize| {
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
    let word = match facts.groups.is_empty() {
        true => facts.people.word(),
        false => facts.noun(),
    };
    let each = |facts: &SweepFacts| format!("{} of each {word}", games_played(facts));
    let player = |facts: &SweepFacts| {
        let fairest = facts.fairest();
        let best = fairest.first().and_then(|first| point(facts, *first));
        context! { bots => facts.bots.clone(), each => each(facts), fairest => names(&fairest), best }
    };
    let reference = facts.reference.as_ref();
    let cells = facts.series.iter().flat_map(|of| of.cells.iter().flatten());
    let effects = effects(facts);
    let axes = effects.iter().enumerate();
    let axes = axes.filter(|(axis, _)| facts.axes[*axis].values.len() > 1);
    let moves = axes.map(|(axis, effects)| Moves::new(facts, axis, effects));
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            points => facts.points.len(),
            point => facts.noun(),
            each => each(leading),
            factions => facts.has_factions(),
            groups => !facts.groups.is_empty(),
            bots => facts.bots.clone(),
            // The reference player first.
            players => reference.iter().map(|of| &*of.facts).chain([facts]).map(player).collect::<Vec<_>>(),
            reference => reference.map(|of| of.strategy.clone()),
            led => with,
            who => facts.people.word(), several => facts.people.several(),
            level => facts.level,
            fair_shares => facts.points.iter().any(|point| point.fair.is_some()),
            fairest => names(&fairest),
            best => fairest.first().and_then(|first| point(leading, *first)),
            worst => least_fair(leading).and_then(|worst| point(leading, worst)),
            axes => Serde(moves.collect::<Vec<_>>()),
            several_axes => facts.axes.len() > 1,
            // Whether all points have games, and each setting has tests of its effects on win
            // rates.
            compared => facts.missing == 0 && effects.iter().all(|of| !of.is_empty()),
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
    /// The significant effects on fighters, by player; those of the reference player first.
    moved: Vec<MovedWith>,
    still: Vec<String>,
}

/// Significant effects of an axis with the same player.
#[derive(Serialize)]
struct MovedWith {
    /// Who plays, see [`Moved`].
    with: String,
    moved: Vec<Moved>,
}

/// The win rates of a fighter, a faction or the party at two values of an axis (a varied value).
#[derive(Serialize)]
struct Moved {
    label: String,
    /// True if the two win rates differ significantly.
    significant: bool,
    /// The two win rates and their difference as text.
    rates: String,
    /// Who plays, as in " with “mcts-fast”"; empty without a reference player, or if the change is
    /// not significant with any player.
    with: String,
}

impl Moved {
    /// Returns the change with the player whose answer leads.
    fn leading(facts: &SweepFacts, axis: usize, of: &AxisEffect<'_>) -> Moved {
        Moved::new(facts, axis, of, of.leading(), Agreement::leading_player)
    }

    /// Returns the change with the command's own bots.
    fn own(facts: &SweepFacts, axis: usize, of: &AxisEffect<'_>) -> Moved {
        Moved::new(facts, axis, of, &of.own, Agreement::own_player)
    }

    fn new(
        facts: &SweepFacts,
        axis: usize,
        of: &AxisEffect<'_>,
        change: &RateChange,
        player: fn(Agreement, &[String], &str) -> String,
    ) -> Moved {
        let [from, to] = [of.from, of.to].map(|value| &facts.axes[axis].values[value]);
        let players = of.check.zip(facts.reference.as_ref());
        let with = players.map(|(check, of)| player(check, &facts.bots, &of.strategy));
        let [before, after] = [change.rates.0, change.rates.1].map(|rate| with_sign(rate, 1));
        let by = points_plus_minus(change.by(), change.margin_of_error);
        Moved {
            label: of.series.said(),
            significant: change.significant,
            rates: format!("{before} with “{from}”, {after} with “{to}”: {by} points"),
            with: with.map_or(String::new(), |with| format!(" {with}")),
        }
    }
}

impl Moves {
    fn new(facts: &SweepFacts, axis: usize, effects: &[AxisEffect<'_>]) -> Moves {
        let told = |of: &AxisEffect<'_>| Moved::leading(facts, axis, of);
        let (groups, fighters): (Vec<_>, Vec<_>) =
            effects.iter().partition(|of| of.series.is_group());
        let still = fighters.iter().filter(|of| !of.leading().significant);
        let still = still.map(|of| of.series.said()).collect();
        let opposite = effects.iter().filter(|of| of.check == Some(Agreement::Opposite));
        let opposite = opposite.map(|of| Moved::own(facts, axis, of));
        let (by_reference, own): (Vec<_>, Vec<_>) = (fighters.into_iter())
            .filter(|of| of.leading().significant)
            .partition(|of| of.check.is_some_and(Agreement::reference_leads));
        let leading = by_reference.into_iter().chain(own).map(told);
        let mut moved: Vec<MovedWith> = vec![];
        for change in leading.chain(opposite) {
            match moved.last_mut().filter(|of| of.with == change.with) {
                Some(same) => same.moved.push(change),
                None => moved.push(MovedWith { with: change.with.clone(), moved: vec![change] }),
            }
        }
        let groups: Vec<Moved> = groups.into_iter().map(told).collect();
        let (party, factions) = match facts.has_factions() {
            true => (None, groups),
            false => (groups.into_iter().next(), vec![]),
        };
        Moves {
            path: facts.axes[axis].path.clone(),
            changes_fair_share: changes_fair_share(facts, axis),
            party,
            factions,
            moved,
            still,
        }
    }
}

/// The largest effect of an axis (a varied value) on a fighter, a faction or the party: the two
/// values with the lowest and the highest win rate. They are those of the reference player if its
/// effect is significant, otherwise those of the command's own bots.
pub struct AxisEffect<'a> {
    pub series: &'a Series,
    /// Index, on the axis, of the earlier of the two values.
    pub from: usize,
    /// Index, on the axis, of the later of the two values.
    pub to: usize,
    /// The change between the two values with the command's own bots.
    pub own: RateChange,
    /// The change between the two values if the reference player plays; `None` without its games.
    pub reference: Option<RateChange>,
    pub check: Option<Agreement>,
}

impl AxisEffect<'_> {
    /// Returns the change with the player whose answer leads.
    pub fn leading(&self) -> &RateChange {
        let leads = self.check.is_some_and(Agreement::reference_leads);
        (self.reference.as_ref().filter(|_| leads)).unwrap_or(&self.own)
    }
}

/// Returns the effects of each axis (varied value).
pub fn effects(facts: &SweepFacts) -> Vec<Vec<AxisEffect<'_>>> {
    let axes = 0..facts.axes.len();
    axes.map(|axis| of_axis(facts, axis)).collect()
}

/// Returns the effects of an axis (a varied value). First come the effects on factions or on the
/// party, then the effects on all fighters, the largest first. The two values of an effect have the
/// order of the axis. Empty if the axis changes the fair share, because win rates are then not
/// comparable.
fn of_axis(facts: &SweepFacts, axis: usize) -> Vec<AxisEffect<'_>> {
    if changes_fair_share(facts, axis) {
        return vec![];
    }
    let effect = |series| {
        let series: &Series = series;
        let fair = |point: usize| series.cells[point].as_ref()?.fair;
        if series.is_group() && differ(facts, axis, fair) {
            return None;
        }
        let theirs = facts.reference.as_ref();
        let theirs = theirs.and_then(|of| Some((&*of.facts, of.series(series)?)));
        let their_ends = theirs.and_then(|(of, series)| {
            let ends = ends(of, series, axis)?;
            RateChange::new(of, series, axis, ends)?.significant.then_some(ends)
        });
        let values = their_ends.or_else(|| ends(facts, series, axis))?;
        let own = RateChange::new(facts, series, axis, values)?;
        let reference = theirs.and_then(|(of, series)| RateChange::new(of, series, axis, values));
        Some(AxisEffect {
            series,
            from: values[0],
            to: values[1],
            own,
            reference,
            check: reference.and_then(|of| Agreement::of_two(own.standing(), of.standing())),
        })
    };
    let effects = facts.with_groups().filter_map(effect);
    descending(effects, |effect| match effect.series.is_group() {
        true => f64::INFINITY,
        false => effect.leading().by().abs(),
    })
}

/// Returns the indices of the two values of an axis with the lowest and the highest win rate, in
/// the order of the axis; `None` without games.
fn ends(facts: &SweepFacts, series: &Series, axis: usize) -> Option<[usize; 2]> {
    let values = 0..facts.axes[axis].values.len();
    let results = values.filter_map(|value| Some((value, facts.margin(series, axis, value)?)));
    let sorted = descending(results, |(_, of)| -of.rate);
    let (least, most) = (sorted.first()?.0, sorted.last()?.0);
    Some([least.min(most), least.max(most)])
}

/// Returns whether values of the axis (the varied value) have different fair shares, for example
/// because the number of players differs.
fn changes_fair_share(facts: &SweepFacts, axis: usize) -> bool {
    differ(facts, axis, |point| facts.points[point].fair)
}

/// Returns whether values of the axis (the varied value) have different fair shares. `fair` returns
/// the fair share at the point with an index.
fn differ(facts: &SweepFacts, axis: usize, fair: impl Fn(usize) -> Option<f64>) -> bool {
    let first = |value: usize| facts.points.iter().position(|point| point.at[axis] == value);
    let values = 0..facts.axes[axis].values.len();
    let shares: Vec<f64> = values.filter_map(|value| fair(first(value)?)).collect();
    shares.iter().any(|share| (share - shares[0]).abs() > 1e-9)
}
