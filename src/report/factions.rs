//! Factions: groups of sides of one kind, such as all teams of heroes.

use super::words::{capital, list};
use crate::stats::intervals;

/// Decides which results of factions are significant, after Holm's correction for all results
/// together. Each group has the p-values of all factions in the same games. Returns the decisions
/// in the order of the p-values, group after group.
pub fn significant(groups: &[Vec<f64>], level: f64) -> Vec<bool> {
    // Two factions need only one test if one faction wins the games that the other loses. Their
    // p-values then differ only by rounding errors; games without a winner make them differ more.
    let tests = |group: &[f64]| match group {
        [one, other] if (one - other).abs() <= one * 1e-6 => 1,
        all => all.len(),
    };
    let tested = groups.iter().flat_map(|group| &group[..tests(group)]);
    let p: Vec<f64> = tested.copied().collect();
    let mut holds = intervals::holm(&p, 1.0 - level).into_iter();
    let mut all: Vec<bool> = vec![];
    for group in groups {
        let own: Vec<bool> = holds.by_ref().take(tests(group)).collect();
        all.extend(own.iter().cycle().take(group.len()));
    }
    all
}

/// Returns the description of win rates of factions: "Win rate of all heroes together and all
/// villains together, in % of the games."
pub fn meaning<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let all = names.map(|name| format!("all {name} together"));
    format!("Win rate of {}, in % of the games.", list(all))
}

/// Returns the title for charts and tables of factions, such as "Heroes against villains".
pub fn title<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    capital(&names.join(" against "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_factions_that_mirror_each_other_are_one_test() {
        // The p-values of each pair differ only by a rounding error, so there are two tests.
        let pairs = [vec![0.024, 0.024 + 1e-15], vec![0.9, 0.9]];
        assert_eq!(significant(&pairs, 0.95), [true, true, false, false]);
        // Games without a winner make the p-values differ, so there are three tests.
        let pairs = [vec![0.024, 0.03], vec![0.9, 0.9]];
        assert_eq!(significant(&pairs, 0.95), [false; 4]);
        assert_eq!(significant(&[vec![]], 0.95), [false; 0]);
    }
}
