//! Choices in playouts (random simulations of a game), for players who have left their search
//! trees.

use std::ops::Range;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::guide::Adviser;
use super::settings::{Rollout, SearchSettings};
use crate::game::chance::{KeyedChance, MAX_OWNERS, Purpose, pick, stream};
use crate::game::{Game, MAX_PLAYERS, Options, Turn, Unwatched};
use crate::strategies::Asked;

/// The random numbers of one playout.
pub(super) struct PlayoutLuck {
    /// Random results of the game, such as dice.
    pub chance: KeyedChance,
    /// Random numbers for the guess of hidden information, and for the choices of all bots.
    pub bots: Pcg64Mcg,
}

impl PlayoutLuck {
    /// Creates the random numbers of a search's first playout.
    pub fn new(seed: u64) -> PlayoutLuck {
        const SLOTS: [u8; MAX_OWNERS] = {
            let mut slots = [0; MAX_OWNERS];
            let mut slot = 0;
            while slot < MAX_OWNERS {
                slots[slot] = slot as u8;
                slot += 1;
            }
            slots
        };
        PlayoutLuck {
            chance: KeyedChance::new(seed, 0, &SLOTS),
            bots: stream(seed, 0, Purpose::Playout),
        }
    }

    /// Restarts the random numbers for another playout. Playouts with the same arguments have the
    /// same dice up to the first difference between their games, and again from the next round on.
    pub fn restart(&mut self, seed: u64, playout: u64) {
        self.chance.restart(seed, playout);
        self.bots = stream(seed, playout, Purpose::Playout);
    }
}

/// The policy by which all players choose in playouts, outside the search trees.
pub(super) struct PlayoutPolicy<G> {
    rollout: Rollout,
    epsilon: f32,
    /// Bots that rate options and choose for players in playouts. The first bots are the members of
    /// the guide (the bot that helps the search).
    advisers: Vec<Box<dyn Adviser<G>>>,
    /// Number of members of the guide: 1 unless the guide is a panel.
    guides: usize,
    /// For each bot that models other players: the range of its members in `advisers`.
    models: Vec<Range<usize>>,
    /// Index of the guide of the current game, which chooses for the searching player.
    guide: usize,
    /// For each player of the game: index of the bot that chooses for the player in the current
    /// playout.
    of_player: [u8; MAX_PLAYERS],
}

impl<G: Game> PlayoutPolicy<G> {
    /// Creates the policy for choices outside the search trees. Each player except the searching
    /// one plays like one of the bots `players`, or like the guide if `players` is empty.
    pub fn new(
        settings: &SearchSettings,
        guide: Vec<Box<dyn Adviser<G>>>,
        players: Vec<Vec<Box<dyn Adviser<G>>>>,
    ) -> Self {
        let guides = guide.len();
        let mut advisers = guide;
        let mut models = vec![];
        for members in players {
            models.push(advisers.len()..advisers.len() + members.len());
            advisers.extend(members);
        }
        PlayoutPolicy {
            rollout: settings.rollout,
            epsilon: settings.epsilon,
            advisers,
            guides,
            models,
            guide: 0,
            of_player: [0; MAX_PLAYERS],
        }
    }

    /// Selects the guide (the bot that helps the search) for a game: the same member of a panel in
    /// all seats.
    pub fn begin(&mut self, member: u32) {
        self.guide = member as usize % self.guides;
        self.of_player = [self.guide as u8; MAX_PLAYERS];
    }

    /// Returns true if the guide (the bot that helps the search) can evaluate positions.
    pub fn judges(&self) -> bool {
        self.advisers[self.guide].judges()
    }

    /// Draws, for the current playout, a random bot for each player except the searching one
    /// (`decider`).
    pub fn draw_players(&mut self, decider: usize, luck: &mut Pcg64Mcg) {
        if self.models.is_empty() {
            return;
        }
        for (player, adviser) in self.of_player.iter_mut().enumerate() {
            let mut drawn = self.guide;
            if player != decider {
                let members = self.models[draw(luck, self.models.len())].clone();
                drawn = members.start + draw(luck, members.len());
            }
            *adviser = drawn as u8;
        }
    }

    /// Returns the index of the option that a player chooses in a playout. There are at least two
    /// options.
    #[inline]
    pub fn choose(&mut self, asked: Asked<'_, '_, G>, player: usize, luck: &mut Pcg64Mcg) -> usize {
        let random = match self.rollout {
            Rollout::Random => true,
            Rollout::EpsilonGreedy => unit(luck) < self.epsilon,
            Rollout::Greedy => false,
        };
        if random {
            let (_, _, options) = asked;
            return pick(luck, options.len());
        }
        // A player is below `MAX_PLAYERS`; the remainder spares the check of the index.
        let adviser = usize::from(self.of_player[player % MAX_PLAYERS]);
        self.advisers[adviser].choice(asked, luck)
    }

    /// Writes the rating of each option by the guide (the bot that helps the search).
    pub fn opinions(&mut self, asked: Asked<'_, '_, G>, opinions: &mut [f32]) {
        self.advisers[self.guide].opinions(asked, opinions);
    }

    /// Continues the playout to the end of the game or of the round `horizon`. Returns an estimate
    /// of the win probability of the player `decider`, or `None` if there is no estimate.
    ///
    /// If `judges` is true, the guide (the bot that helps the search) makes the estimate. For this
    /// purpose, the playout continues for at most one more round, until `decider` has several
    /// options. In all other cases, the function returns `None`.
    pub fn play_out(
        &mut self,
        game: &G,
        state: &mut G::State,
        options: &mut Options<G::Choice>,
        (decider, horizon, judges): (usize, u16, bool),
        luck: &mut PlayoutLuck,
    ) -> Option<f32> {
        let last = horizon.saturating_add(u16::from(judges));
        while let Turn::Decision(player) = game.turn(state) {
            let round = game.round(state);
            if round > last {
                break;
            }
            game.options(state, options);
            if round > horizon && player == decider && options.len() > 1 {
                return self.advisers[self.guide].chance((game, game.view(state), &*options));
            }
            let chosen = match options.len() {
                1 => 0,
                _ => self.choose((game, game.view(state), &*options), player, &mut luck.bots),
            };
            game.play(state, options[chosen], &mut luck.chance, &mut Unwatched);
        }
        None
    }
}

/// Draws an index below `count`. Takes no random number if there is only one index.
#[inline]
fn draw(luck: &mut Pcg64Mcg, count: usize) -> usize {
    match count {
        1 => 0,
        _ => pick(luck, count),
    }
}

/// Returns a random number from 0 (inclusive) to 1 (exclusive).
#[inline]
pub(super) fn unit(luck: &mut impl Rng) -> f32 {
    (luck.next_u32() >> 8) as f32 / (1 << 24) as f32
}
