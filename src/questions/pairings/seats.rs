//! Assigns the fighters of a line-up to seats, with the bot that decides for each seat.

use anyhow::{Context, Result};
use arrayvec::ArrayVec;

use super::line_ups::LineUps;
use crate::game::MAX_PLAYERS;
use crate::scenario::Scenario;
use crate::simulate::{Contender, Seated, Simulation};

/// Fighters of a line-up with their bots, ordered by team.
pub type Contenders = ArrayVec<Contender, MAX_PLAYERS>;

/// Returns the fighters of a line-up in the order in which they sit in its game number `game`.
///
/// From game to game, each team moves on by one place, and the last team moves to the first place.
/// Each time that all teams are in the first order again, the members of each team move on by one
/// place inside their team. So every fighter sits at each place of its team, and every team at each
/// place of the line-up, equally often.
pub fn in_order<T: Clone>(teams: &[Vec<T>], game: u64) -> Vec<Vec<T>> {
    let count = teams.len() as u64;
    let mut order = teams.to_vec();
    for team in &mut order {
        let places = team.len() as u64;
        team.rotate_right((game / count % places) as usize);
    }
    order.rotate_right((game % count) as usize);
    order
}

/// Returns the number of orders in which the fighters of a line-up sit, see [`in_order`]. `sizes`
/// holds the numbers of members of the teams, each at least 1.
pub fn orders(sizes: &[usize]) -> u64 {
    let alike = |moves: &u64| sizes.iter().all(|&size| moves.is_multiple_of(size as u64));
    let moves = (1..).find(alike).expect("a common multiple of the sizes");
    sizes.len() as u64 * moves
}

/// Returns the fighters of all line-ups, each with the bot that the scenario assigns: each line-up
/// in all orders in which its fighters sit, see [`in_order`].
///
/// # Errors
/// Fails if the scenario lacks a fighter or its bot.
pub fn seat_all(
    line_ups: &LineUps,
    scenario: &Scenario,
    simulation: &Simulation,
) -> Result<Vec<Vec<Contenders>>> {
    let roster: Vec<String> = scenario.profiles().into_iter().map(|of| of.key).collect();
    let contender = |key: &String, seat: u8, team: u8| -> Result<Contender> {
        let fighter = roster.iter().position(|known| known == key);
        let fighter = fighter.with_context(|| format!("the roster has no fighter {key}"))?;
        // Bots of a cooperative game are assigned without a team number, because there is only one
        // party.
        let rival = (!line_ups.has_parties()).then_some(team + 1);
        let name = scenario.strategies.of(key, seat + 1, rival);
        let bot =
            simulation.bot(name).with_context(|| format!("the scenario has no bot {name}"))?;
        Ok(Contender { seated: Seated { fighter: fighter as u8, seat, team }, bot })
    };
    let seat = |teams: Vec<Vec<String>>| -> Result<Contenders> {
        let mut contenders = Contenders::new();
        for (team, members) in (0u8..).zip(&teams) {
            for key in members {
                let seat = if line_ups.per_team { team } else { contenders.len() as u8 };
                contenders.push(contender(key, seat, team)?);
            }
        }
        Ok(contenders)
    };
    let in_all_orders = |teams: &Vec<Vec<usize>>| {
        let keys = line_ups.keys(teams);
        (0..orders(&line_ups.sizes))
            .map(|game| seat(in_order(&keys, game)))
            .collect::<Result<Vec<_>>>()
    };
    line_ups.every().iter().map(in_all_orders).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_fighter_sits_at_each_place_equally_often() {
        for (sizes, expected) in
            [(&[2, 2][..], 4), (&[3, 2], 12), (&[1, 1, 1], 3), (&[4], 4), (&[4, 4], 8)]
        {
            let mut next = 0..;
            let team = |&size: &usize| next.by_ref().take(size).collect();
            let teams: Vec<Vec<usize>> = sizes.iter().map(team).collect();
            assert_eq!(orders(sizes), expected);
            let mut places = BTreeMap::new();
            for game in 0..expected {
                for (place, team) in in_order(&teams, game).iter().enumerate() {
                    for (at, &member) in team.iter().enumerate() {
                        *places.entry((member, place, at)).or_insert(0) += 1;
                    }
                }
            }
            for team in &teams {
                let all = (teams.len() * team.len()) as u64;
                for member in team {
                    let of_member = places.iter().filter(|((of, ..), _)| of == member);
                    let counts: Vec<u64> = of_member.map(|(_, count)| *count).collect();
                    assert_eq!(counts, vec![expected / all; all as usize], "{sizes:?}");
                }
            }
            assert_eq!(in_order(&teams, expected), teams);
        }
        assert_eq!(in_order(&[vec![1, 2], vec![3, 4]], 3), [[4, 3], [2, 1]]);
    }
}
