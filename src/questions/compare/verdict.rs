//! The findings of `gong compare`: who gains and who loses by a change, and with which player.

use super::facts::{ChangeLine, CompareFacts, LineUps, VariantFacts};
use crate::questions::between;
use crate::questions::facts::Fact;
use crate::questions::findings::compare::Finding;
use crate::questions::findings::{self, Labelled, Off, Subjects, Verdict, within};
use crate::report::people::PARTY;
use crate::report::shared::{descending, greatest};
use crate::report::standing::Standing;
use crate::stats::Form;
use crate::stats::intervals::wilson;

/// Maximum number of findings about measures other than the win rate.
const MEANS: usize = 2;

/// The significant changes of win rates in one variant: those of the leading player, and the
/// others.
struct Changes<'a> {
    of: &'a VariantFacts,
    leading: Vec<Off>,
    others: Vec<Off>,
}

/// Returns the sentences of the report.
pub fn verdict(facts: &CompareFacts) -> Verdict {
    let several = facts.variants.len() > 1;
    let named = |of: &VariantFacts, finding: String| match several {
        true => within(&of.name, &finding),
        false => finding,
    };
    let changes: Vec<Changes> = facts.variants.iter().map(|of| changes(facts, of)).collect();
    let leading = changes.iter().filter(|of| !of.leading.is_empty());
    let top = leading.max_by(|a, b| a.size().total_cmp(&b.size()));
    let headline = match top {
        Some(top) => within(&top.of.name, &strong(&top.leading)),
        None => unchanged(facts).to_string(),
    };
    let mut said: Vec<String> = vec![];
    for of in &changes {
        let in_headline = top.is_some_and(|top| std::ptr::eq(top, of));
        if !in_headline && !of.leading.is_empty() {
            said.push(named(of.of, format!("{}.", strong(&of.leading))));
        }
        let others = of.others.iter().map(|of| findings::Finding::Also(of.clone()).to_string());
        said.extend(others.map(|other| named(of.of, other)));
        let rest = rest(facts, of.of).into_iter().map(|finding| finding.to_string());
        said.extend(rest.map(|finding| named(of.of, finding)));
    }
    Verdict::new(&headline, said, cautions(facts))
}

fn strong(leading: &[Off]) -> findings::Finding {
    findings::Finding::StrongAndWeak(leading.to_vec())
}

/// Returns the significant changes of a variant: first those of the party or of the factions if
/// there are any, then those of the fighters.
fn changes<'a>(facts: &CompareFacts, of: &'a VariantFacts) -> Changes<'a> {
    let words = [facts.people.word(), facts.people.several()];
    let off = |lines: &mut dyn Iterator<Item = &ChangeLine>| {
        let label = |of: &ChangeLine| match of.label == PARTY {
            true => "the party".to_owned(),
            false => of.label.clone(),
        };
        let lines: Vec<Labelled> =
            lines.map(|of| Labelled { label: label(of), judged: &of.wins }).collect();
        findings::off(&lines, words, &facts.bots)
    };
    let mut groups = off(&mut of.groups.iter());
    // All members of a party win together: the headline is about the party, and who plays in every
    // game has its change.
    let party = of.groups.iter().find(|of| of.label == PARTY);
    let is_party = party.is_some();
    let apart = |of: &&ChangeLine| {
        party.is_none_or(|party| party.wins.own.row.change != of.wins.own.row.change)
    };
    let mut fighters = off(&mut of.fighters.iter().filter(apart));
    let leading = match groups.is_empty() && !is_party {
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
    let parties = || facts.variants.iter().flat_map(|of| &of.groups).filter(|of| of.label == PARTY);
    let is_party = parties().next().is_some();
    let fighters = facts.variants.iter().flat_map(|of| &of.fighters);
    let measured: Vec<f64> = match is_party {
        true => parties().filter_map(ChangeLine::at_most).collect(),
        false => fighters.filter_map(ChangeLine::at_most).collect(),
    };
    if measured.is_empty() {
        return Finding::TooFew;
    }
    Finding::Unchanged {
        variant: match facts.variants.as_slice() {
            [only] => Some(only.name.clone()),
            _ => None,
        },
        whose: if is_party { "the party’s win rate" } else { "any win rate" }.to_owned(),
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
    let words = [facts.people.word(), facts.people.several()];
    let noise = of.fighters.iter().filter(|of| {
        of.wins.off(&facts.bots).is_empty() && of.wins.own.standing() == Standing::WithinNoise
    });
    let noise: Vec<&ChangeLine> = noise.collect();
    let mut rest = vec![];
    if !noise.is_empty() && noise.len() < of.fighters.len() {
        let labels = noise.iter().map(|of| Labelled { label: of.label.clone(), judged: &of.wins });
        let labels: Vec<Labelled> = labels.collect();
        rest.push(Finding::WithinNoise {
            subjects: Subjects::of(&labels, of.fighters.len(), words),
            at_most: greatest(noise.iter().filter_map(|of| of.at_most())),
        });
    }
    if let Some(share) = of.other_winner() {
        // In a cooperative game, the party wins or nobody does.
        let most = of.winners.first().filter(|_| of.fair.is_some());
        let most = most.map(|of| [of.winner.clone(), of.winner_variant.clone()]);
        rest.push(Finding::OtherWinner { share, most });
    }
    if of.length.standing().is_significant() {
        rest.push(Finding::Length { rounds: means_of(&of.length) });
    }
    rest.extend(means(facts, of).into_iter().take(MEANS));
    rest
}

fn means_of(fact: &Fact) -> [f64; 2] {
    [fact.row.base.unwrap_or(0.0), fact.value()]
}

/// Returns the measures of the game whose means rise or fall significantly.
fn means(facts: &CompareFacts, of: &VariantFacts) -> Vec<Finding> {
    let mean = |m: usize, standing: Standing| {
        let all = of.fighters.iter().filter_map(|of| Some((of, of.value(m)?)));
        let same = all.filter(|(_, fact)| fact.standing() == standing);
        let same = descending(same, |(_, fact)| fact.off().unwrap_or(0.0).abs());
        let (_, most) = same.first()?;
        let measure = &facts.measures[m];
        Some(Finding::Mean {
            measure: match measure.form {
                Form::Time => measure.of_every_game(),
                _ => measure.full(),
            },
            means: means_of(most),
            subjects: Subjects {
                names: same.iter().map(|(of, _)| of.label.clone()).collect(),
                all: of.fighters.len(),
                words: [facts.people.word(), facts.people.several()].map(str::to_owned),
            },
        })
    };
    let ways = [Standing::Above, Standing::Below];
    let each = (0..facts.measures.len()).flat_map(|m| ways.map(|standing| mean(m, standing)));
    each.flatten().collect()
}

/// Returns the most important of the sentences that a reader must know first.
fn cautions(facts: &CompareFacts) -> Vec<String> {
    let different = facts.different_bots.then(|| Finding::DifferentBots.to_string());
    let apart = facts.variants.iter().filter_map(|of| {
        let LineUps { only_before, only_after } = of.apart.as_ref()?;
        let finding = Finding::NotPaired {
            several: facts.people.several().to_owned(),
            before: only_before.clone(),
            after: only_after.clone(),
            games: facts.games,
            fair: of.fair.filter(|[before, after]| before != after),
        };
        Some(match facts.variants.len() {
            1 => finding.to_string(),
            _ => within(&of.name, &finding),
        })
    });
    let lines = facts.variants.iter().flat_map(|of| of.groups.iter().chain(&of.fighters));
    let own = lines.map(|of| (&of.wins.own).into());
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    different.into_iter().chain(apart).chain(trainings).collect()
}
