//! The moments of an attack at which players may play cards: attack cards (rule B-3.4), dodge cards
//! (rule B-3.5), save cards (rule B-3.6), and cards after the dice (rule B-3.7).

use super::attack::MOST_DICE;
use super::decks::Action;
use super::rules::{CardsTiming, DecidedBy};
use super::state::{Phase, State};
use super::{Battle, BattleCards, Choice, Event};
use crate::game::{Chance, Observer, Options};

/// Maximum number of extra attack dice from cards in one attack (rule B-3.4).
const MOST_CARD_DICE: u8 = 20;
/// Maximum bonus on the score from cards in one attack (rule B-3.4).
const MOST_STRENGTH: u8 = 5;
/// Maximum bonus on the dodge from cards in one attack (rule B-3.5).
const MOST_DODGE: u8 = 6;
/// Maximum number of extra dodge dice from cards in one attack (rule B-3.5).
const MOST_AGILITY: u8 = 8;

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Asks the attacking player for an attack card if it can play one, otherwise continues with
    /// dodge cards (rule B-3.4).
    pub(super) fn ask_boost(&mut self) {
        let mut cards = Action::OF_ATTACKS.into_iter();
        if cards.any(|card| self.game.may_boost(self.state, card)) {
            self.state.phase = Phase::Boosting;
        } else {
            self.open_dodges();
        }
    }

    /// Applies the attacking player's decision to play an attack card, or none (rule B-3.4).
    pub(super) fn boost(&mut self, card: Option<Action>) {
        let Some(card) = card else {
            return self.open_dodges();
        };
        let by = self.state.attack.attacker;
        self.use_card(self.state.active.into(), card, by);
        self.state.attack.from = card as u8;
        let amount = self.game.amount(card);
        match card {
            Action::Momentum => {
                let before = self.game.dice(self.state, &self.state.attack);
                self.state.attack.dice += amount;
                if self.game.rules.cards_timing == CardsTiming::After {
                    let dice = self.game.dice(self.state, &self.state.attack) - before;
                    self.throw_more(dice);
                }
            }
            Action::Strength => self.state.attack.strength += amount,
            Action::Fury => self.state.attack.fury += amount,
            _ => self.state.attack.precision = true,
        }
        self.ask_boost();
    }

    /// Begins the decisions about dodge cards; the attacked player decides first (rule B-3.5).
    fn open_dodges(&mut self) {
        if !self.game.expects_dodge(self.state) {
            return self.strike();
        }
        self.state.asked = self.state.attack.defender;
        self.state.attack.from = 0;
        self.ask_dodge();
    }

    /// Asks a player of the attacked side for a dodge card. If this player can play none, asks the
    /// next player of the side who can (rule B-3.5).
    fn ask_dodge(&mut self) {
        loop {
            let mut cards = Action::OF_DODGES.into_iter();
            if cards.any(|card| self.game.may_dodge(self.state, card)) {
                self.state.phase = Phase::Dodging;
                return;
            }
            if !self.game.next_helper(self.state) {
                return self.strike();
            }
        }
    }

    /// Applies a player's decision to play a dodge card, or none (rule B-3.5).
    pub(super) fn dodge(&mut self, card: Option<Action>) {
        let Some(card) = card else {
            return if self.game.next_helper(self.state) {
                self.ask_dodge()
            } else {
                self.strike()
            };
        };
        let by = self.state.attack.target;
        self.use_card(self.state.asked.into(), card, by);
        self.state.attack.from = card as u8;
        let amount = self.game.amount(card);
        match card {
            Action::Dodge => self.state.attack.dodge += amount,
            Action::Agility => self.state.attack.agility += amount,
            _ => self.state.attack.riposte = true,
        }
        self.ask_dodge();
    }

    /// Begins the decisions about Save cards, which prevent a wound; the attacked player decides
    /// first (rule B-3.6).
    pub(super) fn open_saves(&mut self) {
        self.state.asked = self.state.attack.defender;
        self.ask_save();
    }

    fn ask_save(&mut self) {
        loop {
            if self.game.can_play(self.state, self.state.asked.into(), Action::Save) {
                self.state.phase = Phase::Saving;
                return;
            }
            if !self.game.next_helper(self.state) {
                return self.wound();
            }
        }
    }

    /// Applies a player's decision to play a Save card, which prevents a wound, or none (rule
    /// B-3.6).
    pub(super) fn save(&mut self, card: Option<Action>) {
        match card {
            Some(card) => {
                let by = self.state.attack.target;
                self.use_card(self.state.asked.into(), card, by);
                let life = self.state.attack.wound.min(self.state.life[usize::from(by)]);
                self.see(Event::Saves { target: by, life });
                self.end_attack();
            }
            None if self.game.next_helper(self.state) => self.ask_save(),
            None => self.wound(),
        }
    }
}

