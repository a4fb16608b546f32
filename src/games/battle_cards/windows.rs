//! The moments of an attack at which players may play cards: attack cards (B-3.4), dodge cards
//! (B-3.5), save cards (B-3.6), and cards after the dice (B-3.7).

use super::attack::MOST_DICE;
use super::decks::Action;
use super::rules::{CardsTiming, DecidedBy};
use super::state::{Phase, State};
use super::{BattleCards, Choice, Event};
use crate::game::{Chance, Observer, Options};

/// Maximum number of extra attack dice from cards in one attack (rule B-3.4).
const MOST_CARD_DICE: u8 = 20;
/// Maximum bonus on the score from cards in one attack (rule B-3.4).
const MOST_STRENGTH: u8 = 5;
/// Maximum bonus on the dodge from cards in one attack (rule B-3.5).
const MOST_DODGE: u8 = 6;
/// Maximum number of extra dodge dice from cards in one attack (rule B-3.5).
const MOST_AGILITY: u8 = 8;

impl BattleCards {
    /// Returns true if the active player can play this attack card (rule B-3.4).
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

    /// Returns true if more dice can change the score, or the highest die where the rules use it
    /// (rule B-3.4).
    fn gains_by_dice(&self, state: &State) -> bool {
        let deciding = [self.rules.miss_by, self.rules.sure_hit_by];
        self.score(state) < 6 || deciding.contains(&DecidedBy::Die) && self.die(state) < 6
    }

    /// Returns true if the dice are thrown and the attack misses (rule B-3.7).
    fn has_missed(&self, state: &State) -> bool {
        state.attack.best > 0 && self.misses(state.attack.best, self.score(state))
    }

    /// Returns true if a dodge may be possible, as far as is known at this time. An attack that
    /// misses has no dodge (rule B-3.4).
    fn expects_dodge(&self, state: &State) -> bool {
        let (die, score) = (self.die(state), self.score(state));
        !self.has_missed(state) && self.can_dodge(&state.attack, die, score)
    }

    /// Returns true if the asked player can play this dodge card (rule B-3.5).
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

    /// Lists the attack, dodge or save cards that the asked player can play.
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

    /// Asks the active player for an attack card if it can play one (rule B-3.4).
    pub(super) fn ask_boost(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let mut cards = Action::OF_ATTACKS.into_iter();
        if cards.any(|card| self.may_boost(state, card)) {
            state.phase = Phase::Boosting;
        } else {
            self.open_dodges(state, chance, observer);
        }
    }

    /// Applies the decision about an attack card: plays it, or plays none (rule B-3.4).
    pub(super) fn boost(
        &self,
        state: &mut State,
        card: Option<Action>,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let Some(card) = card else {
            return self.open_dodges(state, chance, observer);
        };
        let by = state.attack.attacker;
        self.use_card(state, state.active.into(), card, by, observer);
        state.attack.from = card as u8;
        let amount = self.amount(card);
        match card {
            Action::Momentum => {
                let before = self.dice(state, &state.attack);
                state.attack.dice += amount;
                if self.rules.cards_timing == CardsTiming::After {
                    let dice = self.dice(state, &state.attack) - before;
                    self.throw_more(state, dice, chance, observer);
                }
            }
            Action::Strength => state.attack.strength += amount,
            Action::Fury => state.attack.fury += amount,
            _ => state.attack.precision = true,
        }
        self.ask_boost(state, chance, observer);
    }

    /// Begins the decisions about dodge cards, with the defender first (rule B-3.5).
    fn open_dodges(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        if !self.expects_dodge(state) {
            return self.strike(state, chance, observer);
        }
        state.asked = state.attack.defender;
        state.attack.from = 0;
        self.ask_dodge(state, chance, observer);
    }

    /// Asks the current player for a dodge card; if it can play none, the next mate that can (rule
    /// B-3.5).
    fn ask_dodge(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        loop {
            let mut cards = Action::OF_DODGES.into_iter();
            if cards.any(|card| self.may_dodge(state, card)) {
                state.phase = Phase::Dodging;
                return;
            }
            if !self.next_helper(state) {
                return self.strike(state, chance, observer);
            }
        }
    }

    /// Sets the asked player to the next mate of the defender that may help. Returns false if no
    /// such mate is left.
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

    /// Applies the decision about a dodge card: plays it, or plays none (rule B-3.5).
    pub(super) fn dodge(
        &self,
        state: &mut State,
        card: Option<Action>,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let Some(card) = card else {
            return if self.next_helper(state) {
                self.ask_dodge(state, chance, observer)
            } else {
                self.strike(state, chance, observer)
            };
        };
        let by = state.attack.target;
        self.use_card(state, state.asked.into(), card, by, observer);
        state.attack.from = card as u8;
        let amount = self.amount(card);
        match card {
            Action::Dodge => state.attack.dodge += amount,
            Action::Agility => state.attack.agility += amount,
            _ => state.attack.riposte = true,
        }
        self.ask_dodge(state, chance, observer);
    }

    /// Begins the decisions about save cards, with the defender first (rule B-3.6).
    pub(super) fn open_saves(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        state.asked = state.attack.defender;
        self.ask_save(state, chance, observer);
    }

    fn ask_save(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        loop {
            if self.can_play(state, state.asked.into(), Action::Save) {
                state.phase = Phase::Saving;
                return;
            }
            if !self.next_helper(state) {
                return self.wound(state, chance, observer);
            }
        }
    }

    /// Applies the decision about a save card: plays it, or plays none (rule B-3.6).
    pub(super) fn save(
        &self,
        state: &mut State,
        card: Option<Action>,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        match card {
            Some(card) => {
                let by = state.attack.target;
                self.use_card(state, state.asked.into(), card, by, observer);
                let life = state.attack.wound.min(state.life[usize::from(by)]);
                observer.see(Event::Saves { target: by, life });
                self.end_attack(state, chance, observer);
            }
            None if self.next_helper(state) => self.ask_save(state, chance, observer),
            None => self.wound(state, chance, observer),
        }
    }
}
