//! The mixed table: bots of all skill levels play against each other. As in a ladder, the bots
//! change sides from game to game.

use anyhow::Result;

use super::play::{Levels, SkillFound};
use crate::analysis::ladder;
use crate::scenario::Scenario;
use crate::stats::clusters::Clusters;

/// Results of the mixed table, at which bots of all skill levels play together. Each game is
/// counted once for every side in it.
#[derive(Debug, Clone)]
pub struct Mixed {
    /// Results, by skill level, of the games in which bots of all levels play together.
    pub levels: Vec<Clusters>,
    /// Results, by fighter, of the games in which bots of all levels play together.
    pub fighters: Vec<Clusters>,
    /// Results, by skill level and fighter, of the games in which bots of all levels play together.
    pub both: Vec<Vec<Clusters>>,
}

/// Combines the games of the mixed table into results; `None` if no game was played. All games with
/// the same fighters and dice count as one observation, because they are not independent.
///
/// # Errors
/// Fails if the games are not of these skill levels.
pub fn results(
    scenario: &Scenario,
    levels: &Levels,
    fighters: &[String],
    found: &SkillFound,
) -> Result<Option<Mixed>> {
    let (Some(deals), Some(asked)) = (found.deals()?, levels.mixed_table(scenario)) else {
        return Ok(None);
    };
    let found = ladder::found(scenario, &asked, deals)?;
    let simulation = scenario.open();
    let ladder = ladder::OpenLadder::new(&simulation, &asked)?;
    let keys: Vec<String> = scenario.profiles().into_iter().map(|of| of.key).collect();
    let place = |roster: u8| fighters.iter().position(|key| *key == keys[usize::from(roster)]);
    let place: Vec<Option<usize>> = (0..keys.len() as u8).map(place).collect();
    let empty = |many: usize| vec![Clusters::default(); many];
    let mut mixed = Mixed {
        levels: empty(asked.bots.len()),
        fighters: empty(fighters.len()),
        both: vec![empty(fighters.len()); asked.bots.len()],
    };
    let turns = asked.bots.len() as u64;
    for (number, game) in (0..).zip(&found.games) {
        let deal = number / turns;
        for &(level, place) in game {
            mixed.levels[usize::from(level)].add(deal, place == 1);
        }
        for at in ladder.line_up(number).contenders {
            let (level, won) = game[usize::from(at.seated.team)];
            if let Some(fighter) = place[usize::from(at.seated.fighter)] {
                mixed.fighters[fighter].add(deal, won == 1);
                mixed.both[usize::from(level)][fighter].add(deal, won == 1);
            }
        }
    }
    Ok(Some(mixed))
}
