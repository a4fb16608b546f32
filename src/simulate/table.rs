//! One game from its first decision to its end.

use std::time::Instant;

use rand_pcg::Pcg64Mcg;

use crate::games::dice::{Purpose, stream};
use crate::games::{Clock, Dice, Game, MAX_PLAYERS, Observer, Options, Turn};
use crate::strategies::{Failure, Strategy};

/// The bots' luck: a stream for each slot of the line-up and round, begun when it is first needed.
pub struct Luck {
    seed: u64,
    game: u64,
    slots: [u8; MAX_PLAYERS],
    round: [u16; MAX_PLAYERS],
    streams: [Pcg64Mcg; MAX_PLAYERS],
}

impl Luck {
    const NOT_BEGUN: u16 = u16::MAX;

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
    fn of(&mut self, player: usize, round: u16) -> &mut Pcg64Mcg {
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
    pub of_player: &'a [usize],
    /// A clock for each of the pool, if somebody wants to know how long they think.
    pub clocks: Option<&'a mut [Clock]>,
}

/// A game that cannot be played on, since a bot has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// Whose bot.
    pub player: usize,
    pub round: u16,
    pub failure: Failure,
}

/// An unforced decision that has been made and not yet played.
pub struct Decided<'a, G: Game> {
    pub player: usize,
    pub options: &'a Options<G::Choice>,
    /// An index of the options.
    pub chosen: usize,
    /// Who can explain it.
    pub bot: &'a dyn Strategy<G>,
}

/// Plays a game to its end. Returns how many decisions were unforced: had two options or more.
///
/// # Errors
/// If a bot fails.
pub fn play_out<G: Game, D: Dice, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut Luck,
    dice: &mut D,
    observer: &mut O,
) -> Result<u32, Stuck> {
    play_with(game, state, bots, luck, dice, observer, |_, _| {})
}

/// Plays a game to its end as [`play_out`] does, and has the observer told of each unforced decision before it is played.
///
/// # Errors
/// If a bot fails.
pub fn play_with<G: Game, D: Dice, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut Luck,
    dice: &mut D,
    observer: &mut O,
    mut tell: impl FnMut(&mut O, Decided<'_, G>),
) -> Result<u32, Stuck> {
    bots.pool.iter_mut().for_each(|bot| bot.begin());
    let mut options = Options::new();
    let mut unforced = 0;
    while let Turn::Decision(player) = game.turn(state) {
        game.options(state, &mut options);
        let mut chosen = 0;
        if options.len() > 1 {
            unforced += 1;
            let who = bots.of_player[player];
            let bot = &mut bots.pool[who];
            let round = game.round(state);
            let begin = bots.clocks.is_some().then(Instant::now);
            let decided = bot.choose(game, game.view(state), &options, luck.of(player, round));
            if let (Some(clocks), Some(begin)) = (&mut bots.clocks, begin) {
                clocks[who].decisions += 1;
                clocks[who].nanoseconds += begin.elapsed().as_nanos() as u64;
            }
            chosen = decided.map_err(|failure| Stuck {
                player,
                round,
                failure,
            })?;
            let decided = Decided {
                player,
                options: &options,
                chosen,
                bot: bot.as_ref(),
            };
            tell(observer, decided);
        }
        game.play(state, options[chosen], dice, observer);
    }
    Ok(unforced)
}
