//! The findings of `gong run`: who is strong, who is weak, and with which player.

use super::facts::RunFacts;
use crate::questions::between;
use crate::questions::facts::Fact;
use crate::questions::findings::{Finding, Labelled, Rate, Subjects, Verdict, leading, off};
use crate::questions::judge::Judged;
use crate::report::shared::descending;
use crate::report::words::the_bots;

/// Returns the sentences of the report.
pub fn verdict(facts: &RunFacts) -> Verdict {
    let sides = sides(facts);
    let words = [facts.people.word(), facts.people.several()];
    let mut off = off(&sides, words, &facts.bots);
    let leading = leading(&mut off);
    let headline = match (sides.as_slice(), facts.party()) {
        ([], _) => Finding::NoGames,
        (_, Some(party)) => {
            let who = match facts.plays_alone() {
                true => format!("The {}", facts.people.word()),
                false => party.label.clone(),
            };
            let rates = party.judged.reference.iter().chain([&party.judged.own]);
            Finding::GroupByPlayer { group: who, rates: rates.map(Rate::of).collect() }
        }
        _ if !facts.groups.is_empty() => factions(facts),
        ([only], _) => {
            Finding::OnlySide { subject: only.label.clone(), rate: Rate::of(&only.judged.own) }
        }
        _ if leading.is_empty() => nobody_off(facts, &sides),
        _ => Finding::StrongAndWeak(leading.clone()),
    };
    let mut findings = vec![];
    if facts.party().is_some() {
        findings.extend(best_and_worst(facts));
    } else {
        // The headline may be about the factions.
        let said = headline == Finding::StrongAndWeak(leading.clone());
        let unsaid = leading.into_iter().filter(|_| !said);
        findings.extend(unsaid.chain(off).map(Finding::Also));
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

/// Says with whom the win rates were measured.
pub fn measured_with(facts: &RunFacts) -> Finding {
    Finding::MeasuredWith {
        reference: facts.reference.clone(),
        bots: facts.bots.clone(),
        games: facts.games(),
    }
}

/// Returns the most important of the sentences that a reader must know first.
fn cautions(facts: &RunFacts) -> Vec<String> {
    let word = facts.people.word().to_owned();
    let different = facts.different_bots.then(|| Finding::DifferentBots.to_string());
    let seats = facts.fixed_seats().then(|| Finding::FixedSeats { word }.to_string());
    let own = facts.entrants.iter().map(|of| &of.judged.own);
    let trainings = between::finding(own, &facts.bots, facts.reference.is_some());
    different.into_iter().chain(trainings).chain(seats).collect()
}

/// Returns the sides in descending order of their win rates: fighters, or teams whose members play
/// together in every game.
fn sides(facts: &RunFacts) -> Vec<Labelled<'_>> {
    let mut sides: Vec<(usize, Labelled)> = vec![];
    for entrant in facts.by_leading_wins() {
        if sides.iter().any(|(known, _)| *known == entrant.side) {
            continue;
        }
        let mates = facts.entrants.iter().filter(|of| of.side == entrant.side);
        let mates: Vec<String> = mates.map(|of| of.label.clone()).collect();
        let label = facts.people.side(&mates, facts.entrants.len());
        sides.push((entrant.side, Labelled { label, judged: &entrant.judged }));
    }
    sides.into_iter().map(|(_, side)| side).collect()
}

fn nobody_off(facts: &RunFacts, sides: &[Labelled]) -> Finding {
    let bots = the_bots(&facts.bots);
    let with = match &facts.reference {
        Some((reference, _)) => format!("with “{reference}” or with {bots}"),
        None => format!("with {bots}"),
    };
    let words = [facts.people.word(), facts.people.several()];
    Finding::NobodyOff { subjects: Subjects::of([], sides.len(), words), with }
}

/// Returns the headline about the factions, with the player whose answer leads.
fn factions(facts: &RunFacts) -> Finding {
    let all: Vec<&Judged> = facts.groups.iter().map(|of| &of.judged).collect();
    let off = all.iter().find_map(|of| of.off(&facts.bots).into_iter().next());
    let reference = off.as_ref().is_none_or(|(fact, _)| {
        facts.reference.as_ref().is_some_and(|(name, _)| *name == fact.row.player)
    });
    let leading = |of: &&Judged| if reference { of.leading().clone() } else { of.own.clone() };
    let mut facts_of: Vec<_> = all.iter().map(leading).collect();
    facts_of.sort_by(|a, b| b.off().partial_cmp(&a.off()).unwrap_or(std::cmp::Ordering::Equal));
    let with = match &off {
        Some((_, with)) => with.clone(),
        None => match &facts.reference {
            Some((name, _)) => format!("with “{name}”"),
            None => format!("with {}", the_bots(&facts.bots)),
        },
    };
    let rate = |of: &Fact| (of.row.subject.clone(), Rate::of(of), of.row.fair.unwrap_or(0.0));
    Finding::Factions { rates: facts_of.iter().map(rate).collect(), sure: off.is_some(), with }
}

/// Returns the fighters with the highest and the lowest win rate of a cooperative game; `None` with
/// fewer than two, and if they are within noise of each other.
fn best_and_worst(facts: &RunFacts) -> Option<Finding> {
    let sorted = descending(&facts.entrants, |of| of.wins.rate());
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
