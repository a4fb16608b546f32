//! The check by the reference player: a search plays the line-ups that the verdict names, because a
//! line-up that is fair with one bot may be unfair with a stronger bot.

use std::iter;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::facts::LineUp;
use super::line_ups::LineUpsPlan;
use crate::analysis::points::Point;
use crate::questions::LotPlayer;
use crate::questions::reference::ReferenceGames;
use crate::scenario::Scenario;
use crate::simulate::Plan;
use crate::stats::hash::mix;
use crate::stats::members::Won;

/// Number that separates the seed of the reference player's games from the seed of the command.
const STREAM: u64 = 0x6c69_6e65_7570;

/// Number of the fairest line-ups that the reference player plays.
const FAIREST: usize = 3;
/// Maximum number of line-ups of rivals, and of parties, that the reference player plays.
pub const CHECKED: [usize; 2] = [6, 2];
/// Minimum number of games of each line-up of rivals, and of each party, with which the reference
/// player plays by default. With fewer games, the win rate of one of two teams is known to ± 6
/// points or worse, and the difference of two parties to ± 14 points or worse.
pub const FEWEST: [u64; 2] = [300, 100];

/// Results of the reference player with some line-ups.
#[derive(Debug, Serialize, Deserialize)]
pub struct LineUpCheck {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    pub line_ups: Vec<CheckedLineUp>,
}

/// Results of the reference player with one line-up.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckedLineUp {
    /// Number of the line-up, from 0.
    pub number: usize,
    /// Results in each order of the fighters.
    orders: Vec<Point>,
}

impl LineUpCheck {
    /// Plays line-ups with the reference player. Each of `line_ups` has its number and its
    /// scenario in all orders of the fighters, which share the games equally; the reference player
    /// decides in these scenarios. Returns `None` if interrupted.
    ///
    /// # Errors
    /// Fails if a bot fails, or if a file cannot be written.
    pub fn play(
        games: &ReferenceGames,
        line_ups: Vec<(usize, Vec<Scenario>)>,
        player: &mut LotPlayer<'_>,
    ) -> Result<Option<LineUpCheck>> {
        let all = games.plan.games * line_ups.len() as u64;
        player.progress("reference player", all);
        let seed = mix(games.plan.seed ^ mix(STREAM));
        let LotPlayer { points, stop, bar, .. } = player;
        let mut played = vec![];
        for (number, scenarios) in line_ups {
            // No two orders of a line-up share dice.
            let seeds = iter::successors(Some(seed), |seed| Some(mix(*seed)));
            let counts = parts(games.plan.games, scenarios.len() as u64);
            let mut orders = vec![];
            for ((scenario, seed), count) in scenarios.iter().zip(seeds).zip(counts) {
                let plan = Plan::fixed(seed, count, games.plan.threads);
                let Some(point) = points.play(scenario, &plan, (stop, bar), 1)? else {
                    return Ok(None);
                };
                orders.push(point);
            }
            played.push(CheckedLineUp { number, orders });
        }
        Ok(Some(LineUpCheck { strategy: games.name().to_owned(), line_ups: played }))
    }

    /// Returns the number of games that the reference player played.
    pub fn games(&self) -> u64 {
        let orders = self.line_ups.iter().flat_map(|of| &of.orders);
        orders.map(|point| point.games).sum()
    }

    /// Returns the games and wins of each team, for each line-up that the reference player played.
    /// `line_ups` are all line-ups of the plan.
    ///
    /// # Errors
    /// Fails if the games do not belong to these line-ups.
    pub fn won(&self, plan: &LineUpsPlan, line_ups: &[LineUp]) -> Result<Vec<Vec<Won>>> {
        let of_line_up = |of: &CheckedLineUp| {
            let teams = plan.keys(&line_ups.get(of.number)?.result.teams);
            teams.iter().map(|members| of.won(members.first()?)).collect::<Option<Vec<Won>>>()
        };
        let won: Option<Vec<_>> = self.line_ups.iter().map(of_line_up).collect();
        won.context("the stored games do not belong to these line-ups")
    }
}

impl CheckedLineUp {
    /// Returns the games and wins of the team with this member, in all orders; all members of a
    /// team win together. `None` if the fighter has not played.
    fn won(&self, member: &str) -> Option<Won> {
        let mut won = Won::default();
        for point in &self.orders {
            let mut entrants = point.entrants.iter();
            won.merge(&entrants.find(|sums| sums.fighter == member)?.won);
        }
        Some(won)
    }
}

/// Returns the numbers of the line-ups that the reference player plays. Of rivals: the fairest
/// ones, the least fair one, and those of scenario files. Of parties: the most and the least
/// successful. `sorted` are the line-ups that were played, the fairest or the most successful
/// first.
pub fn checked(sorted: &[&LineUp], parties: bool) -> Vec<usize> {
    let [fairest, most] = if parties { [1, CHECKED[1]] } else { [FAIREST, CHECKED[0]] };
    let ready = sorted.iter().filter(|of| of.scenario.is_some() && !parties);
    let mut numbers: Vec<usize> = vec![];
    for line_up in sorted.iter().take(fairest).chain(sorted.last()).chain(ready) {
        if !numbers.contains(&line_up.number) && numbers.len() < most {
            numbers.push(line_up.number);
        }
    }
    numbers
}

/// Divides games into `count` parts that differ by at most one game; earlier parts are larger.
/// Leaves out parts without games.
fn parts(games: u64, count: u64) -> impl Iterator<Item = u64> {
    let part = move |part| games / count + u64::from(part < games % count);
    (0..count).map(part).filter(|games| *games > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::facts::{Fact, SubjectKind};
    use crate::questions::pairings::facts::Played;
    use crate::questions::pairings::rivals::LineUpResult;
    use crate::stats::fairness::Verdict;

    #[test]
    fn a_team_has_its_wins_in_all_orders_of_the_fighters() {
        assert_eq!(parts(8, 3).collect::<Vec<_>>(), [3, 3, 2]);
        assert_eq!(parts(1, 3).collect::<Vec<_>>(), [1]);
        let of = CheckedLineUp {
            number: 4,
            orders: vec![
                Point::made_up(60, [("agaric", 40), ("cactus", 20)]),
                Point::made_up(40, [("agaric", 10), ("cactus", 30)]),
            ],
        };
        for key in ["agaric", "cactus"] {
            let won = of.won(key).unwrap();
            assert_eq!((won.wins(), won.games()), (50, 100));
        }
        assert!(of.won("baobab").is_none());
    }

    #[test]
    fn the_fairest_line_ups_and_those_of_scenarios_are_checked() {
        let fact = Fact::wins(
            ("", SubjectKind::Group, ""),
            Won::new(100, 50),
            Some(0.5),
            usize::MAX,
            0.95,
        );
        let line_up = |number: usize| LineUp {
            number,
            result: LineUpResult::new(vec![], vec![]),
            own: Played { facts: vec![fact.clone()], verdict: Verdict::Open },
            theirs: None,
            scenario: None,
        };
        let mut line_ups: Vec<LineUp> = (0..9).rev().map(line_up).collect();
        let found =
            |line_ups: &[LineUp], parties| checked(&line_ups.iter().collect::<Vec<_>>(), parties);
        assert_eq!(found(&line_ups, false), [8, 7, 6, 0]);
        assert_eq!(found(&line_ups, true), [8, 0]);
        line_ups[5].scenario = Some("ready-made".to_owned());
        assert_eq!(found(&line_ups, false), [8, 7, 6, 0, 3]);
        assert_eq!(found(&line_ups[..2], false), [8, 7]);
    }
}
