//! Moves: the edits that tuning may make of single values.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde_json::Value as Json;

use super::Allowed;
use crate::analysis::knobs::{Knob, Step, Turn};
use crate::games::Provenance;
use crate::scenario::{Edit, Scenario};

/// One edit: a value by some steps.
#[derive(Debug, Clone)]
pub struct Move {
    pub knob: Knob,
    /// So many steps up, or if it is below 0 down; of two values that change places 1.
    pub by: i64,
    /// What the value is then.
    pub to: String,
    pub edits: Vec<Edit>,
    /// Its place among the knobs.
    pub(super) at: usize,
}

#[cfg(test)]
impl Move {
    /// One of a made-up finding.
    pub fn made_up(knob: Knob, by: i64, to: &str) -> Move {
        Move {
            edits: vec![Edit::new(&knob.field, to)],
            to: to.to_owned(),
            knob,
            by,
            at: 0,
        }
    }
}

/// The most steps of one value.
const MOST: i64 = 2;

/// Whether a knob may be turned at all: a number, or two that change places; and nothing that is not allowed.
pub fn may_turn(knob: &Knob, allowed: &Allowed) -> bool {
    let is_number = |step: &Step| matches!(step.turn, Turn::Up | Turn::Down | Turn::Swap);
    let matches = |pattern: &String| is_of(knob, pattern);
    knob.steps.iter().any(is_number)
        && (allowed.only.is_empty() || allowed.only.iter().any(matches))
        && !allowed.not.iter().any(matches)
}

/// Whether a pattern names a knob: by where its value comes from, or by its field: some of its names in their order, the first and the last that are given next to
/// each other, `*` for any.
pub fn is_of(knob: &Knob, pattern: &str) -> bool {
    let provenance = knob.provenance.map(|of| match of {
        Provenance::Printed => "printed",
        Provenance::Reconstructed => "reconstructed",
        Provenance::Own => "own",
    });
    if provenance == Some(pattern) {
        return true;
    }
    let field: Vec<&str> = knob.field.split('.').collect();
    let asked: Vec<&str> = pattern.split('.').collect();
    let same = |(name, asked): (&&str, &&str)| *asked == "*" || name == asked;
    field
        .windows(asked.len())
        .any(|window| window.iter().zip(&asked).all(same))
}

/// Every move of these knobs that all the scenarios allow, and after which their games can be held against those before: a rule may change who sits where.
pub fn all(scenarios: &[Scenario], knobs: &[Knob]) -> Vec<Move> {
    let ways = knobs
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, knob)| ways(knob).into_iter().map(move |way| (at, knob, way)));
    let allowed = |scenario: &Scenario, knob: &Knob, edits: &[Edit]| match scenario.with(edits) {
        Ok(edited) => knob.fighter.is_some() || edited.open().same_fighters(&scenario.open()),
        Err(_) => false,
    };
    ways.filter(|(_, knob, (_, _, edits))| {
        let mut all = scenarios.iter();
        all.all(|scenario| allowed(scenario, knob, edits))
    })
    .map(|(at, knob, (by, to, edits))| Move {
        knob: knob.clone(),
        by,
        to,
        edits,
        at,
    })
    .collect()
}

/// How many values they are about.
pub fn values(moves: &[Move]) -> usize {
    let fields: BTreeSet<usize> = moves.iter().map(|of| of.at).collect();
    fields.len()
}

/// All that a set of moves edits.
pub fn edits(moves: &[Move], set: &[usize]) -> Vec<Edit> {
    let of = |&index: &usize| moves[index].edits.clone();
    set.iter().flat_map(of).collect()
}

/// The ways of turning a knob: steps, what the value is then, the edits.
fn ways(knob: &Knob) -> Vec<(i64, String, Vec<Edit>)> {
    if let Some(step) = knob.step(Turn::Swap) {
        return vec![(1, step.to.clone(), step.edits.clone())];
    }
    let number = |step: &Step| step.edits[0].value.as_ref().and_then(Json::as_i64);
    let mut found = vec![];
    for (turn, sign) in [(Turn::Down, -1), (Turn::Up, 1)] {
        let Some(one) = knob.step(turn).and_then(number) else {
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
