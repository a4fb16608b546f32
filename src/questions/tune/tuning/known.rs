//! What a tuning tells while it plays: sentences about the results so far.

use super::SolutionRate;
use super::moves::TuningEdit;
use crate::report::words::{in_points, with_sign};
use crate::scenario::Scenario;

/// Describes the unchanged scenario: the win rate that is farthest from its target. Returns `None`
/// if no fighter has a target.
pub fn as_it_is(scenario: &Scenario, rates: &[Vec<SolutionRate>]) -> Option<String> {
    let aimed = rates.iter().flatten().filter(|of| of.target.is_some());
    let farthest = aimed.max_by(|a, b| a.distance().total_cmp(&b.distance()))?;
    let corrected = |share: f64| with_sign(share + farthest.correction.unwrap_or(0.0), 1);
    Some(format!(
        "As it is: {} wins {}, {} from the target {}; no other win rate is farther.",
        scenario.name_of(&farthest.fighter),
        corrected(farthest.rate()),
        in_points(farthest.distance()),
        corrected(farthest.target?),
    ))
}

/// Describes the best set of edits so far. `distance` is the largest distance of a win rate from
/// its target.
pub fn best<'a>(
    scenario: &Scenario,
    edits: impl Iterator<Item = &'a TuningEdit>,
    distance: f64,
) -> String {
    let edit = |of: &TuningEdit| {
        let knob = &of.knob;
        let change = format!("{}: {} → {}", knob.words, knob.now, of.to);
        match &knob.fighter {
            Some(fighter) => format!("{}, {change}", scenario.name_of(fighter)),
            None => change,
        }
    };
    format!(
        "Best set of edits so far, not certified: {}. At most about {} from the target.",
        edits.map(edit).collect::<Vec<_>>().join("; "),
        in_points(distance),
    )
}
