//! Values of each card that the features need and that do not depend on the position; computed
//! once.

use arrayvec::ArrayVec;

use super::DiceIndex;
use super::danger::Guard;
use crate::games::arena::{
    AttackSlot, DiceCount, Lasting, MAX_CARDS, Manner, PlayCard, Reach, Rules, SLOTS, Sheet,
};

/// Number of different values of [`SlotProfile::approach`].
pub(super) const APPROACHES: usize = 8;

/// Precomputed values of all cards of a fighter, from which features are computed.
#[derive(Debug, Clone)]
pub(in super::super) struct Profiles {
    /// Probabilities that a die wounds the fighter before its first card, by its basic defense.
    pub sheet: Guard,
    pub cards: ArrayVec<FighterProfile, MAX_CARDS>,
}

/// Precomputed values of one card, from which features are computed.
#[derive(Debug, Clone)]
pub(in super::super) struct FighterProfile {
    /// Probabilities that a die wounds the fighter while the card is active.
    pub guard: Guard,
    /// Values of the features `defense`, `initiative`, `special` and `strength` of the card, in
    /// this order.
    pub traits: [f32; 4],
    pub initiative: u8,
    pub distinct: bool,
    /// True if the card has at least one move, which a fighter can spend to get free of a bramble
    /// net.
    pub moves: bool,
    /// True if the card's moves can end in the centre of the board: first for a start on the ring,
    /// then for a start in the centre.
    pub reaches_centre: [bool; 2],
    pub slots: ArrayVec<SlotProfile, SLOTS>,
}

/// Precomputed values of one attack of a card, from which features are computed.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct SlotProfile {
    pub slot: AttackSlot,
    /// Number of the attack among the attacks of the card, 0 or 1.
    pub index: u8,
    /// Number of dice of the attack, if it is fixed or rolled with one die. Other numbers of dice
    /// are computed during play.
    pub dice: DiceIndex,
    /// Numbers added to each die of the attack: first at normal distance, then in a far shot (at
    /// distance 2).
    pub modifiers: [i8; 2],
    /// True if the attack only rolls dice at a single target, each against the target's defense.
    pub plain: bool,
    /// How the fighter can get into attack position: the number of moves that the card allows, at
    /// most 2, and 4 more for a shot. Below [`APPROACHES`].
    pub approach: u8,
}

impl Profiles {
    pub fn new(rules: &Rules, sheet: &Sheet) -> Self {
        let dice_in_turn = |slot: &AttackSlot| slot.uses * slot.dice.on_average();
        let profile = |card: &PlayCard| FighterProfile {
            guard: Guard::of_card(rules, card, false),
            traits: [
                card.mean_defense(),
                card.initiative.into(),
                f32::from(u8::from(card.special)),
                f32::from(card.slots.iter().map(dice_in_turn).sum::<u8>()),
            ],
            initiative: card.initiative,
            distinct: card.distinct,
            moves: card.movement > 0,
            reaches_centre: [card.movement > 0, card.movement == 0 || card.movement > 2],
            slots: (0..SLOTS)
                .filter(|&index| card.slots[index].uses > 0)
                .map(|index| SlotProfile::new(rules, card, index))
                .collect(),
        };
        Profiles {
            sheet: Guard::new(rules, sheet.defense.into(), Lasting::default()),
            cards: sheet.cards.iter().map(profile).collect(),
        }
    }
}

impl SlotProfile {
    fn new(rules: &Rules, card: &PlayCard, index: usize) -> Self {
        let slot = &card.slots[index];
        let far = match slot.reach {
            Reach::Melee => slot.bonus,
            Reach::Shot => slot.bonus - rules.far_shot_penalty as i8,
        };
        SlotProfile {
            slot: *slot,
            index: index as u8,
            dice: match slot.dice {
                DiceCount::Fixed(dice) => DiceIndex::of(dice),
                _ => DiceIndex::ROLLED,
            },
            modifiers: [slot.bonus, far],
            plain: !matches!(slot.manner, Manner::Pair | Manner::Area | Manner::Skull)
                && !slot.by_size
                && slot.snare.is_none()
                && slot.weak.is_none()
                && slot.landing.is_none()
                && (!rules.charm_effect_dice || slot.dice != DiceCount::Rolled)
                && slot.uses < 2,
            approach: card.movement.min(2) + 4 * slot.reach as u8,
        }
    }
}
