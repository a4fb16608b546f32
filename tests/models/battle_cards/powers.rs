//! The loss of life by an attack (rule B-3.3.9), and the powers at the announcement of an attack
//! and at the wound, in the model (a second implementation of the rules).

use super::Model;
use super::words::{Id, Power};
use crate::game::chance::Owner;
use crate::games::models::recorded::Replay;

impl Model {
    /// Applies the attacker's powers that take effect at the announcement of an attack (rules
    /// B-P13, B-P17, B-P18 and B-P19).
    pub fn powers_of_the_announcement(&mut self, draws: &mut Replay) {
        let attack = self.attack.clone().expect("there is an attack");
        let (by, player) = (attack.by, attack.attacker);
        let n = self.roster[by].n;
        match self.roster[by].power {
            Power::Charge => self.gains_energy(player, n),
            Power::Tactics => {
                for _ in 0..n {
                    self.draws_card(player, Owner::Player(player), draws);
                }
            }
            Power::Shield => {
                self.shields.insert(by, n);
            }
            Power::Guard => {
                self.guards.insert(by, n);
            }
            _ => {}
        }
    }

    /// Takes life from the target of the attack, which may fall (rule B-3.3.9).
    pub fn strikes(&mut self, draws: &mut Replay) {
        let attack = self.attack.clone().expect("there is an attack");
        let (by, target) = (attack.by, attack.target);
        self.takes_life(by, target, attack.wound);
        if !attack.nemesis {
            self.powers_before_the_fall(draws);
        }
        let fell = self.life[target] == 0;
        if fell {
            self.falls(target, Some(by));
        }
        if !attack.nemesis && !self.over {
            self.powers_after_the_fall(fell, draws);
        }
        self.attack_is_over(draws);
    }

    /// Applies the attacker's powers that take effect before the target falls (rules B-P12, B-P14,
    /// B-P15 and B-P16).
    fn powers_before_the_fall(&mut self, draws: &mut Replay) {
        let attack = self.attack.clone().expect("there is an attack");
        let (by, player, defender) = (attack.by, attack.attacker, attack.defender);
        let n = self.roster[by].n;
        match self.roster[by].power {
            Power::StealEnergy => {
                let taken = self.loses_energy(defender, n);
                self.gains_energy(player, taken);
            }
            Power::LifeDrain => self.regains(by, n),
            Power::Rally => {
                if let Some(leader) = self.players[player].leader {
                    self.regains(leader, n);
                }
            }
            Power::Disarm => self.loses_cards(defender, n, draws),
            _ => {}
        }
    }

    /// Applies the attacker's powers that take effect after the target falls (rules B-P20 and
    /// B-P21).
    fn powers_after_the_fall(&mut self, fell: bool, draws: &mut Replay) {
        let attack = self.attack.clone().expect("there is an attack");
        let (by, player, defender) = (attack.by, attack.attacker, attack.defender);
        let n = self.roster[by].n;
        match self.roster[by].power {
            Power::Splash if !self.players[defender].out => {
                let mut others: Vec<Id> = self.open_targets(by);
                others.retain(|&other| other != attack.target);
                others.retain(|&other| self.player_of(other) == Some(defender));
                if others.is_empty() {
                    return;
                }
                let index = draws.draw(Owner::Player(player), others.len());
                let other = others[index];
                self.takes_life(by, other, n);
                if self.life[other] == 0 {
                    self.falls(other, Some(by));
                }
            }
            Power::Revive if fell => {
                let kind = self.players[player].kind;
                if let Some(back) = self.picks_who_joins(player, false, kind, draws) {
                    self.joins(player, back, n);
                }
            }
            _ => {}
        }
    }
}
