//! The game as the deciding player sees it (rule B-5): everything except the hands of others and
//! the order of the piles.

use std::ops::Deref;

use super::BattleCards;
use super::decks::Cards;
use super::sheet::Sheet;
use super::state::{CharacterIndex, OpenState, State};
use crate::game::{Game, Turn};

/// A state of the game as the deciding player sees it: the open part of the state, and the player's
/// own hand. The view gives no access to hidden information.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a BattleCards,
    /// The full state of the game. The field is private, because only the methods of the view hide
    /// secrets.
    state: &'a State,
    /// Index of the player who decides, from 0.
    pub(super) me: usize,
}

impl Deref for View<'_> {
    type Target = OpenState;

    #[inline]
    fn deref(&self) -> &OpenState {
        &self.state.open
    }
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a BattleCards, state: &'a State) -> Self {
        let me = match game.turn(state) {
            Turn::Decision(player) => player,
            Turn::Over => 0,
        };
        View { game, state, me }
    }

    facts! { self;
        pub fn sheet(character: CharacterIndex) -> &'a Sheet = self.game.sheets.of(character);
        /// Returns the number of cards in a player's hand.
        pub fn cards_of(player: usize) -> usize = self.state.hand[player].len();
        /// Returns the hand of the deciding player.
        pub fn hand() -> &'a Cards = &self.state.hand[self.me];
        /// Returns the number of action cards in the draw pile, without the used cards under it.
        pub fn pile() -> usize = self.state.pile.len();
    }

    /// Returns a copy of the game's state without secrets. Hands of other players keep only their
    /// known cards; the draw pile contains all cards whose place the deciding player does not know.
    pub(super) fn without_secrets(self) -> State {
        let mut state = *self.state;
        let hands = state.hand.iter_mut().enumerate();
        for (player, hand) in hands.filter(|(player, _)| *player != self.me) {
            let mut known = Cards::EMPTY;
            for card in self.shown[player].cards() {
                hand.remove(card as usize);
                known.add(card as usize);
            }
            state.pile.add_all(*hand);
            *hand = known;
        }
        state
    }
}
