//! The findings of `gong tune`: whether the proposed set of edits reaches the targets.

use super::facts::{RateRow, TuneFacts, distance};
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::tune::{Finding, Goal, Proof};
use crate::questions::findings::{Rate, Subjects};
use crate::report::standing::Standing;
use crate::report::words::{counted, the_bots, with_sign};
use crate::stats::intervals::z;

/// Returns the headline of the report.
pub fn headline(facts: &TuneFacts) -> Finding {
    let best = facts.best();
    let (edits, distance) = (best.edits.len(), best.row.distance);
    let (goal, proof) = (goal(facts), proof(facts));
    match (facts.is_near(), edits) {
        (false, 0) => {
            let nearest = facts.unproposed().map(|of| of.row.distance);
            Finding::NoGain { distance, nearest, goal, proof }
        }
        _ if !facts.beyond().is_empty() => beyond(facts, goal),
        (true, _) => Finding::Reached { edits, goal, proof },
        (false, _) => Finding::TooFar { edits, most: facts.settings.edits, distance, goal, proof },
    }
}

/// Returns the findings after the headline.
pub fn findings(facts: &TuneFacts) -> Vec<Finding> {
    let by_own = |fact: &Fact| match facts.estimated() {
        Some(reference) => format!("By the estimate for “{reference}”"),
        None => format!("With the bot “{}”", fact.row.player),
    };
    let by_reference = |Fact { row, .. }: &Fact| {
        let games = counted(row.games, "game");
        format!("In {games} of the reference player “{}” that the search has not used", row.player)
    };
    let own = facts.rates.iter().map(|of| (of.label.clone(), &of.shown[1]));
    let before = facts.is_edited().then(|| facts.sets[0].row.distance);
    let own = farthest(own, by_own, Some(facts.best().at_most), before);
    let tested = facts.reference.as_ref().and_then(|of| {
        let [before, after] = &of.rates;
        let name = |fact: &Fact| facts.people.get(&fact.row.subject).name;
        let before = before.iter().filter_map(distance).reduce(f64::max);
        farthest(after.iter().map(|fact| (name(fact), fact)), by_reference, None, before)
    });
    let side_effect = if facts.is_edited() { side_effect(facts) } else { None };
    own.into_iter().chain(tested).chain(side_effect).collect()
}

/// Returns the finding about the labelled win rate that is farthest from its target.
fn farthest<'a>(
    rates: impl Iterator<Item = (String, &'a Fact)>,
    by: impl Fn(&Fact) -> String,
    at_most: Option<f64>,
    before: Option<f64>,
) -> Option<Finding> {
    let aimed = rates.filter_map(|(label, fact)| Some((label, fact, distance(fact)?)));
    let (subject, fact, distance) = aimed.reduce(|a, b| if b.2 > a.2 { b } else { a })?;
    let (by, rate) = (by(fact), Rate::of(fact));
    Some(Finding::Farthest { by, subject, rate, distance, at_most, before })
}

fn goal(facts: &TuneFacts) -> Goal {
    let targets = &facts.targets;
    let all = facts.people.all();
    let aimed = all.iter().filter(|of| targets.by_key.contains_key(&of.key));
    let subjects = Subjects {
        names: aimed.map(|of| of.name.clone()).collect(),
        all: all.len(),
        words: [facts.people.word(), facts.people.several()].map(str::to_owned),
    };
    let aim = match targets.common() {
        _ if targets.fair => "the fair share".to_owned(),
        Some(target) => with_sign(target, 1),
        None => "their targets".to_owned(),
    };
    Goal { subjects, within: facts.settings.goal.within, aim }
}

/// Returns by whose games the answer holds. The reference player has an answer if its games certify
/// the set, or contradict it.
fn proof(facts: &TuneFacts) -> Proof {
    let (bots, confirmed) = (&facts.bots, facts.is_confirmed());
    if let Some(reference) = facts.estimated()
        && !confirmed
    {
        let margin_of_error = facts.settings.goal.error() * z(facts.settings.level);
        return Proof::Estimated { reference: reference.to_owned(), margin_of_error };
    }
    let own = Standing::of(facts.best().row.certified, true);
    let with = match &facts.reference {
        Some(reference) => {
            let answers = confirmed || !facts.beyond().is_empty();
            let check = Agreement::of_two(own, Standing::of(answers, confirmed));
            check.map(|check| check.leading_player(bots, &reference.name))
        }
        None => own.is_significant().then(|| format!("with {}", the_bots(bots))),
    };
    with.map_or(Proof::Measured { bots: bots.clone() }, |with| Proof::Certified { with })
}

/// Says which win rates the reference player finds too far from their targets: those that the edits
/// move away from their targets, or else all.
fn beyond(facts: &TuneFacts, goal: Goal) -> Finding {
    let off = facts.beyond();
    let moved: Vec<&Fact> = off.iter().copied().filter(|fact| is_moved_away(fact)).collect();
    let away = !moved.is_empty();
    let off = if away { moved } else { off };
    let names = off.iter().map(|fact| facts.people.get(&fact.row.subject).name);
    let subjects = Subjects { names: names.collect(), ..goal.subjects };
    let reference = off[0].row.player.clone();
    let edits = facts.best().edits.len();
    Finding::Beyond { edits, away, goal: Goal { subjects, ..goal }, reference }
}

/// Returns whether edits move a win rate significantly away from its target, to a larger distance.
fn is_moved_away(fact: &Fact) -> bool {
    let before = fact.row.base.zip(fact.row.fair).map(|(base, fair)| (base - fair).abs());
    fact.row.changes == fact.row.standing && before.is_some_and(|of| distance(fact) > Some(of))
}

/// Returns the win rate without a target that changes most; `None` if every win rate has a target.
fn side_effect(facts: &TuneFacts) -> Option<Finding> {
    let free = facts.rates.iter().filter(|of| of.shown[1].row.fair.is_none());
    let change = |of: &&RateRow| (of.shown[1].value() - of.shown[0].value()).abs();
    let most = free.max_by(|a, b| change(a).total_cmp(&change(b)))?;
    let [before, after] = &most.shown;
    let (subject, before) = (most.label.clone(), before.value());
    let words = facts.people.several().to_owned();
    Some(Finding::SideEffect { subject, words, before, after: Rate::of(after) })
}
