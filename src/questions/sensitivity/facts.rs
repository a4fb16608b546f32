//! The facts of a sensitivity analysis: how each step (change of one value) changes each win rate
//! and measure, and which of these changes decides how much the step matters.

use std::collections::{BTreeSet, HashMap};
use std::iter::once;

use super::survey::{Estimate, Results};
use super::tables::StepRow;
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::{GroupPairs, PairTally};
use crate::questions::facts::{Fact, SubjectKind, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::people::PARTY;
use crate::report::shared::descending;
use crate::stats::PairKind;

/// One step of a value, with its effect.
#[derive(Debug, Clone)]
pub struct StepFacts {
    /// Index of the value, and index of the step among the steps of this value.
    pub at: (usize, usize),
    pub row: StepRow,
    /// The measured change that decides how much the step matters, see [`StepRow::subject`].
    pub judged: Option<Judged>,
}

impl StepFacts {
    /// Returns the effect with the command's own bots, with the ends of its interval: the measured
    /// one, or else the screened one.
    pub fn effect(&self) -> Option<(f64, Option<[f64; 2]>)> {
        let (value, low, high) = match self.judged.as_ref().map(|of| &of.own.row) {
            Some(row) => (row.change, row.change_low, row.change_high),
            None => (self.row.screened, self.row.screened_low, self.row.screened_high),
        };
        Some((value?, low.zip(high).map(|(low, high)| [low, high])))
    }

    /// Returns the value of the effect, see [`StepFacts::effect`]; 0 if it is unknown.
    pub fn value(&self) -> f64 {
        self.effect().map_or(0.0, |(value, _)| value)
    }

    pub fn size(&self) -> f64 {
        self.value().abs()
    }

    /// Returns whether the measured effect with the command's own bots is significant.
    pub fn is_significant(&self) -> bool {
        self.judged.as_ref().is_some_and(|of| of.own.standing().is_significant())
    }

    pub fn is_rule(&self) -> bool {
        self.row.of.fighter.is_none()
    }

    /// Returns whether the step takes something away from a fighter, such as a card.
    pub fn is_removal(&self) -> bool {
        !self.is_rule() && matches!(self.row.step, StepKind::Off | StepKind::Withheld)
    }

    /// Returns whether the step changes a value that its fighter keeps.
    pub fn is_kept_value(&self) -> bool {
        !self.is_rule() && !self.is_removal()
    }
}

/// Returns the steps of each value.
pub fn by_value(steps: &[StepFacts]) -> impl Iterator<Item = &[StepFacts]> {
    steps.chunk_by(|a, b| a.at.0 == b.at.0)
}

/// Returns the step with the largest effect of each value, the largest first. A measured effect is
/// preferred to a screened one.
pub fn largest(steps: &[StepFacts]) -> Vec<&StepFacts> {
    let by_size = |a: &&StepFacts, b: &&StepFacts| {
        a.judged.is_some().cmp(&b.judged.is_some()).then(a.size().total_cmp(&b.size()))
    };
    let known = by_value(steps).map(|of| of.iter().filter(|step| step.effect().is_some()));
    descending(known.filter_map(|of| of.max_by(by_size)), |step| step.size())
}

/// Returns the steps of [`largest`] with a significant effect that change a value which its fighter
/// keeps.
pub fn significant(steps: &[StepFacts]) -> impl Iterator<Item = &StepFacts> {
    largest(steps).into_iter().filter(|step| step.is_kept_value() && step.is_significant())
}

/// Returns the judged facts of all measured steps with the command's own bots, step by step.
/// `sides` names the faction of each side.
pub fn measured(found: &Results, sides: &[String], level: f64) -> Vec<Fact> {
    let (mut facts, mut owners) = (vec![], HashMap::new());
    for of in &found.steps {
        let knob = &found.knobs[of.knob];
        let arm = arm(knob, &knob.steps[of.step]);
        facts.extend(of_step(&arm, &of.pairs, level));
        if knob.fighter.is_none() {
            facts.extend(of_group(&arm, &of.pairs, sides, level));
        }
        owners.insert(arm, &knob.fighter);
    }
    // The win rates of the owners of values are one family. If a rule changes, the win rates of
    // fighters and those of groups are two families. All other changes are the last family.
    let family = |Fact { row, .. }: &Fact| {
        let owner = row.arm.as_ref().and_then(|arm| owners[arm].as_ref());
        let decides = row.measure == WIN_RATE && owner.is_none_or(|owner| *owner == row.subject);
        decides.then_some((owner.is_some(), row.subject_kind))
    };
    judge(&mut facts, family, 0.0, level);
    facts
}

/// Returns the changes of all win rates and measures of fighters by one step.
pub fn of_step(arm: &str, tally: &PairTally, level: f64) -> Vec<Fact> {
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

/// Returns the steps whose effects are known, and those that cannot be compared, in the order of
/// the values. `judged` has the changes of all measured steps, step by step.
pub fn steps(found: &Results, judged: &[Judged], level: f64) -> Vec<StepFacts> {
    let measured = judged.chunk_by(|a, b| a.own.row.arm == b.own.row.arm);
    let measured: HashMap<_, _> = measured.map(|of| (of[0].own.row.arm.clone(), of)).collect();
    let mut steps = vec![];
    for (k, knob) in found.knobs.iter().enumerate() {
        let screened = found.screen.as_ref().and_then(|of| of.on_owner(k, knob));
        for (s, step) in knob.steps.iter().enumerate() {
            let arm = arm(knob, step);
            let judged = measured.get(&Some(arm.clone())).and_then(|of| deciding(of, knob));
            let own = judged.map(|of| &of.own.row);
            let [screened, screened_low, screened_high] =
                screened.and_then(|of| effect_of(of, step.kind, level)).unwrap_or_default();
            let row = StepRow {
                arm,
                of: knob.into(),
                now: knob.now.clone(),
                step: step.kind,
                to: step.to.clone(),
                comparable: found.comparable[k][s],
                screened,
                screened_low,
                screened_high,
                subject: own.map(|row| row.subject.clone()),
                change: own.and_then(|row| row.change),
                changes: own.and_then(|row| row.changes),
            };
            if own.is_some() || screened.is_some() || !row.comparable {
                steps.push(StepFacts { at: (k, s), row, judged: judged.cloned() });
            }
        }
    }
    steps
}

fn arm(knob: &Knob, step: &Step) -> String {
    format!("{}={}", knob.field, step.to)
}

/// Returns the effect of a step up or down with the ends of its interval, from the effect of a step
/// up.
fn effect_of(up: &Estimate, kind: StepKind, level: f64) -> Option<[Option<f64>; 3]> {
    let interval = up.interval(level);
    match kind {
        StepKind::Up => Some([up.value, interval.low, interval.high].map(Some)),
        StepKind::Down => Some([-up.value, -interval.high, -interval.low].map(Some)),
        _ => None,
    }
}

/// Returns the change that decides how much a step matters, see [`StepRow::subject`].
fn deciding<'a>(changes: &'a [Judged], knob: &Knob) -> Option<&'a Judged> {
    let mut wins = changes.iter().filter(|of| of.own.row.measure == WIN_RATE);
    match &knob.fighter {
        Some(owner) => wins.find(|of| of.own.row.subject == *owner),
        None => {
            // The fact of a group, if any, is the last one.
            let group = changes.last().filter(|of| of.own.row.subject_kind == SubjectKind::Group);
            let size = |of: &&Judged| of.own.row.change.unwrap_or(0.0).abs();
            group.or_else(|| descending(wins, size).into_iter().next())
        }
    }
}
