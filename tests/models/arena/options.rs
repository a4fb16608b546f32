//! The options of every decision in the model (the second implementation of the rules), derived
//! from `RULES.md`. For, the model tries every way to play the rest of a turn.

use std::collections::BTreeSet;

use super::{Model, TurnModel};
use crate::game::chance::Throw;
use crate::games::arena::parts::Manner;
use crate::games::arena::{Choice, Compulsory, Placement, Revisit};

/// The state of a turn while the model tries every way to complete it, without dice.
#[derive(Clone)]
struct Plan {
    turn: TurnModel,
    zone: u8,
    netted: bool,
}

impl Model {
    fn fighters(&self) -> impl Iterator<Item = u8> {
        0..self.figures.len() as u8
    }

    /// returns the options of a placement.
    pub fn placements(&self) -> Vec<Choice> {
        let next = self.figures.iter().find(|figure| figure.zone.is_none());
        let next = next.expect("somebody is placed");
        if next.dragon || self.rules.placement == Placement::SeatOrder {
            return vec![Choice::Place(next.seated)];
        }
        let taken: Vec<u8> = self.figures.iter().filter_map(|figure| figure.zone).collect();
        let ring = self.ring;
        let mut zones: Vec<u8> = (0..ring).filter(|zone| !taken.contains(zone)).collect();
        let dragons = self.figures.iter().any(|figure| figure.dragon);
        let small = self.figures.len() <= usize::from(ring) && !dragons;
        if zones.is_empty() || self.rules.placement_centre && small && !taken.contains(&ring) {
            zones.push(ring);
        }
        zones.into_iter().map(Choice::Place).collect()
    }

    /// returns the options of a choice of card.
    pub fn cards(&self, fighter: u8) -> Vec<Choice> {
        let hand = &self.figure(fighter).hand;
        hand.iter().copied().map(Choice::Card).collect()
    }

    /// returns the options of a fighter that may use its lucky charm.
    pub fn charms(&self) -> Vec<Choice> {
        if let Some((target, throw, counts)) = self.early {
            return self.charms_on_effect(target, throw, counts);
        }
        let dice = self.dice.as_ref().expect("dice lie before the target");
        let hits = |face: &u8| *face as i8 >= dice.needed;
        let hitting: Vec<u8> = dice.throw.faces().filter(hits).collect();
        assert!(!hitting.is_empty() && self.figure(dice.target).charm);
        assert!(dice.by.is_some() || self.rules.rocks_charm);
        let distinct: BTreeSet<u8> = hitting.iter().copied().collect();
        let rerolls = 1..=self.rules.charm_rerolls.min(hitting.len() as u8);
        let changes = distinct.into_iter().map(Choice::Flip);
        [Choice::Keep].into_iter().chain(changes).chain(rerolls.map(Choice::Reroll)).collect()
    }

    /// returns the options of a charm against dice of an effect.
    fn charms_on_effect(&self, target: u8, throw: Throw, counts: bool) -> Vec<Choice> {
        assert!(self.rules.charm_effect_dice && self.figure(target).charm);
        let least = if counts { 2 } else { self.figure(target).size };
        assert!(throw.sum() >= u16::from(least), "they count against it");
        let flips: BTreeSet<u8> = throw.faces().filter(|&face| face > 7 - face).collect();
        let rerolled = throw.faces().filter(|&face| face > 1).count() as u8;
        let rerolls = 1..=self.rules.charm_rerolls.min(rerolled);
        [Choice::Keep]
            .into_iter()
            .chain(flips.into_iter().map(Choice::Flip))
            .chain(rerolls.map(Choice::Reroll))
            .collect()
    }

    /// returns the steps that the actor may take; none if its turn is over.
    pub fn steps(&self) -> Vec<Choice> {
        let turn = self.turn.clone().expect("it is somebody's turn");
        let zone = self.figure(turn.actor).zone.unwrap();
        if !self.figure(turn.actor).alive {
            return Vec::new();
        }
        let netted = self.figure(turn.actor).netted;
        let plan = Plan { turn, zone, netted };
        let attacks = self.attack_steps(&plan);
        let moves = self.move_steps(&plan);
        let optional = self.rules.compulsory == Compulsory::Never || self.is_second(&plan);
        if optional && moves.is_empty() && !attacks.is_empty() {
            let end = [Choice::EndTurn];
            return attacks.into_iter().map(|(choice, ..)| choice).chain(end).collect();
        }
        let strict = self.rules.compulsory == Compulsory::Strict;
        let most = if strict { self.most(&plan) } else { 0 };
        attacks
            .into_iter()
            .chain(moves)
            .filter(|(_, worth, after)| !strict || worth + self.most(after) == most)
            .map(|(choice, ..)| choice)
            .collect()
    }

