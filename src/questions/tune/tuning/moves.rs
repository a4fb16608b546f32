//! The single edits that a tuning may make.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde_json::Value as Json;

use super::Allowed;
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::games::Provenance;
use crate::scenario::{Edit, Scenario};

/// One edit of a game value: changes the value by one or more steps.
#[derive(Debug, Clone)]
pub struct TuningEdit {
    pub knob: Knob,
    /// Number of steps of the edit: positive upwards, negative downwards; 1 for a swap of two
    /// values.
    pub by: i64,
    /// The new game value, as text.
    pub to: String,
    pub edits: Vec<Edit>,
    /// Index of the game value that the edit changes.
    pub(super) at: usize,
}

#[cfg(test)]
impl TuningEdit {
    /// Creates a made-up edit, for tests of tables and pages.
    pub fn made_up(knob: Knob, by: i64, to: &str) -> TuningEdit {
        TuningEdit { edits: vec![Edit::new(&knob.field, to)], to: to.to_owned(), knob, by, at: 0 }
    }
}

/// Maximum number of steps by which an edit changes a game value.
const MOST: i64 = 2;

/// Returns whether a game value may be edited: it must be a number or a pair that can be swapped,
/// and match the user's patterns.
pub fn may_edit(knob: &Knob, allowed: &Allowed) -> bool {
    let is_number =
        |step: &Step| matches!(step.kind, StepKind::Up | StepKind::Down | StepKind::Swap);
    let matches = |pattern: &String| matches_pattern(knob, pattern);
    knob.steps.iter().any(is_number)
        && (allowed.only.is_empty() || allowed.only.iter().any(matches))
        && !allowed.not.iter().any(matches)
}

/// Returns whether a pattern matches a game value.
///
/// A pattern is a provenance, such as `printed`, or consecutive names of the field's path, with `*`
/// for any name.
pub fn matches_pattern(knob: &Knob, pattern: &str) -> bool {
    if knob.provenance.map(Provenance::name) == Some(pattern) {
        return true;
    }
    let field: Vec<&str> = knob.field.split('.').collect();
    let asked: Vec<&str> = pattern.split('.').collect();
    let same = |(name, asked): (&&str, &&str)| *asked == "*" || name == asked;
    field.windows(asked.len()).any(|window| window.iter().zip(&asked).all(same))
}

/// Returns all possible edits of these game values that every scenario allows.
///
/// Edits of rules that change who plays where are left out, because their games cannot be compared
/// with the unchanged ones.
pub fn all(scenarios: &[Scenario], knobs: &[Knob]) -> Vec<TuningEdit> {
    let possible = knobs.par_iter().enumerate().flat_map_iter(|(at, knob)| {
        possible_edits(knob).into_iter().map(move |edit| (at, knob, edit))
    });
    let allowed = |scenario: &Scenario, knob: &Knob, edits: &[Edit]| match scenario.with(edits) {
        Ok(edited) => knob.fighter.is_some() || edited.open().same_fighters(&scenario.open()),
        Err(_) => false,
    };
    possible
        .filter(|(_, knob, (_, _, edits))| {
            let mut all = scenarios.iter();
            all.all(|scenario| allowed(scenario, knob, edits))
        })
        .map(|(at, knob, (by, to, edits))| TuningEdit { knob: knob.clone(), by, to, edits, at })
        .collect()
}

/// Returns the number of different game values that the edits change.
pub fn values(moves: &[TuningEdit]) -> usize {
    let fields: BTreeSet<usize> = moves.iter().map(|of| of.at).collect();
    fields.len()
}

/// Returns all changes of fields that a set of edits makes.
pub fn edits(moves: &[TuningEdit], set: &[usize]) -> Vec<Edit> {
    let of = |&index: &usize| moves[index].edits.clone();
    set.iter().flat_map(of).collect()
}

/// Returns the possible edits of a game value, each with its number of steps, the new value, and
/// the changes of fields.
fn possible_edits(knob: &Knob) -> Vec<(i64, String, Vec<Edit>)> {
    if let Some(step) = knob.step(StepKind::Swap) {
        return vec![(1, step.to.clone(), step.edits.clone())];
    }
    let number = |step: &Step| step.edits[0].value.as_ref().and_then(Json::as_i64);
    let mut found = vec![];
    for (kind, sign) in [(StepKind::Down, -1), (StepKind::Up, 1)] {
        let Some(one) = knob.step(kind).and_then(number) else {
            continue;
        };
        for steps in 1..=MOST {
            let value = one + sign * (steps - 1);
            let edit = Edit::new(&knob.field, value);
            found.push((sign * steps, value.to_string(), vec![edit]));
        }
    }
    found
}
