//! Compares the verdicts of the reference player on line-ups with those of the own bots.

use anyhow::{Context, Result};

use super::tables::{Fairness, LineUpRow};
use super::{LineUpResult, TeamsPlan};
use crate::questions::facts::Agreement;
use crate::questions::pairings::reference::{CheckedTeam, LineUpCheck, OTHER_GAMES};
use crate::report::sentences::Standing;
use crate::report::shared::descending;
use crate::stats::fairness::{Surprise, Verdict, verdicts};

/// Number of the fairest line-ups that the reference player plays.
const FAIREST: usize = 3;
/// Maximum number of line-ups that the reference player plays.
pub const CHECKED: usize = 6;
/// Minimum number of games of each line-up with which the reference player plays by default. With
/// fewer games, the win rate of one of two teams is known to ± 6 points or worse.
pub const FEWEST: u64 = 300;

/// The results of the reference player with a line-up, compared with the results of the command's
/// own bots.
#[derive(Debug, Clone)]
pub struct CheckedFairness {
    /// The teams of the line-up, in the order of the line-up.
    pub teams: Vec<CheckedTeam>,
    /// Fairness of the line-up with the reference player.
    pub verdict: Fairness,
    /// How the verdicts of the two players go together; `None` without a verdict.
    pub confirmation: Option<Agreement>,
}

/// Compares the verdicts of the two players on a line-up; `None` without a verdict. Each player has
/// its verdict and the wins of each team. Two players agree that a line-up is not fair only if the
/// same team is farthest from its fair share, on the same side.
fn confirmation(own: (Fairness, &[u64]), theirs: (Fairness, &[u64])) -> Option<Agreement> {
    let standing = |of| Standing::of(of != Fairness::Open, of == Fairness::Fair);
    let same = own.0 == Fairness::Fair || farthest(own.1) == farthest(theirs.1);
    match Agreement::of_two(standing(own.0), standing(theirs.0))? {
        Agreement::Confirmed if !same => Some(Agreement::Opposite),
        check => Some(check),
    }
}

/// Returns the index of the team whose wins are farthest from its fair share, and whether it wins
/// more than this share. If several teams are equally far, as two teams always are, returns the
/// last of these teams.
fn farthest(wins: &[u64]) -> Option<(usize, bool)> {
    let (teams, all) = (wins.len() as i64, wins.iter().sum::<u64>() as i64);
    // Distances from the fair share of the wins, multiplied by the number of teams.
    let distances = wins.iter().map(|&wins| wins as i64 * teams - all);
    let farthest = distances.enumerate().max_by_key(|(_, off)| off.abs());
    farthest.map(|(team, off)| (team, off > 0))
}

/// Returns the numbers, from 0, of the line-ups that the reference player plays: the fairest
/// line-ups, the line-ups of scenario files, and the least fair line-up.
pub fn checked(rows: &[LineUpRow]) -> Vec<usize> {
    let played = rows.iter().enumerate().filter(|(_, row)| row.games > 0);
    let sorted = descending(played, |(_, row)| -row.off.unwrap_or(0.0));
    let ready = sorted.iter().filter(|(_, row)| row.scenario.is_some());
    let named = sorted.iter().take(FAIREST).chain(sorted.last()).chain(ready);
    let mut numbers: Vec<usize> = vec![];
    for (number, _) in named {
        if !numbers.contains(number) && numbers.len() < CHECKED {
            numbers.push(*number);
        }
    }
    numbers
}

