//! Plays one game from its first decision to its end.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::thread_time;
use crate::game::chance::{Purpose, RoundStreams, stream};
use crate::game::{Chance, Game, MAX_PLAYERS, Observer, Options, Turn};
use crate::simulate::Clock;
use crate::strategies::{Failure, Strategy};

/// The random numbers of the bots. Each player has a separate stream in each round.
pub struct BotLuck {
    streams: RoundStreams<MAX_PLAYERS>,
    /// Random number of the game that determines the members of panels that play.
    member: u32,
}

/// Returns the random number of a game that determines the members of panels that play, see
/// [`Strategy::begin`].
pub fn member(seed: u64, game: u64) -> u32 {
    stream(seed, game, Purpose::Member).next_u32()
}

impl BotLuck {
    /// Creates the bots' random streams for game `game` with seed `seed`. `slots[i]` is the
    /// position of player `i` in the line-up. At most 8 players.
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        BotLuck { streams: RoundStreams::new(seed, game, slots), member: member(seed, game) }
    }

    #[inline]
    fn of(&mut self, player: usize, round: u16) -> &mut Pcg64Mcg {
        self.streams.of(player, round, Purpose::Bot)
    }
}

/// The bots of one game: a list of bots, and for each player the index of the bot that plays.
pub struct Bots<'a, G: Game> {
    pub pool: &'a mut [Box<dyn Strategy<G>>],
    pub of_player: &'a [usize],
    /// Clocks that measure the thinking time, one per bot; `None` if thinking time is not measured.
    pub clocks: Option<&'a mut [Clock]>,
}

/// Error: a bot failed, so that the game cannot continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// Index of the player whose bot failed.
    pub player: usize,
    pub round: u16,
    pub failure: Failure,
}

/// A bot's decision between two or more options, before it is played.
pub struct Decided<'a, G: Game> {
    pub player: usize,
    pub round: u16,
    pub options: &'a Options<G::Choice>,
    /// Index of the option that the bot chose, from 0.
    pub chosen: usize,
    /// The bot that decided and that can explain its choice.
    pub bot: &'a dyn Strategy<G>,
}

/// Interface for code that plays the chosen options of a game's decisions. An implementation can
/// also measure decisions or replace choices.
pub trait Referee<G: Game> {
    /// Returns the index of the option to play in a decision between two or more options. The
    /// default implementation returns the option that the bot chose.
    #[inline]
    fn decide(&mut self, game: &G, state: &G::State, decided: &Decided<'_, G>) -> usize {
        let _ = (game, state);
        decided.chosen
    }

    /// Plays an option: changes the state of the game as [`Game::play`] does.
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

/// Plays the options that the bots chose, without measuring anything or replacing choices.
pub struct Plain;

impl<G: Game> Referee<G> for Plain {}

/// Plays a game to its end. Returns the number of decisions with two or more options.
///
/// # Errors
/// Fails if a bot fails.
pub fn play_out<G: Game, C: Chance, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut BotLuck,
    dice: &mut C,
    observer: &mut O,
) -> Result<u32, Stuck> {
    let referee = &mut Plain;
    play_with(game, state, bots, luck, dice, referee, observer, |_, _| {})
}

/// Plays a game to its end, like [`play_out`], but lets `referee` play the chosen options. Calls
/// `tell` before each decision between two or more options is played.
///
/// # Errors
/// Fails if a bot fails.
#[expect(clippy::too_many_arguments, reason = "a game has that many parts")]
pub fn play_with<G: Game, C: Chance, R: Referee<G>, O: Observer<G::Event>>(
    game: &G,
    state: &mut G::State,
    bots: &mut Bots<'_, G>,
    luck: &mut BotLuck,
    dice: &mut C,
    referee: &mut R,
    observer: &mut O,
    mut tell: impl FnMut(&mut O, Decided<'_, G>),
) -> Result<u32, Stuck> {
    bots.pool.iter_mut().for_each(|bot| bot.begin(luck.member));
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
            chosen = decided.map_err(|failure| Stuck { player, round, failure })?;
            let decided = Decided { player, round, options: &options, chosen, bot: bot.as_ref() };
            chosen = referee.decide(game, state, &decided);
            tell(observer, Decided { chosen, ..decided });
        }
        referee.play(game, state, options[chosen], dice, observer);
    }
    Ok(unforced)
}
