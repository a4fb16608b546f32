//! Applies the wounds of attacks (rule B-3.3, steps 7 to 9), and removes characters that have no
//! life left (rule B-3.8).

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::state::{Attack, CharacterIndex, MOST_ENERGY, NONE, State, bit};
use super::{Battle, BattleCards, Event};
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Applies an attack that hits: computes the wound, and continues with shields and Save cards
    /// (rule B-3.3, step 7).
    pub(super) fn hit(&mut self, score: u8) {
        self.state.attack.wound = self.game.wound_of(self.state, &self.state.attack, score);
        if self.game.is_heavy(&self.state.attack, score) {
            self.works(self.state.attack.attacker);
        }
        self.shield();
    }

    /// Reduces the wound by the target's shield, and continues with Save cards if a wound remains
    /// (rule B-3.3, steps 7 and 8).
    pub(super) fn shield(&mut self) {
        let target = self.state.attack.target;
        let shield = self.game.shield_of(self.state, target);
        if shield > 0 {
            let (wound, has) = (self.state.attack.wound, self.state.life[usize::from(target)]);
            let life = shield.min(wound);
            self.state.covered &= !bit(target);
            self.state.attack.wound -= life;
            self.works(target);
            self.see(Event::Shields {
                target,
                life,
                kept: wound.min(has) - self.state.attack.wound.min(has),
            });
        }
        if self.state.attack.wound == 0 {
            self.end_attack();
        } else {
            self.open_saves();
        }
    }

    /// Takes the life of the wound from the attack's target (rule B-3.3, step 9).
    pub(super) fn wound(&mut self) {
        let attack = self.state.attack;
        let (attacker, target) = (attack.attacker, attack.target);
        let how = if attack.nemesis { Wound::Nemesis } else { Wound::Attack };
        self.lose_life(target, attack.wound, how, Some(attacker));
        if !attack.nemesis {
            self.power_before_fall();
        }
        let falls = self.fall_if_dead(target, Some(attacker));
        if !attack.nemesis && !self.game.is_over(self.state) {
            self.power_after_fall(falls);
        }
        self.end_attack();
    }

    /// Applies those powers of the attacker that take effect before the wounded target dies (rules
    /// B-P12 and B-P14 to B-P16).
    fn power_before_fall(&mut self) {
        let (attacker, defender) =
            (self.state.attack.attacker, usize::from(self.state.attack.defender));
        let player = usize::from(self.state.active);
        match self.game.sheets.of(attacker).power {
            Power::StealEnergy(n) => {
                if self.state.energy[defender] > 0 && self.state.energy[player] < MOST_ENERGY {
                    self.works(attacker);
                }
                self.take_energy(player, defender, n.into());
            }
            Power::LifeDrain(n) => {
                if self.game.is_wounded(self.state, attacker) {
                    self.works(attacker);
                }
                self.regain(attacker, n);
            }
            Power::Rally(n) if self.state.leader[player] != NONE => {
                if self.game.is_wounded(self.state, self.state.leader[player]) {
                    self.works(attacker);
                }
                self.regain(self.state.leader[player], n);
            }
            Power::Disarm(n) => {
                if !self.state.hand[defender].is_empty() {
                    self.works(attacker);
                }
                self.lose_cards(defender, n);
            }
            _ => {}
        }
    }

    /// Applies those powers of the attacker that take effect last, after the wounded target has
    /// died or survived (rules B-P20 and B-P21).
    fn power_after_fall(&mut self, falls: bool) {
        let attack = self.state.attack;
        let (attacker, player) = (attack.attacker, usize::from(self.state.active));
        match self.game.sheets.of(attacker).power {
            Power::Splash(n) => {
                let team = self.state.team[usize::from(attack.defender)] & !bit(attack.target);
                let open = team & self.game.open_targets(self.state, player, attacker);
                let Some(other) = self.chance.pick_from(player, open) else {
                    return;
                };
                self.works(attacker);
                let other = other as CharacterIndex;
                self.lose_life(other, n, Wound::Splash, Some(attacker));
                self.fall_if_dead(other, Some(attacker));
            }
            Power::Revive(n) if falls => {
                if self.game.who_may_join(self.state, player, self.state.graveyard) != 0 {
                    self.works(attacker);
                }
                self.join(player, self.state.graveyard, n);
            }
            _ => {}
        }
    }

    pub(super) fn lose_life(
        &mut self,
        target: CharacterIndex,
        life: u8,
        how: Wound,
        by: Option<CharacterIndex>,
    ) {
        let now = &mut self.state.life[usize::from(target)];
        let life = life.min(*now);
        *now -= life;
        self.see(Event::Wounds { by, target, life, how });
    }

    /// Moves a character to the graveyard if it has no life left. Returns true if it has none (rule
    /// B-3.8).
    pub(super) fn fall_if_dead(
        &mut self,
        character: CharacterIndex,
        by: Option<CharacterIndex>,
    ) -> bool {
        if self.state.life[usize::from(character)] > 0 {
            return false;
        }
        let player = self.state.player_of(character);
        self.state.team[player] &= !bit(character);
        self.state.covered &= !bit(character);
        self.state.graveyard |= bit(character);
        if self.state.leader[player] == character {
            self.state.leader[player] = NONE;
        }
        self.see(Event::Falls { player: player as u8, character, by });
        if self.state.team[player] == 0 {
            self.leave(player);
        }
        true
    }

    /// Removes a player from the game whose characters are all dead (rule B-3.8).
    fn leave(&mut self, player: usize) {
        let fallen = self.state.fell.iter().max().copied().unwrap_or(0);
        self.state.fell[player] = fallen + 1;
        for &card in Action::ALL {
            for _ in 0..self.state.hand[player].count(card as usize) {
                self.game.drop_card(self.state, player, card);
            }
        }
        self.lose_energy(player, u16::MAX);
        self.see(Event::Out { player: player as u8 });
        self.look_for_end();
    }
}

impl BattleCards {
    /// Returns the life that an attack with this score takes, before shields and Save cards (rule
    /// B-3.3, step 7).
    pub(super) fn wound_of(&self, state: &State, attack: &Attack, score: u8) -> u8 {
        1 + u8::from(self.is_heavy(attack, score)) + attack.fury + state.rage
    }

    /// Returns true if the attacker has the Heavy power and the score is high enough for a larger
    /// wound (rule B-P8).
    fn is_heavy(&self, attack: &Attack, score: u8) -> bool {
        let power = self.sheets.of(attack.attacker).power;
        matches!(power, Power::Heavy(n) if score >= n)
    }

    /// Returns the life that the target would lose to the current attack if it did not dodge.
    pub(super) fn would_lose(&self, state: &State, score: u8) -> u8 {
        let (attack, target) = (&state.attack, state.attack.target);
        let wound = self.wound_of(state, attack, score);
        let wound = wound.saturating_sub(self.shield_of(state, target));
        wound.min(state.life[usize::from(target)])
    }

    /// Returns the life by which a character's shield would reduce its next wound; 0 without a
    /// shield.
    pub(super) fn shield_of(&self, state: &State, target: CharacterIndex) -> u8 {
        match self.sheets.of(target).power {
            Power::Shield(n) if state.covered & bit(target) != 0 => n,
            _ => 0,
        }
    }

    pub(super) fn is_wounded(&self, state: &State, character: CharacterIndex) -> bool {
        state.life[usize::from(character)] < self.sheets.of(character).life
    }
}
