//! What a player may know, B-5: everything but the hands of the others and the order of the piles.

use super::decks::{Action, Cards};
use super::sheet::Sheet;
use super::state::{Attack, Character, Characters, Phase, State};
use super::{BattleCards, Rules};
use crate::game::{Game, Turn};

/// A state in the eyes of the player who decides. Nothing hidden can be read through it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    game: &'a BattleCards,
    /// Read through the methods only: they hide what is hidden.
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

    /// For what is computed of open things alone: who calls it reads no hand and no pile.
    pub(super) fn open(self) -> &'a State {
        self.state
    }

    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// Who decides.
    pub fn me(self) -> usize {
        self.me
    }

    pub fn round(self) -> u16 {
        self.state.round
    }

    pub fn phase(self) -> Phase {
        self.state.phase
    }

    /// Whose turn it is.
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

    /// The other players that are not out, in turn order.
    pub fn others(self) -> impl Iterator<Item = usize> + 'a {
        self.state.after(self.me)
    }

    pub fn team(self, player: usize) -> Characters {
        self.state.team[player]
    }

    pub fn life(self, character: Character) -> u8 {
        self.state.life[usize::from(character)]
    }

    pub fn sheet(self, character: Character) -> &'a Sheet {
        self.game.sheets.of(character)
    }

    pub fn energy(self, player: usize) -> u16 {
        self.state.energy[player]
    }

    /// None if it is to be named.
    pub fn leader(self, player: usize) -> Option<Character> {
        let leader = self.state.leader[player];
        (leader != super::state::NONE).then_some(leader)
    }

    pub fn leads(self, character: Character) -> bool {
        self.state.leads(character)
    }

    /// The player of a living character.
    pub fn player_of(self, character: Character) -> usize {
        self.state.player_of(character)
    }

    /// How many cards a player holds.
    pub fn cards_of(self, player: usize) -> usize {
        self.state.hand[player].len()
    }

    /// The cards of the player who decides.
    pub fn hand(self) -> &'a Cards {
        &self.state.hand[self.me]
    }

    pub fn discards(self) -> &'a Cards {
        &self.state.discards
    }

    /// The cards under the pile, as they will come back.
    pub fn under(self) -> impl Iterator<Item = Action> + 'a {
        self.state.under.cards()
    }

    /// How many cards lie in the action pile, those under it aside.
    pub fn pile(self) -> usize {
        self.state.pile.len()
    }

    pub fn cost(self, card: Action) -> u16 {
        self.game.decks.cost[card as usize]
    }

    pub fn amount(self, card: Action) -> u8 {
        self.game.amount(card)
    }

    /// The attack under way; of no meaning where cards are not asked for.
    pub fn attack(self) -> &'a Attack {
        &self.state.attack
    }

    /// What a player gains each turn.
    pub fn income(self, player: usize) -> u16 {
        let team = super::state::members(self.team(player));
        team.map(|own| self.sheet(own).energy).sum()
    }

    /// All life of a player's team.
    pub fn life_of(self, player: usize) -> u32 {
        self.game.life_of(self.state, player)
    }

    /// The state with all cards in the pile that the player does not know where to look for: the others hold what was seen go to their hands.
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
