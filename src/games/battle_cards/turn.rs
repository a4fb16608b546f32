//! The turn of a player (rule B-2): its start, the actions other than attacks, and its end.

use super::decks::Action;
use super::state::{NONE, OpenState, Phase, State, members};
use super::{Battle, BattleCards, Choice, Event, event};
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

    /// Starts the turn of the active player: reveals an event card, refills the player's hand and
    /// adds its income of energy (rules B-2.1 to B-2.3).
    pub(super) fn open_turn(&mut self) {
        let (player, rules) = (usize::from(self.state.active), &self.game.rules);
        let opening_turn = self.state.round == 1 && self.state.active == self.state.first;
        self.state.attacks_left =
            if opening_turn { rules.first_turn_attacks } else { rules.attacks };
        let hand = usize::from(rules.hand + self.turn_up());
        self.gain_energy(player, rules.event_energy.into());
        while self.state.hand[player].len() < hand && self.draw(player) {}
        self.gain_energy(player, self.game.income(self.state, player));
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
        let Some(card) = card else { return self.end_turn() };
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
        let (active, players) = (usize::from(self.state.active), usize::from(self.state.players));
        let next = self.state.after(active).next().unwrap_or(active);
        let turn = |player: usize| (player + players - usize::from(self.state.first)) % players;
        let new_round = turn(next) <= turn(active);
        self.state.active = next as u8;
        if new_round {
            if self.state.round >= self.game.rules.max_turns {
                return self.end(true);
            }
            self.begin_round();
        }
        self.begin_turn();
    }

    /// Plays a card that is not part of an attack: in its own turn, or a Heal card in the turn of
    /// another player of its side (rules B-2.4 and B-2.7).
    pub(super) fn play_in_turn(&mut self, choice: Choice, card: Action) {
        let player = usize::from(self.state.asked);
        let (amount, leader) = (self.game.amount(card), self.state.leader[player]);
        self.use_card(player, card, choice.character().unwrap_or(leader));
        match choice {
            Choice::Heal(character) => self.regain(character, amount),
            Choice::Theft(from) => self.take_energy(player, from.into(), amount.into()),
            Choice::Sabotage(from) => self.lose_cards(from.into(), amount),
            _ => self.gain_energy(player, amount.into()),
        }
        if self.state.asked != self.state.active && !self.game.may_heal_mate(self.state) {
            self.stop();
        }
    }
}

impl BattleCards {
    /// Returns the energy that a player gains from its characters each turn (rule B-2.3).
    pub(super) fn income(&self, state: &OpenState, player: usize) -> u16 {
        members(state.team[player]).map(|own| self.sheets.of(own).energy).sum()
    }

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