    /// returns true if the next attack would be the second of two, which is optional.
    fn is_second(&self, plan: &Plan) -> bool {
        let reading = self.reading(plan.turn.actor).unwrap();
        let two = reading.different_targets && !plan.turn.struck.is_empty();
        two && self.rules.second_attack_optional
    }

    /// Returns the largest number of attacks that can be made in the rest of the turn, and must be
    /// made if attacks are compulsory.
    fn most(&self, plan: &Plan) -> u8 {
        let each = |slot: u8| match self.blow(plan.turn.actor, slot).manner {
            Manner::Pair => 2,
            _ => 1,
        };
        let bound = plan.turn.left[0] * each(0) + plan.turn.left[1] * each(1);
        let mut best = 0;
        if bound == 0 {
            return 0;
        }
        for (_, worth, after) in self.attack_steps(plan).into_iter().chain(self.move_steps(plan)) {
            best = best.max(worth + self.most(&after));
            if best == bound {
                break;
            }
        }
        best
    }

    /// returns the possible moves. Each has 0, its number of attacks, and the state of the
    /// turn after the move.
    fn move_steps(&self, plan: &Plan) -> Vec<(Choice, u8, Plan)> {
        if plan.turn.moves == 0 {
            return Vec::new();
        }
        let to_shed = self.rules.bramble_moves;
        if plan.netted && to_shed > 0 {
            let mut after = plan.clone();
            after.netted = false;
            after.turn.moves = plan.turn.moves.saturating_sub(to_shed);
            return vec![(Choice::Shed, 0, after)];
        }
        let near = (0..=self.ring).filter(|&zone| self.distance(plan.zone, zone) == 1);
        let open = near.filter(|zone| !plan.turn.barred.contains(zone));
        open.map(|zone| {
            let mut after = plan.clone();
            after.zone = zone;
            after.turn.moves -= 1;
            if self.rules.revisit == Revisit::Never {
                after.turn.barred.insert(zone);
            }
            (Choice::Move(zone), 0, after)
        })
        .collect()
    }

    /// returns the possible attacks. Each has the number of attacks that it
    /// counts for, and the state of the turn after the attack.
    fn attack_steps(&self, plan: &Plan) -> Vec<(Choice, u8, Plan)> {
        let card = self.active_card(plan.turn.actor).unwrap();
        let mut steps = Vec::new();
        for slot in (0..2u8).filter(|&slot| plan.turn.left[usize::from(slot)] > 0) {
            let reading = self.reading(plan.turn.actor).unwrap();
            let blow = &reading.blows[usize::from(slot)];
            let targets: Vec<u8> =
                self.fighters().filter(|&target| self.is_target(plan, target, slot)).collect();
            let mut step = |choice, worth, struck: &[u8]| {
                let mut after = plan.clone();
                after.turn.left[usize::from(slot)] -= 1;
                if self.figure(plan.turn.actor).dragon && card.effect().is_none() {
                    after.turn.left = [0; 2];
                }
                if reading.different_targets {
                    after.turn.struck.extend(struck);
                }
                let worth = if self.is_second(plan) { 0 } else { worth };
                steps.push((choice, worth, after));
            };
            let dice = self.slot_dice(plan.turn.actor, slot);
            match blow.manner {
                Manner::Area => {
                    let zones = targets.iter().map(|&target| self.figure(target).zone.unwrap());
                    for zone in zones.collect::<BTreeSet<u8>>() {
                        step(Choice::Area { slot, zone }, 1, &[]);
                    }
                }
                Manner::Pair if targets.len() >= 2 => {
                    for (i, one) in targets.iter().enumerate() {
                        for other in &targets[i + 1..] {
                            let targets = 1 << one | 1 << other;
                            step(Choice::Pair { slot, targets }, 2, &[]);
                        }
                    }
                }
                Manner::Split if dice > 0 => {
                    for zone in 0..=self.ring {
                        let here = |target: &&u8| self.figure(**target).zone == Some(zone);
                        let here: Vec<u8> = targets.iter().filter(here).copied().collect();
                        let ways = ways(here.len(), dice);
                        for way in ways.into_iter().filter(|way| !way.is_empty()) {
                            let bits = way.iter().zip(&here);
                            let bits = bits.map(|(&dice, &f)| u32::from(dice) << (4 * f));
                            let dice = bits.sum();
                            step(Choice::Split { slot, dice }, 1, &[]);
                        }
                    }
                }
                _ => {
                    for target in targets {
                        step(Choice::Attack { slot, target }, 1, &[target]);
                    }
                }
            }
        }
        steps
    }

