//! The set-up of a game: teams, first player, hands and leaders (rule B-1).

use super::roster::Kind;
use super::rules::{First, LeadersNamed, Succession};
use super::shown::Shown;
use super::state::{Attack, MOST_CHARACTERS, NONE, OpenState, Phase, State, bit};
use super::under::Under;
use super::{Battle, BattleCards, Event};
use crate::game::chance::{Owner, Pile};
use crate::game::{Chance, MAX_PLAYERS, Observer};
use crate::simulate::Seated;

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

impl BattleCards {
    /// Deals a game and returns the state in which a player must name the first leader (rule
    /// B-1.8). In `seated`, characters of one seat are adjacent, in ascending order of seats.
    pub fn deal(&self, seated: &[Seated], chance: &mut impl Chance) -> State {
        let open = OpenState {
            team: [0; MAX_PLAYERS],
            shown: [Shown::default(); MAX_PLAYERS],
            life: [0; MOST_CHARACTERS],
            dealt: [NONE; MOST_CHARACTERS],
            energy: [0; MAX_PLAYERS],
            leader: [NONE; MAX_PLAYERS],
            side: [0; MAX_PLAYERS],
            fell: [0; MAX_PLAYERS],
            first_slot: [0; MAX_PLAYERS],
            stock: self.sheets.everybody(),
            graveyard: 0,
            attacked: 0,
            covered: 0,
            discards: Pile::EMPTY,
            under: Under::EMPTY,
            events: self.decks.events,
            used_events: Pile::EMPTY,
            round: 0,
            players: 0,
            slots: seated.len() as u8,
            heroes: 0,
            first: 0,
            active: 0,
            phase: Phase::Leading,
            asked: 0,
            attacks_left: 0,
            discards_left: 0,
            fog: 0,
            truce: false,
            frenzy: 0,
            rage: 0,
            attack: Attack::default(),
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