/// Compares the line-ups that the reference player played with the verdicts of the command's own
/// bots.
///
/// # Errors
/// Fails if the games do not belong to these line-ups.
pub fn compared(
    plan: &TeamsPlan,
    check: &LineUpCheck,
    results: &[LineUpResult],
) -> Result<Vec<(usize, CheckedFairness)>> {
    let own = check.line_ups.iter().map(|of| results.get(of.number));
    let own = own.collect::<Option<Vec<&LineUpResult>>>();
    let own = own.context(OTHER_GAMES)?;
    let teams = check.line_ups.iter();
    let teams = teams.map(|of| check.teams(of, &plan.teams(of.number), plan.level));
    let teams = teams.collect::<Result<Vec<_>>>()?;
    let wins =
        |teams: &[CheckedTeam]| -> Vec<u64> { teams.iter().map(|team| team.wins.wins).collect() };
    let surprise = |teams: &Vec<CheckedTeam>| Surprise::of(&wins(teams), plan.fair());
    let surprises: Vec<Surprise> = teams.iter().map(surprise).collect();
    let verdicts = verdicts(&surprises, 1.0 - plan.level).into_iter();
    let of = |((own, teams), verdict): ((&LineUpResult, Vec<CheckedTeam>), Verdict)| {
        let verdict = Fairness::from(verdict);
        let confirmation =
            confirmation((own.verdict.into(), &own.wins()), (verdict, &wins(&teams)));
        let teams = teams.into_iter().map(|team| CheckedTeam { verdict: Some(verdict), ..team });
        CheckedFairness { teams: teams.collect(), verdict, confirmation }
    };
    let numbers = check.line_ups.iter().map(|of| of.number);
    let checked = own.into_iter().zip(teams).zip(verdicts).map(of);
    Ok(numbers.zip(checked).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_opposite_only_if_both_are_significant() {
        use Agreement::{Confirmed, Opposite, ReferenceOnly, Undecided};
        use Fairness::{Fair, Open, Unfair};
        let even: &[u64] = &[50, 50];
        for (own, theirs, expected) in [
            (Fair, Fair, Some(Confirmed)),
            (Unfair, Unfair, Some(Confirmed)),
            (Fair, Open, Some(Undecided)),
            (Unfair, Open, Some(Undecided)),
            (Fair, Unfair, Some(Opposite)),
            (Unfair, Fair, Some(Opposite)),
            (Open, Unfair, Some(ReferenceOnly)),
            (Open, Open, None),
        ] {
            let found = confirmation((own, even), (theirs, even));
            assert_eq!(found, expected, "{own:?}, {theirs:?}");
        }
    }

    #[test]
    fn two_players_agree_that_a_line_up_is_not_fair_only_if_the_same_team_is_off() {
        let found = |own: &[u64], theirs: &[u64]| {
            confirmation((Fairness::Unfair, own), (Fairness::Unfair, theirs))
        };
        let (same, other) = (Agreement::Confirmed, Agreement::Opposite);
        for (own, theirs, expected) in [
            (&[60, 40][..], &[9, 1][..], same),
            (&[60, 40], &[1, 9], other),
            (&[50, 20, 30], &[7, 2, 3], same),
            (&[50, 20, 30], &[3, 2, 7], other),
            (&[50, 20, 30], &[0, 6, 6], other),
        ] {
            assert_eq!(found(own, theirs), Some(expected), "{own:?}, {theirs:?}");
        }
    }

    #[test]
    fn the_fairest_line_ups_and_those_of_scenarios_are_checked() {
        let row = |off: f64, scenario: Option<&str>| LineUpRow {
            line_up: 0,
            teams: String::new(),
            games: 100,
            looks: 0,
            off: Some(off),
            margin: 0.02,
            verdict: Fairness::Open,
            p_if_fair: 1.0,
            p_if_unfair: 1.0,
            scenario: scenario.map(str::to_owned),
        };
        let mut rows: Vec<LineUpRow> =
            (0..9).map(|i| row(f64::from(9 - i) / 100.0, None)).collect();
        assert_eq!(checked(&rows), [8, 7, 6, 0]);
        rows[3] = row(0.06, Some("ready-made"));
        assert_eq!(checked(&rows), [8, 7, 6, 0, 3]);
        assert_eq!(checked(&rows[..2]), [1, 0]);
    }
}
