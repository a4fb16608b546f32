//! The findings of `gong compare`: who gains and who loses by a change, and with which player.

use std::fmt::Display;

use super::facts::{CompareFacts, ROUNDS, VariantFacts};
use super::plan::different_bots;
use crate::questions::between;
use crate::questions::changes;
use crate::questions::findings::compare::Finding;
use crate::questions::findings::{self, Verdict, within};

/// Returns the sentences of the report. The headline is about the party or the factions if there
/// are any, otherwise about the fighters.
pub fn verdict(facts: &CompareFacts) -> Verdict {
    let variants = || facts.variants.iter();
    let named = |arm: &str, finding: &dyn Display| match facts.variants.len() {
        1 => finding.to_string(),
        _ => within(arm, &finding),
    };
    let groups = variants().flat_map(|of| of.groups());
    let groups = changes::significant(groups, &facts.people, &facts.bots);
    let fighters = variants().flat_map(|of| {
        // All members of a party win together: who plays in every game has its change.
        let party = of.party().map(|of| of.row().change);
        of.fighters().filter(move |of| party != Some(of.row().change))
    });
    let fighters = changes::significant(fighters, &facts.people, &facts.bots);
    let is_led = !groups.is_empty() || variants().all(|of| of.party().is_none());
    let mut all = groups.into_iter().chain(fighters);
    let headline = match is_led.then(|| all.next()).flatten() {
        Some((arm, of)) => within(arm, &findings::Finding::StrongAndWeak(of)),
        None => unchanged(facts).to_string(),
    };
    let changes = all.flat_map(|(arm, of)| of.into_iter().map(move |off| (arm, off)));
    let changes = changes.map(|(arm, off)| named(arm, &findings::Finding::Also(off)));
    let others =
        variants().flat_map(|of| rest(of).map(move |finding| named(&of.arm.name, &finding)));
    let different = different_bots(&facts.plan.experiment.own().scenarios);
    let different = different.then(|| findings::Finding::DifferentBots.to_string());
    let apart = variants()
        .filter(|of| of.is_apart())
        .map(|of| named(&of.arm.name, &Finding::NotPaired { fair: of.fair }));
    let own = variants().flat_map(|of| of.wins()).map(|of| &of.judged.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    let cautions = different.into_iter().chain(apart).chain(trainings);
    Verdict::new(&headline, changes.chain(others), cautions)
}

/// Says that no win rate changes significantly, and by how much a win rate may change at most with
/// the command's own bots.
fn unchanged(facts: &CompareFacts) -> Finding {
    let is_party = facts.variants.iter().any(|of| of.party().is_some());
    let all = facts.variants.iter().flat_map(|of| match of.party() {
        Some(party) => vec![party],
        None => of.fighters().collect(),
    });
    let ends = all.filter_map(|of| of.row().change_low.zip(of.row().change_high));
    let largest = ends.map(|(low, high)| low.abs().max(high.abs())).max_by(f64::total_cmp);
    let Some(at_most) = largest else {
        return Finding::TooFew;
    };
    Finding::Unchanged {
        variant: (facts.variants.len() == 1).then(|| facts.variants[0].arm.name.clone()),
        whose: if is_party { "the party’s win rate" } else { "any win rate" },
        at_most,
        level: facts.level,
    }
}

/// Returns the findings about a variant that follow those about significant win rates.
fn rest(of: &VariantFacts) -> impl Iterator<Item = Finding> {
    let games: u64 = of.winners.iter().map(|of| of.games).sum();
    let others: u64 = of.other_winners().map(|of| of.games).sum();
    let other_winner =
        (games > 0).then(|| Finding::OtherWinner { share: others as f64 / games as f64 });
    let length = of.of_measure(ROUNDS).map(|of| &of.judged.own);
    let length = length
        .filter(|of| of.standing().is_significant())
        .map(|of| Finding::Length { rounds: [of.row.base.unwrap_or(0.0), of.value()] });
    other_winner.into_iter().chain(length)
}
