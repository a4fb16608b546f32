//! Values of each card that the features need and that do not depend on the position; computed
//! once.

use arrayvec::ArrayVec;

use super::super::Rules;
use super::super::cards::{
    AttackSlot, DiceCount, MAX_CARDS, Manner, PlayCard, Reach, SLOTS, Sheet,
};
use super::super::odds::DiceIndex;
use super::danger::Guard;

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
    /// Number of moves that the card allows before the attack, and whether the attack is a shot.
    pub approach: ApproachWay,
}

/// How a fighter can get into attack position with a card: the number of moves that the card
/// allows, and whether its attack is a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum ApproachWay {
    /// A melee attack with a card without moves. The next variants are melee attacks with a card
    /// that has 1 move, and with a card that has more moves.
    Strikes,
    Steps,
    Runs,
    /// A shot with a card without moves. The next variant is a shot with a card that has moves.
    StandsAndShoots,
    MovesAndShoots,
}

impl ApproachWay {
    pub const ALL: [ApproachWay; 5] = [
        ApproachWay::Strikes,
        ApproachWay::Steps,
        ApproachWay::Runs,
        ApproachWay::StandsAndShoots,
        ApproachWay::MovesAndShoots,
    ];
}

impl Profiles {
    pub fn new(rules: &Rules, sheet: &Sheet) -> Self {
        let profile = |card: &PlayCard| FighterProfile {
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
                (Reach::Melee, 0) => ApproachWay::Strikes,
                (Reach::Melee, 1) => ApproachWay::Steps,
                (Reach::Melee, _) => ApproachWay::Runs,
                (Reach::Shot, 0) => ApproachWay::StandsAndShoots,
                (Reach::Shot, _) => ApproachWay::MovesAndShoots,
            },
        }
    }
}

fn traits(card: &PlayCard) -> [f32; 4] {
    let defense = if card.lasting.rolled_defense { 3.5 } else { f32::from(card.defense) };
    let strength = strength(&card.slots[0]) + strength(&card.slots[1]);
    [defense, f32::from(card.initiative), f32::from(card.special), f32::from(strength)]
}

/// Returns the number of dice of an attack, summed over its uses in a turn. If the number depends
/// on the situation, counts an average of 3 for each use.
fn strength(slot: &AttackSlot) -> u8 {
    match slot.dice {
        DiceCount::Fixed(dice) => slot.uses * dice,
        DiceCount::Rolled | DiceCount::ByLife(_) | DiceCount::CardsLying => slot.uses * 3,
    }
}
