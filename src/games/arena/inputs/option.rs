//! Inputs of trained bots that describe an option: the abilities of a card, the destination of a
//! move, or the targets of an attack.

use super::super::Choice;
use super::super::board::{Fighters, Zone, members};
use super::super::cards::{AttackSlot, CardIndex, Manner, PlayCard, Reach};
use super::super::dragon::sharers;
use super::super::features::FEATURES;
use super::super::state::{FighterIndex, MAX_FIGHTERS, Phase};
use super::scene::InputScene;
use super::sheet::PRINTED;
use super::{LIFE, count};
use crate::game::Options;
use crate::game::learnable::{InputRow, InputWriter};

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

/// Numbers of inputs of an option, by what they describe: the kind of the option, its targets, its
/// destination and its card.
const KINDS: usize = 14;
const OF_TARGETS: usize = 1 + OF_TARGET;
const OF_PLACE: usize = 11;
const OF_CARD: usize = PRINTED + 6;
/// Number of inputs of an option that are averaged over its targets.
const OF_TARGET: usize = 11;
const _: () = assert!(KINDS + OF_TARGETS + OF_PLACE + OF_CARD == NAMES.len());

pub fn write(scene: &InputScene<'_>, options: &Options<Choice>, rows: &mut [InputRow]) {
    let writer = Writer::of(scene);
    for (&choice, row) in options.iter().zip(rows) {
        let mut inputs = row.behind(FEATURES.len());
        inputs.one_of(writer.kind(choice), KINDS);
        writer.write_targets(choice, &mut inputs);
        writer.write_place(choice, &mut inputs);
        match choice {
            Choice::Card(card) => writer.write_card(card, &mut inputs),
            _ => inputs.skip(OF_CARD),
        }
        debug_assert_eq!(inputs.count(), FEATURES.len() + NAMES.len());
    }
}

/// Writes the inputs of all options of one decision for a trained bot.
struct Writer<'s, 'a> {
    scene: &'s InputScene<'a>,
    /// The active card of the deciding fighter.
    active: Option<&'a PlayCard>,
    /// For each opponent: the inputs that describe it as a target. They are 0 if the options have
    /// no targets.
    targets: [[f32; OF_TARGET]; MAX_FIGHTERS],
}

impl<'s, 'a> Writer<'s, 'a> {
    fn of(scene: &'s InputScene<'a>) -> Self {
        let view = scene.view;
        let me = view.me();
        let mut targets = [[0.0; OF_TARGET]; MAX_FIGHTERS];
        if !matches!(view.phase(), Phase::Placing | Phase::Choosing) {
            for enemy in members(scene.enemies) {
                targets[usize::from(enemy)] = target(scene, enemy);
            }
        }
        Writer {
            scene,
            active: view.active(me).map(|card| &view.sheet(me).cards[usize::from(card)]),
            targets,
        }
    }

    #[inline(always)]
    fn slot(&self, slot: u8) -> Option<&'a AttackSlot> {
        Some(&self.active?.slots[usize::from(slot)])
    }

    #[inline(always)]
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
            Choice::EndTurn if self.scene.view.phase() == Phase::Ordering => 13,
            Choice::EndTurn => 9,
            Choice::Keep => 10,
            Choice::Flip(_) => 11,
            Choice::Reroll(_) => 12,
        }
    }

    #[inline(always)]
    fn write_targets(&self, choice: Choice, inputs: &mut InputWriter<'_>) {
        let targets = match choice {
            Choice::Attack { target, .. } | Choice::Next(target) => 1 << target,
            Choice::Pair { targets, .. } => targets,
            Choice::Area { slot, zone } => {
                let reach = self.slot(slot).map_or(Reach::Shot, |slot| slot.reach);
                self.scene.view.in_blast(reach, zone)
            }
            Choice::Split { dice, .. } => sharers(dice),
            _ => 0,
        } & self.scene.enemies;
        if targets == 0 {
            inputs.skip(OF_TARGETS);
            return;
        }
        let mut sums = [0.0; OF_TARGET];
        for target in members(targets) {
            for (sum, input) in sums.iter_mut().zip(&self.targets[usize::from(target)]) {
                *sum += input;
            }
        }
        let one = 1.0 / count(targets);
        inputs.number(count(targets) * 0.5);
        inputs.all(&sums.map(|sum| sum * one));
    }

    #[inline(always)]
    fn write_place(&self, choice: Choice, inputs: &mut InputWriter<'_>) {
        let (Choice::Place(zone) | Choice::Move(zone)) = choice else {
            inputs.skip(OF_PLACE);
            return;
        };
        let &InputScene { view, ref race, enemies, weak, .. } = self.scene;
        let here = view.standing_on(zone);
        let near =
            members(view.adjacent(zone)).fold(0, |all, zone: Zone| all | view.standing_on(zone));
        let half_of = |set: Fighters| count(set & enemies) * 0.5;
        inputs.number(half_of(here));
        inputs.number(half_of(near));
        inputs.number(half_of(!here & !near));
        inputs.number(half_of(here & view.waiting()));
        inputs.number(half_of(near & view.waiting()));
        inputs.flag(here & race.leaders != 0);
        inputs.flag(near & race.leaders != 0);
        inputs.number(half_of(here & weak));
        inputs.number(half_of(near & weak));
        let me = view.me();
        inputs.number(count(here & view.team(me) & !(1 << me)));
        let hands = &self.scene.hands;
        let threat = members(here & enemies).map(|who| hands[usize::from(who)].melee_here());
        inputs.number(threat.sum());
    }

    #[inline(always)]
    fn write_card(&self, index: CardIndex, inputs: &mut InputWriter<'_>) {
        let view = self.scene.view;
        let me = view.me();
        let sheet = view.sheet(me);
        let card = &sheet.cards[usize::from(index)];
        inputs.all(sheet.inputs.printed(index));
        let mut faster = [0.0; 3];
        let mut slower_here = 0.0;
        for (distance, &enemies) in self.scene.at.iter().enumerate() {
            for enemy in members(enemies) {
                let hand = &self.scene.hands[usize::from(enemy)];
                let threats = &view.sheet(enemy).threats;
                let slower = threats.count_slower(hand.cards, card.initiative);
                let slower = f32::from(slower) / hand.count;
                faster[distance] += 1.0 - slower;
                if distance == 0 {
                    slower_here += slower;
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

/// Returns the inputs that describe an opponent as the target of an option.
fn target(scene: &InputScene<'_>, enemy: FighterIndex) -> [f32; OF_TARGET] {
    let view = scene.view;
    let one_if = |so: bool| f32::from(u8::from(so));
    let has = |set: Fighters| one_if(set >> enemy & 1 == 1);
    let lp = view.lp(enemy);
    [
        f32::from(lp) * LIFE,
        has(scene.weak),
        one_if(lp == 2),
        scene.race.lead(enemy),
        has(scene.race.leaders),
        one_if(view.first_wound(enemy)),
        one_if(view.has_charm(enemy)),
        has(view.waiting()),
        f32::from(view.size(enemy)) * 0.1,
        scene.hands[usize::from(enemy)].melee_here(),
        has(scene.at[2]),
    ]
}
