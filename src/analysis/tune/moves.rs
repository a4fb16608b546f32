//! Moves: the edits that tuning may make of single values, and what each is worth.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{Allowed, Rate};
use crate::analysis::compare::{Subject, WON};
use crate::analysis::knobs::{Knob, Step, Turn};
use crate::analysis::sensitivity::Found;
use crate::games::Provenance;
use crate::scenario::{Edit, Scenario};
use crate::stats::Pairs;

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
    /// By bot and entrant, what one step up is thought to be worth, and the standard error of that.
    pub(super) worth: Vec<Vec<(f64, f64)>>,
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
            worth: vec![],
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

/// Every move of the knobs that were found, alike for every bot: allowed by all of their scenarios. `rates` says which entrants there are.
pub fn all(scenarios: &[Scenario], found: &[Found], rates: &[Vec<Rate>]) -> Vec<Move> {
    let mut moves = vec![];
    for (at, knob) in found[0].knobs.iter().enumerate() {
        for (by, to, edits) in ways(knob) {
            if scenarios
                .iter()
                .all(|scenario| scenario.with(&edits).is_ok())
            {
                moves.push(Move {
                    knob: knob.clone(),
                    by,
                    to,
                    edits,
                    at,
                    worth: (found.iter().zip(rates))
                        .map(|(found, rates)| worth(found, at, rates))
                        .collect(),
                });
            }
        }
    }
    // A knob that no bot's games tell anything of is none.
    moves.retain(|of| of.worth.iter().all(|worth| !worth.is_empty()));
    moves
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

/// What one step up of a knob is worth to each entrant's win rate: screened, or else as its steps came out. Nothing if it was not played.
fn worth(found: &Found, knob: usize, rates: &[Rate]) -> Vec<(f64, f64)> {
    let screened = found.screen.as_ref();
    let screened = screened.and_then(|screen| Some((&screen.subjects, screen.of(knob)?)));
    if let Some((subjects, effects)) = screened {
        let won = effects.iter().map(|of| (of[WON].value, of[WON].error));
        return in_order(rates, subjects, &won.collect::<Vec<_>>());
    }
    let measured = found.steps.iter().find(|step| {
        let turn = || found.knobs[knob].steps[step.step].turn;
        step.knob == knob && matches!(turn(), Turn::Up | Turn::Down | Turn::Swap)
    });
    let Some(measured) = measured else {
        return vec![];
    };
    let down = found.knobs[knob].steps[measured.step].turn == Turn::Down;
    let sign = if down { -1.0 } else { 1.0 };
    let of = |measures: &Vec<Pairs>| {
        let pairs = &measures[WON];
        let (_, variance) = pairs.variances().unwrap_or((0.0, 1.0));
        let error = (variance / pairs.games.max(1) as f64).sqrt();
        (sign * pairs.difference().unwrap_or(0.0), error)
    };
    let worths: Vec<(f64, f64)> = measured.pairs.measures.iter().map(of).collect();
    in_order(rates, &measured.pairs.subjects, &worths)
}

/// Worths in the order of the entrants; an entrant that they do not know gets nothing out of it.
fn in_order(rates: &[Rate], subjects: &[Subject], worths: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let of = |rate: &Rate| {
        let same = |of: &Subject| of.fighter == rate.fighter && of.strategies[0] == rate.strategy;
        let at = subjects.iter().position(same);
        at.map_or((0.0, 0.0), |at| worths[at])
    };
    rates.iter().map(of).collect()
}
