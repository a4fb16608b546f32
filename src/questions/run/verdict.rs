//! The findings of `gong run`: who is strong, who is weak, and with which player.

use super::facts::{Line, RunFacts};
use crate::questions::between;
use crate::questions::findings::{Finding, Labelled, Rate, Subjects, Verdict, leading, off};
use crate::questions::tally_facts::{self, side_labels};
use crate::report::shared::descending;
use crate::report::words::the_bots;

/// Returns the sentences of the report. The headline is about the factions if there are any.
pub fn verdict(facts: &RunFacts) -> Verdict {
    let sides = sides(facts);
    let words = [facts.people.word(), facts.people.several()];
    let has_factions = facts.groups.len() > 1;
    let (mut all, word) = match has_factions {
        true => (off(&factions(facts), ["side", "sides"], &facts.bots), "side"),
        false => (off(&sides, words, &facts.bots), words[0]),
    };
    let leading = leading(&mut all);
    let headline = match (sides.as_slice(), facts.party()) {
        ([], _) => Finding::NoGames,
        (_, Some(party)) => {
            let seats = facts.entrants.iter().map(|of| of.judged.own.row.games);
            let group = match seats.sum::<u64>() == facts.games() {
                true => format!("The {}", words[0]),
                false => party.label.clone(),
            };
            let rates = party.judged.reference.iter().chain([&party.judged.own]);
            Finding::GroupByPlayer { group, rates: rates.map(Rate::of).collect() }
        }
        ([only], _) if !has_factions => {
            Finding::OnlySide { subject: only.label.clone(), rate: Rate::of(&only.judged.own) }
        }
        _ if leading.is_empty() => {
            let bots = the_bots(&facts.bots);
            let with = match &facts.reference {
                Some((reference, _)) => format!("with “{reference}” or with {bots}"),
                None => format!("with {bots}"),
            };
            Finding::NobodyOff { word: word.to_owned(), with }
        }
        _ => Finding::StrongAndWeak(leading),
    };
    let mut findings = vec![];
    if facts.party().is_some() {
        let alike = || Finding::AllAlike(words[1].to_owned());
        findings.extend(best_and_worst(facts).or_else(|| (sides.len() > 1).then(alike)));
    } else {
        let of_sides = has_factions.then(|| off(&sides, words, &facts.bots));
        findings.extend(all.into_iter().chain(of_sides.into_iter().flatten()).map(Finding::Also));
        let noise = sides.iter().filter(|side| side.judged.off(&facts.bots).is_empty());
        let noise = Subjects::of(noise, sides.len(), words);
        if let Some(fair) = facts.fair
            && !noise.names.is_empty()
        {
            findings.push(Finding::WithinNoise { subjects: noise, fair });
        }
    }
    Verdict::new(&headline, findings, cautions(facts))
}

/// Returns the factions, if there are any.
fn factions(facts: &RunFacts) -> Vec<Labelled<'_>> {
    let label = |of: &Line| of.judged.own.row.subject.clone();
    facts.groups.iter().map(|of| Labelled { label: label(of), judged: &of.judged }).collect()
}

/// Returns the most important of the sentences that a reader must know first.
fn cautions(facts: &RunFacts) -> Vec<String> {
    let word = facts.people.word().to_owned();
    let different = facts.different_bots.then(|| Finding::DifferentBots.to_string());
    let seats = facts.has_fixed_seats().then(|| Finding::FixedSeats { word }.to_string());
    let own = facts.entrants.iter().map(|of| &of.judged.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    different.into_iter().chain(trainings).chain(seats).collect()
}

/// Returns the sides in descending order of their win rates: fighters, or teams whose members play
/// together in every game.
fn sides(facts: &RunFacts) -> Vec<Labelled<'_>> {
    let sides = tally_facts::sides(&facts.own.cast, &facts.own.tally);
    let entrants = facts.entrants.iter();
    let entrants = entrants.map(|of| (of.entrant.map(|entrant| sides[entrant]), of.label.clone()));
    let sides = side_labels(&entrants.collect::<Vec<_>>(), &facts.people).into_iter();
    let sides = sides.map(|(i, label)| Labelled { label, judged: &facts.entrants[i].judged });
    descending(sides, |of| of.judged.leading().row.value.unwrap_or(f64::NEG_INFINITY))
}

/// Returns the fighters with the highest and the lowest win rate of a cooperative game; `None` with
/// fewer than two, and if they are within noise of each other.
fn best_and_worst(facts: &RunFacts) -> Option<Finding> {
    let sorted = descending(&facts.entrants, |of| of.judged.own.value());
    let [best, .., worst] = sorted.as_slice() else {
        return None;
    };
    let [one, other] = [best, worst].map(|of| &of.judged.own);
    let apart = one.row.ci_low? > other.row.ci_high?;
    apart.then(|| Finding::BestAndWorst {
        best: best.label.clone(),
        worst: worst.label.clone(),
        rates: [Rate::of(one), Rate::of(other)],
    })
}
