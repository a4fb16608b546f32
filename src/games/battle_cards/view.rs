//! The game as the deciding player sees it (rule B-5): everything except the hands of others and
//! the order of the piles.

use super::decks::{Action, Cards};
use super::sheet::Sheet;
use super::state::{Attack, CharacterIndex, Characters, Phase, State};
use super::{BattleCards, Rules};
use crate::game::{Game, Turn};

/// A state of the game as the deciding player sees it. The view gives no access to hidden
/// information.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    game: &'a BattleCards,
    /// The full state of the game. The field is private, because only the methods of the view hide
    /// secrets.
    state: &'a State,
    me: usize,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a BattleCards, state: &'a State) -> Self {
        let me = match game.turn(state) {
            Turn::Decision(player) => player,
            Turn::Over => 0,
        };
        View { game, state, me }
    }

    pub(super) fn game(self) -> &'a BattleCards {
        self.game
    }

    /// Returns the full state of the game, for computations on open information. Callers must not
    /// read the hands or the piles in it.
    pub(super) fn open(self) -> &'a State {
        self.state
    }

    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// Returns the index of the player who decides, from 0.
    pub fn me(self) -> usize {
        self.me
    }

    pub fn round(self) -> u16 {
        self.state.round
    }

    pub fn phase(self) -> Phase {
        self.state.phase
    }

    /// Returns the index of the player whose turn it is, from 0.
    pub fn active(self) -> usize {
        self.state.active.into()
    }

    pub fn attacks_left(self) -> u8 {
        self.state.attacks_left
    }

    pub fn players(self) -> usize {
        self.state.players.into()
    }

    pub fn is_playing(self, player: usize) -> bool {
        self.state.fell[player] == 0
    }

    pub fn are_mates(self, one: usize, other: usize) -> bool {
        self.state.are_mates(one, other)
    }

    /// Iterates over the other players who are still in the game, in turn order.
    pub fn others(self) -> impl Iterator<Item = usize> + 'a {
        self.state.after(self.me)
    }

    pub fn team(self, player: usize) -> Characters {
        self.state.team[player]
    }

    pub fn life(self, character: CharacterIndex) -> u8 {
        self.state.life[usize::from(character)]
    }

    pub fn sheet(self, character: CharacterIndex) -> &'a Sheet {
        self.game.sheets.of(character)
    }

    pub fn energy(self, player: usize) -> u16 {
        self.state.energy[player]
    }

    /// Returns the leader of a player, or `None` if the player has no leader.
    pub fn leader(self, player: usize) -> Option<CharacterIndex> {
        let leader = self.state.leader[player];
        (leader != super::state::NONE).then_some(leader)
    }

    pub fn leads(self, character: CharacterIndex) -> bool {
        self.state.leads(character)
    }

    /// Returns the index of the player to whose team a living character belongs.
    pub fn player_of(self, character: CharacterIndex) -> usize {
        self.state.player_of(character)
    }

    /// Returns the number of cards in a player's hand.
    pub fn cards_of(self, player: usize) -> usize {
        self.state.hand[player].len()
    }

    /// Returns the hand of the deciding player.
    pub fn hand(self) -> &'a Cards {
        &self.state.hand[self.me]
    }

    pub fn discards(self) -> &'a Cards {
        &self.state.discards
    }

    /// Iterates over the used cards under the draw pile, in the order in which they are drawn
    /// again.
    pub fn under(self) -> impl Iterator<Item = Action> + 'a {
        self.state.under.cards()
    }

    /// Returns the number of action cards in the draw pile, without the used cards under it.
    pub fn pile(self) -> usize {
        self.state.pile.len()
    }

    pub fn cost(self, card: Action) -> u16 {
        self.game.decks.cost[card as usize]
    }

    pub fn amount(self, card: Action) -> u8 {
        self.game.amount(card)
    }

    /// Returns the attack that is not yet resolved. Meaningful only if the decision is about a card
    /// during an attack.
    pub fn attack(self) -> &'a Attack {
        &self.state.attack
    }

    /// Returns the energy that a player gains from its characters each turn.
    pub fn income(self, player: usize) -> u16 {
        let team = super::state::members(self.team(player));
        team.map(|own| self.sheet(own).energy).sum()
    }

    /// Returns the total life of all characters in a player's team.
    pub fn life_of(self, player: usize) -> u32 {
        self.game.life_of(self.state, player)
    }

    /// Returns a copy of the game's state without secrets. Hands of other players keep only their
    /// known cards; the draw pile contains all cards whose place the deciding player does not know.
    pub(super) fn without_secrets(self) -> State {
        let mut state = *self.state;
        for (player, hand) in state.hand.iter_mut().enumerate() {
            if player != self.me {
                for card in state.shown[player].cards() {
                    hand.remove(card as usize);
                }
                state.pile.add_all(*hand);
                *hand = Cards::EMPTY;
                for card in state.shown[player].cards() {
                    hand.add(card as usize);
                }
            }
        }
        state
    }
}
