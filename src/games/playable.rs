//! A game ready to be played, as those see it who know no game: a virtual call for each game, none inside it.

use std::any::Any;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::story::Line;
use crate::simulate::Weighing;
use crate::stats::luck::Luck;
use crate::stats::{Cast, MAX_ENTRANTS, Measures, Record};
use crate::strategies::trained::{Lessons, Network};
use crate::strategies::{Failure, Weights};

/// A line-up with its rules and its bots, from which any number of games can be played at once.
pub trait Playable: Send + Sync {
    /// Whom the statistics are about.
    fn cast(&self) -> &Cast;

    /// What is measured of its games.
    fn measures(&self) -> &Measures;

    /// Who sits where in a game, slot by slot.
    fn seated(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS>;

    /// The roster's fighters (indices) that may play in a slot.
    fn may_play(&self, slot: usize) -> &[u8];

    /// The entrant that a fighter in a slot is; it may play there.
    fn entrant(&self, slot: usize, fighter: u8) -> u16;

    /// The bot that the scenario refers to so.
    fn bot(&self, reference: &str) -> Option<usize>;

    /// Somebody to play games, one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// The same, for tests: a decision that hangs on what its player cannot see ends in a panic.
    #[doc(hidden)]
    fn examiner(&self) -> Box<dyn Worker + '_>;

    /// How luck is weighed in its games, if that is worth while: see [`Worker::weigh_luck`].
    fn weighing(&self) -> Option<Weighing>;

    /// The game itself, for those who know it: a [`crate::simulate::Stage`].
    fn as_any(&self) -> &dyn Any;
}

/// Plays games of a [`Playable`]. It allocates in its first game only.
pub trait Worker: Send {
    /// Plays game `game` of seed `seed`, and gives its record.
    ///
    /// # Errors
    /// If a bot fails.
    fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>>;

    /// Plays game `game` of seed `seed` with a line-up of one's own: whoever may play in the scenario, and any of its bots. Gives the place of
    /// each slot (1 is the first; members of a side share one; all 0 if nobody has won) in the order of `line_up`.
    ///
    /// # Errors
    /// If a bot fails.
    fn play_line_up(
        &mut self,
        line_up: &[Contender],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_ENTRANTS], Box<FailedGame>>;

    /// Plays the deal of game `deal` of seed `seed`, its line-up and all that is drawn before the first decision, on with the dice of game `game`. True if somebody
    /// wins it.
    ///
    /// # Errors
    /// If a bot fails.
    fn replay(&mut self, seed: u64, deal: u64, game: u64) -> Result<bool, Box<FailedGame>>;

    /// Plays a game in which somebody learns; what it has decided is added to [`Worker::lessons`].
    ///
    /// # Errors
    /// If a bot fails.
    fn study(&mut self, study: &Study<'_>, game: u64) -> Result<(), Box<FailedGame>>;

    /// What was decided by the bot that learns; nothing before the first game in which one does.
    fn lessons(&mut self) -> Option<&mut Lessons>;

    /// Plays game `game` of seed `seed` as [`Worker::play`] does, and tells it.
    fn watch(&mut self, seed: u64, game: u64, watching: &Watching<'_>) -> Told;

    /// Weighs, in all games from now on, how lucky everybody is; the games stay the same.
    fn weigh_luck(&mut self, weighing: &Weighing);

    /// By slot of the line-up: the luck in the game that was played last, see [`Luck`]; all 0 if nobody weighed it.
    fn luck(&self) -> &[Luck; MAX_ENTRANTS];

    /// Takes the time that each bot thinks, from now on.
    fn take_time(&mut self);

    /// How long each bot has thought; nothing if nobody took the time.
    fn clocks(&self) -> Vec<Clock>;
}

/// One fighter of a line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seated {
    /// Index of the fighter in the roster.
    pub fighter: u8,
    /// The seat that controls it, from 0; a seat may control several fighters of one team.
    pub seat: u8,
    /// Its team, from 0; everyone alone is everyone a team of their own.
    pub team: u8,
}

/// A fighter of a line-up, and who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    pub seated: Seated,
    /// A bot of the scenario: see [`Playable::bot`].
    pub bot: usize,
}

/// A game in which a bot learns.
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// Who plays; the learning bot is [`PUPIL`].
    pub line_up: &'a [Contender],
    /// What it has learnt so far; before that it imitates the teacher.
    pub network: Option<&'a Arc<Network>>,
    pub teacher: Option<Weights>,
    /// How often it tries any other option.
    pub tries: f32,
    /// How much of what a decision learns comes from the end of the game, see [`Lessons::close`].
    pub trace: f32,
    pub seed: u64,
}

/// The bot that learns, as a [`Contender::bot`].
pub const PUPIL: usize = usize::MAX;

/// How a game is told.
#[derive(Debug, Clone, Copy)]
pub struct Watching<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// One JSON object for each event instead of prose.
    pub json: bool,
    /// Why this seat, from 1, decides as it does.
    pub explain: Option<u8>,
    /// The game whose deal is played, if it is another's ([`Worker::replay`]).
    pub deal: Option<u64>,
}

/// A game that was told; of one that broke off what was played, and why.
#[derive(Debug, Clone)]
pub struct Told {
    pub lines: Vec<Line>,
    pub failed: Option<Box<FailedGame>>,
}

/// How long a bot has thought.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Decisions between two options or more.
    pub decisions: u64,
    /// For which its threads computed them.
    pub nanoseconds: u64,
}

/// A game in which a bot failed: it ends the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedGame {
    pub seed: u64,
    pub game: u64,
    /// The game whose deal was played, if it is another's.
    pub deal: Option<u64>,
    /// From 1; 0 before the first.
    pub round: u16,
    /// The fighter's key.
    pub fighter: String,
    /// From 1.
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
