//! The findings of `gong sweep`: which points may be the fairest, and which fighters an axis (a
//! varied value) changes, with which player.

use super::facts::{Fairest, SweepFacts};
use super::played::PlayedGrid;
use crate::questions::between;
use crate::questions::facts::Agreement;
use crate::questions::findings::sweep::Finding;
use crate::questions::findings::{self, Labelled, Off, Verdict, within};
use crate::report::shared::{descending, greatest};

/// Returns the sentences of the report.
pub fn verdict(facts: &SweepFacts) -> Verdict {
    let fairest = facts.fairest();
    let moves = moves(facts).into_iter();
    let mut moves = moves.map(|(arm, of)| within(arm, &findings::Finding::StrongAndWeak(of)));
    let headline = match facts.own.points.as_slice() {
        [] => findings::Finding::NoGames.to_string(),
        _ if !facts.is_cooperative() => headline(facts, &fairest).to_string(),
        _ => moves.next().unwrap_or_else(|| Finding::NothingMoves.to_string()),
    };
    let changes_fair_share = |axis: &usize| {
        let mut fighters = facts.own.series.iter().filter(|of| !of.is_group());
        fighters.any(|of| facts.own.changes_fair_share(*axis, of))
    };
    let fair_shares = (0..facts.axes.len()).filter(changes_fair_share);
    let fair_shares = fair_shares
        .map(|axis| Finding::ChangesFairShare { axis: facts.axes[axis].path.clone() }.to_string());
    let mut all: Vec<String> = fair_shares.chain(moves).collect();
    if let (Some(Agreement::Opposite), Some(reference)) = (fairest.check, &facts.reference) {
        let with = Agreement::Opposite.own_player(&facts.own.bots, &reference.bots[0]);
        all.push(may_be_fairest(facts, &facts.own, with).to_string());
    }
    let own = facts.own.facts.iter().filter(|fact| fact.won.is_some());
    let caution = between::finding(own, &facts.own.bots, facts.reference.is_some());
    Verdict::new(&headline, all.iter().map(|finding| format!("{finding}.")), caution)
}

/// Returns the headline of a game with a fair share.
fn headline(facts: &SweepFacts, fairest: &Fairest<'_>) -> Finding {
    let with = fairest.with.clone();
    match *fairest.points {
        [point] => {
            let point = &fairest.grid.points[point];
            let (low, high) = point.off.map_or((0.0, 1.0), |off| (off.low, off.high));
            let is_fairest = fairest.grid.points.len() > 1;
            Finding::Distance { point: point.name.clone(), is_fairest, low, high, with }
        }
        _ => may_be_fairest(facts, fairest.grid, with),
    }
}

fn may_be_fairest(facts: &SweepFacts, grid: &PlayedGrid, with: String) -> Finding {
    let points = grid.fairest().into_iter().map(|point| grid.points[point].name.clone()).collect();
    Finding::MayBeFairest { points, all: grid.points.len(), noun: facts.noun(), with }
}

/// Returns the significant changes of win rates, one entry for two values of an axis, as in
/// "rules.rounds=5 to 12", and a player: those of the leading player first, the largest change
/// first.
fn moves(facts: &SweepFacts) -> Vec<(&str, Vec<Off>)> {
    let mut arms: Vec<(&str, Vec<Labelled>)> = vec![];
    for effect in &facts.effects {
        let arm = effect.row().arm.as_deref().unwrap_or_default();
        match arms.iter_mut().find(|(known, _)| *known == arm) {
            Some((_, all)) => all.push(effect.labelled()),
            None => arms.push((arm, vec![effect.labelled()])),
        }
    }
    let mut moves = vec![];
    for (arm, labelled) in arms {
        let mut all = findings::off(&labelled, facts.people.words(), &facts.own.bots);
        while !all.is_empty() {
            moves.push((arm, findings::leading(&mut all)));
        }
    }
    let size = |of: &[Off]| greatest(of.iter().map(|off| off.off.abs()));
    let mut moves = descending(moves, |(_, of)| size(of));
    moves.sort_by_key(|(_, of)| !of[0].is_reference);
    moves
}
