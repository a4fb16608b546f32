//! What bots know of an option: the abilities of a card, the destination of a move, or the targets
//! of an attack.

use super::super::board::{Fighters, members};
use super::super::cards::{CardIndex, Reach};
use super::super::state::{FighterIndex, MAX_FIGHTERS, Phase};
use super::super::{Arena, Choice, View};
use super::fighter::OfFighter;
use super::scene::InputScene;
use super::sheet::{PRINTED, Printed};
use super::{CARD, FIGHTER, card_index, count, number};
use crate::fields;
use crate::game::learnable::{InputRow, OneOf};
use crate::game::scripted::OptionField;

/// The kinds of options for scripts, in the order of [`View::kind`].
const SORTS: &[&str] = &[
    "place", "card", "move", "attack", "skull", "next", "throw", "shed", "end_turn", "keep",
    "flip", "reroll", "stop",
];
const REACHES: &[&str] = &["melee", "shot"];
/// The kinds of options for networks; melee attacks and shots are kinds of their own.
const KINDS: &[&str] = &[
    "place", "card", "move", "melee", "shot", "skull", "next", "throw", "shed", "end turn", "keep",
    "flip", "reroll", "stop",
];

fields! {
    /// An option.
    OfOption: OptionField<Arena>;
    (view: View<'_>, choice: Choice) {
        let card = if let Choice::Card(card) = choice { Some(card) } else { None };
        let targets = view.targets_of(choice);
    } => (decision: &Decision<'_, '_>) {}

    kind: Word(SORTS) = view.kind(choice), "kind of the option";
    card: MaybeEntity(CARD) = card.map(|card| card_index(view, view.me(), card)),
        "the card to choose";
    zone: Maybe = choice.zone().map(|zone| number(view, zone)),
        "the zone of a placement, a move, an area attack, or the landing of a thrown fighter";
    reach: MaybeWord(REACHES) =
        view.attack_of(choice).map(|slot| usize::from(slot.reach == Reach::Shot)),
        "of an attack: melee or shot";
    target: MaybeEntity(FIGHTER) = members(targets).next(),
        "the target of an attack, a skull or a strike's next die; the smallest of several targets";
    ("", KINDS) => OneOf(decision.kind(choice), KINDS.len());
    targets: Set(FIGHTER) = targets, "all targets of the attack"
        => count(targets & decision.scene.enemies) * 0.5;
    ("", &Target::names()[..]) => decision.mean_target(targets & decision.scene.enemies);
    [
        "enemies here", "enemies near", "enemies far", "waiting here", "waiting near",
        "leader here", "leader near", "weak here", "weak near", "mates here", "threat here",
    ] => decision.place(choice);
    ("", &Printed::names()[..]) => card.map(|card| decision.printed(card));
    [
        "faster here", "faster near", "faster far", "slower here", "last card",
        "other cards' dice",
    ] => card.map(|card| decision.card(card));
    face: Maybe = if let Choice::Flip(face) = choice { Some(face) } else { None },
        "the face of the die to flip";
    dice: Maybe = if let Choice::Reroll(dice) = choice { Some(dice) } else { None },
        "number of dice to reroll: the lowest dice that hit";
}

fields! {
    /// An opponent as the target of an option.
    Target: ();
    (scene: &InputScene<'_>, enemy: FighterIndex) {
        let view = scene.view;
        let has = |set: Fighters| set >> enemy & 1 == 1;
    } => () {}

    "target's life" => OfFighter::lp(view, enemy, scene);
    "target's life 1" => has(scene.weak);
    "target's life 2" => view.lp(enemy) == 2;
    "target's lead" => scene.race.lead(enemy);
    "target leads" => has(scene.race.leaders);
    "target's first wound" => view.first_wound(enemy);
    "target's charm" => OfFighter::charm(view, enemy, scene);
    "target waiting" => OfFighter::waiting(view, enemy, scene);
    "target's size" => OfFighter::size(view, enemy, scene);
    "target's threat" => scene.hands[usize::from(enemy)].melee_here();
    "target far" => has(scene.at[2]);
}

