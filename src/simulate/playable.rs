//! The interface of a scenario that is ready to be played, for code that does not depend on the
//! game. One virtual call plays a whole game; the loop inside is compiled for each game type.

use std::any::Any;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{Ear, Weighing};
use crate::game::story::{Replay, StoryLine};
use crate::stats::luck::Luck;
use crate::stats::{Cast, MAX_ENTRANTS, Measures, Record};
use crate::strategies::trained::{Lessons, Network};
use crate::strategies::{Failure, Weights};

/// A scenario that is ready to be played: a game with its rules, line-ups and bots. Any number of
/// workers can play its games at the same time.
pub trait Playable: Send + Sync {
    /// Returns the entrants, the slots of the line-up and the sides, as the statistics need them.
    fn cast(&self) -> &Cast;

    /// Returns the measures, i.e. the quantities that the statistics record in each game.
    fn measures(&self) -> &Measures;

    /// Returns the line-up of game `game` with seed `seed`: the fighter, seat and team at each
    /// place.
    fn seated(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS>;

    /// Returns the fighters that may play in a slot of the line-up, as indices into the roster.
    fn may_play(&self, slot: usize) -> &[u8];

    /// Returns the entrant for a fighter in a slot of the line-up, as an index into the entrants of
    /// the statistics. The fighter must be one of [`Playable::may_play`].
    fn entrant(&self, slot: usize, fighter: u8) -> u16;

    /// Returns the index of the bot to which the scenario refers by this text; `None` if there is
    /// no such bot.
    fn bot(&self, reference: &str) -> Option<usize>;

    /// Creates a worker, i.e. an object that plays games of the scenario one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Creates a worker for tests, which panics if a bot's decision depends on information that is
    /// hidden from its player.
    #[doc(hidden)]
    fn examiner(&self) -> Box<dyn Worker + '_>;

    /// Returns the settings for measuring the players' luck. `None` if the measurement of luck
    /// would take more time than it saves. See [`Worker::weigh_luck`].
    fn weighing(&self) -> Option<Weighing>;

    /// Returns the concrete type of the prepared scenario ([`crate::simulate::Stage`]), for code
    /// that depends on the game.
    fn as_any(&self) -> &dyn Any;
}

/// Plays games of a prepared scenario ([`Playable`]) one after the other. Only the first game
/// allocates memory.
pub trait Worker: Send {
    /// Plays game number `game` of the random seed `seed` and returns its record.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>>;

    /// Plays game `game` of seed `seed` as [`Worker::play`] does. Before each decision is played,
    /// calls the callback `ear`, which may replace the choice. Luck is not measured.
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
    /// fighter must be allowed at its place; each bot must be a bot of the scenario.
    ///
    /// Returns the final rank of each fighter, in the order of `line_up`. All members of a side
    /// have the same rank, and the winning side has rank 1. If no side wins, all ranks are 0.
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn play_line_up(
        &mut self,
        line_up: &[Contender],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_ENTRANTS], Box<FailedGame>>;

    /// Returns the member of a panel that plays game `game` of seed `seed`; 0 without a panel.
    fn member(&self, seed: u64, game: u64) -> u8;

