//! The findings of `gong sweep`: which points may be the fairest, and which fighters an axis (a
//! varied value) changes, with which player.

use super::effects::Effect;
use super::facts::{Fairest, SweepFacts};
use super::played::PlayedGrid;
use crate::questions::between;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::sweep::Finding;
use crate::questions::findings::{self, Rate, Subjects, Verdict};

/// Returns the sentences of the report.
pub fn verdict(facts: &SweepFacts) -> Verdict {
    let mut moves = moves(facts);
    let fairest = facts.fairest();
    let headline = match facts.own.points.as_slice() {
        [] => findings::Finding::NoGames.to_string(),
        _ if !facts.is_cooperative() => headline(facts, &fairest).to_string(),
        [point] => {
            let first = facts.grids().filter_map(|grid| grid.series.first()?.rates[0].as_ref());
            let (group, rates) = (facts.own.series[0].label.clone(), first.map(Rate::of).collect());
            let of_group = findings::Finding::GroupByPlayer { group, rates };
            findings::within(&point.name, &of_group)
        }
        _ if moves.is_empty() => Finding::NothingMoves.to_string(),
        _ => moves.remove(0).to_string(),
    };
    let axes = 0..facts.axes.len();
    let fair_shares = axes.clone().filter(|axis| {
        let mut fighters = facts.own.series.iter().filter(|of| !of.is_group());
        fighters.any(|of| facts.own.changes_fair_share(*axis, of))
    });
    let fair_shares =
        fair_shares.map(|axis| Finding::ChangesFairShare { axis: facts.axes[axis].path.clone() });
    let mut findings: Vec<Finding> = fair_shares.chain(moves).collect();
    if let (Some(Agreement::Opposite), Some(reference)) = (fairest.check, &facts.reference) {
        let with = Agreement::Opposite.own_player(&facts.own.bots, &reference.bots[0]);
        findings.push(may_be_fairest(facts, &facts.own, with));
    }
    findings.extend(axes.filter_map(|axis| unmoved(facts, axis)));
    let own = facts.own.facts.iter().filter(|fact| fact.won.is_some());
    let caution = between::finding(own, &facts.own.bots, facts.reference.is_some());
    let findings = findings.iter().map(|finding| format!("{finding}."));
    Verdict::new(&headline, findings, caution)
}

/// Returns the headline of a game with a fair share.
fn headline(facts: &SweepFacts, fairest: &Fairest<'_>) -> Finding {
    let with = fairest.with.clone();
    match *fairest.points {
        [point] => {
            let (low, high) = fairest.grid.off(point).map_or((0.0, 1.0), |off| (off.low, off.high));
            let is_fairest = fairest.grid.points.len() > 1;
            let point = fairest.grid.points[point].name.clone();
            Finding::Distance { point, is_fairest, low, high, with }
        }
        _ => may_be_fairest(facts, fairest.grid, with),
    }
}

fn may_be_fairest(facts: &SweepFacts, grid: &PlayedGrid, with: String) -> Finding {
    let points = grid.fairest().into_iter().map(|point| grid.points[point].name.clone()).collect();
    Finding::MayBeFairest { points, all: grid.points.len(), noun: facts.noun(), with }
}

/// Returns the significant changes of win rates, one finding for each axis and player, those of the
/// leading player first.
fn moves(facts: &SweepFacts) -> Vec<Finding> {
    let changes = facts.effects.iter().flat_map(|effect| {
        let off = effect.judged.off(&facts.own.bots).into_iter();
        off.map(move |(fact, with)| (effect, fact, with))
    });
    let undecided = |of: &Effect| of.judged.check() == Some(Agreement::Undecided);
    let mut changes: Vec<(&Effect, &Fact, String)> = changes.collect();
    changes.sort_by_key(|(effect, ..)| (effect.change.axis, undecided(effect)));
    let mut all: Vec<Finding> = vec![];
    for (effect, fact, player) in changes {
        let player = if facts.reference.is_some() { player } else { String::new() };
        let of = &facts.axes[effect.change.axis];
        let name = facts.own.series[effect.change.series].said();
        let same = all.iter_mut().find_map(|finding| match finding {
            Finding::Moves { axis, with, also, .. } if *axis == of.path && *with == player => {
                Some(also)
            }
            _ => None,
        });
        if let Some(also) = same {
            also.push(name);
            continue;
        }
        all.push(Finding::Moves {
            axis: of.path.clone(),
            values: effect.change.ends.map(|value| of.values[value].clone()),
            subject: name,
            rates: [fact.row.base.unwrap_or(0.0), fact.value()],
            change: fact.row.change.unwrap_or(0.0),
            margin_of_error: fact.margin_of_error(),
            with: player,
            also: vec![],
        });
    }
    all
}

/// Returns the fighters that an axis does not change significantly; `None` without any.
fn unmoved(facts: &SweepFacts, axis: usize) -> Option<Finding> {
    let series = |effect: &Effect| &facts.own.series[effect.change.series];
    let is_fighter = |of: &&Effect| of.change.axis == axis && !series(of).is_group();
    let of_axis = facts.effects.iter().filter(is_fighter);
    let unmoved = of_axis.clone().filter(|effect| effect.judged.off(&facts.own.bots).is_empty());
    let names: Vec<String> = unmoved.map(|effect| series(effect).said()).collect();
    let words = [facts.people.word(), facts.people.several()].map(str::to_owned);
    let subjects = Subjects { names, all: of_axis.count(), words };
    let axis = facts.axes[axis].path.clone();
    (!subjects.names.is_empty()).then_some(Finding::Unmoved { axis, subjects })
}