impl BattleCards {
    /// Returns true if the attacking player can play this attack card (rule B-3.4).
    fn may_boost(&self, state: &State, card: Action) -> bool {
        let attack = &state.attack;
        if (card as u8) < attack.from || !self.can_play(state, state.active.into(), card) {
            return false;
        }
        let target_life = state.life[usize::from(attack.target)];
        match card {
            Action::Momentum => {
                attack.dice < MOST_CARD_DICE
                    && self.dice(state, attack) < MOST_DICE
                    && self.gains_by_dice(state)
            }
            Action::Strength => {
                attack.strength < MOST_STRENGTH
                    && self.score(state) < 6
                    && !(self.has_missed(state) && self.rules.miss_by == DecidedBy::Die)
            }
            Action::Fury => 1 + attack.fury < target_life && !self.has_missed(state),
            _ => self.expects_dodge(state),
        }
    }

    /// Returns true if more dice can still change the score of the attack, or its highest die if
    /// the rules use the highest die (rule B-3.4).
    fn gains_by_dice(&self, state: &State) -> bool {
        let deciding = [self.rules.miss_by, self.rules.sure_hit_by];
        self.score(state) < 6 || deciding.contains(&DecidedBy::Die) && self.die(state) < 6
    }

    /// Returns true if the dice of the attack have been thrown and the attack misses (rule B-3.7).
    fn has_missed(&self, state: &State) -> bool {
        state.attack.best > 0 && self.misses(state.attack.best, self.score(state))
    }

    /// Returns true if the target may still be able to dodge the attack, as far as the dice and
    /// cards are known now. An attack that misses is not dodged (rule B-3.4).
    fn expects_dodge(&self, state: &State) -> bool {
        let (die, score) = (self.die(state), self.score(state));
        !self.has_missed(state) && self.can_dodge(&state.attack, die, score)
    }

    /// Returns true if the deciding player can play this dodge card (rule B-3.5).
    fn may_dodge(&self, state: &State, card: Action) -> bool {
        let attack = &state.attack;
        (card as u8) >= attack.from
            && self.can_play(state, state.asked.into(), card)
            && match card {
                Action::Dodge => attack.dodge < MOST_DODGE,
                Action::Agility => attack.agility < MOST_AGILITY,
                _ => !attack.riposte,
            }
    }

    /// Lists the attack, dodge or Save cards that the deciding player can play, and the option to
    /// play none.
    pub(super) fn cards_to_play(&self, state: &State, options: &mut Options<Choice>) {
        match state.phase {
            Phase::Boosting => {
                let cards = Action::OF_ATTACKS.into_iter();
                let cards = cards.filter(|&card| self.may_boost(state, card));
                options.extend(cards.map(Choice::Play));
            }
            Phase::Dodging => {
                let cards = Action::OF_DODGES.into_iter();
                let cards = cards.filter(|&card| self.may_dodge(state, card));
                options.extend(cards.map(Choice::Play));
            }
            _ => options.push(Choice::Play(Action::Save)),
        }
        options.push(Choice::Pass);
    }

    /// Makes the next player of the attacked side the one who decides about cards. Returns false if
    /// no such player is left.
    fn next_helper(&self, state: &mut State) -> bool {
        if !(self.rules.team_help && self.rules.defend_mates) {
            return false;
        }
        let defender = state.attack.defender;
        loop {
            state.asked = (state.asked + 1) % state.players;
            if state.asked == defender {
                return false;
            }
            let mate = state.are_mates(defender.into(), state.asked.into());
            if mate && state.fell[usize::from(state.asked)] == 0 {
                state.attack.from = 0;
                return true;
            }
        }
    }
}
