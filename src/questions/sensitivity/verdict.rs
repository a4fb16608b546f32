//! The findings of `gong sensitivity`: which single step changes a win rate most, and which steps
//! have no measurable effect.

use super::facts::{self, StepFacts};
use super::page::SensitivityFacts;
use crate::questions::between;
use crate::questions::facts::SubjectKind;
use crate::questions::findings::Verdict;
use crate::questions::findings::sensitivity::{Effect, Finding};
use crate::report::people::PARTY;
use crate::report::shared::descending;

/// Number of effects after the largest one that a finding names.
const NEXT: usize = 3;
/// Losses of the win rate below this size count as small, as a share.
pub const SMALL: f64 = 0.02;

/// Returns the sentences of the report.
pub fn verdict(facts: &SensitivityFacts) -> Verdict {
    let measured = || facts.steps.iter().filter(|step| step.judged.is_some());
    let kept: Vec<&StepFacts> = measured().filter(|step| step.is_kept_value()).collect();
    let mut largest = facts::significant(&facts.steps).filter_map(|step| effect(facts, step));
    let ends = kept.iter().filter_map(|step| step.effect()?.1).flatten();
    let headline = match largest.next() {
        Some(first) => Finding::Largest(first),
        None if kept.is_empty() => Finding::NothingMeasured,
        None => Finding::NoEffect {
            at_most: ends.fold(0.0, |most, end| end.abs().max(most)),
            level: facts.level,
        },
    };
    let next: Vec<Effect> = largest.take(NEXT).collect();
    let mut findings = vec![];
    findings.extend((!next.is_empty()).then_some(Finding::Next(next)));
    let rules = descending(measured().filter(|step| step.is_rule()), |step| step.size());
    let rule = rules.iter().find_map(|step| effect(facts, step)).map(Finding::Rule);
    findings.extend(rule.or((!rules.is_empty()).then_some(Finding::NoRule)));
    let removals = descending(measured().filter(|step| step.is_removal()), |step| -step.value());
    let dear = removals.iter().find(|step| step.value() < 0.0 && step.is_significant());
    findings.extend(dear.and_then(|step| effect(facts, step)).map(Finding::Costliest));
    let gains = removals.iter().rev().filter(|step| step.value() > 0.0);
    let gains: Vec<Effect> = gains.filter_map(|step| effect(facts, step)).collect();
    findings.extend((!gains.is_empty()).then_some(Finding::BetterWithout(gains)));
    let idle = removals.iter().filter(|step| is_dead_weight(step));
    let names: Vec<String> = idle.map(|step| facts.named(step)).collect();
    findings.extend((!names.is_empty()).then_some(Finding::DeadWeight { names, most: SMALL }));
    let quiet = kept.iter().filter(|step| !step.is_significant()).count();
    let some = quiet > 0 && quiet < kept.len();
    findings.extend(some.then_some(Finding::Quiet { steps: quiet, all: kept.len() }));
    let own = measured().filter_map(|step| Some(&step.judged.as_ref()?.own));
    let caution = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, findings, caution)
}

/// Returns whether a removal has no significant effect, and a loss is at most [`SMALL`].
pub fn is_dead_weight(step: &StepFacts) -> bool {
    let least = step.effect().and_then(|(_, ends)| Some(ends?[0]));
    step.is_removal() && !step.is_significant() && least > Some(-SMALL)
}

/// Returns the effect of a step with the player whose answer leads; `None` if no player has a
/// significant answer.
fn effect(facts: &SensitivityFacts, step: &StepFacts) -> Option<Effect> {
    let judged = step.judged.as_ref()?;
    let answers = judged.off(&facts.bots).into_iter();
    let answers =
        answers.map(|(fact, with)| (fact.off().unwrap_or(0.0), fact.margin_of_error(), with));
    let answers: Vec<_> = answers.collect();
    let row = &judged.own.row;
    let subject = match row.subject_kind {
        SubjectKind::Fighter => format!("{}’s win rate", facts.people.get(&row.subject).name),
        _ if row.subject == PARTY => "the win rate of the party".to_owned(),
        _ => format!("the win rate of {}", row.subject),
    };
    (!answers.is_empty()).then(|| Effect { step: facts.named(step), subject, answers })
}
