//! The check by the reference player: a search plays the line-ups that the verdict names, because a
//! line-up that is fair with one bot may be unfair with a stronger bot.

use std::iter;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::teams::Fairness;
use crate::analysis::points::Point;
use crate::questions::LotPlayer;
use crate::questions::reference::ReferenceGames;
use crate::report::shared::Wins;
use crate::report::table::{Unit, row};
use crate::scenario::Scenario;
use crate::simulate::Plan;
use crate::stats::hash::mix;
use crate::stats::members::Won;

/// Number that separates the seed of the reference player's games from the seed of the command.
const STREAM: u64 = 0x6c69_6e65_7570;

/// Error message: the reference player played other line-ups than those of the command.
pub const OTHER_GAMES: &str = "the stored games do not belong to these line-ups";

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
    /// Results in the first order of the fighters.
    point: Point,
    /// Results in the other orders of the fighters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<Point>,
}

impl CheckedLineUp {
    /// Returns the results in all orders of the fighters.
    fn points(&self) -> impl Iterator<Item = &Point> {
        iter::once(&self.point).chain(&self.others)
    }
}

row! {
    /// In a command with a reference player (a search that plays the line-ups that the verdict
    /// names): one row per team of these line-ups. In a cooperative game, one row per party.
    pub struct CheckedTeam in "reference_line_ups" {
        /// Number of the line-up or party, from 1.
        line_up: u64 [Unit::Ordinal],
        /// Number of the team in the line-up, from 1.
        team: u8 [Unit::Ordinal],
        /// Keys of the team’s members, as `agaric+baobab`.
        fighters: String [Unit::Word],
        /// Name of the bot that is the reference player.
        strategy: String [Unit::Word],
        /// How often the team wins its games.
        wins: Wins,
        /// The team’s win rate if all teams were equally strong; null in a cooperative game.
        fair_share: Option<f64> [Unit::Share(1)],
        /// Fairness of the line-up with the reference player: `fair`, `unfair` or `open` (not
        /// significant), with corrections for the number of these line-ups. Null in a cooperative
        /// game.
        verdict: Option<Fairness> [Unit::Word],
    }
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
        for (number, orders) in line_ups {
            // No two orders of a line-up share dice.
            let seeds = iter::successors(Some(seed), |seed| Some(mix(*seed)));
            let counts = parts(games.plan.games, orders.len() as u64);
            let mut of_orders = vec![];
            for ((scenario, seed), count) in orders.iter().zip(seeds).zip(counts) {
                if count == 0 {
                    continue;
                }
                let plan = Plan::fixed(seed, count, games.plan.threads);
                let Some(point) = points.play(scenario, &plan, (stop, bar), 1)? else {
                    return Ok(None);
                };
                of_orders.push(point);
            }
            let mut of_orders = of_orders.into_iter();
            played.extend(of_orders.next().map(|point| CheckedLineUp {
                number,
                point,
                others: of_orders.collect(),
            }));
        }
        Ok(Some(LineUpCheck { strategy: games.name().to_owned(), line_ups: played }))
    }

    /// Returns the number of games that the reference player played with each line-up.
    pub fn games(&self) -> u64 {
        let of = |line_up: &CheckedLineUp| line_up.points().map(|point| point.games).sum::<u64>();
        let games = self.line_ups.iter().map(of);
        games.max().unwrap_or(0)
    }

    /// Returns the rows of a line-up's teams, which have these members.
    ///
    /// # Errors
    /// Fails if the games do not belong to the line-up.
    pub fn teams(
        &self,
        of: &CheckedLineUp,
        teams: &[Vec<String>],
        level: f64,
    ) -> Result<Vec<CheckedTeam>> {
        let team = |(number, members): (u8, &Vec<String>)| {
            // All members of a team win together.
            let mut won = Won::default();
            for point in of.points() {
                let mut entrants = point.entrants.iter();
                let first = entrants.find(|sums| members.first() == Some(&sums.fighter));
                won.merge(&first.context(OTHER_GAMES)?.won);
            }
            Ok(CheckedTeam {
                line_up: of.number as u64 + 1,
                team: number,
                fighters: members.join("+"),
                strategy: self.strategy.clone(),
                wins: Wins::of(&won, level),
                fair_share: of.point.sides.map(|sides| 1.0 / sides as f64),
                verdict: None,
            })
        };
        (1..).zip(teams).map(team).collect()
    }
}

/// Divides games into `count` parts that differ by at most one game; earlier parts are larger.
fn parts(games: u64, count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(move |part| games / count + u64::from(part < games % count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_has_its_wins_in_all_orders_of_the_fighters() {
        assert_eq!(parts(8, 3).collect::<Vec<_>>(), [3, 3, 2]);
        let of = CheckedLineUp {
            number: 4,
            point: Point::made_up(60, [("agaric", 40), ("cactus", 20)]),
            others: vec![Point::made_up(40, [("agaric", 10), ("cactus", 30)])],
        };
        let check = LineUpCheck { strategy: "search".to_owned(), line_ups: vec![of] };
        assert_eq!(check.games(), 100);
        let teams = ["agaric", "cactus"].map(|key| vec![key.to_owned()]);
        let rows = check.teams(&check.line_ups[0], &teams, 0.95).unwrap();
        let wins = rows.iter().map(|row| (row.wins.wins, row.wins.games));
        assert_eq!(wins.collect::<Vec<_>>(), [(50, 100), (50, 100)]);
    }
}
