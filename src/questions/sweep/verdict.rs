//! The findings of `gong sweep`: which points may be the fairest, and which fighters an axis (a
//! varied value) changes, with which player.

use super::facts::{Fairest, SweepFacts};
use super::played::PlayedGrid;
use crate::questions::between;
use crate::questions::changes;
use crate::questions::facts::Agreement;
use crate::questions::findings::sweep::Finding;
use crate::questions::findings::{self, Verdict, within};

/// Returns the sentences of the report.
pub fn verdict(facts: &SweepFacts) -> Verdict {
    let fairest = facts.fairest();
    let moves = changes::significant(&facts.effects, &facts.people, &facts.own.bots);
    let mut moves = moves.into_iter();
    let headline = match facts.own.points.as_slice() {
        [] => findings::Finding::NoGames.to_string(),
        _ if !facts.is_cooperative() => headline(facts, &fairest).to_string(),
        _ => match moves.next() {
            Some((arm, of)) => within(arm, &findings::Finding::StrongAndWeak(of)),
            None => Finding::NothingMoves.to_string(),
        },
    };
    let changes_fair_share = |axis: &usize| {
        let mut fighters = facts.own.series.iter().filter(|of| !of.is_group());
        fighters.any(|of| facts.own.changes_fair_share(*axis, of))
    };
    let fair_shares = (0..facts.axes.len()).filter(changes_fair_share);
    let fair_shares =
        fair_shares.map(|axis| Finding::ChangesFairShare { axis: facts.axes[axis].path.clone() });
    let opposite = fairest.check.filter(|check| *check == Agreement::Opposite);
    let opposite = opposite.zip(facts.reference.as_ref()).map(|(check, reference)| {
        let with = check.own_player(&facts.own.bots, &reference.bots[0]);
        may_be_fairest(facts, &facts.own, with)
    });
    let moves = moves.flat_map(|(arm, of)| of.into_iter().map(move |off| (arm, off)));
    let moves = moves.map(|(arm, off)| within(arm, &findings::Finding::Also(off)));
    let others = fair_shares.chain(opposite).map(|finding| format!("{finding}."));
    let own = facts.own.facts.iter().filter(|fact| fact.won.is_some());
    let caution = between::finding(own, &facts.own.bots, facts.reference.is_some());
    Verdict::new(&headline, others.chain(moves), caution)
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
