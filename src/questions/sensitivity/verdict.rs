//! The findings of `gong sensitivity`: which single step changes a win rate most, and which steps
//! have no measurable effect.

use super::facts::{self, StepFacts};
use super::page::SensitivityFacts;
use crate::questions::between;
use crate::questions::facts::SubjectKind;
use crate::questions::findings::sensitivity::{Effect, Finding};
use crate::report::people::PARTY;
use crate::report::shared::descending;

/// Maximum number of findings after the headline.
const MOST: usize = 5;
/// Maximum number of steps that a finding names.
const NAMED: usize = 3;
/// Losses of the win rate below this size count as small, as a share.
pub const SMALL: f64 = 0.02;

/// The sentences of a report.
pub struct Verdict {
    pub headline: Finding,
    pub findings: Vec<Finding>,
    /// What a reader must know before believing the results.
    pub cautions: Vec<String>,
}

/// Returns the sentences of the report.
pub fn verdict(facts: &SensitivityFacts) -> Verdict {
    let measured = |kind: fn(&StepFacts) -> bool| {
        let steps = facts.steps.iter().filter(move |step| step.judged.is_some() && kind(step));
        steps.collect::<Vec<_>>()
    };
    let kept = measured(StepFacts::is_kept_value);
    let mut largest = facts::significant(&facts.steps).filter_map(|step| effect(facts, step));
    let headline = match (largest.next(), kept.is_empty()) {
        (Some(first), _) => Finding::Largest(first),
        (None, true) => Finding::NothingMeasured,
        (None, false) => {
            let ends = kept.iter().filter_map(|step| step.effect()?.1);
            let at_most = ends.flatten().fold(0.0, |most: f64, end| most.max(end.abs()));
            Finding::NoEffect { at_most, level: facts.level }
        }
    };
    let mut findings = vec![];
    let next: Vec<Effect> = largest.take(NAMED).collect();
    if !next.is_empty() {
        findings.push(Finding::Next(next));
    }
    let rules = descending(measured(|step| step.of.fighter.is_none()), |step| step.size());
    findings.extend(match rules.iter().find_map(|step| effect(facts, step)) {
        None if rules.is_empty() => None,
        None => Some(Finding::NoRule),
        Some(of) => Some(Finding::Rule(of)),
    });
    let removals = measured(|step| step.of.fighter.is_some() && step.is_removal());
    findings.extend(about_removals(facts, removals));
    let quiet = kept.iter().filter(|step| !step.is_significant()).count();
    if quiet > 0 && quiet < kept.len() {
        findings.push(Finding::Quiet { steps: quiet, all: kept.len() });
    }
    findings.truncate(MOST);
    let own = facts.steps.iter().filter_map(|step| Some((&step.judged.as_ref()?.own).into()));
    let cautions = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict { headline, findings, cautions: cautions.into_iter().collect() }
}

/// Says which removals cost most, which ones raise the win rate, and which ones cost little.
fn about_removals(facts: &SensitivityFacts, removals: Vec<&StepFacts>) -> Vec<Finding> {
    let change = |step: &&StepFacts| step.effect().map_or(0.0, |(value, _)| value);
    let sorted = descending(removals, |step| -change(step));
    let significant = |gains: bool| {
        let wanted = sorted.iter().filter(move |step| (change(step) > 0.0) == gains);
        wanted.filter_map(|step| effect(facts, step))
    };
    let mut gains: Vec<Effect> = significant(true).collect();
    gains.reverse();
    let idle = sorted.iter().filter(|step| is_dead_weight(step));
    let idle: Vec<String> = idle.map(|step| facts.named(step)).collect();
    let costliest = significant(false).next().map(Finding::Costliest);
    let gains = (!gains.is_empty()).then_some(Finding::BetterWithout(gains));
    let idle = (!idle.is_empty()).then_some(Finding::DeadWeight { names: idle, most: SMALL });
    [costliest, gains, idle].into_iter().flatten().collect()
}

/// Returns whether a removal has no significant effect, and a loss is at most [`SMALL`].
pub fn is_dead_weight(step: &StepFacts) -> bool {
    let least = step.effect().and_then(|(_, ends)| Some(ends?[0]));
    step.judged.is_some() && step.is_removal() && !step.is_significant() && least > Some(-SMALL)
}

/// Returns the effect of a step with the player whose answer leads; `None` if no player has a
/// significant answer.
fn effect(facts: &SensitivityFacts, step: &StepFacts) -> Option<Effect> {
    let judged = step.judged.as_ref()?;
    let answer = |(fact, with): (&crate::questions::facts::Fact, String)| {
        (fact.row.change.unwrap_or(0.0), fact.margin_of_error(), with)
    };
    let answers: Vec<_> = judged.off(&facts.bots).into_iter().map(answer).collect();
    let row = &judged.own.row;
    let subject = match row.subject_kind {
        SubjectKind::Fighter => format!("{}’s win rate", facts.people.get(&row.subject).name),
        _ if row.subject == PARTY => "the win rate of the party".to_owned(),
        _ => format!("the win rate of {}", row.subject),
    };
    (!answers.is_empty()).then(|| Effect { step: facts.named(step), subject, answers })
}