/// Number of inputs of a target, which are averaged over the targets of an option.
const OF_TARGET: usize = 11;

/// A decision, with what several of its options share.
pub struct Decision<'s, 'a> {
    scene: &'s InputScene<'a>,
    /// For each opponent: the inputs that describe it as a target. They are 0 if the options have
    /// no targets.
    targets: [[f32; OF_TARGET]; MAX_FIGHTERS],
}

impl<'s, 'a> Decision<'s, 'a> {
    #[inline(always)]
    pub fn of(scene: &'s InputScene<'a>) -> Self {
        let view = scene.view;
        let mut targets = [[0.0; OF_TARGET]; MAX_FIGHTERS];
        if !matches!(view.phase(), Phase::Placing | Phase::Choosing) {
            let mut row = InputRow::default();
            for enemy in members(scene.enemies) {
                Target::write(&mut row.begin(), scene, enemy);
                targets[usize::from(enemy)] = row.first();
            }
        }
        Decision { scene, targets }
    }

    /// Returns the kind of an option; melee attacks and shots are kinds of their own.
    #[inline(always)]
    fn kind(&self, choice: Choice) -> usize {
        const ATTACK: usize = 3;
        match self.scene.view.kind(choice) {
            ATTACK => {
                let attack = self.scene.view.attack_of(choice);
                ATTACK + usize::from(attack.is_none_or(|slot| slot.reach == Reach::Shot))
            }
            kind => kind + usize::from(kind > ATTACK),
        }
    }

    /// Returns the inputs of the targets, averaged.
    #[inline(always)]
    fn mean_target(&self, targets: Fighters) -> Option<[f32; OF_TARGET]> {
        if targets == 0 {
            return None;
        }
        let mut sums = [0.0; OF_TARGET];
        for target in members(targets) {
            for (sum, input) in sums.iter_mut().zip(&self.targets[usize::from(target)]) {
                *sum += input;
            }
        }
        let one = 1.0 / count(targets);
        Some(sums.map(|sum| sum * one))
    }

    /// Describes the destination of a placement or a move.
    #[inline(always)]
    fn place(&self, choice: Choice) -> Option<[f32; 11]> {
        let (Choice::Place(zone) | Choice::Move(zone)) = choice else {
            return None;
        };
        let &InputScene { view, ref race, enemies, weak, .. } = self.scene;
        let here = view.standing_on(zone);
        let near = view.standing_near(zone);
        let half_of = |set: Fighters| count(set & enemies) * 0.5;
        let leader = |set: Fighters| f32::from(u8::from(set & race.leaders != 0));
        let hands = &self.scene.hands;
        let threat = members(here & enemies).map(|who| hands[usize::from(who)].melee_here());
        Some([
            half_of(here),
            half_of(near),
            half_of(!here & !near),
            half_of(here & view.waiting()),
            half_of(near & view.waiting()),
            leader(here),
            leader(near),
            half_of(here & weak),
            half_of(near & weak),
            count(here & view.mates()),
            threat.sum(),
        ])
    }

    /// Returns the inputs that describe what is printed on a card.
    #[inline(always)]
    fn printed(&self, card: CardIndex) -> [f32; PRINTED] {
        let view = self.scene.view;
        *view.sheet(view.me()).inputs.printed(card)
    }

    /// Compares a card with the cards that opponents may play, and with the rest of the hand.
    #[inline(always)]
    fn card(&self, index: CardIndex) -> [f32; 6] {
        let view = self.scene.view;
        let me = view.me();
        let sheet = view.sheet(me);
        let card = &sheet.cards[usize::from(index)];
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
        let others = view.hand(me) & !(1 << index);
        let threat = sheet.threats.of(others);
        let [here, near, far] = faster.map(|chance| chance * 0.5);
        let last = f32::from(u8::from(others == 0));
        let dice = (threat.melee(1) + threat.shots(1)) / threat.cards() * 0.3;
        [here, near, far, slower_here * 0.5, last, dice]
    }
}
