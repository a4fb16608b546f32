//! The interface of a game that is ready to be played, for code that does not depend on the game.
//! One virtual call plays a whole game; the loop inside is compiled for each game type.

use std::any::Any;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{Ear, Weighing};
use crate::game::story::StoryLine;
use crate::stats::luck::Luck;
use crate::stats::{Cast, MAX_ENTRANTS, Measures, Record};
use crate::strategies::trained::{Lessons, Network};
use crate::strategies::{Failure, Weights};

/// A scenario that is ready to be played: a game with its rules, line-ups and bots. Any number of
/// workers can play its games at the same time.
pub trait Playable: Send + Sync {
    /// Returns the entrants, slots and sides of the statistics.
    fn cast(&self) -> &Cast;

    /// Returns the measures of the game's statistics.
    fn measures(&self) -> &Measures;

    /// Returns the fighter, seat and team of each slot in game `game` of seed `seed`, in slot
    /// order.
    fn seated(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS>;

    /// Returns the fighters that may play in a slot, as indices into the roster.
    fn may_play(&self, slot: usize) -> &[u8];

    /// Returns the entrant of a fighter in a slot, as an index into the entrants of the cast. The
    /// fighter must be one of [`Playable::may_play`].
    fn entrant(&self, slot: usize, fighter: u8) -> u16;

    /// Returns the index of the bot with this reference in the scenario, or `None` if there is
    /// none.
    fn bot(&self, reference: &str) -> Option<usize>;

    /// Creates a worker, which plays games one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Creates a worker for tests, which panics if a bot's decision depends on information that is
    /// hidden from its player.
    #[doc(hidden)]
    fn examiner(&self) -> Box<dyn Worker + '_>;

    /// Returns how to measure luck in these games, or `None` if the measurement would cost more
    /// time than it saves. See [`Worker::weigh_luck`].
    fn weighing(&self) -> Option<Weighing>;

    /// Returns the concrete [`crate::simulate::Stage`], for code that depends on the game.
    fn as_any(&self) -> &dyn Any;
}

/// Plays games of a [`Playable`] one after the other. Only the first game allocates memory.
pub trait Worker: Send {
    /// Plays game `game` of seed `seed` and returns its record.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>>;

    /// Plays game `game` of seed `seed` as [`Worker::play`] does. Before each decision is played,
    /// calls `ear` (a callback), which may replace the choice. Luck is not measured.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn listen(
        &mut self,
        seed: u64,
        game: u64,
        ear: &mut Ear<'_>,
    ) -> Result<&Record, Box<FailedGame>>;

    /// Plays game `game` of seed `seed` with `line_up` instead of the scenario's line-up. Each
    /// fighter must be allowed in its slot; each bot must be a bot of the scenario.
    ///
    /// Returns the place of each slot, in the order of `line_up`. All slots of a side have the same
    /// place, and the winning side has place 1. If no side wins, all places are 0.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn play_line_up(
        &mut self,
        line_up: &[Contender],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_ENTRANTS], Box<FailedGame>>;

    /// Plays the deal of game `deal` of seed `seed` with the dice of game `game`. The deal is the
    /// line-up and everything drawn before the first decision. Returns true if a side wins.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn replay(&mut self, seed: u64, deal: u64, game: u64) -> Result<bool, Box<FailedGame>>;

    /// Plays one training game, and appends the decisions of the learning bot to
    /// [`Worker::lessons`].
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn study(&mut self, study: &Study<'_>, game: u64) -> Result<(), Box<FailedGame>>;

    /// Returns the recorded decisions of the learning bot, or `None` before the first training
    /// game.
    fn lessons(&mut self) -> Option<&mut Lessons>;

    /// Plays the same game as [`Worker::play`], and returns its story: a text or JSON, event by
    /// event.
    fn watch(&mut self, seed: u64, game: u64, watching: &Watching<'_>) -> Told;

    /// Measures the luck of every slot in all later games; the games themselves do not change.
    fn weigh_luck(&mut self, weighing: &Weighing);

    /// Returns the luck of each slot of the line-up in the last game, see [`Luck`]; all 0 if luck
    /// is not measured.
    fn luck(&self) -> &[Luck; MAX_ENTRANTS];

    /// Measures the thinking time of each bot in all later games.
    fn take_time(&mut self);

    /// Returns the thinking time of each bot, by bot index; empty unless [`Worker::take_time`] was
    /// called.
    fn clocks(&self) -> Vec<Clock>;
}

/// One fighter of a line-up, with its seat and team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seated {
    /// Index of the fighter in the roster.
    pub fighter: u8,
    /// The seat that controls the fighter, from 0. A seat may control several fighters of one team.
    pub seat: u8,
    /// The fighter's team, from 0. Without teams, each slot is a team of its own.
    pub team: u8,
}

