//! The effects of rules on groups of fighters: on the party of a cooperative game, or on factions
//! such as heroes and villains.

use super::facts::StepEffect;
use super::survey::{MeasuredStep, Results};
use super::tables::ChangeKey;
use crate::analysis::pairs::{GroupPairs, PairTally};
use crate::stats::{PairKind, intervals};

/// Name of the party in a sentence.
pub const THE_PARTY: &str = "the party";

/// Returns the effect of each measured change of a rule on the party, or on the faction that gains
/// most. `sides` names the faction of each side. Empty if the game has neither. The tests are
/// corrected for their number (Holm); one test covers two factions, because one faction wins the
/// games that the other loses.
pub fn effects(results: &Results, sides: &[String], level: f64) -> Vec<(ChangeKey, StepEffect)> {
    let mut measured = vec![];
    for of in &results.steps {
        let knob = &results.knobs[of.knob];
        if let (None, Some(group)) = (&knob.fighter, group(&of.pairs, sides)) {
            measured.push((of, group));
        }
    }
    let p = measured.iter().map(|(_, group)| group.pairs.p_value(PairKind::Shares));
    let sure = intervals::holm(&p.collect::<Vec<_>>(), 1.0 - level);
    let effect = |((of, group), sure): ((&MeasuredStep, GroupPairs), bool)| {
        let step = &results.knobs[of.knob].steps[of.step];
        let key = (of.knob as u64 + 1, step.kind, step.to.clone());
        let interval = group.pairs.interval(PairKind::Shares, level);
        let effect = StepEffect {
            value: group.difference(),
            entrant: group.name,
            ends: interval.map(|of| [of.low, of.high]),
            measured: true,
            screened: false,
            sure,
        };
        (key, effect)
    };
    measured.into_iter().zip(sure).map(effect).collect()
}

/// Returns the results of the party, or those of the faction that gains most. `None` if the game
/// has neither, or without games.
fn group(tally: &PairTally, sides: &[String]) -> Option<GroupPairs> {
    let party = tally.party.map(|pairs| GroupPairs { name: THE_PARTY.to_owned(), pairs });
    let factions = tally.factions(sides).into_iter();
    let by_gain = |a: &GroupPairs, b: &GroupPairs| a.difference().total_cmp(&b.difference());
    let group = party.or_else(|| factions.max_by(by_gain));
    group.filter(|of| of.pairs.games > 0)
}
