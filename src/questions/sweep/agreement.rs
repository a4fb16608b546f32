//! Compares what the reference player and the sweep's own bots find: the fairest points, and the
//! effects of axes (varied values) on win rates.

use serde::Serialize;

use super::facts::{Series, SweepFacts, ValueResult};
use crate::questions::confirmation::{Confirmation, agrees, p_value_of_difference};
use crate::report::shared::margin_of_error;
use crate::stats::intervals::{difference_of_two, holm, p_value_of_two};

/// The results of the reference player at the points of a sweep.
pub struct SweepReference {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// The results, in the form of the results of the command's own bots.
    pub facts: Box<SweepFacts>,
}

/// The points that may be the fairest, by index. A point is left out if another point is
/// significantly fairer with the same player.
pub struct FairestPoints {
    /// The points that may be the fairest with the sweep's own bots.
    pub own: Vec<usize>,
    /// The points that may be the fairest with the reference player.
    pub theirs: Vec<usize>,
    /// The points that may be the fairest with both players.
    pub both: Vec<usize>,
    pub agreement: FairestAgreement,
}

/// How far the reference player and the sweep's own bots agree on the fairest point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FairestAgreement {
    /// Every point may be the fairest with both players.
    Open,
    /// The same points may be the fairest with both players.
    Confirmed,
    /// With the reference player, the points that may be the fairest include those of the command's
    /// own bots, and other points.
    Unconfirmed,
    /// Some points may be the fairest with both players, and other points with one player only.
    Partial,
    /// No point may be the fairest with both players.
    Opposite,
}

/// The change of a fighter's win rate between two values of an axis if the reference player plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReferenceEffect {
    /// Win rate at the later value minus win rate at the earlier value.
    pub by: f64,
    /// Number after “±” of the change, see [`margin_of_error`].
    pub margin_of_error: f64,
    /// Whether the change confirms the change with the command's own bots; `None` if the latter is
    /// not significant.
    pub confirmation: Option<Confirmation>,
    /// True if both changes are significant and have opposite directions.
    pub opposite: bool,
    /// True if the interval of the change excludes zero on the side of the change with the
    /// command's own bots.
    agrees: bool,
    /// True if the interval of the change excludes zero on the side opposite to the change with the
    /// command's own bots.
    reverse: bool,
    /// P-value of the change.
    p_value: f64,
    /// P-value of the difference between the two changes.
    p_value_differs: f64,
}

/// Sets what the reference player says about all significant effects of a sweep. The tests of the
/// reference player's changes, and the tests of the differences from the changes with the command's
/// own bots, are corrected for the number of effects (Holm).
pub fn check(effects: &mut [&mut ReferenceEffect], level: f64) {
    let holm = |p: fn(&ReferenceEffect) -> f64| {
        let p: Vec<f64> = effects.iter().map(|of| p(of)).collect();
        holm(&p, 1.0 - level)
    };
    let significant = holm(|of| of.p_value);
    let differs = holm(|of| of.p_value_differs);
    for (of, (significant, differs)) in effects.iter_mut().zip(significant.into_iter().zip(differs))
    {
        of.opposite = significant && of.reverse;
        let differs = differs || of.opposite;
        of.confirmation = Some(Confirmation::of_tests(of.agrees, differs));
    }
}

impl FairestPoints {
    /// Compares the points that may be the fairest. `points` is the number of all points.
    fn new(own: Vec<usize>, theirs: Vec<usize>, points: usize) -> FairestPoints {
        let both: Vec<usize> = own
            .iter()
            .copied()
            .filter(|point| theirs.contains(point))
            .collect();
        let agreement = match both.len() {
            0 => FairestAgreement::Opposite,
            count if count == points => FairestAgreement::Open,
            count if count == own.len() && count == theirs.len() => FairestAgreement::Confirmed,
            count if count == own.len() => FairestAgreement::Unconfirmed,
            _ => FairestAgreement::Partial,
        };
        FairestPoints {
            own,
            theirs,
            both,
            agreement,
        }
    }
}

impl ReferenceEffect {
    /// Compares a change with the same change if the command's own bots play, without a verdict.
    /// Each change has the results at the earlier value and at the later value. `level` is the
    /// confidence level of the intervals.
    fn new(own: [ValueResult; 2], theirs: [ValueResult; 2], level: f64) -> ReferenceEffect {
        let change = |[before, after]: [ValueResult; 2]| {
            let interval = difference_of_two(before.wins_and_games, after.wins_and_games, level);
            (after.rate - before.rate, interval)
        };
        let ((own_by, own_interval), (by, interval)) = (change(own), change(theirs));
        let half_width = interval.half_width();
        let own = (own_by, own_interval.half_width());
        ReferenceEffect {
            by,
            margin_of_error: margin_of_error(by, interval.low, interval.high),
            confirmation: None,
            opposite: false,
            agrees: agrees(own_by, (interval.low, interval.high)),
            reverse: own_by * by < 0.0,
            p_value: p_value_of_two(theirs[0].wins_and_games, theirs[1].wins_and_games),
            p_value_differs: p_value_of_difference(own, (by, half_width), level),
        }
    }
}

