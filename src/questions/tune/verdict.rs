//! The findings of `gong tune`: whether the proposed set of edits reaches the targets.

use super::facts::{RateRow, TuneFacts, distance};
use crate::questions::facts::Agreement;
use crate::questions::findings::tune::{Finding, Goal, Proof};
use crate::questions::findings::{Rate, Subjects};
use crate::report::shared::descending;
use crate::report::words::{the_bots, with_sign};
use crate::stats::intervals::z;

/// Returns the headline of the report.
pub fn headline(facts: &TuneFacts) -> Finding {
    let best = facts.best();
    let (edits, distance) = (best.edits.len(), best.row.distance);
    let (goal, proof, beyond) = (goal(facts), proof(facts), facts.beyond());
    match (facts.is_near(), edits) {
        (false, 0) => Finding::NoGain { distance, goal, proof },
        _ if !beyond.is_empty() => {
            let goal = Goal { subjects: Subjects { names: beyond, ..goal.subjects }, ..goal };
            let reference = facts.reference.clone().unwrap_or_default();
            Finding::Beyond { edits, goal, reference }
        }
        (true, _) => Finding::Reached { edits, goal, proof },
        (false, _) => Finding::TooFar { edits, most: facts.settings.edits, distance, goal, proof },
    }
}

/// Returns the win rate that is farthest from its target: in the test of the reference player, or
/// else in the games of the tuning's own bots.
pub fn farthest(facts: &TuneFacts) -> Option<Finding> {
    let fact = |of: &RateRow| of.reference.as_ref().unwrap_or(&of.shown[1]).clone();
    let rates = facts.rates.iter().map(|of| (&of.label, fact(of)));
    let rates = rates.filter(|(_, fact)| fact.row.fair.is_some());
    let far = descending(rates, |(_, fact)| distance(fact).unwrap_or(0.0));
    let (subject, fact) = far.first()?;
    let (subject, rate) = (subject.to_string(), Rate::of(fact));
    Some(Finding::Farthest { subject, rate, distance: distance(fact)? })
}

fn goal(facts: &TuneFacts) -> Goal {
    let all = facts.people.all();
    let aimed = all.iter().filter(|of| facts.settings.goal.targets.contains_key(&of.key));
    let subjects = Subjects {
        names: aimed.map(|of| of.name.clone()).collect(),
        all: all.len(),
        words: facts.people.words().map(str::to_owned),
    };
    let aim = match facts.target {
        Some(_) if facts.is_fair => "the fair share".to_owned(),
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
