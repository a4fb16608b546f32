//! Changes of what players own: cards, energy, life and characters of their teams.

use super::decks::{Action, Shown};
use super::roster::Kind;
use super::rules::UsedCards;
use super::state::{CharacterIndex, MOST_ENERGY, MOST_IN_TEAM, State, bit};
use super::{Battle, BattleCards, Event, event};
use crate::game::chance::{Owner, Pile};
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Pays the energy cost of a card and removes the card from the player's hand (rule B-3.10).
    pub(super) fn use_card(&mut self, player: usize, card: Action, by: CharacterIndex) {
        self.game.drop_card(self.state, player, card);
        self.see(Event::Plays { player: player as u8, card, by });
        self.pay(player, self.game.decks.cost[card as usize]);
    }

    /// Takes the cost of a card or an attack from a player's energy, which is sufficient.
    pub(super) fn pay(&mut self, player: usize, energy: u16) {
        self.state.energy[player] -= energy;
        if energy > 0 {
            self.see(Event::Spends { player: player as u8, energy });
        }
    }

    /// Draws a card into a player's hand (rule B-1.7). Returns false if there is no card.
    pub(super) fn draw(&mut self, player: usize) -> bool {
        let card = self.game.draw_card(self.state, player, Owner::Player(player), self.chance);
        if let Some(card) = card {
            self.see(Event::Draws { player: player as u8, card });
        }
        card.is_some()
    }

    /// Removes `count` random cards from a player's hand (rules B-P16 and B-C13).
    pub(super) fn lose_cards(&mut self, player: usize, count: u8) {
        for _ in 0..count {
            let hand = &mut self.state.hand[player];
            let Some(card) = self.chance.draw(Owner::Player(player), hand) else { return };
            hand.add(card);
            let card = Action::ALL[card];
            self.game.drop_card(self.state, player, card);
            self.see(Event::Drops { player: player as u8, card, how: event::Drop::Lost });
        }
    }

    /// Adds energy to a player, up to the maximum of rule B-1.9.
    pub(super) fn gain_energy(&mut self, player: usize, energy: u16) {
        let energy = energy.min(MOST_ENERGY - self.state.energy[player]);
        self.state.energy[player] += energy;
        if energy > 0 {
            self.see(Event::Gains { player: player as u8, energy });
        }
    }

    /// Takes up to `energy` energy from a player.
    pub(super) fn lose_energy(&mut self, player: usize, energy: u16) {
        let energy = energy.min(self.state.energy[player]);
        self.state.energy[player] -= energy;
        if energy > 0 {
            self.see(Event::Loses { player: player as u8, energy });
        }
    }

    /// Moves up to `energy` energy from one player to another (rules B-P12 and B-C12).
    pub(super) fn take_energy(&mut self, player: usize, from: usize, energy: u16) {
        let lost = energy.min(self.state.energy[from]);
        let energy = lost.min(MOST_ENERGY - self.state.energy[player]);
        self.state.energy[from] -= energy;
        self.state.energy[player] += energy;
        if energy > 0 {
            self.see(Event::Takes { player: player as u8, from: from as u8, energy });
        }
        self.lose_energy(from, lost - energy);
    }

    /// Restores life of a character, up to its printed life (rule B-1.4).
    pub(super) fn regain(&mut self, character: CharacterIndex, life: u8) {
        let now = &mut self.state.life[usize::from(character)];
        let life = life.min(self.game.sheets.of(character).life - *now);
        *now += life;
        if life > 0 {
            self.see(Event::Regains { character, life });
        }
    }

    /// Adds a random character of the set `from` to a player's team. The character has `life` life,
    /// but not more than its printed life (rules B-V7, B-V8 and B-P21).
    pub(super) fn join(&mut self, player: usize, from: u64, life: u8) {
        let of_kind = self.game.who_may_join(self.state, player, from);
        let Some(character) = self.chance.pick_from(player, of_kind) else { return };
        let character = character as CharacterIndex;
        let life = life.min(self.game.sheets.of(character).life);
        let back = self.state.graveyard & bit(character) != 0;
        self.state.stock &= !bit(character);
        self.state.graveyard &= !bit(character);
        self.state.team[player] |= bit(character);
        self.state.life[usize::from(character)] = life;
        self.see(Event::Joins { player: player as u8, character, life, back });
    }
}

impl BattleCards {
    /// Returns true if there is a card to draw (rule B-1.7).
    pub(super) fn can_draw(&self, state: &State) -> bool {
        state.pile.len() + state.discards.len() > 0 || state.under.cards().next().is_some()
    }

    /// Draws a card into a player's hand and returns the card (rule B-1.7). Reshuffles the
    /// discards, or takes a used card from under the pile, if the pile is empty.
    pub(super) fn draw_card(
        &self,
        state: &mut State,
        player: usize,
        owner: Owner,
        chance: &mut impl Chance,
    ) -> Option<Action> {
        if state.pile.is_empty() && !state.discards.is_empty() {
            state.pile = state.discards;
            state.discards = Pile::EMPTY;
            // With two players, each knows the other's hand after it has seen all cards outside the
            // hands.
            if state.players == 2 {
                state.shown = state.hand.each_ref().map(Shown::all);
            }
        }
        let card = match chance.draw(owner, &mut state.pile) {
            Some(card) => Action::ALL[card],
            None => {
                let card = state.under.take()?;
                state.shown[player].add(card);
                card
            }
        };
        state.hand[player].add(card as usize);
        Some(card)
    }

    /// Moves a card from a player's hand to the discards, or under the pile if the rules say so
    /// (rule B-1.7).
    pub(super) fn drop_card(&self, state: &mut State, player: usize, card: Action) {
        state.hand[player].remove(card as usize);
        state.shown[player].remove(card);
        match self.rules.used_cards {
            UsedCards::Discard => state.discards.add(card as usize),
            UsedCards::Under => state.under.put(card),
        }
    }

    /// Returns the characters of the set `from` that may join the team of `player` (rule B-1.9).
    pub(super) fn who_may_join(&self, state: &State, player: usize, from: u64) -> u64 {
        let heroes = self.sheets.heroes;
        match state.kind(player) {
            _ if state.team[player].count_ones() >= MOST_IN_TEAM => 0,
            Kind::Hero => from & heroes,
            Kind::Villain => from & !heroes,
        }
    }
}
