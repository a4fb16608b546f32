//! Inputs of an option: the abilities of a card, the destination of a move, the targets of an
//! attack.

use super::super::board::{Fighters, Zone, members};
use super::super::cards::{AttackSlot, CardIndex, DiceCount, Manner, PlayCard, Reach};
use super::super::dragon::sharers;
use super::super::parts::Regain;
use super::super::state::Phase;
use super::super::{Choice, View};
use super::{LIFE, Race};
use crate::game::Options;
use crate::game::learnable::KindInputs;

pub const NAMES: &[&str] = &[
    // Inputs for the kind of the option.
    "place",
    "card",
    "move",
    "melee",
    "shot",
    "skull",
    "next",
    "throw",
    "shed",
    "end turn",
    "keep",
    "flip",
    "reroll",
    "stop",
    // Inputs for the targets of an attack.
    "targets",
    "target's life",
    "target's life 1",
    "target's life 2",
    "target's lead",
    "target leads",
    "target's first wound",
    "target's charm",
    "target waiting",
    "target's size",
    "target's threat",
    "target far",
    // Inputs for the destination of a move.
    "enemies here",
    "enemies near",
    "enemies far",
    "waiting here",
    "waiting near",
    "leader here",
    "leader near",
    "weak here",
    "weak near",
    "mates here",
    "threat here",
    // Inputs for the abilities of a card.
    "movement 0",
    "movement 1",
    "movement 2",
    "movement more",
    "melee dice",
    "melee twice",
    "shot dice",
    "rolled dice",
    "pair",
    "area",
    "strike",
    "card's skull",
    "split or bowling",
    "net",
    "vampiric",
    "shock",
    "bramble",
    "finish",
    "sandal",
    "no melee",
    "no shot",
    "suit",
    "spear",
    "faster here",
    "faster near",
    "faster far",
    "slower here",
    "last card",
    "other cards' dice",
];

pub fn write(view: View<'_>, options: &Options<Choice>, all: &mut [KindInputs]) {
    let scene = Scene::of(view);
    for (&choice, inputs) in options.iter().zip(all) {
        let before = inputs.count();
        inputs.one_of(scene.kind(choice), 14);
        scene.write_targets(choice, inputs);
        scene.write_place(choice, inputs);
        if let Choice::Card(card) = choice {
            scene.write_card(card, inputs);
            debug_assert_eq!(inputs.count() - before, NAMES.len());
        }
    }
}

/// Values that the inputs of all options need, computed once.
struct Scene<'a> {
    view: View<'a>,
    race: Race,
    enemies: Fighters,
    /// The opponents with one life point.
    weak: Fighters,
    /// The opponents by distance from the deciding fighter; empty before it is placed.
    at: [Fighters; 3],
}

impl<'a> Scene<'a> {
    fn of(view: View<'a>) -> Self {
        let me = view.me();
        let enemies = view.enemies(me);
        let race = Race::of(view);
        let (mut weak, mut at) = (0, [0; 3]);
        let here = view.zone(me);
        let placed = view.standing_on(here) >> me & 1 == 1;
        for enemy in members(enemies) {
            weak |= u8::from(view.lp(enemy) == 1) << enemy;
            if placed {
                let distance = view.board().distance(here, view.zone(enemy));
                at[usize::from(distance.min(2))] |= 1 << enemy;
            }
        }
        Scene {
            view,
            race,
            enemies,
            weak,
            at,
        }
    }