    /// returns the faces that a dragon may show: a technique only if it has a target.
    pub fn faces(&self, dragon: u8) -> Vec<Choice> {
        let figure = self.figure(dragon);
        let of_use = |face: &u8| {
            let card = &figure.cards[usize::from(*face)];
            let mut playing = self.clone();
            playing.figure_mut(dragon).active = Some(*face);
            let plan = Plan {
                turn: TurnModel {
                    actor: dragon,
                    barred: BTreeSet::new(),
                    moves: 0,
                    left: figure.readings[usize::from(*face)].uses(),
                    struck: BTreeSet::new(),
                },
                zone: figure.zone.unwrap(),
                netted: false,
            };
            card.technique.is_none() || !playing.attack_steps(&plan).is_empty()
        };
        let faces = figure.hand.iter().copied().filter(of_use);
        faces.map(Choice::Card).collect()
    }

    /// returns the options for the next target of a bowling strike, or in the second phase of
    /// an optional Strike.
    pub fn next_in_order(&self) -> Vec<Choice> {
        if self.line.is_none() {
            assert!(self.rules.strike_optional);
            let others = self.may_be_struck(self.attack.as_ref().unwrap());
            assert!(!others.is_empty());
            let stop = [Choice::EndTurn];
            return others.into_iter().map(Choice::Next).chain(stop).collect();
        }
        self.unnamed().into_iter().map(Choice::Next).collect()
    }

    /// Returns the fighters in the first target's zone that are not yet targets of the bowling
    /// strike. Includes teammates if the rules allow it.
    pub fn unnamed(&self) -> Vec<u8> {
        let actor = self.actor();
        let blow = self.blow(actor, self.line.expect("a line is named"));
        let zone = self.figure(self.named[0]).zone;
        let may_come = |&target: &u8| {
            let figure = self.figure(target);
            figure.alive
                && target != actor
                && figure.zone == zone
                && (figure.team != self.figure(actor).team || self.rules.bowling_hits_mates)
                && !self.is_immune(target, blow)
                && !self.figure(actor).skulls.contains(&target)
                && !self.named.contains(&target)
        };
        self.fighters().filter(may_come).collect()
    }

    /// returns the zones to which a sandal may throw its target.
    pub fn landings(&self) -> Vec<Choice> {
        let (target, ..) = self.attack.as_ref().unwrap().last.unwrap();
        let here = self.figure(target).zone.unwrap();
        let zones = (0..self.ring).filter(|&zone| zone != here);
        zones.map(Choice::ThrowTo).collect()
    }

    fn is_target(&self, plan: &Plan, target: u8, slot: u8) -> bool {
        let actor = plan.turn.actor;
        let blow = self.blow(actor, slot);
        let figure = self.figure(target);
        let mate = self.figure(actor).team == figure.team;
        let distance = self.distance(plan.zone, figure.zone.unwrap());
        let in_reach =
            if blow.melee { distance == 0 } else { (1..=self.rules.range).contains(&distance) };
        if target == actor || !figure.alive || !in_reach {
            return false;
        }
        if blow.manner == Manner::Skull {
            return !mate;
        }
        !self.is_immune(target, blow)
            && (!mate || self.rules.friendly_fire)
            && !self.figure(actor).skulls.contains(&target)
            && !plan.turn.struck.contains(&target)
    }

    /// returns the place of each fighter.
    pub fn places(&self) -> Vec<u8> {
        let teams: BTreeSet<u8> = self.figures.iter().map(|figure| figure.team).collect();
        let mut ranked: Vec<_> = teams
            .into_iter()
            .map(|team| {
                let all = || self.fighters().filter(move |f| team >> f & 1 == 1);
                let centre = |f| self.figure(f).alive && self.figure(f).zone == Some(self.ring);
                let bonus = all().filter(|&f| centre(f)).count() as u32;
                let pp: u32 = all().map(|f| self.points(f)).sum();
                let pp = pp + bonus * u32::from(self.rules.centre_bonus);
                let trophies: usize = all().map(|f| self.figure(f).trophies.len()).sum();
                let smallest = all().find(|&f| self.figure(f).alive);
                let fell = |f| self.fallen.iter().position(|&fallen| fallen == f);
                let merit = match smallest {
                    Some(smallest) => (1, pp as usize, trophies, 8 - smallest),
                    None => (0, all().filter_map(fell).max().unwrap(), 0, 0),
                };
                (std::cmp::Reverse(merit), team)
            })
            .collect();
        ranked.sort();
        let place = |f: u8| ranked.iter().position(|(_, team)| team >> f & 1 == 1).unwrap();
        self.fighters().map(|f| place(f) as u8 + 1).collect()
    }
}

/// Returns every way to divide `dice` dice among `among` fighters, found by trying all numbers.
fn ways(among: usize, dice: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for _ in 0..among {
        let longer =
            |way: Vec<u8>| (0..=dice).map(move |share| [way.clone(), vec![share]].concat());
        all = all.into_iter().flat_map(longer).collect();
        all.retain(|way| way.iter().sum::<u8>() <= dice);
    }
    all.retain(|way| way.iter().sum::<u8>() == dice);
    all
}
