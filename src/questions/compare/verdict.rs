//! The findings of `gong compare`: who gains and who loses by a change, and with which player.

use std::fmt::Display;

use super::facts::{ChangeLine, CompareFacts, VariantFacts};
use crate::questions::between;
use crate::questions::findings::compare::Finding;
use crate::questions::findings::{self, Labelled, Off, Subjects, Verdict, within};
use crate::report::people::PARTY;
use crate::report::shared::greatest;
use crate::report::standing::Standing;
use crate::stats::intervals::wilson;

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
    let apart = facts.variants.iter().filter_map(|of| {
        let alone = of.apart.clone()?;
        let fair = of.fair.filter(|[before, after]| before != after);
        Some(named(of, &Finding::NotPaired { alone, games: facts.games, fair }))
    });
    let lines = facts.variants.iter().flat_map(|of| of.factions.iter().chain(of.with_party()));
    let own = lines.map(|of| &of.wins.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, said, different.into_iter().chain(apart).chain(trainings))
}

fn labelled(line: &ChangeLine) -> Labelled<'_> {
    let label = if line.label == PARTY { "the party" } else { &line.label };
    Labelled { label: label.to_owned(), judged: &line.wins }
}

/// Returns the significant changes of a variant: first those of the party or of the factions if
/// there are any, then those of the fighters.
fn changes<'a>(facts: &CompareFacts, of: &'a VariantFacts<'a>) -> Changes<'a> {
    let off = |lines: Vec<Labelled>| findings::off(&lines, facts.people.words(), &facts.bots);
    let mut groups = off(of.party.iter().chain(&of.factions).map(labelled).collect());
    // All members of a party win together: the headline is about the party, and who plays in every
    // game has its change.
    let change = |of: &ChangeLine| of.wins.own.row.change;
    let apart = |line: &&ChangeLine| of.party.as_ref().is_none_or(|of| change(of) != change(line));
    let mut fighters = off(of.fighters.iter().filter(apart).map(labelled).collect());
    let leading = match groups.is_empty() && of.party.is_none() {
        true => findings::leading(&mut fighters),
        false => findings::leading(&mut groups),
    };
    Changes { of, leading, others: groups.into_iter().chain(fighters).collect() }
}

impl Changes<'_> {
    fn size(&self) -> f64 {
        greatest(self.leading.iter().map(|of| of.size.change().abs()))
    }
}

fn unchanged(facts: &CompareFacts) -> Finding {
    let parties = || facts.variants.iter().filter_map(|of| of.party.as_ref());
    let is_party = parties().next().is_some();
    let fighters = facts.variants.iter().filter(|_| !is_party).flat_map(|of| &of.fighters);
    let measured: Vec<f64> = parties().chain(fighters).filter_map(ChangeLine::at_most).collect();
    if measured.is_empty() {
        return Finding::TooFew;
    }
    Finding::Unchanged {
        variant: match facts.variants.as_slice() {
            [only] => Some(only.arm.name.clone()),
            _ => None,
        },
        whose: if is_party { "the party’s win rate" } else { "any win rate" },
        at_most: greatest(measured),
        level: facts.level,
    }
}

/// Returns the findings about a variant that follow those about significant win rates.
fn rest(facts: &CompareFacts, of: &VariantFacts) -> Vec<Finding> {
    if of.is_identical {
        let most = wilson(0, facts.games, facts.level).high;
        return vec![Finding::SameGames { most, level: facts.level }];
    }
    let is_noise = |of: &&ChangeLine| {
        of.wins.off(&facts.bots).is_empty() && of.wins.own.standing() == Standing::WithinNoise
    };
    let noise: Vec<&ChangeLine> = of.fighters.iter().filter(is_noise).collect();
    let mut rest = vec![];
    if !noise.is_empty() && noise.len() < of.fighters.len() {
        let labels: Vec<Labelled> = noise.iter().map(|of| labelled(of)).collect();
        rest.push(Finding::WithinNoise {
            subjects: Subjects::of(&labels, of.fighters.len(), facts.people.words()),
            at_most: greatest(noise.iter().filter_map(|of| of.at_most())),
        });
    }
    if let Some(others) = of.other_winners() {
        let games: u64 = others.map(|of| of.games).sum();
        rest.push(Finding::OtherWinner { share: games as f64 / of.length.row.games.max(1) as f64 });
    }
    if of.length.standing().is_significant() {
        let before = of.length.row.base.unwrap_or(0.0);
        rest.push(Finding::Length { rounds: [before, of.length.value()] });
    }
    rest
}