    fn slot(&self, slot: u8) -> Option<&'a AttackSlot> {
        let me = self.view.me();
        let card = self.view.active(me)?;
        Some(&self.view.sheet(me).cards[usize::from(card)].slots[usize::from(slot)])
    }

    fn kind(&self, choice: Choice) -> usize {
        match choice {
            Choice::Place(_) => 0,
            Choice::Card(_) => 1,
            Choice::Move(_) => 2,
            Choice::Attack { slot, .. }
            | Choice::Pair { slot, .. }
            | Choice::Area { slot, .. }
            | Choice::Split { slot, .. } => match self.slot(slot) {
                Some(slot) if slot.manner == Manner::Skull => 5,
                Some(slot) if slot.reach == Reach::Melee => 3,
                _ => 4,
            },
            Choice::Next(_) => 6,
            Choice::ThrowTo(_) => 7,
            Choice::Shed => 8,
            // In the second phase of a Strike, this option ends the Strike and not the turn.
            Choice::EndTurn if self.view.phase() == Phase::Ordering => 13,
            Choice::EndTurn => 9,
            Choice::Keep => 10,
            Choice::Flip(_) => 11,
            Choice::Reroll(_) => 12,
        }
    }

    fn write_targets(&self, choice: Choice, inputs: &mut KindInputs) {
        let view = self.view;
        let targets = match choice {
            Choice::Attack { target, .. } | Choice::Next(target) => 1 << target,
            Choice::Pair { targets, .. } => targets,
            Choice::Area { slot, zone } => {
                let reach = self.slot(slot).map_or(Reach::Shot, |slot| slot.reach);
                view.in_blast(reach, zone)
            }
            Choice::Split { dice, .. } => sharers(dice),
            _ => 0,
        } & self.enemies;
        if targets == 0 {
            inputs.skip(12);
            return;
        }
        let one = 1.0 / targets.count_ones() as f32;
        let mean = |value: &dyn Fn(u8) -> f32| members(targets).map(value).sum::<f32>() * one;
        inputs.number(targets.count_ones() as f32 * 0.5);
        inputs.number(mean(&|who| f32::from(view.lp(who)) * LIFE));
        inputs.number((targets & self.weak).count_ones() as f32 * one);
        inputs.number(mean(&|who| f32::from(u8::from(view.lp(who) == 2))));
        inputs.number(mean(&|who| self.race.lead(who)));
        inputs.number((targets & self.race.leaders).count_ones() as f32 * one);
        inputs.number(mean(&|who| f32::from(u8::from(view.first_wound(who)))));
        inputs.number(mean(&|who| f32::from(u8::from(view.has_charm(who)))));
        inputs.number((targets & view.waiting()).count_ones() as f32 * one);
        inputs.number(mean(&|who| f32::from(view.size(who)) * 0.1));
        inputs.number(mean(&|who| {
            let threat = view.sheet(who).threats.of(view.next_cards(who));
            threat.melee(0) / threat.cards() * 0.3
        }));
        inputs.number((targets & self.at[2]).count_ones() as f32 * one);
    }

    fn write_place(&self, choice: Choice, inputs: &mut KindInputs) {
        let (Choice::Place(zone) | Choice::Move(zone)) = choice else {
            inputs.skip(11);
            return;
        };
        let view = self.view;
        let here = view.standing_on(zone);
        let near =
            members(view.adjacent(zone)).fold(0, |all, zone: Zone| all | view.standing_on(zone));
        let count = |set: Fighters| (set & self.enemies).count_ones() as f32 * 0.5;
        inputs.number(count(here));
        inputs.number(count(near));
        inputs.number(count(!here & !near));
        inputs.number(count(here & view.waiting()));
        inputs.number(count(near & view.waiting()));
        inputs.flag(here & self.race.leaders != 0);
        inputs.flag(near & self.race.leaders != 0);
        inputs.number(count(here & self.weak));
        inputs.number(count(near & self.weak));
        let me = view.me();
        let mates = here & view.team(me) & !(1 << me);
        inputs.number(mates.count_ones() as f32);
        let threat = members(here & self.enemies).map(|who| {
            let threat = view.sheet(who).threats.of(view.next_cards(who));
            threat.melee(0) / threat.cards() * 0.3
        });
        inputs.number(threat.sum());
    }

    fn write_card(&self, index: CardIndex, inputs: &mut KindInputs) {
        let view = self.view;
        let me = view.me();
        let sheet = view.sheet(me);
        let card = &sheet.cards[usize::from(index)];
        inputs.one_of(usize::from(card.movement).min(3), 4);
        write_attacks(card, inputs);
        let lasting = card.lasting;
        for power in [
            lasting.no_melee,
            lasting.no_shot,
            lasting.suit,
            lasting.spear,
        ] {
            inputs.flag(power);
        }
        let mut faster = [0.0; 3];
        let mut slower_here = 0.0;
        for (distance, &enemies) in self.at.iter().enumerate() {
            for enemy in members(enemies) {
                let threats = &view.sheet(enemy).threats;
                let cards = view.next_cards(enemy);
                let slower = f32::from(threats.count_slower(cards, card.initiative));
                let all = threats.of(cards).cards();
                faster[distance] += 1.0 - slower / all;
                if distance == 0 {
                    slower_here += slower / all;
                }
            }
        }
        for chance in faster {
            inputs.number(chance * 0.5);
        }
        inputs.number(slower_here * 0.5);
        let others = view.hand(me) & !(1 << index);
        inputs.flag(others == 0);
        let threat = sheet.threats.of(others);
        inputs.number((threat.melee(1) + threat.shots(1)) / threat.cards() * 0.3);
    }
}

fn write_attacks(card: &PlayCard, inputs: &mut KindInputs) {
    let dice = |slot: &AttackSlot| match slot.dice {
        _ if slot.uses == 0 => 0.0,
        DiceCount::Fixed(dice) => f32::from(dice) * 0.25,
        _ => 0.75,
    };
    let of = |reach| {
        card.slots
            .iter()
            .filter(move |slot: &&AttackSlot| slot.reach == reach)
    };
    inputs.number(of(Reach::Melee).map(dice).fold(0.0, f32::max));
    let uses: u8 = of(Reach::Melee).map(|slot| slot.uses).sum();
    inputs.flag(uses > 1);
    inputs.number(of(Reach::Shot).map(dice).fold(0.0, f32::max));
    let rolled = |slot: &AttackSlot| slot.uses > 0 && !matches!(slot.dice, DiceCount::Fixed(_));
    inputs.flag(card.slots.iter().any(rolled));
    let shares = |wanted: &[Manner]| {
        let mut used = card.slots.iter().filter(|slot| slot.uses > 0);
        used.any(|slot| wanted.contains(&slot.manner))
    };
    inputs.flag(shares(&[Manner::Pair]));
    inputs.flag(shares(&[Manner::Area]));
    inputs.flag(shares(&[Manner::Strike]));
    inputs.flag(shares(&[Manner::Skull]));
    inputs.flag(shares(&[Manner::Split, Manner::Bowling]));
    let mut any = |is: &dyn Fn(&AttackSlot) -> bool| inputs.flag(card.slots.iter().any(is));
    let besides = |slot: &AttackSlot| slot.on_wound.unwrap_or_default();
    any(&|slot| slot.snare.is_some());
    any(&|slot| besides(slot).drain);
    any(&|slot| besides(slot).shift != 0);
    any(&|slot| slot.by_size || besides(slot).net);
    any(&|slot| slot.weak.is_some() || besides(slot).regain != Regain::default());
    any(&|slot| slot.landing.is_some());
}