/// A fighter of a line-up, with the bot that plays the fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    pub seated: Seated,
    /// Index of a bot of the scenario (see [`Playable::bot`]), or [`PUPIL`].
    pub bot: usize,
}

/// A training game: a game in which one bot learns.
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// The fighters and their bots; the learning bot is [`PUPIL`].
    pub line_up: &'a [Contender],
    /// The current network of the learning bot. With `None` the bot continues with the network it
    /// has.
    pub network: Option<&'a Arc<Network>>,
    /// The bot that the learning bot imitates until it receives a network; `None` for no imitation.
    pub teacher: Option<Weights>,
    /// Probability that the learning bot plays a random option, 0 to 1.
    pub tries: f32,
    /// Weight of the game's result in the training target of each decision, 0 to 1: the λ of Q(λ),
    /// see [`Lessons::close`].
    pub trace: f32,
    pub seed: u64,
}

/// The value of [`Contender::bot`] that stands for the learning bot.
pub const PUPIL: usize = usize::MAX;

/// Settings for the story of a game.
#[derive(Debug, Clone, Copy)]
pub struct Watching<'a> {
    /// Name of the game.
    pub title: &'a str,
    /// Title of the scenario, shown as the story's heading.
    pub scenario: &'a str,
    /// If true, the story is one JSON object per event; otherwise prose.
    pub json: bool,
    /// The seat, from 1, whose decisions the story explains; `None` for no explanations.
    pub explain: Option<u8>,
    /// Number of the game whose deal (line-up and setup) is used; `None` for the played game's own
    /// deal (see [`Worker::replay`]).
    pub deal: Option<u64>,
}

/// The story of a game. If a bot failed, the story ends at the failure, and `failed` has the
/// reason.
#[derive(Debug, Clone)]
pub struct Told {
    pub lines: Vec<StoryLine>,
    pub failed: Option<Box<FailedGame>>,
}

/// The thinking time of a bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Number of decisions with at least two options.
    pub decisions: u64,
    /// Processor time that the bot used for these decisions, in nanoseconds.
    pub nanoseconds: u64,
}

/// A game that ended because a bot failed. The failure also ends the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedGame {
    pub seed: u64,
    pub game: u64,
    /// Number of the game whose deal (line-up and setup) was used, if it was not the failed game's
    /// own.
    pub deal: Option<u64>,
    /// The round of the failure, from 1; 0 before the first round.
    pub round: u16,
    /// Key of the fighter that the failed bot played.
    pub fighter: String,
    /// Seat of the failed bot, from 1.
    pub seat: u8,
    pub failure: Failure,
}

impl std::fmt::Display for FailedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FailedGame {
            seed,
            game,
            deal,
            round,
            fighter,
            seat,
            failure,
        } = self;
        let dealt = deal.map_or(String::new(), |deal| {
            format!(" with the deal of game {deal}")
        });
        write!(
            f,
            "{failure} (in game {game}{dealt} of seed {seed}, round {round}, playing {fighter} in seat {seat})"
        )
    }
}

impl std::error::Error for FailedGame {}
