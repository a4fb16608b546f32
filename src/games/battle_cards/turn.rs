//! A turn (rule B-2): its start, the actions other than attacks, and its end.

use super::decks::Action;
use super::rules::Succession;
use super::state::{Character, NONE, Phase, State, members};
use super::{BattleCards, Event, event};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

impl BattleCards {
    pub(super) fn begin_round(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        state.round += 1;
        chance.start_round(state.round);
        observer.see(Event::RoundBegins { round: state.round });
    }

    /// Begins the turn of the active player (rule B-2.0).
    pub(super) fn begin_turn(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let player = usize::from(state.active);
        (state.fog, state.truce, state.frenzy, state.rage) = (0, false, 0, 0);
        state.attacked = 0;
        state.covered &= !state.team[player];
        observer.see(Event::TurnBegins {
            player: state.active,
        });
        if !self.rules.energy_kept {
            self.lose_energy(state, player, u16::MAX, observer);
        }
        if state.leader[player] == NONE {
            state.phase = Phase::Leading;
        } else {
            self.open_turn(state, chance, observer);
        }
    }

    /// Sets a new leader of the active player at the start of its turn (rule B-2.0).
    pub(super) fn succeed(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        match self.rules.succession {
            Succession::Turn => self.end_turn(state, chance, observer),
            Succession::Free => self.open_turn(state, chance, observer),
        }
    }

    /// Turns up the event of the turn, refills the player's hand and adds its income of energy
    /// (rules B-2.1 to B-2.3).
    fn open_turn(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let player = usize::from(state.active);
        state.attacks_left = if state.opening_turn {
            self.rules.first_turn_attacks
        } else {
            self.rules.attacks
        };
        let more_cards = self.turn_up(state, chance, observer);
        self.gain_energy(state, player, self.rules.event_energy.into(), observer);
        let hand = usize::from(self.rules.hand + more_cards);
        while state.hand[player].len() < hand {
            let Some(card) = self.draw_card(state, player, Owner::Player(player), chance) else {
                break;
            };
            observer.see(Event::Draws {
                player: state.active,
                card,
            });
        }
        let income = members(state.team[player]).map(|own| self.sheets.of(own).energy);
        self.gain_energy(state, player, income.sum(), observer);
        (state.phase, state.asked) = (Phase::Acting, state.active);
    }

    /// Applies the option `Stop`: the active player ends its actions, or a mate plays no Heal card
    /// (rules B-2.5 and B-2.7).
    pub(super) fn stop(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        if state.asked == state.active {
            state.discards_left = self.rules.discards;
        }
        loop {
            state.asked = (state.asked + 1) % state.players;
            if state.asked == state.active {
                return self.ask_discard(state, chance, observer);
            }
            if self.may_heal_mate(state) {
                return;
            }
        }
    }

    /// Returns true if the asked player can heal a character of the active player, its mate (rule
    /// B-2.7).
    fn may_heal_mate(&self, state: &State) -> bool {
        let (asked, active) = (state.asked.into(), usize::from(state.active));
        self.rules.team_help
            && state.are_mates(active, asked)
            && self.can_play(state, asked, Action::Heal)
            && self.wounded(state, state.team[active]).next().is_some()
    }

    /// Discards a card of the active player at the end of its turn; `None` means to discard no
    /// further card (rule B-2.5).
    pub(super) fn discard(
        &self,
        state: &mut State,
        card: Option<Action>,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let Some(card) = card else {
            return self.end_turn(state, chance, observer);
        };
        state.discards_left -= 1;
        self.drop_card(state, usize::from(state.active), card);
        observer.see(Event::Drops {
            player: state.active,
            card,
            how: event::Drop::Discarded,
        });
        self.ask_discard(state, chance, observer);
    }

    fn ask_discard(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let holds = !state.hand[usize::from(state.active)].is_empty();
        if state.discards_left > 0 && holds {
            state.phase = Phase::Discarding;
        } else {
            self.end_turn(state, chance, observer);
        }
    }

    /// Passes the turn to the next player, and starts a new round after the last player.
    pub(super) fn end_turn(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        state.opening_turn = false;
        let mut new_round = false;
        loop {
            state.active = (state.active + 1) % state.players;
            new_round |= state.active == state.first;
            if state.fell[usize::from(state.active)] == 0 {
                break;
            }
        }
        if new_round {
            if state.round >= self.rules.max_turns {
                return self.end(state, true, observer);
            }
            self.begin_round(state, chance, observer);
        }
        self.begin_turn(state, chance, observer);
    }

    /// Plays a Heal card for a character (rule B-2.4).
    pub(super) fn play_heal(
        &self,
        state: &mut State,
        character: Character,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let player = usize::from(state.asked);
        self.use_card(state, player, Action::Heal, character, observer);
        self.regain(state, character, self.amount(Action::Heal), observer);
        if state.asked != state.active && !self.may_heal_mate(state) {
            self.stop(state, chance, observer);
        }
    }

    /// Plays an Energy card, which gives its player energy (rule B-C11).
    pub(super) fn play_energy(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let player = usize::from(state.active);
        self.use_card(
            state,
            player,
            Action::Energy,
            state.leader[player],
            observer,
        );
        self.gain_energy(state, player, self.amount(Action::Energy).into(), observer);
    }

    /// Plays a Theft card, which takes energy from an opponent (rule B-C12).
    pub(super) fn play_theft(
        &self,
        state: &mut State,
        from: usize,
        observer: &mut impl Observer<Event>,
    ) {
        let player = usize::from(state.active);
        self.use_card(state, player, Action::Theft, state.leader[player], observer);
        let amount = self.amount(Action::Theft).into();
        self.take_energy(state, player, from, amount, observer);
    }

    /// Plays a Sabotage card, by which an opponent loses cards (rule B-C13).
    pub(super) fn play_sabotage(
        &self,
        state: &mut State,
        from: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let player = usize::from(state.active);
        self.use_card(
            state,
            player,
            Action::Sabotage,
            state.leader[player],
            observer,
        );
        self.lose_cards(state, from, self.amount(Action::Sabotage), chance, observer);
    }
}
