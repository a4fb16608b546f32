//! The findings of `gong sensitivity`: which single step changes a win rate most, and which steps
//! have no measurable effect.

use super::facts::{StepFacts, StepGroup, largest, significant};
use super::page::SensitivityFacts;
use crate::questions::between;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::findings::Verdict;
use crate::questions::findings::sensitivity::Finding;
use crate::report::people::PARTY;

/// Losses of the win rate below this size count as small, as a share.
const SMALL: f64 = 0.02;

/// Returns the sentences of the report.
pub fn verdict(facts: &SensitivityFacts) -> Verdict {
    let largest_effect =
        |group| significant(&facts.steps, group).find_map(|step| effect(facts, step));
    let values = facts.steps.iter().filter(|step| step.group() == StepGroup::Value);
    let ends = values.map(|step| step.interval().unwrap_or_default());
    let at_most = ends.flatten().map(f64::abs).reduce(f64::max);
    let headline = match (largest_effect(StepGroup::Value), at_most) {
        (Some(effect), _) => effect,
        (None, None) => Finding::NothingMeasured,
        (None, Some(at_most)) => Finding::NoEffect { at_most, level: facts.level },
    };
    let groups = [StepGroup::Rule, StepGroup::Removal].into_iter();
    let mut findings: Vec<Finding> = groups.filter_map(largest_effect).collect();
    let costs_little = |step: &&StepFacts| step.interval().is_some_and(|[low, _]| low > -SMALL);
    let removals = largest(&facts.steps, StepGroup::Removal).into_iter();
    let idle = removals.filter(|step| !step.is_significant()).filter(costs_little);
    let names: Vec<String> = idle.map(|step| facts.named(step)).collect();
    findings.extend((!names.is_empty()).then_some(Finding::DeadWeight { names, most: SMALL }));
    let own = facts.steps.iter().map(|step| &step.judged.own);
    let caution = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, findings, caution)
}

/// Returns the effect of a step with the player whose answer leads; `None` if no player has a
/// significant answer.
fn effect(facts: &SensitivityFacts, step: &StepFacts) -> Option<Finding> {
    let off = step.judged.off(&facts.bots).into_iter();
    let answer =
        |(fact, with): (&Fact, _)| (fact.off().unwrap_or(0.0), fact.margin_of_error(), with);
    let answers: Vec<_> = off.map(answer).collect();
    let row = &step.judged.own.row;
    let subject = match row.subject_kind {
        SubjectKind::Fighter => format!("{}’s win rate", facts.people.get(&row.subject).name),
        _ if row.subject == PARTY => "the win rate of the party".to_owned(),
        _ => format!("the win rate of {}", row.subject),
    };
    let among = match step.group() {
        StepGroup::Value => None,
        StepGroup::Removal => Some("removals"),
        StepGroup::Rule => Some("rules"),
    };
    let step = facts.named(step);
    (!answers.is_empty()).then_some(Finding::Largest { among, step, subject, answers })
}
