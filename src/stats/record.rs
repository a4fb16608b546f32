//! Record of one finished game: who played, the results, and the values of the game's measures.

use arrayvec::ArrayVec;

use super::{Form, MAX_ENTRANTS, MAX_USE_VALUES, MAX_VALUES, Measure, Measures};

/// Result of one finished game. A record can be reused for many games, so that memory is allocated
/// only once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Number of rounds of the game that began, at least 1.
    pub rounds: u16,
    /// Member of the panel that played the game, counted from 0; 0 without a panel.
    pub member: u8,
    /// Players of the game, at most [`MAX_ENTRANTS`].
    pub players: Vec<Player>,
    /// Values measured for the game as a whole, in the order of [`Measures::game`].
    pub game: ArrayVec<u32, MAX_VALUES>,
    /// Uses of things during the game, in any order.
    pub uses: Vec<Use>,
    /// Values measured for pairs of players ([`Measures::pairs`]), ordered by acting player, target
    /// player and measure.
    pairs: Vec<u32>,
    /// Number of quantities that are measured for each pair of players.
    pair_measures: usize,
}

/// Result of one player in one game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Player {
    /// Index of the player's fighter and bot in the list of entrants ([`super::Cast::entrants`]).
    pub entrant: u16,
    /// Slot of the player in the line-up, counted from 0. The slot decides seat and team.
    pub slot: u8,
    /// True if the player won, alone or with its team. A game may have no winner.
    pub won: bool,
    /// Final rank of the player, counted from 1 (best); members of a team share a rank. 0 means no
    /// rank, as in a cooperative game.
    pub place: u8,
    /// Values measured for the player, in the order of [`Measures::entrants`].
    pub values: [u32; MAX_VALUES],
}

/// One use of a thing by one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// Index of the player who used the thing, in [`Record::players`].
    pub player: u8,
    /// Index of the used thing in the list [`super::Entrant::things`].
    pub thing: u16,
    /// Round in which the thing was used, counted from 1.
    pub round: u16,
    /// Values measured for this use of a thing, in the order of [`Measures::things`].
    pub values: [u16; MAX_USE_VALUES],
}

/// Number of uses of things for which a record reserves memory before the first game; few games have
/// more.
const USES: usize = 1 << 15;

impl Record {
    /// Starts the record of a new game, with values of 0 and without uses of things. Allocates
    /// memory only if no earlier game of this record had as many players and uses.
    ///
    /// # Panics
    /// Panics if there are more than [`MAX_ENTRANTS`] players.
    pub fn begin(&mut self, measures: &Measures, players: usize) {
        assert!(players <= MAX_ENTRANTS, "a game has at most {MAX_ENTRANTS} players");
        (self.rounds, self.member) = (0, 0);
        self.players.clear();
        self.players.resize(players, Player::default());
        self.game.clear();
        self.game.extend(measures.game.iter().map(|_| 0));
        self.uses.clear();
        self.uses.reserve(USES);
        self.pair_measures = measures.pairs.len();
        self.pairs.clear();
        self.pairs.resize(players * players * self.pair_measures, 0);
    }

    /// Adds a use of a thing in the current round, with values of 0. Returns the index of the use.
    pub fn begin_use(&mut self, player: u8, thing: u16) -> usize {
        self.uses.push(Use { player, thing, round: self.rounds, ..Use::default() });
        self.uses.len() - 1
    }

    /// Reduces amounts of players and of the game that exceed the maximum of their measure to this
    /// maximum.
    pub fn cap(&mut self, measures: &Measures) {
        let cap = |(value, measure): (&mut u32, &Measure)| {
            let most = if measure.form == Form::Amount { measure.most } else { u32::MAX };
            *value = (*value).min(most);
        };
        let players = self.players.iter_mut();
        players.flat_map(|player| player.values.iter_mut().zip(&measures.entrants)).for_each(cap);
        self.game.iter_mut().zip(&measures.game).for_each(cap);
    }

    /// Returns the size in bytes of a game's record in which each player uses one thing in every
    /// round.
    pub fn size(measures: &Measures, players: usize) -> usize {
        size_of::<Record>()
            + players * size_of::<Player>()
            + players * usize::from(measures.rounds) * size_of::<Use>()
            + players * players * measures.pairs.len() * size_of::<u32>()
    }

    /// Returns one measured value of an ordered pair of players ([`Measures::pairs`]). Both players
    /// are indices into [`Record::players`].
    pub fn pair(&self, measure: usize, from: usize, to: usize) -> u32 {
        self.pairs_of(from, to)[measure]
    }

    pub fn pair_mut(&mut self, measure: usize, from: usize, to: usize) -> &mut u32 {
        let first = self.first_pair(from, to);
        &mut self.pairs[first..first + self.pair_measures][measure]
    }

    /// Returns all measured values of an ordered pair of players ([`Measures::pairs`]).
    pub(super) fn pairs_of(&self, from: usize, to: usize) -> &[u32] {
        let first = self.first_pair(from, to);
        &self.pairs[first..first + self.pair_measures]
    }

    fn first_pair(&self, from: usize, to: usize) -> usize {
        (from * self.players.len() + to) * self.pair_measures
    }
}
