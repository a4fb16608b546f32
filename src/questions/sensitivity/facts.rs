//! The facts of a sensitivity analysis: how each step (change of one value) changes each win rate
//! and measure, and which of these changes decides how much the step matters.

use std::collections::{BTreeSet, HashMap};
use std::iter::once;

use super::survey::{MeasuredStep, StepAt};
use super::tables::StepRow;
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::{GroupPairs, PairTally};
use crate::questions::facts::{Fact, ResultRow, SubjectKind, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::people::PARTY;
use crate::report::shared::descending;
use crate::stats::PairKind;

/// One step of a value, with its effect.
#[derive(Debug, Clone)]
pub struct StepFacts {
    pub at: StepAt,
    pub row: StepRow,
    /// The change that decides how much the step matters, see [`StepRow::subject`].
    pub judged: Judged,
}

/// What a step changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepGroup {
    /// A value that its fighter keeps.
    Value,
    /// A thing of a fighter or a part of it, such as a card, which the step takes away.
    Removal,
    Rule,
}

impl StepFacts {
    pub fn group(&self) -> StepGroup {
        match (&self.row.of.fighter, self.row.step) {
            (None, _) => StepGroup::Rule,
            (_, StepKind::Off | StepKind::Withheld) => StepGroup::Removal,
            _ => StepGroup::Value,
        }
    }

    /// Returns the size of the effect with the command's own bots; 0 if it is unknown.
    pub fn size(&self) -> f64 {
        self.row.change.unwrap_or(0.0).abs()
    }

    /// Returns the ends of the confidence interval of the effect.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let own = &self.judged.own.row;
        own.change_low.zip(own.change_high).map(|(low, high)| [low, high])
    }

    /// Returns whether the effect with the command's own bots is significant.
    pub fn is_significant(&self) -> bool {
        self.judged.own.standing().is_significant()
    }
}

/// Returns the step with the largest effect of each value of a group, the largest first.
pub fn largest(steps: &[StepFacts], group: StepGroup) -> Vec<&StepFacts> {
    let by_value = steps.chunk_by(|a, b| a.at.0 == b.at.0);
    let largest = by_value.filter_map(|of| of.iter().max_by(|a, b| a.size().total_cmp(&b.size())));
    descending(largest.filter(|step| step.group() == group), |step| step.size())
}

/// Returns the steps of [`largest`] with a significant effect.
pub fn significant(steps: &[StepFacts], group: StepGroup) -> impl Iterator<Item = &StepFacts> {
    largest(steps, group).into_iter().filter(|step| step.is_significant())
}

/// Returns the judged changes by all measured steps with one player, step by step. `sides` names
/// the faction of each side.
pub fn changes(
    knobs: &[Knob],
    measured: &[MeasuredStep],
    sides: &[String],
    level: f64,
) -> Vec<Fact> {
    let (mut facts, mut owners) = (vec![], HashMap::new());
    for of in measured {
        let knob = &knobs[of.at.0];
        let arm = arm(knob, &knob.steps[of.at.1]);
        facts.extend(of_fighters(&arm, &of.pairs, level));
        if knob.fighter.is_none() {
            facts.extend(of_group(&arm, &of.pairs, sides, level));
        }
        owners.insert(arm, &knob.fighter);
    }
    // The win rates of the owners of values are one family. If a rule changes, the win rates of
    // fighters and those of groups are two families. All other changes are the last family.
    let family = |Fact { row, .. }: &Fact| {
        let owner = row.arm.as_ref().and_then(|arm| owners[arm].as_ref());
        may_decide(row, owner).then_some((owner.is_some(), row.subject_kind))
    };
    judge(&mut facts, family, 0.0, level);
    facts
}

/// Returns the changes of all win rates and measures of fighters by one step.
fn of_fighters(arm: &str, tally: &PairTally, level: f64) -> Vec<Fact> {
    let measures = tally.compared.iter().map(|of| (of.name, of.form.into()));
    let measures = once((WIN_RATE, PairKind::Shares)).chain(measures);
    let mut facts = vec![];
    for (subject, values) in tally.subjects.iter().zip(tally.pooled()) {
        let about = (&*subject.strategies[0], SubjectKind::Fighter, &*subject.fighter);
        for ((measure, kind), pairs) in measures.clone().zip(values) {
            facts.push(Fact::change(arm, about, measure, pairs.compared(kind, level)));
        }
    }
    facts
}

/// Returns the change of the win rate of the party, or of the faction that gains most; `None` if
/// the game has neither. One faction is enough: of two, one wins what the other loses.
fn of_group(arm: &str, tally: &PairTally, sides: &[String], level: f64) -> Option<Fact> {
    let party = tally.party.map(|pairs| GroupPairs { name: PARTY.to_owned(), pairs });
    let factions = tally.factions(sides).into_iter();
    let by_gain = |a: &GroupPairs, b: &GroupPairs| a.difference().total_cmp(&b.difference());
    let group = party.or_else(|| factions.max_by(by_gain)).filter(|of| of.pairs.games > 0)?;
    let bots: BTreeSet<&str> = tally.subjects.iter().map(|of| &*of.strategies[0]).collect();
    let player = bots.into_iter().collect::<Vec<_>>().join(", ");
    let about = (&*player, SubjectKind::Group, &*group.name);
    Some(Fact::change(arm, about, WIN_RATE, group.pairs.compared(PairKind::Shares, level)))
}

/// Returns the measured steps with the changes that decide how much they matter. `judged` has all
/// changes, step by step.
pub fn steps(knobs: &[Knob], measured: &[MeasuredStep], judged: &[Judged]) -> Vec<StepFacts> {
    let by_step = judged.chunk_by(|a, b| a.own.row.arm == b.own.row.arm);
    let step = |(&MeasuredStep { at, .. }, changes): (&MeasuredStep, &[Judged])| {
        let knob = &knobs[at.0];
        let step = &knob.steps[at.1];
        let judged = deciding(changes, knob)?.clone();
        let own = &judged.own.row;
        let row = StepRow {
            arm: arm(knob, step),
            of: knob.into(),
            now: knob.now.clone(),
            step: step.kind,
            to: step.to.clone(),
            subject: own.subject.clone(),
            change: own.change,
            changes: own.changes,
        };
        Some(StepFacts { at, row, judged })
    };
    measured.iter().zip(by_step).filter_map(step).collect()
}

fn arm(knob: &Knob, step: &Step) -> String {
    format!("{}={}", knob.field, step.to)
}

/// Returns the change that decides how much a step matters, see [`StepRow::subject`].
fn deciding<'a>(changes: &'a [Judged], knob: &Knob) -> Option<&'a Judged> {
    let possible = changes.iter().filter(|of| may_decide(&of.own.row, knob.fighter.as_ref()));
    let size = |of: &&Judged| match of.own.row.subject_kind {
        SubjectKind::Group => f64::INFINITY,
        _ => of.own.row.change.unwrap_or(0.0).abs(),
    };
    descending(possible, size).into_iter().next()
}

/// Returns whether a change is that of the owner's win rate; of any win rate if a rule changes.
fn may_decide(row: &ResultRow, owner: Option<&String>) -> bool {
    row.measure == WIN_RATE && owner.is_none_or(|owner| *owner == row.subject)
}
