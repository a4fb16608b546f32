//! Who meets whom in game i.

use arrayvec::ArrayVec;

use crate::games::Seated;
use crate::games::chance::{Purpose, pick, stream};
use crate::stats::{MAX_ENTRANTS, Slot};

/// A line-up ready to be dealt, game by game.
#[derive(Debug, Clone)]
pub struct Dealer {
    /// The fighters of slot 0, 1, …, or those to draw from; 64 at most.
    fighters: Vec<u8>,
    /// Seat and side of each slot, from 0; everyone alone is a side of their own.
    slots: Vec<(u8, u8)>,
    drawn: bool,
    sides: Sides,
}

/// Who can win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Everyone is alone.
    Alone,
    /// So many teams.
    Teams(usize),
    /// All together, or nobody.
    Party,
}

impl Dealer {
    /// The same fighters (indices into the roster) in every game, each in its slot with its seat and side.
    pub fn fixed(fighters: Vec<u8>, slots: Vec<(u8, u8)>, sides: Sides) -> Self {
        assert_eq!(fighters.len(), slots.len(), "a fighter for each slot");
        assert!(slots.len() <= MAX_ENTRANTS, "64 slots at most");
        Dealer {
            fighters,
            slots,
            drawn: false,
            sides,
        }
    }

    /// A fighter of the pool, which has 64 at most, for each slot: nobody twice in a game, and all of the pool equally often.
    pub fn drawn(pool: Vec<u8>, slots: Vec<(u8, u8)>, sides: Sides) -> Self {
        assert!(
            (slots.len()..=MAX_ENTRANTS).contains(&pool.len()),
            "enough to draw from, 64 at most"
        );
        Dealer {
            fighters: pool,
            slots,
            drawn: true,
            sides,
        }
    }

    /// The slots of the line-up, as the statistics number them.
    pub fn slots(&self) -> Vec<Slot> {
        let team = |side: u8| matches!(self.sides, Sides::Teams(_)).then_some(side + 1);
        let slot = |&(seat, side): &(u8, u8)| Slot {
            seat: seat + 1,
            team: team(side),
        };
        self.slots.iter().map(slot).collect()
    }

    /// How many sides can win.
    pub fn sides(&self) -> usize {
        match self.sides {
            Sides::Alone => self.slots.len(),
            Sides::Teams(teams) => teams,
            Sides::Party => 1,
        }
    }

    /// Is everybody of one party, against the game?
    pub fn is_cooperative(&self) -> bool {
        self.sides == Sides::Party
    }

    /// The roster's fighters (indices) that may play in a slot.
    pub fn may_play(&self, slot: usize) -> &[u8] {
        if self.drawn {
            &self.fighters
        } else {
            &self.fighters[slot..=slot]
        }
    }

    /// The line-up of a game.
    pub fn deal(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS> {
        let mut drawn = [0; MAX_ENTRANTS];
        let fighters: &[u8] = if self.drawn {
            self.draw(seed, game, &mut drawn[..self.slots.len()]);
            &drawn
        } else {
            &self.fighters
        };
        let seated = |(&(seat, team), &fighter): (&(u8, u8), &u8)| Seated {
            fighter,
            seat,
            team,
        };
        self.slots.iter().zip(fighters).map(seated).collect()
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
        Dealer::drawn((0..pool).collect(), slots, Sides::Alone)
    }

    fn deal(dealer: &Dealer, game: u64) -> Vec<u8> {
        dealer
            .deal(1, game)
            .iter()
            .map(|seated| seated.fighter)
            .collect()
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
