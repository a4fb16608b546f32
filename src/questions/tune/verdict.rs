//! The findings of `gong tune`: whether the proposed set of edits reaches the targets.

use super::facts::{RateRow, TuneFacts, distance};
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::tune::{Finding, Goal, Proof};
use crate::questions::findings::{Rate, Subjects};
use crate::report::words::{the_bots, with_sign};
use crate::stats::intervals::z;

/// Returns the headline of the report.
pub fn headline(facts: &TuneFacts) -> Finding {
    let best = facts.best();
    let (edits, distance) = (best.edits.len(), best.row.distance);
    let (goal, proof) = (goal(facts), proof(facts));
    match (facts.is_near(), edits) {
        (false, 0) => Finding::NoGain { distance, goal, proof },
        _ if !facts.beyond().is_empty() => beyond(facts, goal),
        (true, _) => Finding::Reached { edits, goal, proof },
        (false, _) => Finding::TooFar { edits, most: facts.settings.edits, distance, goal, proof },
    }
}

/// Returns the win rate that is farthest from its target: in the test of the reference player, or
/// else in the games of the tuning's own bots.
pub fn farthest(facts: &TuneFacts) -> Option<Finding> {
    let distance = |of: &&RateRow, games: usize| match &facts.reference {
        Some(_) => distance(of.reference[games].as_ref()?),
        None => distance(&of.shown[games]),
    };
    let largest = |games| {
        let far = facts.rates.iter().filter_map(move |of| Some((of, distance(&of, games)?)));
        far.reduce(|a, b| if b.1 > a.1 { b } else { a })
    };
    let (row, off) = largest(1)?;
    let before = facts.is_edited().then(|| largest(0)).flatten().map(|(_, off)| off);
    let fact = row.reference[1].as_ref().unwrap_or(&row.shown[1]);
    let games = facts.reference.as_ref().map(|_| fact.row.games);
    let subject = row.label.clone();
    Some(Finding::Farthest { subject, rate: Rate::of(fact), games, distance: off, before })
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

/// Returns by whose games the answer holds.
fn proof(facts: &TuneFacts) -> Proof {
    let bots = facts.bots.clone();
    if let Some(reference) = facts.confirmed() {
        return Proof::Certified { with: format!("with “{reference}”") };
    }
    if let Some(reference) = facts.estimated() {
        let margin_of_error = facts.settings.goal.error() * z(facts.settings.level);
        return Proof::Estimated { reference: reference.to_owned(), margin_of_error };
    }
    match (facts.best().row.certified, &facts.reference) {
        (false, _) => Proof::Measured { bots },
        (true, None) => Proof::Certified { with: format!("with {}", the_bots(&bots)) },
        (true, Some(of)) => Proof::Certified { with: Agreement::Undecided.own_player(&bots, of) },
    }
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
