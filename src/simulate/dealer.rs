//! Line-ups: determines which fighter plays in which slot of each game.

use arrayvec::ArrayVec;

use crate::game::chance::{Purpose, pick, stream};
use crate::simulate::Seated;
use crate::stats::{MAX_ENTRANTS, Slot};

/// Determines the line-up of each game from the seed and the game's number.
#[derive(Debug, Clone)]
pub struct Dealer {
    /// The seat at the table and the side of each slot of the line-up, both from 0. Without teams,
    /// each place is a side of its own.
    slots: Vec<(u8, u8)>,
    sides: Sides,
    from: Source,
}

/// Source of the fighters of a line-up. Fighters are given as indices into the roster.
#[derive(Debug, Clone)]
enum Source {
    /// The line-up is the same in every game: a list of fighters, one for each place.
    Fixed(Vec<u8>),
    /// The fighter in each slot of the line-up is drawn at random from a pool of fighters.
    Drawn {
        pools: Vec<Pool>,
        /// For each slot of the line-up: the index of the pool from which its fighter is drawn.
        of_slot: Vec<u8>,
    },
}

/// A pool of fighters from which line-ups are drawn. No fighter is drawn twice for the same game.
#[derive(Debug, Clone)]
struct Pool {
    /// Fighters of the pool as indices into the roster, at most 64.
    fighters: Vec<u8>,
    /// Number of fighters drawn from the pool for each game.
    slots: usize,
}

/// The sides of a game: individuals, teams, or one side that plays against the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Every fighter of the line-up is a side of its own.
    Alone,
    /// The fighters play in teams; the value is the number of teams.
    Teams(usize),
    /// The game is cooperative: all fighters are one side, which plays against the game.
    Party,
}

impl Dealer {
    /// Creates a dealer that gives every game the same fighters (indices into the roster). `slots`
    /// holds the seat and the side of each slot of the line-up.
    pub fn fixed(fighters: Vec<u8>, slots: Vec<(u8, u8)>, sides: Sides) -> Self {
        assert_eq!(fighters.len(), slots.len(), "a fighter for each slot");
        assert!(slots.len() <= MAX_ENTRANTS, "64 slots at most");
        Dealer { slots, sides, from: Source::Fixed(fighters) }
    }

    /// Creates a dealer that draws the line-up of each game from one pool of at most 64 fighters.
    ///
    /// No fighter plays twice in a game, and all fighters of the pool play equally often.
    pub fn drawn(pool: Vec<u8>, slots: Vec<(u8, u8)>, sides: Sides) -> Self {
        let of_slot = vec![0; slots.len()];
        Self::drawn_from(vec![pool], of_slot, slots, sides)
    }

    /// Creates a dealer that draws line-ups from several pools of fighters. The pools share no
    /// fighter. The fighter at place `i` of the line-up is drawn from pool `of_slot[i]`.
    pub fn drawn_from(
        pools: Vec<Vec<u8>>,
        of_slot: Vec<u8>,
        slots: Vec<(u8, u8)>,
        sides: Sides,
    ) -> Self {
        assert_eq!(of_slot.len(), slots.len(), "a pool for each slot");
        let pool = |(index, fighters): (usize, Vec<u8>)| {
            let slots = of_slot.iter().filter(|&&of| usize::from(of) == index);
            let slots = slots.count();
            assert!(
                (slots..=MAX_ENTRANTS).contains(&fighters.len()),
                "enough to draw from, 64 at most"
            );
            Pool { fighters, slots }
        };
        let pools = pools.into_iter().enumerate().map(pool).collect();
        Dealer { slots, sides, from: Source::Drawn { pools, of_slot } }
    }

    /// Returns the slots of the line-up, each with its seat and team counted from 1.
    pub fn slots(&self) -> Vec<Slot> {
        let team = |side: u8| matches!(self.sides, Sides::Teams(_)).then_some(side + 1);
        let slot = |&(seat, side): &(u8, u8)| Slot { seat: seat + 1, team: team(side) };
        self.slots.iter().map(slot).collect()
    }

    /// Returns the number of sides that can win a game; 1 if the game is cooperative.
    pub fn sides(&self) -> usize {
        match self.sides {
            Sides::Alone => self.slots.len(),
            Sides::Teams(teams) => teams,
            Sides::Party => 1,
        }
    }

    /// Returns true if the game is cooperative: all fighters play together against the game.
    pub fn is_cooperative(&self) -> bool {
        self.sides == Sides::Party
    }

    /// Returns the fighters that may play in a slot of the line-up, as indices into the roster.
    pub fn may_play(&self, slot: usize) -> &[u8] {
        match &self.from {
            Source::Fixed(fighters) => &fighters[slot..=slot],
            Source::Drawn { pools, of_slot } => &pools[usize::from(of_slot[slot])].fighters,
        }
    }

