//! Who meets whom in game i.

use crate::games::MAX_PLAYERS;
use crate::games::arena::{Roster, Seated};
use crate::games::chance::{Purpose, pick, stream};
use crate::scenario::{LineUp, Seats};

/// A line-up ready to be dealt, game by game.
#[derive(Debug, Clone)]
pub struct Dealer {
    /// The fighters of slot 0, 1, …, or those to draw from.
    fighters: Vec<u8>,
    /// Seat and team of each slot; everyone alone is a team of their own.
    slots: Vec<(u8, u8)>,
    drawn: bool,
}

impl Dealer {
    /// A checked line-up of a checked roster.
    pub fn new(line_up: &LineUp, roster: &Roster) -> Self {
        let index = |key: &str| {
            roster
                .fighters
                .keys()
                .position(|known| known == key)
                .expect("a checked line-up") as u8
        };
        let fighters = line_up.fighters().into_iter().map(index).collect();
        let alone = |count: usize| (0..count as u8).map(|slot| (slot, slot)).collect();
        let slots = match line_up {
            LineUp::Fixed(fighters) => alone(fighters.len()),
            LineUp::Drawn { draw, .. } => alone(*draw),
            LineUp::Teams { teams, seats } => {
                let of_team = teams
                    .iter()
                    .enumerate()
                    .flat_map(|(team, members)| members.iter().map(move |_| team as u8));
                of_team
                    .enumerate()
                    .map(|(slot, team)| match seats {
                        Seats::PerFighter => (slot as u8, team),
                        Seats::PerTeam => (team, team),
                    })
                    .collect()
            }
        };
        Dealer {
            fighters,
            slots,
            drawn: matches!(line_up, LineUp::Drawn { .. }),
        }
    }

    /// Seat and team, from 0, of each slot.
    pub fn slots(&self) -> &[(u8, u8)] {
        &self.slots
    }

    /// The roster's fighters (indices) that may play.
    pub fn fighters(&self) -> &[u8] {
        &self.fighters
    }

    /// The roster's fighters (indices) that may play in a slot.
    pub fn may_play(&self, slot: usize) -> &[u8] {
        if self.drawn {
            &self.fighters
        } else {
            &self.fighters[slot..=slot]
        }
    }

    /// The line-up of a game; `seated` has as many places as there are slots.
    pub fn deal(&self, seed: u64, game: u64, seated: &mut [Seated]) {
        let mut drawn = [0; MAX_PLAYERS];
        let fighters: &[u8] = if self.drawn {
            self.draw(seed, game, &mut drawn[..self.slots.len()]);
            &drawn
        } else {
            &self.fighters
        };
        for ((place, &(seat, team)), &fighter) in seated.iter_mut().zip(&self.slots).zip(fighters) {
            *place = Seated {
                fighter,
                seat,
                team,
            };
        }
    }

    /// Draws from a bag that is emptied before it is filled again, so that after a block of games everyone has played equally
    /// often. A block's games depend on seed and block alone.
    fn draw(&self, seed: u64, game: u64, drawn: &mut [u8]) {
        let (pool, draw) = (self.fighters.len(), drawn.len());
        let block = (pool / gcd(pool, draw)) as u64;
        let mut luck = stream(seed, game / block, Purpose::Deal);
        let all = u64::MAX >> (64 - pool);
        let mut bag = all;
        for _ in 0..=game % block {
            let mut playing = 0;
            for place in &mut *drawn {
                if bag == 0 {
                    bag = all;
                }
                // Filled again in the middle of a game, the bag may hold who plays in it already: they stay for the next.
                let mut candidates = bag & !playing;
                for _ in 0..pick(&mut luck, candidates.count_ones() as usize) {
                    candidates &= candidates - 1;
                }
                let fighter = candidates.trailing_zeros();
                bag &= !(1 << fighter);
                playing |= 1 << fighter;
                *place = self.fighters[fighter as usize];
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealer(pool: u8, draw: u8) -> Dealer {
        let slots = (0..draw).map(|slot| (slot, slot)).collect();
        Dealer {
            fighters: (0..pool).collect(),
            slots,
            drawn: true,
        }
    }

    fn deal(dealer: &Dealer, game: u64) -> Vec<u8> {
        let mut seated = [Seated {
            fighter: 0,
            seat: 0,
            team: 0,
        }; MAX_PLAYERS];
        let places = &mut seated[..dealer.slots.len()];
        dealer.deal(1, game, places);
        places.iter().map(|seated| seated.fighter).collect()
    }

    #[test]
    fn a_3_0_everyone_plays_equally_often_and_nobody_twice_in_a_game() {
        for (pool, draw) in [(8, 4), (8, 3), (8, 8), (7, 2), (5, 4), (64, 8), (2, 2)] {
            let dealer = dealer(pool, draw);
            let mut played = vec![0; usize::from(pool)];
            for game in 0..u64::from(pool) * 10 {
                let mut fighters = deal(&dealer, game);
                fighters
                    .iter()
                    .for_each(|&fighter| played[usize::from(fighter)] += 1);
                fighters.sort_unstable();
                fighters.dedup();
                assert_eq!(
                    fighters.len(),
                    usize::from(draw),
                    "{draw} of {pool}, game {game}"
                );
            }
            assert!(
                played.iter().all(|&games| games == 10 * usize::from(draw)),
                "{draw} of {pool}: {played:?}"
            );
        }
    }

    #[test]
    fn a_3_0_every_line_up_is_as_likely() {
        // Pairs of five in order: 20 of them, each expected 500 times.
        let dealer = dealer(5, 2);
        let mut counts = std::collections::BTreeMap::new();
        (0..10_000).for_each(|game| *counts.entry(deal(&dealer, game)).or_insert(0.0) += 1.0);
        assert_eq!(counts.len(), 20);
        let chi_square: f64 = counts
            .values()
            .map(|n: &f64| (n - 500.0).powi(2) / 500.0)
            .sum();
        // 19 degrees of freedom: above 43.8 once in a thousand seeds.
        assert!(chi_square < 43.8, "{chi_square}");
    }
}
