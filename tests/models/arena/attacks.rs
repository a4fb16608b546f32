//! Checks of attacks by the model (the second implementation of the rules): dice, lowest faces that
//! wound, wounds, and the rocks that follow.

use std::collections::BTreeSet;

use super::cards::Count;
use super::{AttackModel, Dice, Model};
use crate::game::chance::Throw;
use crate::games::arena::parts::{Manner, Power};
use crate::games::arena::{Choice, Scoring, Terminotaur};

impl Model {
    /// Checks the die that determines the number of dice.
    pub fn counting_die(&mut self, throw: Throw) {
        let asks = self.rules.charm_effect_dice && self.blow_now().asks_early();
        assert_eq!(self.blow_now().dice, Count::Rolled);
        let dice = (throw.sum() as u8).saturating_sub(self.net_dice(self.actor()));
        let attack = self.attack.as_mut().unwrap();
        attack.dice = dice;
        self.early = asks.then_some((attack.targets.trailing_zeros() as u8, throw, true));
    }

    /// Stores dice that are compared with the target's size, and the events that must follow.
    pub fn dice_against_size(&mut self, throw: Throw) {
        let blow = self.blow_now().clone();
        let attack = self.attack.as_mut().unwrap();
        let target = attack.targets.trailing_zeros() as u8;
        if blow.by_size {
            attack.last = Some((target, throw, i8::MAX));
        }
        self.early = self.rules.charm_effect_dice.then_some((target, throw, false));
        let caught = throw.sum() >= u16::from(self.figure(target).size);
        match blow.snare {
            Some((_, penalty)) => {
                self.attack.as_mut().unwrap().netted = if caught { penalty } else { 0 };
            }
            None => {
                assert!(blow.by_size, "{blow:?} throws no such dice");
                self.caught = caught.then_some(target);
            }
        }
    }

    /// Asserts that no further effect of a wound (net, change of initiative, regained life points)
    /// is missing.
    fn nothing_is_due(&self) {
        assert_eq!((self.to_be_netted, self.owed), (None, 0));
        assert_eq!(self.to_be_shifted, None);
    }

    /// Asserts that the previous dice against a target have dealt all their wounds.
    pub fn no_dice_lie(&mut self) {
        self.early = None;
        if let Some(dice) = self.dice.take() {
            let hits = dice.throw.at_least(dice.needed);
            assert_eq!(hits, 0, "hits without wounds: {dice:?}");
        }
    }

    /// Checks that an attack is complete, including its rocks.
    pub fn attack_ends(&mut self) {
        self.no_dice_lie();
        if self.victims > 0 && self.figure(self.actor()).alive {
            assert_eq!(self.rocks_now(), 0, "rocks are missing");
        }
        self.nothing_is_due();
        assert_eq!(self.caught, None);
        if let Some(attack) = self.attack.take() {
            self.attack_was_whole(&attack);
        }
        self.victims = 0;
        // For a Strike's second phase, a defense may be rolled although no die is left for the
        // fighter.
        self.figures.iter_mut().for_each(|figure| figure.rolled_defense = None);
    }

    /// Asserts that no target of a bowling strike and no landing of a sandal is missing.
    fn attack_was_whole(&self, attack: &AttackModel) {
        let blow = self.blow(self.actor(), attack.slot);
        let left = attack.last.map_or(0, |(_, throw, needed)| {
            throw.faces().filter(|&face| (face as i8) < needed).count()
        });
        let left = left + usize::from(attack.spared.is_some());
        assert!(attack.order.is_empty() || left == 0, "dice that miss roll on");
        if blow.manner == Manner::Strike && !attack.stopped {
            let left = self.may_be_struck(attack);
            assert!(left.is_empty(), "dice that hit are left for {left:?}");
        }
        let (false, Some((target, throw, _))) = (blow.throw.is_empty(), attack.last) else {
            return;
        };
        let figure = self.figure(target);
        let flies = throw.sum() >= u16::from(figure.size) && figure.alive && !figure.dragon;
        match attack.landing {
            None => assert!(!flies, "it should have been thrown"),
            Some(dice) => {
                // Every fighter in the zone has been attacked; eliminated fighters are no longer
                // there.
                let missed = self.landed_on(attack, dice);
                assert_eq!(missed, 0, "somebody was not landed on");
            }
        }
    }

