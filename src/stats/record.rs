//! Record of one finished game: who played, the results, and the values of the game's measures.

use arrayvec::ArrayVec;

use super::{MAX_ENTRANTS, MAX_USE_VALUES, MAX_VALUES, Measures};

/// One finished game. A record can be reused for many games, so that memory is allocated only once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Number of rounds that began, at least 1.
    pub rounds: u16,
    /// Players of the game, at most [`MAX_ENTRANTS`].
    pub players: Vec<Player>,
    /// Values of [`Measures::game`].
    pub game: ArrayVec<u32, MAX_VALUES>,
    /// Uses of things (such as cards) during the game, in any order.
    pub uses: Vec<Use>,
    /// Values of [`Measures::pairs`], ordered by acting player, target player and measure.
    pairs: Vec<u32>,
    /// Number of measures of a pair.
    pair_measures: usize,
}

/// Result of one player in one game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Player {
    /// Index of the player's entrant in [`super::Cast::entrants`].
    pub entrant: u16,
    /// Slot of the player in the line-up, counted from 0. The slot decides seat and team.
    pub slot: u8,
    /// True if the player won, alone or with its team. A game may have no winner.
    pub won: bool,
    /// Place of the player, counted from 1 (best); members of a team share a place. 0 means no
    /// place, as in a cooperative game.
    pub place: u8,
    /// Values of [`Measures::entrants`].
    pub values: [u32; MAX_VALUES],
}

/// One use of a thing (such as a card) by one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// Index of the player in [`Record::players`].
    pub player: u8,
    /// Index of the thing (such as a card) in the entrant's [`super::Entrant::things`].
    pub thing: u16,
    /// Round of the use, counted from 1.
    pub round: u16,
    /// Values of [`Measures::things`].
    pub values: [u16; MAX_USE_VALUES],
}

/// Number of uses for which memory is reserved before the first game. A game with more uses
/// allocates memory.
const USES_AT_ONCE: usize = 1 << 12;

impl Record {
    /// Starts the record of a new game, with values of 0 and without uses. Allocates memory only if
    /// no earlier game of this record had as many players and uses.
    ///
    /// # Panics
    /// Panics if there are more than [`MAX_ENTRANTS`] players.
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

    /// Returns the size in bytes of a record in which each player uses one thing (such as a card)
    /// in every round.
    pub fn size(measures: &Measures, players: usize) -> usize {
        size_of::<Record>()
            + players * size_of::<Player>()
            + players * usize::from(measures.rounds) * size_of::<Use>()
            + players * players * measures.pairs.len() * size_of::<u32>()
    }

    /// Returns the value of one of [`Measures::pairs`] from one player to another; both are indices
    /// into [`Record::players`].
    pub fn pair(&self, measure: usize, from: usize, to: usize) -> u32 {
        self.pairs_of(from, to)[measure]
    }

    pub fn pair_mut(&mut self, measure: usize, from: usize, to: usize) -> &mut u32 {
        let first = self.first_pair(from, to);
        &mut self.pairs[first..first + self.pair_measures][measure]
    }

    /// Returns the values of all [`Measures::pairs`] from one player to another.
    pub(super) fn pairs_of(&self, from: usize, to: usize) -> &[u32] {
        let first = self.first_pair(from, to);
        &self.pairs[first..first + self.pair_measures]
    }

    fn first_pair(&self, from: usize, to: usize) -> usize {
        (from * self.players.len() + to) * self.pair_measures
    }
}
