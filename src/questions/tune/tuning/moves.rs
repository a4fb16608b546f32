//! The single edits that a tuning may make.

use rayon::prelude::*;
use serde_json::Value as Json;

use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::scenario::{Edit, Scenario};

/// One edit of a game value: changes the value by one or more steps.
#[derive(Debug, Clone)]
pub struct TuningEdit {
    pub knob: Knob,
    /// Up, down, or a swap of two values.
    pub kind: StepKind,
    /// Number of steps of the edit: positive upwards, negative downwards; 1 for a swap of two
    /// values.
    pub by: i64,
    /// The new game value, as text.
    pub to: String,
    pub edits: Vec<Edit>,
    /// Index of the game value that the edit changes.
    pub at: usize,
}

/// Maximum number of steps by which an edit changes a game value.
const MOST: i64 = 2;

/// Returns whether a game value has edits: it must be a number, or a value that can be swapped.
pub fn is_number(knob: &Knob) -> bool {
    let kinds = [StepKind::Up, StepKind::Down, StepKind::Swap];
    kinds.into_iter().any(|kind| knob.step(kind).is_some())
}

/// Returns all possible edits of these game values that the scenario allows.
///
/// Edits of rules that change who plays where are left out, because their games cannot be compared
/// with the unchanged ones.
pub fn all(scenario: &Scenario, knobs: &[Knob]) -> Vec<TuningEdit> {
    let possible = knobs.par_iter().enumerate();
    let possible = possible.flat_map_iter(|(at, knob)| possible_edits(at, knob));
    let is_allowed = |of: &TuningEdit| match scenario.with(&of.edits) {
        Ok(edited) => of.knob.fighter.is_some() || edited.open().same_fighters(&scenario.open()),
        Err(_) => false,
    };
    possible.filter(is_allowed).collect()
}

/// Returns the possible edits of the game value with index `at`.
fn possible_edits(at: usize, knob: &Knob) -> Vec<TuningEdit> {
    let edit = |kind, by, to, edits| TuningEdit { knob: knob.clone(), kind, by, to, edits, at };
    if let Some(step) = knob.step(StepKind::Swap) {
        return vec![edit(StepKind::Swap, 1, step.to.clone(), step.edits.clone())];
    }
    let number = |step: &Step| step.edits[0].value.as_ref().and_then(Json::as_i64);
    let mut found = vec![];
    for (kind, sign) in [(StepKind::Down, -1), (StepKind::Up, 1)] {
        let Some(one) = knob.step(kind).and_then(number) else {
            continue;
        };
        for steps in 1..=MOST {
            let value = one + sign * (steps - 1);
            let edits = vec![Edit::new(&knob.field, value)];
            found.push(edit(kind, sign * steps, value.to_string(), edits));
        }
    }
    found
}
