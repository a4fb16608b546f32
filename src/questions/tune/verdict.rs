//! The findings of `gong tune`: whether the proposed set of edits reaches the targets.

use super::facts::{ByReference, SetRate, TuneFacts};
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::tune::{Finding, Goal, Proof};
use crate::questions::findings::{Rate, Subjects};
use crate::report::standing::Standing;
use crate::report::words::{the_bots, with_sign};
use crate::stats::intervals::z;

/// Returns the headline of the report.
pub fn headline(facts: &TuneFacts) -> Finding {
    let (best, within) = (facts.best(), facts.asked.within);
    let (edits, distance) = (best.edits.len(), best.row.distance);
    let is_near = facts.is_certified() || distance <= within;
    let goal = || goal(facts);
    let proof = || proof(facts);
    match &facts.reference {
        Some(reference) if (is_near || edits > 0) && !reference.beyond().is_empty() => {
            beyond(facts, reference)
        }
        _ if is_near => Finding::Reached { edits, goal: goal(), proof: proof() },
        _ if edits > 0 => {
            let most = facts.asked.edits;
            Finding::TooFar { edits, most, distance, goal: goal(), proof: proof() }
        }
        _ => {
            let nearest = facts.unproposed().map(|of| of.row.distance);
            Finding::NoGain { distance, nearest, goal: goal(), proof: proof() }
        }
    }
}

/// Returns the findings after the headline.
pub fn findings(facts: &TuneFacts) -> Vec<Finding> {
    let best = facts.best();
    let edited = !best.edits.is_empty();
    let farthest = best.farthest().map(|of| Finding::Farthest {
        estimate: facts.estimated().map(|(reference, _)| reference.to_owned()),
        subject: facts.label(of),
        rate: Rate { player: of.bot.clone(), ..Rate::of(of.shown()) },
        distance: of.distance().unwrap_or(0.0),
        at_most: best.bounds.high,
        before: edited.then(|| facts.before().row.distance),
    });
    let mut findings: Vec<Finding> = farthest.into_iter().collect();
    if let Some(reference) = &facts.reference {
        findings.extend(tested(facts, reference));
    }
    findings.extend(edited.then(|| side_effect(facts)).flatten());
    findings
}

fn goal(facts: &TuneFacts) -> Goal {
    let targets = &facts.asked.targets;
    let mut names: Vec<String> = vec![];
    for rate in facts.before().rates.iter().filter(|of| of.target.is_some()) {
        let name = facts.people.get(&rate.judged.own.row.subject).name;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let words = [facts.people.word(), facts.people.several()].map(str::to_owned);
    let all = match facts.before().rates.iter().all(|of| of.target.is_some()) {
        true => names.len(),
        false => facts.people.all().len(),
    };
    let aim = match targets.common() {
        _ if targets.fair => "the fair share".to_owned(),
        Some(target) => with_sign(target, 1),
        None => "their targets".to_owned(),
    };
    Goal { subjects: Subjects { names, all, words }, within: facts.asked.within, aim }
}

/// Returns by whose games the answer holds. The reference player has an answer if its games certify
/// the set, or contradict it.
fn proof(facts: &TuneFacts) -> Proof {
    let (bots, confirmed) = (&facts.asked.bots, facts.is_confirmed());
    if let Some((reference, error)) = facts.estimated()
        && !confirmed
    {
        let margin_of_error = error * z(facts.level);
        return Proof::Estimated { reference: reference.to_owned(), margin_of_error };
    }
    let own = Standing::of(facts.best().row.certified, true);
    let with = match &facts.reference {
        Some(reference) => {
            let answers = confirmed || !reference.beyond().is_empty();
            let check = Agreement::of_two(own, Standing::of(answers, confirmed));
            check.map(|check| check.leading_player(bots, &reference.name))
        }
        None => own.is_significant().then(|| format!("with {}", the_bots(bots))),
    };
    with.map_or(Proof::Measured { bots: bots.clone() }, |with| Proof::Certified { with })
}

/// Says which win rates the reference player finds too far from their targets: those that the edits
/// move away from their targets, or else all.
fn beyond(facts: &TuneFacts, reference: &ByReference) -> Finding {
    let (off, edits) = (reference.beyond(), facts.best().edits.len());
    let away: Vec<&Fact> = off.iter().copied().filter(|fact| is_moved_away(fact)).collect();
    let (named, away) = if away.is_empty() { (off, false) } else { (away, true) };
    let mut goal = goal(facts);
    let names = named.iter().map(|fact| facts.people.get(&fact.row.subject).name);
    goal.subjects.names = names.collect();
    Finding::Beyond { edits, away, goal, reference: reference.name.clone() }
}

/// Returns whether edits move a win rate significantly away from its target, to a larger distance.
fn is_moved_away(fact: &Fact) -> bool {
    let before = fact.row.base.zip(fact.row.fair).map(|(base, fair)| (base - fair).abs());
    fact.row.changes == fact.row.standing
        && before.zip(fact.off()).is_some_and(|(before, off)| off.abs() > before)
}

/// Returns the largest distance from a target in the test of the reference player.
fn tested(facts: &TuneFacts, reference: &ByReference) -> Option<Finding> {
    let distance = |fact: &Fact| fact.row.fair.map(|fair| (fact.value() - fair).abs());
    let largest = |facts: &[Fact]| facts.iter().filter_map(distance).reduce(f64::max);
    let all = reference.after.iter().filter(|fact| fact.row.fair.is_some());
    let farthest = all.max_by(|a, b| distance(a).partial_cmp(&distance(b)).expect("no NaN"))?;
    Some(Finding::Tested {
        subject: facts.people.get(&farthest.row.subject).name,
        rate: Rate::of(farthest),
        games: farthest.row.games,
        distance: distance(farthest)?,
        before: largest(&reference.before),
    })
}

/// Returns the win rate without a target that changes most; `None` if every win rate has a target.
fn side_effect(facts: &TuneFacts) -> Option<Finding> {
    let free = facts.pairs().filter(|(before, _)| before.target.is_none());
    let change = |(before, after): &(&SetRate, &SetRate)| {
        (after.shown().value() - before.shown().value()).abs()
    };
    let (before, after) = free.max_by(|a, b| change(a).total_cmp(&change(b)))?;
    Some(Finding::SideEffect {
        subject: facts.label(after),
        words: facts.people.several().to_owned(),
        before: before.shown().value(),
        after: Rate::of(after.shown()),
    })
}
