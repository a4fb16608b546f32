//! How the players choose outside the trees.

use arrayvec::ArrayVec;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::guide::Adviser;
use super::settings::{Rollout, Settings};
use crate::games::chance::{OneStream, pick};
use crate::games::{Game, MAX_OPTIONS, MAX_PLAYERS, Options, Turn, Unwatched};

/// The choices of playouts, once they have left the trees.
pub(super) struct Policy<G> {
    rollout: Rollout,
    epsilon: f32,
    /// Those that the players play as: the first is the guide, as which the one who searches plays.
    advisers: Vec<Box<dyn Adviser<G>>>,
    /// As which of them each player plays in this playout.
    of_player: [u8; MAX_PLAYERS],
}

impl<G: Game> Policy<G> {
    /// Everybody plays as the guide does, or the others as one of `players`, if there are any.
    pub fn new(
        settings: &Settings,
        guide: Box<dyn Adviser<G>>,
        players: Vec<Box<dyn Adviser<G>>>,
    ) -> Self {
        Policy {
            rollout: settings.rollout,
            epsilon: settings.epsilon,
            advisers: [guide].into_iter().chain(players).collect(),
            of_player: [0; MAX_PLAYERS],
        }
    }

    /// Can the guide say what a position is worth?
    pub fn judges(&self) -> bool {
        self.advisers[0].judges()
    }

    /// Draws as whom the others play in this playout.
    pub fn draw_players(&mut self, decider: usize, luck: &mut Pcg64Mcg) {
        let others = self.advisers.len() - 1;
        if others == 0 {
            return;
        }
        for (player, adviser) in self.of_player.iter_mut().enumerate() {
            *adviser = match others {
                _ if player == decider => 0,
                1 => 1,
                _ => 1 + pick(luck, others) as u8,
            };
        }
    }

    /// One of the options of the player's decision, of which there are two at least.
    #[inline]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        player: usize,
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
        let adviser = usize::from(self.of_player[player % MAX_PLAYERS]);
        self.advisers[adviser].choice(game, game.view(state), options, luck)
    }

    /// What the guide thinks of the options.
    pub fn opinions(
        &mut self,
        game: &G,
        state: &G::State,
        options: &Options<G::Choice>,
    ) -> ArrayVec<f32, MAX_OPTIONS> {
        let mut opinions = ArrayVec::from([0.0; MAX_OPTIONS]);
        opinions.truncate(options.len());
        self.advisers[0].opinions(game, game.view(state), options, &mut opinions);
        opinions
    }

    /// Plays to the end, or until the round after `horizon` begins; with a guide that can judge what that is worth, until `decider` next has
    /// a choice to make, if that is no later than in that round. Gives the guide's judgement: the chance that `decider` wins.
    pub fn play_out(
        &mut self,
        game: &G,
        state: &mut G::State,
        options: &mut Options<G::Choice>,
        (decider, horizon, judges): (usize, u16, bool),
        luck: &mut Pcg64Mcg,
    ) -> Option<f32> {
        let last = horizon.saturating_add(u16::from(judges));
        while let Turn::Decision(player) = game.turn(state) {
            let round = game.round(state);
            if round > last {
                break;
            }
            game.options(state, options);
            if round > horizon && player == decider && options.len() > 1 {
                return self.advisers[0].chance(game, game.view(state), options);
            }
            let chosen = match options.len() {
                1 => 0,
                _ => self.choose(game, state, player, options, luck),
            };
            game.play(state, options[chosen], &mut OneStream(luck), &mut Unwatched);
        }
        None
    }
}

/// A number from 0 to 1, 1 excluded.
#[inline]
pub(super) fn unit(luck: &mut impl Rng) -> f32 {
    (luck.next_u32() >> 8) as f32 / (1 << 24) as f32
}
