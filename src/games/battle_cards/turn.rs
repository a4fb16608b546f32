//! A turn, B-2: its beginning, what a player does in it besides attacks, and its end.

use super::decks::Action;
use super::rules::{Succession, UsedCards};
use super::shown::Shown;
use super::state::{Character, MOST_IN_TEAM, NONE, Phase, State, bit, members};
use super::{BattleCards, Event, event};
use crate::games::chance::{Owner, Pile};
use crate::games::{Chance, Observer};

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

    /// B-2.0: the active player's turn begins.
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

    /// B-2.0: a new leader is named.
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

    /// B-2.1 to B-2.3.
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

    /// B-2.5, B-2.7: the active player has stopped, or a mate that may heal its team.
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

    /// B-2.7: can who is asked heal somebody of the active player's team?
    fn may_heal_mate(&self, state: &State) -> bool {
        let (asked, active) = (state.asked.into(), usize::from(state.active));
        self.rules.team_help
            && state.are_mates(active, asked)
            && self.can_play(state, asked, Action::Heal)
            && self.wounded(state, state.team[active]).next().is_some()
    }

    /// B-2.5: a card goes, or none does.
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

    /// The turn passes on, and with it perhaps the round.
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

    /// B-2.4: a card that is no attack is played.
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

    /// B-C11.
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

    /// B-C12.
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

    /// B-C13.
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

/// What changes hands.
impl BattleCards {
    /// B-1.7: a card comes to a hand, if there is one.
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
            // What is in no hand has all been seen: of two each knows what the other holds.
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

    /// B-1.7: a card leaves a hand.
    pub(super) fn drop_card(&self, state: &mut State, player: usize, card: Action) {
        state.hand[player].remove(card as usize);
        state.shown[player].remove(card);
        match self.rules.used_cards {
            UsedCards::Discard => state.discards.add(card as usize),
            UsedCards::Under => state.under.put(card),
        }
    }

    /// B-3.10: a card is paid and leaves the hand.
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

    /// B-P16, B-C13: cards of a hand by chance.
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

    /// B-P12, B-C12.
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

    /// B-1.4: life comes back, up to what is printed.
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

    /// Who of a set may join a player's team, B-1.9.
    pub(super) fn who_may_join(&self, state: &State, player: usize, from: u64) -> u64 {
        let heroes = self.sheets.heroes;
        match (state.team[player].count_ones(), state.heroes >> player & 1) {
            (MOST_IN_TEAM.., _) => 0,
            (_, 1) => from & heroes,
            _ => from & !heroes,
        }
    }

    /// B-V7, B-V8, B-P21: somebody of a set joins a player's team with so much life.
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
