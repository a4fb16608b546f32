//! The difference between the best and the worst party with the reference player.

use anyhow::Result;
use serde::Serialize;

use super::PartiesPlan;
use crate::questions::facts::Agreement;
use crate::questions::pairings::reference::{CheckedTeam, LineUpCheck};
use crate::report::sentences::Standing;
use crate::report::shared::{Wins, margin_of_error};
use crate::report::words::points_plus_minus;
use crate::stats::intervals::{Interval, difference_of_two};

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
    /// Difference of these win rates in points, with the number after “±”.
    pub difference: String,
    /// The difference with the player whose answer leads, with who plays; `None` if no player finds
    /// a significant difference.
    pub leading: Option<String>,
}

/// Compares the difference of two parties with the difference found by the command's own bots.
/// `own` has the results of the most and of the least successful party with these bots;
/// `significant` is true if these results differ significantly. `None` without two parties.
pub fn compared(
    check: &LineUpCheck,
    own: [&Wins; 2],
    significant: bool,
    teams: &[CheckedTeam],
    (bots, level): (&[String], f64),
) -> Option<CheckedParties> {
    let [best, worst] = teams else {
        return None;
    };
    let difference = |[best, worst]: [&Wins; 2]| {
        let interval = difference_of_two((worst.wins, worst.games), (best.wins, best.games), level);
        (best.rate() - worst.rate(), interval)
    };
    let said = |(by, interval): (f64, Interval)| {
        let margin_of_error = margin_of_error(by, interval.low, interval.high);
        format!("{} points", points_plus_minus(by, margin_of_error))
    };
    let (own, by) = (difference(own), difference([&best.wins, &worst.wins]));
    let standing = Standing::of(by.1.excludes_zero(), by.0 > 0.0);
    let confirmation = Agreement::of_two(Standing::of(significant, own.0 > 0.0), standing);
    let (own, theirs) = (said(own), said(by));
    Some(CheckedParties {
        strategy: check.strategy.clone(),
        games: check.games(),
        rates: [best, worst].map(|of| of.wins.rate()),
        leading: confirmation.map(|of| of.leading_answer([&own, &theirs], bots, &check.strategy)),
        difference: theirs,
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
    fn the_reference_player_leads_only_if_its_games_suffice() {
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
        let check = LineUpCheck { strategy: "search".to_owned(), line_ups: vec![] };
        let bots = ["trained".to_owned()];
        let settings = (&bots[..], 0.95);
        for (theirs, expected) in [
            ([120, 80], [true, true, false]),
            ([108, 94], [true, false, true]),
            ([80, 120], [true, true, true]),
        ] {
            let found = compared(&check, own, true, &theirs.map(team), settings).unwrap();
            let leading = found.leading.unwrap();
            let said = ["with “search”", "points with “search”", "+15.0 ± "];
            assert_eq!(said.map(|of| leading.contains(of)), expected, "{leading}");
        }
        let open = compared(&check, own, false, &[108, 94].map(team), settings).unwrap();
        assert_eq!(open.leading, None);
        assert!(compared(&check, own, true, &[team(9)], settings).is_none());
    }
}