    /// Returns the line-up of one game with this seed: the fighter, seat and team at each place.
    pub fn deal(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS> {
        let mut drawn = [0; MAX_ENTRANTS];
        let fighters: &[u8] = match &self.from {
            Source::Fixed(fighters) => fighters,
            Source::Drawn { pools, of_slot } => {
                for (index, pool) in (0..).zip(pools) {
                    let mut of_pool = [0; MAX_ENTRANTS];
                    let of_pool = &mut of_pool[..pool.slots];
                    pool.draw(seed, game, Purpose::Deal(index), of_pool);
                    let own = drawn.iter_mut().zip(of_slot);
                    let own = own.filter(|(_, of)| **of == index);
                    own.zip(of_pool).for_each(|((place, _), fighter)| *place = *fighter);
                }
                &drawn
            }
        };
        let seated = |(&(seat, team), &fighter): (&(u8, u8), &u8)| Seated { fighter, seat, team };
        self.slots.iter().zip(fighters).map(seated).collect()
    }
}

impl Pool {
    /// Draws the fighters of a game from a bag that is refilled only when empty. So all fighters
    /// play equally often within a block of games.
    ///
    /// The draws of a block depend only on the seed, the purpose and the block's number.
    fn draw(&self, seed: u64, game: u64, purpose: Purpose, drawn: &mut [u8]) {
        let (pool, draw) = (self.fighters.len(), drawn.len());
        if draw == 0 {
            return;
        }
        let block = (pool / gcd(pool, draw)) as u64;
        let mut luck = stream(seed, game / block, purpose);
        let all = u64::MAX >> (64 - pool);
        let mut bag = all;
        for _ in 0..=game % block {
            let mut playing = 0;
            for place in &mut *drawn {
                if bag == 0 {
                    bag = all;
                }
                // If the bag was refilled within the game, it may hold fighters that already play
                // in this game. These fighters are not drawn again.
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
        dealer.deal(1, game).iter().map(|seated| seated.fighter).collect()
    }

    #[test]
    fn a_3_0_everyone_plays_equally_often_and_nobody_twice_in_a_game() {
        for (pool, draw) in [(8, 4), (8, 3), (8, 8), (7, 2), (5, 4), (64, 8), (2, 2)] {
            let dealer = dealer(pool, draw);
            let mut played = vec![0; usize::from(pool)];
            for game in 0..u64::from(pool) * 10 {
                let mut fighters = deal(&dealer, game);
                fighters.iter().for_each(|&fighter| played[usize::from(fighter)] += 1);
                fighters.sort_unstable();
                fighters.dedup();
                assert_eq!(fighters.len(), usize::from(draw), "{draw} of {pool}, game {game}");
            }
            assert!(
                played.iter().all(|&games| games == 10 * usize::from(draw)),
                "{draw} of {pool}: {played:?}"
            );
        }
    }

    #[test]
    fn a_3_0_every_line_up_is_as_likely() {
        // There are 20 ordered pairs of five fighters; the expected count of each is 500.
        let dealer = dealer(5, 2);
        let mut counts = std::collections::BTreeMap::new();
        (0..10_000).for_each(|game| *counts.entry(deal(&dealer, game)).or_insert(0.0) += 1.0);
        assert_eq!(counts.len(), 20);
        let chi_square: f64 = counts.values().map(|n: &f64| (n - 500.0).powi(2) / 500.0).sum();
        // With 19 degrees of freedom, a correct program exceeds 43.8 for one seed in a thousand.
        assert!(chi_square < 43.8, "{chi_square}");
    }

    /// Checks the drawing of line-ups from two pools of fighters: every place draws from its own
    /// pool, all fighters of a pool play equally often, and the pools are drawn independently.
    #[test]
    fn slots_of_several_pools() {
        let slots: Vec<(u8, u8)> = (0..6).map(|slot| (slot / 2, slot / 2)).collect();
        let pools = vec![(0..5).collect(), (5..10).collect()];
        let of_slot = vec![0, 0, 1, 1, 0, 0];
        let dealer = Dealer::drawn_from(pools, of_slot.clone(), slots, Sides::Teams(3));
        let mut played = [0; 10];
        let mut alike = 0;
        for game in 0..1000 {
            let fighters = deal(&dealer, game);
            for (fighter, of) in fighters.iter().zip(&of_slot) {
                assert_eq!(fighter / 5, *of);
                played[usize::from(*fighter)] += 1;
            }
            alike += usize::from(fighters[0] + 5 == fighters[2]);
        }
        assert_eq!(played, [800, 800, 800, 800, 800, 400, 400, 400, 400, 400]);
        assert!((140..260).contains(&alike), "one in five: {alike}");
        assert_eq!(dealer.may_play(2), [5, 6, 7, 8, 9]);
    }
}
