//! Checks whether the reference player confirms the changes of win rates.

use super::facts::{FighterChange, VariantFacts};
use crate::questions::confirmation::{Confirmation, agrees, p_value_of_difference};
use crate::report::factions::significant;
use crate::stats::intervals;
use crate::stats::sequential::always_valid;

/// Sets what the reference player says about every significant change of a win rate. The tests of
/// contradictions are corrected for the number of these tests (Holm). The tests of factions are a
/// family of their own. If the games of the reference player are `growing`, the tests stay valid
/// when they are repeated.
pub fn check(variants: &mut [VariantFacts], level: f64, growing: bool) {
    let agrees = |of: &FighterChange| of.agrees() && (!growing || of.holds(level));
    let mut factions: Vec<Vec<&mut FighterChange>> = variants
        .iter_mut()
        .map(|of| (of.factions.iter_mut().filter(|of| of.can_be_checked())).collect())
        .collect();
    let p = |of: &Vec<&mut FighterChange>| {
        let p = of.iter().map(|of| of.p_value_of_difference(level, growing));
        p.collect()
    };
    let groups: Vec<Vec<f64>> = factions.iter().map(p).collect();
    let differs = significant(&groups, level);
    for (of, differs) in factions.iter_mut().flatten().zip(differs) {
        of.check = Some(Confirmation::of_tests(agrees(of), differs));
    }
    let changes = variants.iter_mut().flat_map(VariantFacts::with_party_mut);
    let mut checked: Vec<&mut FighterChange> = changes.filter(|of| of.can_be_checked()).collect();
    let p: Vec<f64> = checked
        .iter()
        .map(|of| of.p_value_of_difference(level, growing))
        .collect();
    let differs = intervals::holm(&p, 1.0 - level);
    for (of, differs) in checked.iter_mut().zip(differs) {
        of.check = Some(Confirmation::of_tests(agrees(of), differs));
    }
}

impl FighterChange {
    /// Returns whether the change is significant and there is a reference player.
    fn can_be_checked(&self) -> bool {
        self.wins.sure() && self.reference.is_some()
    }

    /// Returns the p-value of the difference between the change with the command's own bot and the
    /// change with the reference player; 1 with too few games.
    fn p_value_of_difference(&self, level: f64, growing: bool) -> f64 {
        let theirs = self.reference.as_ref();
        let theirs = theirs.and_then(|of| Some((of.by(), of.half_width()?)));
        let own = self
            .wins
            .half_width()
            .map(|half_width| (self.wins.by(), half_width));
        let p_value = own.zip(theirs).map_or(1.0, |(own, theirs)| {
            p_value_of_difference(own, theirs, level)
        });
        match &self.reference {
            Some(of) if growing => always_valid(p_value, of.games),
            _ => p_value,
        }
    }

    /// Returns whether the change with the reference player is significant by its p-value.
    fn holds(&self, level: f64) -> bool {
        (self.reference.as_ref()).is_some_and(|of| of.p_value < 1.0 - level)
    }

    /// Returns whether the win rate changes in the same direction with the reference player: the
    /// confidence interval of the change with the reference player excludes zero.
    fn agrees(&self) -> bool {
        let ends = self.reference.as_ref().and_then(|of| of.ends());
        ends.is_some_and(|ends| agrees(self.wins.by(), ends))
    }

    /// Returns whether the win rate changes significantly with the reference player only.
    pub fn only_reference(&self) -> bool {
        let theirs = self.reference.as_ref();
        !self.wins.sure() && theirs.is_some_and(|theirs| theirs.sure())
    }
}
