//! The moments of an attack at which players may play cards: attack cards (rule B-3.4), dodge cards
//! (rule B-3.5), save cards (rule B-3.6), and cards after the dice (rule B-3.7).

use super::attack::MOST_DICE;
use super::decks::Action;
use super::rules::{CardsTiming, DecidedBy};
use super::state::{OpenState, Phase, State};
use super::{Battle, BattleCards, Event};
use crate::game::{Chance, Observer};

/// Maximum number of extra attack dice from cards in one attack (rule B-3.4).
const MOST_CARD_DICE: u8 = 20;
/// Maximum bonus on the score from cards in one attack (rule B-3.4).
const MOST_STRENGTH: u8 = 5;
/// Maximum bonus on the dodge from cards in one attack (rule B-3.5).
const MOST_DODGE: u8 = 6;
/// Maximum number of extra dodge dice from cards in one attack (rule B-3.5).
const MOST_AGILITY: u8 = 8;

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Begins the decisions about cards of one phase of an attack. The attacker's player decides
    /// about attack cards. The attacked player decides first about dodge cards and Save cards.
    pub(super) fn open_window(&mut self, phase: Phase) {
        self.state.phase = phase;
        self.state.attack.from = 0;
        let attacks = phase == Phase::Boosting;
        self.state.asked = if attacks { self.state.active } else { self.state.attack.defender };
        self.ask_card();
    }

    /// Asks the deciding player for a card. If this player can play none, asks the next player of
    /// the attacked side who can; continues the attack if there is no such player.
    fn ask_card(&mut self) {
        while self.game.playable(self.state).next().is_none() {
            if !self.game.next_helper(self.state) {
                return self.close_window();
            }
        }
    }

    /// Continues the attack after the last card of a phase.
    fn close_window(&mut self) {
        match self.state.phase {
            Phase::Boosting if self.game.expects_dodge(self.state) => {
                self.open_window(Phase::Dodging);
            }
            Phase::Saving => self.wound(),
            _ => self.strike(),
        }
    }

    /// Applies the decision to play a card during an attack; `None` means to play no card (rules
    /// B-3.4 to B-3.7).
    pub(super) fn play_card(&mut self, card: Option<Action>) {
        let Some(card) = card else {
            return match self.game.next_helper(self.state) {
                true => self.ask_card(),
                false => self.close_window(),
            };
        };
        let attack = self.state.attack;
        let attacks = self.state.phase == Phase::Boosting;
        let by = if attacks { attack.attacker } else { attack.target };
        self.use_card(self.state.asked.into(), card, by);
        if card == Action::Save {
            let life = attack.wound.min(self.state.life[usize::from(by)]);
            self.see(Event::Saves { character: by, life });
            return self.end_attack();
        }
        self.state.attack.from = card as u8;
        self.state.attack.add(card, self.game.amount(card));
        let more =
            self.game.dice(self.state, &self.state.attack) - self.game.dice(self.state, &attack);
        if more > 0 && self.game.rules.cards_timing == CardsTiming::After {
            self.throw_dice(more);
        }
        self.ask_card();
    }
}

impl BattleCards {
    /// Iterates over the cards that the deciding player can play in the current phase of an attack,
    /// in the order of their kinds.
    pub(super) fn playable(&self, state: &State) -> impl Iterator<Item = Action> {
        let cards: &[Action] = match state.phase {
            Phase::Boosting => &Action::OF_ATTACKS,
            Phase::Dodging => &Action::OF_DODGES,
            _ => &[Action::Save],
        };
        cards.iter().copied().filter(|&card| self.may_play(state, card))
    }

    /// Returns true if the deciding player can play this card, and the card can change the attack
    /// (rules B-3.4 to B-3.6).
    fn may_play(&self, state: &State, card: Action) -> bool {
        let attack = &state.attack;
        (card as u8) >= attack.from
            && self.can_play(state, state.asked.into(), card)
            && match card {
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
                Action::Fury => {
                    1 + attack.fury < state.life[usize::from(attack.target)]
                        && !self.has_missed(state)
                }
                Action::Precision => self.expects_dodge(state),
                Action::Dodge => attack.dodge < MOST_DODGE,
                Action::Agility => attack.agility < MOST_AGILITY,
                Action::Riposte => !attack.riposte,
                _ => true,
            }
    }

    /// Returns true if more dice can still change the score of the attack, or its highest die if
    /// the rules use the highest die (rule B-3.4).
    fn gains_by_dice(&self, state: &OpenState) -> bool {
        let deciding = [self.rules.miss_by, self.rules.sure_hit_by];
        self.score(state) < 6 || deciding.contains(&DecidedBy::Die) && self.die(state) < 6
    }

    /// Returns true if the dice of the attack have been thrown and the attack misses (rule B-3.7).
    fn has_missed(&self, state: &OpenState) -> bool {
        state.attack.best > 0 && self.misses(state.attack.best, self.score(state))
    }

    /// Returns true if the target may still be able to dodge the attack, as far as the dice and
    /// cards are known now. An attack that misses is not dodged (rule B-3.4).
    fn expects_dodge(&self, state: &OpenState) -> bool {
        let (die, score) = (self.die(state), self.score(state));
        !self.has_missed(state) && self.can_dodge(&state.attack, die, score)
    }

    /// Makes the next player of the attacked side the one who decides about cards. Returns false if
    /// no such player is left.
    fn next_helper(&self, state: &mut OpenState) -> bool {
        let may_help = self.rules.team_help && self.rules.defend_mates;
        if state.phase == Phase::Boosting || !may_help {
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
