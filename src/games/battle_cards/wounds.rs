//! Wounds, steps 7 to 9 of B-3.3, and falls, B-3.8.

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::state::{Attack, Character, NONE, State, bit};
use super::{BattleCards, Event};
use crate::games::{Chance, Observer};

impl BattleCards {
    /// B-3.3, step 7: what an attack with this score wounds.
    pub(super) fn wound_of(&self, state: &State, attack: &Attack, score: u8) -> u8 {
        let power = self.sheets.of(attack.attacker).power;
        let heavy = matches!(power, Power::Heavy(n) if score >= n);
        1 + u8::from(heavy) + attack.fury + state.rage
    }

    /// B-3.3, step 7.
    pub(super) fn hit(
        &self,
        state: &mut State,
        score: u8,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        state.attack.wound = self.wound_of(state, &state.attack, score);
        self.shield(state, chance, observer);
    }

    /// What a shield would take of the next wound of a character.
    pub(super) fn shield_of(&self, state: &State, target: Character) -> u8 {
        match self.sheets.of(target).power {
            Power::Shield(n) if state.covered & bit(target) != 0 => n,
            _ => 0,
        }
    }

    /// B-3.3, steps 7 and 8.
    pub(super) fn shield(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let target = state.attack.target;
        let shield = self.shield_of(state, target);
        if shield > 0 {
            let life = shield.min(state.attack.wound);
            state.covered &= !bit(target);
            state.attack.wound -= life;
            observer.see(Event::Shields { target, life });
        }
        if state.attack.wound == 0 {
            self.end_attack(state, chance, observer);
        } else {
            self.open_saves(state, chance, observer);
        }
    }

    /// B-3.3, step 9.
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

    /// B-P12, B-P14 to B-P16.
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
                observer.see(Event::Power { attacker });
                self.take_energy(state, player, defender, n.into(), observer);
            }
            Power::LifeDrain(n) => {
                observer.see(Event::Power { attacker });
                self.regain(state, attacker, n, observer);
            }
            Power::Rally(n) if state.leader[player] != NONE => {
                observer.see(Event::Power { attacker });
                self.regain(state, state.leader[player], n, observer);
            }
            Power::Disarm(n) => {
                observer.see(Event::Power { attacker });
                self.lose_cards(state, defender, n, chance, observer);
            }
            _ => {}
        }
    }

    /// B-P20, B-P21.
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
                observer.see(Event::Power { attacker });
                let other = other as Character;
                self.lose_life(state, other, n, Wound::Splash, Some(attacker), observer);
                self.fall_if_dead(state, other, Some(attacker), observer);
            }
            Power::Revive(n) if falls => {
                observer.see(Event::Power { attacker });
                self.join(state, player, state.graveyard, n, chance, observer);
            }
            _ => {}
        }
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

    /// B-3.8: does the character fall?
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

    /// B-3.8: a player is out.
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
