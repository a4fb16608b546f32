//! How the players choose outside the trees.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::settings::{Rollout, Settings};
use crate::games::chance::{OneStream, pick};
use crate::games::{Game, Options, Turn, Unwatched};
use crate::strategies::Greedy;

/// The choices of playouts, once they have left the trees.
pub(super) struct Policy {
    rollout: Rollout,
    epsilon: f32,
    greedy: Greedy,
}

impl Policy {
    pub fn new(settings: &Settings) -> Self {
        Policy {
            rollout: settings.rollout,
            epsilon: settings.epsilon,
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
            Rollout::EpsilonGreedy => unit(luck) < self.epsilon,
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
            game.play(state, options[chosen], &mut OneStream(luck), &mut Unwatched);
        }
    }
}

/// A number from 0 to 1, 1 excluded.
#[inline]
pub(super) fn unit(luck: &mut impl Rng) -> f32 {
    (luck.next_u32() >> 8) as f32 / (1 << 24) as f32
}
