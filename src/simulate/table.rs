//! One game from its first decision to its end.

use std::time::Instant;

use rand_pcg::Pcg64Mcg;

use crate::games::dice::{Purpose, stream};
use crate::games::{Dice, Game, MAX_PLAYERS, Observer, Options, Turn};
use crate::strategies::Strategy;

/// The bots' luck: a stream for each slot of the line-up and round, begun when it is first needed.
pub struct Luck {
    seed: u64,
    game: u64,
    slots: [u8; MAX_PLAYERS],
    round: [u8; MAX_PLAYERS],
    streams: [Pcg64Mcg; MAX_PLAYERS],
}

impl Luck {
    const NOT_BEGUN: u8 = u8::MAX;

    /// The luck of game `game` of seed `seed`; `slots[i]` is the line-up slot of player `i`. At most 8 players.
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        let mut of_player = [0; MAX_PLAYERS];
        of_player[..slots.len()].copy_from_slice(slots);
        Luck {
            seed,
            game,
            slots: of_player,
            round: [Self::NOT_BEGUN; MAX_PLAYERS],
            streams: std::array::from_fn(|_| Pcg64Mcg::new(0)),
        }
    }

    #[inline]
    fn of(&mut self, player: usize, round: u8) -> &mut Pcg64Mcg {
        if self.round[player] != round {
            self.round[player] = round;
            self.streams[player] = stream(
                self.seed,
                self.game,
                Purpose::Bot(self.slots[player], round),
            );
        }
        &mut self.streams[player]
    }
}

/// The bots at a table: a pool of them, and which of the pool each player is played by.
pub struct Bots<'a, G: Game> {
    pub pool: &'a mut [Box<dyn Strategy<G>>],
    pub of_player: [usize; MAX_PLAYERS],
    /// A clock for each of the pool, if somebody wants to know how long they think.
    pub clocks: Option<&'a mut [Clock]>,
}

/// How long a bot has thought.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Decisions between two options or more.
    pub decisions: u64,
    pub nanoseconds: u64,
}

/// Plays a game to its end. Returns how many decisions were unforced: had two options or more.
pub fn play_out<G: Game, D: Dice, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut Luck,
    dice: &mut D,
    observer: &mut O,
) -> u32 {
    let mut options = Options::new();
    let mut unforced = 0;
    while let Turn::Decision(player) = game.turn(state) {
        game.options(state, &mut options);
        let mut chosen = 0;
        if options.len() > 1 {
            unforced += 1;
            let who = bots.of_player[player];
            let bot = &mut bots.pool[who];
            let begin = bots.clocks.is_some().then(Instant::now);
            chosen = bot.choose(
                game,
                game.view(state),
                &options,
                luck.of(player, game.round(state)),
            );
            if let (Some(clocks), Some(begin)) = (&mut bots.clocks, begin) {
                clocks[who].decisions += 1;
                clocks[who].nanoseconds += begin.elapsed().as_nanos() as u64;
            }
        }
        game.play(state, options[chosen], dice, observer);
    }
    unforced
}