    /// Plays one training game, and appends the decisions of the learning bot to
    /// [`Worker::lessons`].
    ///
    /// # Errors
    /// Fails if a bot fails.
    fn study(&mut self, study: &Study<'_>, game: u64) -> Result<(), Box<FailedGame>>;

    /// Returns the recorded decisions of the learning bot, or `None` before the first training
    /// game.
    fn lessons(&mut self) -> Option<&mut Lessons>;

    /// Plays the same game as [`Worker::play`], and returns its story: an event log as text or
    /// JSON.
    fn watch(&mut self, seed: u64, game: u64, watching: &Watching<'_>) -> Told;

    /// Makes the worker measure the luck of every fighter in all later games. The course of the
    /// games does not change.
    fn weigh_luck(&mut self, weighing: &Weighing);

    /// Returns the luck of each fighter of the line-up in the last game, see [`Luck`]. All values
    /// are 0 if luck is not measured.
    fn luck(&self) -> &[Luck; MAX_ENTRANTS];

    /// Makes the worker measure the thinking time of each bot in all later games.
    fn take_time(&mut self);

    /// Returns the thinking time of each bot, in the order of the scenario's bots. Empty unless
    /// [`Worker::take_time`] was called.
    fn clocks(&self) -> Vec<Clock>;
}

/// One fighter of a line-up, with its seat at the table and its team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seated {
    /// Index of the fighter in the roster, from 0.
    pub fighter: u8,
    /// The seat at the table that controls the fighter, from 0. A seat may control several fighters
    /// of one team.
    pub seat: u8,
    /// Number of the fighter's team, from 0. Without teams, each fighter is a team of its own.
    pub team: u8,
}

/// A fighter of a line-up, with the bot that plays the fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    pub seated: Seated,
    /// Index of the bot that plays the fighter (see [`Playable::bot`]), or [`PUPIL`] for the bot
    /// that learns.
    pub bot: usize,
}

/// A training game: a game in which one bot learns.
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// The fighters of a training game and their bots; the learning bot is [`PUPIL`].
    pub line_up: &'a [Contender],
    /// The current network of the learning bot. With `None` the bot keeps the network of its last
    /// training game.
    pub network: Option<&'a Arc<Network>>,
    /// The bot that the learning bot imitates until it receives a network; `None` for no imitation.
    pub teacher: Option<Weights>,
    /// Probability that the learning bot plays a random option, 0 to 1.
    pub tries: f32,
    /// Factor of the temperature at which the learning bot draws its options.
    pub heat: f32,
    /// Weight of the game's result in the training target of each decision, 0 to 1: the λ of Q(λ),
    /// see [`Lessons::close`].
    pub trace: f32,
    pub seed: u64,
}

/// The value of [`Contender::bot`] that stands for the learning bot.
pub const PUPIL: usize = usize::MAX;

/// Settings for the story (event log) of a game.
#[derive(Debug, Clone, Copy)]
pub struct Watching<'a> {
    /// Name of the game.
    pub title: &'a str,
    /// Title of the scenario, shown as the heading of a game's story (event log).
    pub scenario: &'a str,
    pub form: StoryForm,
    /// Number of the seat at the table, from 1, whose decisions a game's event log explains. `None`
    /// for no explanations. A replay explains the decisions of all seats.
    pub explain: Option<u8>,
    /// Number of the game whose line-up and setup are used; `None` if the played game has its own
    /// line-up and setup.
    pub deal: Option<u64>,
}

/// The form of the story (event log) of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoryForm {
    Prose,
    /// One JSON object per event.
    Json,
    /// Prose, and a replay for a drawn board.
    Replay,
}

/// The story (event log) of a game. If a bot failed, the story ends at the failure, and `failed`
/// has the reason.
#[derive(Debug, Clone)]
pub struct Told {
    pub lines: Vec<StoryLine>,
    /// The replay of the game, for [`StoryForm::Replay`].
    pub replay: Option<Replay>,
    pub failed: Option<Box<FailedGame>>,
}

/// The total thinking time of a bot, with the number of its decisions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Number of decisions with at least two options that the bot made.
    pub decisions: u64,
    /// Processor time that the bot used for its decisions with at least two options, in
    /// nanoseconds.
    pub nanoseconds: u64,
}

/// A game that ended because a bot failed. The failure also ends the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedGame {
    pub seed: u64,
    pub game: u64,
    /// Number of the game from which the failed game took its line-up and setup; `None` if the
    /// failed game had its own line-up and setup.
    pub deal: Option<u64>,
    /// The round in which the bot failed, from 1; 0 before the first round.
    pub round: u16,
    /// Key of the fighter that the failed bot played.
    pub fighter: String,
    /// Number of the failed bot's seat at the table, from 1.
    pub seat: u8,
    pub failure: Failure,
}

impl std::fmt::Display for FailedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FailedGame { seed, game, deal, round, fighter, seat, failure } = self;
        let dealt = deal.map_or(String::new(), |deal| format!(" with the deal of game {deal}"));
        write!(
            f,
            "{failure} (in game {game}{dealt} of seed {seed}, round {round}, playing {fighter} in \
             seat {seat})"
        )
    }
}

impl std::error::Error for FailedGame {}
