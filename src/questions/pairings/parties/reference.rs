//! Checks whether the reference player confirms the difference between the best and the worst
//! party.

use anyhow::Result;
use serde::Serialize;

use super::PartiesPlan;
use crate::questions::confirmation::Confirmation;
use crate::questions::pairings::reference::{CheckedTeam, LineUpCheck};
use crate::report::shared::{Wins, margin_of_error};
use crate::stats::intervals::difference_of_two;

/// Maximum number of parties that the reference player plays: the most and the least successful.
pub const CHECKED: usize = 2;
/// Minimum number of games of each party with which the reference player plays by default. With
/// fewer games, the difference of two win rates is known to ± 14 points or worse.
pub const FEWEST: u64 = 100;

/// The results of the reference player with the most and the least successful party.
#[derive(Debug, Serialize)]
pub struct CheckedParties {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played with each party.
    pub games: u64,
    /// Win rates of the most and of the least successful party with the reference player.
    pub rates: [f64; 2],
    /// Difference of these win rates, 0 to 1, with the number after “±”, see [`margin_of_error`].
    pub difference: (f64, f64),
    /// What the reference player says about the difference; `None` if the command's own bots find
    /// no significant difference.
    pub confirmation: Option<Confirmation>,
}

/// Compares the difference of two parties with the difference found by the command's own bots.
/// `own` has the results of the most and of the least successful party with these bots;
/// `significant` is true if these results differ significantly. `None` without two parties.
pub fn compared(
    check: &LineUpCheck,
    own: [&Wins; 2],
    significant: bool,
    teams: &[CheckedTeam],
    level: f64,
) -> Option<CheckedParties> {
    let [best, worst] = teams else {
        return None;
    };
    let theirs = [&best.wins, &worst.wins];
    let difference = |[best, worst]: [&Wins; 2]| {
        let interval = difference_of_two((worst.wins, worst.games), (best.wins, best.games), level);
        (best.rate() - worst.rate(), interval)
    };
    let (own, by) = (difference(own), difference(theirs));
    Some(CheckedParties {
        strategy: check.strategy.clone(),
        games: check.games(),
        rates: theirs.map(Wins::rate),
        difference: (by.0, margin_of_error(by.0, by.1.low, by.1.high)),
        confirmation: significant.then(|| Confirmation::of(own, by, level)),
    })
}

/// Returns the table rows of the parties that the reference player played.
///
/// # Errors
/// Fails if the games do not belong to these parties.
pub fn teams(plan: &PartiesPlan, check: &LineUpCheck, level: f64) -> Result<Vec<CheckedTeam>> {
    let parties = plan.parties();
    let rows = check.line_ups.iter().map(|of| {
        let members = parties.get(of.number).map(|party| plan.keys(party));
        check.teams(of, &[members.unwrap_or_default()], level)
    });
    Ok(rows.collect::<Result<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_parties_is_confirmed_only_if_the_games_suffice() {
        let wins = |games, wins| Wins::new(games, wins, 0.95);
        let own = [&wins(4_000, 2_300), &wins(4_000, 1_700)];
        let team = |won| CheckedTeam {
            line_up: 1,
            team: 1,
            fighters: String::new(),
            strategy: String::new(),
            wins: wins(200, won),
            fair_share: None,
            verdict: None,
        };
        let check = LineUpCheck {
            strategy: "search".to_owned(),
            line_ups: vec![],
        };
        for (theirs, expected) in [
            ([120, 80], Confirmation::Confirmed),
            ([108, 94], Confirmation::Undecided),
            ([90, 100], Confirmation::Contradicted),
        ] {
            let found = compared(&check, own, true, &theirs.map(team), 0.95).unwrap();
            assert_eq!(found.confirmation, Some(expected), "{theirs:?}");
        }
        let open = compared(&check, own, false, &[120, 80].map(team), 0.95).unwrap();
        assert_eq!(open.confirmation, None);
        assert!(compared(&check, own, true, &[team(9)], 0.95).is_none());
    }
}