    /// returns the fighters that a free die of a Strike could still hit.
    pub fn may_be_struck(&self, attack: &AttackModel) -> Vec<u8> {
        let actor = self.actor();
        let primary = attack.targets.trailing_zeros() as u8;
        let zone = self.figure(primary).zone;
        let blow = self.blow(actor, attack.slot);
        if blow.manner != Manner::Strike || attack.faced == 0 {
            return Vec::new();
        }
        let far =
            !blow.melee && self.distance(self.figure(actor).zone.unwrap(), zone.unwrap()) == 2;
        let less = if far { self.rules.far_shot_penalty } else { 0 };
        let hit = |die: &&u8| **die as i8 >= attack.least && !self.rules.strike_again;
        let free: Vec<&u8> = attack.free.iter().filter(|die| !hit(die)).collect();
        let may_be = |&other: &u8| {
            let figure = self.figure(other);
            let card = self.active_card(other);
            let printed = card.map_or(figure.sheet_defense, |card| card.defense);
            // The defense of a whirling spear is rolled after the first target is settled. Before,
            // it counts as 60.
            let defense = match self.has(other, Power::RolledDefense) {
                true => figure.rolled_defense.unwrap_or(60),
                false => printed,
            };
            let bonus = blow.bonus_against(figure.lp);
            let needed = defense as i8 - self.net_defense(other) + less as i8 - bonus;
            other != primary
                && figure.alive
                && figure.zone == zone
                && figure.team != self.figure(actor).team
                && !self.is_immune(other, blow)
                && !self.has(other, Power::DieLess)
                && !self.figure(actor).skulls.contains(&other)
                && !attack.struck_besides.contains(&other)
                && free.iter().any(|&&die| die as i8 >= needed)
        };
        (0..self.figures.len() as u8).filter(may_be).collect()
    }

    /// Returns the fighters in the zone of a landing that have not been shot yet.
    fn landed_on(&self, attack: &AttackModel, dice: u8) -> u8 {
        if dice == 0 { 0 } else { attack.landed_on }
    }

    /// checks the throw of a sandal's target.
    pub fn throws(&mut self, fighter: u8, target: u8, to: u8, dice: u8) {
        self.no_dice_lie();
        assert_eq!((fighter, self.choice), (self.actor(), Some(Choice::ThrowTo(to))));
        let landing = &self.blow_now().throw;
        assert!(!landing.is_empty(), "no sandal");
        let figure = self.figure(target);
        let entry = landing.iter().find(|entry| entry.size >= figure.size);
        assert_eq!(dice, entry.unwrap_or(landing.last().unwrap()).dice);
        let (struck, throw, _) = self.attack.as_ref().unwrap().last.unwrap();
        assert_eq!(struck, target);
        assert!(throw.sum() >= u16::from(figure.size) && figure.alive && !figure.dragon);
        assert!(to < self.ring && Some(to) != figure.zone);
        let hit = (0..self.figures.len() as u8).filter(|&f| {
            let there = self.figure(f).alive && self.figure(f).zone == Some(to) && f != fighter;
            there
                && !self.is_spared(fighter, f)
                && !self.has(f, Power::NoShot)
                && !self.figure(fighter).skulls.contains(&f)
        });
        let hit: u8 = hit.map(|f| 1 << f).sum();
        for f in (0..8).filter(|f| hit >> f & 1 == 1) {
            self.figure_mut(f).skulls.remove(&fighter);
        }
        let thrown = self.figure_mut(target);
        thrown.thrown_off.extend(thrown.zone);
        thrown.zone = Some(to);
        let attack = self.attack.as_mut().unwrap();
        attack.landing = Some(dice);
        attack.landed_on = hit;
    }

    /// returns true if an area attack of the fighter `by` does not hit `fighter`, because it
    /// is a teammate.
    fn is_spared(&self, by: u8, fighter: u8) -> bool {
        let mates = self.figure(by).team == self.figure(fighter).team;
        mates && self.rules.areas_spare_mates && !self.rules.friendly_fire
    }

    /// Returns the number of rocks that the crowd throws at the actor for one eliminated fighter.
    pub fn rocks_now(&self) -> u8 {
        let rocks = self.rules.rocks.get(usize::from(self.round) - 1);
        let rocks = rocks.copied().unwrap_or(0);
        let blocked = self.rules.rocks_blocked;
        if blocked && self.has(self.actor(), Power::NoShot) {
            return 0;
        }
        let suit = blocked && self.has(self.actor(), Power::DieLess);
        rocks.saturating_sub(u8::from(suit))
    }

