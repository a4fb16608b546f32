//! Wounds (rule B-3.3, steps 7 to 9), and characters that fall because they have no life left (rule
//! B-3.8).

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::state::{Attack, Character, MOST_ENERGY, NONE, State, bit};
use super::{BattleCards, Event};
use crate::game::{Chance, Observer};

impl BattleCards {
    /// Returns the life that an attack with this score takes (rule B-3.3, step 7).
    pub(super) fn wound_of(&self, state: &State, attack: &Attack, score: u8) -> u8 {
        1 + u8::from(self.is_heavy(attack, score)) + attack.fury + state.rage
    }

    /// Returns true if the attacker's Heavy power makes the wound larger (rule B-P8).
    fn is_heavy(&self, attack: &Attack, score: u8) -> bool {
        let power = self.sheets.of(attack.attacker).power;
        matches!(power, Power::Heavy(n) if score >= n)
    }

    /// Returns the life that the target would lose to the current attack without a dodge.
    pub(super) fn would_lose(&self, state: &State, score: u8) -> u8 {
        let (attack, target) = (&state.attack, state.attack.target);
        let wound = self.wound_of(state, attack, score);
        let wound = wound.saturating_sub(self.shield_of(state, target));
        wound.min(state.life[usize::from(target)])
    }

    /// Applies a hit: determines the wound and continues the attack (rule B-3.3, step 7).
    pub(super) fn hit(
        &self,
        state: &mut State,
        score: u8,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        state.attack.wound = self.wound_of(state, &state.attack, score);
        if self.is_heavy(&state.attack, score) {
            self.works(state.attack.attacker, observer);
        }
        self.shield(state, chance, observer);
    }

    /// Returns the life by which a character's shield would reduce the next wound.
    pub(super) fn shield_of(&self, state: &State, target: Character) -> u8 {
        match self.sheets.of(target).power {
            Power::Shield(n) if state.covered & bit(target) != 0 => n,
            _ => 0,
        }
    }

    /// Reduces the wound by the target's shield, and continues the attack (rule B-3.3, steps 7 and
    /// 8).
    pub(super) fn shield(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let target = state.attack.target;
        let shield = self.shield_of(state, target);
        if shield > 0 {
            let (wound, has) = (state.attack.wound, state.life[usize::from(target)]);
            let life = shield.min(wound);
            state.covered &= !bit(target);
            state.attack.wound -= life;
            self.works(target, observer);
            observer.see(Event::Shields {
                target,
                life,
                kept: wound.min(has) - state.attack.wound.min(has),
            });
        }
        if state.attack.wound == 0 {
            self.end_attack(state, chance, observer);
        } else {
            self.open_saves(state, chance, observer);
        }
    }

    /// Takes the life of the wound from the target (rule B-3.3, step 9).
    pub(super) fn wound(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let attack = state.attack;
        let (attacker, target) = (attack.attacker, attack.target);
        let how = if attack.nemesis {
            Wound::Nemesis
        } else {
            Wound::Attack
        };
        self.lose_life(state, target, attack.wound, how, Some(attacker), observer);
        if !attack.nemesis {
            self.power_before_fall(state, chance, observer);
        }
        let falls = self.fall_if_dead(state, target, Some(attacker), observer);
        if !attack.nemesis && !self.is_over(state) {
            self.power_after_fall(state, falls, chance, observer);
        }
        self.end_attack(state, chance, observer);
    }

    /// Applies the attacker's powers that take effect before the target falls (rules B-P12 and
    /// B-P14 to B-P16).
    fn power_before_fall(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let (attacker, defender) = (state.attack.attacker, usize::from(state.attack.defender));
        let player = usize::from(state.active);
        match self.sheets.of(attacker).power {
            Power::StealEnergy(n) => {
                if state.energy[defender] > 0 && state.energy[player] < MOST_ENERGY {
                    self.works(attacker, observer);
                }
                self.take_energy(state, player, defender, n.into(), observer);
            }
            Power::LifeDrain(n) => {
                if self.is_wounded(state, attacker) {
                    self.works(attacker, observer);
                }
                self.regain(state, attacker, n, observer);
            }
            Power::Rally(n) if state.leader[player] != NONE => {
                if self.is_wounded(state, state.leader[player]) {
                    self.works(attacker, observer);
                }
                self.regain(state, state.leader[player], n, observer);
            }
            Power::Disarm(n) => {
                if !state.hand[defender].is_empty() {
                    self.works(attacker, observer);
                }
                self.lose_cards(state, defender, n, chance, observer);
            }
            _ => {}
        }
    }

    /// Applies the attacker's powers that take effect after the target falls (rules B-P20 and
    /// B-P21).
    fn power_after_fall(
        &self,
        state: &mut State,
        falls: bool,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let attack = state.attack;
        let (attacker, player) = (attack.attacker, usize::from(state.active));
        match self.sheets.of(attacker).power {
            Power::Splash(n) => {
                let team = state.team[usize::from(attack.defender)] & !bit(attack.target);
                let open = team & self.open_targets(state, player, attacker);
                let Some(other) = chance.pick_from(player, open) else {
                    return;
                };
                self.works(attacker, observer);
                let other = other as Character;
                self.lose_life(state, other, n, Wound::Splash, Some(attacker), observer);
                self.fall_if_dead(state, other, Some(attacker), observer);
            }
            Power::Revive(n) if falls => {
                if self.who_may_join(state, player, state.graveyard) != 0 {
                    self.works(attacker, observer);
                }
                self.join(state, player, state.graveyard, n, chance, observer);
            }
            _ => {}
        }
    }

    pub(super) fn is_wounded(&self, state: &State, character: Character) -> bool {
        state.life[usize::from(character)] < self.sheets.of(character).life
    }

    pub(super) fn lose_life(
        &self,
        state: &mut State,
        target: Character,
        life: u8,
        how: Wound,
        by: Option<Character>,
        observer: &mut impl Observer<Event>,
    ) {
        let now = &mut state.life[usize::from(target)];
        let life = life.min(*now);
        *now -= life;
        observer.see(Event::Wounds {
            by,
            target,
            life,
            how,
        });
    }

    /// Moves a character without life to the graveyard. Returns true if the character fell (rule
    /// B-3.8).
    pub(super) fn fall_if_dead(
        &self,
        state: &mut State,
        character: Character,
        by: Option<Character>,
        observer: &mut impl Observer<Event>,
    ) -> bool {
        if state.life[usize::from(character)] > 0 {
            return false;
        }
        let player = state.player_of(character);
        state.team[player] &= !bit(character);
        state.covered &= !bit(character);
        state.graveyard |= bit(character);
        if state.leader[player] == character {
            state.leader[player] = NONE;
        }
        observer.see(Event::Falls {
            player: player as u8,
            character,
            by,
        });
        if state.team[player] == 0 {
            self.leave(state, player, observer);
        }
        true
    }

    /// Removes a player without characters from the game (rule B-3.8).
    fn leave(&self, state: &mut State, player: usize, observer: &mut impl Observer<Event>) {
        let fallen = state.fell.iter().max().copied().unwrap_or(0);
        state.fell[player] = fallen + 1;
        for card in Action::ALL {
            for _ in 0..state.hand[player].count(card as usize) {
                self.drop_card(state, player, card);
            }
        }
        self.lose_energy(state, player, u16::MAX, observer);
        observer.see(Event::Out {
            player: player as u8,
        });
        self.look_for_end(state, observer);
    }
}
