//! What the features need of a card whatever the moment: worked out once for an arena.

use arrayvec::ArrayVec;

use super::super::Rules;
use super::super::cards::{DiceCount, MAX_CARDS, Manner, PlayCard, Reach, SLOTS, Sheet, Slot};
use super::super::odds::DiceIndex;
use super::danger::Guard;

/// The profiles of a fighter's cards.
#[derive(Debug, Clone)]
pub(in super::super) struct Profiles {
    /// Behind the sheet's defense, before the first card.
    pub sheet: Guard,
    pub cards: ArrayVec<Profile, MAX_CARDS>,
}

/// One card.
#[derive(Debug, Clone)]
pub(in super::super) struct Profile {
    /// What it gives while it is active.
    pub guard: Guard,
    /// Its features `defense`, `initiative`, `special` and `strength`, in this order.
    pub traits: [f32; 4],
    pub initiative: u8,
    pub distinct: bool,
    /// Has it a move, to shed a net with?
    pub moves: bool,
    /// Can its moves end in the centre, begun on the ring and begun there?
    pub reaches_centre: [bool; 2],
    /// Its attacks.
    pub slots: ArrayVec<SlotProfile, SLOTS>,
}

/// One slot of a card.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct SlotProfile {
    pub slot: Slot,
    /// Which of the card's slots it is.
    pub index: u8,
    /// Its dice, unless they depend on the moment.
    pub dice: DiceIndex,
    /// Added to each die; and of a far shot.
    pub modifiers: [i8; 2],
    /// Is it no more than dice at one target against its defense?
    pub plain: bool,
    /// How the card comes to use it.
    pub approach: Approach,
}

/// How a fighter comes to attack with a card of its hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Approach {
    /// Melee after 0, 1, 2 or more moves.
    Strikes,
    Steps,
    Runs,
    /// A shot from where it stands, and after a move.
    StandsAndShoots,
    MovesAndShoots,
}

impl Approach {
    pub const ALL: [Approach; 5] = [
        Approach::Strikes,
        Approach::Steps,
        Approach::Runs,
        Approach::StandsAndShoots,
        Approach::MovesAndShoots,
    ];
}

impl Profiles {
    pub fn new(rules: &Rules, sheet: &Sheet) -> Self {
        let profile = |card: &PlayCard| Profile {
            guard: Guard::of_card(rules, card),
            traits: traits(card),
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
            sheet: Guard::of_sheet(rules, sheet.defense),
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
            approach: match (slot.reach, card.movement) {
                (Reach::Melee, 0) => Approach::Strikes,
                (Reach::Melee, 1) => Approach::Steps,
                (Reach::Melee, _) => Approach::Runs,
                (Reach::Shot, 0) => Approach::StandsAndShoots,
                (Reach::Shot, _) => Approach::MovesAndShoots,
            },
        }
    }
}

fn traits(card: &PlayCard) -> [f32; 4] {
    let defense = if card.lasting.spear {
        3.5
    } else {
        f32::from(card.defense)
    };
    let strength = strength(&card.slots[0]) + strength(&card.slots[1]);
    [
        defense,
        f32::from(card.initiative),
        f32::from(card.special),
        f32::from(strength),
    ]
}

/// The dice of a slot, middling ones for those that depend on the moment.
fn strength(slot: &Slot) -> u8 {
    match slot.dice {
        DiceCount::Fixed(dice) => slot.uses * dice,
        DiceCount::Rolled | DiceCount::ByLife(_) | DiceCount::CardsLying => slot.uses * 3,
    }
}
