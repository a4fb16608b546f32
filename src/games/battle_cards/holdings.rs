//! Changes of what players have: cards, energy, life and characters of their teams.

use super::decks::Action;
use super::rules::UsedCards;
use super::shown::Shown;
use super::state::{Character, MOST_IN_TEAM, State, bit};
use super::{BattleCards, Event, event};
use crate::game::chance::{Owner, Pile};
use crate::game::{Chance, Observer};

impl BattleCards {
    /// Draws a card into a player's hand, if the pile or the discard pile has a card (rule B-1.7).
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

    /// Moves a card from a player's hand to the used cards (rule B-1.7).
    pub(super) fn drop_card(&self, state: &mut State, player: usize, card: Action) {
        state.hand[player].remove(card as usize);
        state.shown[player].remove(card);
        match self.rules.used_cards {
            UsedCards::Discard => state.discards.add(card as usize),
            UsedCards::Under => state.under.put(card),
        }
    }

    /// Pays the energy cost of a card and removes the card from the player's hand (rule B-3.10).
    pub(super) fn use_card(
        &self,
        state: &mut State,
        player: usize,
        card: Action,
        by: Character,
        observer: &mut impl Observer<Event>,
    ) {
        let cost = self.decks.cost[card as usize];
        state.energy[player] -= cost;
        self.drop_card(state, player, card);
        let player = player as u8;
        observer.see(Event::Plays { player, card, by });
        if cost > 0 {
            observer.see(Event::Spends {
                player,
                energy: cost,
            });
        }
    }

    /// Removes random cards from a player's hand (rules B-P16 and B-C13).
    pub(super) fn lose_cards(
        &self,
        state: &mut State,
        player: usize,
        count: u8,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        for _ in 0..count {
            let hand = &mut state.hand[player];
            let Some(card) = chance.draw(Owner::Player(player), hand) else {
                return;
            };
            hand.add(card);
            let card = Action::ALL[card];
            self.drop_card(state, player, card);
            observer.see(Event::Drops {
                player: player as u8,
                card,
                how: event::Drop::Lost,
            });
        }
    }

    pub(super) fn gain_energy(
        &self,
        state: &mut State,
        player: usize,
        energy: u16,
        observer: &mut impl Observer<Event>,
    ) {
        let before = state.energy[player];
        state.gain(player, energy);
        let energy = state.energy[player] - before;
        if energy > 0 {
            let player = player as u8;
            observer.see(Event::Gains { player, energy });
        }
    }

    pub(super) fn lose_energy(
        &self,
        state: &mut State,
        player: usize,
        energy: u16,
        observer: &mut impl Observer<Event>,
    ) {
        let energy = state.lose(player, energy);
        if energy > 0 {
            let player = player as u8;
            observer.see(Event::Loses { player, energy });
        }
    }

    /// Moves energy from one player to another (rules B-P12 and B-C12).
    pub(super) fn take_energy(
        &self,
        state: &mut State,
        player: usize,
        from: usize,
        energy: u16,
        observer: &mut impl Observer<Event>,
    ) {
        let taken = state.lose(from, energy);
        let before = state.energy[player];
        state.gain(player, taken);
        let energy = state.energy[player] - before;
        let (player, from) = (player as u8, from as u8);
        if energy > 0 {
            observer.see(Event::Takes {
                player,
                from,
                energy,
            });
        }
        if taken > energy {
            observer.see(Event::Loses {
                player: from,
                energy: taken - energy,
            });
        }
    }

    /// Restores life of a character, up to its printed life (rule B-1.4).
    pub(super) fn regain(
        &self,
        state: &mut State,
        character: Character,
        life: u8,
        observer: &mut impl Observer<Event>,
    ) {
        let now = &mut state.life[usize::from(character)];
        let life = life.min(self.sheets.of(character).life - *now);
        *now += life;
        if life > 0 {
            observer.see(Event::Regains { character, life });
        }
    }

    /// Returns the characters of the set `from` that may join the team of `player` (rule B-1.9).
    pub(super) fn who_may_join(&self, state: &State, player: usize, from: u64) -> u64 {
        let heroes = self.sheets.heroes;
        match (state.team[player].count_ones(), state.heroes >> player & 1) {
            (MOST_IN_TEAM.., _) => 0,
            (_, 1) => from & heroes,
            _ => from & !heroes,
        }
    }

    /// Adds a random character of a set to a player's team, with `life` life (rules B-V7, B-V8 and
    /// B-P21).
    pub(super) fn join(
        &self,
        state: &mut State,
        player: usize,
        from: u64,
        life: u8,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let of_kind = self.who_may_join(state, player, from);
        let Some(character) = chance.pick_from(Owner::Player(player), of_kind) else {
            return;
        };
        let character = character as Character;
        let life = life.min(self.sheets.of(character).life);
        let back = state.graveyard & bit(character) != 0;
        state.stock &= !bit(character);
        state.graveyard &= !bit(character);
        state.team[player] |= bit(character);
        state.life[usize::from(character)] = life;
        observer.see(Event::Joins {
            player: player as u8,
            character,
            life,
            back,
        });
    }
}
