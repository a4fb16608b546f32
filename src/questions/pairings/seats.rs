//! Assigns the fighters of a line-up (a way to form teams) to seats, with the bot that decides for
//! each seat.

use anyhow::{Context, Result};
use arrayvec::ArrayVec;

use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate::{Contender, Seated, Simulation};

/// Fighters of a line-up with their bots, ordered by team.
pub type Contenders = ArrayVec<Contender, MAX_PLAYERS>;

/// Assigns seats and bots to the fighters of a scenario's line-ups.
pub struct SeatedBots<'a> {
    scenario: &'a Scenario,
    simulation: &'a Simulation,
    /// Keys of the fighters that form teams; line-ups contain indices into this list.
    fighters: &'a [String],
    /// Keys of all fighters of the roster.
    roster: Vec<String>,
}

impl<'a> SeatedBots<'a> {
    pub fn new(
        scenario: &'a Scenario,
        simulation: &'a Simulation,
        fighters: &'a [String],
    ) -> SeatedBots<'a> {
        let profiles = scenario.profiles().into_iter();
        SeatedBots {
            scenario,
            simulation,
            fighters,
            roster: profiles.map(|profile| profile.key).collect(),
        }
    }

    /// Returns the fighters of a line-up, ordered by team, each with the bot that the scenario
    /// assigns. If `per_team` is true, each team has one seat, otherwise each fighter has one.
    ///
    /// # Errors
    /// Fails if the scenario lacks a fighter or its bot.
    pub fn of(&self, teams: &[Vec<usize>], per_team: bool) -> Result<Contenders> {
        let mut contenders = Contenders::new();
        for (team, members) in (0u8..).zip(teams) {
            for &member in members {
                let key = &self.fighters[member];
                let fighter = self.roster.iter().position(|known| known == key);
                let fighter =
                    fighter.with_context(|| format!("the roster has no fighter {key}"))?;
                let seat = match per_team {
                    false => contenders.len() as u8,
                    true => team,
                };
                // Bots of a cooperative game are assigned without a team number, because there is
                // only one party.
                let rival = (teams.len() > 1).then_some(team + 1);
                let name = self.scenario.strategies.of(key, seat + 1, rival);
                let bot = self.simulation.bot(name);
                contenders.push(Contender {
                    seated: Seated {
                        fighter: fighter as u8,
                        seat,
                        team,
                    },
                    bot: bot.with_context(|| format!("the scenario has no bot {name}"))?,
                });
            }
        }
        Ok(contenders)
    }
}