    /// returns the number of dice of an attack before a blinding suit of the target. Returns
    /// 0 if a die determines the number.
    pub fn slot_dice(&self, actor: u8, slot: u8) -> u8 {
        let figure = self.figure(actor);
        let dice = match &self.blow(actor, slot).dice {
            Count::Printed(dice) => *dice,
            Count::ByLife(dice) => {
                let life = (figure.lp as usize).min(dice.len());
                dice[life - 1]
            }
            // A die that is rolled later determines the number.
            Count::Rolled => 0,
            Count::Cards => {
                let of = match self.rules.terminotaur {
                    Terminotaur::Lying => figure.cards.len(),
                    Terminotaur::Played => figure.taken_up,
                };
                (of - figure.hand.len()) as u8
            }
        };
        dice.saturating_sub(self.net_dice(actor))
    }

    pub fn wounds(&mut self, by: Option<u8>, target: u8, wounds: u8, pp: u16, drained: bool) {
        let count = u32::from(wounds);
        self.early = None;
        self.nothing_is_due();
        if let Some(caught) = self.caught.take() {
            // Dice that were compared with the target's size have dealt this wound.
            assert_eq!((by, target, wounds), (Some(self.actor()), caught, 1));
        } else {
            let dice = self.dice.take().expect("dice make wounds");
            assert_eq!((dice.by, dice.target), (by, target));
            let hits = u32::from(dice.throw.at_least(dice.needed));
            assert_eq!(count, hits.min(self.figure(target).lp));
        }
        let figure = self.figure_mut(target);
        let firsts = count.min(figure.firsts);
        figure.lp -= count;
        figure.firsts -= firsts;
        let Some(by) = by else {
            assert_eq!((pp, drained), (0, false));
            self.discarded += count;
            return;
        };
        let blow = self.blow_now();
        assert_eq!(drained, blow.drain);
        let (nets, shift) = (blow.net, blow.shift);
        let figure = self.figure(target);
        self.to_be_netted = (nets && figure.lp > 0 && !figure.netted).then_some(target);
        self.to_be_shifted = (shift != 0).then_some((target, shift));
        let worth = match self.rules.scoring {
            Scoring::Popularity => u32::from(self.rules.first_wound) * firsts + (count - firsts),
            Scoring::Trophies => 0,
        };
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

    /// checks the dice and the lowest face that wounds against this target.
    pub fn rolls(&mut self, by: Option<u8>, target: u8, throw: Throw, needed: i8) {
        self.no_dice_lie();
        let rolled = self.figure_mut(target).rolled_defense.take();
        let spear = self.has(target, Power::RolledDefense);
        assert_eq!(rolled.is_some(), spear, "only a spear rolls its defense");
        let active = self.active_card(target).map(|card| card.defense);
        let defense = rolled.unwrap_or(active.unwrap_or(self.figure(target).sheet_defense));
        let defense = defense as i8 - self.net_defense(target);
        let count = throw.faces().count() as u8;
        match by {
            None => {
                assert_eq!((needed, count), (defense, self.rocks));
                assert_eq!(target, self.actor());
            }
            Some(actor) if self.attack.as_ref().is_some_and(|a| a.landing.is_some()) => {
                // The target stands in the zone where a thrown fighter has landed.
                let suit = u8::from(self.has(target, Power::DieLess));
                let attack = self.attack.as_mut().unwrap();
                let dice = attack.landing.unwrap();
                assert_eq!((needed, count), (defense, dice.saturating_sub(suit)));
                assert_eq!(target, attack.landed_on.trailing_zeros() as u8);
                attack.landed_on &= !(1 << target);
                assert_eq!(actor, self.actor());
                self.figure_mut(target).skulls.remove(&actor);
            }
            Some(actor) => {
                assert_eq!(actor, self.actor());
                let attack = self.attack.as_mut().expect("dice are rolled in an attack");
                let named = attack.targets >> target & 1 == 1;
                let rolling_on = attack.faced != 0;
                if named && !attack.order.is_empty() {
                    assert_eq!(attack.order.remove(0), target, "in the order named");
                    attack.faced |= 1 << target;
                } else if named {
                    assert_eq!(attack.faced & !((1 << target) - 1), 0, "by ascending size");
                    attack.faced |= 1 << target;
                }
                let (dice, netted) = (attack.dice, attack.netted);
                let (last, spared) = (attack.last, attack.spared.take());
                let suit = u8::from(self.has(target, Power::DieLess));
                let blow = self.blow_now().clone();
                if blow.manner == Manner::Bowling && rolling_on {
                    // The dice are those that missed the previous target, plus the die that this
                    // target ignored: a wearer of a blinding suit ignores the lowest die.
                    let (_, thrown, least) = last.unwrap();
                    let mut left: Vec<u8> =
                        thrown.faces().filter(|&face| (face as i8) < least).collect();
                    left.extend(spared);
                    left.sort_unstable();
                    let spared = (suit == 1).then(|| left.remove(0));
                    assert!(throw.faces().eq(left));
                    self.attack.as_mut().unwrap().spared = spared;
                } else {
                    assert_eq!(count, if named { dice.saturating_sub(suit) } else { 1 });
                }
                assert!(named || blow.manner == Manner::Strike && suit == 0);
                let again = self.rules.strike_again;
                let attack = self.attack.as_mut().unwrap();
                if named {
                    attack.free = throw.faces().collect();
                    attack.least = needed;
                } else {
                    let die = throw.faces().next().unwrap();
                    assert!(again || (die as i8) < attack.least, "it has hit before");
                    let place = attack.free.iter().position(|&free| free == die);
                    attack.free.remove(place.expect("a die that is left"));
                    assert!(attack.struck_besides.insert(target), "one die each");
                }
                let bonus = blow.bonus_against(self.figure(target).lp);
                let zones = [actor, target].map(|f| self.figure(f).zone.unwrap());
                let far = !blow.melee && self.distance(zones[0], zones[1]) == 2;
                let far = if far { self.rules.far_shot_penalty as i8 } else { 0 };
                assert_eq!(needed, defense - netted - bonus + far);
                self.figure_mut(target).skulls.remove(&actor);
            }
        }
        if let Some(attack) = &mut self.attack
            && by.is_some()
            && attack.landing.is_none()
        {
            attack.last = Some((target, throw, needed));
        }
        self.dice = Some(Dice { by, target, throw, needed });
    }

    pub fn attacks(&mut self, fighter: u8, choice: Choice, targets: u8) {
        if self.attack.is_some() {
            self.attack_ends();
        }
        assert_eq!(fighter, self.actor());
        let bowling = match choice {
            Choice::Attack { slot, .. } => self.blow(fighter, slot).manner == Manner::Bowling,
            _ => false,
        };
        let mut order = Vec::new();
        let mut goes_on = false;
        let mut share = None;
        if !bowling && !matches!(choice, Choice::Split { .. }) {
            assert_eq!(Some(choice), self.choice);
        }
        let slot = match choice {
            Choice::Attack { slot, target } if bowling => {
                let last = self.unnamed();
                assert!(last.len() <= 1, "all but the last are named");
                order.extend(self.named.drain(..).chain(last));
                assert_eq!((order[0], targets), (target, order.iter().map(|f| 1 << f).sum()));
                slot
            }
            Choice::Split { slot, .. } => {
                goes_on = Some(choice) != self.choice;
                let (target, dice) = self.shares.pop_first().expect("dice to split");
                assert_eq!(targets, 1 << target, "by ascending size");
                share = Some(dice);
                slot
            }
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
                        && f != fighter
                        && figure.zone == Some(zone)
                        && !self.is_spared(fighter, f)
                        && !self.is_immune(f, self.blow(fighter, slot))
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
        let dice = share.unwrap_or(self.slot_dice(fighter, slot));
        let card = self.active_card(fighter).unwrap();
        let distinct = self.reading(fighter).unwrap().different_targets;
        let either = self.figure(fighter).dragon && card.effect().is_none();
        let turn = self.turn.as_mut().unwrap();
        if !goes_on {
            turn.left[usize::from(slot)] -= 1;
        }
        if either {
            turn.left = [0; 2];
        }
        if distinct {
            turn.struck.extend((0..8).filter(|f| targets >> f & 1 == 1));
        }
        self.attack = Some(AttackModel {
            slot,
            targets,
            dice,
            netted: 0,
            faced: 0,
            last: None,
            order,
            spared: None,
            free: Vec::new(),
            least: 0,
            struck_besides: BTreeSet::new(),
            stopped: false,
            landing: None,
            landed_on: 0,
        });
    }
}
