//! The model's judgement of attacks: their dice, the least faces that wound, the wounds, and the rocks owed.

use super::model::{AttackModel, Dice, Model};
use crate::games::arena::{Choice, Effect};
use crate::games::dice::Throw;

impl Model {
    /// The wounds that the dice before a target make must have been dealt by now.
    pub fn no_dice_lie(&mut self) {
        if let Some(dice) = self.dice.take() {
            let hits = dice.throw.at_least(dice.needed);
            assert_eq!(hits, 0, "hits without wounds: {dice:?}");
        }
    }

    /// An attack is done, its rocks included.
    pub fn attack_ends(&mut self) {
        self.no_dice_lie();
        if self.victims > 0 && self.figure(self.actor()).alive {
            assert_eq!(self.rocks_now(), 0, "rocks are missing");
        }
        self.victims = 0;
        self.attack = None;
        // Defenses rolled for a Strike's second phase may have met no die.
        self.figures
            .iter_mut()
            .for_each(|figure| figure.rolled_defense = None);
    }

    pub fn rocks_now(&self) -> u8 {
        let rocks = self.rules.rocks.get(usize::from(self.round) - 1);
        rocks.copied().unwrap_or(0)
    }

    /// the dice of a slot, a suit's loss and claymore's roll aside.
    pub fn slot_dice(&self, actor: u8, slot: u8) -> u8 {
        let figure = self.figure(actor);
        let card = self.active_card(actor).unwrap();
        match (slot, card.effect()) {
            (0, Some(Effect::Kamikaze { dice })) => {
                let life = (figure.lp as usize).min(dice.len());
                dice[life - 1]
            }
            (0, Some(Effect::Terminotaur)) => (figure.cards.len() - figure.hand.len()) as u8,
            (0, _) => card.melee,
            (_, Some(Effect::SpikedEpaulet { dice })) => *dice,
            _ => card.shooting,
        }
    }

    pub fn wounds(&mut self, by: Option<u8>, target: u8, wounds: u8, pp: u16, drained: bool) {
        let dice = self.dice.take().expect("dice make wounds");
        assert_eq!((dice.by, dice.target), (by, target));
        let hits = u32::from(dice.throw.at_least(dice.needed));
        let count = u32::from(wounds);
        assert_eq!(count, hits.min(self.figure(target).lp));
        let figure = self.figure_mut(target);
        let firsts = count.min(figure.firsts);
        figure.lp -= count;
        figure.firsts -= firsts;
        let Some(by) = by else {
            assert_eq!((pp, drained), (0, false));
            self.discarded += count;
            return;
        };
        assert_eq!(drained, self.has(by, &Effect::VampiricSticks));
        let worth = u32::from(self.rules.first_wound) * firsts + (count - firsts);
        let figure = self.figure_mut(by);
        if drained {
            assert_eq!(pp, 0);
            figure.lp += count;
            figure.firsts += firsts;
        } else {
            assert_eq!(u32::from(pp), worth);
            figure.pp += worth;
            figure.tokens += count;
        }
    }

    /// the dice and the least face that must lie before this target.
    pub fn rolls(&mut self, by: Option<u8>, target: u8, throw: Throw, needed: i8) {
        self.no_dice_lie();
        let rolled = self.figure_mut(target).rolled_defense.take();
        let spear = self.has(target, &Effect::WhirlingSpear);
        assert_eq!(rolled.is_some(), spear, "only a spear rolls its defense");
        let active = self.active_card(target).map(|card| card.defense);
        let defense = rolled.unwrap_or(active.unwrap_or(self.figure(target).sheet_defense)) as i8;
        let count = throw.faces().count() as u8;
        match by {
            None => {
                assert_eq!((needed, count), (defense, self.rocks));
                assert_eq!(target, self.actor());
            }
            Some(actor) => {
                assert_eq!(actor, self.actor());
                let attack = self.attack.as_mut().expect("dice are rolled in an attack");
                let named = attack.targets >> target & 1 == 1;
                if named {
                    assert_eq!(attack.faced & !((1 << target) - 1), 0, "by ascending size");
                    attack.faced |= 1 << target;
                }
                let (slot, dice, netted) = (attack.slot, attack.dice, attack.netted);
                let suit = u8::from(self.has(target, &Effect::BlindingSuit));
                assert_eq!(count, if named { dice.saturating_sub(suit) } else { 1 });
                let card = self.active_card(actor).unwrap();
                assert!(named || card.is(&Effect::Strike) && suit == 0);
                let shot =
                    slot == 1 && !matches!(card.effect(), Some(Effect::SpikedEpaulet { .. }));
                let bonus = match card.effect() {
                    Some(Effect::EnergyArmour { bonus }) if shot => *bonus as i8,
                    _ => 0,
                };
                let zones = [actor, target].map(|f| self.figure(f).zone.unwrap());
                let far = shot && self.distance(zones[0], zones[1]) == 2;
                let far = if far {
                    self.rules.far_shot_penalty as i8
                } else {
                    0
                };
                assert_eq!(needed, defense - netted - bonus + far);
                self.figure_mut(target).skulls.remove(&actor);
            }
        }
        self.dice = Some(Dice {
            by,
            target,
            throw,
            needed,
        });
    }

    pub fn attacks(&mut self, fighter: u8, choice: Choice, targets: u8) {
        if self.attack.is_some() {
            self.attack_ends();
        }
        assert_eq!((fighter, Some(choice)), (self.actor(), self.choice));
        let slot = match choice {
            Choice::Attack { slot, target } => {
                assert_eq!(targets, 1 << target);
                slot
            }
            Choice::Pair { slot, targets: two } => {
                assert_eq!((targets, two.count_ones()), (two, 2));
                slot
            }
            Choice::Area { slot, zone } => {
                let hit = (0..self.figures.len() as u8).filter(|&f| {
                    let figure = self.figure(f);
                    figure.alive
                        && figure.zone == Some(zone)
                        && !self.has(f, &Effect::GhostRing)
                        && !self.figure(fighter).skulls.contains(&f)
                });
                assert_eq!(targets, hit.map(|f| 1 << f).sum::<u8>());
                slot
            }
            other => panic!("{other:?} is no attack"),
        };
        for target in (0..self.figures.len() as u8).filter(|&f| targets >> f & 1 == 1) {
            self.figure_mut(target).skulls.remove(&fighter);
        }
        let dice = self.slot_dice(fighter, slot);
        let distinct = self.active_card(fighter).unwrap().different_targets();
        let turn = self.turn.as_mut().unwrap();
        turn.left[usize::from(slot)] -= 1;
        if distinct {
            turn.struck.extend((0..8).filter(|f| targets >> f & 1 == 1));
        }
        self.attack = Some(AttackModel {
            slot,
            targets,
            dice,
            netted: 0,
            faced: 0,
        });
    }
}
