//! Factions: groups of sides of one kind, such as all teams of heroes, and how often each faction
//! wins.

use std::slice;

use super::people;
use super::shared::{Wins, descending};
use super::words::{capital, list};
use crate::stats::intervals;
use crate::stats::members::Won;

/// The results of one faction in a run.
#[derive(Debug, Clone)]
pub struct Faction {
    /// The game's name for the faction, such as "heroes".
    pub name: String,
    pub colour: String,
    pub wins: Wins,
    /// Share of games that the faction would win if all sides were equally strong.
    pub fair: f64,
    /// P-value of the hypothesis that the faction wins its fair share.
    pub p: f64,
    /// True if the win rate differs significantly from the fair share, after Holm's correction for
    /// the number of factions.
    pub significant: bool,
}

impl Faction {
    fn off(&self) -> f64 {
        self.wins.rate() - self.fair
    }
}

/// Computes the results of the factions, in descending order of win rate minus fair share. `sides`
/// names the faction of each side; `won` has the games and wins of each team. Returns an empty list
/// if there are fewer than two factions.
pub fn of(sides: &[String], won: &[Won], level: f64) -> Vec<Faction> {
    let mut names: Vec<&String> = vec![];
    for name in sides {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() < 2 {
        return vec![];
    }
    let faction = |(i, name): (usize, &&String)| {
        let own = sides.iter().zip(won).filter(|(side, _)| *side == *name);
        let own: Vec<Won> = own.map(|(_, won)| *won).collect();
        let fair = own.len() as f64 / sides.len() as f64;
        // All sides play the same games, and one of them wins.
        let won = own.into_iter().reduce(Won::or).unwrap_or_default();
        Faction {
            name: (*name).clone(),
            colour: people::of(None, i),
            fair,
            wins: Wins::of(&won, level),
            p: won.p_value(fair),
            significant: false,
        }
    };
    let mut factions: Vec<Faction> = names.iter().enumerate().map(faction).collect();
    test_together(slice::from_mut(&mut factions), level);
    descending(factions, Faction::off)
}

/// Decides which win rates differ significantly from their fair shares, after Holm's correction for
/// all results together, such as the results of several bots.
pub fn test_together(results: &mut [Vec<Faction>], level: f64) {
    let p = |factions: &Vec<Faction>| factions.iter().map(|of| of.p).collect();
    let groups: Vec<Vec<f64>> = results.iter().map(p).collect();
    let holds = significant(&groups, level);
    for (faction, holds) in results.iter_mut().flatten().zip(holds) {
        faction.significant = holds;
    }
}

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

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Creates test results of a run with two teams. The first team wins `wins` of 1,000 games.
    fn two(wins: u64) -> Vec<Faction> {
        let won = [wins, 1_000 - wins].map(|of| Won::new(1_000, of));
        of(&names(&["villains", "heroes"]), &won, 0.95)
    }

    #[test]
    fn a_faction_wins_what_its_sides_win() {
        let [first, last] = &two(420)[..] else {
            panic!("two");
        };
        assert_eq!(
            (first.name.as_str(), first.wins.wins, first.wins.games),
            ("heroes", 580, 1_000)
        );
        assert_eq!((last.wins.wins, last.fair), (420, 0.5));
        // Three players, each a side of their own; two are villains, so the villains' fair share is
        // two thirds.
        let won = [400, 200, 400].map(|wins| Won::new(1_000, wins));
        let sides = names(&["villains", "heroes", "villains"]);
        let three = of(&sides, &won, 0.95);
        assert_eq!((three[0].wins.wins, three[0].significant), (800, true));
    }

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

    #[test]
    fn sides_of_one_faction_or_of_none_have_no_verdict() {
        for sides in [&[][..], &["heroes", "heroes"]] {
            let factions = of(&names(sides), &[Won::new(10, 5); 2], 0.95);
            assert!(factions.is_empty());
        }
    }
}
