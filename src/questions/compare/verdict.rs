//! The findings of `gong compare`: who gains and who loses by a change, and with which player.

use std::fmt::Display;

use super::facts::{CompareFacts, ROUNDS, VariantFacts};
use crate::questions::between;
use crate::questions::changes::{self, Change};
use crate::questions::findings::compare::Finding;
use crate::questions::findings::{self, Labelled, Subjects, Verdict, within};
use crate::report::standing::Standing;

/// Returns the sentences of the report. The headline is about the party or the factions if there
/// are any, otherwise about the fighters.
pub fn verdict(facts: &CompareFacts) -> Verdict {
    let variants = || facts.variants.iter();
    let named = |arm: &str, finding: &dyn Display| match facts.variants.len() {
        1 => finding.to_string(),
        _ => within(arm, &finding),
    };
    let groups = variants().flat_map(|of| of.party().into_iter().chain(of.factions()));
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
    let others = variants().map(|of| (of, rest(facts, of)));
    let others = others.flat_map(|(of, findings)| {
        findings.into_iter().map(move |finding| named(&of.arm.name, &finding))
    });
    let different = facts.plan.has_different_bots();
    let different = different.then(|| findings::Finding::DifferentBots.to_string());
    let apart = variants().filter(|of| of.is_apart()).map(|of| {
        let fair = of.fair.filter(|[before, after]| before != after);
        named(&of.arm.name, &Finding::NotPaired { games: facts.games, fair })
    });
    let own = variants().flat_map(|of| of.factions().chain(of.with_party()));
    let own = own.map(|of| &of.judged.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    let cautions = different.into_iter().chain(apart).chain(trainings);
    Verdict::new(&headline, changes.chain(others), cautions)
}

/// Returns the largest absolute value in the confidence intervals of these changes with the
/// command's own bots; `None` with too few games.
fn at_most<'a>(changes: impl Iterator<Item = &'a Change>) -> Option<f64> {
    let ends = changes.filter_map(|of| of.row().change_low.zip(of.row().change_high));
    ends.map(|(low, high)| low.abs().max(high.abs())).max_by(f64::total_cmp)
}

fn unchanged(facts: &CompareFacts) -> Finding {
    let is_party = facts.variants.iter().any(|of| of.party().is_some());
    let all = facts.variants.iter().flat_map(|of| match of.party() {
        Some(party) => vec![party],
        None => of.fighters().collect(),
    });
    let Some(at_most) = at_most(all) else {
        return Finding::TooFew;
    };
    Finding::Unchanged {
        variant: match facts.variants.as_slice() {
            [only] => Some(only.arm.name.clone()),
            _ => None,
        },
        whose: if is_party { "the party’s win rate" } else { "any win rate" },
        at_most,
        level: facts.level,
    }
}

/// Returns the findings about a variant that follow those about significant win rates.
fn rest(facts: &CompareFacts, of: &VariantFacts) -> Vec<Finding> {
    let is_noise = |of: &&Change| {
        of.judged.off(&facts.bots).is_empty() && of.judged.own.standing() == Standing::WithinNoise
    };
    let noise = || of.fighters().filter(is_noise);
    let (some, all) = (noise().count(), of.fighters().count());
    let labels: Vec<Labelled> = noise().map(Change::labelled).collect();
    let within_noise = (0 < some && some < all).then(|| Finding::WithinNoise {
        subjects: Subjects::of(&labels, all, facts.people.words()),
        at_most: at_most(noise()).unwrap_or(0.0),
    });
    let games: u64 = of.winners.iter().map(|of| of.games).sum();
    let others: u64 = of.other_winners().map(|of| of.games).sum();
    let other_winner =
        (games > 0).then(|| Finding::OtherWinner { share: others as f64 / games as f64 });
    let length = of.of_measure(ROUNDS).map(|of| &of.judged.own);
    let length = length
        .filter(|of| of.standing().is_significant())
        .map(|of| Finding::Length { rounds: [of.row.base.unwrap_or(0.0), of.value()] });
    within_noise.into_iter().chain(other_winner).chain(length).collect()
}
