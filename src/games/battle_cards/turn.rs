//! The turn of a player (rule B-2): its start, the actions other than attacks, and its end.

use super::decks::Action;
use super::rules::Succession;
use super::state::{CharacterIndex, NONE, Phase, State, members};
use super::{Battle, BattleCards, Event, event};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    pub(super) fn begin_round(&mut self) {
        self.state.round += 1;
        self.chance.start_round(self.state.round);
        self.see(Event::RoundBegins { round: self.state.round });
    }

    /// Begins the turn of the active player: ends the effects of the last turn, and asks for a new
    /// leader if the player has none (rule B-2.0).
    pub(super) fn begin_turn(&mut self) {
        let player = usize::from(self.state.active);
        (self.state.fog, self.state.truce, self.state.frenzy, self.state.rage) = (0, false, 0, 0);
        self.state.attacked = 0;
        self.state.covered &= !self.state.team[player];
        self.see(Event::TurnBegins { player: self.state.active });
        if !self.game.rules.energy_kept {
            self.lose_energy(player, u16::MAX);
        }
        if self.state.leader[player] == NONE {
            self.state.phase = Phase::Leading;
        } else {
            self.open_turn();
        }
    }

    /// Continues the turn of the active player after it has named a new leader: ends the turn or
    /// lets the player act, depending on the rules (rule B-2.0).
    pub(super) fn succeed(&mut self) {
        match self.game.rules.succession {
            Succession::Turn => self.end_turn(),
            Succession::Free => self.open_turn(),
        }
    }

    /// Starts the turn of the active player: reveals an event card, refills the player's hand and
    /// adds its income of energy (rules B-2.1 to B-2.3).
    fn open_turn(&mut self) {
        let player = usize::from(self.state.active);
        self.state.attacks_left = if self.state.opening_turn {
            self.game.rules.first_turn_attacks
        } else {
            self.game.rules.attacks
        };
        let more_cards = self.turn_up();
        self.gain_energy(player, self.game.rules.event_energy.into());
        let hand = usize::from(self.game.rules.hand + more_cards);
        while self.state.hand[player].len() < hand {
            let Some(card) =
                self.game.draw_card(self.state, player, Owner::Player(player), self.chance)
            else {
                break;
            };
            self.see(Event::Draws { player: self.state.active, card });
        }
        let income = members(self.state.team[player]).map(|own| self.game.sheets.of(own).energy);
        self.gain_energy(player, income.sum());
        (self.state.phase, self.state.asked) = (Phase::Acting, self.state.active);
    }

    /// Applies the decision to stop: the active player ends its actions, or another player of the
    /// same side plays no Heal card (rules B-2.5 and B-2.7).
    pub(super) fn stop(&mut self) {
        if self.state.asked == self.state.active {
            self.state.discards_left = self.game.rules.discards;
        }
        loop {
            self.state.asked = (self.state.asked + 1) % self.state.players;
            if self.state.asked == self.state.active {
                return self.ask_discard();
            }
            if self.game.may_heal_mate(self.state) {
                return;
            }
        }
    }

    /// Discards a card of the active player at the end of its turn, or ends the turn if `card` is
    /// `None` (rule B-2.5).
    pub(super) fn discard(&mut self, card: Option<Action>) {
        let Some(card) = card else {
            return self.end_turn();
        };
        self.state.discards_left -= 1;
        self.game.drop_card(self.state, usize::from(self.state.active), card);
        self.see(Event::Drops { player: self.state.active, card, how: event::Drop::Discarded });
        self.ask_discard();
    }

    fn ask_discard(&mut self) {
        let holds = !self.state.hand[usize::from(self.state.active)].is_empty();
        if self.state.discards_left > 0 && holds {
            self.state.phase = Phase::Discarding;
        } else {
            self.end_turn();
        }
    }

    /// Passes the turn to the next player, and starts a new round when the first player is reached
    /// again.
    pub(super) fn end_turn(&mut self) {
        self.state.opening_turn = false;
        let mut new_round = false;
        loop {
            self.state.active = (self.state.active + 1) % self.state.players;
            new_round |= self.state.active == self.state.first;
            if self.state.fell[usize::from(self.state.active)] == 0 {
                break;
            }
        }
        if new_round {
            if self.state.round >= self.game.rules.max_turns {
                return self.end(true);
            }
            self.begin_round();
        }
        self.begin_turn();
    }

    /// Plays a Heal card, which restores life of a character (rule B-2.4).
    pub(super) fn play_heal(&mut self, character: CharacterIndex) {
        let player = usize::from(self.state.asked);
        self.use_card(player, Action::Heal, character);
        self.regain(character, self.game.amount(Action::Heal));
        if self.state.asked != self.state.active && !self.game.may_heal_mate(self.state) {
            self.stop();
        }
    }

    /// Plays an Energy card, which gives energy to the active player (rule B-C11).
    pub(super) fn play_energy(&mut self) {
        let player = usize::from(self.state.active);
        self.use_card(player, Action::Energy, self.state.leader[player]);
        self.gain_energy(player, self.game.amount(Action::Energy).into());
    }

    /// Plays a Theft card, which takes energy from an opponent (rule B-C12).
    pub(super) fn play_theft(&mut self, from: usize) {
        let player = usize::from(self.state.active);
        self.use_card(player, Action::Theft, self.state.leader[player]);
        let amount = self.game.amount(Action::Theft).into();
        self.take_energy(player, from, amount);
    }

    /// Plays a Sabotage card, by which an opponent loses cards (rule B-C13).
    pub(super) fn play_sabotage(&mut self, from: usize) {
        let player = usize::from(self.state.active);
        self.use_card(player, Action::Sabotage, self.state.leader[player]);
        self.lose_cards(from, self.game.amount(Action::Sabotage));
    }
}

impl BattleCards {
    /// Returns true if the deciding player is on the active player's side and can heal one of the
    /// active player's characters (rule B-2.7).
    fn may_heal_mate(&self, state: &State) -> bool {
        let (asked, active) = (state.asked.into(), usize::from(state.active));
        self.rules.team_help
            && state.are_mates(active, asked)
            && self.can_play(state, asked, Action::Heal)
            && self.wounded(state, state.team[active]).next().is_some()
    }
}
