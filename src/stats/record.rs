//! What the statistics keep of one game: who played, how each came out, and the values of the game's measures.

use arrayvec::ArrayVec;

use super::{MAX_ENTRANTS, MAX_USE_VALUES, MAX_VALUES, Measures};

/// One finished game. To be filled again and again: its memory is taken once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Rounds begun, from 1.
    pub rounds: u16,
    /// At most [`MAX_ENTRANTS`].
    pub players: Vec<Player>,
    /// The values of [`Measures::game`].
    pub game: ArrayVec<u32, MAX_VALUES>,
    /// Things used, in any order.
    pub uses: Vec<Use>,
    /// By who, towards whom, and measure.
    pairs: Vec<u32>,
    /// How many measures a pair has.
    pair_measures: usize,
}

/// What one player made of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Player {
    /// Index into [`super::Cast::entrants`].
    pub entrant: u16,
    /// Place in the line-up, from 0: it decides seat and team.
    pub slot: u8,
    /// Won, alone or with its team. Nobody may have won.
    pub won: bool,
    /// From 1, the best; members of a team share their team's place. 0: none, as in a cooperative game.
    pub place: u8,
    /// The values of [`Measures::entrants`].
    pub values: [u32; MAX_VALUES],
}

/// One thing, used once by one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// Index into [`Record::players`].
    pub player: u8,
    /// Index into the entrant's [`super::Entrant::things`].
    pub thing: u16,
    /// From 1.
    pub round: u16,
    /// The values of [`Measures::things`].
    pub values: [u16; MAX_USE_VALUES],
}

/// Uses for which memory is taken before the first game, at most: games that use more take it as they come.
const USES_AT_ONCE: usize = 1 << 12;

impl Record {
    /// A new game begins: of so many players, all values 0, nothing used. Allocates nothing if a game of as many players was begun before, and none
    /// used more things.
    ///
    /// # Panics
    /// If there are more players than [`MAX_ENTRANTS`].
    pub fn begin(&mut self, measures: &Measures, players: usize) {
        assert!(
            players <= MAX_ENTRANTS,
            "a game has at most {MAX_ENTRANTS} players"
        );
        self.rounds = 0;
        self.players.clear();
        self.players.resize(players, Player::default());
        self.game.clear();
        self.game.extend(measures.game.iter().map(|_| 0));
        self.uses.clear();
        self.uses
            .reserve((players * usize::from(measures.rounds)).min(USES_AT_ONCE));
        self.pair_measures = measures.pairs.len();
        self.pairs.clear();
        self.pairs.resize(players * players * self.pair_measures, 0);
    }

    /// The bytes of a record in which each player uses one thing in every round.
    pub fn size(measures: &Measures, players: usize) -> usize {
        size_of::<Record>()
            + players * size_of::<Player>()
            + players * usize::from(measures.rounds) * size_of::<Use>()
            + players * players * measures.pairs.len() * size_of::<u32>()
    }

    /// The value of one of [`Measures::pairs`] from one player to another, both indices into [`Record::players`].
    pub fn pair(&self, measure: usize, from: usize, to: usize) -> u32 {
        self.pairs_of(from, to)[measure]
    }

    pub fn pair_mut(&mut self, measure: usize, from: usize, to: usize) -> &mut u32 {
        let first = self.first_pair(from, to);
        &mut self.pairs[first..first + self.pair_measures][measure]
    }

    /// The values of all [`Measures::pairs`] from one player to another.
    pub(super) fn pairs_of(&self, from: usize, to: usize) -> &[u32] {
        let first = self.first_pair(from, to);
        &self.pairs[first..first + self.pair_measures]
    }

    fn first_pair(&self, from: usize, to: usize) -> usize {
        (from * self.players.len() + to) * self.pair_measures
    }
}
