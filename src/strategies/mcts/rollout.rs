//! How the players choose outside the trees, and the dice of playouts.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::settings::{Rollout, Settings};
use crate::games::dice::{Throw, pick};
use crate::games::{Dice, Face, Game, Options, Turn, Unwatched};
use crate::strategies::Greedy;

/// The choices of playouts, once they have left the trees.
pub(super) struct Policy {
    rollout: Rollout,
    greedy: Greedy,
}

impl Policy {
    pub fn new(settings: &Settings) -> Self {
        Policy {
            rollout: settings.rollout,
            greedy: Greedy::new(settings.weights),
        }
    }

    /// One of the options of the state's decision, of which there are two at least.
    #[inline]
    pub fn choose<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> usize {
        let random = match self.rollout {
            Rollout::Random => true,
            Rollout::EpsilonGreedy(chance) => unit(luck) < chance,
            Rollout::Greedy => false,
        };
        if random {
            return pick(luck, options.len());
        }
        self.greedy.choice(game, game.view(state), options, luck)
    }

    /// Greedy's scores of the options, without its whim.
    pub fn scores<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        options: &Options<G::Choice>,
    ) -> impl Iterator<Item = f32> + use<'_, G> {
        self.greedy.scores(game, game.view(state), options)
    }

    /// Plays to the end, or until the round after `horizon` begins.
    pub fn play_out<G: Game>(
        &mut self,
        game: &G,
        state: &mut G::State,
        options: &mut Options<G::Choice>,
        horizon: u16,
        luck: &mut Pcg64Mcg,
    ) {
        while let Turn::Decision(_) = game.turn(state) {
            if game.round(state) > horizon {
                break;
            }
            game.options(state, options);
            let chosen = match options.len() {
                1 => 0,
                _ => self.choose(game, state, options, luck),
            };
            game.play(
                state,
                options[chosen],
                &mut SearchDice(luck),
                &mut Unwatched,
            );
        }
    }
}

/// A number from 0 to 1, 1 excluded.
#[inline]
pub(super) fn unit(luck: &mut impl Rng) -> f32 {
    (luck.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// The dice of a playout: one stream for all, since nobody compares playouts.
pub(super) struct SearchDice<'a>(pub &'a mut Pcg64Mcg);

impl Dice for SearchDice<'_> {
    #[inline]
    fn start_round(&mut self, _: u8) {}

    #[inline]
    fn roll(&mut self, _: usize) -> Face {
        pick(self.0, 6) as Face + 1
    }

    /// One draw gives up to eight dice: read as a fraction, it has a digit in base six for each.
    #[inline]
    fn throw(&mut self, _: usize, count: u8) -> Throw {
        let mut throw = Throw::default();
        let mut left = count;
        while left > 0 {
            let mut fraction = self.0.next_u64();
            for _ in 0..left.min(8) {
                let product = u128::from(fraction) * 6;
                throw.add((product >> 64) as Face + 1);
                fraction = product as u64;
            }
            left = left.saturating_sub(8);
        }
        throw
    }
}