impl SweepReference {
    /// Returns the results of the reference player with the fighter or the group of this series.
    fn series(&self, of: &Series) -> Option<&Series> {
        let mut all = self.facts.with_groups();
        all.find(|theirs| theirs.is_like(of))
    }
}

impl SweepFacts {
    /// Returns the points that may be the fairest with each player; `None` without a reference
    /// player, or if all players are on one side.
    pub fn agreement(&self) -> Option<FairestPoints> {
        let (own, reference) = (self.fairest(), self.reference.as_ref()?);
        let theirs = reference.facts.fairest();
        (!own.is_empty()).then(|| FairestPoints::new(own, theirs, self.points.len()))
    }

    /// Returns the change of a fighter's win rate between two values of an axis if the reference
    /// player plays; `None` without its games.
    pub fn with_reference(
        &self,
        series: &Series,
        axis: usize,
        values: [usize; 2],
    ) -> Option<ReferenceEffect> {
        let reference = self.reference.as_ref()?;
        let results = |facts: &SweepFacts, series: &Series| {
            let [before, after] = values.map(|value| facts.margin(series, axis, value));
            Some([before?, after?])
        };
        let theirs = results(&reference.facts, reference.series(series)?)?;
        Some(ReferenceEffect::new(
            results(self, series)?,
            theirs,
            self.level,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_agree_on_the_fairest_point_only_if_both_leave_the_same() {
        for (own, theirs, both, expected) in [
            (vec![2], vec![2], vec![2], FairestAgreement::Confirmed),
            (vec![2], vec![1, 2], vec![2], FairestAgreement::Unconfirmed),
            (vec![2, 0], vec![2, 1], vec![2], FairestAgreement::Partial),
            (vec![2, 0], vec![2], vec![2], FairestAgreement::Partial),
            (vec![2], vec![0, 1], vec![], FairestAgreement::Opposite),
            (
                vec![2, 0, 1],
                vec![0, 1, 2],
                vec![2, 0, 1],
                FairestAgreement::Open,
            ),
        ] {
            let found = FairestPoints::new(own, theirs, 3);
            assert_eq!((found.both, found.agreement), (both, expected));
        }
    }

    /// Checks changes of the reference player, each with the wins in 500 games at two values. The
    /// own bots' win rate rises by 6 points.
    fn checked(theirs: &[[u64; 2]]) -> Vec<(Option<Confirmation>, bool)> {
        let result = |wins: u64, games: u64| ValueResult {
            rate: wins as f64 / games as f64,
            wins_and_games: (wins, games),
        };
        let own = [result(2_000, 10_000), result(2_600, 10_000)];
        let of_500 = |wins: &[u64; 2]| wins.map(|wins| result(wins, 500));
        let effect = |wins: &[u64; 2]| ReferenceEffect::new(own, of_500(wins), 0.95);
        let mut effects: Vec<ReferenceEffect> = theirs.iter().map(effect).collect();
        check(&mut effects.iter_mut().collect::<Vec<_>>(), 0.95);
        let verdict = |of: ReferenceEffect| (of.confirmation, of.opposite);
        effects.into_iter().map(verdict).collect()
    }

    #[test]
    fn an_effect_is_confirmed_or_reversed_only_if_the_games_suffice() {
        for (theirs, expected, opposite) in [
            ([100, 160], Confirmation::Confirmed, false),
            ([125, 140], Confirmation::Undecided, false),
            ([140, 125], Confirmation::Contradicted, false),
            ([160, 100], Confirmation::Contradicted, true),
        ] {
            assert_eq!(
                checked(&[theirs]),
                [(Some(expected), opposite)],
                "{theirs:?}"
            );
        }
    }

    /// Two changes that differ with a p-value of about 0.04: one alone is significant, and three
    /// are not, after Holm's correction.
    #[test]
    fn tests_are_corrected_for_the_number_of_effects() {
        let slight = [132, 133];
        let one = [(Some(Confirmation::Contradicted), false)];
        assert_eq!(checked(&[slight]), one);
        let three = [(Some(Confirmation::Undecided), false); 3];
        assert_eq!(checked(&[slight; 3]), three);
    }
}
