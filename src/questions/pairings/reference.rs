//! The check by the reference player: a search plays the line-ups that the verdict names, because a
//! line-up that is fair with one bot may be unfair with a stronger bot.

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
    point: Point,
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
    /// scenario, in which the reference player decides. Returns `None` if interrupted.
    ///
    /// # Errors
    /// Fails if a bot fails, or if a file cannot be written.
    pub fn play(
        games: &ReferenceGames,
        line_ups: Vec<(usize, Scenario)>,
        player: &mut LotPlayer<'_>,
    ) -> Result<Option<LineUpCheck>> {
        let all = games.plan.games * line_ups.len() as u64;
        player.progress("reference player", all);
        let seed = mix(games.plan.seed ^ mix(STREAM));
        let plan = Plan::fixed(seed, games.plan.games, games.plan.threads);
        let LotPlayer {
            points, stop, bar, ..
        } = player;
        let mut played = vec![];
        for (number, scenario) in line_ups {
            let Some(point) = points.play(&scenario, &plan, (stop, bar), 1)? else {
                return Ok(None);
            };
            played.push(CheckedLineUp { number, point });
        }
        Ok(Some(LineUpCheck {
            strategy: games.name().to_owned(),
            line_ups: played,
        }))
    }

    /// Returns the number of games that the reference player played with each line-up.
    pub fn games(&self) -> u64 {
        let games = self.line_ups.iter().map(|of| of.point.games);
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
            let mut entrants = of.point.entrants.iter();
            let first = entrants.find(|sums| members.first() == Some(&sums.fighter));
            let sums = first.context(OTHER_GAMES)?;
            Ok(CheckedTeam {
                line_up: of.number as u64 + 1,
                team: number,
                fighters: members.join("+"),
                strategy: self.strategy.clone(),
                wins: Wins::new(sums.games, sums.wins, level),
                fair_share: of.point.sides.map(|sides| 1.0 / sides as f64),
                verdict: None,
            })
        };
        (1..).zip(teams).map(team).collect()
    }
}
