//! The findings of `gong run`: who is strong, who is weak, and with which player.

use super::facts::{EntrantFacts, Judged, RunFacts};
use crate::questions::between::{self, Width};
use crate::questions::findings::{Finding, OffFair, Rate, Subjects};
use crate::report::sentences::Standing;
use crate::report::shared::descending;
use crate::report::words::the_bots;

/// Maximum number of findings after the headline.
const MOST: usize = 5;

/// The sentences of a report.
pub struct Verdict {
    pub headline: Finding,
    pub findings: Vec<Finding>,
    /// What a reader must know before believing the results; at most two.
    pub cautions: Vec<String>,
}

/// A subject of the verdict: an entrant, or the members of a team that always play and win
/// together.
struct Side<'a> {
    label: String,
    judged: &'a Judged,
}

/// Returns the sentences of the report.
pub fn verdict(facts: &RunFacts) -> Verdict {
    let sides = sides(facts);
    let mut off = off_fair(facts, &sides);
    let leading = strong_and_weak(&mut off);
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
        _ => match &leading {
            Some(leading) => Finding::StrongAndWeak(leading.clone()),
            None => nobody_off(facts, &sides),
        },
    };
    let mut findings = vec![];
    if facts.party().is_some() {
        findings.extend(best_and_worst(facts));
    } else {
        // The headline may be about the factions.
        let unsaid = leading.filter(|leading| headline != Finding::StrongAndWeak(leading.clone()));
        findings.extend(unsaid.into_iter().flatten().chain(off).map(Finding::Also));
        let noise = sides.iter().filter(|side| side.judged.off(&facts.bots).is_empty());
        let noise = subjects(facts, &sides, noise);
        if let Some(fair) = facts.fair
            && !noise.names.is_empty()
        {
            findings.push(Finding::WithinNoise { subjects: noise, fair });
        }
    }
    findings.truncate(MOST);
    Verdict { headline, findings, cautions: cautions(facts) }
}

/// Says with whom the win rates were measured.
pub fn measured_with(facts: &RunFacts) -> Finding {
    Finding::MeasuredWith {
        reference: facts.reference.clone(),
        bots: facts.bots.clone(),
        games: facts.games,
    }
}

/// Returns the most important of the sentences that a reader must know first.
fn cautions(facts: &RunFacts) -> Vec<String> {
    let word = facts.people.word().to_owned();
    let widths = facts.entrants.iter().map(|of| Width {
        half_width: (of.all.wins.ci_high - of.all.wins.ci_low) / 2.0,
        of_trainings: of.won.share_of_trainings(),
    });
    let different = facts.different_bots.then(|| Finding::DifferentBots.to_string());
    let seats = facts.fixed_seats().then(|| Finding::FixedSeats { word }.to_string());
    let trainings = between::finding(widths, &facts.bots, facts.reference.is_some());
    different.into_iter().chain(trainings).chain(seats).take(2).collect()
}

/// Returns the fighters or teams in descending order of their win rates. The teams take the place
/// of the fighters only if the line-up is the same in all games: a fighter that is drawn for some
/// games has a win rate of its own, even if all fighters of its side won as often.
fn sides(facts: &RunFacts) -> Vec<Side<'_>> {
    let sorted = facts.by_leading_wins();
    let always = |of: &EntrantFacts| of.all.wins.games >= facts.games;
    let same = |a: &EntrantFacts, b: &EntrantFacts| a.all.team != b.all.team || a.won == b.won;
    let fixed = sorted
        .iter()
        .all(|a| a.all.team.is_some() && always(a) && sorted.iter().all(|b| same(a, b)));
    let mut sides: Vec<(Option<u8>, Side)> = vec![];
    for entrant in &sorted {
        let team = entrant.all.team.filter(|_| fixed);
        if team.is_some() && sides.iter().any(|(known, _)| *known == team) {
            continue;
        }
        let mates = facts.entrants.iter().filter(|of| team.is_some() && of.all.team == team);
        let mates: Vec<String> = mates.map(|of| of.label.clone()).collect();
        let label = match mates.as_slice() {
            [] => entrant.label.clone(),
            mates => facts.people.side(mates, facts.entrants.len()),
        };
        sides.push((team, Side { label, judged: &entrant.judged }));
    }
    sides.into_iter().map(|(_, side)| side).collect()
}

fn subjects<'a>(
    facts: &RunFacts,
    sides: &[Side],
    of: impl Iterator<Item = &'a Side<'a>>,
) -> Subjects {
    Subjects {
        names: of.map(|side| side.label.clone()).collect(),
        all: sides.len(),
        words: [facts.people.word(), facts.people.several()].map(str::to_owned),
    }
}

/// Returns the fighters or teams off the fair share, grouped by verdict and player, those of the
/// reference player first. In each group, the farthest is first.
fn off_fair(facts: &RunFacts, sides: &[Side]) -> Vec<OffFair> {
    let mut off: Vec<(&Side, Standing, String, Rate, f64)> = vec![];
    for side in sides {
        for (fact, with) in side.judged.off(&facts.bots) {
            let far = fact.off().unwrap_or(0.0);
            off.push((side, fact.standing(), with, Rate::of(fact), far));
        }
    }
    let reference = |with: &str| {
        let named = facts.reference.as_ref();
        named.is_some_and(|(name, _)| with == format!("with “{name}”"))
    };
    let off = descending(off, |of| of.4.abs());
    let mut groups: Vec<OffFair> = vec![];
    for (side, standing, with, rate, _) in off {
        let same = |of: &&mut OffFair| of.standing == standing && of.with == with;
        match groups.iter_mut().find(same) {
            Some(group) => group.subjects.names.push(side.label.clone()),
            None => groups.push(OffFair {
                standing,
                with,
                subjects: subjects(facts, sides, [side].into_iter()),
                rate,
            }),
        }
    }
    groups.sort_by_key(|group| !reference(&group.with));
    groups
}

/// Takes those who are strong and those who are weak with the leading player.
fn strong_and_weak(off: &mut Vec<OffFair>) -> Option<Vec<OffFair>> {
    let with = off.first()?.with.clone();
    let (leading, rest) = off.drain(..).partition(|of| of.with == with);
    *off = rest;
    Some(leading)
}

fn nobody_off(facts: &RunFacts, sides: &[Side]) -> Finding {
    let bots = the_bots(&facts.bots);
    let with = match &facts.reference {
        Some((reference, _)) => format!("with “{reference}” or with {bots}"),
        None => format!("with {bots}"),
    };
    Finding::NobodyOff { subjects: subjects(facts, sides, [].into_iter()), with }
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
    let rate = |of: &crate::questions::facts::Fact| {
        (of.row.subject.clone(), Rate::of(of), of.row.fair.unwrap_or(0.0))
    };
    Finding::Factions { rates: facts_of.iter().map(rate).collect(), sure: off.is_some(), with }
}

/// Returns the fighters with the highest and the lowest win rate of a cooperative game; `None` with
/// fewer than two, and if they are within noise of each other.
fn best_and_worst(facts: &RunFacts) -> Option<Finding> {
    let sorted = facts.by_wins();
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
