//! Applies the wounds of attacks (rule B-3.3, steps 7 to 9), and removes characters that have no
//! life left (rule B-3.8).

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::state::{Attack, CharacterIndex, MOST_ENERGY, NONE, OpenState, Phase, bit};
use super::{Battle, BattleCards, Event};
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Applies an attack that hits: computes the wound, and continues with shields and Save cards
    /// (rule B-3.3, step 7).
    pub(super) fn hit(&mut self, score: u8) {
        let attack = self.state.attack;
        self.state.attack.wound = self.game.wound_of(self.state, &attack, score);
        self.works(attack.attacker, self.game.is_heavy(&attack, score));
        self.shield();
    }

    /// Reduces the wound by the target's shield, and continues with Save cards if a wound remains
    /// (rule B-3.3, steps 7 and 8).
    pub(super) fn shield(&mut self) {
        let target = self.state.attack.target;
        let shield = self.game.cover(self.state, target, Power::Shield);
        if shield > 0 {
            let (wound, has) = (self.state.attack.wound, self.state.life[usize::from(target)]);
            let life = shield.min(wound);
            self.state.covered &= !bit(target);
            self.state.attack.wound -= life;
            let kept = wound.min(has) - (wound - life).min(has);
            self.works(target, true);
            self.see(Event::Shields { character: target, life, kept });
        }
        if self.state.attack.wound == 0 {
            self.end_attack();
        } else {
            self.open_window(Phase::Saving);
        }
    }

    /// Takes the life of the wound from the attack's target (rule B-3.3, step 9).
    pub(super) fn wound(&mut self) {
        let attack = self.state.attack;
        let how = if attack.nemesis { Wound::Nemesis } else { Wound::Attack };
        self.lose_life(attack.target, attack.wound, how);
        if !attack.nemesis {
            self.power_before_fall();
        }
        let falls = self.fall_if_dead(attack.target, how);
        if !attack.nemesis && self.state.phase != Phase::Over {
            self.power_after_fall(falls);
        }
        self.end_attack();
    }

    /// Applies those powers of the attacker that take effect before the wounded target dies (rules
    /// B-P12 and B-P14 to B-P16).
    fn power_before_fall(&mut self) {
        let attack = self.state.attack;
        let (attacker, defender) = (attack.attacker, usize::from(attack.defender));
        let player = usize::from(self.state.active);
        match self.game.sheets.of(attacker).power {
            Power::StealEnergy(n) => {
                let energy = self.state.energy;
                self.works(attacker, energy[defender] > 0 && energy[player] < MOST_ENERGY);
                self.take_energy(player, defender, n.into());
            }
            Power::LifeDrain(n) => {
                self.works(attacker, self.game.is_wounded(self.state, attacker));
                self.regain(attacker, n);
            }
            Power::Rally(n) if self.state.leader[player] != NONE => {
                let leader = self.state.leader[player];
                self.works(attacker, self.game.is_wounded(self.state, leader));
                self.regain(leader, n);
            }
            Power::Disarm(n) => {
                self.works(attacker, !self.state.hand[defender].is_empty());
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
                let open = team & self.game.open_targets(self.state, attacker);
                if let Some(other) = self.chance.pick_from(player, open) {
                    self.works(attacker, true);
                    self.hurt(other as CharacterIndex, n, Wound::Splash);
                }
            }
            Power::Revive(n) if falls => {
                let back = self.game.who_may_join(self.state, player, self.state.graveyard);
                self.works(attacker, back != 0);
                self.join(player, self.state.graveyard, n);
            }
            _ => {}
        }
    }

    /// Takes life from a character, which may fall.
    pub(super) fn hurt(&mut self, target: CharacterIndex, life: u8, how: Wound) {
        self.lose_life(target, life, how);
        self.fall_if_dead(target, how);
    }

    pub(super) fn lose_life(&mut self, target: CharacterIndex, life: u8, how: Wound) {
        let by = self.state.attack.author(how);
        let now = &mut self.state.life[usize::from(target)];
        let life = life.min(*now);
        *now -= life;
        self.see(Event::Wounds { by, target, life, how });
    }

    /// Moves a character to the graveyard if it has no life left. Returns true if it has none (rule
    /// B-3.8).
    fn fall_if_dead(&mut self, character: CharacterIndex, how: Wound) -> bool {
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
        let by = self.state.attack.author(how);
        self.see(Event::Falls { of: player as u8, by, target: character });
        if self.state.team[player] == 0 {
            self.leave(player);
        }
        true
    }

    /// Removes a player from the game whose characters are all dead (rule B-3.8).
    fn leave(&mut self, player: usize) {
        let fallen = self.state.fell.iter().max().copied().unwrap_or(0);
        self.state.fell[player] = fallen + 1;
        let hand = self.state.hand[player];
        hand.kinds().for_each(|card| self.game.drop_card(self.state, player, Action::of(card)));
        self.lose_energy(player, u16::MAX);
        self.see(Event::Out { player: player as u8 });
        self.look_for_end();
    }
}

impl BattleCards {
    /// Returns the life that an attack with this score takes, before shields and Save cards (rule
    /// B-3.3, step 7).
    #[inline]
    pub(super) fn wound_of(&self, state: &OpenState, attack: &Attack, score: u8) -> u8 {
        1 + u8::from(self.is_heavy(attack, score)) + attack.fury + state.rage
    }

    /// Returns true if the attacker has the Heavy power and the score is high enough for a larger
    /// wound (rule B-P8).
    fn is_heavy(&self, attack: &Attack, score: u8) -> bool {
        let power = self.sheets.of(attack.attacker).power;
        matches!(power, Power::Heavy(n) if score >= n)
    }

    /// Returns the life that the target loses to an attack with this score, without a dodge and
    /// without Save cards.
    pub(super) fn life_lost(&self, state: &OpenState, attack: &Attack, score: u8) -> u8 {
        let wound = self.wound_of(state, attack, score);
        let wound = wound.saturating_sub(self.cover(state, attack.target, Power::Shield));
        wound.min(state.life[usize::from(attack.target)])
    }

    pub(super) fn is_wounded(&self, state: &OpenState, character: CharacterIndex) -> bool {
        state.life[usize::from(character)] < self.sheets.of(character).life
    }
}
