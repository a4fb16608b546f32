//! The set-up of a game: teams, first player, hands and leaders (rule B-1); and the interface
//! between the game and the simulation.

use arrayvec::ArrayVec;

use super::roster::Kind;
use super::rules::{First, LeadersNamed, Succession};
use super::state::{NONE, OpenState, State, bit};
use super::story::Story;
use super::{Battle, BattleCards, Event};
use crate::game::chance::{Owner, Pile};
use crate::game::story::Role;
use crate::game::{Chance, MAX_PLAYERS, Observer};
use crate::simulate::{Seated, Staged};
use crate::stats::MAX_ENTRANTS;

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Sets the leader of the active player (rules B-1.8 and B-2.0). A player that names a new
    /// leader in its turn loses the turn, if the rules say so.
    pub(super) fn name_leader(&mut self, character: u8) {
        let player = self.state.active;
        self.state.leader[usize::from(player)] = character;
        self.see(Event::Leads { player, character });
        if self.state.round > 0 {
            return match self.game.rules.succession {
                Succession::Turn => self.end_turn(),
                Succession::Free => self.open_turn(),
            };
        }
        if let Some(next) = self.game.next_to_lead(self.state) {
            self.state.active = next;
            return;
        }
        self.state.active = self.state.first;
        self.begin_round();
        self.begin_turn();
    }
}

impl Staged for BattleCards {
    type Teller<'a> = Story<'a>;

    /// Deals a game and returns the state in which a player must name the first leader (rule
    /// B-1.8). In `seated`, characters of one seat are adjacent, in ascending order of seats.
    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
        let open = OpenState {
            stock: self.sheets.everybody(),
            events: self.decks.events,
            slots: seated.len() as u8,
            ..OpenState::default()
        };
        let hand = [Pile::EMPTY; MAX_PLAYERS];
        let mut state = State { open, hand, pile: self.decks.cards };
        for (slot, at) in seated.iter().enumerate() {
            let new = slot == 0 || seated[slot - 1].seat != at.seat;
            if new {
                self.sit_down(&mut state, seated, slot);
            }
            let player = usize::from(state.players - 1);
            state.dealt[slot] = at.fighter;
            state.life[usize::from(at.fighter)] = self.sheets.of(at.fighter).life;
            state.team[player] |= bit(at.fighter);
            state.stock &= !bit(at.fighter);
        }
        state.first = self.first_player(&state, chance);
        state.active = self.next_to_lead(&state).unwrap_or(state.first);
        for step in 0..state.players {
            let player = usize::from((state.first + step) % state.players);
            for _ in 0..self.rules.hand {
                self.draw_card(&mut state, player, Owner::Game, chance);
            }
        }
        state
    }

    /// Returns the players of a game, one for each seat at the table, because a seat decides for
    /// its whole team.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let slots = state.first_slot.iter().take(state.players.into());
        slots.map(|&slot| (slot, state.dealt[usize::from(slot)])).collect()
    }

    fn entrants(&self, state: &State) -> ArrayVec<(u8, u8), MAX_ENTRANTS> {
        (0..state.slots).zip(state.dealt).collect()
    }

    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        let places = self.standing(state);
        let mut of_slot = [0; MAX_ENTRANTS];
        for (place, slot) in of_slot.iter_mut().zip(0..state.slots) {
            *place = places[state.owner_of_slot(slot)];
        }
        of_slot
    }

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}

impl BattleCards {
    /// Adds a player to the game. The player's characters occupy one seat at the table; the first
    /// of them is at position `slot` of `seated`.
    fn sit_down(&self, state: &mut State, seated: &[Seated], slot: usize) {
        let (player, at) = (usize::from(state.players), seated[slot]);
        state.players += 1;
        state.first_slot[player] = slot as u8;
        if self.sheets.heroes & bit(at.fighter) != 0 {
            state.heroes |= 1 << player;
        }
        for other in 0..=player {
            let first = usize::from(state.first_slot[other]);
            if seated[first].team == at.team {
                state.side[other] |= 1 << player;
                state.side[player] |= 1 << other;
            }
        }
    }

    /// Returns the player that has the first turn of the game (rule B-1.6).
    fn first_player(&self, state: &State, chance: &mut impl Chance) -> u8 {
        let kind = match self.rules.first {
            First::Villains => Kind::Villain,
            First::Heroes => Kind::Hero,
            First::Random => return chance.pick(Owner::Game, state.players.into()) as u8,
        };
        (0..state.players).find(|&player| state.kind(player.into()) == kind).unwrap_or(0)
    }

    /// Returns the next player that names its leader during the set-up (rule B-1.8), or `None` if
    /// all players have done so.
    fn next_to_lead(&self, state: &State) -> Option<u8> {
        let turn_order = (0..state.players).map(|step| (state.first + step) % state.players);
        let mut leaderless = turn_order.filter(|&player| state.leader[usize::from(player)] == NONE);
        match self.rules.leaders_named {
            LeadersNamed::TurnOrder => leaderless.next(),
            LeadersNamed::VillainsFirst => {
                leaderless.min_by_key(|&player| state.kind(player.into()) == Kind::Hero)
            }
        }
    }
}
