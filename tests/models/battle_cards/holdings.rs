//! The energy and the cards of players in the model, a second implementation of the rules: drawing,
//! using and losing cards (rules B-1.7, B-1.9 and B-3.10).

use super::words::{Card, Seat};
use super::{Fact, MOST_ENERGY, Model};
use crate::game::chance::Owner;
use crate::games::battle_cards::rules::UsedCards;
use crate::games::models::recorded::Replay;

impl Model {
    pub fn gains_energy(&mut self, player: Seat, energy: u32) {
        let before = self.players[player].energy;
        self.players[player].energy = (before + energy).min(MOST_ENERGY);
    }

    /// Takes up to `energy` energy from a player, and returns the energy taken.
    pub fn loses_energy(&mut self, player: Seat, energy: u32) -> u32 {
        let before = self.players[player].energy;
        let lost = energy.min(before);
        self.players[player].energy = before - lost;
        lost
    }

    pub fn pays(&mut self, player: Seat, cost: u32) {
        assert!(self.players[player].energy >= cost, "it cannot pay {cost}");
        self.loses_energy(player, cost);
    }

    /// Draws a card from the pile for a player (rule B-1.7). Returns false if there is no card.
    pub fn draws_card(&mut self, player: Seat, by: Owner, draws: &mut Replay) -> bool {
        if self.pile.is_empty() {
            self.pile = std::mem::take(&mut self.discards);
            self.pile.sort();
        }
        let card = if !self.pile.is_empty() {
            let index = draws.draw(by, self.pile.len());
            self.pile.remove(index)
        } else if !self.under.is_empty() {
            self.under.remove(0)
        } else {
            return false;
        };
        let hand = &mut self.players[player].hand;
        hand.push(card);
        hand.sort();
        self.log.push(Fact::Draws { player, card });
        true
    }

    /// Moves a card from a player's hand to the used cards (rule B-1.7).
    pub fn leaves_hand(&mut self, player: Seat, card: Card) {
        let hand = &mut self.players[player].hand;
        let index = hand.iter().position(|&held| held == card);
        hand.remove(index.expect("it holds the card"));
        match self.settings.used_cards {
            UsedCards::Discard => {
                self.discards.push(card);
                self.discards.sort();
            }
            UsedCards::Under => self.under.push(card),
        }
        self.log.push(Fact::Leaves { player, card });
    }

    /// Removes random cards from a player's hand, each drawn uniformly (rule B-6).
    pub fn loses_cards(&mut self, player: Seat, cards: u32, draws: &mut Replay) {
        for _ in 0..cards {
            let hand = &self.players[player].hand;
            if hand.is_empty() {
                return;
            }
            let index = draws.draw(Owner::Player(player), hand.len());
            let card = hand[index];
            self.leaves_hand(player, card);
        }
    }

    /// Plays a card of a player, who pays its energy cost (rule B-3.10).
    pub fn plays_card(&mut self, player: Seat, card: Card) {
        self.leaves_hand(player, card);
        self.pays(player, self.settings.cost(card));
    }

    pub fn can_play(&self, player: Seat, card: Card) -> bool {
        let player = &self.players[player];
        player.hand.contains(&card) && player.energy >= self.settings.cost(card)
    }
}
