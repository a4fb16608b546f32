//! The findings of `gong compare`: who gains and who loses by a change, and with which player.

use std::fmt::Display;

use super::facts::{CompareFacts, ROUNDS, VariantFacts};
use crate::questions::between;
use crate::questions::changes::Change;
use crate::questions::findings::compare::Finding;
use crate::questions::findings::{self, Labelled, Off, Subjects, Verdict, within};
use crate::report::shared::greatest;
use crate::report::standing::Standing;

/// The significant changes of win rates in one variant: those of the leading player, and the
/// others.
struct Changes<'a> {
    of: &'a VariantFacts<'a>,
    leading: Vec<Off>,
    others: Vec<Off>,
}

/// Returns the sentences of the report.
pub fn verdict(facts: &CompareFacts) -> Verdict {
    let named = |of: &VariantFacts, finding: &dyn Display| match facts.variants.len() {
        1 => finding.to_string(),
        _ => within(&of.arm.name, &finding),
    };
    let changes: Vec<Changes> = facts.variants.iter().map(|of| changes(facts, of)).collect();
    let leading = changes.iter().filter(|of| !of.leading.is_empty());
    let top = leading.max_by(|a, b| a.size().total_cmp(&b.size()));
    let strong = |of: &Changes| findings::Finding::StrongAndWeak(of.leading.clone());
    let headline = match top {
        Some(top) => within(&top.of.arm.name, &strong(top)),
        None => unchanged(facts).to_string(),
    };
    let mut said: Vec<String> = vec![];
    for of in &changes {
        let in_headline = top.is_some_and(|top| std::ptr::eq(top, of));
        if !in_headline && !of.leading.is_empty() {
            said.push(named(of.of, &format!("{}.", strong(of))));
        }
        let others = of.others.iter().map(|off| findings::Finding::Also(off.clone()));
        said.extend(others.map(|other| named(of.of, &other)));
        said.extend(rest(facts, of.of).iter().map(|finding| named(of.of, finding)));
    }
    let different = facts.plan.has_different_bots();
    let different = different.then(|| findings::Finding::DifferentBots.to_string());
    let apart = facts.variants.iter().filter(|of| of.is_apart()).map(|of| {
        let fair = of.fair.filter(|[before, after]| before != after);
        named(of, &Finding::NotPaired { games: facts.games, fair })
    });
    let lines = facts.variants.iter().flat_map(|of| of.factions().chain(of.with_party()));
    let own = lines.map(|of| &of.judged.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, said, different.into_iter().chain(apart).chain(trainings))
}

/// Returns the significant changes of a variant: first those of the party or of the factions if
/// there are any, then those of the fighters.
fn changes<'a>(facts: &CompareFacts, of: &'a VariantFacts<'a>) -> Changes<'a> {
    let off = |changes: Vec<Labelled>| findings::off(&changes, facts.people.words(), &facts.bots);
    let mut groups =
        off(of.party().into_iter().chain(of.factions()).map(Change::labelled).collect());
    // All members of a party win together: the headline is about the party, and who plays in every
    // game has its change.
    let apart =
        |fighter: &&Change| of.party().is_none_or(|of| of.row().change != fighter.row().change);
    let mut fighters = off(of.fighters().filter(apart).map(Change::labelled).collect());
    let leading = match groups.is_empty() && of.party().is_none() {
        true => findings::leading(&mut fighters),
        false => findings::leading(&mut groups),
    };
    Changes { of, leading, others: groups.into_iter().chain(fighters).collect() }
}

impl Changes<'_> {
    fn size(&self) -> f64 {
        greatest(self.leading.iter().map(|of| of.off.abs()))
    }
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
