//! The findings of `gong sensitivity`: which single step changes a win rate most, and which steps
//! have no measurable effect.

use super::facts::{StepFacts, StepGroup, largest, significant};
use super::page::SensitivityFacts;
use crate::questions::between;
use crate::questions::facts::SubjectKind;
use crate::questions::findings::Verdict;
use crate::questions::findings::sensitivity::{Effect, Finding};
use crate::report::people::PARTY;

/// Number of effects after the largest one that a finding names.
const NEXT: usize = 3;
/// Losses of the win rate below this size count as small, as a share.
pub const SMALL: f64 = 0.02;

/// Returns the sentences of the report.
pub fn verdict(facts: &SensitivityFacts) -> Verdict {
    let effects = |group| significant(&facts.steps, group).filter_map(|step| effect(facts, step));
    let values = facts.steps.iter().filter(|step| step.group() == StepGroup::Value);
    let ends = values.map(|step| step.interval().unwrap_or_default());
    let at_most = ends.flatten().map(f64::abs).reduce(f64::max);
    let mut by_size = effects(StepGroup::Value);
    let headline = match (by_size.next(), at_most) {
        (Some(effect), _) => Finding::Largest { among: None, effect },
        (None, None) => Finding::NothingMeasured,
        (None, Some(at_most)) => Finding::NoEffect { at_most, level: facts.level },
    };
    let next: Vec<Effect> = by_size.take(NEXT).collect();
    let mut findings = vec![];
    findings.extend((!next.is_empty()).then_some(Finding::Next(next)));
    for (group, among) in [(StepGroup::Rule, "rules"), (StepGroup::Removal, "removals")] {
        let largest = effects(group).next();
        findings.extend(largest.map(|effect| Finding::Largest { among: Some(among), effect }));
    }
    let idle = largest(&facts.steps, StepGroup::Removal).into_iter();
    let idle = idle.filter(|step| is_dead_weight(step)).map(|step| facts.named(step));
    let names: Vec<String> = idle.collect();
    findings.extend((!names.is_empty()).then_some(Finding::DeadWeight { names, most: SMALL }));
    let own = facts.steps.iter().map(|step| &step.judged.own);
    let caution = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, findings, caution)
}

/// Returns whether a removal has no significant effect, and a loss is at most [`SMALL`].
pub fn is_dead_weight(step: &StepFacts) -> bool {
    let is_small = step.interval().is_some_and(|[low, _]| low > -SMALL);
    step.group() == StepGroup::Removal && !step.is_significant() && is_small
}

/// Returns the effect of a step with the player whose answer leads; `None` if no player has a
/// significant answer.
fn effect(facts: &SensitivityFacts, step: &StepFacts) -> Option<Effect> {
    let answers = step.judged.off(&facts.bots).into_iter();
    let answers =
        answers.map(|(fact, with)| (fact.off().unwrap_or(0.0), fact.margin_of_error(), with));
    let answers: Vec<_> = answers.collect();
    let row = &step.judged.own.row;
    let subject = match row.subject_kind {
        SubjectKind::Fighter => format!("{}’s win rate", facts.people.get(&row.subject).name),
        _ if row.subject == PARTY => "the win rate of the party".to_owned(),
        _ => format!("the win rate of {}", row.subject),
    };
    (!answers.is_empty()).then(|| Effect { step: facts.named(step), subject, answers })
}
