//! One game from its first decision to its end.

use rand_pcg::Pcg64Mcg;

use super::thread_time;
use crate::games::chance::{Purpose, RoundStreams};
use crate::games::{Chance, Clock, Game, MAX_PLAYERS, Observer, Options, Turn};
use crate::strategies::{Failure, Strategy};

/// The bots' luck: a stream for each slot of the line-up and round.
pub struct Luck(RoundStreams<MAX_PLAYERS>);

impl Luck {
    /// The luck of game `game` of seed `seed`; `slots[i]` is the line-up slot of player `i`. At most 8 players.
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        Luck(RoundStreams::new(seed, game, slots))
    }

    #[inline]
    fn of(&mut self, player: usize, round: u16) -> &mut Pcg64Mcg {
        self.0.of(player, round, Purpose::Bot)
    }
}

/// The bots of a game: a pool of them, and which of the pool each player is played by.
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

/// Who carries out what is decided.
pub trait Referee<G: Game> {
    /// Plays an option, as [`Game::play`] does.
    fn play<C: Chance, O: Observer<G::Event>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        choice: G::Choice,
        dice: &mut C,
        observer: &mut O,
    );
}

/// Who does that, and nothing else.
pub struct Plain;

impl<G: Game> Referee<G> for Plain {
    #[inline]
    fn play<C: Chance, O: Observer<G::Event>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        choice: G::Choice,
        dice: &mut C,
        observer: &mut O,
    ) {
        game.play(state, choice, dice, observer);
    }
}

/// Plays a game to its end. Returns how many decisions were unforced: had two options or more.
///
/// # Errors
/// If a bot fails.
pub fn play_out<G: Game, C: Chance, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut Luck,
    dice: &mut C,
    observer: &mut O,
) -> Result<u32, Stuck> {
    let referee = &mut Plain;
    play_with(game, state, bots, luck, dice, referee, observer, |_, _| {})
}

/// Plays a game to its end as [`play_out`] does, has a referee carry out what is decided, and the observer told of each unforced decision before that.
///
/// # Errors
/// If a bot fails.
#[expect(clippy::too_many_arguments, reason = "a game has that many parts")]
pub fn play_with<G: Game, C: Chance, R: Referee<G>, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut Luck,
    dice: &mut C,
    referee: &mut R,
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
            let begin = bots.clocks.is_some().then(thread_time::now);
            let decided = bot.choose(game, game.view(state), &options, luck.of(player, round));
            if let (Some(clocks), Some(begin)) = (&mut bots.clocks, begin) {
                clocks[who].decisions += 1;
                clocks[who].nanoseconds += thread_time::now() - begin;
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
        referee.play(game, state, options[chosen], dice, observer);
    }
    Ok(unforced)
}
