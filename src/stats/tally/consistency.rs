//! Checks that the counters of finished games are consistent. A file may contain counters that no
//! games can have.

use super::{BESIDES, Tally};

/// Returns the sum of counters as a wider integer, so that the sum cannot overflow.
fn sum<'a>(counters: impl IntoIterator<Item = &'a u64>) -> u128 {
    counters.into_iter().copied().map(u128::from).sum()
}

impl Tally {
    /// Returns true if some games with these participants can have exactly these counts.
    pub(super) fn is_consistent(&self) -> bool {
        let games = u128::from(self.games);
        // Each game has at most one player in a slot.
        let slot = |slot: usize| -> u128 {
            let won = self.won.iter().skip(slot).step_by(self.slots);
            won.map(|won| u128::from(won.games())).sum()
        };
        sum(&self.lengths) == games
            && self.won.iter().all(|won| won.is_consistent(self.games))
            && (0..self.slots).all(|of| slot(of) <= games)
            && self.of_game.is_consistent(&self.game_values, games)
            && (0..self.entrants).all(|entrant| self.entrant_is_consistent(entrant))
            && first_two(&self.uses, BESIDES + self.measures.things.len())
                .all(|[plays, wins]| wins <= plays)
    }

    fn entrant_is_consistent(&self, entrant: usize) -> bool {
        let games: u128 = (0..self.slots).map(|at| self.at_slot(entrant, at).games() as u128).sum();
        let size = self.of_entrant.size;
        let pair = BESIDES + self.measures.pairs.len();
        let pairs = &self.pairs[entrant * self.entrants * pair..][..self.entrants * pair];
        sum(&self.placements[entrant * self.places..][..self.places]) == games
            && self.of_entrant.is_consistent(&self.values[entrant * size..][..size], games)
            && first_two(pairs, pair)
                .all(|[met, ahead]| ahead <= met && u128::from(met) <= games * self.slots as u128)
            && u128::from(self.luck[entrant].observations()) <= games
    }
}

/// Returns the first two counters of each block of `size` consecutive counters.
fn first_two(counters: &[u64], size: usize) -> impl Iterator<Item = [u64; 2]> + '_ {
    let blocks = counters.chunks_exact(size);
    blocks.map(|block| [block[0], block[1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;
    use crate::stats::members::Won;
    use crate::stats::sample;

    /// Checks the consistency check: changes one counter at a time, and checks that the changed
    /// counters are refused.
    #[test]
    fn a_tally_with_one_changed_counter_is_refused() {
        let mut cast = sample::crowd(5, 3);
        for cooperative in [false, true] {
            cast.cooperative = cooperative;
            let measures = sample::every_form(12);
            let mut tally = Tally::new(&cast, &measures);
            for game in 0..50 {
                tally.add(&sample::any_record(&cast, &measures, game));
            }
            let mut empty = Tally::new(&cast, &measures);
            let text = serde_json::to_string(&Counts::of(&mut tally)).unwrap();
            let fills = |text: &str, games| {
                let counts: Counts = serde_json::from_str(text).unwrap();
                counts.fill(&mut empty.clone(), games)
            };
            assert!(fills(&text, 50));
            assert!(!fills(&text, 5), "of a tenth of the games");
            let change = |change: &dyn Fn(&mut Tally)| {
                let mut other = tally.clone();
                change(&mut other);
                let text = serde_json::to_string(&Counts::of(&mut other)).unwrap();
                assert!(!fills(&text, other.games), "{text}");
            };
            change(&|of| of.games = 5);
            change(&|of| of.lengths[3] += 1);
            change(&|of| of.won[0].add(0, [0], 1));
            change(&|of| of.won[1] = Won::new(1, 0).or(Won::new(1, 1)).or(Won::new(1, 1)));
            change(&|of| of.placements[2] += 1);
            change(&|of| of.values[3] += 1);
            change(&|of| of.game_values[3] += 1);
            change(&|of| of.pairs[1] = of.pairs[0] + 1);
            change(&|of| of.uses[1] = of.uses[0] + 1);
            change(&|of| of.uses[0] = u64::MAX);
            assert_eq!(empty.games, 0);
            assert!(Counts::of(&mut empty.clone()).fill(&mut empty, 0));
        }
    }
}
