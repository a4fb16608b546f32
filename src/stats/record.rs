//! What the statistics keep of one game: who played, how each came out, what each card did. Knows entrants, no game.

use arrayvec::ArrayVec;

/// The most players of a game.
pub const MAX_PLAYERS: usize = 8;
/// The most rounds of a game.
pub const MAX_ROUNDS: usize = 20;
/// `Player::round_eliminated` of one who is still there at the end.
pub const SURVIVED: u8 = 0;
/// `Player::eliminated_by` of one whom no player eliminated: a survivor, or a victim of the crowd's rocks.
pub const NOBODY: u8 = u8::MAX;
/// `CardPlay::card` of a round in which a player played none.
pub const NO_CARD: u8 = u8::MAX;

/// One finished game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Rounds begun, 1 to [`MAX_ROUNDS`].
    pub rounds: u8,
    /// The players; their order is that of `Player::eliminated_by` and `Player::score_taken`.
    pub players: ArrayVec<Player, MAX_PLAYERS>,
}

/// What one player made of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Index into [`super::Cast::entrants`].
    pub entrant: u16,
    /// Place in the line-up, from 0: it decides seat and team.
    pub slot: u8,
    /// Won, alone or with its team.
    pub won: bool,
    /// 1 is the winner; members of a team share their team's place.
    pub place: u8,
    /// The game's score (Ultimate Warriorz: popularity points).
    pub score: u16,
    /// The round of its elimination, from 1, or [`SURVIVED`].
    pub round_eliminated: u8,
    /// The player (index into `Record::players`) that eliminated it, or [`NOBODY`].
    pub eliminated_by: u8,
    /// Score taken from each other player, by index into `Record::players`.
    pub score_taken: [u16; MAX_PLAYERS],
    /// The card of each round, from round 1.
    pub cards: [CardPlay; MAX_ROUNDS],
}

/// One card played by one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPlay {
    /// Index into the entrant's [`super::Entrant::cards`], or [`NO_CARD`].
    pub card: u8,
    /// Wounds dealt by its attacks.
    pub wounds_dealt: u8,
    /// Wounds taken while it was the active card.
    pub wounds_taken: u8,
}

impl Default for CardPlay {
    fn default() -> Self {
        CardPlay {
            card: NO_CARD,
            wounds_dealt: 0,
            wounds_taken: 0,
        }
    }
}
