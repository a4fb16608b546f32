//! The findings of `gong sweep`: which points may be the fairest, and which fighters an axis (a
//! varied value) moves, with which player.

use super::effects::Effect;
use super::facts::{Fairest, SweepFacts};
use super::played::PlayedGrid;
use crate::questions::between;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::sweep::Finding;
use crate::questions::findings::{self, Rate, Subjects};
use crate::report::shared::descending;

/// Maximum number of findings after the headline.
const MOST: usize = 5;

/// Distances from fair that differ by less are equal.
const SAME: f64 = 1e-9;

/// The sentences of a report.
pub struct Verdict {
    pub headline: String,
    pub findings: Vec<Finding>,
    /// What a reader must know before believing the results.
    pub cautions: Vec<String>,
}

/// Returns the sentences of the report.
pub fn verdict(facts: &SweepFacts) -> Verdict {
    let fairest = facts.fairest();
    let mut moves = moves(facts);
    let headline = match (facts.own.points.as_slice(), facts.party()) {
        ([], _) => findings::Finding::NoGames.to_string(),
        ([point], Some(party)) => {
            let grids = facts.reference.iter().chain([&facts.own]);
            let rates = grids.filter_map(|grid| grid.series.first()?.rates[0].as_ref());
            let rates = rates.map(Rate::of).collect();
            let of_party = findings::Finding::GroupByPlayer { group: party.label.clone(), rates };
            findings::Finding::In(point.name.clone(), Box::new(of_party)).to_string()
        }
        (_, _) if !facts.is_cooperative() => headline(facts, &fairest).to_string(),
        _ if moves.is_empty() => Finding::NothingMoves.to_string(),
        _ => moves.remove(0).to_string(),
    };
    let axes = 0..facts.axes.len();
    let fair_shares = axes.clone().filter(|axis| facts.own.changes_fair_share(*axis));
    let fair_shares =
        fair_shares.map(|axis| Finding::ChangesFairShare { axis: facts.axes[axis].path.clone() });
    let mut findings: Vec<Finding> = fair_shares.chain(moves).collect();
    findings.extend(other_answer(facts, &fairest));
    findings.extend(least_fair(facts, fairest.grid));
    findings.extend(axes.filter_map(|axis| unmoved(facts, axis)));
    findings.truncate(MOST);
    let own = facts.own.rates().map(Into::into);
    let cautions = between::finding(own, &facts.own.bots, facts.reference.is_some());
    Verdict { headline, findings, cautions: cautions.into_iter().collect() }
}

/// Returns the headline of a game with a fair share.
fn headline(facts: &SweepFacts, fairest: &Fairest<'_>) -> Finding {
    let all = fairest.grid.points.len();
    let with = fairest.with.clone();
    match *fairest.points {
        [point] => {
            let (low, high) = fairest.grid.off(point).map_or((0.0, 1.0), |off| (off.low, off.high));
            let point = fairest.grid.points[point].name.clone();
            Finding::Distance { point, is_fairest: all > 1, low, high, with }
        }
        _ => may_be_fairest(facts, fairest.grid, with),
    }
}

fn may_be_fairest(facts: &SweepFacts, grid: &PlayedGrid, with: String) -> Finding {
    let points = grid.fairest();
    let points = points.iter().map(|point| grid.points[*point].name.clone());
    Finding::MayBeFairest {
        points: points.collect(),
        all: grid.points.len(),
        noun: facts.noun(),
        with,
    }
}

/// Returns the answer of the own bots if the other answer of the reference player leads.
fn other_answer(facts: &SweepFacts, fairest: &Fairest<'_>) -> Option<Finding> {
    let reference = facts.reference.as_ref()?;
    let check = fairest.check.filter(|check| check.reference_leads())?;
    let with = check.own_player(&facts.own.bots, &reference.bots[0]);
    let sorted = |mut points: Vec<usize>| {
        points.sort_unstable();
        points
    };
    let differs = sorted(facts.own.fairest()) != sorted(fairest.points.clone());
    differs.then(|| may_be_fairest(facts, &facts.own, with))
}

/// Returns the point that is farthest from fair; `None` if several points are equally far, or if
/// there is only one.
fn least_fair(facts: &SweepFacts, grid: &PlayedGrid) -> Option<Finding> {
    let all = (0..grid.points.len()).filter_map(|point| Some((point, grid.off(point)?)));
    match *descending(all, |(_, off)| off.value) {
        [(point, off), (_, second), ..] if off.value - second.value >= SAME => {
            Some(Finding::LeastFair {
                noun: facts.noun(),
                point: grid.points[point].name.clone(),
                subject: off.who.said(),
                rate: Rate::of(off.rate),
                fair: off.rate.row.fair?,
            })
        }
        _ => None,
    }
}

/// Returns the significant changes of win rates, for each axis those of the leading player first.
fn moves(facts: &SweepFacts) -> Vec<Finding> {
    let mut all: Vec<(usize, Finding)> = vec![];
    let changes = facts.effects.iter().flat_map(|effect| {
        let off = effect.judged.off(&facts.own.bots).into_iter();
        off.map(move |(fact, with)| (effect, fact, with))
    });
    let is_own = |effect: &Effect| effect.judged.check() == Some(Agreement::Undecided);
    let mut changes: Vec<(&Effect, &Fact, String)> = changes.collect();
    changes.sort_by_key(|(effect, ..)| (effect.axis, is_own(effect)));
    for (effect, fact, player) in changes {
        let player = if facts.reference.is_some() { player } else { String::new() };
        let same = all.iter_mut().find_map(|(axis, finding)| match finding {
            Finding::Moves { with, also, .. } if *axis == effect.axis && *with == player => {
                Some(also)
            }
            _ => None,
        });
        if let Some(also) = same {
            also.push(effect.said.clone());
            continue;
        }
        let axis = &facts.axes[effect.axis];
        let moves = Finding::Moves {
            axis: axis.path.clone(),
            values: effect.ends.map(|value| axis.values[value].clone()),
            subject: effect.said.clone(),
            rates: [fact.row.base.unwrap_or(0.0), fact.value()],
            change: fact.row.change.unwrap_or(0.0),
            margin_of_error: fact.margin_of_error(),
            with: player,
            also: vec![],
        };
        all.push((effect.axis, moves));
    }
    all.into_iter().map(|(_, finding)| finding).collect()
}

/// Returns the subjects that an axis does not move significantly; `None` without any.
fn unmoved(facts: &SweepFacts, axis: usize) -> Option<Finding> {
    let of_axis = facts.effects.iter().filter(|effect| effect.axis == axis);
    let unmoved = of_axis.clone().filter(|effect| effect.judged.off(&facts.own.bots).is_empty());
    let names: Vec<String> = unmoved.map(|effect| effect.said.clone()).collect();
    let words = [facts.people.word(), facts.people.several()].map(str::to_owned);
    let subjects = Subjects { names, all: of_axis.count(), words };
    let axis = facts.axes[axis].path.clone();
    (!subjects.names.is_empty()).then_some(Finding::Unmoved { axis, subjects })
}
