//! Checks whether the reference player confirms the changes of win rates.

use super::facts::{FighterChange, VariantFacts};
use crate::questions::confirmation::{Confirmation, agrees, p_value_of_difference};
use crate::report::factions::significant;
use crate::stats::intervals;

/// Sets what the reference player says about every significant change of a win rate. The tests of
/// contradictions are corrected for the number of these tests (Holm). The tests of factions are a
/// family of their own.
pub fn check(variants: &mut [VariantFacts], level: f64) {
    let mut factions: Vec<Vec<&mut FighterChange>> = variants
        .iter_mut()
        .map(|of| (of.factions.iter_mut().filter(|of| of.can_be_checked())).collect())
        .collect();
    let p = |of: &Vec<&mut FighterChange>| {
        let p = of.iter().map(|of| of.p_value_of_difference(level));
        p.collect()
    };
    let groups: Vec<Vec<f64>> = factions.iter().map(p).collect();
    let differs = significant(&groups, level);
    for (of, differs) in factions.iter_mut().flatten().zip(differs) {
        of.check = Some(Confirmation::of_tests(of.agrees(), differs));
    }
    let changes = variants.iter_mut().flat_map(VariantFacts::with_party_mut);
    let mut checked: Vec<&mut FighterChange> = changes.filter(|of| of.can_be_checked()).collect();
    let p: Vec<f64> = checked
        .iter()
        .map(|of| of.p_value_of_difference(level))
        .collect();
    let differs = intervals::holm(&p, 1.0 - level);
    for (of, differs) in checked.iter_mut().zip(differs) {
        of.check = Some(Confirmation::of_tests(of.agrees(), differs));
    }
}

impl FighterChange {
    /// Returns whether the change is significant and there is a reference player.
    fn can_be_checked(&self) -> bool {
        self.wins.sure() && self.reference.is_some()
    }

    /// Returns the p-value of the difference between the change with the command's own bot and the
    /// change with the reference player; 1 with too few games.
    fn p_value_of_difference(&self, level: f64) -> f64 {
        let theirs = self.reference.as_ref();
        let theirs = theirs.and_then(|of| Some((of.by(), of.half_width()?)));
        let own = self
            .wins
            .half_width()
            .map(|half_width| (self.wins.by(), half_width));
        own.zip(theirs).map_or(1.0, |(own, theirs)| {
            p_value_of_difference(own, theirs, level)
        })
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
