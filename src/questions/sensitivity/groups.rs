//! The effects of rules on groups of fighters: on the party of a cooperative game, or on factions
//! such as heroes and villains.

use super::facts::StepEffect;
use super::survey::Results;
use super::tables::ChangeKey;
use crate::analysis::pairs::PairTally;
use crate::stats::{PairKind, Pairs, intervals};

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
        if let (None, Some((name, pairs))) = (&knob.fighter, group(&of.pairs, sides)) {
            let step = &knob.steps[of.step];
            let key = (of.knob as u64 + 1, step.turn, step.to.clone());
            measured.push((key, name, pairs));
        }
    }
    let p = |of: &(ChangeKey, String, Pairs)| of.2.p_value(PairKind::Shares);
    let p: Vec<f64> = measured.iter().map(p).collect();
    let effect = |(entrant, pairs, sure): (String, Pairs, bool)| StepEffect {
        entrant,
        value: pairs.difference().unwrap_or(0.0),
        ends: (pairs.interval(PairKind::Shares, level)).map(|of| [of.low, of.high]),
        measured: true,
        screened: false,
        sure,
    };
    let tested = measured.into_iter().zip(intervals::holm(&p, 1.0 - level));
    tested
        .map(|((key, name, pairs), sure)| (key, effect((name, pairs, sure))))
        .collect()
}

/// Returns the results of the party, or those of the faction that gains most, with the name for a
/// sentence. `None` if the game has neither, or without games.
fn group(tally: &PairTally, sides: &[String]) -> Option<(String, Pairs)> {
    let by = |of: &(String, Pairs)| of.1.difference().unwrap_or(0.0);
    let party = tally.party.map(|pairs| (THE_PARTY.to_owned(), pairs));
    let factions = tally.factions(sides).into_iter();
    let group = party.or_else(|| factions.max_by(|a, b| by(a).total_cmp(&by(b))));
    group.filter(|(_, pairs)| pairs.games > 0)
}
